"""Pages that are larger than is read: what fits is read, the item says so, and a stat counts it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import extract_pipelines
from extract_pipelines import ForumThread, Page, extract
from extract_pipelines.page.date_mentions import MOST_DATES, find_dates_of
from extract_pipelines.site.options import Options
from tests.crawling import Answer, Site, crawl
from tests.test_linear_work import calls_of

POST = (
    "<div class=post><a href=/u/{0}>member{0}</a><i>2021-03-0{1} 10:15</i>"
    "<div class=text>What member {0} says of the mill, number {0}.{2}</div></div>"
)


def thread(posts: int, end: str = "") -> str:
    rows = (POST.format(i, i % 9 + 1, " It is long." * (i % 4)) for i in range(posts))
    return f"<html><head><title>Mill</title></head><body>{''.join(rows)}</body></html>{end}"


def test_what_fits_of_a_page_is_read() -> None:
    options = Options(max_elements=4 + 4 * 10)
    item = extract(thread(50), "https://a.example/1", options)
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == [f"member{i}" for i in range(10)]
    assert item.metadata.truncated
    whole = extract(thread(10), "https://a.example/1", options)
    assert isinstance(whole, ForumThread)
    assert len(whole.floors) == 10
    assert not whole.metadata.truncated


@pytest.mark.parametrize(
    "source",
    [
        "<i>x</i>" * 200,
        "<br>" * 200,
        "<!-- x -->" * 200,
        "<script>x</script>" * 200,
        "<div>x" * 200,
        "<p>" + "<b>x</b>y" * 200,
    ],
)
def test_every_kind_of_element_counts(source: str) -> None:
    page = Page(f"<html><body>{source}", max_elements=50)
    assert page.truncated
    assert len(page.elements) <= 50
    assert len(page.leaves) <= 100
    assert all(end > node for node, end in enumerate(page.subtree_end))
    assert page.subtree_end[0] == len(page.elements)
    assert page.leaf_range(0) == (0, len(page.leaves))
    assert not Page(f"<html><body>{source}").truncated


def test_the_texts_after_what_is_read_are_those_of_the_open_elements() -> None:
    page = Page("<div>one<p>two<b>three</b>four</p>five<p>six</p></div>", max_elements=4)
    assert [leaf.text for leaf in page.leaves] == ["one", "two", "five"]


def test_a_page_of_dates_is_read_as_far_as_so_many() -> None:
    rows = "".join(f"<li>2021-03-01 10:{i % 60:02d}" for i in range(MOST_DATES + 100))
    page = Page(f"<ul>{rows}</ul>")
    assert len(find_dates_of(page).mentions) == MOST_DATES
    assert not page.truncated
    assert extract(f"<ul>{rows}</ul>").metadata.truncated


def test_beyond_the_bound_a_page_costs_no_more() -> None:
    bound = Options(max_elements=2000)
    fits, larger = (f"<body>{'<div>x</div>' * n}" for n in (2000, 100_000))
    calls_of(fits, bound)  # what is done once in a process is of no page
    assert calls_of(larger, bound) <= 1.1 * calls_of(fits, bound)


@pytest.mark.parametrize("number", [0, -1])
def test_a_bound_below_one_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="max_elements must be 1 or more"):
        Options(max_elements=number)


@pytest.mark.parametrize("name", ["class", "id"])
def test_huge_names_are_not_kept(name: str) -> None:
    huge = f"<div class=post {name}=post{'x' * 100_000}1".replace("class=post class", "class")
    known = extract_pipelines.Site()
    known.learn(Page(thread(5).replace("<div class=post", huge), "https://a.example/1"))
    assert len(json.dumps(known.to_state())) < 50_000


@pytest.mark.parametrize("number", [50.0, "50", None])
def test_a_bound_that_is_no_whole_number_is_refused(number: Any) -> None:
    with pytest.raises(TypeError):
        Options(max_elements=number)
    with pytest.raises(TypeError):
        Page("<p>x", max_elements=number)


SPIDER = """
from tests.crawling import StatsSpider

class Pages(StatsSpider):
    name = "pages"
    start_urls = {urls!r}
    custom_settings = {{"EXTRACT_URLS": "."}}

    def parse(self, response):
        pass
"""


def test_a_crawl_counts_the_pages_that_are_larger(tmp_path: Path) -> None:
    pages = {"/long": Answer(thread(60).encode()), "/short": Answer(thread(5).encode())}
    with Site(pages) as site:
        urls = [site.url + path for path in pages]
        result = crawl(
            tmp_path, SPIDER.format(urls=urls), EXTRACT_MAX_ELEMENTS=100, EXTRACT_WARMUP_PAGES=0
        )
    told = {item["url"][-5:]: item["metadata"]["truncated"] for item in result.items}
    assert told == {"/long": True, "short": False}
    assert result.stat("pages_truncated") == 1


def test_a_wrong_setting_is_named(tmp_path: Path) -> None:
    result = crawl(tmp_path, SPIDER.format(urls=["data:,x"]), EXTRACT_MAX_ELEMENTS="many")
    assert "EXTRACT_MAX_ELEMENTS must be a whole number, 1 or more, not 'many'" in result.log

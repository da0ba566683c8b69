"""What the spider knows of a page counts more than what the page looks like."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from extract_pipelines import Article, ForumThread, Page, PageItem, extract
from extract_pipelines.posts.model import FloorModel
from extract_pipelines.posts.reader import read_thread
from extract_pipelines.posts.scoring.shape_odds import ShapeOdds
from tests.crawling import Site, crawl
from tests.pages import THREADS, article_page, thread_page

URL = "https://a.example/1"
# One text with one date: nothing on the page tells whether it is a post.
NOTE = """<html><head><title>Gearbox</title></head><body><div class="box"><b>oldowl</b>
<i>2023-03-01 10:15</i><p>My gearbox makes a noise like a coffee mill since Monday.</p></div>
</body></html>"""
SPIDER = """
from extract_pipelines import PageItem
from tests.crawling import StatsSpider

class Told(StatsSpider):
    name = "told"
    start_urls = [{url!r}]

    def parse(self, response):
        yield {item}
"""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with Site({"/note/1": NOTE}) as site:
        yield site


def test_a_page_is_what_the_spider_says() -> None:
    assert isinstance(extract(NOTE, URL), Article)
    item = extract(NOTE, URL, page_type="thread")
    assert isinstance(item, ForumThread)
    assert [floor.body for floor in item.floors] == [
        "My gearbox makes a noise like a coffee mill since Monday."
    ]


def test_records_of_an_article_are_its_comments() -> None:
    source = thread_page("Noisy gearbox", THREADS["Noisy gearbox"])
    assert isinstance(extract(source, URL, page_type="thread"), ForumThread)
    item = extract(source, URL, page_type="article")
    assert isinstance(item, Article)
    texts = [text for _, _, text in THREADS["Noisy gearbox"]]
    assert [comment.body for comment in item.comments] == texts


def test_what_the_spider_says_counts_more_than_what_other_pages_told() -> None:
    words = NOTE.partition("<p>")[2].partition(".</p>")[0].split()
    days = [" ".join(words[place:] + words[:place]) for place in range(9)]
    source = NOTE.replace("<p>", "".join(f"<p>{day}, on and on.</p>" for day in days) + "<p>")
    model = FloorModel()
    roots, dates = ("div.box", "div@3", "body@2"), ("div.box", "")
    told = [[root, date, -20.0] for root in roots for date in dates]
    model.odds = ShapeOdds.from_state({"shapes": told, "pages_without_posts": 0})
    for page_type, floors in ((None, 0), ("thread", 1)):
        page = Page(source, URL, page_type=page_type)
        assert len(read_thread(page, model).floors) == floors


def test_a_page_without_records_is_no_thread_whatever_is_said() -> None:
    item = extract(article_page(1), URL, page_type="thread")
    assert isinstance(item, Article)
    assert item.body == extract(article_page(1), URL).body


@pytest.mark.parametrize(
    "make", [lambda: Page("<p>x", page_type="forum"), lambda: PageItem(Page(""), "x")]
)
def test_another_type_is_refused(make: object) -> None:
    with pytest.raises(ValueError, match="page_type is one of thread, article, not"):
        make()  # type: ignore[operator]


@pytest.mark.parametrize(
    ("item", "settings"),
    [
        ("PageItem(response, page_type='thread')", {}),
        ("{'page': PageItem(response, page_type='thread')}", {}),
        (
            "PageItem(response)",
            {"EXTRACT_PAGE_TYPE": [("/article/", "article"), ("/note/", "thread")]},
        ),
        (
            "PageItem(response)",
            {"EXTRACT_PAGE_TYPE": '[["/article/", "article"], ["/", "thread"]]'},
        ),
        ("PageItem(response)", {"EXTRACT_PAGE_TYPE": '{"/note/": "thread"}'}),
    ],
)
def test_a_crawl_knows_what_the_spider_or_a_setting_tells(
    item: str, settings: dict[str, Any], site: Site, tmp_path: Path
) -> None:
    (found,) = crawl(tmp_path, SPIDER.format(url=f"{site.url}/note/1", item=item), **settings).items
    assert [floor["author"] for floor in found["floors"]] == ["oldowl"]


def test_improbable_threads_do_not_come_out(site: Site, tmp_path: Path) -> None:
    spider = SPIDER.format(url=f"{site.url}/note/1", item="PageItem(response, page_type='thread')")
    result = crawl(tmp_path, spider, EXTRACT_MIN_PROBABILITY=0.9)
    assert (result.items, result.stat("threads_improbable")) == ([], 1)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("EXTRACT_PAGE_TYPE", "thread"),
        ("EXTRACT_PAGE_TYPE", '[["/t/", "forum"]]'),
        ("EXTRACT_URLS", "['/a/', '/b/']"),
        ("EXTRACT_URLS", '["/a/", "/b/"'),
        ("EXTRACT_PAGE_TYPE", [("(", "thread")]),
        ("EXTRACT_PAGE_TYPE", [("/t/", "forum")]),
        ("EXTRACT_MIN_PROBABILITY", 2),
    ],
)
def test_a_wrong_setting_is_named(name: str, value: object, site: Site, tmp_path: Path) -> None:
    spider = SPIDER.format(url=f"{site.url}/note/1", item="PageItem(response)")
    result = crawl(tmp_path, spider, **{name: value})
    assert result.has_failed
    assert f"ERROR: {name}" in result.log
    assert "Traceback" not in result.log

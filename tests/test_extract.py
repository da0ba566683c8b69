from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extract_pipelines import Article, ForumThread, Page, Site, extract
from extract_pipelines.site.options import Options
from tests.crawling import ROOT
from tests.pages import THREADS, article_page, forum, list_page, thread_page

FLAT = Options(cluster_passes=1)


def learned(sources: dict[str, str], options: Options = FLAT) -> tuple[Site, dict[str, Page]]:
    site = Site(options)
    pages = {path: Page(source, f"https://a.example{path}") for path, source in sources.items()}
    for page in pages.values():
        site.learn(page)
    return site, pages


def test_the_core_works_where_no_scrapy_is_imported() -> None:
    code = (
        "import sys, extract_pipelines as e; e.extract('<p>x</p>'); e.Site().learn(e.Page('<p>y'));"
        "sys.exit('scrapy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


@pytest.mark.parametrize("method", ["records", "clusters"])
def test_threads_of_a_site_come_out_without_its_template(method: str) -> None:
    site, pages = learned(forum(), Options(floors=method, cluster_passes=1))
    for path, (title, posts) in zip(sorted(pages)[1:], THREADS.items(), strict=True):
        item = site.extract(pages[path])
        assert isinstance(item, ForumThread)
        assert item.title == title
        assert item.in_language == "en"
        assert [(floor.author, floor.body) for floor in item.floors] == [
            (author, text) for author, _, text in posts
        ]
        assert (item.author, item.body) == (posts[0][0], posts[0][2])
        assert item.metadata.method == method
        assert item.metadata.pages_seen == 3


def test_extracting_learns_nothing() -> None:
    site, pages = learned(forum())
    before = json.dumps(site.to_state(), sort_keys=True)
    for page in pages.values():
        site.extract(page)
    assert json.dumps(site.to_state(), sort_keys=True) == before


def test_index_and_threads_are_two_kinds() -> None:
    site, pages = learned(forum())
    assert site.kind_of(pages["/"]) is not site.kind_of(pages["/thread/1"])
    assert site.kind_of(pages["/thread/1"]) is site.kind_of(pages["/thread/2"])
    assert isinstance(site.extract(pages["/"]), Article)


def test_an_odd_page_does_not_empty_the_template() -> None:
    site, pages = learned(forum())
    before = site.extract(pages["/thread/1"])
    for source in ("<h1>502 Bad gateway</h1>", "", "<form>Log in: <input></form>"):
        site.learn(Page(source, "https://a.example/thread/9"))
    after = site.extract(pages["/thread/1"])
    assert isinstance(before, ForumThread)
    assert isinstance(after, ForumThread)
    assert after.floors == before.floors


def test_a_page_with_one_post_is_a_thread_where_others_have_several() -> None:
    alone = thread_page("Lonely", [("solo", "2023-04-01 09:00", "Anybody?")])
    assert isinstance(extract(alone, "https://a.example/thread/4", FLAT), Article)
    site, pages = learned({**forum(), "/thread/4": alone})
    item = site.extract(pages["/thread/4"])
    assert isinstance(item, ForumThread)
    assert [floor.body for floor in item.floors] == ["Anybody?"]


def test_a_page_with_one_post_is_a_thread_by_itself_if_that_is_likelier_than_not() -> None:
    text = "Is there anybody out there? I have been alone on this board for a week."
    alone = thread_page("Lonely", [("solo", "2023-04-01 09:00", text)])
    item = extract(alone, "https://a.example/thread/4", FLAT)
    assert isinstance(item, ForumThread)
    assert [(floor.author, floor.body) for floor in item.floors] == [("solo", text)]


def test_state_comes_back_through_json() -> None:
    site, pages = learned(forum())
    copy = Site.from_state(json.loads(json.dumps(site.to_state())), FLAT)
    for page in pages.values():
        assert copy.extract(page) == site.extract(page)


def test_relative_dates_count_from_the_download() -> None:
    posts = [(author, "3 hours ago", text) for author, _, text in THREADS["Noisy gearbox"]]
    posts[1] = ("bob", "5 minutes ago", "Two drops of oil have helped mine.")
    source = thread_page("Noisy gearbox", posts[:2])
    page = Page(source, downloaded=datetime(2024, 5, 10, 12, 30, tzinfo=UTC))
    item = Site(FLAT).extract(page)
    assert isinstance(item, ForumThread)
    assert [floor.date for floor in item.floors] == [
        "2024-05-10T09:30:00+00:00",
        "2024-05-10T12:25:00+00:00",
    ]
    assert item.floors[0].date_raw == "3 hours ago"


def test_a_date_of_which_the_order_is_unknown_stays_raw() -> None:
    title = "Which solder for brass"
    posts = [(author, "1 hour ago", text) for author, _, text in THREADS[title]]
    posts[0] = ("ann", "03/04/2020 10:00", posts[0][2])
    source = thread_page(title, posts)
    item = extract(source, options=FLAT)
    assert isinstance(item, ForumThread)
    assert (item.floors[0].date, item.floors[0].date_raw) == (None, "03/04/2020 10:00")


def test_every_page_is_an_article_where_no_floors_are_asked_for() -> None:
    item = extract(thread_page("T", THREADS["Noisy gearbox"]), options=Options(floors="none"))
    assert isinstance(item, Article)
    assert item.comments == []
    assert all(text in item.body for _, _, text in THREADS["Noisy gearbox"])


@pytest.mark.parametrize(
    "wrong", [{"body": "x"}, {"floors": ""}, {"filter": "all"}, {"cluster_passes": 0}]
)
def test_a_wrong_option_is_named(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Options(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("support", [1, Fraction(1, 2), Decimal("0.5")])
def test_a_support_may_be_any_number(support: Any) -> None:
    sites = Site(Options(support=support)), Site(Options(support=float(support)))
    for number in range(3):
        page = Page(thread_page("T", THREADS["Noisy gearbox"]), f"https://a.example/{number}")
        read = []
        for site in sites:
            site.learn(page)
            read.append(site.extract(page))
        assert read[0] == read[1]


def test_the_kinds_of_a_site_are_bounded() -> None:
    site = Site()
    for number in range(60):
        source = "<div>" + f"<x{number}><y{number}>text" * 3
        site.learn(Page(source))
    assert len(site.kinds) <= 16


def test_schema_org() -> None:
    site, pages = learned(forum())
    thread = site.extract(pages["/thread/1"]).to_schema_org()
    assert thread["commentCount"] == len(thread["comment"]) == 2
    assert thread["@type"] == "DiscussionForumPosting"
    assert thread["headline"] == "Noisy gearbox"
    assert thread["author"]["name"] == "oldowl"
    assert [comment["author"]["name"] for comment in thread["comment"]] == ["redshift", "oldowl"]
    article = extract(article_page(1), "https://b.example/1").to_schema_org()
    assert article["@type"] == "Article"
    assert "author" not in article


MUTATIONS: list[Callable[[str, int], str]] = [
    lambda source, at: source[:at],
    lambda source, at: source[at:],
    lambda source, at: source[:at] + source[at + 40 :],
    lambda source, at: source[:at] + source[: at // 2] + source[at:],
    lambda source, at: source[:at] + "</div></table><td><div>" + source[at:],
    lambda source, at: source[:at] + "<b><a href='" + source[at:],
    lambda source, at: source[:at] + "\x00\ufffd\ud800" + source[at:],
    lambda source, at: source[:at] + "<!--" + source[at:],
    lambda source, at: source.replace("div", "p", at % 7),
]


@settings(max_examples=3 * settings().max_examples // 2)
@given(
    st.sampled_from([*forum().values(), article_page(1), list_page({"/": "x"})]),
    st.lists(st.tuples(st.sampled_from(MUTATIONS), st.integers(0, 3000)), max_size=4),
    st.sampled_from([Options(), Options(body="line_blocks", filter="none"), FLAT]),
)
def test_mutilated_pages_are_learned_and_read(
    source: str, mutations: list[tuple[Callable[[str, int], str], int]], options: Options
) -> None:
    for mutate, at in mutations:
        source = mutate(source, at)
    site, _ = learned(forum(), options)
    page = Page(source, "https://a.example/thread/1")
    site.learn(page)
    item = site.extract(page)
    assert 0 <= item.metadata.probability <= 1
    assert item.url == page.url


def test_in_which_folder_a_page_was_saved_tells_nothing_of_it() -> None:
    source = thread_page("Noisy gearbox", THREADS["Noisy gearbox"])
    found = [
        extract(source, f"file:///{folder}/thread-13.html")
        for folder in ("srv", "home/anna/2024/11/pages-of-the-forum/saved-15/a-b-c")
    ]
    assert all(isinstance(item, ForumThread) for item in found)
    assert len({item.metadata.probability for item in found}) == 1

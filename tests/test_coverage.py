"""The watch over the reading itself: shares of fields, what has fallen, Spidermon."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from extract_pipelines.forum.figures import Share, fallen
from extract_pipelines.forum.watch import RequestedPage, Watch
from extract_pipelines.items import Article
from extract_pipelines.page import Page
from tests.changing_forum import make_forum
from tests.crawling import DEFAULTS, Site, crawl
from tests.watching import SPIDER, Watched

SPIDERMON = {
    "SPIDERMON_ENABLED": True,
    "EXTENSIONS": {"spidermon.contrib.scrapy.extensions.Spidermon": 500},
    "SPIDERMON_SPIDER_CLOSE_MONITORS": (
        "extract_pipelines.scrapy.spidermonitors.ForumMonitorSuite",
    ),
}


def test_stats_tell_which_share_of_the_floors_has_which_fields(tmp_path: Path) -> None:
    forum = make_forum({1: 10, 2: 10})
    forum.wordless = 2
    watched = Watched(tmp_path, forum, EXTRACT_MONITOR=False)
    with watched.site:
        result = watched.crawl()
    assert result.stat("share_with_body") == 0.5
    assert result.stat("share_with_date") == result.stat("share_with_author") == 1.0
    assert result.stat("share_by_records") == 1.0


def test_items_without_an_address_count_for_the_site_of_their_page(tmp_path: Path) -> None:
    own = """
import dataclasses

@dataclasses.dataclass
class Own:
    page: object
    floors: list | None = None
"""
    bare = "yield Own(page=None, floors=[dict(author='x')])"
    watched = Watched(tmp_path, make_forum({1: 10, 2: 10}))
    spider = SPIDER.replace("yield PageItem(response)", f"yield Own(page=response); {bare}") + own
    with watched.site:
        result = watched.start(spider).wait()
        with closing(sqlite3.connect(tmp_path / "seen.sqlite")) as store:
            past = store.execute("SELECT site, total FROM monitor_figures").fetchall()
    assert {site for site, _ in past} == {watched.site.url.removeprefix("http://")}
    assert max(total for _, total in past) == 20
    assert result.stat("sites") == 1
    assert result.stat("share_with_author") == 1.0
    # Floors of the spider's own making are not what was read.
    assert result.stat("share_with_date") == 1.0


def test_a_share_that_falls_is_told_until_it_rises_again(tmp_path: Path) -> None:
    forum = make_forum({1: 12, 2: 12, 3: 12})
    watched = Watched(tmp_path, forum, **SPIDERMON)
    with watched.site:
        first = watched.crawl()
        assert first.stat("coverage_drops") == 0
        assert "FAILED (" not in first.log
        forum.wordless = 2
        for _ in range(2):
            worse = watched.start().wait()
            assert worse.stat("coverage_drops") == 1
            assert "50% of the floors have a known body; in the runs before, 100% did" in worse.log
            assert "FAILED (failures=1)" in worse.log
        forum.wordless = 0
        assert watched.crawl().stat("coverage_drops") == 0


def test_a_site_that_is_not_asked_any_more_is_told(tmp_path: Path) -> None:
    here, there = Site(make_forum({1: 3, 2: 4}).pages()), Site(make_forum({1: 2, 2: 5}).pages())
    settings = {
        **DEFAULTS,
        "EXTRACT_MONITOR": True,
        "EXTRACT_FAIL_WHEN_BLIND": True,
        "EXTRACT_STORE": f"sqlite:///{tmp_path / 'seen.sqlite'}",
    }
    with here, there:
        both = [site.url + path for site in (here, there) for path in site.pages]
        only = [url for url in both if url.startswith(here.url)]
        for urls in (both, both):
            assert crawl(tmp_path, SPIDER.format(urls=urls), **settings).returncode == 0
        for urls in (only, []):
            result = crawl(tmp_path, SPIDER.format(urls=urls), **settings)
            assert result.stat("sites_missing") == (1 if urls else 2)
            assert f"{there.url[7:]} was asked for nothing; the runs before read it" in result.log
            assert result.returncode == 1


def test_the_process_fails_only_if_it_knows_the_runs_before(tmp_path: Path) -> None:
    result = crawl(tmp_path, SPIDER.format(urls=[]), EXTRACT_FAIL_WHEN_BLIND=True)
    assert "EXTRACT_FAIL_WHEN_BLIND needs EXTRACT_MONITOR = True." in result.log


def test_articles_are_left_out_where_that_is_asked_for(tmp_path: Path) -> None:
    with Site(make_forum({1: 3, 2: 4, 3: 1}).site()) as site:
        urls = [site.url + path for path in site.pages]
        result = crawl(tmp_path, SPIDER.format(urls=urls), EXTRACT_ARTICLES=False)
    assert len(result.items) == 3
    assert result.stat("articles_dropped") == result.stat("articles") == len(urls) - 3


PROFILES = "".join(f"<p>{name}</p><p>Posts: {len(name)}</p>" for name in ("anna", "bert", "ines"))
SHORT = "<p>#1</p><p>#2</p><p>#3</p>" + PROFILES


@pytest.mark.parametrize(
    ("says", "own"),
    [
        # Names, counts and numbers are on all pages; the posts are not.
        ("<p>Mended gearbox {number} with a new spring and a drop of oil, it runs.</p>", 6),
        ("<p>Please solve the riddle to go on.</p><p>Ray {number}</p>", 1),
    ],
)
def test_what_pages_say_of_their_own_counts_by_its_length(says: str, own: int) -> None:
    watch = Watch(1)
    for number in range(6):
        url = f"https://forum.example/thread/{number}/"
        page = Page(f"<html><body>{SHORT}{says.format(number=number)}</body></html>", url)
        requested = RequestedPage("forum.example", url, is_known=False)
        watch.count_result(requested, page.leaves, Article(url=url))
    assert watch.sites["forum.example"].figures()["with_own_text"] == Share(own, 6)


GOOD = [Share(100, 100), Share(60, 60)]


@pytest.mark.parametrize(
    ("figure", "now", "past"),
    [
        ("answered", Share(30, 40), GOOD),
        ("read_again", Share(0, 3), GOOD),
        # A few in each run, and none of them in the latest runs.
        ("read_again", Share(0, 1), [Share(0, 1), Share(0, 1), *GOOD]),
        ("with_date", Share(15, 30), GOOD),
        ("answered", Share(0, 40), [Share(90, 100), Share(70, 100), Share(95, 100)]),
    ],
)
def test_a_fall_is_told(figure: str, now: Share, past: list[Share]) -> None:
    assert fallen(figure, now, past)


@pytest.mark.parametrize(
    ("figure", "now", "past"),
    [
        ("answered", Share(0, 40), []),
        ("answered", Share(39, 40), GOOD),
        # One thread that was removed tells nothing.
        ("read_again", Share(0, 1), GOOD),
        # A run that is well ends a series of falls.
        ("read_again", Share(5, 5), [Share(0, 1), Share(0, 1), *GOOD]),
        # One person without a date.
        ("with_date", Share(0, 8), GOOD),
        # As far as this the runs differed before.
        ("answered", Share(62, 100), [Share(90, 100), Share(65, 100), Share(95, 100)]),
    ],
)
def test_what_may_differ_is_no_fall(figure: str, now: Share, past: list[Share]) -> None:
    assert fallen(figure, now, past) is None

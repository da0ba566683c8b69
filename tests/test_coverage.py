"""The watch over the reading itself: shares of fields, what has fallen, Spidermon."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.changing_forum import make_forum
from tests.watching import SPIDER, Watched

SPIDERMON = {
    "SPIDERMON_ENABLED": True,
    "EXTENSIONS": {"spidermon.contrib.scrapy.extensions.Spidermon": 500},
    "SPIDERMON_SPIDER_CLOSE_MONITORS": ("extract_pipelines.spidermonitors.ForumMonitorSuite",),
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
            past = store.execute("SELECT site, floors FROM monitor_past").fetchall()
    assert past == [(watched.site.url.removeprefix("http://"), 20)]
    assert result.stat("sites") == 1
    assert result.stat("share_with_author") == 1.0
    assert result.stat("share_with_date") < 1.0


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
            assert "50% of the floors have a known body; in the runs before, 100% had" in worse.log
            assert "FAILED (failures=1)" in worse.log
        forum.wordless = 0
        assert watched.crawl().stat("coverage_drops") == 0

"""A disk that is full while a forum is monitored costs no post."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from extract_pipelines.forum.seen import SeenStore
from extract_pipelines.forum.seen_tables import SeenStoreError
from tests.changing_forum import make_forum
from tests.crawling import Result
from tests.test_monitor_crawl import texts, told
from tests.watching import Watched

# From the third page on no file of the process can grow beyond the size that the store's log has:
# the system refuses to write there, as on a full disk. The feed is smaller.
SPIDER = """
import os, resource
from pathlib import Path
from extract_pipelines import PageItem
from tests.crawling import StatsSpider

class Spider(StatsSpider):
    name = "full"
    start_urls = {urls}
    pages = 0
    ends = ENDS

    def parse(self, response):
        self.pages += 1
        if self.pages == 3:
            log = Path(self.settings["EXTRACT_STORE"].removeprefix("sqlite:///") + "-wal")
            self.limit(log.stat().st_size)
        if self.pages == self.ends:
            self.limit(resource.RLIM_INFINITY)
        yield PageItem(response)

    def limit(self, size):
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
"""
FAILING = """
class Failing:
    def process_item(self, item):
        raise OSError("broken")
"""
SIZES = {1: 5, 2: 5, 3: 10, 4: 4, 5: 8, 6: 5}


@pytest.fixture
def watched(tmp_path: Path) -> Any:
    made = Watched(tmp_path, make_forum(SIZES))
    with made.site:
        yield made


def crawl(watched: Watched, ends: int = 0, **settings: Any) -> Result:
    """A crawl whose disk is full from the third page on, until the page of this number."""
    result = watched.start(SPIDER.replace("ENDS", str(ends)), **settings).wait()
    assert not list(watched.folder.glob("*-run-*"))
    return result


@pytest.mark.parametrize("settings", [{}, {"EXTRACT_WARMUP_PAGES": 99}], ids=["at once", "held"])
def test_every_post_comes_out_though_the_store_cannot_be_written_to(
    settings: dict[str, Any], watched: Watched
) -> None:
    result = crawl(watched, **settings)
    assert told(result) == texts(watched.forum)
    assert result.log.count("cannot be written to (") == 1
    assert "Traceback" not in result.log
    assert result.stat("store_errors") > 1
    again = watched.crawl("again")
    assert set(told(again)) <= set(texts(watched.forum))
    assert watched.crawl("third").items == []


def test_what_was_told_is_written_once_there_is_room_again(watched: Watched) -> None:
    result = crawl(watched, ends=6, EXTRACT_SAVE_SECONDS=0.1)
    assert result.stat("store_errors") > 0
    assert told(result) == texts(watched.forum)
    assert watched.crawl("again").items == []


def test_an_item_that_a_pipeline_fails_on_while_the_disk_is_full_is_told_again(
    watched: Watched,
) -> None:
    failing = (
        "\nclass Failing:\n    def process_item(self, item):\n        raise OSError('broken')\n"
    )
    spider = SPIDER.replace("ENDS", "6") + failing
    result = watched.start(spider, ITEM_PIPELINES={"spider.Failing": 900}).wait()
    assert result.items == []
    assert told(watched.crawl()) == texts(watched.forum)


def test_a_line_that_was_cut_off_costs_no_item_of_the_next_run(watched: Watched) -> None:
    feed = watched.folder / "cut.jsonl"
    feed.write_text('{"url": "https://forum.example/", "floors": [{"body": "I wou')
    watched.settings["FEEDS"] = {str(feed): {"format": "jsonlines"}}
    assert told(watched.crawl()) == texts(watched.forum)
    _, *lines = feed.read_text("utf-8").splitlines()
    assert len(list(map(json.loads, lines))) == len(watched.site.pages)


def test_a_store_that_cannot_be_begun_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "seen.sqlite"
    SeenStore(path).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("DROP TABLE monitor_runs")
        other.execute("CREATE TABLE monitor_runs (run INTEGER PRIMARY KEY)")
    with pytest.raises(SeenStoreError, match="cannot be used as a store"):
        SeenStore(path)
    assert [file.name for file in tmp_path.iterdir()] == ["seen.sqlite"]

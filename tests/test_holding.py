"""Items that are held leave once, however the crawl ends."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.crawling import DEFAULTS, Result, Run, Site, crawl
from tests.pages import THREADS, forum, list_page, thread_page
from tests.test_scrapy import REQUESTS_ONLY, YIELDS

COUNT = 24


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with Site(forum()) as site:
        yield site


@pytest.fixture(scope="module")
def large_site() -> Iterator[Site]:
    """A list, and thread pages of more than 100 kB."""
    post = THREADS["Noisy gearbox"][0]
    pages = {
        f"/thread/{number}": thread_page(
            f"Thread {number}",
            [
                (f"member{number}", "2024-02-01 12:00", f"Post {place} of thread {number}. " * 120)
                for place in range(40)
            ]
            + [post],
        )
        for number in range(COUNT)
    }
    assert all(len(page) > 100_000 for page in pages.values())
    with Site({"/": list_page({path: path for path in pages}), **pages}) as site:
        yield site


def left(result: Result) -> list[str]:
    """The addresses of the items that left, each once."""
    urls = [item["url"] for item in result.items]
    assert len(urls) == len(set(urls))
    assert "Traceback" not in result.log
    return urls


@pytest.mark.parametrize("job", [False, True], ids=["no job", "job"])
@pytest.mark.parametrize(
    "end",
    [
        {},
        {"CLOSESPIDER_PAGECOUNT": 5},
        {"CLOSESPIDER_ITEMCOUNT": 2},
        {"CLOSESPIDER_TIMEOUT": 1, "DOWNLOAD_DELAY": 0.15},
        {"EXTRACT_HOLD_BYTES": 300_000},
    ],
    ids=str,
)
def test_pages_of_100_kb_with_8_at_a_time_leave_once(
    end: dict[str, Any], job: bool, large_site: Site, tmp_path: Path
) -> None:
    settings = {
        "EXTRACT_URLS": ["."],
        "EXTRACT_WARMUP_PAGES": 12,
        "CONCURRENT_REQUESTS": 8,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 8,
        **({"JOBDIR": str(tmp_path / "job")} if job else {}),
        **end,
    }
    result = crawl(tmp_path, REQUESTS_ONLY.format(url=large_site.url), **settings)
    assert len(left(result)) == result.stats["response_received_count"] > 1
    assert result.stat("items_held") > 0
    if not end:
        assert len(result.items) == COUNT + 1


@pytest.mark.parametrize("job", [False, True], ids=["no job", "job"])
def test_what_is_held_leaves_when_ctrl_c_is_pressed(
    job: bool, large_site: Site, tmp_path: Path
) -> None:
    settings = {
        **DEFAULTS,
        "EXTRACT_URLS": ["."],
        "EXTRACT_WARMUP_PAGES": 99,
        "DOWNLOAD_DELAY": 0.05,
        **({"JOBDIR": str(tmp_path / "job")} if job else {}),
    }
    before = len(large_site.requested)
    run = Run(tmp_path, REQUESTS_ONLY.format(url=large_site.url), settings)
    deadline = time.monotonic() + 60
    while len(large_site.requested) < before + 5 and time.monotonic() < deadline:
        time.sleep(0.02)
    run.command.interrupt()
    result = run.wait()
    assert len(left(result)) == result.stats["response_received_count"]
    assert result.stat("items_released_at_close") == len(result.items) < COUNT


@pytest.mark.parametrize("job", [False, True], ids=["no job", "job"])
def test_150_items_of_one_callback_are_held_and_leave(
    job: bool, site: Site, tmp_path: Path
) -> None:
    body = "for n in range(150): yield {'n': n, 'page': response}"
    settings = {"JOBDIR": str(tmp_path / "job")} if job else {}
    spider = YIELDS.format(urls=[f"{site.url}/thread/1"], body=body)
    result = crawl(tmp_path, spider, EXTRACT_HOLD_PAGES=200, **settings)
    assert sorted(item["n"] for item in result.items) == list(range(150))
    assert result.stat("items_released_at_close") == 150


def test_a_failing_callback_loses_no_held_item(large_site: Site, tmp_path: Path) -> None:
    spider = REQUESTS_ONLY.format(url=large_site.url).replace(
        "yield from",
        "if 'thread' in response.url: raise RuntimeError('broken')\n        yield from",
    )
    result = crawl(tmp_path, spider, EXTRACT_URLS=["."], EXTRACT_WARMUP_PAGES=99)
    urls = [item["url"] for item in result.items]
    assert len(urls) == len(set(urls)) == COUNT + 1


# The spider is never idle; it closes once its only item has been scraped, or is being processed.
NEVER_IDLE = """
import asyncio
from scrapy import signals
from scrapy.exceptions import DontCloseSpider
from scrapy.utils.defer import deferred_from_coro
from extract_pipelines import PageItem
from tests.crawling import StatsSpider

class Slow:
    @classmethod
    def from_crawler(cls, crawler):
        slow = cls()
        slow.crawler = crawler
        return slow

    async def process_item(self, item):
        if self.crawler.spider.closes_early:
            deferred_from_coro(self.crawler.engine.close_spider_async(reason="early"))
            await asyncio.sleep(0.3)
        return item

class NeverIdle(StatsSpider):
    name = "never_idle"
    start_urls = [{url!r}]
    closes_early = {closes_early}
    custom_settings = {{"ITEM_PIPELINES": {{Slow: 500}}}}

    @classmethod
    def from_crawler(cls, crawler):
        spider = super().from_crawler(crawler)
        crawler.signals.connect(spider.idle, signals.spider_idle)
        crawler.signals.connect(spider.scraped, signals.item_scraped)
        return spider

    def idle(self):
        raise DontCloseSpider

    def scraped(self):
        if not self.closes_early:
            deferred_from_coro(self.crawler.engine.close_spider_async(reason="scraped"))

    def parse(self, response):
        yield PageItem(response)
"""


@pytest.mark.parametrize("closes_early", [False, True])
def test_an_item_leaves_a_spider_that_never_closes_by_its_age(
    closes_early: bool, site: Site, tmp_path: Path
) -> None:
    spider = NEVER_IDLE.format(url=f"{site.url}/thread/1", closes_early=closes_early)
    job = str(tmp_path / "job")
    result = crawl(tmp_path, spider, EXTRACT_HOLD_SECONDS=1, JOBDIR=job)
    assert len(left(result)) == 1
    assert result.stat("items_released_by_age") == 1
    assert result.stat("items_released_at_close") == 0


def test_a_kind_that_the_store_knows_holds_nothing(site: Site, tmp_path: Path) -> None:
    urls = [f"{site.url}/thread/{number}" for number in (1, 2, 3)]
    spider = YIELDS.format(urls=urls, body="yield PageItem(response)")
    job = {"JOBDIR": str(tmp_path / "job"), "EXTRACT_WARMUP_PAGES": 3, "DOWNLOAD_DELAY": 0.4}
    first = crawl(tmp_path, spider, **job)
    assert first.stat("items_held") > 0
    second = crawl(tmp_path, spider, **job)
    assert second.stat("items_held") == 0
    assert len(left(first)) == len(left(second)) == 3

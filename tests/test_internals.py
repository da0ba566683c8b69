"""What Scrapy does not promise is as `extract_pipelines.scrapy.internals` takes it to be.

Where one of these tests fails with a new Scrapy, that module is the place to mend, and what uses it
is not to be trusted with that version until then.
"""

from __future__ import annotations

import gc
import json
import re
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from scrapy import Request, Spider
from scrapy.core.scheduler import Scheduler
from scrapy.core.scraper import Scraper, Slot
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler

import extract_pipelines
from extract_pipelines.scrapy.internals import (
    FINGERPRINTS,
    QUEUE,
    START_LOGGERS,
    forget_selector,
    size_of_fingerprints,
    without_filter,
)
from tests.crawling import Result, Site, crawl
from tests.pages import list_page, thread_page

PACKAGE = Path(extract_pipelines.__file__).parent
# Looks at the crawl from within: an item is in the pipelines, another request waits.
LOOKS = """
import json
from pathlib import Path
import scrapy
from extract_pipelines.scrapy import internals as scrapy_internals
from tests.crawling import StatsSpider

class Looks:
    @classmethod
    def from_crawler(cls, crawler):
        looks = cls()
        looks.crawler = crawler
        return looks

    async def process_item(self, item):
        engine = self.crawler.engine
        if not item["sent"]:
            await scrapy_internals.process_item(engine, {{"sent": True}})
            feeds = scrapy_internals.feeds_of(self.crawler)
            export = scrapy_internals.take_over_exports(self.crawler)
            taken_over = [export.__qualname__, scrapy_internals.take_over_exports(self.crawler)]
            self.crawler.signals.connect(export, scrapy.signals.item_scraped)
            Path("seen.json").write_text(json.dumps({{
                "in_progress": [
                    request.url for request in scrapy_internals.requests_in_progress(engine)
                ],
                "feeds": [
                    [feed.storage.path, feed.storage.write_mode, feed.format, feed.file.closed]
                    for feed in feeds
                ],
                "taken_over": taken_over,
                "line_feeds": [
                    [str(feed.path), feed.overwrites, feed.file is not None]
                    for feed in scrapy_internals.line_feeds(feeds)
                ],
                "with_items": len(scrapy_internals.feeds_with_items(self.crawler)),
                "listeners": [
                    getattr(one, "__qualname__", "")
                    for one in scrapy_internals.listeners_of(
                        self.crawler, scrapy.signals.item_scraped
                    )
                ],
            }}))
        return item

class LooksSpider(StatsSpider):
    name = "looks"
    start_urls = [{url!r}]
    custom_settings = {{"ITEM_PIPELINES": {{Looks: 500}}, "CONCURRENT_REQUESTS": 1}}

    def parse(self, response):
        yield {{"sent": False}}
"""
MANY = """
import scrapy

class Many(scrapy.Spider):
    name = "many"
    start_urls = [{url!r}]

    def parse(self, response):
        yield from response.follow_all(css="a")
"""
FAILS_AT_START = """
import scrapy

class Fails(scrapy.Spider):
    name = "fails"

    @classmethod
    def from_crawler(cls, crawler, *args, **kwargs):
        raise RuntimeError("at the start")
"""
FAILS_AT_THE_END = """
import scrapy
from extract_pipelines.scrapy.internals import end_with_an_error

class Fails(scrapy.Spider):
    name = "fails"

    async def start(self):
        end_with_an_error(self.crawler)
        for request in ():
            yield request
"""


def looked(folder: Path, site: Site, **settings: Any) -> tuple[Result, Any]:

    result = crawl(folder, LOOKS.format(url=f"{site.url}/thread/1"), **settings)
    return result, json.loads((folder / "seen.json").read_text())


def test_requests_under_way_feeds_and_items_of_ours_are_as_we_take_them(tmp_path: Path) -> None:
    with Site({"/thread/1": thread_page("Thread", [])}) as site:
        result, seen = looked(tmp_path, site)
    assert seen["in_progress"] == [f"{site.url}/thread/1"], "engine._slot.inprogress has changed"
    path = str(tmp_path / "items.jsonl")
    assert seen["feeds"] == [[path, "ab", "jsonl", False]], "FeedExporter.slots has changed"
    assert seen["line_feeds"] == [[path, False, True]], "FileFeedStorage or FeedSlot has changed"
    assert seen["with_items"] == 1, "FeedSlot.itemcount has changed"
    assert "FeedExporter.item_scraped" in seen["listeners"], "signals are sent in another way"
    assert seen["taken_over"] == ["FeedExporter.item_scraped", None], "FeedExporter has changed"
    sent = sorted(item["sent"] for item in result.items)
    assert sent == [False, True], "Scraper.start_itemproc_async has changed"


def test_the_scraper_can_be_asked_whether_it_may_close() -> None:
    assert callable(getattr(Scraper, "_check_if_closing", None))
    assert Slot().closing is None


def test_a_job_keeps_its_queue_and_fingerprints_where_we_look(tmp_path: Path) -> None:
    pages = {f"/thread/{number}": thread_page("Thread", []) for number in range(5)}
    with Site({"/": list_page({path: path for path in pages}), **pages}) as site:
        job = {"JOBDIR": str(tmp_path / "job"), "CLOSESPIDER_PAGECOUNT": 1, "DOWNLOAD_DELAY": 0.1}
        crawl(tmp_path, MANY.format(url=site.url), ADDONS={}, CONCURRENT_REQUESTS=1, **job)
    assert any((tmp_path / "job" / QUEUE).iterdir())
    assert (tmp_path / "job" / FINGERPRINTS).stat().st_size > 0


def test_a_response_and_its_selector_keep_each_other_until_they_are_parted() -> None:
    gc.collect()
    gc.disable()
    try:
        kept, freed = (HtmlResponse("https://a.example/", body=b"<p>Text</p>") for _ in range(2))
        assert kept.css("p::text").get() == freed.css("p::text").get() == "Text"
        forget_selector(freed)
        assert freed.css("p::text").get() == "Text"
        forget_selector(freed)
        references = weakref.ref(kept), weakref.ref(freed)
        del kept, freed
        assert references[0]() is not None, "Selector.response has changed"
        assert references[1]() is None, "TextResponse._cached_selector has changed"
    finally:
        gc.enable()


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[Scheduler]:
    """The scheduler of a job, which has queued a request."""
    settings = {
        "JOBDIR": str(tmp_path),
        "SCHEDULER_PRIORITY_QUEUE": "scrapy.pqueues.ScrapyPriorityQueue",
        "TWISTED_REACTOR": None,
    }
    crawler = get_crawler(settings_dict=settings)
    scheduler = Scheduler.from_crawler(crawler)
    scheduler.open(Spider.from_crawler(crawler, "any"))
    assert scheduler.enqueue_request(Request("https://a.example/"))
    yield scheduler
    scheduler.close("finished")


def test_the_filter_of_duplicates_can_be_passed_by(scheduler: Scheduler) -> None:
    again = Request("https://a.example/")
    with without_filter(scheduler):
        assert scheduler.enqueue_request(again), "Scheduler.df has changed"
    assert not scheduler.enqueue_request(again)


def test_the_bytes_of_a_job_s_fingerprints_are_known(scheduler: Scheduler, tmp_path: Path) -> None:
    before = size_of_fingerprints(scheduler)
    assert before == (tmp_path / FINGERPRINTS).stat().st_size > 0, "RFPDupeFilter.file has changed"
    scheduler.enqueue_request(Request("https://a.example/b"))
    assert size_of_fingerprints(scheduler) > before


def test_an_error_at_the_start_comes_to_the_loggers_that_we_take(tmp_path: Path) -> None:
    result = crawl(tmp_path, FAILS_AT_START, ADDONS={})
    errors = re.findall(r"\[([\w.]+)\] (?:ERROR|CRITICAL)", result.log)
    assert errors, result.log
    assert set(errors) <= set(START_LOGGERS)


def test_a_crawl_that_ends_without_a_spider_has_failed(tmp_path: Path) -> None:
    assert crawl(tmp_path, FAILS_AT_THE_END, ADDONS={}).returncode == 1


# How what Scrapy does not promise is written, where it is used.
NAMES = [
    r"\._slot\b",
    r"\.inprogress\b",
    r"\.scraper\b",
    r"\.start_itemproc_async\b",
    r"\._check_if_closing\b",
    r"\.stop_async\b",
    r"\.close_spider_async\(reason",
    r"\._dqpush\b",
    r"\._dqpop\b",
    r"\.slots\b",
    r"\.storage\b",
    r"\.write_mode\b",
    r"\.feed_options\b",
    r"\.itemcount\b",
    r"\bFileFeedStorage\b",
    r"\bFeedExporter\b",
    r"\bgetAllReceivers\b",
    r"\bliveReceivers\b",
    r"\.df\b",
    r"\bBaseDupeFilter\b",
    r"\brequests\.(queue|seen)\b",
    r"\._cached_selector\b",
    r"\bcrawler\.spider = ",
    r"\.bootstrap_failed\b",
    r"\"asyncio\", \"twisted\"",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_that_scrapy_does_not_promise_are_used_in_one_place(name: str) -> None:
    sources = {path.stem: path.read_text("utf-8") for path in PACKAGE.rglob("*.py")}
    using = {stem for stem, source in sources.items() if re.search(name, source)}
    assert {stem for stem in using if "scrapy" in sources[stem]} <= {"internals"}

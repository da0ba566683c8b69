"""What of Scrapy is used that it does not promise, each with the reason.

All of it is here but for what `JournalledScheduler` and `ReleasingItemPipelineManager` extend.
`tests/test_internals.py` looks at each, and is the first to fail when Scrapy changes one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from pydispatch.dispatcher import getAllReceivers, liveReceivers
from scrapy import signals
from scrapy.dupefilters import BaseDupeFilter
from scrapy.extensions.feedexport import FeedExporter, FeedSlot, FileFeedStorage
from scrapy.http import Response, TextResponse

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.core.engine import ExecutionEngine
    from scrapy.core.scheduler import Scheduler
    from scrapy.crawler import Crawler, CrawlerProcessBase

# The parts of a JOBDIR that Scrapy keeps its queue and its fingerprints in. After a kill the one is
# stale and the other too long: no method of its scheduler takes either back.
QUEUE = "requests.queue"
FINGERPRINTS = "requests.seen"
# Scrapy leaves an error at the start to the event loop, which logs it with its traceback. (Twisted
# reactors other than the one of asyncio print one of their own before.)
START_LOGGERS = ("asyncio", "twisted")
# Feeds of which each line stands by itself: what is in them counts, though the run was killed.
LINE_FORMATS = frozenset(("jsonlines", "jsonl", "jl", "csv"))


class LineFeed(NamedTuple):
    """A feed in a file of which each line stands by itself."""

    path: Path
    overwrites: bool
    file: IO[bytes] | None


def requests_in_progress(engine: ExecutionEngine | None) -> Set[Request]:
    """The requests that are being downloaded, or whose pages and items are being processed.

    No signal tells when the last item of a page has left its pipelines; the engine knows.
    """
    slot = engine._slot if engine else None
    return slot.inprogress if slot else frozenset()


async def process_item(engine: ExecutionEngine, item: Any) -> None:
    """Send an item through the pipelines outside of any page's output.

    A spider that never closes may have no page in whose output an item could leave. The scraper
    looks whether it may close when a page is done, not when an item is: it has to be woken if it
    began to close while this item was under way.
    """
    scraper = engine.scraper
    await scraper.start_itemproc_async(item, response=None)
    if scraper.slot is not None and scraper.slot.closing and not scraper.slot.closing.called:
        scraper._check_if_closing()


def feeds_of(crawler: Crawler) -> Sequence[FeedSlot]:
    """The feeds that are open: only their files tell what of an item a kill would leave."""
    exporter = crawler.get_extension(FeedExporter)
    return exporter.slots if exporter else ()


def line_feeds(slots: Iterable[FeedSlot]) -> list[LineFeed]:
    """Those of the feeds that are files of lines, as a later run can tell what stands in them."""
    return [
        LineFeed(Path(slot.storage.path), slot.storage.write_mode == "wb", slot.file)
        for slot in slots
        if isinstance(slot.storage, FileFeedStorage)
        and slot.format in LINE_FORMATS
        and "postprocessing" not in slot.feed_options
    ]


def feeds_with_items(crawler: Crawler) -> list[FeedSlot]:
    """The feeds that have items: one without any may be stored nowhere, which is no failure."""
    return [slot for slot in feeds_of(crawler) if slot.itemcount]


def flush_feeds(crawler: Crawler) -> None:
    """Hand what the feeds have buffered to the system: a killed process cannot.

    :raises OSError: if that fails
    """
    for slot in feeds_of(crawler):
        if slot.file is not None and not slot.file.closed:
            slot.file.flush()


def listeners_of(crawler: Crawler, signal: Any) -> Iterator[Any]:
    """What listens to a signal of the crawl, of which no part of Scrapy tells."""
    return liveReceivers(getAllReceivers(crawler, signal))  # type: ignore[no-any-return]


def take_over_exports(crawler: Crawler) -> Callable[..., object] | None:
    """Keep Scrapy from handing items to the feeds by itself.

    It catches what a feed raises, logs it, and tells nobody which item the feed lacks.

    :return: what hands an item to the feeds, to be called with the arguments of the signal
        ``item_scraped``; None if there are no feeds, or if what writes them listens in another way
    """
    exporter = crawler.get_extension(FeedExporter)
    if exporter is None or exporter.item_scraped not in listeners_of(crawler, signals.item_scraped):
        return None
    crawler.signals.disconnect(exporter.item_scraped, signals.item_scraped)
    return exporter.item_scraped


@contextmanager
def without_filter(scheduler: Scheduler) -> Iterator[None]:
    """Let requests into the queue that the filter of duplicates has let pass before.

    ``dont_filter`` would be queued with them, and be true of them from then on.
    """
    seen, scheduler.df = scheduler.df, BaseDupeFilter()
    try:
        yield
    finally:
        scheduler.df = seen


def size_of_fingerprints(scheduler: Scheduler) -> int:
    """Bytes of the file that the filter of duplicates writes, with all that it has buffered."""
    file = getattr(scheduler.df, "file", None)
    if file is None:
        return 0
    file.flush()
    return os.fstat(file.fileno()).st_size


def forget_selector(response: Response) -> None:
    """Let go of the selector that a response keeps and that keeps the response in turn.

    As long as both hold each other, a page and its tree stay in memory until Python looks for
    garbage. A response that is asked for its selector again makes it anew.
    """
    if isinstance(response, TextResponse):
        response._cached_selector = None


def stop_at_start(crawler: Crawler, reason: str) -> None:
    """End a crawl before its first request; to be called while its spider is being opened.

    Scrapy before 2.18 logs a `CloseSpider` that is raised there, and goes on.
    """

    async def close() -> None:
        engine = crawler.engine
        assert engine is not None
        await engine.close_spider_async(reason=reason)
        # An engine that does not run yet is not stopped when its spider closes.
        await engine.stop_async()

    crawler.signals.connect(close, signals.engine_started, weak=False)


def end_with_an_error(crawler: Crawler) -> None:
    """Let the command of Scrapy that runs the crawl end with exit code 1, for a shell, or cron.

    To be called before the crawl ends. It is so where the crawl `has_failed`, and that is so where
    a crawl that has ended has no spider. No component of a crawl is given the process itself.
    """

    def forget_spider() -> None:
        crawler.spider = None

    crawler.signals.connect(forget_spider, signals.engine_stopped, weak=False)


def has_failed(process: CrawlerProcessBase) -> bool:
    """Whether a crawl of a process could not start, or has called `end_with_an_error`."""
    return process.bootstrap_failed

"""What of Scrapy is used that it does not promise, all of it, each with the reason.

`tests/test_internals.py` looks at each, and is the first to fail when Scrapy changes one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import TYPE_CHECKING, Any

from pydispatch.dispatcher import getAllReceivers, liveReceivers
from scrapy import signals
from scrapy.extensions.feedexport import FeedExporter, FeedSlot
from scrapy.http import Response, TextResponse

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.core.engine import ExecutionEngine
    from scrapy.crawler import Crawler

# The parts of a JOBDIR that Scrapy keeps its queue and its fingerprints in. After a kill the one is
# stale and the other too long: no method of its scheduler takes either back.
QUEUE = "requests.queue"
FINGERPRINTS = "requests.seen"


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


def take_over_exports(crawler: Crawler) -> Callable[..., object] | None:
    """Keep Scrapy from handing items to the feeds by itself.

    It catches what a feed raises, logs it, and tells nobody which item the feed lacks.

    :return: what hands an item to the feeds, to be called with the arguments of the signal
        ``item_scraped``; None if there are no feeds, or if what writes them listens in another way
    """
    exporter = crawler.get_extension(FeedExporter)
    listeners = liveReceivers(getAllReceivers(crawler, signals.item_scraped))
    if exporter is None or exporter.item_scraped not in listeners:
        return None
    crawler.signals.disconnect(exporter.item_scraped, signals.item_scraped)
    return exporter.item_scraped


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

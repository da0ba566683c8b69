"""The item processor: Scrapy's own, which lets go of held items before its pipelines close."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.pipelines import ItemPipelineManager
from scrapy.utils.asyncio import AsyncioLoopingCall, create_looping_call
from scrapy.utils.defer import deferred_from_coro, maybe_deferred_to_future
from twisted.internet.defer import Deferred
from twisted.internet.task import LoopingCall

from extract_pipelines.scrapy.crawl import Crawl
from extract_pipelines.scrapy.internals import process_item

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler

# Seconds between two looks for items that have been held for too long.
LOOK_SECONDS = 1.0


class ReleasingItemPipelineManager(ItemPipelineManager):
    """Scrapy's item pipelines; items that are held too long go through them, and at the end all.

    The end is the last moment at which items can leave, however the crawl ends (finished,
    CLOSESPIDER_*, Ctrl-C).
    """

    _crawler: Crawler
    _crawl: Crawl
    _timer: AsyncioLoopingCall | LoopingCall | None = None
    _sending: Deferred[None] | None = None
    """Items on their way that were held too long."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Called by Scrapy."""
        manager = super().from_crawler(crawler)
        manager._crawler = crawler
        manager._crawl = Crawl.of(crawler)
        manager._crawl.held.has_way_out = True
        return manager

    async def open_spider_async(self) -> None:
        """Called by Scrapy."""
        await super().open_spider_async()
        self._timer = create_looping_call(self._send_old)
        self._timer.start(LOOK_SECONDS, now=False)

    async def close_spider_async(self) -> None:
        """Called by Scrapy once the scraper is idle."""
        if self._timer and self._timer.running:
            self._timer.stop()
        if self._sending:
            await maybe_deferred_to_future(self._sending)
        await self._crawl.held.send_all(self._send)
        await self._crawl.threads.send_all(self._send)
        await super().close_spider_async()

    def _send_old(self) -> None:
        """Send items that have been held too long, unless those of the last look still go."""
        if self._sending is None or self._sending.called:
            self._sending = deferred_from_coro(self._crawl.held.send_old(self._send))

    async def _send(self, item: Any) -> None:
        assert self._crawler.engine is not None
        await process_item(self._crawler.engine, item)

"""The item processor: Scrapy's own, which lets go of held items before its pipelines close."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.pipelines import ItemPipelineManager

from extract_pipelines.monitorpipelines import WaitingThreads
from extract_pipelines.spidermiddlewares import HeldItems

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler


class ReleasingItemPipelineManager(ItemPipelineManager):
    """Scrapy's item pipelines; at the crawl's end the items still held go through them first.

    That is the last moment at which items can leave, however the crawl ends (finished,
    CLOSESPIDER_*, Ctrl-C).
    """

    _crawler: Crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Called by Scrapy."""
        manager = super().from_crawler(crawler)
        manager._crawler = crawler
        HeldItems.of(crawler).has_way_out = True
        return manager

    async def close_spider_async(self) -> None:
        """Called by Scrapy once the scraper is idle."""
        await self._release_held()
        await self._release_threads()
        await super().close_spider_async()

    async def _release_held(self) -> None:
        """One item after the other: a scrape in flight while the spider closes can hang."""
        engine = self._crawler.engine
        assert engine is not None
        for item in HeldItems.of(self._crawler).release_all():
            await engine.scraper.start_itemproc_async(item, response=None)

    async def _release_threads(self) -> None:
        """Let go of threads that wait for pages; the held items before may have added some."""
        engine = self._crawler.engine
        assert engine is not None
        for thread in WaitingThreads.of(self._crawler).release_all():
            await engine.scraper.start_itemproc_async(thread, response=None)

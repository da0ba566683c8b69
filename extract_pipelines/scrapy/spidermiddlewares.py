"""The spider middleware that makes page items, and lets them wait while their template is new."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any
from weakref import WeakSet

from scrapy import Request
from scrapy.http import Response

from extract_pipelines.items import PageItem
from extract_pipelines.page import Page
from extract_pipelines.scrapy.crawl import Crawl, CrawlComponent
from extract_pipelines.scrapy.internals import forget_selector
from extract_pipelines.scrapy.ownitems import carried
from extract_pipelines.scrapy.responses import is_html, is_success, source_of


class PageItemMiddleware(CrawlComponent):
    """Makes a PageItem for each page that EXTRACT_URLS names; holds items while a kind is new.

    An item of the spider's own for the same page stands in the place of the made one. Held items
    leave in the output of the page that makes their kind known.
    """

    def __init__(self, crawl: Crawl) -> None:
        super().__init__(crawl)
        self._has_item: WeakSet[Response] = WeakSet()

    def process_spider_output(self, response: Response, result: Iterable[Any]) -> Iterator[Any]:
        """Pass the callback's output on; then add the page's own item, and those now free."""
        for one in result:
            if self._passes(one, response):
                yield one
        yield from self._at_end(response)

    async def process_spider_output_async(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """As `process_spider_output`, for callbacks that are asynchronous generators."""
        async for one in result:
            if self._passes(one, response):
                yield one
        for one in self._at_end(response):
            yield one

    def process_spider_exception(self, response: Response, exception: Exception) -> None:
        """Keep the item of a page whose callback failed; it leaves with the next output."""
        for item in self._made(response):
            self._has_item.add(response)
            self._crawl.held.keep(item, response, response)

    def _passes(self, one: Any, response: Response) -> bool:
        """Whether what the page's callback yielded goes on now."""
        source = None if isinstance(one, Request) else source_of(carried(one))
        if source is None or isinstance(source, Page):
            return True
        self._crawl.pages.handed_on(source, response)
        if str(source.url) == response.url:
            self._has_item.add(response)
        return not self._crawl.held.hold(one, source, response)

    def _at_end(self, response: Response) -> list[Any]:
        made = [item for item in self._made(response) if self._passes(item, response)]
        forget_selector(response)
        return made + self._crawl.held.release(response)

    def _made(self, response: Response) -> list[PageItem]:
        """The item of a page that EXTRACT_URLS names and that has none yet."""
        if response in self._has_item or not is_success(response):
            return []
        if not any(pattern.search(response.url) for pattern in self._crawl.settings.urls):
            return []
        if not is_html(response):
            self._crawl.count("pages_not_html")
            return []
        return [PageItem(response)]

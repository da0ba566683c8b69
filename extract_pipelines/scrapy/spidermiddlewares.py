"""The spider middleware that makes page items, and holds them while their template is new."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple
from weakref import WeakKeyDictionary, WeakSet

from scrapy import Request
from scrapy.http import Response

from extract_pipelines.items import PageItem
from extract_pipelines.page import Page
from extract_pipelines.scrapy.answers import is_html, is_success, size_of, source_of
from extract_pipelines.scrapy.crawl import Crawl, domain_of, number_of
from extract_pipelines.scrapy.ownitems import carried

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler


class _Held(NamedTuple):
    item: Any
    page: Page | None
    number: int | None
    """Number in the job's journal of the request that gave the item."""
    size: int
    since: float


class HeldItems:
    """Items that wait until their page's kind is known well enough; bounded in number and bytes."""

    _of_crawler: ClassVar[WeakKeyDictionary[Crawler, HeldItems]] = WeakKeyDictionary()

    def __init__(self, crawl: Crawl) -> None:
        self._crawl = crawl
        self._waiting: deque[_Held] = deque()
        self._bytes = 0
        self.has_way_out = False
        """Whether somebody calls `release_all` at the crawl's end; else nothing is held."""

    @classmethod
    def of(cls, crawler: Crawler) -> HeldItems:
        """The crawl's held items, made when they are first asked for."""
        if crawler not in cls._of_crawler:
            cls._of_crawler[crawler] = cls(Crawl.of(crawler))
        return cls._of_crawler[crawler]

    def hold(self, item: Any, source: Any, response: Response) -> bool:
        """Hold an item, if there is reason to.

        :param source: the answer that it carries
        :param response: the page whose callback gave it
        """
        settings = self._crawl.settings
        if not self.has_way_out or settings.freeze or not is_success(source):
            return False
        page = self._crawl.page_of(item, source)
        self._crawl.record(page)
        self._crawl.learn_recorded(domain_of(page.url))
        if self._is_known(page):
            return False
        self.keep(item, source, response, page)
        return True

    def keep(self, item: Any, source: Any, response: Response, page: Page | None = None) -> None:
        """Hold an item until its page's kind is known; without a page, until the next release."""
        number = number_of(response)
        if number is not None and self._crawl.journal:
            self._crawl.journal.hold(number)
        self._waiting.append(_Held(item, page, number, size_of(source), monotonic()))
        self._bytes += size_of(source)
        self._crawl.count("items_held")

    def release(self, carrier: Response) -> list[Any]:
        """Let go of the items whose kind is known by now, and of the oldest beyond the bounds.

        :param carrier: the page in whose output they leave
        """
        settings = self._crawl.settings
        released: list[_Held] = []
        waiting: deque[_Held] = deque()
        for held in self._waiting:
            (released if self._is_known(held.page) else waiting).append(held)
        self._waiting = waiting
        self._bytes -= sum(held.size for held in released)
        while waiting and (len(waiting) > settings.hold_pages or self._bytes > settings.hold_bytes):
            released.append(self._waiting.popleft())
            self._bytes -= released[-1].size
            self._crawl.count("items_released_early")
        for held in released:
            self._left(held, number_of(carrier))
        return [held.item for held in released]

    async def send_old(self, send: Callable[[Any], Awaitable[None]]) -> None:
        """Send the items that have waited EXTRACT_HOLD_SECONDS, one after the other."""
        oldest = monotonic() - self._crawl.settings.hold_seconds
        await self._send(send, "items_released_by_age", lambda held: held.since <= oldest)

    async def send_all(self, send: Callable[[Any], Awaitable[None]]) -> None:
        """Send every item that still waits, one after the other."""
        await self._send(send, "items_released_at_close", lambda _: True)

    async def _send(
        self, send: Callable[[Any], Awaitable[None]], stat: str, goes: Callable[[_Held], bool]
    ) -> None:
        while self._waiting and goes(self._waiting[0]):
            held = self._waiting.popleft()
            self._bytes -= held.size
            self._crawl.count(stat)
            await send(held.item)
            self._left(held, None)

    def _left(self, held: _Held, carrier: int | None) -> None:
        if held.number is not None and self._crawl.journal:
            self._crawl.journal.release(held.number, carrier)

    def _is_known(self, page: Page | None) -> bool:
        kind = None if page is None else self._crawl.kind_of(page)
        return kind is None or kind.template.pages >= self._crawl.settings.warmup_pages


class PageItemMiddleware:
    """Makes a PageItem for each page that EXTRACT_URLS names; holds items while a kind is new.

    An item of the spider's own for the same page stands in the place of the made one. Held items
    leave in the output of the page that makes their kind known.
    """

    def __init__(self, crawl: Crawl, held: HeldItems) -> None:
        self._crawl = crawl
        self._held = held
        self._has_item: WeakSet[Response] = WeakSet()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Called by Scrapy."""
        return cls(Crawl.of(crawler), HeldItems.of(crawler))

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
            self._held.keep(item, response, response)

    def _passes(self, one: Any, response: Response) -> bool:
        """Whether what the page's callback yielded goes on now."""
        source = None if isinstance(one, Request) else source_of(carried(one))
        if source is None or isinstance(source, Page):
            return True
        self._crawl.came_with(source, response)
        if str(source.url) == response.url:
            self._has_item.add(response)
        return not self._held.hold(one, source, response)

    def _at_end(self, response: Response) -> list[Any]:
        made = [item for item in self._made(response) if self._passes(item, response)]
        return made + self._held.release(response)

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

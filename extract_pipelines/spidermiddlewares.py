"""The spider middleware that makes page items, and holds them while their template is new."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple
from weakref import WeakKeyDictionary, WeakSet

from scrapy import Request
from scrapy.http import Response

from extract_pipelines.crawl import Crawl, domain_of, is_success
from extract_pipelines.items import PageItem
from extract_pipelines.kinds import Kind
from extract_pipelines.pipelines import carried

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler


class _Held(NamedTuple):
    item: Any
    kind: Kind | None
    size: int


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

    def hold(self, item: Any, response: Response) -> bool:
        """Hold an item that carries this page, if there is reason to.

        With a JOBDIR nothing is held: a killed process would lose it.
        """
        if not self.has_way_out or self._crawl.keeps_state or not is_success(response):
            return False
        page = self._crawl.page(response)
        self._crawl.record(page)
        self._crawl.learn_recorded(domain_of(response.url))
        kind = self._crawl.kind_of(page)
        if self._is_known(kind):
            return False
        self.keep(item, response, kind)
        return True

    def keep(self, item: Any, response: Response, kind: Kind | None = None) -> None:
        """Hold an item until its kind is known; one without a kind until the next release."""
        self._waiting.append(_Held(item, kind, len(response.body)))
        self._bytes += len(response.body)
        self._crawl.count("items_held")

    def release(self) -> list[Any]:
        """Let go of the items whose kind is known by now, and of the oldest beyond the bounds."""
        settings = self._crawl.settings
        released = [held for held in self._waiting if self._is_known(held.kind)]
        self._waiting = deque(held for held in self._waiting if not self._is_known(held.kind))
        self._bytes -= sum(held.size for held in released)
        while self._waiting and (
            len(self._waiting) > settings.hold_pages or self._bytes > settings.hold_bytes
        ):
            released.append(self._waiting.popleft())
            self._bytes -= released[-1].size
            self._crawl.count("items_released_early")
        return [held.item for held in released]

    def release_all(self) -> list[Any]:
        """Let go of every item that still waits."""
        released = [held.item for held in self._waiting]
        self._waiting.clear()
        self._bytes = 0
        self._crawl.count("items_released_at_close", len(released))
        return released

    def _is_known(self, kind: Kind | None) -> bool:
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
            if self._passes(one):
                yield one
        yield from self._at_end(response)

    async def process_spider_output_async(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """As `process_spider_output`, for callbacks that are asynchronous generators."""
        async for one in result:
            if self._passes(one):
                yield one
        for one in self._at_end(response):
            yield one

    def process_spider_exception(self, response: Response, exception: Exception) -> None:
        """Keep the item of a page whose callback failed; it leaves with the next output."""
        for item in self._made(response):
            self._held.keep(item, response)

    def _passes(self, one: Any) -> bool:
        """Whether what a callback yielded goes on now."""
        response = None if isinstance(one, Request) else carried_response(one)
        if response is None:
            return True
        self._has_item.add(response)
        return not self._held.hold(one, response)

    def _at_end(self, response: Response) -> list[Any]:
        made = [item for item in self._made(response) if self._passes(item)]
        return made + self._held.release()

    def _made(self, response: Response) -> list[PageItem]:
        """The item of a page that EXTRACT_URLS names and that has none yet."""
        if response in self._has_item or not is_success(response):
            return []
        named = any(pattern.search(response.url) for pattern in self._crawl.settings.urls)
        return [PageItem(response)] if named else []


def carried_response(item: Any) -> Response | None:
    """The response that an item carries as its page, if any."""
    source = carried(item)
    if isinstance(source, PageItem):
        source = source.page
    return source if isinstance(source, Response) else None

"""Items that wait until more pages of their kind are known."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from scrapy.http import Response

from extract_pipelines.scrapy.journal import number_of
from extract_pipelines.scrapy.pages import CrawledPage
from extract_pipelines.scrapy.responses import is_success, size_of

if TYPE_CHECKING:
    from extract_pipelines.scrapy.crawl import Crawl


class _Held(NamedTuple):
    item: Any
    crawled: CrawledPage | None
    number: int | None
    """Number in the job's journal of the request that gave the item."""
    size: int
    since: float


class HeldItems:
    """Items that wait until their page's kind is known well enough; bounded in number and bytes."""

    def __init__(self, crawl: Crawl) -> None:
        self._crawl = crawl
        self._waiting: deque[_Held] = deque()
        self._bytes = 0
        self.has_way_out = False
        """Whether somebody calls `send_all` at the end of the crawl; else nothing is held."""

    def hold(self, item: Any, source: Any, response: Response) -> bool:
        """Hold an item, if there is reason to.

        :param source: the response that it carries
        :param response: the page whose callback gave it
        """
        settings = self._crawl.settings
        if not self.has_way_out or settings.freeze or not is_success(source):
            return False
        crawled = self._crawl.pages.of_item(item, source)
        self._crawl.pages.learn(crawled)
        if self._crawl.pages.is_known(crawled):
            return False
        crawled.reading = None  # more will be known
        self.keep(item, source, response, crawled)
        return True

    def keep(
        self, item: Any, source: Any, response: Response, crawled: CrawledPage | None = None
    ) -> None:
        """Hold an item until its page's kind is known; without a page, until the next release."""
        number = number_of(response)
        self._crawl.hold_request(number)
        self._waiting.append(_Held(item, crawled, number, size_of(source), monotonic()))
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
            (released if self._is_known(held) else waiting).append(held)
        self._waiting = waiting
        self._bytes -= sum(held.size for held in released)
        while waiting and (len(waiting) > settings.hold_pages or self._bytes > settings.hold_bytes):
            released.append(self._waiting.popleft())
            self._bytes -= released[-1].size
            self._crawl.count("items_released_early")
        for held in released:
            self._crawl.release_request(held.number, number_of(carrier))
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
            self._crawl.release_request(held.number, None)

    def _is_known(self, held: _Held) -> bool:
        return held.crawled is None or self._crawl.pages.is_known(held.crawled)

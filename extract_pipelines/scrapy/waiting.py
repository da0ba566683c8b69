"""Threads that wait for their pages, and what has left."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from extract_pipelines.forum.assembly import Assembly, key_of
from extract_pipelines.forum.changes import fingerprint
from extract_pipelines.items import ForumThread

if TYPE_CHECKING:
    from extract_pipelines.scrapy.crawl import Crawl

# For each thread that may wait, so many of its pages may.
PAGES_OF_THREAD = 16
# So many pages are known again after they were sent.
MOST_SENT = 10_000
# Key of spider.state that they are kept under.
SENT_KEY = "extract_pipelines_sent"


class _Waiting(NamedTuple):
    """A thread that waits."""

    pages: Assembly
    numbers: list[int | None]
    """Numbers in the job's journal of the requests that gave its pages."""


class SentPages:
    """Pages of threads that have left: by thread and number, with fingerprints of their floors.

    :param known: those of the job's runs before; it is changed
    """

    def __init__(self, known: OrderedDict[tuple[str, int], frozenset[str]]) -> None:
        self._known = known

    def add(self, key: str, pages: Assembly) -> None:
        """The thread of this key has left with these pages."""
        for number, page in pages.pages.items():
            self._known[key, number] = frozenset(map(fingerprint, page.floors))
            self._known.move_to_end((key, number))
            if len(self._known) > MOST_SENT:
                self._known.popitem(last=False)

    def has(self, key: str, page: ForumThread) -> bool:
        """Whether the page was sent: its number was, and most of its floors with it.

        Others may pass for the first page, where a forum's numbers cannot be read.
        """
        before = self._known.get((key, page.page_number or 1), frozenset())
        floors = set(map(fingerprint, page.floors))
        return 2 * len(floors & before) > len(floors)


class WaitingThreads:
    """Threads that wait for their pages; bounded in number, and in pages."""

    def __init__(self, crawl: Crawl) -> None:
        self._crawl = crawl
        self._most = crawl.settings.hold_threads
        self._waiting: OrderedDict[str, _Waiting] = OrderedDict()
        self.first_pages: dict[str, int] = {}
        """Number of the page that a thread is read from, where it is not the first."""

    @cached_property
    def sent(self) -> SentPages:
        """What has left; to be asked for once the spider is open."""
        return SentPages(self._crawl.state.setdefault(SENT_KEY, OrderedDict()))

    def was_sent(self, page: ForumThread) -> bool:
        """Whether a page has left with its thread. A monitor tells by itself what is new."""
        return not self._crawl.settings.monitor and self.sent.has(key_of(page), page)

    def add(self, page: ForumThread, number: int | None) -> ForumThread | None:
        """Take in a page; give the thread that it completes, or one that has waited too long.

        :param number: that of the page's request in the job's journal
        """
        key = key_of(page)
        if key not in self._waiting:
            self._waiting[key] = _Waiting(Assembly(self.first_pages.get(key, 1)), [])
        waiting = self._waiting[key]
        waiting.pages.add(page)
        if waiting.pages.is_complete:
            del self._waiting[key]
            return self._leave(key, waiting, number)
        self._crawl.hold_request(number)
        waiting.numbers.append(number)
        pages = sum(len(other.pages.pages) for other in self._waiting.values())
        if len(self._waiting) > self._most or pages > self._most * PAGES_OF_THREAD:
            return self._leave(*self._waiting.popitem(last=False), number)
        return None

    async def send_all(self, send: Callable[[Any], Awaitable[None]]) -> None:
        """Send the threads that still wait, incomplete as they are, one after the other."""
        while self._waiting:
            key, waiting = self._waiting.popitem(last=False)
            await send(waiting.pages.merged())
            self._leave(key, waiting, None)

    def _leave(self, key: str, waiting: _Waiting, carrier: int | None) -> ForumThread:
        """The thread, whose pages are done once the one in whose place it leaves is."""
        self.sent.add(key, waiting.pages)
        for number in waiting.numbers:
            self._crawl.release_request(number, carrier)
        return waiting.pages.merged()

"""The item pipeline that puts the pages of a thread together."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple
from weakref import WeakKeyDictionary

from scrapy.exceptions import DropItem

from extract_pipelines.forum.assembly import Assembly, key_of
from extract_pipelines.forum.changes import fingerprint
from extract_pipelines.items import ForumThread
from extract_pipelines.scrapy.crawl import NUMBER_UNDER_WAY, Crawl

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler

# For each thread that may wait, so many of its pages may.
PAGES_OF_THREAD = 16
# So many pages are known again after they were told.
MOST_TOLD = 10_000
# Key of spider.state that they are kept under.
TOLD_KEY = "extract_pipelines_told"


class _Waiting(NamedTuple):
    """A thread that waits."""

    pages: Assembly
    numbers: list[int]
    """Numbers in the job's journal of the requests that gave its pages."""


class ToldPages:
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
            if len(self._known) > MOST_TOLD:
                self._known.popitem(last=False)

    def has(self, key: str, page: ForumThread) -> bool:
        """Whether the page was told: its number was, and most of its floors with it.

        Others may pass for the first page, where a forum's numbers cannot be read.
        """
        told = self._known.get((key, page.page_number or 1), frozenset())
        floors = set(map(fingerprint, page.floors))
        return 2 * len(floors & told) > len(floors)


class WaitingThreads:
    """Threads that wait for their pages; bounded in number, and in pages."""

    _of_crawler: ClassVar[WeakKeyDictionary[Crawler, WaitingThreads]] = WeakKeyDictionary()

    def __init__(self, crawl: Crawl) -> None:
        self._crawl = crawl
        self._most = crawl.settings.hold_threads
        self._waiting: OrderedDict[str, _Waiting] = OrderedDict()
        self._told: ToldPages | None = None
        self.first_pages: dict[str, int] = {}
        """Number of the page that a thread is read from, where it is not the first."""

    @classmethod
    def of(cls, crawler: Crawler) -> WaitingThreads:
        """The crawl's waiting threads, made when they are first asked for."""
        if crawler not in cls._of_crawler:
            cls._of_crawler[crawler] = cls(Crawl.of(crawler))
        return cls._of_crawler[crawler]

    @property
    def told(self) -> ToldPages:
        """What has left; known once the spider is open."""
        if self._told is None:
            self._told = ToldPages(self._crawl.state.setdefault(TOLD_KEY, OrderedDict()))
        return self._told

    def was_told(self, page: ForumThread) -> bool:
        """Whether a page has left with its thread. A monitor tells by itself what is new."""
        return not self._crawl.settings.monitor and self.told.has(key_of(page), page)

    def add(self, page: ForumThread) -> ForumThread | None:
        """Take in a page; give the thread that it completes, or one that has waited too long."""
        key = key_of(page)
        number = NUMBER_UNDER_WAY.get()
        if key not in self._waiting:
            self._waiting[key] = _Waiting(Assembly(self.first_pages.get(key, 1)), [])
        waiting = self._waiting[key]
        waiting.pages.add(page)
        if waiting.pages.is_complete:
            del self._waiting[key]
            return self._leave(key, waiting, number)
        if number is not None and self._crawl.journal:
            self._crawl.journal.hold(number)
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
        self.told.add(key, waiting.pages)
        for number in waiting.numbers if self._crawl.journal else ():
            self._crawl.journal.release(number, carrier)  # type: ignore[union-attr]
        return waiting.pages.merged()


class ThreadPipeline:
    """Puts the pages of a thread together (``EXTRACT_THREADS = "thread"``)."""

    def __init__(self, crawl: Crawl, waiting: WaitingThreads) -> None:
        self._crawl = crawl
        self._waiting = waiting

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Called by Scrapy."""
        return cls(Crawl.of(crawler), WaitingThreads.of(crawler))

    def process_item(self, item: Any) -> Any:
        """Give the whole thread in place of its last page; drop the pages before.

        A page that comes again once its thread has left, by another link say, is dropped, too.
        """
        if isinstance(item, ForumThread) and item.complete is None:
            if self._waiting.was_told(item):
                self._crawl.count("thread_pages_again")
                raise DropItem(f"its thread has left: {item.url}", log_level="DEBUG")
            thread = self._waiting.add(item)
            if thread is None:
                raise DropItem(
                    f"waits for other pages of its thread: {item.url}", log_level="DEBUG"
                )
            item = thread
        if isinstance(item, ForumThread):
            self._crawl.count("threads_complete" if item.complete else "threads_incomplete")
        return item

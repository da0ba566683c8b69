"""Which pages of a thread one run has read, and which posts are gone from them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from extract_pipelines.forum.assembly import has_next
from extract_pipelines.forum.changes import Changes, SeenFloor, Window, compare
from extract_pipelines.forum.date_uncertainty import seconds_of
from extract_pipelines.forum.ranks import is_ascending
from extract_pipelines.forum.resume_point import ResumePoint
from extract_pipelines.items import Floor, ForumThread

# So many threads are kept in mind between their pages.
MOST_VISITS = 10_000


class Span(NamedTuple):
    """Pages in a row, and which part of the thread they show, in former ranks.

    Where nothing on them was known, ``low`` is infinite, and ``high`` is minus infinity.
    """

    first: int
    last: int
    low: float
    high: float
    in_order: bool
    """Whether what was known stands in its order, and nothing is left out."""


@dataclass(slots=True)
class Visit:
    """The pages of a thread that were read in this run.

    :ivar first: number of the page that reading begins with
    """

    first: int = 1
    last: int | None = None
    last_url: str = ""
    changed: bool = False
    newest: float = 0.0
    """Date of the newest floor, in seconds since 1970."""
    _spans: dict[int, Span] = field(default_factory=dict)
    """What was read, by the number of each page."""
    _ids: set[str] = field(default_factory=set)
    """Names of the floors that were shown."""
    _opening: str = ""
    """Name of the first floor that was known when the visit began."""
    _next_urls: dict[int, str] = field(default_factory=dict)
    """Addresses of pages that others link to as their next."""

    @property
    def is_complete(self) -> bool:
        """Whether all pages from the first to the thread's end were read."""
        if self.last is None:
            return False
        return all(page in self._spans for page in range(self.first, self.last + 1))

    @property
    def resume_point(self) -> ResumePoint | None:
        """The first page that was not read, if something was and that page's address is known."""
        page = self.first
        while page in self._spans:
            page += 1
        return ResumePoint(page, self._next_urls[page]) if page in self._next_urls else None

    def compare(self, seen: Sequence[SeenFloor], thread: ForumThread, new_id: str) -> Changes:
        """The changes of an item: a page, or the pages that were put together.

        A floor is deleted if it stood between floors that are shown, before the first one where
        the thread begins, or behind the last one where it ends, and on all pages in between that
        were read in this visit it is not. If the whole thread was read, it is deleted if it is
        nowhere. Of a thread of which nothing is left that was found with its first post, another
        thread or a notice stands in its place: what is missing there is doubted.

        :param seen: what was seen of the thread
        :param new_id: begins the names of new floors
        """
        there = [floor for floor in seen if not floor.deleted]
        if not self._spans:
            first = min(there, key=lambda floor: floor.rank, default=None)
            self._opening = first.id if first else ""
        count = iter(range(len(thread.floors)))
        window = window_of(thread)
        changes = compare(seen, thread.floors, window, lambda: f"{new_id}:{next(count)}")
        self._ids.update(state.id for state in changes.kept)
        self._read(thread, window, changes.ranks)
        low, high = self._reach(window.page)
        gone = [f for f in there if low < f.rank < high and f.id not in self._ids]
        if self._is_replaced(gone):
            changes.doubted = gone
        else:
            changes.deleted = gone
        self.changed |= bool(changes.deleted) or not {"edited", "restored"}.isdisjoint(
            changes.statuses
        )
        self.newest = max(self.newest, _newest(thread.floors))
        return changes

    def _read(self, thread: ForumThread, window: Window, ranks: Sequence[float]) -> None:
        """Take in which pages an item shows."""
        page = window.page
        last = page + max(1, len(thread.page_urls) + len(thread.missing_pages)) - 1
        span = Span(
            page,
            last,
            -inf if window.begins else min(ranks, default=inf),
            inf if window.ends else max(ranks, default=-inf),
            window.whole and is_ascending(ranks),
        )
        self._spans |= {
            number: span for number in range(page, last + 1) if number not in thread.missing_pages
        }
        if thread.next_page_url and has_next(thread):
            self._next_urls[last + 1] = thread.next_page_url
        else:
            self.last, self.last_url = last, (thread.page_urls or [thread.url])[-1]

    def _reach(self, page: int) -> tuple[float, float]:
        """Between which former ranks all that there is was read, with a page and those around it.

        :return: the first is not less than the second if that is not known
        """
        if self.first == 1 and self.is_complete:
            return -inf, inf
        low, high = inf, -inf
        span: Span | None = self._spans[page]
        while span and span.in_order and span.high <= low:
            low, high = min(low, span.low), max(high, span.high)
            span = self._spans.get(span.first - 1)
        own = self._spans[page]
        span = self._spans.get(own.last + 1) if own.in_order else None
        while span and span.in_order and span.low >= high:
            low, high = min(low, span.low), max(high, span.high)
            span = self._spans.get(span.last + 1)
        return low, high

    def _is_replaced(self, gone: Sequence[SeenFloor]) -> bool:
        """Whether nothing is left of what was found with the thread's first post."""
        if all(floor.id != self._opening for floor in gone):
            return False
        found_with = self._opening.partition(":")[0] + ":"
        return not any(name.startswith(found_with) for name in self._ids)


class Visits:
    """The visits of a run, by thread; a bounded number of them."""

    def __init__(self) -> None:
        self._visits: OrderedDict[str, Visit] = OrderedDict()

    def of(self, thread: str) -> Visit:
        """The visit of a thread, begun if it is not."""
        visit = self._visits.setdefault(thread, Visit())
        self._visits.move_to_end(thread)
        if len(self._visits) > MOST_VISITS:
            self._visits.popitem(last=False)
        return visit

    def end(self, thread: str) -> None:
        """Forget a visit."""
        self._visits.pop(thread, None)


def window_of(thread: ForumThread) -> Window:
    """Which part of its thread an item shows."""
    page = thread.page_number or 1
    return Window(
        page=page,
        begins=page == 1,
        ends=not has_next(thread) and not thread.missing_pages,
        whole=thread.complete is not False,
    )


def _newest(floors: Iterable[Floor]) -> float:
    """When the newest of some floors was written, in seconds since 1970; 0 if that is not known."""
    moments = (seconds_of(floor.date) for floor in floors)
    return max((moment for moment in moments if moment is not None), default=0.0)

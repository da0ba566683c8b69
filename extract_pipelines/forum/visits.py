"""Which pages of a thread one run has read, and what that tells of floors between two pages."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from extract_pipelines.forum.assembly import has_next
from extract_pipelines.forum.changes import (
    Changes,
    SeenFloor,
    Window,
    between,
    compare,
)
from extract_pipelines.forum.date_uncertainty import parse
from extract_pipelines.forum.threads import Stop
from extract_pipelines.items import ForumThread

# So many threads are kept in mind between their pages.
MOST_VISITS = 10_000


@dataclass(slots=True)
class Visit:
    """The pages of a thread that were read in this run.

    :ivar first: number of the page that reading begins with
    :ivar reaches: for each page read, former ranks of its first and last floor that was known
    """

    first: int = 1
    last: int | None = None
    last_url: str = ""
    reaches: dict[int, tuple[int, int] | None] = field(default_factory=dict)
    ids: set[str] = field(default_factory=set)
    changed: bool = False
    newest: float = 0.0
    """Date of the newest floor, in seconds since 1970."""
    _next_urls: dict[int, str] = field(default_factory=dict)
    """Addresses of pages that others link to as their next."""

    @property
    def is_complete(self) -> bool:
        """Whether all pages from the first to the thread's end were read."""
        if self.last is None:
            return False
        return all(page in self.reaches for page in range(self.first, self.last + 1))

    @property
    def stop(self) -> Stop | None:
        """The first page that was not read, if something was and that page's address is known."""
        page = self.first
        while page in self.reaches:
            page += 1
        return Stop(page, self._next_urls[page]) if page in self._next_urls else None

    def compare(self, seen: Sequence[SeenFloor], thread: ForumThread, new_id: str) -> Changes:
        """The changes of an item, with floors gone between it and a page read before."""
        count = iter(range(len(thread.floors)))
        page = thread.page_number or 1
        changes = compare(seen, thread.floors, window_of(thread), lambda: f"{new_id}:{next(count)}")
        self.ids.update(state.id for state in changes.kept)
        if changes.reach is not None:
            for lower, upper in (
                (self.reaches.get(page - 1), changes.reach),
                (changes.reach, self.reaches.get(page + 1)),
            ):
                if lower and upper:
                    gone = {floor.id for floor in changes.deleted}
                    changes.deleted += [
                        floor
                        for floor in between(seen, lower, upper)
                        if floor.id not in self.ids | gone
                    ]
        return changes

    def count(self, thread: ForumThread, changes: Changes) -> None:
        """Take in that an item was compared: a page, or the pages that were put together."""
        page = thread.page_number or 1
        last = page + max(1, len(thread.page_urls) + len(thread.missing_pages)) - 1
        self.reaches |= {
            number: None for number in range(page, last + 1) if number not in thread.missing_pages
        }
        self.reaches[page] = changes.reach
        if thread.next_page_url and has_next(thread):
            self._next_urls[last + 1] = thread.next_page_url
        else:
            self.last, self.last_url = last, (thread.page_urls or [thread.url])[-1]
        self.changed |= bool(changes.deleted) or "edited" in changes.statuses
        for floor in thread.floors:
            moment = parse(floor.date)
            if moment is not None:
                self.newest = max(self.newest, moment.timestamp())


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

"""Which pages a later visit of a forum has to read: threads that moved, lists up to these."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from extract_pipelines.forum.resume_point import ResumePoint
from extract_pipelines.forum.rows import (
    NO_ACTIVITY,
    ListRow,
    has_moved,
    is_newest_first,
    reply_column,
)
from extract_pipelines.forum.seen import SeenStore
from extract_pipelines.forum.threads import KnownThread

# Threads with so many pages are read as a whole when they have moved: posts are edited, too.
WHOLE_PAGES = 2
# A run reads again so many threads without a sign of change (those that are the likeliest to have
# been edited, and those that were not read for the longest time), and pages of lists beyond those
# that show a change: all as shares of the known threads.
URGENT = 0.01
UNREAD = 0.01
RELISTED = 0.03
# Ten times 0.1 is a little less than 1.
ROUNDING = 1e-9
T = TypeVar("T")


class PlannedVisit(NamedTuple):
    """A thread to read."""

    thread: str
    """Its key."""
    url: str
    """The page to begin with."""
    first: int
    """That page's number."""


class RecrawlPlan:
    """What to read of one site.

    :param site: host and port
    :param store: what the runs before have noted of it
    """

    def __init__(self, site: str, store: SeenStore) -> None:
        self._site = site
        self._threads, self._lists, self._notes = store.threads, store.lists, store.site_notes
        self._begun: set[str] = set()

    def at_start(self, now: float) -> list[PlannedVisit]:
        """Threads that an earlier run did not read to the end, and some that may have been edited.

        :param now: seconds since 1970
        """
        due = self._threads.due(self._site)
        urgent = self._share("urgent", URGENT, partial(self._threads.to_check, self._site, now))
        unread = self._share(
            "unread", UNREAD, partial(self._threads.longest_unread, self._site, now)
        )
        threads = {thread.thread: thread for thread in (*due, *urgent, *unread)}
        self._begun.update(threads)
        return [self._going_on(thread) for thread in threads.values()]

    def _going_on(self, thread: KnownThread) -> PlannedVisit:
        """Where an earlier run has stopped, if it did so within the thread; else at the start."""
        point = self._threads.resume_point(thread.thread) if thread.due else None
        if point is None:
            return PlannedVisit(thread.thread, thread.url, 1)
        return PlannedVisit(thread.thread, point.url, point.page)

    def lists_at_start(self, now: float) -> list[str]:
        """Pages of lists to look at, though those before them show no change.

        Posts that are deleted, and replies in lists that are not the newest first, move no thread
        to the top. So all pages have their turn, a few in each run. Where an earlier run has
        stopped within a list, it is gone on with.

        :param now: seconds since 1970
        """
        pages = partial(self._lists.to_check, self._site, now)
        return self._lists.begun(self._site) + self._share("lists", RELISTED, pages)

    def _share(self, name: str, share: float, pick: Callable[[int], list[T]]) -> list[T]:
        """What a run reads of such as `pick` gives: a share of the number of known threads.

        What is left of it, a fraction mostly, is carried over: a forum of ten threads has one of
        them read in every so many runs. No more than one is saved up.

        :param pick: gives at most as many as it is told
        """
        allowed = self._notes.carried(self._site, name) + share * self._threads.count(self._site)
        picked = pick(int(allowed + ROUNDING))
        self._notes.carry(self._site, name, min(1.0, max(0.0, allowed - len(picked))))
        return picked

    def of_rows(self, rows: Sequence[ListRow]) -> list[PlannedVisit]:
        """The threads of a list that are new, due or have moved; they are due from now on."""
        known = {row.link.key: self._threads.get(row.link.key) for row in rows}
        replies = self._replies(rows, known.values())
        planned = []
        for row in rows:
            thread = known[row.link.key]
            key = thread.thread if thread else row.link.key
            if key in self._begun:
                continue
            if thread is None or thread.due or has_moved(thread.activity, row.activity, replies):
                self.note(key, row.link.url, row)
                planned.append(_planned(row, thread, replies))
                self._begun.add(key)
        return planned

    def note(self, thread: str, url: str, row: ListRow | None) -> None:
        """A thread is due, and this is the row that its list shows now."""
        activity = row.activity if row else NO_ACTIVITY
        self._threads.note(thread, self._site, url, activity)

    def goes_on(self, listing: str, rows: Sequence[ListRow], number: int = 1) -> bool:
        """Whether the next page of a list may hold threads to read.

        :param listing: the list's key
        :param rows: of this page, before `of_rows`
        :param number: of this page
        """
        point = self._lists.resume_point(listing)
        is_behind = point is not None and number < point.page
        is_begun = self._lists.is_begun(listing) and not is_behind
        if not rows or is_begun or not is_newest_first(rows):
            return True
        last = self._threads.get(rows[-1].link.key)
        if last is None or last.due:
            return True
        threads = [self._threads.get(row.link.key) for row in rows]
        return has_moved(last.activity, rows[-1].activity, self._replies(rows, threads))

    def begin_list(
        self, listing: str, number: int, following: ResumePoint, rows: Sequence[ListRow]
    ) -> None:
        """A page of a list is read, and more of it is to be: a later run may go on from here.

        It may not if threads of this page, or of those before it, are not noted.

        :param number: of the page
        :param following: the next page
        :param rows: of the page, those of threads, which are noted; none if none is known for one
        """
        self._lists.begin(listing)
        before = self._lists.resume_point(listing)
        if rows and (number == 1 or (before and before.page == number)):
            self._lists.set_resume_point(listing, self._site, following)

    def _replies(self, rows: Sequence[ListRow], known: Iterable[KnownThread | None]) -> str | None:
        """The column of the numbers of replies, told by the threads that have not moved by date."""
        floors = {
            row.link.key: thread.floors
            for row, thread in zip(rows, known, strict=True)
            if thread and not thread.due and not has_moved(thread.activity, row.activity, None)
        }
        return reply_column(rows, floors)


def _planned(row: ListRow, thread: KnownThread | None, replies: str | None) -> PlannedVisit:
    """Where to begin: at the end, if posts were added to a thread with many pages."""
    url, key = row.link.url, thread.thread if thread else row.link.key
    if thread is None or thread.due or thread.pages <= WHOLE_PAGES or not thread.last_url:
        return PlannedVisit(key, url, 1)
    before = thread.activity["numbers"].get(replies, 0) if replies else 0
    now = row.activity["numbers"].get(replies, 0) if replies else 0
    if now <= before:
        return PlannedVisit(key, url, 1)
    return PlannedVisit(key, thread.last_url, thread.pages)

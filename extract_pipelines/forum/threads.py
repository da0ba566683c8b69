"""The threads of a forum that are known, and when each is to be read again."""

from __future__ import annotations

import json
from collections.abc import Set
from typing import Any, NamedTuple

from extract_pipelines.forum.connection import Connection
from extract_pipelines.forum.resume_point import ResumePoint
from extract_pipelines.forum.rows import Activity

THREAD_TABLES = """
CREATE TABLE IF NOT EXISTS monitor_threads (
    thread TEXT PRIMARY KEY, site TEXT NOT NULL, url TEXT NOT NULL, due INTEGER NOT NULL,
    activity TEXT NOT NULL, floors INTEGER NOT NULL, pages INTEGER NOT NULL,
    last_url TEXT NOT NULL, changed REAL NOT NULL, checked REAL NOT NULL, tries INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS monitor_threads_of ON monitor_threads (site);
CREATE TABLE IF NOT EXISTS monitor_stops (
    thread TEXT PRIMARY KEY, page INTEGER NOT NULL, url TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS monitor_aliases (asked TEXT PRIMARY KEY, thread TEXT NOT NULL)
"""
# A thread is read again, though its list shows no change, once it has been unread for this share
# of the time that it had been quiet when it was last read: posts are edited while they are new.
QUIET_SHARE = 0.5
# Seconds within which no thread is read again for that reason.
SHORTEST_PAUSE = 600.0
# A thread that could not be read in so many runs waits until its list shows another change.
MOST_TRIES = 3


class KnownThread(NamedTuple):
    """What is known of a thread."""

    thread: str
    """Its key; see `extract_pipelines.url.thread_key`."""
    site: str
    url: str
    due: bool
    """Whether it is to be read, as it is new or its list shows a change."""
    activity: Activity
    """What its list showed of it; see `extract_pipelines.forum.rows`."""
    floors: int
    """How many floors it has."""
    pages: int
    last_url: str
    """Address of its last page."""
    changed: float
    """When it changed last, and when it was read last: seconds since 1970."""
    checked: float
    tries: int
    """In how many runs it was asked for and could not be read."""


class KnownThreads:
    """The tables of threads. What cannot be written is found again by a later run."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def _all(self, query: str, *values: Any) -> list[KnownThread]:
        return [
            KnownThread(**{**row, "due": bool(row["due"]), "activity": json.loads(row["activity"])})
            for row in self._connection.rows(query, values)
        ]

    def get(self, thread: str) -> KnownThread | None:
        """The thread, if it is known, by its key or an alias."""
        key = self.key_of(thread)
        return next(iter(self._all("SELECT * FROM monitor_threads WHERE thread = ?", key)), None)

    def key_of(self, thread: str) -> str:
        """What a thread is known by of which a list links to an address that is redirected."""
        row = self._connection.execute(
            "SELECT thread FROM monitor_aliases WHERE asked = ?", (thread,)
        ).fetchone()
        return row[0] if row else thread

    def set_alias(self, asked: str, thread: str) -> None:
        """An address was asked for, and this thread's has answered: what is noted is of that.

        An address that answers itself is its own, even if it was redirected in an earlier run.
        """
        if asked == thread:
            if self.key_of(asked) != asked:
                self._connection.write("DELETE FROM monitor_aliases WHERE asked = ?", (asked,))
            return
        if self.key_of(asked) == thread:
            return
        for statement, values in (
            ("INSERT OR REPLACE INTO monitor_aliases VALUES (?, ?)", (asked, thread)),
            ("UPDATE monitor_aliases SET thread = ? WHERE thread = ?", (thread, asked)),
            ("DELETE FROM monitor_aliases WHERE asked = ?", (thread,)),
            ("UPDATE OR IGNORE monitor_threads SET thread = ? WHERE thread = ?", (thread, asked)),
            ("DELETE FROM monitor_threads WHERE thread = ?", (asked,)),
        ):
            self._connection.write(statement, values)

    def due(self, site: str) -> list[KnownThread]:
        """The site's threads that are to be read: earlier runs could not, or did not come to it."""
        return self._all("SELECT * FROM monitor_threads WHERE site = ? AND due", site)

    def count_tries(self, site: str, failed: Set[str]) -> None:
        """Count a try of each of these threads that is still due.

        :param failed: threads that a run has asked for and could not read
        """
        known = {self.key_of(thread) for thread in failed}
        for thread in self.due(site):
            if thread.thread in known:
                self._connection.write(
                    "UPDATE monitor_threads SET tries = tries + 1, due = tries + 1 < ?"
                    " WHERE thread = ? AND due",
                    (MOST_TRIES, thread.thread),
                )

    def set_resume_point(self, thread: str, point: ResumePoint) -> None:
        """All pages of a thread before this one were read; the next run goes on from there."""
        self._connection.write(
            "INSERT OR REPLACE INTO monitor_stops VALUES (?, ?, ?)", (thread, *point)
        )

    def resume_point(self, thread: str) -> ResumePoint | None:
        """Where to go on with a thread, if it was not read to its end."""
        row = self._connection.execute(
            "SELECT page, url FROM monitor_stops WHERE thread = ?", (thread,)
        ).fetchone()
        return ResumePoint(*row) if row else None

    def to_check(self, site: str, now: float, most: int) -> list[KnownThread]:
        """The site's threads to read again as they may have been edited, the most urgent first.

        :param now: seconds since 1970
        """
        threads = self._rested(site, now)
        urgency = {
            thread.thread: (now - thread.checked)
            / max(SHORTEST_PAUSE, thread.checked - thread.changed)
            for thread in threads
        }
        urgent = [thread for thread in threads if urgency[thread.thread] >= QUIET_SHARE]
        return sorted(urgent, key=lambda thread: urgency[thread.thread], reverse=True)[:most]

    def longest_unread(self, site: str, now: float, most: int) -> list[KnownThread]:
        """The site's threads that have not been read for the longest time, these first.

        :param now: seconds since 1970
        """
        return self._rested(site, now)[:most]

    def _rested(self, site: str, now: float) -> list[KnownThread]:
        """The threads that are not due and were not read a moment ago."""
        return self._all(
            "SELECT * FROM monitor_threads WHERE site = ? AND NOT due AND checked <= ?"
            " ORDER BY checked, thread",
            site,
            now - SHORTEST_PAUSE,
        )

    def count(self, site: str) -> int:
        """How many threads of the site are known."""
        row = self._connection.execute(
            "SELECT count(*) FROM monitor_threads WHERE site = ?", (site,)
        )
        return int(row.fetchone()[0])

    def note(self, thread: str, site: str, url: str, activity: Activity) -> None:
        """A list shows that the thread is new or has changed: it is due until it is read.

        One that was given up has all its tries again.
        """
        self._connection.write(
            "INSERT INTO monitor_threads VALUES (?, ?, ?, 1, ?, 0, 0, '', 0, 0, 0)"
            " ON CONFLICT (thread) DO UPDATE SET url = excluded.url, due = 1,"
            " activity = excluded.activity, tries = tries * due",
            (self.key_of(thread), site, url, json.dumps(activity)),
        )

    def note_read(
        self, thread: str, *, floors: int, pages: int, last_url: str, changed: float, now: float
    ) -> None:
        """The thread was read up to its end; see `KnownThread`."""
        self._connection.write(
            "UPDATE monitor_threads SET due = 0, tries = 0, floors = ?, pages = ?, last_url = ?,"
            " changed = max(changed, ?), checked = ? WHERE thread = ?",
            (floors, pages, last_url, changed, now, thread),
        )
        self._connection.write("DELETE FROM monitor_stops WHERE thread = ?", (thread,))

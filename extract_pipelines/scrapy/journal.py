"""The requests of a job that are not done yet, kept so that a killed process loses none."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Any

from scrapy import Request
from scrapy.http import Response

from extract_pipelines.site.stores import StoreError

# Key of a request's meta with its number in the job's journal.
NUMBER = "extract_pipelines_number"
FILE = "extract_pipelines.journal"
FORMAT = 1
TABLES = """
CREATE TABLE IF NOT EXISTS requests (number INTEGER PRIMARY KEY, request BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS checkpoint (
    one INTEGER PRIMARY KEY CHECK (one = 1), seen_bytes INTEGER NOT NULL, closed INTEGER NOT NULL);
"""


class Journal:
    """Requests by number, as they were at the last checkpoint.

    A request is kept until it is done: it has been under way and is not any more, none of its items
    is held, and the pages that carried its held items along are not under way either. What changes
    between two checkpoints reaches the file in one transaction, so after a kill the file tells the
    state of one moment.

    :param folder: the job's folder
    :raises StoreError: if the folder's journal cannot be used
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._new: dict[int, bytes] = {}
        self._started: set[int] = set()
        self._held: Counter[int] = Counter()
        self._carriers: dict[int, set[int]] = {}
        try:
            self._connection = sqlite3.connect(self._path, isolation_level=None)
            found = self._value("PRAGMA user_version") or 0
            if found > FORMAT:
                raise sqlite3.DatabaseError(f"it has format {found}, this version reads {FORMAT}")
            if (told := self._row("PRAGMA quick_check(1)")) != "ok":
                raise sqlite3.DatabaseError(told)
            # What a killed process has written is there; after a power cut the end may be missing.
            self._connection.executescript(
                f"PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; {TABLES}"
                f"PRAGMA user_version = {FORMAT};"
            )
            self._last = self._value("SELECT max(number) FROM requests") or 0
            self._closed = self._value("SELECT closed FROM checkpoint")
            self.seen_bytes = self._value("SELECT seen_bytes FROM checkpoint") or 0
        except sqlite3.Error as error:
            raise StoreError(
                f"The journal of requests {self._path} cannot be read ({error}): delete the JOBDIR"
                " to crawl afresh."
            ) from None

    def _row(self, query: str) -> Any:
        row = self._connection.execute(query).fetchone()
        return None if row is None else row[0]

    def _value(self, query: str) -> int | None:
        value: int | None = self._row(query)
        if value is not None and not (isinstance(value, int) and value >= 0):
            raise sqlite3.DatabaseError(f"it holds {value!r} for a number")
        return value

    @property
    def was_killed(self) -> bool:
        """Whether the last process that wrote the journal did not end it."""
        return self._closed == 0

    @property
    def is_new(self) -> bool:
        """Whether there was no checkpoint before this process."""
        return self._closed is None

    def requests(self) -> Iterator[tuple[int, bytes]]:
        """The requests of the last checkpoint with their numbers, in the order they were added."""
        yield from self._connection.execute("SELECT number, request FROM requests ORDER BY number")

    def next_number(self) -> int:
        """A number for a request that will be added, or not."""
        self._last += 1
        return self._last

    def add(self, number: int, request: bytes) -> None:
        """Keep a request until it is done."""
        self._new[number] = request

    def start(self, number: int) -> None:
        """A request is under way."""
        self._started.add(number)

    def hold(self, number: int) -> None:
        """An item of a request is held."""
        self._held[number] += 1

    def release(self, number: int, carrier: int | None) -> None:
        """An item of a request is held no more.

        :param carrier: number of the request in whose output it leaves; None if it has left
        """
        self._held[number] -= 1
        if carrier is not None:
            self._carriers.setdefault(number, {number}).add(carrier)

    def checkpoint(self, in_progress: Set[int], seen_bytes: int) -> None:
        """Write what changed since the last checkpoint.

        :param in_progress: numbers of the requests that are being downloaded or processed
        :param seen_bytes: bytes of the file of the fingerprints of all requests so far
        :raises sqlite3.Error: if it cannot be written; then the next checkpoint writes it
        """
        done = {
            number
            for number in self._started
            if self._held[number] <= 0
            and self._carriers.get(number, {number}).isdisjoint(in_progress)
        }
        new = [(number, data) for number, data in self._new.items() if number not in done]
        old = [(number,) for number in done if number not in self._new]
        self._connection.execute("BEGIN IMMEDIATE")
        with self._connection as connection:
            connection.executemany("INSERT INTO requests VALUES (?, ?)", new)
            connection.executemany("DELETE FROM requests WHERE number = ?", old)
            connection.execute("INSERT OR REPLACE INTO checkpoint VALUES (1, ?, 0)", (seen_bytes,))
        self._new = {}
        self._started -= done
        for number in done:
            self._held.pop(number, None)
            self._carriers.pop(number, None)

    def close(self) -> None:
        """Note that the job ended in good order after its last checkpoint."""
        self._connection.execute("UPDATE checkpoint SET closed = 1")
        self._connection.close()


def number_of(source: Request | Response | None) -> int | None:
    """The number in the job's journal of a request, or of the one that a response is for."""
    request = source.request if isinstance(source, Response) else source
    return None if request is None else request.meta.get(NUMBER)

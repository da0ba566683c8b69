"""What was seen of each thread and floor, in one SQLite file that several runs may share."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from extract_pipelines.monitor.changes import Changes, SeenFloor
from extract_pipelines.monitor.past import PAST_TABLE, Past
from extract_pipelines.monitor.runs import RunLock, is_alive
from extract_pipelines.monitor.threads import THREAD_TABLES, KnownThreads

# Version of the tables; a file of another version is not read.
VERSION = 1
# Marks the file as ours: "Extr" in the header's application id.
APPLICATION_ID = 0x45787472
# Seconds to wait for another run's transaction.
PATIENCE = 60
TABLES = """
CREATE TABLE IF NOT EXISTS monitor_version (version INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS monitor_runs (run TEXT PRIMARY KEY, feeds TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS monitor_floors (
    id TEXT PRIMARY KEY, thread TEXT NOT NULL, rank INTEGER NOT NULL, post_id TEXT, author TEXT,
    print TEXT NOT NULL, lines TEXT NOT NULL, date TEXT, precision TEXT NOT NULL,
    error REAL NOT NULL, deleted INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS monitor_floors_of ON monitor_floors (thread);
CREATE TABLE IF NOT EXISTS monitor_claims (
    change_id TEXT PRIMARY KEY, run TEXT NOT NULL, thread TEXT NOT NULL, floors TEXT NOT NULL,
    lines INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS monitor_claims_of ON monitor_claims (thread);
"""
_SEEN = (
    "SELECT id, rank, post_id, author, print, lines, date, precision, error, deleted"
    " FROM monitor_floors WHERE thread = ?"
)
_PUT = (
    "INSERT OR REPLACE INTO monitor_floors VALUES (:id, :thread, :rank, :post_id, :author,"
    " :print, :lines, :date, :precision, :error, :deleted)"
)


class StoreError(ValueError):
    """A store that cannot be used; the message says why."""


class SeenStore:
    """The store of one run.

    A change is *claimed* when it is found, in one transaction with the look at what was seen, so
    that of several runs only one tells it; it is *confirmed* when it has left. The claims of a run
    that died are dropped when the next one starts: what it had found is found again, except for
    changes that stand in its feeds already.

    :param path: the SQLite file; it and its folder are made if they are not there
    :raises StoreError: if the file is no store, or one of another version
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.run = uuid4().hex
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
            self._prepare()
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{path} cannot be used as a store: {error}") from error
        self._lock = RunLock(path, self.run)
        self.threads = KnownThreads(self._connection)
        self.past = Past(self._connection)
        self._feeds: dict[str, int] = {}
        self._execute("INSERT INTO monitor_runs VALUES (?, '{}')", (self.run,))

    def _prepare(self) -> None:
        self._execute("PRAGMA journal_mode = WAL")
        self._execute("PRAGMA synchronous = NORMAL")
        with self._transaction():
            tables = self._execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
            if tables and self._execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
                raise StoreError(f"{self.path} is an SQLite file of something else")
            self._execute(f"PRAGMA application_id = {APPLICATION_ID}")
            for statement in (*TABLES.split(";"), *THREAD_TABLES.split(";"), PAST_TABLE):
                self._execute(statement)
            row = self._execute("SELECT version FROM monitor_version").fetchone()
            if row is None:
                self._execute("INSERT INTO monitor_version VALUES (?)", (VERSION,))
            elif row[0] != VERSION:
                raise StoreError(
                    f"{self.path} holds what was seen in format {row[0]}, this version reads "
                    f"{VERSION}: give another EXTRACT_STORE"
                )

    def _execute(self, statement: str, values: Iterable[Any] = ()) -> sqlite3.Cursor:
        return self._connection.execute(statement, tuple(values))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All or nothing, and no other run's between."""
        self._execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._execute("ROLLBACK")
            raise
        self._execute("COMMIT")

    def writes_to(self, feed: Path, *, overwrite: bool = False) -> None:
        """Keep in mind a file that this run writes lines to, before it does."""
        name = str(feed.absolute())
        if name not in self._feeds:
            self._feeds[name] = 0 if overwrite else _size(feed)
            self._execute(
                "UPDATE monitor_runs SET feeds = ? WHERE run = ?",
                (json.dumps(self._feeds), self.run),
            )

    def recover(self, overwritten: Iterable[Path] = ()) -> int:
        """Confirm what dead runs have written to their feeds, drop their other claims.

        :param overwritten: files that this run overwrites: what was written to them is lost
        :return: the number of claims that were dropped, to be found again
        """
        lost = {str(feed.absolute()) for feed in overwritten}
        dropped = 0
        for run, feeds in self._execute("SELECT run, feeds FROM monitor_runs").fetchall():
            if run == self.run or is_alive(self.path, run):
                continue
            sizes = {Path(f): size for f, size in json.loads(feeds).items() if f not in lost}
            with self._transaction():
                claims = dict(
                    self._execute(
                        "SELECT change_id, lines FROM monitor_claims WHERE run = ?", (run,)
                    )
                )
                written = _written(claims, sizes)
                for change_id in written:
                    self._confirm(change_id)
                for change_id in claims.keys() - written:
                    self._release(change_id)
                    dropped += 1
                self._execute("DELETE FROM monitor_runs WHERE run = ?", (run,))
        return dropped

    def seen(self, thread: str) -> list[SeenFloor]:
        """The floors of a thread that were told, or are claimed to be told."""
        rows = (SeenFloor(*row) for row in self._execute(_SEEN, (thread,)))
        floors = {floor.id: replace(floor, deleted=bool(floor.deleted)) for floor in rows}
        claims = self._execute(
            "SELECT floors FROM monitor_claims WHERE thread = ? ORDER BY rowid", (thread,)
        )
        for (claimed,) in claims:
            for state in json.loads(claimed):
                floors[state["id"]] = SeenFloor(**state)
        return list(floors.values())

    def claim(
        self,
        thread: str,
        compare: Callable[[list[SeenFloor]], Changes],
        lines: Callable[[Changes], int] = lambda changes: 1,
    ) -> tuple[str | None, Changes]:
        """Find what is new in a thread, and claim to tell it.

        :param compare: finds the changes, given what was seen
        :param lines: how many lines of a feed will tell them
        :return: the name of the claim, None if there is nothing new; and the changes
        """
        with self._transaction():
            changes = compare(self.seen(thread))
            marked = list(zip(changes.states, changes.marks, strict=True))
            self._update(state for state, mark in marked if mark == "seen")
            if not changes.is_news:
                return None, changes
            news = [state for state, mark in marked if mark != "seen"]
            gone = [replace(floor, deleted=True) for floor in changes.deleted]
            told = json.dumps([asdict(floor) for floor in (*news, *gone)])
            change_id = uuid4().hex
            self._execute(
                "INSERT INTO monitor_claims VALUES (?, ?, ?, ?, ?)",
                (change_id, self.run, thread, told, lines(changes)),
            )
        return change_id, changes

    def _update(self, floors: Iterable[SeenFloor]) -> None:
        """Keep how floors read now that have nothing to tell."""
        self._connection.executemany(
            "UPDATE monitor_floors SET rank = :rank, post_id = :post_id, print = :print,"
            " lines = :lines, date = :date, precision = :precision, error = :error, deleted = 0"
            " WHERE id = :id",
            [asdict(floor) for floor in floors],
        )

    def confirm(self, change_id: str) -> None:
        """The change has left; do nothing if it is no claim any more."""
        with self._transaction():
            self._confirm(change_id)

    def _confirm(self, change_id: str) -> None:
        row = self._execute(
            "SELECT thread, floors FROM monitor_claims WHERE change_id = ?", (change_id,)
        ).fetchone()
        if row is None:
            return
        thread, floors = row
        self._connection.executemany(
            _PUT, [{**state, "thread": thread} for state in json.loads(floors)]
        )
        self._execute("DELETE FROM monitor_claims WHERE change_id = ?", (change_id,))

    def release(self, change_id: str) -> None:
        """The change did not leave: it will be found again."""
        with self._transaction():
            self._release(change_id)

    def _release(self, change_id: str) -> None:
        self._execute(
            "UPDATE monitor_threads SET due = 1 WHERE thread ="
            " (SELECT thread FROM monitor_claims WHERE change_id = ?)",
            (change_id,),
        )
        self._execute("DELETE FROM monitor_claims WHERE change_id = ?", (change_id,))

    def claims(self) -> list[str]:
        """Names of this run's claims that are neither confirmed nor released."""
        rows = self._execute("SELECT change_id FROM monitor_claims WHERE run = ?", (self.run,))
        return [change_id for (change_id,) in rows]

    def close(self) -> None:
        """End the run; its claims are released."""
        for change_id in self.claims():
            self.release(change_id)
        self._execute("DELETE FROM monitor_runs WHERE run = ?", (self.run,))
        self._connection.close()
        self._lock.release()


def _size(feed: Path) -> int:
    return feed.stat().st_size if feed.is_file() else 0


def _written(claims: Mapping[str, int], feeds: Mapping[Path, int]) -> set[str]:
    """Which claims stand in a feed with all their lines.

    :param claims: number of lines of each
    :param feeds: where in each file the run began to write
    """
    found: Counter[str] = Counter()
    for feed, start in feeds.items() if claims else ():
        if not feed.is_file():
            continue
        with feed.open("rb") as file:
            file.seek(start if start <= _size(feed) else 0)
            for line in file:
                if line.endswith(b"\n"):
                    found.update(name for name in claims if name.encode() in line)
    return {name for name, lines in claims.items() if found[name] >= lines}

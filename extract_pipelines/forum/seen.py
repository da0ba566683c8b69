"""What was seen of each thread and floor, in one SQLite file that several runs may share."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from extract_pipelines.forum.changes import Changes, SeenFloor
from extract_pipelines.forum.claims import Claim, UnsavedClaims, claim_of, size_of, written_in
from extract_pipelines.forum.connection import Connection
from extract_pipelines.forum.coverage_history import CoverageHistory
from extract_pipelines.forum.lists import KnownLists
from extract_pipelines.forum.runs import RunLock, is_alive
from extract_pipelines.forum.seen_tables import SeenStoreError, prepare_tables, put_aside
from extract_pipelines.forum.site_notes import SiteNotes
from extract_pipelines.forum.threads import KnownThreads
from extract_pipelines.site.stores.aside import one_at_a_time

_SEEN = (
    "SELECT id, rank, post_id, author, fingerprint, lines, date, precision, error, deleted"
    " FROM monitor_floors WHERE thread = ?"
)
_PUT = (
    "INSERT OR REPLACE INTO monitor_floors VALUES (:id, :thread, :rank, :post_id, :author,"
    " :fingerprint, :lines, :date, :precision, :error, :deleted)"
)


class SeenStore:
    """The store of one run.

    A change is *claimed* when it is found, in one transaction with the look at what was seen, so
    that of several runs only one tells it; it is *confirmed* when it has left. The claims of a run
    that died are dropped when the next one starts: what it had found is found again, except for
    changes that stand in its feeds already.

    Where the file cannot be written to, on a full disk say, claims are kept in memory and written
    later; if they never can be, a later run tells them again. Nothing fails on that.

    :param path: the SQLite file; it and its folder are made if they are not there
    :param count: called with the name of a stat and a number to add to it
    :param reset: whether a damaged file, or what another version has seen, is put aside, and all is
        told again
    :raises SeenStoreError: if the file is no store, or one of another version
    """

    def __init__(
        self,
        path: Path,
        count: Callable[[str, int], object] = lambda name, number: None,
        *,
        reset: bool = False,
    ) -> None:
        self.path = path
        self.run = uuid4().hex
        self._unsaved = UnsavedClaims()
        self._ends: dict[str, bool] = {}
        """Whether claims that have ended were told, where this is not written yet."""
        self._feeds: dict[str, int] = {}
        with ExitStack() as opened:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                if reset and path.exists():
                    with one_at_a_time(path):
                        put_aside(path)
                self._connection = Connection(path, count)
                opened.callback(self._connection.close)
                prepare_tables(self._connection, path)
                self._lock = RunLock(path, self.run)
                opened.callback(self._lock.release)
                self._execute("INSERT INTO monitor_runs VALUES (?, '{}')", (self.run,))
            except (OSError, sqlite3.Error) as error:
                raise SeenStoreError(f"{path} cannot be used as a store: {error}") from error
            opened.pop_all()
        self.threads = KnownThreads(self._connection)
        self.lists = KnownLists(self._connection)
        self.site_notes = SiteNotes(self._connection)
        self.history = CoverageHistory(self._connection)

    def _execute(self, statement: str, values: Iterable[Any] = ()) -> sqlite3.Cursor:
        return self._connection.execute(statement, tuple(values))

    def writes_to(self, feed: Path, *, overwrite: bool = False) -> None:
        """Keep in mind a file that this run writes lines to, before it does."""
        name = str(feed.absolute())
        if name not in self._feeds:
            feeds = {**self._feeds, name: 0 if overwrite else size_of(feed)}
            known = "UPDATE monitor_runs SET feeds = ? WHERE run = ?"
            if self._connection.write(known, (json.dumps(feeds), self.run)):
                self._feeds = feeds

    def recover(self, overwritten: Iterable[Path] = ()) -> int:
        """Confirm what dead runs have written to their feeds, drop their other claims.

        :param overwritten: files that this run overwrites: what was written to them is lost
        :return: the number of claims that were dropped, to be found again
        """
        lost = {str(feed.absolute()) for feed in overwritten}
        dropped = 0
        with self._connection.sparing():
            for run, feeds in self._execute("SELECT run, feeds FROM monitor_runs").fetchall():
                if run != self.run and not is_alive(self.path, run):
                    sizes = {Path(f): size for f, size in json.loads(feeds).items()}
                    known = {feed: size for feed, size in sizes.items() if str(feed) not in lost}
                    dropped += self._recover(run, known)
        return dropped

    def _recover(self, run: str, feeds: Mapping[Path, int]) -> int:
        query = "SELECT change_id, lines FROM monitor_claims WHERE run = ?"
        with self._connection.transaction():
            claims = dict(self._execute(query, (run,)))
            written = written_in(claims, feeds)
            for change_id in written:
                self._confirm(change_id)
            for change_id in claims.keys() - written:
                self._release(change_id)
            self._execute("DELETE FROM monitor_runs WHERE run = ?", (run,))
        return len(claims.keys() - written)

    def seen(self, thread: str) -> list[SeenFloor]:
        """The floors of a thread that were told, or are claimed to be told."""
        floors: dict[str, SeenFloor] = {}
        with self._connection.sparing():
            floors = self._stored(thread)
        return list({**floors, **self._unsaved_floors(thread)}.values())

    def _stored(self, thread: str) -> dict[str, SeenFloor]:
        rows = (SeenFloor(*row) for row in self._execute(_SEEN, (thread,)))
        floors = {floor.id: replace(floor, deleted=bool(floor.deleted)) for floor in rows}
        claims = self._execute(
            "SELECT floors FROM monitor_claims WHERE thread = ? ORDER BY rowid", (thread,)
        )
        for (claimed,) in claims:
            for state in json.loads(claimed):
                floors[state["id"]] = SeenFloor(**state)
        return floors

    def _unsaved_floors(self, thread: str) -> dict[str, SeenFloor]:
        return {
            floor.id: floor
            for change_id, claim in self._unsaved
            if claim.thread == thread and self._ends.get(change_id) is not False
            for floor in claim.floors
        }

    def has_thread(self, thread: str) -> bool:
        """Whether posts of a thread were told that are still there."""
        query = "SELECT 1 FROM monitor_floors WHERE thread = ? AND NOT deleted LIMIT 1"
        return self._execute(query, (thread,)).fetchone() is not None

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
        change_id = uuid4().hex
        changes: Changes | None = None
        claim: Claim | None = None
        with self._connection.sparing() as written, self._connection.transaction():
            known = {**self._stored(thread), **self._unsaved_floors(thread)}
            changes = compare(list(known.values()))
            claim = claim_of(thread, changes, lines)
            statuses = zip(changes.kept, changes.statuses, strict=True)
            self._update(state for state, status in statuses if status == "seen")
            if claim:
                self._put(change_id, claim)
        if changes is None:
            changes = compare(self.seen(thread))
            claim = claim_of(thread, changes, lines)
        if claim and not written:
            self._unsaved.add(change_id, claim)
        return change_id if claim else None, changes

    def _put(self, change_id: str, claim: Claim) -> None:
        told = json.dumps([asdict(floor) for floor in claim.floors])
        self._execute(
            "INSERT INTO monitor_claims VALUES (?, ?, ?, ?, ?)",
            (change_id, self.run, claim.thread, told, claim.lines),
        )

    def _update(self, floors: Iterable[SeenFloor]) -> None:
        """Keep how floors read now that have nothing to tell."""
        self._connection.executemany(
            "UPDATE monitor_floors SET rank = :rank, post_id = :post_id,"
            " fingerprint = :fingerprint, lines = :lines, date = :date, precision = :precision,"
            " error = :error, deleted = 0 WHERE id = :id",
            [asdict(floor) for floor in floors],
        )

    def thread_of(self, change_id: str) -> str | None:
        """The thread that a claim is of."""
        claims = dict(self._unsaved)
        if change_id in claims:
            return claims[change_id].thread
        query = "SELECT thread FROM monitor_claims WHERE change_id = ?"
        row = self._execute(query, (change_id,)).fetchone()
        return str(row[0]) if row else None

    def confirm(self, change_id: str) -> None:
        """The change has left; do nothing if it is no claim any more."""
        self._end(change_id, told=True)

    def release(self, change_id: str) -> None:
        """The change did not leave: it will be found again."""
        self._end(change_id, told=False)

    def _end(self, change_id: str, *, told: bool) -> None:
        self._ends[change_id] = told
        if not self._connection.is_down:
            self.save()

    def save(self) -> None:
        """Write the claims, and how they ended, that could not be written until now."""
        if not self._unsaved and not self._ends:
            return
        with self._connection.sparing() as written, self._connection.transaction():
            for change_id, claim in self._unsaved:
                self._put(change_id, claim)
            for change_id, told in self._ends.items():
                (self._confirm if told else self._release)(change_id)
        if written:
            self._unsaved.clear()
            self._ends.clear()

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

    def _release(self, change_id: str) -> None:
        """Have the claim's thread read again, from its first page on."""
        thread = self.thread_of(change_id)
        self._execute("UPDATE monitor_threads SET due = 1 WHERE thread = ?", (thread,))
        self._execute("DELETE FROM monitor_stops WHERE thread = ?", (thread,))
        self._execute("DELETE FROM monitor_claims WHERE change_id = ?", (change_id,))

    def claims(self) -> list[str]:
        """Names of this run's claims that are neither confirmed nor released."""
        names = [change_id for change_id, _ in self._unsaved]
        with self._connection.sparing():
            query = "SELECT change_id FROM monitor_claims WHERE run = ?"
            names += [change_id for (change_id,) in self._execute(query, (self.run,))]
        return [change_id for change_id in names if change_id not in self._ends]

    def close(self) -> None:
        """End the run; its claims are released."""
        try:
            self._ends |= dict.fromkeys(self.claims(), False)
            self.save()
            if not self._ends:
                self._connection.write("DELETE FROM monitor_runs WHERE run = ?", (self.run,))
        finally:
            self._connection.close()
            self._lock.release()

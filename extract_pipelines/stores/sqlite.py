"""The store in one SQLite file, which spiders and runs can share on one machine."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from extract_pipelines.stores import FORMAT, Row, State, StoreError, UnreadableError, decode, encode

# Marks the file as ours: "Extr" in the header's application id.
APPLICATION_ID = 0x45787472
# Seconds to wait for another process that writes.
BUSY_SECONDS = 5
# A file up to this size is checked as a whole when it is opened.
CHECKED_BYTES = 100_000_000

TABLE = """CREATE TABLE IF NOT EXISTS templates (
    domain TEXT NOT NULL, writer TEXT NOT NULL, version INTEGER NOT NULL, saved REAL NOT NULL,
    state BLOB NOT NULL, PRIMARY KEY (domain, writer)) WITHOUT ROWID"""


class SqliteStore:
    """Rows in a table. Writes go to the write-ahead log, so a killed process loses none.

    :param path: the file, made if it is not there; its folder must be
    :param shared: whether other writers may use it at the same time
    :param reset: whether a file that cannot be read is moved aside, and a new one begun
    :raises StoreError: if the file cannot be used
    """

    durable = True

    def __init__(self, path: Path, *, shared: bool, reset: bool = False) -> None:
        self.shared = shared
        self._path = path.absolute()
        try:
            self._connection = self._open()
        except UnreadableError:
            if not reset:
                raise
            self._move_aside()
            self._connection = self._open()

    def _open(self) -> sqlite3.Connection:
        with self._told():
            connection = sqlite3.connect(
                self._path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            try:
                self._check(connection)
            except BaseException:
                connection.close()
                raise
            return connection

    def _check(self, connection: sqlite3.Connection) -> None:
        found = _pragma(connection, "user_version")
        if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            if _pragma(connection, "application_id") != APPLICATION_ID:
                raise self._unreadable("is an SQLite file of something else")
            if found > FORMAT:
                raise self._unreadable(f"has format {found}, this version reads {FORMAT}")
        if self._path.stat().st_size <= CHECKED_BYTES:
            told = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if told != "ok":
                raise self._unreadable(f"is damaged ({told})")
        connection.execute("PRAGMA journal_mode = WAL")
        # A killed process loses nothing so; a machine that loses power loses the last writes.
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(TABLE)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {FORMAT}")

    def _move_aside(self) -> None:
        stamp = time.strftime("%Y%m%d-%H%M%S")
        for suffix in ("", "-wal", "-shm"):
            part = self._path.with_name(self._path.name + suffix)
            if part.exists():
                part.rename(part.with_name(f"{self._path.name}.unreadable-{stamp}{suffix}"))

    def _unreadable(self, why: str) -> UnreadableError:
        return UnreadableError(
            f"The template store {self._path} {why}: move it away, or set"
            " EXTRACT_STORE_RESET = True to have it moved aside and learn afresh."
        )

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, ValueError) as error:
            if isinstance(error, sqlite3.OperationalError):
                raise StoreError(
                    f"The template store {self._path} cannot be used now: {error}."
                ) from None
            raise self._unreadable(f"cannot be read ({error})") from None

    def read(self, domain: str) -> dict[str, Row]:
        """See `Store.read`."""
        query = "SELECT writer, version, saved, state FROM templates WHERE domain = ?"
        with self._told():
            return {
                writer: Row(version, saved, decode(state))
                for writer, version, saved, state in self._connection.execute(query, (domain,))
            }

    def replace(
        self, domain: str, expected: Mapping[str, int], rows: Mapping[str, State | None]
    ) -> dict[str, int] | None:
        """See `Store.replace`."""
        encoded = {
            writer: None if state is None else encode(state) for writer, state in rows.items()
        }
        with self._told(), self._transaction() as connection:
            versions = self._versions(domain)
            if any(versions.get(writer, 0) != version for writer, version in expected.items()):
                return None
            for writer, data in encoded.items():
                version = versions.pop(writer, 0) + 1
                if data is None:
                    connection.execute(
                        "DELETE FROM templates WHERE domain = ? AND writer = ?", (domain, writer)
                    )
                else:
                    connection.execute(
                        "INSERT OR REPLACE INTO templates VALUES (?, ?, ?, ?, ?)",
                        (domain, writer, version, time.time(), data),
                    )
                    versions[writer] = version
            return versions

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self._connection.execute("BEGIN IMMEDIATE")
        with self._connection as connection:
            yield connection

    def _versions(self, domain: str) -> dict[str, int]:
        query = "SELECT writer, version FROM templates WHERE domain = ?"
        return dict(self._connection.execute(query, (domain,)))

    def domains(self) -> Iterator[str]:
        """See `Store.domains`."""
        with self._told():
            query = "SELECT DISTINCT domain FROM templates ORDER BY domain"
            yield from [domain for (domain,) in self._connection.execute(query)]

    def forget(self, domain: str) -> bool:
        """See `Store.forget`."""
        query = "DELETE FROM templates WHERE domain = ?"
        with self._told(), closing(self._connection.execute(query, (domain,))) as cursor:
            return cursor.rowcount > 0

    def close(self) -> None:
        """See `Store.close`."""
        self._connection.close()


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])

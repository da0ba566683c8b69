"""The store in one SQLite file, which spiders and runs on one machine can share."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from extract_pipelines.site.extract import FORMAT
from extract_pipelines.site.stores.aside import free_name, move_aside, one_at_a_time
from extract_pipelines.site.stores.store import (
    State,
    StoredSite,
    StoreError,
    UnreadableError,
    decode,
    encode,
)

logger = logging.getLogger(__name__)

# Marks the file as ours: "Extr" in the header's application id.
APPLICATION_ID: Final = 0x45787472
# Seconds to wait for another process that writes.
BUSY_SECONDS: Final = 5
# Seconds between two tries at what SQLite does not wait for itself.
RETRY_SECONDS: Final = 0.01
# A file up to this size is checked as a whole when it is opened.
CHECKED_BYTES: Final = 100_000_000

WHAT_TO_DO: Final = (
    ": move it away, or set EXTRACT_STORE_RESET = True to have it put aside and learn afresh."
)
TABLE: Final = """CREATE TABLE IF NOT EXISTS templates (
    domain TEXT PRIMARY KEY, version INTEGER NOT NULL, state BLOB NOT NULL) WITHOUT ROWID"""


class OtherFormatError(UnreadableError):
    """A file whose templates another version wrote; what a monitor has seen may be read."""


class SqliteStore:
    """Rows in a table. Writes go to the write-ahead log, so a killed process loses none.

    :param path: the file, made if it is not there; its folder must be
    :param reset: whether a file that cannot be read is moved aside, and a new one begun
    :raises StoreError: if the file cannot be used
    """

    durable = True

    def __init__(self, path: Path, *, reset: bool = False) -> None:
        self._path = path.absolute()
        self._connection = self._open_anew() if reset else self._open()

    def _open(self) -> sqlite3.Connection:
        with self._told():
            connection = sqlite3.connect(self._path, timeout=BUSY_SECONDS, isolation_level=None)
            try:
                self._prepare(connection)
            except BaseException:
                connection.close()
                raise
            return connection

    def _open_anew(self) -> sqlite3.Connection:
        """Open the file; if it cannot be read, move it aside, or just drop its templates.

        Another run may be about to do the same: between its look at the file and ours it would
        move away the new one.
        """
        with one_at_a_time(self._path):
            try:
                return self._open()
            except UnreadableError as error:
                why = str(error).removesuffix(WHAT_TO_DO)
                copy = self._drop_templates() if isinstance(error, OtherFormatError) else None
                if copy:
                    logger.warning("%s: a copy is %s, and templates are learned afresh", why, copy)
                else:
                    aside = move_aside(self._path)
                    logger.warning("%s: it is now %s, and a new one is begun", why, aside)
                return self._open()

    def _drop_templates(self) -> Path | None:
        """Drop the templates from a file that a monitor uses, too; the path of a copy with them."""
        with (
            self._told(),
            closing(sqlite3.connect(self._path, BUSY_SECONDS, isolation_level=None)) as connection,
        ):
            if _tables(connection) == {"templates"}:
                return None
            copy = free_name(self._path)
            connection.execute("VACUUM INTO ?", (str(copy),))
            connection.execute("DROP TABLE templates")
            return copy

    def _check(self, connection: sqlite3.Connection) -> None:
        tables = _tables(connection)
        if tables and _pragma(connection, "application_id") != APPLICATION_ID:
            raise self._unreadable("is an SQLite file of something else")
        if damage := damage_of(connection, self._path):
            raise self._unreadable(f"is damaged ({damage})")
        # A monitor may have begun the file, which has no format of templates then.
        found = _pragma(connection, "user_version")
        if "templates" in tables and found != FORMAT:
            raise OtherFormatError(self._why(f"has format {found}, this version reads {FORMAT}"))

    def _prepare(self, connection: sqlite3.Connection) -> None:
        self._check(connection)
        use_write_ahead_log(connection, BUSY_SECONDS)
        # A killed process loses nothing so; a machine that loses power loses the last writes.
        connection.execute("PRAGMA synchronous = NORMAL")
        with transaction(connection):
            connection.execute(TABLE)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {FORMAT}")

    def _unreadable(self, why: str) -> UnreadableError:
        return UnreadableError(self._why(why))

    def _why(self, why: str) -> str:
        return f"The template store {self._path} {why}{WHAT_TO_DO}"

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise StoreError(f"The template store {self._path} cannot be used: {error}.") from None
        except sqlite3.Error as error:
            raise self._unreadable(f"cannot be read ({error})") from None

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._told():
            yield self._connection

    def read(self, domain: str) -> StoredSite | None:
        """See `Store.read`."""
        query = "SELECT version, state FROM templates WHERE domain = ?"
        with self._reading() as connection:
            row = connection.execute(query, (domain,)).fetchone()
        return row and decode(*row)

    def write(self, domain: str, state: State, version: int) -> int | None:
        """See `Store.write`."""
        data = encode(state)
        with self._told():
            if version:
                cursor = self._connection.execute(
                    "UPDATE templates SET version = version + 1, state = ?"
                    " WHERE domain = ? AND version = ?",
                    (data, domain, version),
                )
            else:
                cursor = self._connection.execute(
                    "INSERT OR IGNORE INTO templates VALUES (?, 1, ?)", (domain, data)
                )
        return version + 1 if cursor.rowcount else None

    def domains(self) -> Iterator[str]:
        """See `Store.domains`."""
        with self._reading() as connection:
            query = "SELECT domain FROM templates ORDER BY domain"
            domains = [domain for (domain,) in connection.execute(query)]
        yield from domains

    def forget(self, domain: str) -> bool:
        """See `Store.forget`."""
        query = "DELETE FROM templates WHERE domain = ?"
        with self._told():
            return self._connection.execute(query, (domain,)).rowcount > 0

    def close(self) -> None:
        """See `Store.close`."""
        self._connection.close()


class FrozenSqliteStore(SqliteStore):
    """The rows of a file that is only read: nothing is written to it, or made beside it.

    :param path: the file
    :raises StoreError: if there is none, or if it cannot be used
    """

    def __init__(self, path: Path) -> None:
        self._path = path.absolute()
        if not self._path.exists():
            raise StoreError(
                f"The template store {self._path} does not exist, and with EXTRACT_FREEZE = True"
                " none is made."
            )
        with self._reading() as connection:
            self._check(connection)
            connection.execute("SELECT 1 FROM templates LIMIT 1")

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """A connection for one look: a crawl that learns may write between two of them."""
        # Without a log nobody writes, and SQLite need make no files to agree with others.
        log = self._path.with_name(f"{self._path.name}-wal")
        how = "mode=ro" if log.exists() and log.stat().st_size else "immutable=1"
        address = f"{self._path.as_uri()}?{how}"
        with (
            self._told(),
            closing(sqlite3.connect(address, timeout=BUSY_SECONDS, uri=True)) as connection,
        ):
            yield connection

    def write(self, domain: str, state: State, version: int) -> int | None:
        """See `Store.write`."""
        raise StoreError(f"The template store {self._path} is frozen.")

    def forget(self, domain: str) -> bool:
        """See `Store.forget`."""
        raise StoreError(f"The template store {self._path} is frozen.")

    def close(self) -> None:
        """See `Store.close`."""


def damage_of(connection: sqlite3.Connection, path: Path) -> str | None:
    """What SQLite finds damaged in a file that is not too large to look through; None if nothing.

    :param path: the file
    """
    if path.stat().st_size > CHECKED_BYTES:
        return None
    told = " ".join(connection.execute("PRAGMA quick_check(1)").fetchone()[0].split())
    return None if told == "ok" else told


def use_write_ahead_log(connection: sqlite3.Connection, seconds: float) -> None:
    """Have a file written to by way of a write-ahead log.

    Of several processes that begin a new file at once SQLite refuses all but one here, without the
    wait that it grants to statements.

    :param seconds: how long to try
    :raises sqlite3.OperationalError: if another process has the file to itself all that time
    """
    end = time.monotonic() + seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            kind = error.sqlite_errorcode & 0xFF  # the rest tells why it is busy
            if kind != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(RETRY_SECONDS)
        else:
            return


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing, and no other run's between; for a connection that begins none by itself."""
    connection.execute("BEGIN IMMEDIATE")
    with connection:
        yield


def _tables(connection: sqlite3.Connection) -> set[str]:
    query = "SELECT name FROM sqlite_schema WHERE type = 'table'"
    return {name for (name,) in connection.execute(query)}


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])

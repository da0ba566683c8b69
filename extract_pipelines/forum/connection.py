"""The connection to the store: where that cannot be written to, no item is lost."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from extract_pipelines.site.stores.sqlite import use_write_ahead_log

logger = logging.getLogger(__name__)

# Seconds to wait for another run's transaction.
LOCK_SECONDS = 60
TROUBLE = (
    "%s cannot be written to (%s): the crawl goes on, and keeps in memory what it tells until that"
    " can be written"
)


class Connection:
    """A connection to an SQLite file, each statement a transaction of its own.

    :param count: called with the name of a stat and a number to add to it
    :raises sqlite3.Error: if the file cannot be opened
    """

    def __init__(self, path: Path, count: Callable[[str, int], object]) -> None:
        self._path = path
        self._count = count
        self._is_told = False
        self.is_down = False
        """Whether the last attempt to write failed."""
        self._connection = sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None)

    def use_write_ahead_log(self) -> None:
        """See `extract_pipelines.site.stores.sqlite.use_write_ahead_log`."""
        use_write_ahead_log(self._connection, LOCK_SECONDS)

    def execute(self, statement: str, values: Iterable[Any] = ()) -> sqlite3.Cursor:
        """Run a statement.

        :raises sqlite3.Error: if that fails
        """
        return self._connection.execute(statement, tuple(values))

    def executemany(self, statement: str, rows: Iterable[dict[str, Any]]) -> None:
        """Run a statement for each row."""
        self._connection.executemany(statement, rows)

    def rows(self, query: str, values: Iterable[Any] = ()) -> list[dict[str, Any]]:
        """What a query gives, by the names of the columns."""
        cursor = self._connection.cursor()
        cursor.row_factory = sqlite3.Row
        return [dict(row) for row in cursor.execute(query, tuple(values))]

    def write(self, statement: str, values: Iterable[Any] = ()) -> bool:
        """Run a statement that a later run can do without.

        :return: whether it could be written; if not, that was told
        """
        with self.sparing() as worked:
            self.execute(statement, values)
        return bool(worked)

    @contextmanager
    def sparing(self) -> Iterator[list[bool]]:
        """What cannot be written inside is told once, and counted each time.

        :return: a list that has an element once all was written
        """
        worked: list[bool] = []
        try:
            yield worked
        except sqlite3.Error as error:
            self.is_down = True
            self._count("store_errors", 1)
            if not self._is_told:
                self._is_told = True
                logger.warning(TROUBLE, self._path, error)
        else:
            self.is_down = False
            worked.append(True)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing, and no other run's between."""
        self.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:  # a full disk has ended it already
                self.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

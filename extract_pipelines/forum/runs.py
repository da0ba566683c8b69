"""Which runs are alive: each holds a lock that the system releases when its process dies."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def _lock_path(store: Path, run: str) -> Path:
    return store.with_name(f"{store.name}-run-{run}")


class RunLock:
    """The lock of one run, beside the store's file; held until `release` or the process's end.

    SQLite's own file locks are used: they work on every system that it runs on, and between
    crawls of one process, too.

    :raises sqlite3.OperationalError: if the file cannot be made or locked
    """

    def __init__(self, store: Path, run: str) -> None:
        self._path = _lock_path(store, run)
        self._connection = sqlite3.connect(self._path, isolation_level=None)
        try:
            self._connection.execute("PRAGMA journal_mode = MEMORY")
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error:
            self.release()
            raise

    def release(self) -> None:
        """Let go of the lock and remove its file."""
        self._path.unlink(missing_ok=True)
        self._connection.close()


def is_alive(store: Path, run: str) -> bool:
    """Whether the run's process still holds its lock; the file of a dead one is removed."""
    path = _lock_path(store, run)
    if not path.exists():
        return False
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA journal_mode = MEMORY")
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            return True
    path.unlink(missing_ok=True)
    return False

"""Putting a file that cannot be read aside, though several runs may want to at once."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows, which does not let a file be moved that another run has open
    fcntl = None  # type: ignore[assignment]


@contextmanager
def one_at_a_time(path: Path) -> Iterator[None]:
    """Wait until no other run is inside for the same store; a lock file beside it tells.

    Where the system has no locks, or none can be made there, nothing is waited for.
    """
    lock = path.with_name(f"{path.name}-reset")
    with ExitStack() as opened:
        try:
            if fcntl is not None:
                while True:
                    file = opened.enter_context(lock.open("ab"))
                    fcntl.flock(file, fcntl.LOCK_EX)
                    # Who had it before has removed it: another run may hold one that is new.
                    if _is_at(file, lock):
                        opened.callback(lock.unlink, missing_ok=True)
                        break
        except OSError:
            pass
        yield


def _is_at(file: IO[bytes], path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def move_aside(path: Path) -> Path:
    """Give an SQLite file, and what SQLite keeps beside it, another name.

    :return: the file's
    """
    aside = free_name(path)
    for suffix in ("", "-wal", "-shm"):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(aside.with_name(aside.name + suffix))
    return aside


def free_name(path: Path) -> Path:
    """A name beside a file that tells when it could not be read, and that no other file has."""
    name = f"{path.name}.unreadable-{time.strftime('%Y%m%d-%H%M%S')}"
    free, number = path.with_name(name), 1
    while free.exists():
        number += 1
        free = path.with_name(f"{name}-{number}")
    return free

"""Where templates live between pages, runs and workers: memory, an SQLite file, or Redis.

A store keeps one row for each domain: what all its writers have learned, as plain JSON values, with
a version that each write raises by one. A writer that finds another version than it has read merges
what stands there into what it knows, and writes again. `Site.merge` is idempotent, so a row that
comes twice, after an answer that was lost, say, counts no page twice.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from extract_pipelines.site.stores.store import (
    MOST_BYTES,
    State,
    Store,
    StoredSite,
    StoreError,
    TooLargeError,
    UnreadableError,
    decode,
    encode,
)

__all__ = [
    "MOST_BYTES",
    "OPENERS",
    "State",
    "Store",
    "StoreError",
    "StoredSite",
    "TooLargeError",
    "UnreadableError",
    "decode",
    "encode",
    "open_file",
    "open_store",
]


def open_file(path: Path, *, reset: bool = False, frozen: bool = False) -> Store:
    """The store in an SQLite file; see `open_store`."""
    from extract_pipelines.site.stores.sqlite import FrozenSqliteStore, SqliteStore  # noqa: PLC0415

    return FrozenSqliteStore(path) if frozen else SqliteStore(path, reset=reset)


def _open_sqlite(address: str, reset: bool, frozen: bool) -> Store:
    return open_file(Path(address.removeprefix("sqlite:///")), reset=reset, frozen=frozen)


def _open_redis(address: str, reset: bool, frozen: bool) -> Store:
    try:
        from extract_pipelines.site.stores.redis import RedisStore  # noqa: PLC0415
    except ImportError as error:
        raise StoreError(f"Redis needs a package ({error}): pip install redis.") from None
    return RedisStore(address)


# How a store's address begins, and what opens it.
OPENERS: dict[str, Callable[[str, bool, bool], Store]] = {
    "sqlite:///": _open_sqlite,
    "redis://": _open_redis,
    "rediss://": _open_redis,
    "unix://": _open_redis,
}


def open_store(address: str, *, reset: bool = False, frozen: bool = False) -> Store:
    """The shared store at an address.

    :param address: ``sqlite:///relative/path``, ``sqlite:////absolute/path``, or a ``redis://``,
        ``rediss://`` or ``unix://`` address as redis-py takes it
    :param reset: whether an SQLite file that cannot be read is moved aside, and a new one begun
    :param frozen: whether an SQLite file is only read, and must be there
    :raises StoreError: if the store cannot be used
    """
    for prefix, opener in OPENERS.items():
        if address.startswith(prefix):
            try:
                return opener(address, reset, frozen)
            except StoreError as error:
                raise type(error)(f"EXTRACT_STORE: {error}") from None
    raise StoreError(f"EXTRACT_STORE: {address!r} is no address of a store.")

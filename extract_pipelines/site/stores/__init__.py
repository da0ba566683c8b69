"""Where templates live between pages, runs and workers: memory, an SQLite file, or Redis.

A store keeps one row for each domain: what all its writers have learned, as plain JSON values, with
a version that each write raises by one. A writer that finds another version than it has read merges
what stands there into what it knows, and writes again. `Site.merge` is idempotent, so a row that
comes twice, after an answer that was lost, say, counts no page twice.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

State = dict[str, Any]

# Bytes of JSON that a row may hold: some fifty times what the demo's largest site takes.
MOST_BYTES = 16 << 20


class StoreError(Exception):
    """A store cannot be used; the message is a sentence that says which, why, and what to do."""


class UnreadableError(StoreError):
    """A store's content is damaged, or none of ours, or another version's."""


class TooLargeError(StoreError):
    """A state that no row can hold."""


class Row(NamedTuple):
    """What is known of one domain."""

    version: int
    """Number of writes, from 1."""
    state: State
    """Values of `Site.to_state`."""


class Store(Protocol):
    """What every store can do. All methods raise `StoreError` where the store cannot be used."""

    durable: bool
    """Whether what is written outlives the process."""

    def read(self, domain: str) -> Row | None:
        """What is known of a domain."""

    def write(self, domain: str, state: State, version: int) -> int | None:
        """Write a domain's row, if nobody else has.

        :param version: the version that the row must have; 0 if it must not be there
        :return: the new version; None if it had another version, and stays as it is
        """

    def domains(self) -> Iterator[str]:
        """The domains that have rows, in order."""

    def forget(self, domain: str) -> bool:
        """Delete a domain's row.

        :return: whether there was one
        """

    def close(self) -> None:
        """Free what the store holds open."""


def encode(state: State) -> bytes:
    """A state as compressed JSON.

    :raises TooLargeError: if it takes more than `MOST_BYTES`
    """
    data = json.dumps(state, separators=(",", ":")).encode()
    if len(data) > MOST_BYTES:
        raise TooLargeError(f"it takes {len(data):,} bytes, a row holds {MOST_BYTES:,}")
    return zlib.compress(data, 1)


def decode(version: Any, data: Any) -> Row:
    """A row, from its version and the bytes that `encode` gave.

    Whether the state is one of a site is seen when it is loaded: see `Site.from_state`.

    :raises UnreadableError: if they are none, or unpack to more than `MOST_BYTES`
    """
    try:
        unpacking = zlib.decompressobj()
        unpacked = unpacking.decompress(data, MOST_BYTES + 1)
        if len(unpacked) > MOST_BYTES:
            raise UnreadableError(f"the row unpacks to more than {MOST_BYTES:,} bytes")
        if not unpacking.eof or unpacking.unused_data:
            raise UnreadableError("the row is not as long as it was written")
        number = int(version)
        if number < 1:
            raise UnreadableError(f"the row has version {number}")
        return Row(number, cast("State", json.loads(unpacked)))
    except (zlib.error, RecursionError, TypeError, ValueError) as error:
        raise UnreadableError(str(error)) from None


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

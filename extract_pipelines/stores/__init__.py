"""Where templates live between pages, runs and workers: memory, an SQLite file, or Redis.

A store keeps rows. A row is what one writer has learned of one domain, as plain JSON values, with a
version that each write raises by one. The rows of a domain are disjoint: every page stands in one
row. So a domain's knowledge is the merge of its rows, and a row that is written again, after an
answer that was lost, say, counts no page twice.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

# The row that no writer holds: whoever comes to the domain takes it over.
NOBODY = ""
# Number of the rows' format; a store of a higher one was written by a later version.
FORMAT = 1

State = dict[str, Any]


class StoreError(Exception):
    """A store cannot be used; the message is a sentence that says which, why, and what to do."""


class UnreadableError(StoreError):
    """A store's content is damaged, or none of ours, or a later version's."""


class Row(NamedTuple):
    """What one writer has learned of one domain."""

    version: int
    """Number of writes, from 1."""
    saved: float
    """When it was written, in seconds since the epoch."""
    state: State
    """Values of `Site.to_state`."""


class Store(Protocol):
    """What every store can do. All methods raise `StoreError` where the store cannot be used."""

    shared: bool
    """Whether other writers may use it at the same time."""
    durable: bool
    """Whether what is written outlives the process."""

    def read(self, domain: str) -> dict[str, Row]:
        """All rows of a domain by writer."""

    def replace(
        self, domain: str, expected: Mapping[str, int], rows: Mapping[str, State | None]
    ) -> dict[str, int] | None:
        """Write rows, all or none, if nobody else changed them.

        :param expected: versions by writer that the rows must have; 0 for a row that must not be
        :param rows: new states by writer; None deletes the row
        :return: the versions of all rows of the domain; None if a version was another
        """

    def domains(self) -> Iterator[str]:
        """The domains that have rows, in order."""

    def forget(self, domain: str) -> bool:
        """Delete the rows of a domain.

        :return: whether there were any
        """

    def close(self) -> None:
        """Free what the store holds open."""


def encode(state: State) -> bytes:
    """A state as compressed JSON."""
    return zlib.compress(json.dumps(state, separators=(",", ":")).encode(), 1)


def decode(data: bytes) -> State:
    """The state of which `encode` gave the bytes.

    :raises ValueError: if they are none
    """
    try:
        return cast("State", json.loads(zlib.decompress(data)))
    except zlib.error as error:
        raise ValueError(str(error)) from None


def _open_sqlite(address: str, reset: bool) -> Store:
    from extract_pipelines.stores.sqlite import SqliteStore  # noqa: PLC0415

    return SqliteStore(Path(address.removeprefix("sqlite:///")), shared=True, reset=reset)


def _open_redis(address: str, reset: bool) -> Store:
    from extract_pipelines.stores.redis import RedisStore  # noqa: PLC0415

    return RedisStore(address)


# How a store's address begins, and what opens it.
OPENERS: dict[str, Callable[[str, bool], Store]] = {
    "sqlite:///": _open_sqlite,
    "redis://": _open_redis,
    "rediss://": _open_redis,
    "unix://": _open_redis,
}


def open_store(address: str, *, reset: bool = False) -> Store:
    """The shared store at an address.

    :param address: ``sqlite:///relative/path``, ``sqlite:////absolute/path``, or a ``redis://``,
        ``rediss://`` or ``unix://`` address as redis-py takes it
    :param reset: whether an SQLite file that cannot be read is moved aside, and a new one begun
    :raises StoreError: if the store cannot be used
    """
    for prefix, opener in OPENERS.items():
        if address.startswith(prefix) and address != prefix:
            return opener(address, reset)
    raise StoreError(f"{address!r} is no address of a store.")

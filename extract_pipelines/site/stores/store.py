"""What every store can do, and what its rows are."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
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


class StoredSite(NamedTuple):
    """What is known of one domain: what its row holds."""

    version: int
    """Number of writes, from 1."""
    state: State
    """Values of `Site.to_state`."""


class Store(Protocol):
    """What every store can do. All methods raise `StoreError` where the store cannot be used."""

    durable: bool
    """Whether what is written outlives the process."""

    def read(self, domain: str) -> StoredSite | None:
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


def decode(version: Any, data: Any) -> StoredSite:
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
        return StoredSite(number, cast("State", json.loads(unpacked)))
    except (zlib.error, RecursionError, TypeError, ValueError) as error:
        raise UnreadableError(str(error)) from None

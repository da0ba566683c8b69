"""The store in Redis, which workers on many machines share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from extract_pipelines.site.extract import FORMAT
from extract_pipelines.site.stores.store import State, StoredSite, StoreError, decode, encode

# Seconds to wait for an answer. The crawl stands still meanwhile.
ANSWER_SECONDS: Final = 2.0
# Keys are named by the format: stores of two formats do not meet.
PREFIX: Final = f"extract_pipelines:{FORMAT}:"

# Writes a row if its version is the expected one. A script runs alone in Redis.
WRITE: Final = """
if (redis.call('HGET', KEYS[1], 'version') or '0') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'state', ARGV[2])
return redis.call('HINCRBY', KEYS[1], 'version', 1)
"""


class RedisStore:
    """Rows in a hash each: its version and its state.

    :param address: as `redis.Redis.from_url` takes it
    :raises StoreError: if Redis does not answer
    """

    durable = True

    def __init__(self, address: str) -> None:
        with _told():
            _check(address)
            self._redis = redis.Redis.from_url(
                address,
                socket_timeout=ANSWER_SECONDS,
                socket_connect_timeout=ANSWER_SECONDS,
                retry=Retry(NoBackoff(), 1),
            )
            self._redis.ping()
        self._write = self._redis.register_script(WRITE)

    def read(self, domain: str) -> StoredSite | None:
        """See `Store.read`."""
        with _told():
            version, state = self._redis.hmget(PREFIX + domain, ("version", "state"))
        return None if version is None and state is None else decode(version, state)

    def write(self, domain: str, state: State, version: int) -> int | None:
        """See `Store.write`."""
        with _told():
            written = self._write(keys=[PREFIX + domain], args=[version, encode(state)])
        return int(written) or None

    def domains(self) -> Iterator[str]:
        """See `Store.domains`."""
        with _told():
            keys = set(self._redis.scan_iter(match=PREFIX + "*", count=1000))
        yield from sorted(key.decode().removeprefix(PREFIX) for key in keys)

    def forget(self, domain: str) -> bool:
        """See `Store.forget`."""
        with _told():
            return bool(self._redis.delete(PREFIX + domain))

    def close(self) -> None:
        """See `Store.close`."""
        self._redis.close()


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except (redis.RedisError, OSError, ValueError) as error:
        why = str(error).rstrip(".")
        raise StoreError(f"The template store in Redis cannot be used: {why}.") from None


def _check(address: str) -> None:
    """Redis would take database 0 where an address names another one by a word."""
    parts = urlsplit(address)
    named = parts.path.removeprefix("/")
    if parts.scheme != "unix" and named and not (named.isascii() and named.isdecimal()):
        raise ValueError(f"its database must be a number, not {named!r}")

"""The store in Redis, which workers on many machines share."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

try:
    import redis
except ImportError as error:
    raise ImportError(
        "A store in Redis needs the package redis: pip install 'extract_pipelines[redis]'"
    ) from error
from redis.backoff import NoBackoff
from redis.retry import Retry

from extract_pipelines.stores import FORMAT, Row, State, StoreError, decode, encode

# Seconds to wait for an answer. The crawl stands still meanwhile.
ANSWER_SECONDS = 2.0
# Keys are named by the format, so stores of two formats do not meet. The braces put both keys of a
# domain on one node of a cluster.
PREFIX = f"extract_pipelines:{FORMAT}:"
VERSIONS = PREFIX + "{%s}:versions"
STATES = PREFIX + "{%s}:states"

# Writes all rows, or none if a version is not the expected one. A script runs alone in Redis.
REPLACE = """
local count = tonumber(ARGV[1])
local place = 2
for _ = 1, count do
    local row = redis.call('HGET', KEYS[1], ARGV[place]) or '0'
    if string.match(row, '^%d+') ~= ARGV[place + 1] then return false end
    place = place + 2
end
local now = ARGV[place]
for i = place + 1, #ARGV, 3 do
    local writer, kept, state = ARGV[i], ARGV[i + 1], ARGV[i + 2]
    if kept == '1' then
        local row = redis.call('HGET', KEYS[1], writer) or '0'
        local version = tonumber(string.match(row, '^%d+')) + 1
        redis.call('HSET', KEYS[1], writer, string.format('%d ', version) .. now)
        redis.call('HSET', KEYS[2], writer, state)
    else
        redis.call('HDEL', KEYS[1], writer)
        redis.call('HDEL', KEYS[2], writer)
    end
end
return redis.call('HGETALL', KEYS[1])
"""
# Both hashes as of one moment.
READ = "return {redis.call('HGETALL', KEYS[1]), redis.call('HGETALL', KEYS[2])}"


class RedisStore:
    """Rows in two hashes a domain: versions by writer, and states by writer.

    :param address: as `redis.Redis.from_url` takes it
    :raises StoreError: if Redis does not answer
    """

    shared = True
    durable = True

    def __init__(self, address: str) -> None:
        with _told():
            self._redis = redis.Redis.from_url(
                address,
                socket_timeout=ANSWER_SECONDS,
                socket_connect_timeout=ANSWER_SECONDS,
                retry=Retry(NoBackoff(), 1),
            )
            self._redis.ping()
        self._replace = self._redis.register_script(REPLACE)
        self._read = self._redis.register_script(READ)

    def read(self, domain: str) -> dict[str, Row]:
        """See `Store.read`."""
        with _told():
            told, states = self._read(keys=_keys(domain))
        versions, data = _pairs(told), _pairs(states)
        rows = {}
        for writer, row in versions.items():
            version, saved = row.split()
            rows[writer.decode()] = Row(int(version), float(saved), decode(data[writer]))
        return rows

    def replace(
        self, domain: str, expected: Mapping[str, int], rows: Mapping[str, State | None]
    ) -> dict[str, int] | None:
        """See `Store.replace`."""
        arguments: list[str | bytes | int | float] = [len(expected)]
        for writer, version in expected.items():
            arguments += [writer, version]
        arguments.append(time.time())
        for writer, state in rows.items():
            arguments += [writer, int(state is not None), b"" if state is None else encode(state)]
        with _told():
            told = self._replace(keys=_keys(domain), args=arguments)
        if told is None:
            return None
        return {writer.decode(): int(row.split()[0]) for writer, row in _pairs(told).items()}

    def domains(self) -> Iterator[str]:
        """See `Store.domains`."""
        before, after = VERSIONS.encode().split(b"%s")
        with _told():
            keys = set(self._redis.scan_iter(match=VERSIONS % "*", count=1000))
        yield from sorted(key[len(before) : -len(after)].decode() for key in keys)

    def forget(self, domain: str) -> bool:
        """See `Store.forget`."""
        with _told():
            return bool(self._redis.delete(*_keys(domain)))

    def close(self) -> None:
        """See `Store.close`."""
        self._redis.close()


def _keys(domain: str) -> list[str]:
    return [VERSIONS % domain, STATES % domain]


def _pairs(flat: list[bytes]) -> dict[bytes, bytes]:
    return dict(zip(flat[::2], flat[1::2], strict=True))


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except (redis.RedisError, OSError, ValueError) as error:
        raise StoreError(f"The template store in Redis cannot be used: {error}.") from None

"""Reads items back from a feed that a crawl wrote."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

CHUNK = 65_536
# An item that is longer than this, in characters, is no item of ours.
LONGEST_ITEM = 50_000_000


class Feed:
    """The items of a JSON or JSON Lines feed, packed with gzip or not, one at a time.

    :param path: the file; what it is shows in its content
    :ivar unreadable: number of lines so far that were no JSON; of an array, what follows the first
        thing that is none counts as one
    """

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self.unreadable = 0

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The items that are objects.

        :raises OSError: if the file cannot be read
        """
        with self._open() as source:
            first = source.read(1)
            while first.isspace():
                first = source.read(1)
            values = self._array(source) if first == "[" else self._lines(first, source)
            for value in values:
                if isinstance(value, dict):
                    yield value

    def _open(self) -> IO[str]:
        with self._path.open("rb") as source:
            packed = source.read(2) == b"\x1f\x8b"
        if packed:
            return gzip.open(self._path, "rt", encoding="utf-8-sig", errors="replace")
        return self._path.open(encoding="utf-8-sig", errors="replace")

    def _lines(self, first: str, source: IO[str]) -> Iterator[Any]:
        line = first + source.readline(LONGEST_ITEM)
        while line:
            try:
                yield json.loads(line)
            except ValueError:
                self.unreadable += bool(line.strip())
            line = source.readline(LONGEST_ITEM)

    def _array(self, source: IO[str]) -> Iterator[Any]:
        decoder = json.JSONDecoder()
        text = ""
        while True:
            text = text.lstrip(" \t\r\n,")
            try:
                value, end = decoder.raw_decode(text)
            except ValueError:
                more = "" if text.startswith("]") else source.read(max(CHUNK, len(text)))
                if not more or len(text) > LONGEST_ITEM:
                    self.unreadable += not text.startswith("]")
                    return
                text += more
            else:
                yield value
                text = text[end:]


def texts_of(item: dict[str, Any]) -> Iterator[str]:
    """What people wrote in an item: each floor's own text, or without floors the body."""
    floors = item.get("floors")
    parts = floors if isinstance(floors, list) and floors else [item]
    for part in parts:
        text = isinstance(part, dict) and (part.get("own_text") or part.get("body"))
        if isinstance(text, str):
            yield text

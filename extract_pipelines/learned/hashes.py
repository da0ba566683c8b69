"""Hashes of texts: what is learned of many pages keeps these rather than the texts themselves."""

from __future__ import annotations

from zlib import crc32


def hashed(text: str) -> int:
    """A number of 32 bits, the same for a text in all processes and on all machines."""
    return crc32(text.encode("utf-8", "surrogatepass"))

"""Texts without their digits: what differs between texts that are otherwise alike."""

from __future__ import annotations

import re
from string import digits
from typing import Final

_DIGITS: Final = re.compile(r"\d+")
_ASCII_DIGITS: Final = digits.encode()


def without_digits(text: str) -> str:
    """A text without its digits: bytes are dropped in a fraction of the time of a pattern."""
    if text.isascii():
        return text.encode().translate(None, _ASCII_DIGITS).decode()
    return _DIGITS.sub("", text)

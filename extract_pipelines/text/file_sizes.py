"""Sizes of files as they are told beside their names: "366 KB", "1,2 Mo", "214.3 килобайт"."""

from __future__ import annotations

import re
from typing import Final

SIZE: Final = (
    r"\d[\d.,]*\s?"
    r"(?:[kmg]i?[bo]|[кмг]б(?:айт)?|(?:кило|мега)байт(?:а|ов)?|bytes|octets"
    r"|字[节節]|位元組|バイト|바이트)\b"
)
# A size that a bracket begins, and what else is told of the file before a date, as how often it
# was read: "(212,4 kB, 15 Mal heruntergeladen, zuletzt: ".
_DATED: Final = re.compile(rf"\(\s?{SIZE}[^()]{{0,60}}", re.IGNORECASE)


def ends_with_file(text: str) -> bool:
    """Whether a text before a date ends with the size of a file, in a bracket that is open."""
    at = text.rfind("(")
    return at >= 0 and _DATED.fullmatch(text, at) is not None

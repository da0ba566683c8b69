"""The lines below a post's text that tell of its files: name, size, and how often they were read.

"logs.zip (1.35 KiB) Downloaded 458 times" is phpBB's; "(12.3 kB, 640x480 - viewed 7 times.)" SMF's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from extract_pipelines.posts.bodies.record_lines import RecordLine

# A longer line is a text.
LONGEST: Final = 250
_NAME: Final = r"[^\n]{1,150}\.[a-z0-9]{2,5}"
_SIZE: Final = r"\(\d[\d.,]*\s?(?:[kmg]i?[bo]|[кмг]б|bytes|octets)\b"
_FRAME: Final = r"(?:\d+\s?[x×]\s?\d+[^\d\n]{1,30})?"
_COUNTED: Final = re.compile(
    rf"(?:{_NAME})?\s*{_SIZE}[^\d\n]{{1,30}}{_FRAME}\d[\d.,]*[^\d\n]{{0,20}}", re.IGNORECASE
)
_NAMED: Final = re.compile(_NAME, re.IGNORECASE)


def without_attachments(lines: Sequence[RecordLine]) -> list[RecordLine]:
    """The lines but those that tell of a file, with its name before it in a line of its own."""
    kept: list[RecordLine] = []
    for line in lines:
        if not _is_counted(line.text):
            kept.append(line)
        elif line.text[0] == "(" and kept and _NAMED.fullmatch(kept[-1].text):
            kept.pop()
    return kept


def _is_counted(text: str) -> bool:
    """Whether a text is the size of a file in brackets and a count, with its name or without."""
    return "(" in text and len(text) <= LONGEST and _COUNTED.fullmatch(text) is not None

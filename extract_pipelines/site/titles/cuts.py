"""What may stand around a title in one text with it: "Topic: a title", "A title [Archive]"."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

# Characters before the colon in "Re: a title", "Topic: a title".
LONGEST_PREFIX: Final = 20
MOST_BEFORE: Final = LONGEST_PREFIX + 3
COLON: Final = re.compile("[:：]\\s*(?=\\S)")
# "FS#7 - a title", "bug #7, a title", "0007: a title", "[7] a title"; the number is its group.
LABEL: Final = re.compile(
    r"(?:[^\W\d_]+[ #]){0,3}[\[(#]{0,2}([0-9]+)(?:[\])]? ?[:：,–—-]|\])\s+(?=\S)"
)
_BRACKETS_BEFORE: Final = re.compile(
    r"[\[【(（〔][^\]】)）〕]{1,24}[\]】)）〕]\s*(?:[.:：–—-]\s+)?(?=\S)"
)
# "A title (Read 15 times)", "A title [Archive]".
_BRACKETS_BEHIND: Final = re.compile(r"\s*[\[【(（〔][^()（）\[\]【】〔〕]{1,60}[\]】)）〕]\Z")
_CLOSING: Final = tuple("]】)）〕")
_DIGITS: Final = re.compile(r"[0-9]+")


class Cut(NamedTuple):
    """A text without what may stand around a title."""

    text: str
    before: str
    """What was cut off in front of it, and behind it: lower case, digits masked; or empty."""
    behind: str


@lru_cache(maxsize=4096)
def cuts_of(text: str) -> tuple[Cut, ...]:
    """A text without what may stand around a title in it, in every way."""
    starts = {0}
    if colon := COLON.search(text, 0, MOST_BEFORE):
        starts.add(colon.end())
    for pattern in (LABEL, _BRACKETS_BEFORE):
        if match := pattern.match(text):
            starts.add(match.end())
    stops = {len(text)}
    if text.endswith(_CLOSING) and (match := _BRACKETS_BEHIND.search(text)):
        stops.add(match.start())
    cuts = product(sorted(starts), sorted(stops, reverse=True))
    return tuple(
        Cut(text[start:stop], _masked(text[:start]), _masked(text[stop:]))
        for start, stop in cuts
        if start < stop and (start, stop) != (0, len(text))
    )


def _masked(text: str) -> str:
    return _DIGITS.sub("0", text.strip().lower())

"""Names that stand in the text of a date: "Gates - Anna (12 May)", "小鱼儿发表于 2024-05-12"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from extract_pipelines.text.dates import FoundDate, find_date
from extract_pipelines.text.lexicon.patterns import LazyPattern, any_of
from extract_pipelines.text.names import WORD_CHARACTERS, is_name

# Stands for the date in each place in the text of one.
DATE: Final = "{date}"
# Words of a name.
MOST_WORDS: Final = 4
_WORD: Final = re.compile(rf"[{WORD_CHARACTERS}]*\w[{WORD_CHARACTERS}]*")
# What may follow a name and is told with it: ``guest (not verified)``.
_NOTE: Final = re.compile(r" \([^()0-9]{1,20}\)")
# What parts a date from the same one told in another way.
_PARTS: Final = " (,;·•|/–—-"
# A title, a dash or a bar, and a name that stands before a date: "Gates - Anna (12 May)".
_LAST_PART: Final = re.compile(r"\w.*(\s[–—|-]\s)(\w[^–—|(]*?)(\s?[(,–—|-]?\s?)\Z")
# What says behind a name, without a space, that a date follows: "小鱼儿发表于".
_POSTED: Final = LazyPattern(lambda: rf"(?<=\w){any_of('posted', spaced=False)}\s?[:：]?\s?\Z")
_DIGITS: Final = re.compile(r"\d+")


def names_beside_date(text: str, date: FoundDate) -> dict[str, str]:
    """All that can be a name in the text of a date, each by its place there.

    A place is the rest of the text, with marks for the name and the date, digits masked: it is the
    same in all records if these differ in name and date only.
    """
    before, after = text[: date.start], _without_date(text[date.end :])
    found = {}
    posted = _POSTED.search(before)
    for start, end in _names(before[: posted.start()] if posted else before):
        found[f"{before[:start]}{{name}}{before[end:]}{DATE}{after}"] = before[start:end]
    if (last := _LAST_PART.search(before)) and is_name(last[2]):
        found[f"{last[1]}{{name}}{last[3]}{DATE}{after}"] = last[2]
    for start, end in _names(after):
        found[f"{before}{DATE}{after[:start]}{{name}}{after[end:]}"] = after[start:end]
    return {_DIGITS.sub("#", place): name for place, name in found.items()}


def _without_date(text: str) -> str:
    """What follows a date, without the same date told in another way: ``(3 hours ago)``."""
    again = find_date(text)
    return text[again.end :] if again and not text[: again.start].strip(_PARTS) else text


def _names(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of all that can be a name in a text."""
    words = list(_WORD.finditer(text))
    for i, first in enumerate(words):
        for last in words[i : i + MOST_WORDS]:
            if is_name(text[first.start() : last.end()]):
                yield first.start(), last.end()
                if note := _NOTE.match(text, last.end()):
                    yield first.start(), note.end()

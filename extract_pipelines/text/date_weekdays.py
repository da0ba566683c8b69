"""The weekday that stands beside a day."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from extract_pipelines.text.date_patterns import WEEKDAY_SIGN, WEEKDAY_SIGNS, word_before
from extract_pipelines.text.date_words import MONTH_LANGUAGES, SHORT_WEEKDAYS, WEEKDAYS, plain
from extract_pipelines.text.lexicon import Languages, words

NONE: Final[Languages] = frozenset()
_LANGUAGES: Final = words("weekdays")
_SHORT_LANGUAGES: Final = words("short_weekdays")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
# A sign or a word in brackets behind a day.
_BEHIND: Final = re.compile(
    rf"\s?[(（](?:(?P<sign>{WEEKDAY_SIGN})|(?P<word>[^\W\d_]{{2,12}}))[)）]"
)


def weekday_before(text: str, start: int) -> re.Match[str] | None:
    """The word before a day that is the name of a weekday in some language."""
    before = word_before(text, start) if start else None
    word = plain(before["word"]) if before else ""
    return before if word in WEEKDAYS or word in SHORT_WEEKDAYS else None


def is_weekday_of(word: str, day: date | None, written: str) -> bool:
    """Whether a word is the weekday of a day: else "Sam" is who wrote then.

    One that a day does not fall on is, if the name of the month is of a language that has it.

    :param day: None if it is not known yet
    :param written: the day, as the text tells it
    """
    word = plain(word)
    known = WEEKDAYS.get(word)
    numbers = (known.number, *known.others.values()) if known else (SHORT_WEEKDAYS[word],)
    if day is None or day.weekday() in numbers:
        return True
    languages = _LANGUAGES.get(word, NONE) | _SHORT_LANGUAGES.get(word, NONE)
    months = (MONTH_LANGUAGES.get(plain(one), NONE) for one in _LETTERS.findall(written))
    return any(not languages.isdisjoint(month) for month in months)


def read_weekday(text: str, start: int, end: int) -> int | None:
    """The weekday, from 0 for Monday, that stands beside a day; None if there is none.

    :param start: where the day begins
    :param end: where it ends
    """
    behind = _BEHIND.match(text, end)
    if behind and behind["sign"]:
        return WEEKDAY_SIGNS[behind["sign"]]
    for beside in (behind, weekday_before(text, start)):
        word = plain(beside["word"]) if beside else ""
        if word in WEEKDAYS or word in SHORT_WEEKDAYS:
            return WEEKDAYS[word].number if word in WEEKDAYS else SHORT_WEEKDAYS[word]
    return None

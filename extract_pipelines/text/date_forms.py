"""How a date is read from each form that it is written in."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from extract_pipelines.text.date_numeric import (
    read_dotted,
    read_marked,
    read_no_year,
    read_short_year,
    read_short_year_first,
    read_slashed,
    read_year_first,
    read_year_last,
)
from extract_pipelines.text.date_parts import (
    YEARS,
    UnresolvedDate,
    add_clock,
    make_named_day,
    read_clock,
    read_dated,
)
from extract_pipelines.text.date_patterns import (
    AFTER_MONTH,
    BARE_DAY,
    CLOCK_GAP,
    DAY_AFTER_MONTH,
    DAY_AHEAD,
    ERA_BEFORE,
    HALF_BEFORE,
    NUMBER,
    NUMBER_AHEAD,
    NUMBER_BEFORE,
    NUMERIC,
    OTHERS,
    WORDED,
    YEAR_AFTER,
    YEAR_BEFORE,
    month_after,
    word_before,
)
from extract_pipelines.text.date_relative import (
    read_ago,
    read_clock_of_day,
    read_short_ago,
    stands_alone,
)
from extract_pipelines.text.date_words import (
    AGO_AFTER,
    BETWEEN,
    BUDDHIST_MONTHS,
    MONTHS,
    SHORT_UNITS,
    TRAILING_MONTHS,
    UNITS,
    plain,
)

# What follows a number that has more to it than a word before it.
_BEFORE_NUMBER: Final = frozenset("-/.\u200e\u200f年년月월")
_BEFORE_MARK: Final = frozenset("-/.年년月월")
_BEFORE_NO_WORD: Final = frozenset(':：;!?)[]{}<>|+*=%#&"')


def read_number(number: re.Match[str]) -> UnresolvedDate | None:
    """Read the date that begins with a match of `NUMBER`, or with a word before it."""
    text, position, following = number.string, number.start(), number["next"]
    if following is None:
        return _read_other(number) if position else None
    if following in _BEFORE_NUMBER or text[number.end() : number.end() + 1] in _BEFORE_MARK:
        form = NUMERIC.match(text, position)
        reading = _READERS[form.lastgroup](form) if form else None
        if reading or (form and form.lastgroup != "marked_month"):
            return reading
    if following not in _BEFORE_NO_WORD:
        worded = WORDED.match(text, position)
        if worded and (reading := _read_worded(worded)):
            return reading
    return _read_other(number)


# The words that may stand after a number, if both are of a date.
_AFTER_NUMBER: Final = frozenset((*MONTHS, *UNITS, *AGO_AFTER, *SHORT_UNITS, *BETWEEN))


# What stands before a number that a word or a time may stand before, but for white space, and what
# follows the hour of a time.
_BEHIND_WORD: Final = frozenset(".-")
_BEHIND_HOUR: Final = frozenset(":：h時时点點시ap")


def _read_other(number: re.Match[str]) -> UnresolvedDate | None:
    text, position = number.string, number.start()
    form = OTHERS.match(text, position) if _may_be_other(number) else None
    return _READERS[form.lastgroup](form) if form else None


def _may_be_other(number: re.Match[str]) -> bool:
    """Whether what stands beside a number lets `OTHERS` read it: most are an amount."""
    text, position, following = number.string, number.start(), number["next"] or ""
    before = text[position - 1 : position]
    if before in _BEHIND_WORD or before.isspace():
        return True
    if following.isspace():
        following = text[number.end() : number.end() + 1]
    return following in _BEHIND_HOUR


# --- days -----------------------------------------------------------------------------------------


def _marked_month(form: re.Match[str]) -> UnresolvedDate | None:
    start, written = form.start(), form["y4"]
    era = ERA_BEFORE.search(form.string, max(0, start - 8), start)
    if len(written) == 4 and int(written) in YEARS:
        return _read_month(start, form.end(), int(form["m4"]))
    return _read_month(era.start(), form.end(), int(form["m4"])) if era else None


def _month_year(form: re.Match[str]) -> UnresolvedDate | None:
    before = _find_month_before(form) if int(form["y7"]) in YEARS else None
    if before is None:
        return None
    start, name = before
    if NUMBER_BEFORE.search(form.string, max(0, start - 4), start):
        return None  # the rest of a day that does not exist
    return _guarded(_read_month(start, form.end(), MONTHS[name].number), name)


def _read_month(start: int, end: int, month: int) -> UnresolvedDate | None:
    return UnresolvedDate(start, end, "month", lambda _: None) if 1 <= month <= 12 else None


def _find_month_before(form: re.Match[str], *, may_be_word: bool = False) -> tuple[int, str] | None:
    """Find where the name of a month before the number begins, and the name.

    :param may_be_word: whether it may be a common word of another language
    """
    before = word_before(form.string, form.start())
    name = plain(before["word"]) if before else ""
    if before is None or name not in MONTHS or (name in TRAILING_MONTHS and not may_be_word):
        return None
    return before.start(), name


def _read_worded(form: re.Match[str]) -> UnresolvedDate | None:
    """Read a number and the word behind it: `9 Jan`, `3 days`."""
    word = plain(form["word"])
    if word not in _AFTER_NUMBER and "'" not in word:
        return None
    if form["sep"] and not form["rest"] and (month := _month_behind(form, word)):
        name, end = month
        if len(form["count"]) == 4:
            return _year_month_day(form, name, end)
        if len(form["count"]) < 3 and (reading := _day_month(form, name, end)):
            return reading
    if form["ordinal"] or form["sep"].strip():
        return None
    return read_ago(form, word) if word in UNITS or word in AGO_AFTER else read_short_ago(form)


def _month_behind(form: re.Match[str], word: str) -> tuple[str, int] | None:
    """The name of the month behind a number, and where it ends: `9 de enero`, `9 d'abril`."""
    if word in MONTHS:
        return word, form.end()
    _, apostrophe, name = word.partition("'")
    if apostrophe and name in MONTHS:
        return name, form.end()
    if word in BETWEEN and (after := month_after(form.string, form.end())):
        name = plain(after["word"])
        return (name, after.end()) if name in MONTHS else None
    return None


def _day_month(form: re.Match[str], word: str, end: int) -> UnresolvedDate | None:
    text, start = form.string, form.start()
    after = AFTER_MONTH.match(text, end)
    if before := YEAR_BEFORE.search(text, max(0, start - 16), start):
        day = make_named_day(word, int(form["count"]), before["year"])
        return _guarded(read_dated(text, before.start(), end, day), word)
    if after is None:
        return None
    year = after["year"]
    if after["short_year"]:
        if after["sep"] != form["sep"]:
            return None
        year = after["short_year"]
    if after["two_digits"]:
        if word not in BUDDHIST_MONTHS and after["timed"] is None:
            return None
        year = after["two_digits"]
    day = make_named_day(word, int(form["count"]), year)
    reading = read_dated(text, start, after.end(), day)
    return _guarded(_complete(text, reading, year), word)


def _year_month_day(form: re.Match[str], word: str, end: int) -> UnresolvedDate | None:
    """Read a day with its year first: `2017. január 9.`."""
    after = DAY_AFTER_MONTH.match(form.string, end)
    if after is None:
        return None
    day = make_named_day(word, int(after["day"]), form["count"])
    return _guarded(read_dated(form.string, form.start(), after.end(), day), word)


def _month_day(form: re.Match[str]) -> UnresolvedDate | None:
    before = _find_month_before(form, may_be_word=len(form["y6"] or "") == len("2017"))
    if before is None:
        return None
    start, name = before
    text, year = form.string, form["y6"] or form["y9"]
    clock = None if year else read_clock(text, form.end())
    after = YEAR_AFTER.match(text, clock.end) if clock else None
    day = make_named_day(name, int(form["d6"]), after[1] if after else year)
    reading = read_dated(text, start, form.end(), day)
    if reading and after:  # no other word stands so before a day, a time and a year
        reading.end, reading.disputed = after.end(), MONTHS[name].disputed
        return reading
    return _guarded(_complete(text, reading, "" if name in TRAILING_MONTHS else year), name)


def _guarded(reading: UnresolvedDate | None, month: str) -> UnresolvedDate | None:
    """Let a date count only where the name of its month does."""
    if reading is not None:
        told = MONTHS[month]
        reading.languages, reading.disputed = told.languages, told.disputed
    return reading


def _complete(text: str, reading: UnresolvedDate | None, year: str | None) -> UnresolvedDate | None:
    """Let a day whose year is missing or doubtful need a time, or be the whole text."""
    if reading is None or year or reading.precision != "day":
        return reading
    return reading if stands_alone(text, reading.start) else None


# --- a time before its day ------------------------------------------------------------------------


def _clock(form: re.Match[str]) -> UnresolvedDate | None:
    return read_clock_of_day(form) or _clock_before_day(form)


def _clock_before_day(form: re.Match[str]) -> UnresolvedDate | None:
    """Read a time and the day right after it: `15:42, 9 Jan 2017`."""
    text, start = form.string, form.start()
    if not NUMBER_AHEAD.match(text, form.end()):
        return None
    clock = read_clock(text, start)
    ahead = DAY_AHEAD.match(text, clock.end) if clock else None
    if clock is None or ahead is None:
        return None
    day = _day_ahead(text, ahead.end())
    if day is None or not CLOCK_GAP.fullmatch(text, clock.end, day.start):
        return None
    if half := HALF_BEFORE.search(text, max(0, start - 16), start):
        start = half.start()
        clock = read_clock(text, start) or clock
    return add_clock(day, clock, start)


def _day_ahead(text: str, position: int) -> UnresolvedDate | None:
    """Read a day that has no time of its own; it may be one without a year."""
    form = NUMERIC.match(text, position) or OTHERS.match(text, position)
    if form is None or form.lastgroup != "clock":
        number = NUMBER.match(text, position)
        reading = read_number(number) if number else None
        if reading and not reading.relative:
            return reading if reading.precision == "day" else None
    form = BARE_DAY.match(text, position)
    if form is None:
        return None
    name = plain(form["m"] or "")
    if name in MONTHS:
        start, end = form.start(), form.end()
    elif before := _find_month_before(form):
        (start, name), end = before, form.end("d")
    else:
        return None
    return _guarded(read_dated(text, start, end, make_named_day(name, int(form["d"]), None)), name)


_READERS: Final[dict[str | None, Callable[[re.Match[str]], UnresolvedDate | None]]] = {
    "year_first": read_year_first,
    "year_last": read_year_last,
    "short_year": read_short_year,
    "short_year_first": read_short_year_first,
    "slashed": read_slashed,
    "no_year": read_no_year,
    "dotted": read_dotted,
    "marked": read_marked,
    "marked_month": _marked_month,
    "month_day": _month_day,
    "month_year": _month_year,
    "clock": _clock,
}

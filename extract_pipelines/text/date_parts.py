"""The parts that dates are made of: day, time, zone."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import partial
from typing import Literal, NamedTuple

from extract_pipelines.text.date_patterns import (
    CLOCK,
    NAMED_CLOCK,
    WORD_BEFORE,
)
from extract_pipelines.text.date_words import (
    NAMED_TIMES,
    SHORT_WEEKDAYS,
    WEEKDAYS,
)

Order = Literal["DMY", "MDY", "YMD"]
Precision = Literal["second", "minute", "hour", "day", "month", "year"]
# The day or moment of a date, once it is known what to count from and which order to read in.
Resolve = Callable[[datetime | None, Order | None], date | None]


class Reading(NamedTuple):
    """A date read from a text, not yet resolved."""

    start: int
    end: int
    precision: Precision
    resolve: Resolve
    relative: bool = False
    order: Order | None = None
    ambiguous: bool = False
    hours: int | None = None


def single_spaced(name: str) -> str:
    """Write the name with plain spaces, as in the tables."""
    return " ".join(name.split())


YEARS = range(1970, 2101)
_OFFSET = re.compile(r"([+-])(\d\d?):?(\d\d)?")


class Clock(NamedTuple):
    """A time of day; `start` is where its hour begins."""

    time: time
    precision: Precision
    start: int
    end: int
    hours: int | None
    """12 where the text says which half of the day it is, else 24; None for a time by name."""


def read_clock(text: str, position: int) -> Clock | None:
    """Read the time at the position, with what separates it from the day before it."""
    match = CLOCK.match(text, position)
    if match is None:
        named = NAMED_CLOCK.match(text, position)
        if named is None:
            return None
        clock = time(NAMED_TIMES[named["name"]])
        return Clock(clock, "minute", named.start("name"), named.end(), None)
    hour, minute, second, hours = _read_time(match)
    written = match["zone"]
    zone = _read_zone(written, exact=match["second"] is not None) if written else None
    try:
        clock = time(hour, int(minute or 0), int(second or 0), tzinfo=zone)
    except ValueError:
        return None
    end = match.start("zoned") if written and zone is None else match.end()
    precision: Precision = "second" if second else "minute" if minute else "hour"
    return Clock(clock, precision, match.start("hour"), end, hours)


def _read_time(match: re.Match[str]) -> tuple[int, str | None, str | None, int]:
    written, minute, minute2, second, second2, *halves = match.group(
        "hour", "minute", "minute2", "second", "second2", "before_noon", "am", "after_noon", "pm"
    )
    hour = int(written)
    if (halves[2] or halves[3]) and hour < 12:
        hour += 12
    elif (halves[0] or halves[1]) and hour == 12:
        hour = 0
    return hour, minute or minute2, second or second2, 12 if any(halves) else 24


def _read_zone(written: str, *, exact: bool) -> tzinfo | None:
    """Read the offset; None if it is rather the end of a span of time, as in `10:00-12:00`."""
    offset = _OFFSET.search(written)
    if offset is None:
        return UTC
    if written[0] == "-" and ":" in written and not exact:
        return None
    span = timedelta(hours=int(offset[2]), minutes=int(offset[3] or 0))
    if span > timedelta(hours=14):
        return None
    return timezone(-span if offset[1] == "-" else span)


def make_date(year: int, month: int, day: int) -> date | None:
    """Make the date; None if there is no such day, or it is not of the years that are read."""
    try:
        return date(year, month, day) if year in YEARS else None
    except ValueError:
        return None


def read_year(written: str) -> int:
    """Read a year of four digits or of two, these with or without an apostrophe."""
    year = int(written.lstrip("'’"))
    if len(written) == 4:
        return year
    return year + (2000 if year < 70 else 1900)


def find_latest(month: int, day: int, now: datetime | None) -> date | None:
    """Find the latest such day that is not after now."""
    if now is None:
        return None
    today = now.date()
    days = (make_date(year, month, day) for year in range(today.year, today.year - 9, -1))
    return next((found for found in days if found and found <= today), None)


def make_day(month: int, day: int, year: str | None) -> Resolve | None:
    """Make the day; without a year it depends on `now`. None if there is no such day."""
    if year is None:
        exists = make_date(2000, month, day) is not None
        return (lambda now, _: find_latest(month, day, now)) if exists else None
    found = make_date(read_year(year), month, day)
    return (lambda _now, _order: found) if found else None


def _combine(day: Resolve, clock: time, now: datetime | None, order: Order | None) -> date | None:
    found = day(now, order)
    return datetime.combine(found, clock) if found else None


def read_dated(text: str, start: int, end: int, day: Resolve | None) -> Reading | None:
    """Add to the day the weekday before it and the time after it."""
    if day is None:
        return None
    if before := _weekday_before(text, start):
        start = before.start()
    clock = read_clock(text, end)
    if clock is None:
        return Reading(start, end, "day", day)
    moment = partial(_combine, day, clock.time)
    return Reading(start, clock.end, clock.precision, moment, hours=clock.hours)


def _weekday_before(text: str, start: int) -> re.Match[str] | None:
    before = WORD_BEFORE.search(text, max(0, start - 16), start) if start else None
    is_weekday = before and (before["word"] in WEEKDAYS or before["word"] in SHORT_WEEKDAYS)
    return before if is_weekday else None


def read_weekday_before(text: str, start: int) -> int | None:
    """The weekday, from 0 for Monday, that stands before a day; None if there is none."""
    before = _weekday_before(text, start)
    if before is None:
        return None
    word = before["word"]
    return WEEKDAYS[word] if word in WEEKDAYS else SHORT_WEEKDAYS[word]


def add_clock(day: Reading, clock: Clock, start: int) -> Reading:
    """Add to the day a time that stands before it."""
    moment = partial(_combine, day.resolve, clock.time)
    return day._replace(start=start, precision=clock.precision, resolve=moment, hours=clock.hours)

"""The parts that dates are made of: day, time, zone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import lru_cache, partial
from typing import Final, Literal, NamedTuple

from extract_pipelines.text.calendars import Calendar, to_gregorian, year_of
from extract_pipelines.text.clocks import latest_day
from extract_pipelines.text.date_patterns import (
    CLOCK,
    LEAD_WORD,
    NAMED_CLOCK,
    PLAIN_CLOCK,
)
from extract_pipelines.text.date_weekdays import is_weekday_of, weekday_before
from extract_pipelines.text.date_words import (
    AFTER_NOON,
    ANY,
    AT,
    BEFORE_NOON,
    BUDDHIST_MONTHS,
    MONTHS,
    NAMED_TIMES,
    SHORT_WEEKDAYS,
    WEEKDAYS,
    plain,
)
from extract_pipelines.text.lexicon import Languages

Order = Literal["DMY", "MDY", "YMD"]
Precision = Literal["second", "minute", "hour", "day", "week", "month", "year"]


class Context:
    """What is known where a date stands.

    :ivar now: the moment to count from
    :ivar order: in which the site writes numeric dates
    :ivar language: code of the page's language: ``de``
    :ivar zone: that of the page's clock, where the page states it
    """

    __slots__ = ("language", "now", "order", "zone")

    def __init__(
        self,
        now: datetime | None,
        order: Order | None,
        language: str | None,
        zone: tzinfo | None = None,
    ) -> None:
        self.now = now
        self.order = order
        self.language = language
        self.zone = zone


# The day or moment of a date, once it is known where it stands.
Resolve = Callable[[Context], date | None]


class UnresolvedDate:
    """A date read from a text, not yet resolved.

    :ivar days: of one that may have its year first or last, the days that it can be, by order
    :ivar languages: it is one only on pages in one of these; see `ANY`
    :ivar disputed: the languages in which the name of its month is that of different ones
    """

    __slots__ = (
        *("ambiguous", "days", "disputed", "end", "hours", "languages"),
        *("order", "precision", "relative", "resolve", "start"),
    )

    def __init__(
        self,
        start: int,
        end: int,
        precision: Precision,
        resolve: Resolve,
        hours: int | None = None,
        *,
        relative: bool = False,
    ) -> None:
        self.start = start
        self.end = end
        self.precision: Precision = precision
        self.resolve: Resolve = resolve
        self.hours = hours
        self.relative = relative
        self.order: Order | None = None
        self.days: Mapping[Order, date] | None = None
        self.ambiguous = False
        self.languages: Languages = ANY
        self.disputed: Languages = ANY


def only_in(languages: Languages, reading: UnresolvedDate | None) -> UnresolvedDate | None:
    """The date, if it is one, as one on pages in some languages only."""
    if reading is not None:
        reading.languages = languages
    return reading


YEARS: Final = range(1970, 2101)
_OFFSET: Final = re.compile(r"([+−-])(\d\d?):?(\d\d)?")


class Clock:
    """A time of day.

    :ivar start: where its hour begins
    :ivar hours: 12 where the text says which half of the day it is, else 24; None for a time by
        name
    """

    __slots__ = ("end", "hours", "precision", "start", "time")

    def __init__(
        self, clock: time, precision: Precision, start: int, end: int, hours: int | None
    ) -> None:
        self.time = clock
        self.precision: Precision = precision
        self.start = start
        self.end = end
        self.hours = hours


def read_clock(text: str, position: int) -> Clock | None:
    """Read the time at the position, with what separates it from the day before it."""
    if plain_clock := PLAIN_CLOCK.match(text, position):
        return _read_plain_clock(plain_clock)
    return _read_any_clock(text, position) if position < len(text) else None


def _read_any_clock(text: str, position: int) -> Clock | None:
    match = CLOCK.match(text, position)
    beside = _read_lead(match["lead"]) if match else None
    if match is None or beside is None:
        named = NAMED_CLOCK.match(text, position)
        if named is None:
            return None
        clock = time(NAMED_TIMES[plain(named["name"])])
        return Clock(clock, "minute", named.start("name"), named.end(), None)
    if match["dot"] and not (beside != _NO_LEAD or match["half"] or match["hours"]):
        gap = text[position : match.start("hour")]
        is_exact = match["second"] or match["zone"]
        if gap.strip(" ,،") or not (is_exact or _ENDED.match(text, match.end())):
            return None
    hour, minute, second, hours = _read_time(match, beside.half)
    written = match["zone"]
    zone = _read_zone(written, exact=match["second"] is not None) if written else None
    try:
        clock = time(hour, int(minute or 0), int(second or 0), tzinfo=zone)
    except ValueError:
        return None
    end = match.start("zoned") if written and zone is None else match.end()
    precision: Precision = "second" if second else "minute" if minute else "hour"
    return Clock(clock, precision, match.start("hour"), end, hours)


def _read_plain_clock(match: re.Match[str]) -> Clock | None:
    hour, minute, second = match.groups()
    try:
        clock = time(int(hour), int(minute), int(second or 0))
    except ValueError:
        return None
    return Clock(clock, "second" if second else "minute", match.start(1), match.end(), 24)


class _Lead(NamedTuple):
    """The words before a time."""

    announced: bool
    """One of them says that a time follows."""
    half: str | None
    """The word for the half of the day."""


_NO_LEAD: Final = _Lead(announced=False, half=None)
# A time with a dot is told from an amount by words beside it, or by seconds or a zone, or stands
# last in a text.
_ENDED: Final = re.compile(r"[\W_]*\Z")


@lru_cache(maxsize=1024)
def _read_lead(lead: str | None) -> _Lead | None:
    """What the words before a time say; None if they say other things.

    One in brackets may be any: it is a weekday, however that is cut short.
    """
    announced, half = False, None
    for found in LEAD_WORD.finditer(lead) if lead else ():
        word = plain(found[0])
        if word in BEFORE_NOON or word in AFTER_NOON:
            half = word
        elif word in AT:
            announced = True
        elif not (word in WEEKDAYS or word in SHORT_WEEKDAYS or f"({found[0]})" in found.string):
            return None
    return _Lead(announced, half)


def _read_time(match: re.Match[str], before: str | None) -> tuple[int, str | None, str | None, int]:
    written, minute, minute2, second, second2, after = match.group(
        "hour", "minute", "minute2", "second", "second2", "half"
    )
    hour = int(written)
    half = before or (plain(after) if after else None)
    is_late = half in AFTER_NOON or (half is not None and half[0] == "p" and half[-1] in "m.")
    if half and is_late and hour < 12:
        hour += 12
    elif half and not is_late and hour == 12:
        hour = 0
    return hour, minute or minute2, second or second2, 12 if half else 24


def _read_zone(written: str, *, exact: bool) -> tzinfo | None:
    """Read the offset; None if it is rather the end of a span of time, as in `10:00-12:00`."""
    offset = _OFFSET.search(written)
    if offset is None:
        return UTC
    if written[0] in "−-" and ":" in written and not exact:
        return None
    span = timedelta(hours=int(offset[2]), minutes=int(offset[3] or 0))
    if span > timedelta(hours=14):
        return None
    return timezone(span if offset[1] == "+" else -span)


def make_date(year: int, month: int, day: int) -> date | None:
    """Make the date; None if there is no such day, or it is not of the years that are read."""
    try:
        return date(year, month, day) if year in YEARS else None
    except ValueError:
        return None


def read_year(written: str) -> int:
    """Read a year of three digits, or four, or of two, these with or without an apostrophe."""
    digits = written.lstrip("'’")
    year = int(digits)
    if len(digits) > 2:
        return year
    return year + (2000 if year < 70 else 1900)


def find_latest(calendar: Calendar, month: int, day: int, at: Context) -> date | None:
    """Find the latest such day of a calendar that has begun where the page was written."""
    if at.now is None:
        return None
    today = latest_day(at.now, at.language, at.zone)
    year = year_of(calendar, today)
    days = (to_gregorian(calendar, year - back, month, day) for back in range(9))
    return next((found for found in days if found and found <= today), None)


def make_day(
    month: int, day: int, year: str | None, calendar: Calendar = "gregorian"
) -> Resolve | None:
    """Make the day; without a year it depends on `now`. None if there is no such day."""
    if year is None:
        exists = calendar != "gregorian" or make_date(2000, month, day) is not None
        return (lambda at: find_latest(calendar, month, day, at)) if exists else None
    found = to_gregorian(calendar, read_year(year), month, day)
    return (lambda _: found) if found and found.year in YEARS else None


# Years of two digits after a Thai month are Buddhist ones from this one on.
_FIRST_SHORT_YEAR: Final = 33
_CENTURY: Final = 2500


def make_named_day(written: str, day: int, year: str | None) -> Resolve | None:
    """Make the day in a month that is told by its name."""
    word = plain(written)
    month = MONTHS[word]
    calendar = month.calendar
    if word in BUDDHIST_MONTHS and year and (found := _buddhist(year.lstrip("'’"))):
        calendar, year = "buddhist", found
    if not month.others:
        return make_day(month.number, day, year, calendar)
    days = {
        number: make_day(number, day, year) for number in (month.number, *month.others.values())
    }

    def resolve(at: Context) -> date | None:
        made = days[month.on(at.language)]
        return made(at) if made else None

    possible = [made for made in days.values() if made]
    if len(possible) == 1:  # only one of the months has so many days
        return possible[0]
    return resolve if len(possible) == len(days) else None


def _buddhist(year: str) -> str | None:
    """The year of four digits, if it is a Buddhist one."""
    if len(year) == 2:
        return str(_CENTURY + int(year)) if int(year) >= _FIRST_SHORT_YEAR else None
    return year if int(year) - YEARS.start >= 500 else None


def _combine(day: Resolve, clock: time, at: Context) -> date | None:
    found = day(at)
    return datetime.combine(found, clock) if found else None


def read_dated(text: str, start: int, end: int, day: Resolve | None) -> UnresolvedDate | None:
    """Add to the day the weekday before it and the time after it.

    Another weekday than its own may be a name: "Sam", "Anna".
    """
    if day is None:
        return None
    before = weekday_before(text, start)
    if before:
        known = day(Context(None, None, None))
        if is_weekday_of(before["word"], known, text[start:end]):
            start = before.start()
    clock = read_clock(text, end)
    if clock is None:
        return UnresolvedDate(start, end, "day", day)
    moment = partial(_combine, day, clock.time)
    return UnresolvedDate(start, clock.end, clock.precision, moment, clock.hours)


def add_clock(day: UnresolvedDate, clock: Clock, start: int) -> UnresolvedDate:
    """Add to the day a time that stands before it."""
    day.resolve = partial(_combine, day.resolve, clock.time)
    day.start, day.precision, day.hours = start, clock.precision, clock.hours
    return day

"""The forms that a date is written in, and how the day and the time are read from each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import partial
from typing import Final, Literal, NamedTuple

from extract_pipelines.text.date_words import (
    AFTER_NOON,
    AGO_AFTER,
    AGO_BEFORE,
    AT,
    BEFORE_NOON,
    DAYS_AGO,
    HALF_HOUR,
    JUST_NOW,
    LABELS,
    MONTHS,
    ONE,
    ONE_UNITS,
    SHORT_UNITS,
    SHORT_WEEKDAYS,
    TRAILING_MONTHS,
    UNITS,
    WEEKDAYS,
    Unit,
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


# --- patterns, all for text in lower case ---------------------------------------------------------


def _spaced(name: str) -> str:
    """Write the name with plain spaces, as in the tables."""
    return " ".join(name.split())


def alternatives(words: Iterable[str]) -> str:
    """Write the words as a tree of alternatives, so that few characters decide; longest first."""
    rests: dict[str, list[str]] = {}
    for word in sorted(set(words)):
        rests.setdefault(word[:1], []).append(word[1:])
    may_end = rests.pop("", None) is not None
    branches = [
        (r"\s" if first == " " else re.escape(first)) + alternatives(rest)
        for first, rest in rests.items()
    ]
    if not branches:
        return ""
    return f"(?:{'|'.join(branches)}){'?' if may_end else ''}"


# Letters of scripts that are written without spaces may touch a date, other letters may not.
_UNSPACED = "\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af"
NO_LETTER_BEFORE: Final = rf"(?<![^\W{_UNSPACED}])"
NO_LETTER_AFTER: Final = rf"(?![^\W{_UNSPACED}])"
_NOT_GLUED = rf"{NO_LETTER_BEFORE}(?<!\w[.\-/])(?<!\d[,:])(?<![/=%\#@+$€£¥&?\\~'’])"
_ENDS = rf"(?:(?=t\d\d:)|{NO_LETTER_AFTER}(?!/|[.\-][0-9a-z]))"
_TIME_AHEAD = r"(?=[^\d:]{1,8}\d{1,2}[:：.h]\d\d)"
_YEAR = r"\d{4}|['’]\d\d"
_UNIT = alternatives(UNITS)

# What can begin with a number, the more telling forms first. The lookaheads on what follows the
# number are only there to pass over most numbers of a prose quickly.
FORMS: Final = re.compile(
    rf"""{_NOT_GLUED}(?:
    (?=\d{{1,4}}+[-/.]\s?\d)(?:
        (?P<year_first>(?P<y>\d{{4}})(?P<sep>[-/.])\s?(?P<m>\d\d?+)(?P=sep)\s?(?P<d>\d\d?+){_ENDS})
        |(?P<year_last>(?P<a>\d\d?+)(?P<sep2>[-/.])\s?(?P<b>\d\d?+)(?P=sep2)
            \s?(?P<c>\d{{4}}|\d\d){_ENDS})
        |(?P<no_year>(?P<a2>\d\d?+)(?P<sep3>[-/])(?P<b2>\d\d?+)(?=[\s,]{{1,3}}\d\d?+[:：]\d\d)))
    |(?=\d{{1,4}}+\s?[年년月월])(?:
        (?P<marked>(?:(?P<y2>\d{{4}})\s?[年년]\s{{0,2}}|(?<![年년])(?<![年년]\s))
            (?P<m2>\d\d?+)\s?[月월]\s{{0,2}}(?P<d2>\d\d?+)
            (?:\s?[日号號일]|,\s?(?P<y3>\d{{4}}){_ENDS}))
        |(?P<marked_month>(?P<y4>\d{{4}})\s?[年년]\s{{0,2}}(?P<m4>\d\d?+)\s?[月월]))
    |(?P<ago>(?P<count>\d{{1,4}}+)\s?+(?P<unit>{_UNIT})
        (?:[,\s]{{1,2}}(?:(?:and|und|et|y|и)\s)?(?P<count2>\d\d?+)\s?+(?P<unit2>{_UNIT}))?
        (?P<past>\s{{0,2}}{alternatives(AGO_AFTER)})?{NO_LETTER_AFTER})
    |(?P<short_ago>(?P<count3>\d{{1,3}}+)\s?+(?P<unit3>{alternatives(SHORT_UNITS)})(?:\sago)?
        (?=\s*+\Z))
    |(?P<day_month>(?P<d5>\d\d?+)(?:st|nd|rd|th|er|º|°)?(?:[-/]|\.\s{{0,2}}+|\s{{1,2}}+)
        (?:(?:de|of)\s|d['’])?(?P<m5>{alternatives(MONTHS)}){NO_LETTER_AFTER}
        (?:[\s,\-/.]{{1,3}}(?:(?:de|del|of)\s)?(?P<y5>{_YEAR}){_ENDS}|{_TIME_AHEAD}
            |(?=\.?\s*+\Z)))
    |(?<=[\s.])(?:
        (?P<month_day>(?P<d6>\d\d?+)(?:st|nd|rd|th|er|º)?(?:
            [\s,]{{1,3}}+(?:(?:de|of)\s)?(?P<y6>{_YEAR})(?!:){_ENDS}|{_TIME_AHEAD}|(?=\s*+\Z)))
        |(?P<month_year>(?P<y7>\d{{4}}){_ENDS}))
    |(?P<clock>\d\d?+(?:[:：]\d\d|\s?[h時时点點시]|\s?[ap]\.?m))
    )""",
    re.VERBOSE,
)
_CLOCK = re.compile(
    rf"""(?=\D{{0,24}}+\d)(?:t|[\s,，،.、·•|@–—-]{{0,4}}+)(?:(?!\d)
        (?:[(（]?(?:[月火水木金土日월화수목금토일](?=[)）])
            |{alternatives((*WEEKDAYS, *SHORT_WEEKDAYS))}){NO_LETTER_AFTER}[)）]?[\s,.]{{0,2}})?
        (?:{alternatives(AT)}[\s,]{{1,2}})?
        (?:(?P<before_noon>{alternatives(BEFORE_NOON)})|(?P<after_noon>{alternatives(AFTER_NOON)}))?
        \s?)?
    (?P<hour>\d\d?+)
    (?:(?:[:：]|\.(?=\d\d\suhr)|(?<=kl\.\s\d\d)\.)
            (?P<minute>\d\d)(?:[:：](?P<second>\d\d)(?:[.,]\d{{1,9}}+)?)?
        |\s?[h時时点點시](?:\s?(?P<minute2>\d\d?+(?=\s?[分분])|\d\d(?!\d))\s?[分분]?
            (?:\s?(?P<second2>\d\d?+)\s?[秒초])?)?
        |(?=\s?[ap]\.?\s?m\b))
    (?:\s?(?:(?P<am>a\.?\s?m\b\.?|ص)|(?P<pm>p\.?\s?m\b\.?|م)))?(?:\suhr)?
    (?:(?=z\b)|{NO_LETTER_AFTER})
    (?P<zoned>\s?(?P<open>\()?(?P<zone>z|(?:utc|gmt)?\s?[+-]\d\d:?\d\d|(?:utc|gmt)(?:[+-]\d\d?)?)
        \b(?(open)\)))?""",
    re.VERBOSE,
)
# "Mon Jan 9 15:42:00 EST 2017": the year after the time.
_YEAR_AFTER = re.compile(rf"(?:\s[a-z]{{3,4}})?\s(\d{{4}})(?!:){_ENDS}")
_WORD_BEFORE = re.compile(
    r"(?<![^\W\d_])(?P<word>[^\W\d_]{2,12}+(?:\sال[^\W\d_]{3,6})?)[.,]{0,2}\s{1,2}(?:de\s)?\Z"
)
_DAY_BEFORE = re.compile(r"\d\W{0,3}\Z")
_AGO_BEFORE = re.compile(rf"{NO_LETTER_BEFORE}{alternatives(AGO_BEFORE)}\s\Z")
_DAY_WORD = re.compile(rf"{NO_LETTER_BEFORE}{alternatives((*DAYS_AGO, *WEEKDAYS))}")
_ANY_LABEL = alternatives(label for labels in LABELS.values() for label in labels)
_LABEL_ONLY = re.compile(rf"\W*(?:(?:{_ANY_LABEL})\W*(?:(?:on|am|at|le|el|il)\s)?)?")
SPOKEN: Final = re.compile(
    rf"""{NO_LETTER_BEFORE}(?:
    (?P<now>{alternatives(JUST_NOW)})(?=\W*\Z|\s?(?:{_ANY_LABEL}))
    |(?P<day>{alternatives(DAYS_AGO)})(?=\W*\Z)
    |(?<![个個])(?P<half>{alternatives(HALF_HOUR)})\s?{alternatives(AGO_AFTER)}
    |(?:{alternatives(ONE)}\s(?P<unit>{_UNIT})|(?P<one>{alternatives(ONE_UNITS)}))
        \s{alternatives(AGO_AFTER)}
    |{alternatives(AGO_BEFORE)}\s{alternatives(ONE)}\s(?P<unit2>{_UNIT})
    ){NO_LETTER_AFTER}""",
    re.VERBOSE,
)

# --- days and times -------------------------------------------------------------------------------

YEARS = range(1970, 2101)
_OFFSET = re.compile(r"([+-])(\d\d?):?(\d\d)?")


class _Clock(NamedTuple):
    """A time of day; `start` is where its hour begins."""

    time: time
    precision: Precision
    start: int
    end: int


def _read_clock(text: str, position: int) -> _Clock | None:
    """Read the time at the position, with what separates it from the day before it."""
    match = _CLOCK.match(text, position)
    if match is None:
        return None
    hour, minute, second = _read_time(match)
    written = match["zone"]
    zone = _read_zone(written, exact=match["second"] is not None) if written else None
    try:
        clock = time(hour, int(minute or 0), int(second or 0), tzinfo=zone)
    except ValueError:
        return None
    end = match.start("zoned") if written and zone is None else match.end()
    precision: Precision = "second" if second else "minute" if minute else "hour"
    return _Clock(clock, precision, match.start("hour"), end)


def _read_time(match: re.Match[str]) -> tuple[int, str | None, str | None]:
    written, minute, minute2, second, second2, *halves = match.group(
        "hour", "minute", "minute2", "second", "second2", "before_noon", "am", "after_noon", "pm"
    )
    hour = int(written)
    if (halves[2] or halves[3]) and hour < 12:
        hour += 12
    elif (halves[0] or halves[1]) and hour == 12:
        hour = 0
    return hour, minute or minute2, second or second2


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


def _make_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day) if year in YEARS else None
    except ValueError:
        return None


def _read_year(written: str) -> int:
    """Read a year of four digits or of two, these with or without an apostrophe."""
    year = int(written.lstrip("'’"))
    if len(written) == 4:
        return year
    return year + (2000 if year < 70 else 1900)


def _find_latest(month: int, day: int, now: datetime | None) -> date | None:
    """Find the latest such day that is not after now."""
    if now is None:
        return None
    today = now.date()
    days = (_make_date(year, month, day) for year in range(today.year, today.year - 9, -1))
    return next((found for found in days if found and found <= today), None)


def _make_day(month: int, day: int, year: str | None) -> Resolve | None:
    """Make the day; without a year it depends on `now`. None if there is no such day."""
    if year is None:
        exists = _make_date(2000, month, day) is not None
        return (lambda now, _: _find_latest(month, day, now)) if exists else None
    found = _make_date(_read_year(year), month, day)
    return (lambda _now, _order: found) if found else None


def _combine(day: Resolve, clock: time, now: datetime | None, order: Order | None) -> date | None:
    found = day(now, order)
    return datetime.combine(found, clock) if found else None


def _read_dated(
    text: str, start: int, end: int, day: Resolve | None, order: Order | None = None
) -> Reading | None:
    """Add to the day the weekday before it and the time after it."""
    if day is None:
        return None
    before = _WORD_BEFORE.search(text, max(0, start - 16), start) if start else None
    if before and (before["word"] in WEEKDAYS or before["word"] in SHORT_WEEKDAYS):
        start = before.start()
    clock = _read_clock(text, end)
    if clock is None:
        return Reading(start, end, "day", day, order=order)
    moment = partial(_combine, day, clock.time)
    return Reading(start, clock.end, clock.precision, moment, order=order)


# --- readers of the forms -------------------------------------------------------------------------


def _year_first(form: re.Match[str]) -> Reading | None:
    day = _make_day(int(form["m"]), int(form["d"]), form["y"])
    return _read_dated(form.string, form.start(), form.end(), day)


def _year_last(form: re.Match[str]) -> Reading | None:
    first, second, year, separator = form["a"], form["b"], form["c"], form["sep2"]
    if separator == "-" and len(year) == 2:
        return None
    readings: dict[Order, tuple[str, str, str]] = {"DMY": (year, second, first)}
    if separator != ".":
        readings["MDY"] = (year, first, second)
    if separator == "/" and len(year) == len(first) == 2:
        readings["YMD"] = (first, second, year)
    days = {
        name: day
        for name, (y, m, d) in readings.items()
        if (day := _make_date(_read_year(y), int(m), int(d)))
    }
    reading = _choose(form, days, proves=max(int(first), int(second)) > 12)
    # `1.2.17` alone is rather the number of a version; `01.02.17` is not.
    is_version = separator == "." and len(year) == 2 and len(first + second) < 4
    return None if reading and is_version and reading.precision == "day" else reading


def _choose(form: re.Match[str], days: dict[Order, date], *, proves: bool) -> Reading | None:
    """Let the order of the site choose among the days that a numeric date can be."""
    likely = {order: day for order, day in days.items() if order != "YMD"} or days
    if not likely:
        return None
    only = next(iter(likely.values())) if len(set(likely.values())) == 1 else None
    proved = next(iter(likely)) if proves and len(likely) == 1 else None

    def resolve(_now: datetime | None, order: Order | None) -> date | None:
        return days.get(order, only) if order else only

    return _read_dated(form.string, form.start(), form.end(), resolve, proved)


def _no_year(form: re.Match[str]) -> Reading | None:
    first, second = int(form["a2"]), int(form["b2"])
    month_first, day_first = _make_day(first, second, None), _make_day(second, first, None)
    proved: Order | None = None
    if max(first, second) > 12:
        proved = "MDY" if month_first else "DMY"
    usual: Order | None = "MDY" if form["sep3"] == "-" else None

    def resolve(now: datetime | None, order: Order | None) -> date | None:
        chosen = proved or order or usual
        if chosen is None:
            return None
        day = day_first if chosen == "DMY" else month_first
        return day(now, order) if day else None

    if not month_first and not day_first:
        return None
    return _read_dated(form.string, form.start(), form.end(), resolve, proved)


def _marked(form: re.Match[str]) -> Reading | None:
    day = _make_day(int(form["m2"]), int(form["d2"]), form["y2"] or form["y3"])
    return _read_dated(form.string, form.start(), form.end(), day)


def _marked_month(form: re.Match[str]) -> Reading | None:
    return _month(form.start(), form.end(), int(form["y4"]), int(form["m4"]))


def _month_year(form: re.Match[str]) -> Reading | None:
    month = _find_month_before(form)
    if month is None or _DAY_BEFORE.search(form.string, max(0, month.start() - 4), month.start()):
        return None
    return _month(month.start(), form.end(), int(form["y7"]), MONTHS[month["word"]])


def _month(start: int, end: int, year: int, month: int) -> Reading | None:
    if _make_date(year, month, 1) is None:
        return None
    return Reading(start, end, "month", lambda _now, _order: None)


def _find_month_before(form: re.Match[str]) -> re.Match[str] | None:
    word = _WORD_BEFORE.search(form.string, max(0, form.start() - 24), form.start())
    is_month = word and word["word"] in MONTHS and word["word"] not in TRAILING_MONTHS
    return word if is_month else None


def _day_month(form: re.Match[str]) -> Reading | None:
    day = _make_day(MONTHS[_spaced(form["m5"])], int(form["d5"]), form["y5"])
    reading = _read_dated(form.string, form.start(), form.end(), day)
    return _complete(form.string, reading, form["y5"])


def _month_day(form: re.Match[str]) -> Reading | None:
    month = _find_month_before(form)
    if month is None:
        return None
    text, number, year, end = form.string, MONTHS[month["word"]], form["y6"], form.end()
    clock = None if year else _read_clock(text, end)
    after = _YEAR_AFTER.match(text, clock.end) if clock else None
    day = _make_day(number, int(form["d6"]), after[1] if after else year)
    reading = _read_dated(text, month.start(), end, day)
    if reading and after:
        return reading._replace(end=after.end())
    return _complete(text, reading, year)


def _complete(text: str, reading: Reading | None, year: str | None) -> Reading | None:
    """Let a day with the name of its month but no year need a time, or be the whole text."""
    if reading is None or year or reading.precision != "day":
        return reading
    return reading if _stands_alone(text, reading.start) else None


def _stands_alone(text: str, start: int) -> bool:
    return _LABEL_ONLY.fullmatch(text, 0, start) is not None


# --- relative dates -------------------------------------------------------------------------------

_UNIT_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 7 * 86_400}
_UNIT_MONTHS = {"month": 1, "year": 12}
_UNIT_PRECISION: dict[Unit, Precision] = {
    "second": "second",
    "minute": "minute",
    "hour": "hour",
    "day": "day",
    "week": "day",
    "month": "month",
    "year": "year",
}
_LONGEST_AGO_MONTHS = 60 * 12


def _localise(now: datetime) -> datetime:
    """Fix the offset of an aware moment, that the days before it have the same one."""
    offset = now.utcoffset()
    return now.replace(tzinfo=None) if offset is None else now.astimezone(timezone(offset))


def _go_back(
    months: int, seconds: int, precision: Precision, now: datetime | None, _: Order | None
) -> date | None:
    if now is None:
        return None
    moment = _localise(now).replace(microsecond=0) - timedelta(seconds=seconds)
    if precision in {"second", "minute"}:
        return moment
    if precision == "hour":
        return moment.replace(second=0)
    year, month = divmod(moment.year * 12 + moment.month - 1 - months, 12)
    for day in range(moment.day, moment.day - 4, -1):
        if found := _make_date(year, month + 1, day):
            return found
    return None


def _count_back(start: int, end: int, counts: list[tuple[int, Unit]]) -> Reading | None:
    months = sum(count * _UNIT_MONTHS.get(unit, 0) for count, unit in counts)
    seconds = sum(count * _UNIT_SECONDS.get(unit, 0) for count, unit in counts)
    if months + seconds / _UNIT_SECONDS["day"] / 30 > _LONGEST_AGO_MONTHS:
        return None
    precision = _UNIT_PRECISION[counts[-1][1]]
    return Reading(start, end, precision, partial(_go_back, months, seconds, precision), True)


def _ago(form: re.Match[str]) -> Reading | None:
    start = form.start()
    if not form["past"]:
        before = _AGO_BEFORE.search(form.string, max(0, start - 8), start)
        if before is None:
            return None
        start = before.start()
    counts = [(int(form["count"]), UNITS[form["unit"]])]
    if form["unit2"]:
        counts.append((int(form["count2"]), UNITS[form["unit2"]]))
    return _count_back(start, form.end(), counts)


def _short_ago(form: re.Match[str]) -> Reading | None:
    if not _stands_alone(form.string, form.start()):
        return None
    counts = [(int(form["count3"]), SHORT_UNITS[form["unit3"]])]
    return _count_back(form.start(), form.end(), counts)


def _clock_of_day(form: re.Match[str]) -> Reading | None:
    """Read a time after "yesterday" or the name of a weekday."""
    text, start = form.string, form.start()
    for word in _DAY_WORD.finditer(text, max(0, start - 24), start):
        clock = _read_clock(text, word.end())
        if clock and clock.start == start:
            resolve = partial(_go_to_day, word[0], clock.time)
            return Reading(word.start(), clock.end, clock.precision, resolve, True)
    return None


def _go_to_day(word: str, clock: time, now: datetime | None, _: Order | None) -> date | None:
    if now is None:
        return None
    local = _localise(now)
    if local.tzinfo and clock.tzinfo:
        local = local.astimezone(clock.tzinfo)
    days = DAYS_AGO.get(_spaced(word))
    back = (local.weekday() - WEEKDAYS[word]) % 7 if days is None else days
    moment = datetime.combine(local - timedelta(days=back), clock, clock.tzinfo or local.tzinfo)
    is_ahead = days is None and moment.replace(tzinfo=None) >= local.replace(tzinfo=None)
    return moment - timedelta(days=7) if is_ahead else moment


def read_spoken(match: re.Match[str]) -> Reading | None:
    """Read a match of `SPOKEN`, a relative date without a number."""
    start, end = match.span()
    if match["now"]:
        return Reading(start, end, "minute", partial(_go_back, 0, 0, "minute"), True)
    if match["half"]:
        return Reading(start, end, "minute", partial(_go_back, 0, 1800, "minute"), True)
    if word := match["day"]:
        if not _stands_alone(match.string, start):
            return None
        return _count_back(start, end, [(DAYS_AGO[_spaced(word)], "day")])
    unit = match["unit"] or match["unit2"]
    return _count_back(start, end, [(1, UNITS[unit] if unit else ONE_UNITS[match["one"]])])


READERS: Final[dict[str | None, Callable[[re.Match[str]], Reading | None]]] = {
    "year_first": _year_first,
    "year_last": _year_last,
    "no_year": _no_year,
    "marked": _marked,
    "marked_month": _marked_month,
    "ago": _ago,
    "short_ago": _short_ago,
    "day_month": _day_month,
    "month_day": _month_day,
    "month_year": _month_year,
    "clock": _clock_of_day,
}

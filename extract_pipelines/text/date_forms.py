"""How a date is read from each form that it is written in."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date, datetime, time, timedelta, timezone
from functools import partial
from typing import Final

from extract_pipelines.text.date_numeric import read_no_year, read_year_last
from extract_pipelines.text.date_parts import (
    Order,
    Precision,
    Reading,
    add_clock,
    make_date,
    make_day,
    read_clock,
    read_dated,
    single_spaced,
)
from extract_pipelines.text.date_patterns import (
    BARE_DAY,
    CLOCK_GAP,
    DAY_AHEAD,
    DAY_WORD,
    FORMS,
    HALF_BEFORE,
    LABEL_ONLY,
    NUMBER_AHEAD,
    NUMBER_BEFORE,
    PAST_BEFORE,
    WORD_BEFORE,
    YEAR_AFTER,
)
from extract_pipelines.text.date_words import (
    DAYS_AGO,
    HER,
    HER_UNITS,
    MONTHS,
    ONE_UNITS,
    SHORT_UNITS,
    TRAILING_MONTHS,
    UNITS,
    WEEKDAYS,
    Unit,
)

# --- readers of the forms -------------------------------------------------------------------------


def _year_first(form: re.Match[str]) -> Reading | None:
    day = make_day(int(form["m"]), int(form["d"]), form["y"])
    return read_dated(form.string, form.start(), form.end(), day)


def _marked(form: re.Match[str]) -> Reading | None:
    day = make_day(int(form["m2"]), int(form["d2"]), form["y2"] or form["y3"])
    return read_dated(form.string, form.start(), form.end(), day)


def _marked_month(form: re.Match[str]) -> Reading | None:
    return _read_month(form.start(), form.end(), int(form["y4"]), int(form["m4"]))


def _month_year(form: re.Match[str]) -> Reading | None:
    before = _find_month_before(form)
    if before is None:
        return None
    start, month = before
    if NUMBER_BEFORE.search(form.string, max(0, start - 4), start):
        return None  # the rest of a day that does not exist
    return _read_month(start, form.end(), int(form["y7"]), month)


def _read_month(start: int, end: int, year: int, month: int) -> Reading | None:
    if make_date(year, month, 1) is None:
        return None
    return Reading(start, end, "month", lambda _now, _order: None)


def _find_month_before(form: re.Match[str]) -> tuple[int, int] | None:
    """Find where the name of a month before the number begins, and which month it is."""
    before = WORD_BEFORE.search(form.string, max(0, form.start() - 24), form.start())
    name = single_spaced(before["word"]) if before else ""
    if before is None or name not in MONTHS or name in TRAILING_MONTHS:
        return None
    return before.start(), MONTHS[name]


def _day_month(form: re.Match[str]) -> Reading | None:
    year = form["y5"] or form["y8"]
    day = make_day(MONTHS[single_spaced(form["m5"])], int(form["d5"]), year)
    reading = read_dated(form.string, form.start(), form.end(), day)
    return _complete(form.string, reading, year)


def _month_day(form: re.Match[str]) -> Reading | None:
    before = _find_month_before(form)
    if before is None:
        return None
    start, month = before
    text, year = form.string, form["y6"] or form["y9"]
    clock = None if year else read_clock(text, form.end())
    after = YEAR_AFTER.match(text, clock.end) if clock else None
    day = make_day(month, int(form["d6"]), after[1] if after else year)
    reading = read_dated(text, start, form.end(), day)
    if reading and after:
        return reading._replace(end=after.end())
    return _complete(text, reading, year)


def _complete(text: str, reading: Reading | None, year: str | None) -> Reading | None:
    """Let a day with the name of its month but no year need a time, or be the whole text."""
    if reading is None or year or reading.precision != "day":
        return reading
    return reading if _stands_alone(text, reading.start) else None


def _stands_alone(text: str, start: int) -> bool:
    return LABEL_ONLY.fullmatch(text, 0, start) is not None


# --- a time before its day ------------------------------------------------------------------------

_DAYS = frozenset({"year_first", "year_last", "marked", "day_month", "month_day"})


def _clock(form: re.Match[str]) -> Reading | None:
    return _clock_of_day(form) or _clock_before_day(form)


def _clock_before_day(form: re.Match[str]) -> Reading | None:
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
    if half := HALF_BEFORE.search(text, max(0, start - 4), start):
        start = half.start()
        clock = read_clock(text, start) or clock
    return add_clock(day, clock, start)


def _day_ahead(text: str, position: int) -> Reading | None:
    """Read a day that has no time of its own; it may be one without a year."""
    form = FORMS.match(text, position)
    name = form.lastgroup if form else None
    if form and name in _DAYS and (reading := READERS[name](form)):
        return reading if reading.precision == "day" else None
    form = BARE_DAY.match(text, position)
    before = _find_month_before(form) if form and not form["m"] else None
    if form is None or (before is None and not form["m"]):
        return None
    start, month = before or (form.start(), MONTHS[single_spaced(form["m"])])
    return read_dated(text, start, form.end(), make_day(month, int(form["d"]), None))


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
    moment = _localise(now).replace(microsecond=0)
    year, month = divmod(moment.year * 12 + moment.month - 1 - months, 12)
    day = min(moment.day, monthrange(year, month + 1)[1])
    moment = moment.replace(year=year, month=month + 1, day=day) - timedelta(seconds=seconds)
    if precision in {"second", "minute"}:
        return moment
    return moment.replace(second=0) if precision == "hour" else moment.date()


def _count_back(start: int, end: int, counts: list[tuple[float, Unit]]) -> Reading | None:
    months = round(sum(count * _UNIT_MONTHS.get(unit, 0) for count, unit in counts))
    seconds = round(sum(count * _UNIT_SECONDS.get(unit, 0) for count, unit in counts))
    if months + seconds / _UNIT_SECONDS["day"] / 30 > _LONGEST_AGO_MONTHS:
        return None
    precision = _UNIT_PRECISION[counts[-1][1]]
    return Reading(start, end, precision, partial(_go_back, months, seconds, precision), True)


def _ago(form: re.Match[str]) -> Reading | None:
    start, past = form.start(), form["past"]
    if past and past.endswith(HER) and (form["unit2"] or form["unit"]) not in HER_UNITS:
        return None
    if not past:
        before = PAST_BEFORE.search(form.string, max(0, start - 8), start)
        if before is None:
            return None
        start = before.start()
    counts = [(float(form["count"].replace(",", ".")), UNITS[form["unit"]])]
    if form["unit2"]:
        counts.append((int(form["count2"]), UNITS[form["unit2"]]))
    return _count_back(start, form.end(), counts)


def _short_ago(form: re.Match[str]) -> Reading | None:
    if not _stands_alone(form.string, form.start()):
        return None
    counts: list[tuple[float, Unit]] = [(int(form["count3"]), SHORT_UNITS[form["unit3"]])]
    return _count_back(form.start(), form.end(), counts)


def _clock_of_day(form: re.Match[str]) -> Reading | None:
    """Read a time after a word such as "yesterday" or the name of a weekday."""
    text, start = form.string, form.start()
    for word in DAY_WORD.finditer(text, max(0, start - 24), start):
        clock = read_clock(text, word.end())
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
    days = DAYS_AGO.get(single_spaced(word))
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
        return _count_back(start, end, [(DAYS_AGO[single_spaced(word)], "day")])
    unit = match["unit"] or match["unit2"]
    return _count_back(start, end, [(1, UNITS[unit] if unit else ONE_UNITS[match["one"]])])


READERS: Final[dict[str | None, Callable[[re.Match[str]], Reading | None]]] = {
    "year_first": _year_first,
    "year_last": read_year_last,
    "no_year": read_no_year,
    "marked": _marked,
    "marked_month": _marked_month,
    "ago": _ago,
    "short_ago": _short_ago,
    "day_month": _day_month,
    "month_day": _month_day,
    "month_year": _month_year,
    "clock": _clock,
}

"""Numeric dates, of which the order of day and month, or the calendar, is to be known."""

from __future__ import annotations

import re
from collections.abc import Container
from datetime import date
from typing import Final

from extract_pipelines.text.calendars import BY_LANGUAGE, ERAS, Calendar, to_gregorian
from extract_pipelines.text.date_parts import (
    YEARS,
    Context,
    Order,
    Resolve,
    UnresolvedDate,
    make_date,
    make_day,
    only_in,
    read_dated,
    read_year,
)
from extract_pipelines.text.date_patterns import BUDDHIST_BEFORE, ERA_BEFORE
from extract_pipelines.text.date_relative import stands_alone
from extract_pipelines.text.date_weekdays import read_weekday
from extract_pipelines.text.date_words import ANY, MONTHS
from extract_pipelines.text.lexicon import Languages

_APOSTROPHES: Final = "'’"
# Digits of which a date is of a calendar, if its year can be.
_DIGITS: Final[dict[Calendar, re.Pattern[str]]] = {
    "buddhist": re.compile("[๐-๙]"),
    "persian": re.compile("[۰-۹]"),
    "islamic": re.compile("[٠-٩]|ه"),
}


def read_year_first(form: re.Match[str]) -> UnresolvedDate | None:
    """Read a date with its year first: `2020-04-03`; `2020.13.04` can only have its day second."""
    year, month, day = form["y"], int(form["m"]), int(form["d"])
    made = make_day(month, day, year) or make_day(day, month, year)
    if made is None:
        return _of_other_calendar(form, int(year), month, day)
    return read_dated(form.string, form.start(), form.end(), made)


def read_short_year(form: re.Match[str]) -> UnresolvedDate | None:
    """Read a date with a year of three digits, as in Taiwan: `115/11/09`."""
    day = make_day(int(form["m0"]), int(form["d0"]), form["y0"], "minguo")
    return only_in(_TAIWAN, read_dated(form.string, form.start(), form.end(), day))


def read_marked(form: re.Match[str]) -> UnresolvedDate | None:
    """Read a date with marks behind its numbers: `2020年4月3日`, `2020年四月3日`."""
    text, start = form.string, form.start()
    number, year = int(form["d2"]), form["y2"] or form["y3"]
    month = int(form["m2"]) if form["m2"] else MONTHS[form["named"]].number
    if era := ERA_BEFORE.search(text, max(0, start - 8), start):
        if not (year or era["first"]):
            return None
        year = str(ERAS[era["era"]] + int(year or 1))
        return read_dated(text, era.start(), form.end(), make_day(month, number, year))
    if year is None or len(year) == 4:
        return read_dated(text, start, form.end(), make_day(month, number, year))
    if len(year) != 3:
        return None
    day = make_day(month, number, year, "minguo")
    return only_in(_TAIWAN, read_dated(text, start, form.end(), day))


def read_year_last(form: re.Match[str]) -> UnresolvedDate | None:
    """Read a date with its year last, or first and of two digits: `3.4.2020`, `20-04-03`."""
    first, second, year, separator = form["a"], form["b"], form["c"], form["sep2"]
    if len(year) == 4 and int(year) not in YEARS:
        return _of_other_calendar(form, int(year), int(second), int(first))
    has_dots, is_short = separator == ".", len(year) == 2
    readings: dict[Order, tuple[str, str, str]] = {"DMY": (year, second, first)}
    if not has_dots or int(second) > 12:
        readings["MDY"] = (year, first, second)
    if is_short and len(first) == 2:
        readings["YMD"] = (first, second, year)
    days = {
        name: day
        for name, (y, m, d) in readings.items()
        if (day := make_date(read_year(y), int(m), int(d)))
    }
    reading = _choose(form, days, proves=max(int(first), int(second)) > 12)
    # `1.2.17` alone is rather the number of a version, as `01.18.17` is; `01.02.17` is not. Pairs
    # with hyphens may be any number within a text.
    are_pairs = len(first + second) == 4
    is_number = has_dots and is_short and not (are_pairs and "DMY" in days)
    is_number |= (
        separator == "-" and is_short and not (are_pairs and form[0] == form.string.strip())
    )
    return None if reading and is_number and reading.precision == "day" else reading


def read_short_year_first(form: re.Match[str]) -> UnresolvedDate | None:
    """Read a date with a year of two digits first, as an apostrophe or its day shows: `'20.4.3`."""
    day, start = make_day(int(form["m9"]), int(form["d9"]), form["y9"]), form.start()
    has_apostrophe = form.string[max(0, start - 1)] in _APOSTROPHES
    reading = read_dated(form.string, start - has_apostrophe, form.end(), day)
    return reading if has_apostrophe or (reading and reading.precision != "day") else None


def read_slashed(form: re.Match[str]) -> UnresolvedDate | None:
    """Read a day and a month before a year that is parted from them: `18/5 2026`, `18/5-26`.

    So the north of Europe writes; elsewhere a time behind it says that it is a date.
    """
    day = make_day(int(form["m5"]), int(form["d5"]), form["y5"] or form["y8"])
    reading = _dated(form, day, "DMY", ambiguous=False) if day else None
    return reading if reading and reading.precision != "day" else only_in(_NORTHERN, reading)


def _of_other_calendar(
    form: re.Match[str], year: int, month: int, day: int
) -> UnresolvedDate | None:
    """Read a date whose year can only be one of another calendar.

    Its digits or an era beside it prove the calendar; else the page's language tells it.
    """
    calendars: tuple[Calendar, ...] = ("buddhist", "persian", "islamic")
    days = {
        calendar: found
        for calendar in calendars
        if (found := to_gregorian(calendar, year, month, day)) and found.year in YEARS
    }
    if not days:
        return None
    text, start = form.string, form.start()
    proved = next((one for one in days if _DIGITS[one].search(form[0])), None)
    if "buddhist" in days and (era := BUDDHIST_BEFORE.search(text, max(0, start - 6), start)):
        proved, start = "buddhist", era.start()

    def resolve(at: Context) -> date | None:
        calendar = proved or BY_LANGUAGE.get(at.language or "")
        return days.get(calendar) if calendar else None

    languages = ANY if proved else _languages_of(days)
    return only_in(languages, read_dated(text, start, form.end(), resolve))


def _languages_of(calendars: Container[Calendar]) -> Languages:
    return frozenset(language for language, one in BY_LANGUAGE.items() if one in calendars)


_TAIWAN: Final = _languages_of({"minguo"})
_EAST_ASIAN: Final[Languages] = frozenset({"zh", "ja", "ko"})
_WITHOUT_CENTS: Final[Languages] = frozenset({"ja", "ko"})
_NORTHERN: Final[Languages] = frozenset({"da", "nb", "nn", "no", "sv", "fi", "is", "fo"})


def _choose(form: re.Match[str], days: dict[Order, date], *, proves: bool) -> UnresolvedDate | None:
    """Let the order of the site choose among the days that a numeric date can be.

    A weekday beside it proves the order, if it is that of one of these days only; else of several.
    """
    likely = {order: day for order, day in days.items() if order != "YMD"} or days
    if form["sep2"] == "-":
        likely = days
    if not likely:
        return None
    weekday = read_weekday(form.string, form.start(), form.end()) if len(days) > 1 else None
    if weekday is not None:
        told = {order: day for order, day in days.items() if day.weekday() == weekday}
        if told:
            days, likely, proves = told, told, len(told) == 1
    only = next(iter(likely.values())) if len(set(likely.values())) == 1 else None
    proved = next(iter(likely)) if proves and len(likely) == 1 else None

    def resolve(at: Context) -> date | None:
        if at.order == "MDY" and "MDY" not in days:  # the month stands before the day
            return days.get("YMD", only)
        return days.get(at.order, only) if at.order else only

    reading = _dated(form, resolve, proved, ambiguous=only is None)
    if reading and "YMD" in days and len(days) > 1:
        reading.days = days
    return reading


def read_no_year(form: re.Match[str]) -> UnresolvedDate | None:
    """Read a day and a month before a time: `03-04 15:42`; in East Asia `03-04` alone is one."""
    first, second = form["a2"], form["b2"]
    usual: Order | None = "MDY" if form["sep3"] == "-" else None
    return _before_time(form, first, second, usual) or _alone(form, first, second, _EAST_ASIAN)


def read_dotted(form: re.Match[str]) -> UnresolvedDate | None:
    """Read a day and a month with dots before a time: `3.4. 15:42`; in Korea `03.04` alone is one.

    The same number may be an amount of yuan, but hardly one of won or yen.
    """
    first, second, is_closed = form["a3"], form["b3"], form["dot3"] is not None
    if not is_closed and len(first + second) < 4:
        return None
    usual: Order | None = "DMY" if is_closed else None
    return _before_time(form, first, second, usual) or _alone(form, first, second, _WITHOUT_CENTS)


def _alone(
    form: re.Match[str], month: str, day: str, languages: Languages
) -> UnresolvedDate | None:
    """Read a month and a day of two digits each that are all that a text tells."""
    if len(month + day) < 4 or not stands_alone(form.string, form.start()):
        return None
    made = make_day(int(month), int(day), None)
    reading = read_dated(form.string, form.start(), form.end(), made)
    return only_in(languages, reading) if reading and reading.precision == "day" else None


def _before_time(
    form: re.Match[str], one: str, other: str, usual: Order | None
) -> UnresolvedDate | None:
    """Read a day and a month in the order of the site, else in the usual one of their form."""
    first, second = int(one), int(other)
    month_first, day_first = make_day(first, second, None), make_day(second, first, None)
    proved: Order | None = None
    if max(first, second) > 12:
        proved = "MDY" if month_first else "DMY"

    def resolve(at: Context) -> date | None:
        chosen = proved or at.order or usual
        if chosen is None:
            return None
        day = day_first if chosen == "DMY" else month_first
        return day(at) if day else None

    if not month_first and not day_first:
        return None
    ambiguous = proved is None and first != second
    reading = _dated(form, resolve, proved, ambiguous=ambiguous)
    return reading if reading and reading.precision != "day" else None


def _dated(
    form: re.Match[str], day: Resolve, proved: Order | None, *, ambiguous: bool
) -> UnresolvedDate | None:
    reading = read_dated(form.string, form.start(), form.end(), day)
    if reading is not None:
        reading.order, reading.ambiguous = proved, ambiguous
    return reading

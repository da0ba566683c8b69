"""Numeric dates, of which the order of day and month is to be known."""

from __future__ import annotations

import re
from datetime import date, datetime

from extract_pipelines.text.date_parts import (
    Order,
    Reading,
    Resolve,
    make_date,
    make_day,
    read_dated,
    read_weekday_before,
    read_year,
)


def read_year_last(form: re.Match[str]) -> Reading | None:
    """Read a date with its year last: `03/04/2020`, `3.4.20`."""
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
        if (day := make_date(read_year(y), int(m), int(d)))
    }
    reading = _choose(form, days, proves=max(int(first), int(second)) > 12)
    # `1.2.17` alone is rather the number of a version; `01.02.17` is not.
    is_version = separator == "." and len(year) == 2 and len(first + second) < 4
    return None if reading and is_version and reading.precision == "day" else reading


def _choose(form: re.Match[str], days: dict[Order, date], *, proves: bool) -> Reading | None:
    """Let the order of the site choose among the days that a numeric date can be.

    A weekday beside it proves the order, if it is that of one of these days only.
    """
    likely = {order: day for order, day in days.items() if order != "YMD"} or days
    if not likely:
        return None
    if len(likely) > 1 and (weekday := read_weekday_before(form.string, form.start())) is not None:
        told = {order: day for order, day in likely.items() if day.weekday() == weekday}
        if len(told) == 1:
            days, likely, proves = told, told, True
    only = next(iter(likely.values())) if len(set(likely.values())) == 1 else None
    proved = next(iter(likely)) if proves and len(likely) == 1 else None

    def resolve(_now: datetime | None, order: Order | None) -> date | None:
        return days.get(order, only) if order else only

    return _dated(form, resolve, proved, ambiguous=only is None)


def read_no_year(form: re.Match[str]) -> Reading | None:
    """Read a day and a month before a time: `03-04 15:42`."""
    first, second = int(form["a2"]), int(form["b2"])
    month_first, day_first = make_day(first, second, None), make_day(second, first, None)
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
    ambiguous = proved is None and first != second
    reading = _dated(form, resolve, proved, ambiguous=ambiguous)
    return reading if reading and reading.precision != "day" else None


def _dated(
    form: re.Match[str], day: Resolve, proved: Order | None, *, ambiguous: bool
) -> Reading | None:
    reading = read_dated(form.string, form.start(), form.end(), day)
    return reading._replace(order=proved, ambiguous=ambiguous) if reading else None

"""Years of other calendars than the Gregorian, and the days that their dates are.

Where the years of the calendars of Iran and of Islam begin is a table, which
``benchmarks/calendars.py`` makes.
"""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, cast

TABLE: Final = Path(__file__).with_name("calendars.json")

Calendar = Literal["gregorian", "buddhist", "minguo", "persian", "islamic"]

# What is added to the year of a calendar whose months and days are the Gregorian ones.
_OFFSETS: Final[dict[Calendar, int]] = {"gregorian": 0, "buddhist": -543, "minguo": 1911}
# The year before the first of each era.
ERAS: Final = {
    **dict.fromkeys(("民國", "民国"), 1911),
    "昭和": 1925,
    "平成": 1988,
    "令和": 2018,
}
# The calendar, beside the Gregorian, that pages in a language count years by.
BY_LANGUAGE: Final[dict[str, Calendar]] = {
    "th": "buddhist",
    "fa": "persian",
    "ps": "persian",
    "ar": "islamic",
    "zh": "minguo",
}


@cache
def _tables() -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(TABLE.read_text(encoding="ascii")))


def to_gregorian(calendar: Calendar, year: int, month: int, day: int) -> date | None:
    """The day that a date is in the Gregorian calendar; None if there is none, or it is unknown."""
    offset = _OFFSETS.get(calendar)
    if offset is not None:
        try:
            return date(year + offset, month, day)
        except ValueError:
            return None
    table = _tables()[calendar]
    at = year - table["first"]
    if not (0 <= at < len(table["years"]) and 1 <= month <= 12):
        return None
    start, lengths = table["years"][at]
    if not 1 <= day <= 29 + int(lengths[month - 1]):
        return None
    before = sum(29 + int(length) for length in lengths[: month - 1])
    return date.fromordinal(start + before + day - 1)


def year_of(calendar: Calendar, day: date) -> int:
    """The year of a calendar that a day falls in, or the one after it."""
    offset = _OFFSETS.get(calendar)
    if offset is not None:
        return day.year - offset
    return day.year - (621 if calendar == "persian" else 578)

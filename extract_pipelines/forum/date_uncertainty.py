"""How far dates can be trusted: which of two is better, and whether both can be of one moment."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

from extract_pipelines.text.dates import find_date

DAY = 86_400.0
# Most seconds by which a date so exact can be off. A relative one is counted back from the clock
# of this machine, so it is worth less than an absolute one.
_ABSOLUTE = {"second": 1.0, "minute": 60.0, "hour": 60.0, "day": DAY}
_RELATIVE = {
    "second": 90.0,
    "minute": 120.0,
    "hour": 2 * 3600.0,
    "day": 2 * DAY,
    "week": 8 * DAY,
    "month": 32 * DAY,
}
# Where a date tells its offset and the other does not, they may be so far apart.
_WIDEST_OFFSET = 14 * 3600.0


def error_of(date: str | None, date_raw: str | None) -> float:
    """By how many seconds a floor's date can be off; infinite where it has none.

    :param date: ISO 8601
    :param date_raw: the date as the page shows it, which tells whether it was counted back
    """
    if not date:
        return math.inf
    found = find_date(date_raw or "", now=datetime.now(UTC))
    if found is None:
        return _ABSOLUTE["minute" if "T" in date else "day"]
    errors = _RELATIVE if found.relative else _ABSOLUTE
    return errors.get(found.precision, 366 * DAY)


def is_compatible(one: str | None, error: float, other: str | None, other_error: float) -> bool:
    """Whether two dates can be of one moment; one that is not known is compatible with all."""
    moments = parse(one), parse(other)
    first, second = moments
    if first is None or second is None:
        return True
    most = error + other_error
    if (first.tzinfo is None) != (second.tzinfo is None):
        most += _WIDEST_OFFSET
    difference = first.replace(tzinfo=first.tzinfo or UTC) - second.replace(
        tzinfo=second.tzinfo or UTC
    )
    return abs(difference) <= timedelta(seconds=min(most, 1e9))


def is_same(one: str | None, other: str | None) -> bool:
    """Whether two dates say the same, an offset that only one of them tells left aside."""
    first, second = parse(one), parse(other)
    if first is None or second is None:
        return first is second
    if (first.tzinfo is None) != (second.tzinfo is None):
        return first.replace(tzinfo=None) == second.replace(tzinfo=None)
    return first == second


def seconds_of(date: str | None) -> float | None:
    """Seconds since 1970 of an ISO 8601 date, without offset as of UTC; None if it is none."""
    moment = parse(date)
    if moment is None:
        return None
    return moment.replace(tzinfo=moment.tzinfo or UTC).timestamp()


def parse(date: str | None) -> datetime | None:
    """An ISO 8601 date as a datetime; None if it is none."""
    try:
        return datetime.fromisoformat(date or "")
    except ValueError:
        return None

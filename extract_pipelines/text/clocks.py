"""The clock of a page: what day it is where a page without an offset was written.

A crawl counts from UTC. On a page in Chinese it is already tomorrow for eight hours of each day.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Final

# Hours ahead of UTC, all year, where nearly all who speak a language keep the same clock:
# https://www.iana.org/time-zones
_HOURS_AHEAD: Final[dict[str, float]] = {
    language: hours
    for hours, languages in (
        (3.0, "tr"),
        (3.5, "fa"),
        (4.0, "az hy ka"),
        (5.0, "uz"),
        (5.5, "hi si ta"),
        (5.75, "ne"),
        (6.5, "my"),
        (7.0, "km lo th vi"),
        (8.0, "fil mn ms tl zh"),
        (9.0, "ja ko"),
    )
    for language in languages.split()
}
# By so much the clocks of Kiritimati are ahead, and none more.
FURTHEST_AHEAD: Final = timedelta(hours=14)


def on_page(now: datetime, language: str | None) -> datetime | None:
    """The moment by the page's clock; None if that is not known.

    :param now: the moment; one that is in another zone than UTC, or in none, is by the page's clock
    :param language: code of the page's language
    """
    if now.tzinfo is None or now.utcoffset():
        return now
    hours = _HOURS_AHEAD.get(language or "")
    return None if hours is None else now.astimezone(timezone(timedelta(hours=hours)))


def latest_day(now: datetime, language: str | None) -> date:
    """The last day that has begun by the page's clock, or else by any clock; see `on_page`."""
    local = on_page(now, language)
    return (local or now.astimezone(UTC) + FURTHEST_AHEAD).date()

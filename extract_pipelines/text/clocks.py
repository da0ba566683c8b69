"""The clock of a page: what day it is where a page without an offset was written.

A crawl counts from UTC. On a page in Chinese it is already tomorrow for eight hours of each day.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from typing import Final

from extract_pipelines.text.lexicon.patterns import (
    NO_LETTER_AFTER,
    NO_LETTER_BEFORE,
    LazyPattern,
    any_of,
)

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
# "GMT -5", "UTC+05:30"; older phpBB adds summer's hour in brackets: "UTC + 1 hour [ DST ]".
_ZONE: Final = re.compile(
    r"\b(?:gmt|utc)\b"
    r"(?:\s?(?P<sign>[+\-−–])\s?(?P<hours>\d{1,2})(?::?(?P<minutes>[0-5]\d))?(?!\d))?"
    r"(?P<summer>(?:\s[^\W\d]+)?\s?\[[^\]]+\])?",
    re.IGNORECASE,
)
_CLOCK_WORD: Final = LazyPattern(
    lambda: rf"{NO_LETTER_BEFORE}{any_of('clock')}{NO_LETTER_AFTER}", re.IGNORECASE
)
# Discuz! writes the zone, and then what time it is there: "GMT+8, 2026-11-22 10:57".
_DAY_AFTER: Final = re.compile(r"[\s,]+\d{4}-\d")


def on_page(now: datetime, language: str | None, zone: tzinfo | None) -> datetime | None:
    """The moment by the page's clock; None if that is not known.

    :param now: the moment; one that is in another zone than UTC, or in none, is by the page's clock
    :param language: code of the page's language
    :param zone: that of the page's clock, where the page states it
    """
    if now.tzinfo is None or now.utcoffset():
        return now
    if zone is None and (hours := _HOURS_AHEAD.get(language or "")) is not None:
        zone = timezone(timedelta(hours=hours))
    return None if zone is None else now.astimezone(zone)


def latest_day(now: datetime, language: str | None, zone: tzinfo | None) -> date:
    """The last day that has begun by the page's clock, or else by any clock; see `on_page`."""
    local = on_page(now, language, zone)
    return (local or now.astimezone(UTC) + FURTHEST_AHEAD).date()


def stated_zone(text: str) -> timezone | None:
    """The zone that a text states for all times of a page; None if it states none."""
    lower = text.lower()  # a plain look rules out nearly all
    zone = _ZONE.search(text) if "gmt" in lower or "utc" in lower else None
    if zone is None:
        return None
    before = text[: zone.start()]
    says_now = not any(map(str.isalnum, before)) and _DAY_AFTER.match(text, zone.end())
    if not says_now and not _CLOCK_WORD.search(before):
        return None
    ahead = timedelta(hours=int(zone["hours"] or 0), minutes=int(zone["minutes"] or 0))
    ahead = (ahead if zone["sign"] == "+" else -ahead) + timedelta(hours=bool(zone["summer"]))
    return timezone(ahead) if abs(ahead) <= FURTHEST_AHEAD else None

"""Dates that are told by how long ago they were, or by the name of a day: `3 days ago`."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Collection
from datetime import date, datetime, time, timedelta, timezone
from functools import partial
from typing import Final, cast

from extract_pipelines.text.clocks import FURTHEST_AHEAD, on_page
from extract_pipelines.text.date_parts import (
    Context,
    Precision,
    UnresolvedDate,
    only_in,
    read_clock,
)
from extract_pipelines.text.date_patterns import (
    AGO,
    DAY_WORD,
    LABEL_ONLY,
    LARGER_BEFORE,
    LONGEST_BEFORE,
    LONGEST_PAST_BEFORE,
    PAST_BEFORE,
    SHORT_AGO,
    UNIT_FIRST_AGO,
    word_before,
)
from extract_pipelines.text.date_words import (
    AGO_AFTER,
    AGO_BEFORE,
    DAYS_AGO,
    HAN_NUMBERS,
    ONE_UNITS,
    PAST_PHRASES,
    SHORT_UNITS,
    UNIT_FIRST,
    UNITS,
    WEEKDAYS,
    Unit,
    plain,
    unit_of,
)


def stands_alone(text: str, start: int) -> bool:
    """Whether a date at a position is the first thing that a text tells, but for a label."""
    return LABEL_ONLY.fullmatch(text, 0, start) is not None


_UNIT_SECONDS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 7 * 86_400}
_UNIT_MONTHS: Final = {"month": 1, "year": 12}
_UNIT_PRECISION: dict[Unit, Precision] = {
    "second": "second",
    "minute": "minute",
    "hour": "hour",
    "day": "day",
    "week": "week",
    "month": "month",
    "year": "year",
}
_FROM_SMALLEST: Final = tuple(_UNIT_PRECISION)
# These are units only beside another one or an English word: in a sentence `5月前` is before May.
_SIGNS: Final = frozenset("月时時")
# But a text that says no more than this tells an age, as many scripts write those of months.
_MONTH_SIGN: Final = "月"
# What stands before a time that no word announces.
_NO_WORD: Final = " \t\n\u00a0-–—·•|,.;:()[]/0123456789"
# What follows the first of two times: hours of a weekday tell when a shop is open, "10am - 6pm".
_UNTIL: Final = re.compile(r"\s?[-–—]\s?\d{1,2}(?:[:.h]\d{2}|\s?[ap]\.?m\b)")
_LONGEST_AGO_MONTHS: Final = 60 * 12


def _localise(now: datetime) -> datetime:
    """Fix the offset of an aware moment, that the days before it have the same one."""
    offset = now.utcoffset()
    return now.replace(tzinfo=None) if offset is None else now.astimezone(timezone(offset))


def _go_back(months: int, seconds: int, precision: Precision, at: Context) -> date | None:
    if at.now is None:
        return None
    is_exact = precision in {"second", "minute", "hour"}
    now = at.now if is_exact else on_page(at.now, at.language, at.zone) or at.now
    moment = _localise(now).replace(microsecond=0)
    year, month = divmod(moment.year * 12 + moment.month - 1 - months, 12)
    day = min(moment.day, monthrange(year, month + 1)[1])
    moment = moment.replace(year=year, month=month + 1, day=day) - timedelta(seconds=seconds)
    if precision in {"second", "minute"}:
        return moment
    return moment.replace(second=0) if precision == "hour" else moment.date()


def _count_back(start: int, end: int, counts: list[tuple[float, Unit]]) -> UnresolvedDate | None:
    months = round(sum(count * _UNIT_MONTHS.get(unit, 0) for count, unit in counts))
    seconds = round(sum(count * _UNIT_SECONDS.get(unit, 0) for count, unit in counts))
    if months + seconds / _UNIT_SECONDS["day"] / 30 > _LONGEST_AGO_MONTHS:
        return None
    precision = _UNIT_PRECISION[counts[-1][1]]
    resolve = partial(_go_back, months, seconds, precision)
    return UnresolvedDate(start, end, precision, resolve, relative=True)


def read_ago(form: re.Match[str], word: str) -> UnresolvedDate | None:
    """Read a span of time, and the words that say in the same language that it is past."""
    if word not in UNITS:
        return _unit_first_ago(form)
    text, start = form.string, form.start()
    after = AGO.match(text, form.end())
    second = plain(after["unit2"]) if after and after["unit2"] else None
    if after is None or (second and second not in UNITS):
        return read_short_ago(form)
    if after["past"]:
        past = plain(after["past"])
        languages = AGO_AFTER[past]
    elif before := PAST_BEFORE.search(text, max(0, start - LONGEST_PAST_BEFORE), start):
        past = plain(before["past"])
        start, languages = before.start(), AGO_BEFORE[past]
    else:
        return read_short_ago(form)
    unit = _unit_with(word, past, languages)
    is_sign = word in _SIGNS and not second and "en" not in languages
    if unit is None or (
        is_sign and not (word == _MONTH_SIGN and _is_all(text, start, after.end()))
    ):
        return None
    counts = [(float(form["count"] + (form["rest"] or "").replace(",", ".")), unit)]
    if after["past"]:
        start, counts = _with_larger(text, start, counts, languages)
    if second:
        unit = _unit_with(second, past, languages)
        if unit is None:
            return None
        counts.append((int(after["count2"]), unit))
    return _count_back(start, after.end(), counts)


def _is_all(text: str, start: int, end: int) -> bool:
    """Whether a text tells no more than what stands between two positions, but for a label."""
    return not text[end:].strip() and stands_alone(text, start)


def _with_larger(
    text: str, start: int, counts: list[tuple[float, Unit]], languages: Collection[str]
) -> tuple[int, list[tuple[float, Unit]]]:
    """Where a span begins, and what it counts, with a larger unit before: `one day, 8 hours`."""
    found = LARGER_BEFORE.search(text, max(0, start - LONGEST_BEFORE), start)
    larger = unit_of(found["unit"], languages) if found else None
    if found is None or larger is None or not _is_smaller(counts[0][1], larger):
        return start, counts
    return found.start(), [(int(found["count"] or 1), larger), *counts]


def _is_smaller(unit: Unit, other: Unit) -> bool:
    return _FROM_SMALLEST.index(unit) < _FROM_SMALLEST.index(other)


def _unit_with(word: str, past: str, languages: Collection[str]) -> Unit | None:
    """The unit of time that a word is beside one that says in some languages that it is past.

    Software is often translated in part: the unit or that word may be English, as in "10 天 ago"
    and "3 days 前". Of the latter only words that no English text has are known so.
    """
    unit = unit_of(word, languages)
    if unit is not None or (len(word) <= 2 and word.isascii()):
        return unit
    if "en" in languages:
        return unit_of(word, UNITS[word])
    return None if past.isascii() else unit_of(word, ["en"])


def _unit_first_ago(form: re.Match[str]) -> UnresolvedDate | None:
    """Read a span of time with its unit first: `siku 3 zilizopita`."""
    text, number = form.string, form.end("count")
    after = UNIT_FIRST_AGO.match(text, number)
    before = word_before(text, form.start())
    languages = AGO_AFTER[plain(after["past"])] & UNIT_FIRST if after else None
    if after is None or before is None or not languages:
        return None
    unit = unit_of(before["word"], languages)
    counts: list[tuple[float, Unit]] = [(int(form["count"]), unit)] if unit else []
    return _count_back(before.start(), after.end(), counts) if counts else None


def read_short_ago(form: re.Match[str]) -> UnresolvedDate | None:
    """Read a short span of time that is the whole text: `5m`."""
    short = SHORT_AGO.match(form.string, form.start())
    if short is None or not stands_alone(form.string, form.start()):
        return None
    end = short.end("unit") if not short["ago"] else short.end("ago")
    counts: list[tuple[float, Unit]] = [(int(short["count"]), SHORT_UNITS[short["unit"]])]
    return _count_back(form.start(), end, counts)


def read_clock_of_day(form: re.Match[str]) -> UnresolvedDate | None:
    """Read a time after a word such as "yesterday" or the name of a weekday."""
    text, start = form.string, form.start()
    if not text[max(0, start - 24) : start].strip(_NO_WORD):
        return None
    for found in DAY_WORD.finditer(text, max(0, start - 24), start):
        word = plain(found[0])
        meaning = DAYS_AGO.get(word) or WEEKDAYS.get(word)
        clock = read_clock(text, found.end()) if meaning else None
        if meaning and clock and clock.start == start:
            if word not in DAYS_AGO and _UNTIL.match(text, clock.end):
                return None
            resolve = partial(_go_to_day, word, clock.time)
            start, end = found.start(), clock.end
            reading = UnresolvedDate(start, end, clock.precision, resolve, relative=True)
            return only_in(meaning.languages, reading)
    return None


def _go_to_day(word: str, clock: time, at: Context) -> date | None:
    """The time on the day that a word names, by the page's clock.

    Its offset is that of the text or of ``now``. But a ``now`` in UTC is what crawls count from: it
    tells nothing of the page's clock, and then the time has no offset.
    """
    if at.now is None:
        return None
    local = _localise(on_page(at.now, at.language, at.zone) or at.now)
    if local.tzinfo and clock.tzinfo:
        local = local.astimezone(clock.tzinfo)
    days = DAYS_AGO[word].on(at.language) if word in DAYS_AGO else None
    back = (local.weekday() - WEEKDAYS[word].number) % 7 if days is None else days
    zone = clock.tzinfo or (local.tzinfo if at.now.utcoffset() else None)
    moment = datetime.combine(local - timedelta(days=back), clock, zone)
    ahead = moment.replace(tzinfo=None) - local.replace(tzinfo=None)
    if days is None and ahead >= timedelta():
        return moment - timedelta(days=7)
    # Where the clock is that far ahead the day has not begun: the page's is still the one before.
    return moment - timedelta(days=1) if ahead > FURTHEST_AHEAD else moment


def read_spoken(match: re.Match[str]) -> UnresolvedDate | None:
    """Read a match of `SPOKEN`, a relative date without a number."""
    start, end = match.span()
    if match["day"] or match["alone"]:
        return _read_alone(match) if stands_alone(match.string, start) else None
    count, unit = _read_phrase(match)
    if unit is None:
        return None
    counts = [(count, unit)]
    if match["unit"]:
        languages = AGO_AFTER[plain(match["past"])]
        start, counts = _with_larger(match.string, start, counts, languages)
    elif match["count"]:
        smaller = unit_of(match["smaller"], AGO_BEFORE[plain(match["past2"])])
        if smaller and _is_smaller(smaller, unit):
            counts.append((int(match["count"]), smaller))
        else:
            end = match.end("unit2")
    return _count_back(start, end, counts)


def _read_alone(match: re.Match[str]) -> UnresolvedDate | None:
    """Read a word for a day, or for this moment, that is all that a text says."""
    start, end = match.span()
    if match["alone"]:
        return _count_back(start, end, [(0, "minute")])
    day = DAYS_AGO[plain(match["day"])]
    return only_in(day.languages, _count_back(start, end, [(day.number, "day")]))


def _read_phrase(match: re.Match[str]) -> tuple[float, Unit | None]:
    """How many of which unit of time a phrase tells; no unit if it tells none."""
    if match["now"]:
        return 0, "minute"
    if match["half"]:
        return 30, "minute"
    if phrase := match["phrase"]:
        count, unit = PAST_PHRASES[plain(phrase)].split()
        return int(count), cast("Unit", unit)
    if match["one"]:
        return 1, ONE_UNITS[match["one"]]
    if match["han"]:
        return HAN_NUMBERS[match["han"]], unit_of(match["han_unit"], ("zh", "ja"))
    past = AGO_AFTER[plain(match["past"])] if match["past"] else AGO_BEFORE[plain(match["past2"])]
    return 1, unit_of(match["unit"] or match["unit2"], past)

"""Times of day that stand alone: of today, or of the day above them, as in logs of chats."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from datetime import datetime, timedelta
from itertools import islice, pairwise
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.date_reading import read_date
from extract_pipelines.page.dated_attributes import LONGEST_CLOCK, TIME_OF_DAY, dated_attributes
from extract_pipelines.page.head import read_head
from extract_pipelines.page.stated_clock import zone_of
from extract_pipelines.text.clocks import on_page
from extract_pipelines.text.dates import FoundDate
from extract_pipelines.text.locales import subtags_of

# So many days stand at least where a time of day is one of today.
LEAST_DAYS: Final = 2
# By so much the clock of a page may be wrong of which the zone is known, in summer as well.
WRONG_BY: Final = timedelta(hours=2)
# So many clocks are a log's, and nearly all of a day follow each other.
LEAST_CLOCKS: Final = 2
LEAST_IN_ORDER: Final = 0.9


def dates_of_clocks(
    page: Page, dates: Mapping[int, FoundDate], most: int
) -> tuple[dict[int, FoundDate], set[int]]:
    """The dates of the times of day that stand alone, and the leaves of the days that some are of.

    :param dates: the dates in the page's texts, by their leaves, in document order
    :param most: so many times of day are looked into, from the page's beginning
    :return: the dates of the clocks, by their leaves. Those of which an attribute tells the day are
        left out
    """
    clocks = list(islice(_clocks(page), most)) if dates else []
    if not clocks:
        return {}, set()
    exact = {node for node, _ in dated_attributes(page)}
    today = _dates_of_today(page, dates, clocks, exact)
    return (today, set()) if today else _dates_of_log(page, dates, clocks, exact)


def _dates_of_log(
    page: Page, dates: Mapping[int, FoundDate], clocks: Iterable[tuple[int, str]], exact: Set[int]
) -> tuple[dict[int, FoundDate], set[int]]:
    """The dates that times of day have by the days above them, and the leaves of those days.

    None where more dates on the page have a time of their own, or the clocks do not follow each
    other.
    """
    in_link = page.flat.in_link
    days = [
        leaf
        for leaf, date in dates.items()
        if date.precision == "day" and date.value and not in_link[leaf]
    ]
    found: dict[int, FoundDate] = {}
    of_days: dict[int, list[str]] = {}
    beside: set[int] = set()
    for leaf, clock in clocks if days else ():
        if _has_own_day(page, leaf, dates):
            beside.add(leaf)
            continue
        place = bisect_left(days, leaf) - 1
        date = read_date(page, f"{dates[days[place]].raw} {clock}") if place >= 0 else None
        if date and date.value and date.hours is not None and page.flat.nodes[leaf] not in exact:
            found[leaf] = date
            of_days.setdefault(days[place], []).append(date.value)
            if leaf - 1 in dates:
                beside.add(leaf)
    steps = [before <= after for values in of_days.values() for before, after in pairwise(values)]
    timed = sum(date.hours is not None or date.relative for date in dates.values())
    is_log = len(found.keys() - beside) >= max(LEAST_CLOCKS, timed + 1, len(beside))
    if not is_log or sum(steps) < LEAST_IN_ORDER * len(steps):
        return {}, set()
    return found, set(of_days)


def _dates_of_today(
    page: Page, dates: Mapping[int, FoundDate], clocks: Iterable[tuple[int, str]], exact: Set[int]
) -> dict[int, FoundDate]:
    """The dates of times of day that stand where other texts tell a day: those are the latest.

    Boards show so what was posted on the day that a page is loaded, or the last day and night. All
    of it stands before the others, or behind them: in a log each day has its times.
    """
    places = _places_of_days(page, dates)
    found: dict[int, FoundDate] = {}
    for leaf, clock in clocks:
        others = places.get(_place_of(page, leaf))
        if others is None or page.flat.nodes[leaf] in exact:
            continue
        is_beside = leaf - 1 in dates or leaf + 1 in dates or _has_own_day(page, leaf, dates)
        last = _last_moment(page, clock)
        if is_beside or leaf in others or last is None or last.value is None:
            return {}
        end, precision, hours = len(clock), last.precision, last.hours
        found[leaf] = FoundDate(last.value, clock, 0, end, precision, hours=hours)
    return found


def _last_moment(page: Page, clock: str) -> FoundDate | None:
    """When it was last this time of day by the page's clock: today, or yesterday."""
    today = read_date(page, f"Today {clock}")
    now = on_page(page.downloaded, subtags_of(read_head(page).in_language)[0], zone_of(page))
    if today is None or today.value is None or now is None:
        return today
    latest = now.replace(tzinfo=None) + WRONG_BY
    is_ahead = datetime.fromisoformat(today.value).replace(tzinfo=None) > latest
    return read_date(page, f"Yesterday {clock}") if is_ahead else today


def _places_of_days(page: Page, dates: Mapping[int, FoundDate]) -> dict[tuple[str, str], range]:
    """Where several texts tell days, and none today: from the first of their leaves to the last."""
    today = read_date(page, "Today 12:00")
    shown = today.value[:10] if today and today.value else ""
    leaves: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    with_today = set()
    for leaf, date in dates.items():
        if date.value and not date.relative:
            leaves[_place_of(page, leaf)].append(leaf)
            if date.value.startswith(shown):
                with_today.add(_place_of(page, leaf))
    return {
        place: range(some[0], some[-1])
        for place, some in leaves.items()
        if len(some) >= LEAST_DAYS and place not in with_today
    }


def _place_of(page: Page, leaf: int) -> tuple[str, str]:
    """The tag path of a leaf, and the class of its element."""
    return page.leaves[leaf].path, page.leaves[leaf].element.get("class") or ""


def _has_own_day(page: Page, leaf: int, dates: Mapping[int, FoundDate]) -> bool:
    """Whether a date stands on the line of a time of day: they are one."""
    lines = page.flat.lines
    near = range(max(0, leaf - 2), min(leaf + 3, len(lines)))
    return any(other in dates and lines[other] == lines[leaf] for other in near)


def _clocks(page: Page) -> Iterator[tuple[int, str]]:
    """The texts that are a time of day alone, with their leaves."""
    for leaf, text in enumerate(page.flat.texts):
        if len(text) <= LONGEST_CLOCK and ":" in text and (clock := TIME_OF_DAY.fullmatch(text)):
            yield leaf, clock[1]

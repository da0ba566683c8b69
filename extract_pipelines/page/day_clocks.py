"""Times of day that stand alone, below the day that they are of, as in logs of chats."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import islice, pairwise
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.date_reading import read_date
from extract_pipelines.page.dated_attributes import LONGEST_CLOCK, TIME_OF_DAY, dated_attributes
from extract_pipelines.text.dates import FoundDate

# So many clocks are a log's, and nearly all of a day follow each other.
LEAST_CLOCKS: Final = 2
LEAST_IN_ORDER: Final = 0.9


def dates_of_clocks(
    page: Page, dates: Mapping[int, FoundDate], most: int
) -> tuple[dict[int, FoundDate], set[int]]:
    """The dates that times of day have by the days above them.

    :param dates: the dates in the page's texts, by their leaves, in document order
    :param most: so many times of day are looked into, from the page's beginning
    :return: the dates of the clocks, by their leaves, and the leaves of those days; nothing where
        more dates on the page have a time of their own, or the clocks do not follow each other.
        Clocks of which an attribute tells the day are left out
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
    clocks = list(islice(_clocks(page), most)) if days else []
    exact = {node for node, _ in dated_attributes(page)} if clocks else set[int]()
    for leaf, clock in clocks:
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

"""Dates in several texts: "04", "Sep", "2021", "04:17AM", and "Nov 30", a raised "th", ", 2021".

Or "7:17 AM", which may be a link, and "on April 9".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from typing import Final, NamedTuple

from extract_pipelines.page import Page
from extract_pipelines.page.date_reading import read_date
from extract_pipelines.page.dated_attributes import TIME_OF_DAY
from extract_pipelines.text.dates import FoundDate

# A day, its month and its year at least; a label, a weekday, a time, its zone, and a word more.
LEAST_PARTS: Final = 3
MOST_PARTS: Final = 8
LONGEST: Final = 60
# Letters that may stand beside a date without a label: the name of a zone.
MOST_BESIDE: Final = 6
# A longer text is no day without a year: "on Wednesday, September 30 [".
LONGEST_DAY: Final = 32
_YEAR: Final = re.compile(r"\d{4}")
_ORDINAL: Final = re.compile(r"st|nd|rd|th|er|re|e|ème|[ºª°]", re.IGNORECASE)


class SplitDate(NamedTuple):
    """A date in several texts."""

    node: int
    """Index of the element that holds them, and nothing else."""
    leaves: range
    date: FoundDate


def raised_ordinals(page: Page) -> dict[int, tuple[str, int]]:
    """Texts that end with a number whose ending is raised, with that and what follows on the line.

    :return: by the index of the leaf the whole text, and the index of the leaf behind it
    """
    flat, found = page.flat, dict[int, tuple[str, int]]()
    texts, lines = flat.texts, flat.lines
    for node in flat.tagged("sup"):
        first, last = flat.leaf_range(node)
        number = first - 1
        if last - first != 1 or number < 0 or lines[number] != lines[first]:
            continue
        if texts[number][-1:].isdigit() and _ORDINAL.fullmatch(texts[first]):
            is_followed = last < len(texts) and lines[last] == lines[first]
            behind = texts[last] if is_followed else ""
            space = "" if behind.startswith((",", ".")) else " "
            whole = f"{texts[number]}{texts[first]}{space}{behind}".rstrip()
            found[number] = whole, last + is_followed
    return found


def day_with_clock(page: Page, index: int) -> tuple[str, range] | None:
    """A text that may be a day without a year, with the time of day that stands beside it.

    :param index: of its leaf
    :return: both texts, and the indices of their leaves; None if no time stands on its line, alone
        in the text before it or behind it
    """
    texts, lines = page.flat.texts, page.flat.lines
    for beside in (index - 1, index + 1):
        is_near = 0 <= beside < len(texts) and lines[beside] == lines[index]
        if is_near and ":" in texts[beside] and TIME_OF_DAY.fullmatch(texts[beside]):
            both = range(min(index, beside), max(index, beside) + 1)
            is_named = len(texts[index]) <= LONGEST_DAY and any(map(str.isalpha, texts[index]))
            return (" ".join(texts[both.start : both.stop]), both) if is_named else None
    return None


def split_dates(page: Page, dated: Set[int]) -> Iterator[SplitDate]:
    """The dates that are all that an element says, in several texts, the day in one of its own.

    The month has a name, and the year four digits: other numbers side by side are pages.

    :param dated: indices of the leaves that have dates of their own
    """
    texts, nodes, end = page.flat.texts, page.flat.nodes, 0
    for index, text in enumerate(texts):
        if len(text) > 2 or not text.isdigit() or index < end:
            continue
        node = max(0, page.parents[nodes[index]])
        leaves = range(*page.flat.leaf_range(node))
        if not LEAST_PARTS <= len(leaves) <= MOST_PARTS or not dated.isdisjoint(leaves):
            continue
        whole = " ".join(texts[leaves.start : leaves.stop])
        date = read_date(page, whole) if len(whole) <= LONGEST else None
        if date and _YEAR.search(date.raw) and any(map(str.isalpha, date.raw)):
            beside = whole.replace(date.raw, "")
            letters = 0 if date.label else sum(map(str.isalpha, beside))
            if letters <= MOST_BESIDE and not any(map(str.isdigit, beside)):
                end = leaves.stop
                yield SplitDate(node, leaves, date)

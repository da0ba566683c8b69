"""Dates of which each part stands in an element of its own: "04", "Sep", "2021", "04:17AM"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from typing import Final, NamedTuple

from extract_pipelines.page import Page
from extract_pipelines.page.date_reading import read_date
from extract_pipelines.text.dates import FoundDate

# A day, its month and its year at least; a label, a weekday, a time, its zone, and a word more.
LEAST_PARTS: Final = 3
MOST_PARTS: Final = 8
LONGEST: Final = 60
# Letters that may stand beside a date without a label: the name of a zone.
MOST_BESIDE: Final = 6
_YEAR: Final = re.compile(r"\d{4}")


class SplitDate(NamedTuple):
    """A date in several texts."""

    node: int
    """Index of the element that holds them, and nothing else."""
    leaves: range
    date: FoundDate


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

"""Keep or drop a leaf: the four rules of the 2017 article (part 2), for any script."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from datetime import datetime
from typing import NamedTuple

from extract_pipelines.page import Leaf
from extract_pipelines.text.dates import OTHER_DATES, FoundDate, find_date
from extract_pipelines.text.names import is_name, is_token
from extract_pipelines.text.scripts import script_share

# Least share of a leaf's characters in the expected script (rule 3).
SCRIPT_SHARE = 0.3
# A date this share of its leaf's text dates the post; one deep in a sentence is part of the text.
DATE_SHARE = 0.2
LONGEST_DATED = 200


class MarkedLeaf(NamedTuple):
    """A leaf worth reading, with what it may be."""

    leaf: Leaf
    date: FoundDate | None
    is_name: bool


def filter_leaves(
    leaves: Iterable[Leaf], scripts: Set[str], now: datetime | None = None
) -> list[MarkedLeaf]:
    """Apply the rules in order; the first that holds decides.

    1. a date stands in it: kept, and marked as one
    2. it is one pure token of letters, digits, underscores: kept (it may be a user name)
    3. at least 30% of its characters belong to the expected scripts: kept
    4. otherwise dropped

    :param scripts: what the site is written in; ``{"Han"}`` gives the rules as published
    :param now: when the page was fetched, to resolve relative dates
    """

    def keeps(text: str) -> bool:
        return is_token(text) or script_share(text, scripts) >= SCRIPT_SHARE

    return mark_leaves(leaves, now, keeps)


def mark_leaves(
    leaves: Iterable[Leaf],
    now: datetime | None = None,
    keeps: Callable[[str], bool] = lambda text: True,
) -> list[MarkedLeaf]:
    """Mark dates and names, and keep the leaves with a date or a text worth reading.

    :param keeps: whether a text without a date is; as it is given, every leaf is kept: the filter
        named ``none``
    """
    marked = []
    for leaf in leaves:
        date = _date_of(leaf.text, now)
        if date or keeps(leaf.text):
            marked.append(MarkedLeaf(leaf, date, date is None and is_name(leaf.text)))
    return marked


def _date_of(text: str, now: datetime | None) -> FoundDate | None:
    if len(text) > LONGEST_DATED:
        return None
    date = find_date(text, now)
    if date is None or date.label in OTHER_DATES or len(date.raw) < DATE_SHARE * len(text):
        return None
    return date

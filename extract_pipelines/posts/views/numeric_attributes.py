"""The numbers in a record's attributes, of which one is the id of the post."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final, NamedTuple

from extract_pipelines.page import FlatTree, Page
from extract_pipelines.page.flat_tree import is_of_script
from extract_pipelines.page.pagination import page_number
from extract_pipelines.posts.records.class_words import LONGEST_WORD
from extract_pipelines.posts.records.records import Record
from extract_pipelines.text.digits import without_digits

_NUMBER: Final = re.compile(r"\d+")
# Attributes that tell a date.
_DATED: Final = re.compile(r"time|date|stamp", re.IGNORECASE)
# So many elements of a record, the first ones, are looked at for attributes of a page's own.
MOST_ELEMENTS: Final = 8
MOST_CANDIDATES: Final = 8
LONGEST_ID: Final = 20


class IdCandidate(NamedTuple):
    """A number in an attribute, which may be the id of a post."""

    slot: str
    """The attribute, the place of its element, and which of its numbers this is."""
    value: str
    """The number; or what stands from the first of several to the last."""
    fragment: str | None = None
    """The whole attribute, if an address can lead to it."""


class IdCounts(NamedTuple):
    """What the candidates of a page tell, by their slots."""

    seen: dict[str, int]
    """How many records have one."""
    shared: dict[str, int]
    """How many of these have the same as another one."""
    pages: dict[str, int]
    """Whether numbers of posts would begin with one here."""
    restarts: dict[str, int]
    """Whether they do."""


def id_candidates_of(
    tree: FlatTree, record: Record, place: Callable[[int], str]
) -> list[IdCandidate]:
    """The candidates of a record: those that addresses lead to, then others, in document order.

    :param place: gives the place of an element
    """
    named: dict[str, IdCandidate] = {}
    others: dict[str, IdCandidate] = {}
    with_data = tree.with_data
    for node in islice(record.nodes(), MOST_ELEMENTS) if with_data else ():
        for key, value in tree.elements[node].attrib.items() if node in with_data else ():
            if _is_own_number(str(key), str(value)):
                slot = f"{place(node)}@{key!s}"
                others.setdefault(slot, IdCandidate(slot, str(value)))
    anchored, anchors = tree.anchored, tree.anchors
    for at in range(bisect_left(anchored, record.start), bisect_left(anchored, record.stop)):
        node = anchored[at]
        if record.inner and not record.holds(node):
            continue
        if named and _number_of(record, node) > MOST_ELEMENTS:
            break
        name = anchors[node]
        # What is longer are data: each of its numbers would bring all of it along.
        if name and len(name) <= LONGEST_WORD and len(named) < MOST_CANDIDATES:
            for one in _named(place(node), name):
                named.setdefault(one.slot, one)
    return [*named.values(), *others.values()]


def _number_of(record: Record, node: int) -> int:
    """How many of a record's own elements stand before one of them."""
    inner = sum(stop - start for start, stop in record.inner if start < node)
    return node - record.start - inner


def _named(place: str, name: str) -> list[IdCandidate]:
    numbers = list(_NUMBER.finditer(name))
    if not numbers:
        return []
    slot = f"{place}@{without_digits(name)}"
    found = [IdCandidate(f"{slot}{i}", number[0], name) for i, number in enumerate(numbers)]
    if len(numbers) > 1:
        found.append(IdCandidate(slot, name[numbers[0].start() : numbers[-1].end()], name))
    return found


def _is_own_number(key: str, value: str) -> bool:
    is_number = value.isdecimal() and len(value) <= LONGEST_ID
    return is_number and is_of_script(key) and not _DATED.search(key)


def count_ids(page: Page, records: Sequence[Sequence[IdCandidate]]) -> IdCounts:
    """Count the candidates of each record of a page.

    Numbers of posts begin with one on the first page of each thread, or on every page.
    """
    values: dict[str, list[str]] = {}
    for candidates in records:
        for one in candidates:
            values.setdefault(one.slot, []).append(one.value)
    counts = IdCounts({}, {}, {}, {})
    is_first = bool(values) and page_number(page) == 1
    for slot, found in values.items():
        counts.seen[slot] = len(found)
        counts.shared[slot] = len(found) - len(set(found))
        restarts = min(map(_value, found)) <= 1
        counts.pages[slot] = int(is_first or restarts)
        counts.restarts[slot] = int(restarts)
    return counts


def _value(number: str) -> int:
    return int(number) if number.isdecimal() else LONGEST_ID

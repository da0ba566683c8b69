"""Records: subtrees of one shape that repeat, each with exactly one date of its own."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from math import sqrt
from operator import attrgetter
from typing import Final, NamedTuple

from extract_pipelines.page import FlatTree, Page
from extract_pipelines.page.date_mentions import DateMention
from extract_pipelines.text.dates import NO_DATE

# Deviation of the floors' lengths over their mean from which on they are as varied as posts are.
VARIED: Final = 0.5


class Shape(NamedTuple):
    """What the roots of one page's records share, and where in them their date stands."""

    root: str
    """A tag with one of its class or id tokens, digits masked, or a whole tag path.

    Where no class tells, a tag at its depth ("div@7"); of runs that of their heads and "+", or "^"
    where the heads are last in them.
    """
    date: str
    """Place of the date, as `ElementNames.date_place` gives it; empty for records without one."""

    @property
    def is_dated(self) -> bool:
        """Whether the records have a date."""
        return self.date != ""

    @property
    def is_of_depth(self) -> bool:
        """Whether the roots have no class in common: their tag and their depth tell."""
        return "@" in self.root

    @property
    def is_of_runs(self) -> bool:
        """Whether the records are runs of siblings, each from its head on or up to it."""
        return self.root.endswith(("+", "^"))


class Record(NamedTuple):
    """A part of a page that may be a floor."""

    start: int
    """Index of its first element."""
    stop: int
    """Index after its last element."""
    mention: DateMention
    inner: tuple[tuple[int, int], ...] = ()
    """Ranges of records within it, which are floors of their own; none overlap, the first first."""

    def holds(self, node: int) -> bool:
        """Whether an element belongs to the record itself."""
        if not self.start <= node < self.stop:
            return False
        before = bisect_left(self.inner, (node + 1,)) if self.inner else 0
        return not (before and node < self.inner[before - 1][1])

    def overlaps(self, other: Record) -> bool:
        """Whether an element stands in both, be it in a record within one."""
        return self.start < other.stop and other.start < self.stop

    def nodes(self) -> Iterable[int]:
        """The elements that belong to the record itself."""
        every = range(self.start, self.stop)
        return filter(self.holds, every) if self.inner else every


def new_record(
    start: int, stop: int, mention: DateMention, inner: tuple[tuple[int, int], ...]
) -> Record:
    """A record, made in half the time that its class takes: a page has hundreds."""
    return tuple.__new__(Record, (start, stop, mention, inner))


def undated_mention(node: int) -> DateMention:
    """That an element shows no date; made as `new_record` makes records."""
    return tuple.__new__(DateMention, (node, -1, NO_DATE))


class Candidate(NamedTuple):
    """Records of one shape on one page, in document order."""

    shape: Shape
    records: list[Record]
    score: float
    """How much they look like floors, 0 to 1."""
    alone: float = 1.0
    """Share of the elements of the shape that hold one date, as these do, and not several."""


def inner_ranges(tree: FlatTree, nodes: list[int], outer: int) -> tuple[tuple[int, int], ...]:
    """Of some elements the outermost that stand within one of them, as (first, after the last).

    :param nodes: indices of the elements, in document order
    :param outer: position in `nodes` of the one around them
    """
    ends = tree.subtree_end
    stop, i = ends[nodes[outer]], outer + 1
    if i == len(nodes) or nodes[i] >= stop:
        return ()
    inner: list[tuple[int, int]] = []
    while i < len(nodes) and (node := nodes[i]) < stop:
        inner.append((node, ends[node]))
        i = bisect_left(nodes, ends[node], i)
    return tuple(inner)


def widened(page: Page, record: Record, records: Sequence[Record]) -> Record:
    """The largest part of the page around a record that holds no other one.

    What is around a record that stands in another one is that one's.

    :param records: in document order
    """
    if _is_inside(page, record, records):
        return record
    i = bisect_left(records, record.start, key=attrgetter("start"))
    j = bisect_right(records, record.start, key=attrgetter("start"))
    before = records[i - 1].start if i else -1
    after = records[j].start if j < len(records) else len(page.elements)
    node, end = record.start, record.stop
    while node > 0:
        parent = page.parents[node]
        if parent <= before or after < page.subtree_end[parent]:
            break
        node, end = parent, page.subtree_end[parent]
    return Record(node, max(end, record.stop), record.mention, record.inner)


def _is_inside(page: Page, record: Record, records: Sequence[Record]) -> bool:
    """Whether one of the records begins with an element around this one."""
    node = page.parents[record.start]
    while node > 0:
        at = bisect_left(records, node, key=attrgetter("start"))
        if at < len(records) and records[at].start == node:
            return True
        node = page.parents[node]
    return False


def text_length(page: Page, record: Record, lengths: list[int]) -> int:
    """Characters of the record's own text that count; see `FlatTree.unlinked_before`."""
    total = length_between(page, record.start, record.stop, lengths)
    return total - sum(length_between(page, start, stop, lengths) for start, stop in record.inner)


def length_between(page: Page, start: int, stop: int, lengths: list[int]) -> int:
    """Characters that count from one element to another; see `FlatTree.unlinked_before`."""
    first, last = leaves_between(page, start, stop)
    return lengths[last] - lengths[first]


def leaves_between(page: Page, start: int, stop: int) -> tuple[int, int]:
    """The first leaf in the elements from one index to another, and the one after the last."""
    tree = page.flat
    first, last = tree.leaf_range(start)
    if tree.subtree_end[start] != stop:
        last = tree.leaf_start[stop] if stop < len(tree.leaf_start) else len(tree.leaves)
    return first, last


def group_score(lengths: list[int], total: int) -> float:
    """How much records of these lengths look like posts: they hold the text, and vary.

    :param lengths: characters of each record's own text that count
    :param total: those of the page
    """
    if not total:
        return 0.0
    n = len(lengths)
    coverage = sum(lengths) / total
    if n == 1:
        return 0.02 * coverage
    mean = sum(lengths) / n
    deviation = sqrt(sum([(length - mean) ** 2 for length in lengths]) / n)
    varied = min(1.0, deviation / mean / VARIED) if mean else 0.0
    return coverage * (0.5 + 0.5 * varied) * n / (n + 1)

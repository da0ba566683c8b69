"""What stands within the floors of a page: records with a date of their own."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from extract_pipelines.page import Page
from extract_pipelines.page.markup.quote_marks import quote_nodes
from extract_pipelines.posts.records.analysis import Analysis
from extract_pipelines.posts.records.records import Record, Shape


class Held(NamedTuple):
    """Records of one shape that stand in floors, and hold no floor's date."""

    records: list[Record]
    around: list[Record]
    """For each the floor that it stands in."""
    score: float
    """How much they look like floors, 0 to 1."""

    @property
    def are_several(self) -> bool:
        """Whether a floor has more than one of them."""
        return len({floor.start for floor in self.around}) < len(self.around)


Inside = dict[Shape, Held]


class Floors:
    """The floors of a page, to look up which one something stands in.

    :ivar records: in document order
    """

    def __init__(self, records: Sequence[Record]) -> None:
        self.records = records
        self.dates = sorted(record.mention.node for record in records)
        self._starts = [record.start for record in records]
        self._reach = list(accumulate((record.stop for record in records), max))

    def around(self, record: Record) -> int | None:
        """Index of the floor that a record stands in."""
        i = bisect_right(self._starts, record.start) - 1
        while i >= 0 and record.start < self._reach[i]:
            if self.records[i].holds(record.start):
                return i
            i -= 1
        return None


def records_inside(page: Page, analysis: Analysis, floors: Sequence[Record]) -> Inside:
    """By their shape the records that stand in floors, but not in what these quote.

    What stands by itself in the only floor is none: that may be an article with one comment. Nor
    is what other floors have as well, without a date: a part of each, with its text.
    """
    found: Inside = {}
    parts = _Parts(page, [mention.node for mention in analysis.dates.mentions])
    floors_of = Floors(floors)
    dates, own = floors_of.dates, frozenset(floors_of.dates)
    for shape, records, score, _ in analysis.candidates:
        kept = [
            (record, floors[floor])
            for record in records
            if record.mention.node not in own  # most hold the date of a floor
            and bisect_left(dates, record.start) == bisect_left(dates, record.stop)
            and (floor := floors_of.around(record)) is not None
            and not _is_quoted(page, record, floors[floor])
            and not parts.hold(record)
        ]
        if kept:
            inside, around = map(list, zip(*kept, strict=True))
            held = Held(inside, around, score * len(kept) / len(records))
            if len(floors) > 1 or held.are_several:
                found[shape] = held
    return found


class _Parts:
    """Elements of a class that say something, mostly without a date: parts of all posts.

    :param dated: indices of the elements with a date, in document order
    """

    def __init__(self, page: Page, dated: Sequence[int]) -> None:
        self._page, self._dated = page, dated
        self._classes = page.flat.values("class")
        self._known: dict[tuple[str, str], bool] = {}

    def hold(self, record: Record) -> bool:
        """Whether the first element of a record is such a part."""
        start = record.start
        names = self._classes.get(start, "")
        if not names:
            return False
        of = self._page.tags[start], names
        if of not in self._known:
            self._known[of] = self._are_undated(*of)
        return self._known[of]

    def _are_undated(self, tag: str, names: str) -> bool:
        page, undated, all_told = self._page, 0, 0
        for node in page.flat.by_value("class").get(names, ()):
            first, last = page.flat.leaf_range(node)
            if page.tags[node] == tag and first < last:
                all_told += 1
                at = bisect_left(self._dated, node)
                undated += bisect_left(self._dated, page.subtree_end[node], lo=at) == at
        return 2 * undated > all_told


def _is_quoted(page: Page, record: Record, floor: Record) -> bool:
    node = record.mention.node
    quotes = quote_nodes(page)
    while node >= floor.start:
        if node in quotes:
            return True
        node = page.parents[node]
    return False


def without_comments(floors: Sequence[Record], comments: Sequence[Record]) -> list[Record]:
    """The floors, each without the comments that stand in it."""
    if not comments:
        return list(floors)
    around = Floors(floors)
    inner: dict[int | None, list[tuple[int, int]]] = {}
    for comment in comments:
        inner.setdefault(around.around(comment), []).append((comment.start, comment.stop))
    return [
        floor._replace(inner=_disjoint((*floor.inner, *inner[i]))) if i in inner else floor
        for i, floor in enumerate(floors)
    ]


def _disjoint(ranges: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The ranges in order, without those that begin in another one."""
    kept: list[tuple[int, int]] = []
    for start, stop in sorted(ranges):
        if not kept or start >= kept[-1][1]:
            kept.append((start, stop))
    return tuple(kept)

"""Posts within posts: comments that stand in a floor, and replies below the floor they answer."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any, ClassVar, Final, NamedTuple

from extract_pipelines.page import Page
from extract_pipelines.page.markup.quote_marks import quote_nodes
from extract_pipelines.posts.authors.authors import author_of
from extract_pipelines.posts.floors.lists import is_list
from extract_pipelines.posts.floors.slots import gather, with_page
from extract_pipelines.posts.records.analysis import Analysis
from extract_pipelines.posts.records.records import Record, Shape
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.posts.views.views import RecordView, view_of
from extract_pipelines.template.counts import Scores, keep
from extract_pipelines.template.state import COUNT, NUMBER, TEXT, cells, fields, items

# Share of the comments that have an author, and a text that no other one has.
LEAST_POST_SHARE: Final = 0.5
MOST_SHAPES: Final = 40

# Of each shape the records that stand in a floor and hold no floor's date, with a score.
Inside = dict[Shape, tuple[list[Record], float]]


class Comments(NamedTuple):
    """Records that stand within others."""

    views: list[RecordView]
    statistics: SlotStatistics
    """What is known of the places in them."""

    @property
    def records(self) -> list[Record]:
        """The records of the views."""
        return [view.record for view in self.views]


class CommentModel:
    """Shapes of the records that stand within the floors, and the slots in them.

    Posts hold other things with a date of their own (a quote, an edit note, a member's first day),
    but of these one at most: what a floor has several of, each with an author and a text, are
    comments. Those on the opening post may have another shape than those on the others.
    """

    def __init__(self) -> None:
        self.shapes: Scores = Counter()
        self.several: Counter[Shape] = Counter()
        """On how many pages a floor held several records of a shape."""
        self.statistics = SlotStatistics()

    def learn(self, page: Page, analysis: Analysis, floors: Sequence[Record]) -> Comments:
        """Add a page; gives the comments on it."""
        around = Floors(floors)
        inside = _inside(page, analysis, around)
        comments = self._find(page, analysis, around, inside)
        for shape, (records, score) in inside.items():
            self.shapes[shape] += score
            self.several[shape] += _are_several(records, around)
        if len(self.shapes) > 4 * MOST_SHAPES:
            keep(self.shapes, MOST_SHAPES)
            self.several = Counter({shape: self.several[shape] for shape in self.shapes})
        if comments.views:
            self.statistics.add(gather(page, comments.views, self.statistics))
        return comments

    def find(self, page: Page, analysis: Analysis, floors: Sequence[Record]) -> Comments:
        """The comments on a page, in document order."""
        around = Floors(floors)
        return self._find(page, analysis, around, _inside(page, analysis, around))

    def _find(self, page: Page, analysis: Analysis, floors: Floors, inside: Inside) -> Comments:
        usual = [
            shape
            for shape, (records, _) in inside.items()
            if self.several[shape] or _are_several(records, floors)
        ]
        usual.sort(key=lambda shape: -(self.shapes[shape] + inside[shape][1]))
        if not usual:
            return Comments([], self.statistics)
        first, *others = (inside[shape][0] for shape in usual)
        comments = self._read(page, analysis, first)
        places = comments.statistics.author_places(comments.views)[:1]
        if not _are_posts(page, comments) or is_list(page, comments.views, places):
            return Comments([], comments.statistics)
        for records in others:
            if not _overlap(first, records):
                of_other_shape = self._read(page, analysis, records)
                if _are_posts(page, of_other_shape):
                    return self._read(page, analysis, sorted([*first, *records]))
        return comments

    def _read(self, page: Page, analysis: Analysis, records: Sequence[Record]) -> Comments:
        views = [view_of(page, record, analysis) for record in records]
        return Comments(views, with_page(self.statistics, page, views))

    def merge(self, other: CommentModel) -> None:
        """Keep of each count the larger: a merge that is done again changes nothing."""
        self.shapes |= other.shapes
        self.several |= other.several
        for counts in (self.shapes, self.several):
            keep(counts, 4 * MOST_SHAPES)
        self.statistics.merge(other.statistics)

    STATE: ClassVar = fields(
        shapes=items(cells(TEXT, TEXT, NUMBER, COUNT), 4 * MOST_SHAPES),
        statistics=SlotStatistics.state(),
    )

    def to_state(self) -> dict[str, Any]:
        """Plain values that `from_state` takes back."""
        return {
            "shapes": [
                [*shape, score, self.several[shape]] for shape, score in self.shapes.items()
            ],
            "statistics": self.statistics.to_state(),
        }

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> CommentModel:
        """The model of which `to_state` gave the values."""
        model = cls()
        for root, date, score, pages in state["shapes"]:
            model.shapes[Shape(root, date)] = score
            model.several[Shape(root, date)] = pages
        model.statistics = SlotStatistics.from_state(state["statistics"])
        return model


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


def _inside(page: Page, analysis: Analysis, floors: Floors) -> Inside:
    found: Inside = {}
    dates, own = floors.dates, frozenset(floors.dates)
    for shape, records, score, _ in analysis.candidates:
        kept = [
            record
            for record in records
            if record.mention.node not in own  # most hold the date of a floor
            and bisect_left(dates, record.start) == bisect_left(dates, record.stop)
            and (floor := floors.around(record)) is not None
            and not _is_quoted(page, record, floors.records[floor])
        ]
        if kept:
            found[shape] = (kept, score * len(kept) / len(records))
    return found


def _is_quoted(page: Page, record: Record, floor: Record) -> bool:
    node = record.mention.node
    quotes = quote_nodes(page)
    while node >= floor.start:
        if node in quotes:
            return True
        node = page.parents[node]
    return False


def _are_several(records: Sequence[Record], floors: Floors) -> bool:
    """Whether a floor holds more than one of the records."""
    counts = Counter(floors.around(record) for record in records)
    return max(counts.values()) > 1


def _overlap(some: Sequence[Record], others: Sequence[Record]) -> bool:
    """Whether records have elements in common with others, all in document order."""
    starts = [record.start for record in some]
    stops = [0, *accumulate((record.stop for record in some), max)]
    return any(stops[bisect_left(starts, one.stop)] > one.start for one in others)


def _are_posts(page: Page, comments: Comments) -> bool:
    """Whether most records have an author, and say something that no other one says."""
    views = comments.views
    places = comments.statistics.author_places(views)
    authors = [author_of(page, view, places) for view in views]
    seen = Counter(
        (above[0], page.leaves[index].text)
        for view in views
        for index, above in zip(view.leaves, view.above, strict=True)
    )
    told = 0
    for view, author in zip(views, authors, strict=True):
        told += author is not None and any(
            index not in view.dated_leaves
            and index != author.leaf
            and not page.leaves[index].in_link
            and not page.leaves[index].text.isdigit()
            and seen[above[0], page.leaves[index].text] == 1
            for index, above in zip(view.leaves, view.above, strict=True)
        )
    return told >= LEAST_POST_SHARE * len(views)


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

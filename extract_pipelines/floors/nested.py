"""Posts within posts: comments that stand in a floor, and replies below the floor they answer."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from extract_pipelines.floors.authors import author_of
from extract_pipelines.floors.lists import is_list
from extract_pipelines.floors.quotes import is_quote
from extract_pipelines.floors.records import Analysis, Record, Shape
from extract_pipelines.floors.slots import Evidence, gather
from extract_pipelines.floors.views import View
from extract_pipelines.page import Page

# Share of the comments that have an author, and a text that no other one has.
LEAST_TOLD = 0.5
MOST_SHAPES = 40

# Of each shape the records that stand in a floor and hold no floor's date, with a score.
Inside = dict[Shape, tuple[list[Record], float]]


class Comments(NamedTuple):
    """Records that stand within others."""

    views: list[View]
    evidence: Evidence
    """What is known of the places in them."""

    @property
    def records(self) -> list[Record]:
        """The records of the views."""
        return [view.record for view in self.views]


class CommentModel:
    """Shapes of the records that stand within the floors, and the slots in them.

    Posts hold other things with a date of their own (a quote, an edit note, a member's first day),
    but of these one at most: what a floor has several of, each with an author and a text, are
    comments.
    """

    def __init__(self) -> None:
        self.shapes: Counter[Shape] = Counter()
        self.several: Counter[Shape] = Counter()
        """On how many pages a floor held several records of a shape."""
        self.evidence = Evidence()

    def learn(self, page: Page, analysis: Analysis, floors: Sequence[Record]) -> Comments:
        """Add a page; gives the comments on it."""
        inside = _inside(page, analysis, floors)
        comments = self._find(page, analysis, floors, inside)
        for shape, (records, score) in inside.items():
            self.shapes[shape] += score  # type: ignore[assignment]
            self.several[shape] += _are_several(records, floors)
        if len(self.shapes) > 4 * MOST_SHAPES:
            self.shapes = Counter(dict(self.shapes.most_common(MOST_SHAPES)))
            self.several = Counter({shape: self.several[shape] for shape in self.shapes})
        if comments.views:
            self.evidence.add(gather(page, comments.views, self.evidence))
        return comments

    def find(self, page: Page, analysis: Analysis, floors: Sequence[Record]) -> Comments:
        """The comments on a page, in document order."""
        return self._find(page, analysis, floors, _inside(page, analysis, floors))

    def _find(
        self, page: Page, analysis: Analysis, floors: Sequence[Record], inside: Inside
    ) -> Comments:
        usual = [
            shape
            for shape, (records, _) in inside.items()
            if self.several[shape] or _are_several(records, floors)
        ]
        best = max(usual, key=lambda shape: self.shapes[shape] + inside[shape][1], default=None)
        if best is None:
            return Comments([], self.evidence)
        views = [
            View(page, record, analysis.labels, analysis.dates.leaves) for record in inside[best][0]
        ]
        evidence = Evidence()
        evidence.add(self.evidence)
        evidence.add(gather(page, views, self.evidence))
        if not _tell(page, views, evidence) or is_list(page, views, evidence.author_places()[:1]):
            return Comments([], evidence)
        return Comments(views, evidence)

    def merge(self, other: CommentModel) -> None:
        """Keep of each count the larger: a merge that is done again changes nothing."""
        self.shapes |= other.shapes
        self.several |= other.several
        self.evidence.merge(other.evidence)

    def to_state(self) -> dict[str, Any]:
        """Plain values that `from_state` takes back."""
        return {
            "shapes": [
                [*shape, score, self.several[shape]] for shape, score in self.shapes.items()
            ],
            "evidence": self.evidence.to_state(),
        }

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> CommentModel:
        """The model of which `to_state` gave the values."""
        model = cls()
        for root, date, score, pages in state["shapes"]:
            model.shapes[Shape(root, date)] = score
            model.several[Shape(root, date)] = pages
        model.evidence = Evidence.from_state(state["evidence"])
        return model


def _inside(page: Page, analysis: Analysis, floors: Sequence[Record]) -> Inside:
    found: Inside = {}
    dates = sorted(floor.anchor.node for floor in floors)
    for shape, records, score in analysis.candidates:
        kept = [
            record
            for record in records
            if bisect_left(dates, record.start) == bisect_left(dates, record.stop)
            and (floor := floor_around(record, floors)) is not None
            and not _is_quoted(page, record, floors[floor])
        ]
        if kept:
            found[shape] = (kept, score * len(kept) / len(records))
    return found


def floor_around(record: Record, floors: Sequence[Record]) -> int | None:
    """Index of the floor that a record stands in."""
    return next((i for i, floor in enumerate(floors) if floor.holds(record.start)), None)


def _is_quoted(page: Page, record: Record, floor: Record) -> bool:
    node = record.anchor.node
    while node >= floor.start:
        if is_quote(page.elements[node]):
            return True
        node = page.parents[node]
    return False


def _are_several(records: Sequence[Record], floors: Sequence[Record]) -> bool:
    """Whether a floor holds more than one of the records."""
    counts = Counter(floor_around(record, floors) for record in records)
    return max(counts.values()) > 1


def _tell(page: Page, views: Sequence[View], evidence: Evidence) -> bool:
    """Whether most records have an author, and say something that no other one says."""
    authors = [author_of(page, view, evidence.author_places()) for view in views]
    seen = Counter(
        (above[0], page.leaves[index].text)
        for view in views
        for index, above in zip(view.leaves, view.above, strict=True)
    )
    told = 0
    for view, author in zip(views, authors, strict=True):
        told += author is not None and any(
            index not in view.dated
            and index != author.leaf
            and not page.leaves[index].in_link
            and seen[above[0], page.leaves[index].text] == 1
            for index, above in zip(view.leaves, view.above, strict=True)
        )
    return told >= LEAST_TOLD * len(views)


def without_comments(floors: Sequence[Record], comments: Sequence[Record]) -> list[Record]:
    """The floors, each without the comments that stand in it."""
    if not comments:
        return list(floors)
    ranges: dict[int | None, list[tuple[int, int]]] = {}
    for comment in comments:
        around = floor_around(comment, floors)
        ranges.setdefault(around, []).append((comment.start, comment.stop))
    return [
        floor._replace(inner=(*floor.inner, *ranges.get(i, ()))) for i, floor in enumerate(floors)
    ]

"""What is learned of the floors of one kind of pages, and how it reads a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from extract_pipelines.floors.anchors import Anchor, PageDates, find_dates_of
from extract_pipelines.floors.comments import are_comments, is_by_member
from extract_pipelines.floors.fields import read_floor
from extract_pipelines.floors.lists import is_list
from extract_pipelines.floors.records import (
    Candidate,
    Labels,
    Record,
    Shape,
    find_candidates,
    opening,
    widened,
)
from extract_pipelines.floors.slots import Evidence, gather
from extract_pipelines.floors.views import View
from extract_pipelines.items import Floor
from extract_pipelines.page import Page
from extract_pipelines.text.dates import Order

# Least score of records that are taken for floors; one record needs a kind that has several.
LEAST_SCORE = 0.03
# Least share of the records that have an author.
LEAST_SIGNED = 0.3
MOST_SHAPES = 40


class Found(NamedTuple):
    """What records tell of a page."""

    floors: list[Floor]
    probability: float
    """How sure they are, 0 to 1."""
    repeated: bool
    """Whether dates repeat on the page, so that records can tell if they are floors."""
    dates: Sequence[Anchor]
    """The dates of the page that may be a post's or an article's."""
    comments: bool = False
    """Whether the floors are the comments below an article."""


@dataclass(slots=True)
class Analysis:
    """The records of one page."""

    dates: PageDates
    labels: Labels
    candidates: list[Candidate]


class FloorModel:
    """Shapes of records and the slots in them, learned from a stream of pages."""

    def __init__(self) -> None:
        self.shapes: Counter[Shape] = Counter()
        self.orders: Counter[str] = Counter()
        self.several: Counter[Shape] = Counter()
        """On how many pages a shape had the best records, and several of them."""
        self.evidence = Evidence()
        self.votes: Counter[str] = Counter()
        """On how many pages with several records these look like ``floors`` or ``comments``."""

    @property
    def order(self) -> Order | None:
        """Order of day and month, by the dates that prove one."""
        best = self.orders.most_common(1)
        return best[0][0] if best else None  # type: ignore[return-value]

    def learn(self, page: Page) -> None:
        """Add a page."""
        analysis = self._analyse(page)
        for candidate in analysis.candidates:
            self.shapes[candidate.shape] += candidate.score  # type: ignore[assignment]
        if len(self.shapes) > 4 * MOST_SHAPES:
            self.shapes = Counter(dict(self.shapes.most_common(MOST_SHAPES)))
            self.several = Counter({shape: self.several[shape] for shape in self.shapes})
        best = self._best(analysis)
        if best is None:
            return
        if len(best.records) > 1:
            self.several.update(
                candidate.shape
                for candidate in analysis.candidates
                if candidate.records == best.records
            )
            self.votes["comments" if are_comments(page, best.records) else "floors"] += 1
        self.orders.update(
            record.anchor.date.order for record in best.records if record.anchor.date.order
        )
        views = [
            View(page, record, analysis.labels, analysis.dates.leaves) for record in best.records
        ]
        self.evidence.add(gather(page, views, self.evidence))

    def read(self, page: Page) -> Found:
        """The page's floors, if it has any."""
        analysis = self._analyse(page)
        dates = analysis.dates.anchors
        best = self._best(analysis)
        if best is None or (len(best.records) == 1 and not self._is_usual(best.shape)):
            return Found([], 0.0, repeated=False, dates=dates)
        if best.score < LEAST_SCORE and len(best.records) > 1:
            return Found([], 0.0, repeated=True, dates=dates)
        views = [
            View(page, record, analysis.labels, analysis.dates.leaves) for record in best.records
        ]
        evidence = Evidence()
        evidence.add(self.evidence)
        evidence.add(gather(page, views, self.evidence))
        if is_list(page, views, evidence.author_places()[:1]):
            return Found([], 0.0, repeated=True, dates=dates)
        floors = self._read_floors(page, views, best, evidence, analysis)
        records = best.records
        if first := opening(page, dates, analysis.labels, best):
            post = self._read_alone(page, first, analysis)
            if is_by_member(post, floors):
                records = [first, *records]
            floors.insert(0, post)
        if sum(floor.author is not None for floor in floors) < LEAST_SIGNED * len(floors):
            return Found([], 0.0, repeated=True, dates=dates)
        kept = [floor for floor in floors if floor.body or floor.images]
        comments = self._are_comments(page, records)
        if comments and records is best.records and len(floors) > len(records):
            kept = [floor for floor in kept if floor is not floors[0]]
        for number, floor in enumerate(kept, start=1):
            floor.number = floor.number or number
        return Found(kept, min(1.0, best.score), True, dates, comments)

    def records(self, page: Page) -> list[Record]:
        """The page's records by what the model knows; none if no dates stand on it."""
        best = self._best(self._analyse(page))
        return best.records if best else []

    def _are_comments(self, page: Page, records: Sequence[Record]) -> bool:
        """What most pages of the kind say; what this one says, if no other is known."""
        if self.votes:
            return self.votes["comments"] > self.votes["floors"]
        return are_comments(page, records)

    def _read_floors(
        self,
        page: Page,
        views: Sequence[View],
        best: Candidate,
        evidence: Evidence,
        analysis: Analysis,
    ) -> list[Floor]:
        floors = []
        for view in views:
            floor = read_floor(page, view, evidence, self.order)
            if not floor.body:
                wider = widened(page, view.record, best.records)
                if wider.start < view.record.start and len(views) > 1:
                    floor = self._read_alone(page, wider, analysis)
            floors.append(floor)
        return floors

    def _is_usual(self, shape: Shape) -> bool:
        """Whether pages have several records of the shape, or runs with them as heads."""
        runs = shape._replace(root=f"{shape.root}+")
        return self.several[shape] > 0 or self.several[runs] > 0

    def _read_alone(self, page: Page, record: Record, analysis: Analysis) -> Floor:
        """A record that is unlike the others, by what it tells itself."""
        view = View(page, record, analysis.labels, analysis.dates.leaves)
        return read_floor(page, view, gather(page, [view], Evidence()), self.order)

    def _analyse(self, page: Page) -> Analysis:
        labels = Labels(page)
        dates = find_dates_of(page, self.order)
        return Analysis(dates, labels, find_candidates(page, dates.anchors, labels))

    def _best(self, analysis: Analysis) -> Candidate | None:
        def score(candidate: Candidate) -> float:
            return self.shapes[candidate.shape] + candidate.score

        return max(analysis.candidates, key=score, default=None)

    def merge(self, other: FloorModel) -> None:
        """Add what another worker learned of the same kind of pages.

        Counts are not added: of each, the larger is kept. So a merge that is done again changes
        nothing, and order does not matter.
        """
        self.shapes |= other.shapes
        self.orders |= other.orders
        self.several |= other.several
        self.votes |= other.votes
        self.evidence.merge(other.evidence)

    def to_state(self) -> dict[str, Any]:
        """Plain values that `from_state` takes back."""
        return {
            "shapes": [[*shape, score] for shape, score in self.shapes.items()],
            "orders": dict(self.orders),
            "several": [[*shape, pages] for shape, pages in self.several.items()],
            "evidence": self.evidence.to_state(),
            "votes": dict(self.votes),
        }

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> FloorModel:
        """The model of which `to_state` gave the values."""
        model = cls()
        for root, date, score in state["shapes"]:
            model.shapes[Shape(root, date)] = score
        model.orders.update(state["orders"])
        for root, date, pages in state["several"]:
            model.several[Shape(root, date)] = pages
        model.evidence = Evidence.from_state(state["evidence"])
        model.votes.update(state["votes"])
        return model

"""Where the opening posts of a kind of pages stand, if they have another shape than the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from extract_pipelines.items import Floor
from extract_pipelines.learned.counts import keep, keep_larger
from extract_pipelines.learned.state import ODDS, TEXT, cells, fields, items
from extract_pipelines.page import Page
from extract_pipelines.posts.floors.record_floors import read_alone
from extract_pipelines.posts.floors.slots import gather
from extract_pipelines.posts.opening.opening import (
    Opening,
    OpeningPlace,
    PossibleOpening,
    find_alone,
    likeliest,
    score_openings,
)
from extract_pipelines.posts.records.analysis import Analysis
from extract_pipelines.posts.records.records import Candidate, Record
from extract_pipelines.posts.scoring.beside import NO_BOXES, SiteBoxes, is_of_box, lists_before
from extract_pipelines.posts.scoring.own_records import OwnRecords
from extract_pipelines.posts.scoring.shape_odds import bounded
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.posts.views.views import view_of
from extract_pipelines.text.names import announces_name

# What one page, and what all pages of a kind tell of a place lies within these log odds.
MOST_OF_PAGE: Final = 3.0
MOST_OF_KIND: Final = 5.0
# Log odds of a place from which on the post of a thread without answers is looked for there.
LEAST_ALONE: Final = 2.0
MOST_PLACES: Final = 40


# Texts that a box beside an opening post has, with who wrote it, up to so many.
MOST_OF_BOX: Final = 40


class OpeningModel:
    """The places of opening posts, and the slots in them."""

    def __init__(self) -> None:
        self.places: dict[OpeningPlace, float] = {}
        """Log odds that opening posts stand there: what pages tell by themselves, added up."""
        self.statistics = SlotStatistics()

    def learn(
        self, page: Page, analysis: Analysis, answers: Candidate, boxes: SiteBoxes = NO_BOXES
    ) -> Opening | None:
        """Add a page; gives its opening post, if that has another shape than the answers.

        :param boxes: what stands beside posts on the site
        """
        possible = _possible(page, analysis, answers, boxes)
        found = likeliest(possible, self._told())
        self._add(possible)
        if found:
            view = view_of(page, found.record, analysis)
            self.statistics.add(gather(page, [view], self.statistics))
        return found

    def _add(self, possible: Sequence[PossibleOpening]) -> None:
        """Add what a page tells by itself of places where a post once was likeliest, or is now.

        It speaks for the likeliest place, and against others by how much less likely they are;
        where none is likely, against all.
        """
        best: dict[OpeningPlace, float] = {}
        for one in possible:
            best[one.place] = max(one.odds, best.get(one.place, one.odds))
        most = max(0.0, *best.values()) if best else 0.0
        for place, odds in best.items():
            if odds == most or place in self.places:
                told = bounded(odds if odds == most else odds - most, MOST_OF_PAGE)
                self.places[place] = self.places.get(place, 0.0) + told
        keep(self.places, MOST_PLACES)

    def find(
        self, page: Page, analysis: Analysis, answers: Candidate, boxes: SiteBoxes = NO_BOXES
    ) -> Opening | None:
        """The opening post of a page, if that has another shape than the answers.

        :param boxes: what stands beside posts on the site
        """
        possible = _possible(page, analysis, answers, boxes)
        own = [one for one in possible if one.record.mention.leaf not in analysis.shared]
        return likeliest(own, self._told())

    def read_alone(
        self,
        page: Page,
        analysis: Analysis,
        answers: SlotStatistics,
        likely: Sequence[Record] = (),
        boxes: SiteBoxes = NO_BOXES,
    ) -> Floor | None:
        """The opening post of a thread without answers, where those of other threads are.

        :param answers: what is known of the places in the answers
        :param likely: records of which it is or overlaps one, if that is known
        :param boxes: what stands beside posts on the site
        """
        usual = {place: odds for place, odds in self.places.items() if odds >= LEAST_ALONE}
        record = find_alone(page, analysis, usual)
        if record and likely and not any(map(record.overlaps, likely)):
            return None
        if record and is_of_box(page, record, boxes.on_page(analysis.candidates)):
            return None
        floor = self.read(page, record, analysis, answers) if record else None
        if record is None or floor is None or not (floor.author and floor.body):
            return None
        if not OwnRecords(page, analysis.shared).has_own(record, floor):
            return None
        floor.number = floor.number or 1
        return floor

    def read(
        self, page: Page, record: Record, analysis: Analysis, answers: SlotStatistics
    ) -> Floor:
        """An opening post as a floor; a box right before it may say who wrote it."""
        floor = read_alone(page, record, analysis, answers, self.statistics)
        is_bare = floor.body != "" and floor.date is not None and floor.author is None
        wide = _with_box_before(page, record) if is_bare else None
        if wide:
            beside = read_alone(page, wide, analysis, answers, self.statistics)
            return beside if beside.body == floor.body else floor
        return floor

    def _told(self) -> Mapping[OpeningPlace, float]:
        return {place: bounded(odds, MOST_OF_KIND) for place, odds in self.places.items()}

    def merge(self, other: OpeningModel) -> None:
        """Keep of each the larger: a merge that is done again changes nothing."""
        keep_larger(self.places, other.places)
        keep(self.places, MOST_PLACES)
        self.statistics.merge(other.statistics)

    STATE: ClassVar = fields(
        places=items(cells(TEXT, TEXT, ODDS), MOST_PLACES),
        statistics=SlotStatistics.state(),
    )

    def to_state(self) -> dict[str, Any]:
        """Plain values that `from_state` takes back."""
        return {
            "places": [[*place, odds] for place, odds in self.places.items()],
            "statistics": self.statistics.to_state(),
        }

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> OpeningModel:
        """The model of which `to_state` gave the values."""
        model = cls()
        for first, behind, odds in state["places"]:
            model.places[OpeningPlace(first, behind)] = odds
        model.statistics = SlotStatistics.from_state(state["statistics"])
        return model


def _possible(
    page: Page, analysis: Analysis, answers: Candidate, boxes: SiteBoxes
) -> Sequence[PossibleOpening]:
    """What may be the opening post, less what mostly is said in boxes beside the posts."""
    possible = score_openings(page, analysis, answers)
    found = boxes.on_page(analysis.candidates)
    found += lists_before(page, analysis.candidates, answers.records[0].start)
    if not found:
        return possible
    return [one for one in possible if not is_of_box(page, one.record, found)]


def _with_box_before(page: Page, record: Record) -> Record | None:
    """A record with the element right before it, if that has few texts and announces a name."""
    tree = page.flat
    node, before = tree.parents[record.start] + 1, 0
    while node < record.start:
        before, node = node, tree.subtree_end[node]
    first, last = tree.leaf_range(before) if before else (0, 0)
    if node != record.start or not 0 < last - first <= MOST_OF_BOX:
        return None
    announces = any(announces_name(text) for text in tree.texts[first:last])
    return record._replace(start=before) if announces else None

"""Where the opening posts of a kind of pages stand, if they have another shape than the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from typing import Any, ClassVar, Final

from extract_pipelines.items import Floor
from extract_pipelines.page import Page
from extract_pipelines.posts.analysis import Analysis
from extract_pipelines.posts.opening import Opening, OpeningPlace, find_alone, find_opening
from extract_pipelines.posts.record_floors import read_alone
from extract_pipelines.posts.records import Candidate, Record
from extract_pipelines.posts.slot_statistics import SlotStatistics
from extract_pipelines.posts.slots import gather
from extract_pipelines.posts.views import view_of
from extract_pipelines.template.counts import keep
from extract_pipelines.template.state import COUNT, TEXT, cells, fields, items

# On so many pages opening posts stood at a place where others may stand.
FEWEST_PAGES: Final = 2
MOST_PLACES: Final = 40


class OpeningModel:
    """The places of opening posts, and the slots in them."""

    def __init__(self) -> None:
        self.places: Counter[OpeningPlace] = Counter()
        """On how many pages an opening post stood there."""
        self.statistics = SlotStatistics()

    def learn(self, page: Page, analysis: Analysis, answers: Candidate) -> Opening | None:
        """Add a page; gives its opening post, if that has another shape than the answers."""
        found = find_opening(page, analysis, answers, self._usual())
        if found:
            self.places[found.place] += 1
            keep(self.places, MOST_PLACES)
            view = view_of(page, found.record, analysis)
            self.statistics.add(gather(page, [view], self.statistics))
        return found

    def find(self, page: Page, analysis: Analysis, answers: Candidate) -> Opening | None:
        """The opening post of a page, if that has another shape than the answers."""
        return find_opening(page, analysis, answers, self._usual())

    def read_alone(
        self,
        page: Page,
        analysis: Analysis,
        answers: SlotStatistics,
        likely: Record | None = None,
    ) -> Floor | None:
        """The opening post of a thread without answers, where those of other threads are.

        :param answers: what is known of the places in the answers
        :param likely: the record that it is or overlaps, if that is known
        """
        record = find_alone(page, analysis, self._usual())
        if record and likely and not (record.start < likely.stop and likely.start < record.stop):
            return None
        floor = self.read(page, record, analysis, answers) if record else None
        if floor is None or not (floor.author and floor.body):
            return None
        floor.number = floor.number or 1
        return floor

    def read(
        self, page: Page, record: Record, analysis: Analysis, answers: SlotStatistics
    ) -> Floor:
        """An opening post as a floor."""
        return read_alone(page, record, analysis, answers, self.statistics)

    def _usual(self) -> Set[OpeningPlace]:
        return {place for place, pages in self.places.items() if pages >= FEWEST_PAGES}

    def merge(self, other: OpeningModel) -> None:
        """Keep of each count the larger: a merge that is done again changes nothing."""
        self.places |= other.places
        keep(self.places, MOST_PLACES)
        self.statistics.merge(other.statistics)

    STATE: ClassVar = fields(
        places=items(cells(TEXT, TEXT, COUNT), MOST_PLACES),
        statistics=SlotStatistics.state(),
    )

    def to_state(self) -> dict[str, Any]:
        """Plain values that `from_state` takes back."""
        return {
            "places": [[*place, pages] for place, pages in self.places.items()],
            "statistics": self.statistics.to_state(),
        }

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> OpeningModel:
        """The model of which `to_state` gave the values."""
        model = cls()
        for first, next_label, pages in state["places"]:
            model.places[OpeningPlace(first, next_label)] = pages
        model.statistics = SlotStatistics.from_state(state["statistics"])
        return model

"""What records tell of the places in them, added up over pages."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, Final, NamedTuple, final

from extract_pipelines.learned.counts import keep, keep_larger
from extract_pipelines.learned.state import COUNT, NUMBER, ODDS, Check, fields, table
from extract_pipelines.posts.views.numeric_attributes import IdCandidate
from extract_pipelines.posts.views.views import SIGNED, RecordView

# A place where this share of the texts are alike holds chrome or signatures, not content.
MOSTLY: Final = 0.75
LEAST_COMPARED: Final = 3
# An author stands where their score is more than this; see `author_scores`.
LEAST_AUTHOR_ODDS: Final = 1.0
MOST_AUTHORS: Final = 4
# Share of the records whose id may stand in another one, too (a post shown twice).
MOST_SHARED: Final = 0.05
# Share of the pages on which ids, and not the numbers of posts, may begin with one.
MOST_RESTARTS: Final = 0.5
# Places of which a kind keeps what it learned.
MOST_PLACES: Final = 150


class BodyFit(NamedTuple):
    """How well a place fits as that of the bodies, 0 to 1, and its mean size in characters."""

    fit: float
    size: float


_SCORES: Final = "authors fits sizes".split()
_COUNTS: Final = (
    "counts compared alike compared_by_author alike_by_author ids ids_shared ids_pages ids_restarts"
).split()
_COUNTERS: Final = _SCORES + _COUNTS


class SlotStatistics:
    """What the records seen so far tell of the places in them. Adds up over pages."""

    def __init__(self) -> None:
        self.records = 0
        self.authors: dict[str, float] = {}
        """For each place log odds that it names the authors, less those of any place."""
        self.fits: dict[str, float] = {}
        self.sizes: dict[str, float] = {}
        self.counts: dict[str, int] = {}
        self.compared: dict[str, int] = {}
        self.alike: dict[str, int] = {}
        self.compared_by_author: dict[str, int] = {}
        self.alike_by_author: dict[str, int] = {}
        self.ids: dict[str, int] = {}
        self.ids_shared: dict[str, int] = {}
        self.ids_pages: dict[str, int] = {}
        self.ids_restarts: dict[str, int] = {}
        self._forget()

    def _forget(self) -> None:
        """Drop what was concluded from the counts, which have changed."""
        self._usual: str | None = None
        self._ranked: list[tuple[str, float]] | None = None

    def _counters(self) -> dict[str, dict[str, Any]]:
        return {name: getattr(self, name) for name in _COUNTERS}

    def add(self, other: SlotStatistics) -> None:
        """Add what other records tell."""
        self._forget()
        self.records += other.records
        for name in _COUNTERS:
            counter: dict[str, Any] = getattr(self, name)
            added: dict[str, Any] = getattr(other, name)
            if not counter:
                counter.update(added)
            else:
                for place, value in added.items():
                    counter[place] = counter.get(place, 0) + value
            if len(counter) > 2 * MOST_PLACES:
                keep(counter, MOST_PLACES)

    def merge(self, other: SlotStatistics) -> None:
        """Keep of each count the larger: a merge that is done again changes nothing."""
        self._forget()
        self.records = max(self.records, other.records)
        for name, counter in self._counters().items():
            keep_larger(counter, getattr(other, name))
            keep(counter, 2 * MOST_PLACES)

    def author_places(self, views: Sequence[RecordView] | None = None) -> list[str]:
        """Places of the author, the likeliest first.

        :param views: only those that one of these records has count
        """
        if self._ranked is None:
            self._ranked = sorted(self.authors.items(), key=itemgetter(1), reverse=True)
        top: list[str] = []
        for place, score in self._ranked:
            if len(top) == MOST_AUTHORS or score <= LEAST_AUTHOR_ODDS:
                break
            if place != self._ranked[0][0] and self._is_everywhere(place.removesuffix("/text")):
                continue
            if views is None or any(_has(view, place) for view in views):
                top.append(place)
        return top

    def id_of(self, candidates: Sequence[IdCandidate]) -> IdCandidate | None:
        """The id of a record, of the numbers in it: one that hardly any other record has.

        Numbers that begin with one on most pages count the posts; they come last.
        """
        own = [one for one in candidates if not self.is_shared(one)]
        lasting = (one for one in own if not self._is_number(one.slot))
        return next(lasting, None) or next(iter(own), None)

    def is_shared(self, candidate: IdCandidate) -> bool:
        """Whether several records of a page have the same number there."""
        seen = self.ids.get(candidate.slot, 0)
        return self.ids_shared.get(candidate.slot, 0) > MOST_SHARED * seen

    def _is_number(self, slot: str) -> bool:
        return self.ids_restarts.get(slot, 0) > MOST_RESTARTS * self.ids_pages.get(slot, 0)

    def is_chrome(self, place: str) -> bool:
        """Whether the place says the same in most records, or the same for each author.

        The records' root is none: without their dates and authors, records may say little else.
        """
        alike = self.alike_by_author.get(place, 0)
        compared = self.compared_by_author.get(place, 0)
        return place != "." and (self.is_constant(place) or _mostly(alike, compared))

    def is_constant(self, place: str) -> bool:
        """Whether the place says the same in most records."""
        return _mostly(self.alike.get(place, 0), self.compared.get(place, 0))

    def _is_everywhere(self, place: str) -> bool:
        """Whether most records say the same at a place: no name of those without the usual one.

        Where the usual name stands within the place, only records without it say anything else.
        """
        if not self.is_constant(place) or self.counts.get(place, 0) <= MOSTLY * self.records:
            return False
        return 2 * self._compared(place) > self._compared(".")

    def _compared(self, place: str) -> int:
        """How often the text at a place was compared with one before: the root's always was."""
        return self.compared.get(place, 0) + self.compared_by_author.get(place, 0)

    def fit(self, place: str) -> float:
        """How well the place fits as that of the bodies, 0 to 1; 0 if it is not known."""
        count = self.counts.get(place, 0)
        return self.fits.get(place, 0) / count if count else 0.0

    def body(self, place: str) -> BodyFit:
        """How well the place fits as that of the bodies, the less the fewer records have it."""
        return BodyFit(*self._body(place))

    def _body(self, place: str) -> tuple[float, float]:
        count = self.counts.get(place, 0)
        fit, size = self.fits.get(place, 0.0), self.sizes.get(place, 0.0)
        return fit / (count + 1), size / max(1, count)

    def usual_body(self) -> str | None:
        """The place that fits best as that of the bodies; of equals the one with the least text."""
        if self._usual is None and self.counts:
            best = smallest = 0.0
            for place in self.counts:
                fit, size = self._body(place)
                if self._usual is None or fit > best or (fit == best and size < smallest):
                    self._usual, best, smallest = place, fit, size
        return self._usual

    def to_state(self) -> dict[str, Any]:
        """Plain values that `from_state` takes back."""
        counters = {name: dict(counter) for name, counter in self._counters().items()}
        return {"records": self.records, **counters}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> SlotStatistics:
        """The statistics of which `to_state` gave the values."""
        statistics = cls()
        statistics.records = state["records"]
        for name, counter in statistics._counters().items():
            counter.update(state[name])
        return statistics

    @staticmethod
    def state() -> Check:
        """What the state may hold."""
        checks = dict.fromkeys(_COUNTS, table(COUNT, 2 * MOST_PLACES))
        checks |= dict.fromkeys(_SCORES, table(NUMBER, 2 * MOST_PLACES))
        checks["authors"] = table(ODDS, 2 * MOST_PLACES)
        return fields(records=COUNT, **checks)


@final
class PlaceFits:
    """How well places fit as those of the bodies, each looked up once."""

    def __init__(self, statistics: SlotStatistics) -> None:
        self._statistics = statistics
        self._fits: dict[str, float] = {}
        self._best: dict[tuple[str, ...], str] = {}

    def of(self, place: str) -> float:
        """How well a place fits, 0 to 1."""
        found = self._fits.get(place)
        if found is None:
            found = self._fits[place] = self._statistics.fit(place)
        return found

    def best(self, above: tuple[str, ...]) -> str:
        """Of the places around a leaf the one that fits best; of several the innermost."""
        found = self._best.get(above)
        if found is None:
            found = above[0]
            most = self.of(found)
            for place in above:
                fit = self.of(place)
                if fit > most:
                    found, most = place, fit
            self._best[above] = found
        return found


def _has(view: RecordView, place: str) -> bool:
    """Whether a name may stand at a place of a record; see `RecordView.may_name`."""
    return view.may_name(place) or (
        place.endswith(SIGNED) and view.may_name(place.removesuffix(SIGNED))
    )


def _mostly(alike: int, compared: int) -> bool:
    return compared >= LEAST_COMPARED and alike >= MOSTLY * compared

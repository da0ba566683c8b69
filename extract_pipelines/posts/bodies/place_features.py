"""What tells the place of the bodies from others: numbers without units, for each place.

Nothing here knows a software or a site, and no word of a class or an id is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2, sqrt
from typing import Final, final

from extract_pipelines.page import Page
from extract_pipelines.page.tag_paths import INLINE
from extract_pipelines.posts.bodies.place_measures import (
    MEASURED,
    Measures,
    PlaceInRecord,
    places_of_record,
)
from extract_pipelines.posts.views.repeated import repeated_leaves
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.posts.views.views import RecordView

# Records of a page that are measured: more say the same again.
MOST_RECORDS: Final = 12
MOST_COMPARED: Final = 8
# Values of `itemprop` that say that an element holds what was written.
_DECLARED: Final = frozenset(("text", "articleBody", "commentText", "reviewBody", "description"))

_OF_PLACE: Final[tuple[str, ...]] = (*MEASURED, "of_outer", "outer_prose", "declared")
_PLACE_NAMES: Final[tuple[str, ...]] = (
    *_OF_PLACE,
    *("records", "present", "varied_length", "alike", "compared", "alike_author", "named"),
    *("levels", "inline", "quote", "outer_fit", "variety"),
)
# The same for the page's best place, less the own: how much another one holds that this does not.
_COMPARED: Final[tuple[str, ...]] = (
    "content",
    "prose",
    "fit",
    "fit_prose",
    "pure",
    "inner",
    "lines",
    "variety",
)
PLACE_NAMES: Final[tuple[str, ...]] = (*_PLACE_NAMES, *(f"lacks_{name}" for name in _COMPARED))
_FIT: Final = _PLACE_NAMES.index("fit")
_OUTER_FIT: Final = _PLACE_NAMES.index("outer_fit")
_OF_COMPARED: Final = [_PLACE_NAMES.index(name) for name in _COMPARED]

Row = tuple[float, ...]


@final
class PlaceRow:
    """What is measured at one place.

    :ivar features: as `PLACE_NAMES` tells
    :ivar size: how many characters stand there, on average
    """

    def __init__(self, features: Row, size: float) -> None:
        self.features, self.size = features, size


@final
class _Place:
    """What the records that have a place tell of it together."""

    def __init__(self) -> None:
        self.records = 0
        self.measures = Measures()
        self.squares = 0
        """The squares of how many characters stand there."""
        self.of_outer = self.outer_prose = self.declared = 0.0

    def add(self, one: PlaceInRecord) -> None:
        """Add what one record tells."""
        _, measures, of_outer, outer_prose, declared = one
        self.records += 1
        self.measures.add(measures)
        self.squares += measures.size * measures.size
        self.of_outer += of_outer
        self.outer_prose += outer_prose
        self.declared += declared


def place_features(
    page: Page, views: Sequence[RecordView], authors: Sequence[int], known: SlotStatistics
) -> dict[str, PlaceRow]:
    """What is measured at each place of the records.

    :param authors: the leaf of each record's author; -1 if it has none
    :param known: what is known of the places, this page included
    """
    step = max(1, -(-len(views) // MOST_RECORDS))
    properties = page.flat.values("itemprop").items()
    declared = [node for node, name in properties if name in _DECLARED]
    repeated = repeated_leaves(page, views)
    places: dict[str, _Place] = {}
    chosen = range(0, len(views), step)
    for number in chosen:
        for one in places_of_record(page, views[number], authors[number], repeated, declared):
            name = one[0]
            place = places.get(name)
            if place is None:
                place = places[name] = _Place()
            place.add(one)
    rows = {name: _row(name, place, len(chosen), known) for name, place in places.items()}
    for name, row in rows.items():
        outer = rows.get(name.rpartition("/")[0])
        if outer is not None:
            row[_OUTER_FIT] = outer[_FIT]
    best = [max([row[index] for row in rows.values()], default=0.0) for index in _OF_COMPARED]
    return {
        name: PlaceRow(
            (*row, *[most - row[i] for most, i in zip(best, _OF_COMPARED, strict=True)]),
            places[name].measures.size / places[name].records,
        )
        for name, row in rows.items()
    }


def _row(name: str, place: _Place, records: int, known: SlotStatistics) -> list[float]:
    """The features of one place, as `_PLACE_NAMES` tells, but those that compare it with others."""
    count, measures = place.records, place.measures
    mean = measures.size / count
    spread = sqrt(max(0.0, place.squares / count - mean * mean))
    tag = name.rpartition("/")[2].partition(".")[0].rstrip("0123456789")
    compared = known.compared.get(name, 0)
    by_author = known.compared_by_author.get(name, 0)
    return [
        *measures.means(count),
        place.of_outer / count,
        place.outer_prose / count,
        place.declared / count,
        records,
        count / records,
        spread / mean if count > 1 else -1.0,
        known.alike.get(name, 0) / (compared or 1),
        min(MOST_COMPARED, compared),
        known.alike_by_author.get(name, 0) / (by_author or 1),
        "/" not in name and name != ".",
        name.count("/"),
        tag in INLINE,
        "blockquote" in name,
        -1.0,
        log2(1 + len(measures.innermost)),
    ]

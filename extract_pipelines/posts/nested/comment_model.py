"""Comments that stand in posts: which of what these hold they are, and the places in them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, ClassVar, Final, NamedTuple

from extract_pipelines.learned.counts import keep, keep_larger, positive
from extract_pipelines.learned.state import NUMBER, ODDS, TEXT, cells, fields, items
from extract_pipelines.page import Page
from extract_pipelines.page.boosted_trees import load
from extract_pipelines.posts.authors.authors import author_of
from extract_pipelines.posts.floors.lists import is_list
from extract_pipelines.posts.floors.slots import gather, with_page
from extract_pipelines.posts.nested.comment_features import COMMENT_NAMES, comment_features
from extract_pipelines.posts.nested.inside import Inside, records_inside
from extract_pipelines.posts.records.analysis import Analysis
from extract_pipelines.posts.records.records import Record, Shape
from extract_pipelines.posts.scoring.shape_odds import MOST_OF_PAGE, bounded
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.posts.views.views import RecordView, view_of
from extract_pipelines.text.lexicon.patterns import LazyPattern, any_of

# Share of the comments that have an author, and a text that no other one has.
LEAST_POST_SHARE: Final = 0.5
MOST_SHAPES: Final = 40
# What stands before who edited a post, and when.
_EDITED: Final = LazyPattern(
    lambda: rf"(?:\w+\s){{0,2}}{any_of('edited')}(?:\s{any_of('by')})?\W*", re.IGNORECASE
)
# How much it speaks for comments that a floor has several: of other things with a date it has one.
OF_SEVERAL: Final = 2.5
# What other pages of the kind tell of a shape counts up to so much.
MOST_OF_KIND: Final = 6.0


class NestedComments(NamedTuple):
    """Records that stand within others."""

    views: list[RecordView]
    statistics: SlotStatistics
    """What is known of the places in them."""

    @property
    def records(self) -> list[Record]:
        """The records of the views."""
        return [view.record for view in self.views]


class NestedCommentModel:
    """Shapes of the records that stand within the floors, and the slots in them.

    Posts hold other things with a date of their own, too: an edit note, the preview of a link, a
    member's first day. A scorer of boosted trees, learned on pages of many sites, tells them apart;
    what the pages of a kind tell of a shape adds up. Comments on the opening post may have another
    shape than those on the others.
    """

    def __init__(self) -> None:
        self.shapes: dict[Shape, float] = {}
        """How much records of a shape look like floors, added up."""
        self.odds: dict[Shape, float] = {}
        """Log odds that they are comments: what pages tell by themselves, added up."""
        self.statistics = SlotStatistics()

    def learn(self, page: Page, analysis: Analysis, floors: Sequence[Record]) -> NestedComments:
        """Add a page; gives the comments on it."""
        inside = records_inside(page, analysis, floors)
        odds = _odds_of(page, inside, len(floors))
        comments = self._choose(page, analysis, inside, odds)
        for shape, held in inside.items():
            self.shapes[shape] = self.shapes.get(shape, 0.0) + held.score
            self.odds[shape] = self.odds.get(shape, 0.0) + odds[shape]
        if len(self.shapes) > 4 * MOST_SHAPES:
            keep(self.shapes, MOST_SHAPES)
            self.odds = {shape: self.odds[shape] for shape in self.shapes}
        if comments.views:
            self.statistics.add(gather(page, comments.views, self.statistics))
        return comments

    def find(self, page: Page, analysis: Analysis, floors: Sequence[Record]) -> NestedComments:
        """The comments on a page, in document order."""
        inside = records_inside(page, analysis, floors)
        return self._choose(page, analysis, inside, _odds_of(page, inside, len(floors)))

    def _choose(
        self, page: Page, analysis: Analysis, inside: Inside, odds: Mapping[Shape, float]
    ) -> NestedComments:
        """The comments among what stands in the floors.

        :param odds: what the page tells of each shape
        """
        known = self.odds
        likely = [
            one for one in inside if odds[one] + bounded(known.get(one, 0.0), MOST_OF_KIND) > 0
        ]
        likely.sort(key=lambda shape: -(self.shapes.get(shape, 0.0) + inside[shape].score))
        if not likely:
            return NestedComments([], self.statistics)
        first, *others = (inside[shape].records for shape in likely)
        comments = self.read(page, analysis, first)
        places = comments.statistics.author_places(comments.views)[:1]
        if not _are_posts(page, comments) or is_list(page, comments.views, places):
            return NestedComments([], comments.statistics)
        for records in others:
            if not _overlap(first, records):
                of_other_shape = self.read(page, analysis, records)
                if _are_posts(page, of_other_shape):
                    return self.read(page, analysis, sorted([*first, *records]))
        return comments

    def read(self, page: Page, analysis: Analysis, records: Sequence[Record]) -> NestedComments:
        """Records that stand within the floors as comments."""
        views = [view_of(page, record, analysis) for record in records]
        return NestedComments(views, with_page(self.statistics, page, views))

    def merge(self, other: NestedCommentModel) -> None:
        """Keep of each count the larger: a merge that is done again changes nothing."""
        keep_larger(self.shapes, other.shapes)
        keep_larger(self.odds, other.odds)
        self.shapes = positive(self.shapes)
        keep(self.shapes, 4 * MOST_SHAPES)
        self.odds = {shape: self.odds[shape] for shape in self.shapes}
        self.statistics.merge(other.statistics)

    STATE: ClassVar = fields(
        shapes=items(cells(TEXT, TEXT, NUMBER, ODDS), 4 * MOST_SHAPES),
        statistics=SlotStatistics.state(),
    )

    def to_state(self) -> dict[str, Any]:
        """Plain values that `from_state` takes back."""
        return {
            "shapes": [[*shape, score, self.odds[shape]] for shape, score in self.shapes.items()],
            "statistics": self.statistics.to_state(),
        }

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> NestedCommentModel:
        """The model of which `to_state` gave the values."""
        model = cls()
        for root, date, score, odds in state["shapes"]:
            model.shapes[Shape(root, date)] = score
            model.odds[Shape(root, date)] = odds
        model.statistics = SlotStatistics.from_state(state["statistics"])
        return model


def _odds_of(page: Page, inside: Inside, floors: int) -> dict[Shape, float]:
    """Log odds that what stands in the floors is comments, within bounds, by their shapes.

    :param floors: how many the page has
    """
    score = load("posts", "nested", COMMENT_NAMES)
    known: dict[tuple[int, ...], float] = {}
    found: dict[Shape, float] = {}
    for shape, held in inside.items():
        starts = tuple([record.start for record in held.records])
        if starts not in known:
            features = comment_features(page, held.records, held.around, floors, held.score)
            told = score(*features) + (OF_SEVERAL if held.are_several else 0.0)
            known[starts] = bounded(told, MOST_OF_PAGE)
        found[shape] = known[starts]
    return found


def _overlap(some: Sequence[Record], others: Sequence[Record]) -> bool:
    """Whether records have elements in common with others, all in document order."""
    starts = [record.start for record in some]
    stops = [0, *accumulate((record.stop for record in some), max)]
    return any(stops[bisect_left(starts, one.stop)] > one.start for one in others)


def _are_posts(page: Page, comments: NestedComments) -> bool:
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
            and _EDITED.fullmatch(page.leaves[index].text) is None
            and seen[above[0], page.leaves[index].text] == 1
            for index, above in zip(view.leaves, view.above, strict=True)
        )
    return told >= LEAST_POST_SHARE * len(views)

"""What the pages of a kind tell of records by their shape, as log odds that add up."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from math import inf, log
from typing import Any, ClassVar, Final, NamedTuple

from extract_pipelines.learned.counts import keep, keep_larger
from extract_pipelines.learned.state import COUNT, ODDS, TEXT, cells, fields, items
from extract_pipelines.posts.records.groups import Group
from extract_pipelines.posts.records.records import Candidate, Shape
from extract_pipelines.posts.records.runs import run_shapes
from extract_pipelines.posts.scoring.beside import NO_BOXES, SiteBoxes
from extract_pipelines.posts.scoring.page_votes import EACH_IN_FULL

# What one page, and what all pages of a kind tell of a shape lies within these log odds.
MOST_OF_PAGE: Final = 3.0
MOST_OF_KIND: Final = 2.5
# Elements without a class or a date that are on one level may be anything on another page.
MOST_OF_LEVEL: Final = 1.5
MOST_SHAPES: Final = 160
# Log odds of a shape from which on no sample of another page is read: of so many sure pages.
ENOUGH_TOLD: Final = 4 * MOST_OF_PAGE
ENOUGH_AGAINST: Final = 2 * MOST_OF_PAGE
# A group is hardly likelier than another by log odds up to this.
HARDLY: Final = 1.0
# On so many pages records of a shape were the best, or nothing was likely to be posts, so that
# others are no more looked at.
OFTEN: Final = 8
NO_GROUP: Final = Group(Candidate(Shape("", ""), [], 0.0), [], -inf)


class ShapeOdds:
    """Log odds that records of a shape are posts or comments."""

    def __init__(self) -> None:
        self._odds: dict[Shape, float] = {}
        self.pages_without_posts = 0
        """How many of the latest pages had nothing that is likely to be posts."""

    def add(self, groups: Sequence[Group]) -> None:
        """Add the log odds of a page's groups to those of their shapes.

        A shape is new here only if its group is likely to be posts, or was read as floors. What
        other pages have told of a group is not counted once more.
        """
        has_likely = any(
            group.odds > -HARDLY and self._told(group) > -ENOUGH_AGAINST for group in groups
        )
        self.pages_without_posts = 0 if has_likely else self.pages_without_posts + 1
        for group in groups:
            for shape in group.shapes if not group.is_told else ():
                if group.odds > 0 or group.thread or shape in self._odds:
                    told = self._odds.get(shape, 0.0)
                    self._odds[shape] = told + bounded(group.odds, MOST_OF_PAGE)
        keep(self._odds, MOST_SHAPES)

    @property
    def tell_of_posts(self) -> bool:
        """Whether pages have told of a shape that its records are likely to be posts."""
        return any(odds > 0 for odds in self._odds.values())

    def are_told(self, group: Group) -> bool:
        """Whether it is sure what records are without a sample of them being read.

        Many pages have told it of their shape, and nothing on their own page speaks against it.
        """
        told = self._told(group)
        return told >= ENOUGH_TOLD if group.odds > HARDLY else told <= -ENOUGH_AGAINST

    def are_open(self, group: Group) -> bool:
        """Whether a shape of the group is known, but by too few pages to be sure of it."""
        return any(0 < abs(self._odds.get(shape, 0.0)) < ENOUGH_TOLD for shape in group.shapes)

    def are_told_posts(self, group: Group) -> bool:
        """Whether many pages have told that records of their shape are posts."""
        return self._told(group) >= ENOUGH_TOLD

    def tell_posts(self, shape: Shape) -> bool:
        """Whether many pages have told that records of a shape are posts."""
        return self._odds.get(shape, 0.0) >= ENOUGH_TOLD

    def _told(self, group: Group) -> float:
        return max([self._odds.get(shape, 0.0) for shape in group.shapes])

    def likeliest(
        self,
        groups: Sequence[Group],
        best: Candidate | None,
        boxes: SiteBoxes = NO_BOXES,
        *,
        taken: Mapping[Shape, int],
        is_usual: bool,
        commented: int = 0,
    ) -> Group:
        """The likeliest group of a page; its log odds include what other pages tell of its shapes.

        :param boxes: what stands beside posts on the site
        :param taken: on how many pages records of a shape were taken, and several of them: beside
            those that most pages took, others are likely to stand around them, or in them
        :param best: the records with the best score: they are taken before as many others that are
            hardly likelier, which are parts of the same posts
        :param is_usual: whether other pages have several such records: then they are taken before a
            lone one as well, which may be what is around a lone post
        :param commented: on how many pages comments were taken, but for those with posts: the
            elements around the articles look like posts on all of them, and were never taken
        """
        shown = {shape for group in groups for shape in group.shapes}
        lone = boxes.lone_on((shape, one.candidate) for one in groups for shape in one.shapes)
        known = [
            Group(
                group.candidate,
                group.shapes,
                group.odds
                - (MOST_OF_PAGE if lone.hold(group.candidate) else 0.0)
                + self._of_group(group, shown, boxes),
                group.thread,
            )
            for group in groups
        ]
        times = [max([_times(one, taken, shown) for one in group.shapes]) for group in groups]
        usual = (
            pages
            for group, pages in zip(known, times, strict=True)
            if group.odds > HARDLY and self.are_told_posts(group)
        )
        most = max(usual, default=0)
        for group, pages in zip(known, times, strict=True):
            others = most if pages or not self.are_told_posts(group) else max(most, commented)
            group.odds += bounded(min(0.0, log((1 + pages) / (1 + others))), MOST_OF_PAGE)
        first = max(known, key=lambda group: group.odds, default=NO_GROUP)
        number, least = len(first.candidate.records), first.odds - HARDLY
        if best is None:
            return first
        if is_usual and number == 1:
            least = -inf
        elif len(best.records) != number:
            return first
        near = (group for group in known if group.odds > least)
        found = next((group for group in near if group.candidate.records == best.records), first)
        if is_usual and number == 1 and all(map(first.candidate.records[0].overlaps, best.records)):
            found.odds = max(found.odds, first.odds)
        return found

    def _of_group(self, group: Group, shown: Container[Shape], boxes: SiteBoxes) -> float:
        """Log odds of a group by other pages of its kind, or for a lone record by other kinds."""
        if len(group.candidate.records) == 1 and any(map(boxes.are_posts, group.shapes)):
            return MOST_OF_KIND
        return max([self._of(one, shown) for one in group.shapes])

    def _of(self, shape: Shape, shown: Container[Shape]) -> float:
        """Log odds of a shape by other pages, bounded.

        If no group of the page has the same class without a date, what is known of that counts as
        well; the greater of both is taken.

        :param shown: the shapes on the page
        """
        odds = self._odds.get(shape, 0.0)
        if shape.is_of_depth:
            return bounded(odds, MOST_OF_KIND if shape.is_dated else MOST_OF_LEVEL)
        undated = Shape(shape.root, "")
        of_class = odds if undated in shown else self._odds.get(undated, 0.0)
        return bounded(max(odds, of_class), MOST_OF_KIND)

    def merge(self, other: ShapeOdds) -> None:
        """Keep the greater log odds of each shape, and the smaller count of pages without posts.

        A merge that is done again changes nothing.
        """
        keep_larger(self._odds, other._odds)
        keep(self._odds, MOST_SHAPES)
        self.pages_without_posts = min(self.pages_without_posts, other.pages_without_posts)

    STATE: ClassVar = fields(
        shapes=items(cells(TEXT, TEXT, ODDS), MOST_SHAPES), pages_without_posts=COUNT
    )

    def to_state(self) -> dict[str, Any]:
        """Plain values that `from_state` takes back."""
        shapes = [[*shape, odds] for shape, odds in self._odds.items()]
        return {"shapes": shapes, "pages_without_posts": self.pages_without_posts}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> ShapeOdds:
        """The odds of which `to_state` gave the values."""
        found = cls()
        found._odds.update({Shape(root, date): odds for root, date, odds in state["shapes"]})
        found.pages_without_posts = state["pages_without_posts"]
        return found


def _times(shape: Shape, taken: Mapping[Shape, int], shown: Container[Shape]) -> int:
    """On how many pages records of a shape were taken.

    If this page has no runs of the shape, as a page with one post has none, pages where runs of it
    were taken count instead, if they are more.

    :param shown: the shapes on the page
    """
    runs = [0 if run in shown else taken.get(run, 0) for run in run_shapes(shape)]
    return max(taken.get(shape, 0), *runs)


def show_usual(groups: Sequence[Group], taken: Mapping[Shape, int]) -> bool:
    """Whether the page has elements of a shape that usually was taken as several posts.

    That is one that was so on at least half as many pages as the most frequent shape. If any of the
    shapes has a date, only those with one count: parts of posts share the others.

    :param groups: the record groups of the page
    :param taken: on how many pages several records of a shape were taken
    """
    several = {shape: pages for shape, pages in taken.items() if shape.is_dated} or taken
    most = max(several.values(), default=0)
    usual = {shape.root for shape, pages in several.items() if 2 * pages >= most}
    shown = (shape for group in groups for shape in group.shapes)
    return any(
        not usual.isdisjoint((shape.root, *(run.root for run in run_shapes(shape))))
        for shape in shown
    )


class KnownShapes(NamedTuple):
    """What the pages of a kind have told of shapes."""

    odds: ShapeOdds
    seen: Container[Shape]
    """The shapes that hold a date each."""
    best: Mapping[Shape, int]
    """On how many pages a shape had the best records, and several of them."""

    @property
    def may_lack_dates(self) -> bool:
        """Whether a page had its best records in a shape without dates."""
        return any(not shape.is_dated for shape in self.best)

    def missing(self, groups: Sequence[Group], candidates: Sequence[Candidate]) -> list[Candidate]:
        """The candidates whose shapes other pages took, but that are in none of these groups."""
        shown = {shape for group in groups for shape in group.shapes}
        return [one for one in candidates if one.shape in self.best and one.shape not in shown]

    def usual(self, groups: Sequence[Group]) -> list[Group]:
        """The groups that may be taken: those that were, and those of which not enough is told."""
        return [
            group
            for group in groups
            if self._best(group) or self._is_new(group) or self.odds.are_open(group)
        ]

    def sure(self, groups: Sequence[Group]) -> Group | None:
        """The group that is posts by what many pages tell, if there is nothing to ask of others.

        They took records of its shape and hardly any others, and none of the groups is new.
        """
        first = max(groups, key=self._best, default=NO_GROUP)
        pages = self._best(first) if first.shapes else 0
        if pages < OFTEN or len(first.candidate.records) == 1:
            return None
        rivals = [self._best(group) for group in groups if group is not first]
        rivals += [self.best[shape] for shape in self.best if not shape.is_dated]
        if OFTEN * max(rivals, default=0) > pages or any(map(self._is_new, groups)):
            return None
        return first if self.odds.are_told_posts(first) else None

    @property
    def are_of_no_posts(self) -> bool:
        """Whether the latest pages had no posts, and the next is none to look about on."""
        pages = self.odds.pages_without_posts
        return pages >= OFTEN and pages % EACH_IN_FULL != 0

    def are_known(self, groups: Sequence[Group]) -> bool:
        """Whether many pages took one of the groups, and are sure that it is posts."""
        return any(
            len(group.candidate.records) > 1
            and self._best(group) >= OFTEN
            and self.odds.are_told_posts(group)
            for group in groups
        )

    def _best(self, group: Group) -> int:
        return max([self.best.get(shape, 0) for shape in group.shapes])

    def _is_new(self, group: Group) -> bool:
        return not any(not shape.is_dated or shape in self.seen for shape in group.shapes)


def bounded(odds: float, most: float) -> float:
    """Log odds, limited to the range from -`most` to `most`."""
    return max(-most, min(most, odds))

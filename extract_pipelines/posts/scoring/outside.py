"""The record groups of a page, scored by what is seen of them without reading their records.

The scorer has two forms: one was learned on pages where records with dates hold the text, the other
on all, for those where none do. On these groups are found by links that repeat, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.boosted_trees import load
from extract_pipelines.posts.records.analysis import Analysis
from extract_pipelines.posts.records.groups import Group, distinct, ranges_of
from extract_pipelines.posts.records.linked_repeats import MOST_LINKED_REPEATS, find_linked_repeats
from extract_pipelines.posts.records.repeats import MOST_REPEATS, find_repeats
from extract_pipelines.posts.scoring.features import NAMES, GroupFeatures
from extract_pipelines.posts.scoring.shape_odds import HARDLY, KnownShapes

# Groups with a date a record that are scored, besides those without; and as many more whose shapes
# other pages took: a lone post has many elements around it.
MOST_DATED: Final = 14
# Score of several records with dates from which on they hold the page's text.
DATED_WELL: Final = 0.1
# Log odds of the likeliest other group up to which none are looked for by links: so few have two
# thirds of all articles, and of 289 pages whose posts are found by links one.
HOPELESS: Final = -3.5
OUTSIDE_NAMES: Final[tuple[str, ...]] = (*NAMES, "repeat")
# The scorer's forms: for pages where records with dates hold the text, and for others.
OUTSIDE_FORMS: Final = ("outside_dated", "outside_undated")

Row = tuple[float, ...]
Rows = list[tuple[Group, Row]]


class OutsideScorer:
    """Scores the groups of one page."""

    def __init__(self, page: Page, analysis: Analysis) -> None:
        self._page, self._analysis = page, analysis
        several = (one for one in analysis.candidates if len(one.records) > 1)
        best = next(several, None)
        self._is_dated = best is not None and best.score >= DATED_WELL
        self.name = OUTSIDE_FORMS[not self._is_dated]
        """The scorer's form that this page asks for."""
        self._score = load("posts", self.name, OUTSIDE_NAMES)
        self._features: GroupFeatures | None = None
        self._dated: list[Group] | None = None
        self._repeats: list[Group] | None = None
        self._linked: list[Group] | None = None

    def scored(self, known: KnownShapes | None) -> Rows:
        """The groups with their log odds: all, or those that may be taken.

        :param known: what other pages tell
        """
        dated = self.dated(known)
        without_posts = known is not None and known.are_of_no_posts and not self._page.page_type
        if known and (without_posts or known.are_known(dated)):
            rows = self._usual(dated, known)
            likely = [group for group, _ in rows if group.odds > HARDLY]
            if known.are_known(likely) or (without_posts and not likely):
                return rows
        rows = self._rows(dated, dated, repeat=0.0)
        rows += self._rows(self.repeats(), self.repeats(), repeat=1.0)
        if max([group.odds for group, _ in rows], default=0.0) > HOPELESS:
            rows += self._rows(self.linked(), self.linked(), repeat=1.0)
        return rows

    def dated(self, known: KnownShapes | None) -> list[Group]:
        """The groups of records with a date each.

        :param known: what other pages tell: of the shapes that they took none is left out
        """
        if self._dated is None:
            candidates = self._analysis.candidates
            self._dated = distinct(candidates, MOST_DATED)
            if known:
                self._dated += distinct(known.missing(self._dated, candidates), MOST_DATED)
        return self._dated

    def unscored(self) -> Rows:
        """All groups; so examples can be made of features that no scorer has learned yet."""
        dated = distinct(self._analysis.candidates, MOST_DATED)
        both = ((dated, 0.0), (self.repeats(), 1.0), (self.linked(), 1.0))
        return list(chain(*[self._seen(groups, groups, repeat=one) for groups, one in both]))

    def repeats(self) -> list[Group]:
        """Groups by structure alone."""
        if self._repeats is None:
            analysis = self._analysis
            found = find_repeats(self._page, analysis.dates.mentions, analysis.names)
            self._repeats = distinct(found, MOST_REPEATS)
        return self._repeats

    def linked(self) -> list[Group]:
        """Other groups by links that repeat, where no records with dates hold the text."""
        if self._linked is None:
            known = {ranges_of(group.candidate) for group in self.repeats()}
            names = self._analysis.names
            found = [] if self._is_dated else find_linked_repeats(self._page, names)
            others = [one for one in found if ranges_of(one) not in known]
            self._linked = distinct(others, MOST_LINKED_REPEATS)
        return self._linked

    def _usual(self, dated: Sequence[Group], known: KnownShapes) -> Rows:
        """The groups that may be taken by what other pages tell."""
        rows = self._rows(known.usual(dated), dated, repeat=0.0)
        if known.may_lack_dates:
            for groups in (self.repeats(), self.linked()):
                rows += self._rows(known.usual(groups), groups, repeat=1.0)
        return rows

    def _rows(self, groups: Sequence[Group], all_groups: Sequence[Group], *, repeat: float) -> Rows:
        rows = self._seen(groups, all_groups, repeat=repeat)
        for group, features in rows:
            group.odds = self._score(*features)
        return rows

    def _seen(self, groups: Sequence[Group], all_groups: Sequence[Group], *, repeat: float) -> Rows:
        if not groups:
            return []
        if self._features is None:
            self._features = GroupFeatures(self._page, self._analysis)
        seen, others = self._features, [group.candidate for group in all_groups]
        return [(group, (*seen.of(group.candidate, others), repeat)) for group in groups]


def groups_with_features(page: Page, analysis: Analysis) -> Rows:
    """The groups of a page that differ, each with what is seen from the outside; not scored."""
    return OutsideScorer(page, analysis).unscored()

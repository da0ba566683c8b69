"""What is learned of the floors of one kind of pages; `reader` reads a page by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Any, ClassVar, Final

from extract_pipelines.learned.counts import keep, keep_larger, positive
from extract_pipelines.learned.state import (
    COUNT,
    NUMBER,
    TEXT,
    cells,
    fields,
    items,
    one_of,
    table,
)
from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import order_votes
from extract_pipelines.posts.authors.authors import author_of
from extract_pipelines.posts.authors.widening import views_with_authors
from extract_pipelines.posts.bodies.boilerplate import Boilerplate
from extract_pipelines.posts.comments import thread_odds
from extract_pipelines.posts.floors.lists import is_list
from extract_pipelines.posts.floors.slots import gather, of_new_places
from extract_pipelines.posts.members import MEMBERS_OPEN, Members
from extract_pipelines.posts.nested.comment_model import NestedCommentModel
from extract_pipelines.posts.nested.inside import without_comments
from extract_pipelines.posts.opening.opening import Opening
from extract_pipelines.posts.opening.opening_model import OpeningModel
from extract_pipelines.posts.records.alternate_rows import AlternateRows
from extract_pipelines.posts.records.analysis import Analysis, analyse, ordered_dates
from extract_pipelines.posts.records.dating import with_dates
from extract_pipelines.posts.records.groups import Group
from extract_pipelines.posts.records.records import Candidate, Shape
from extract_pipelines.posts.records.repeats import find_alone
from extract_pipelines.posts.records.runs import lone_run, run_shapes, usual_run, with_lone_runs
from extract_pipelines.posts.scoring.beside import NO_BOXES, Beside, SiteBoxes, usual_of
from extract_pipelines.posts.scoring.page_odds import shows_no_posts
from extract_pipelines.posts.scoring.page_votes import PageVotes
from extract_pipelines.posts.scoring.scoring import scored_groups
from extract_pipelines.posts.scoring.shape_odds import OFTEN, KnownShapes, ShapeOdds
from extract_pipelines.posts.unboxed.reply_trees import ReplyTrees
from extract_pipelines.posts.unboxed.unboxed import shapes_of
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.posts.views.views import RecordView
from extract_pipelines.text import date_order
from extract_pipelines.text.date_order import KnownOrder, Votes

# Log odds from which on it is sure that nothing on the page is a post.
SURE: Final = 3.0
MOST_SHAPES: Final = 40


class FloorModel:
    """Shapes of records and the slots in them, learned from a stream of pages."""

    def __init__(self) -> None:
        self.shapes: dict[Shape, float] = {}
        self.odds = ShapeOdds()
        """How likely records of a shape are posts or comments, by the scorers."""
        self.orders: Votes = Counter()
        """What tells the order of day and month, and how often; see `order_votes`."""
        self.several: Counter[Shape] = Counter()
        """On how many pages a shape had the best records, and several of them."""
        self.statistics = SlotStatistics()
        self.votes = PageVotes()
        self.members = Members()
        self.openings = OpeningModel()
        self.beside = Beside()
        self.nested = NestedCommentModel()
        """What is known of the comments that stand in the floors."""
        self.boilerplate = Boilerplate()
        self.trees = ReplyTrees()
        """What tells that each page is a message of a board."""
        self.rows = AlternateRows()

    def learn(
        self, page: Page, known: KnownOrder | None = None, boxes: SiteBoxes = NO_BOXES
    ) -> None:
        """Add a page.

        :param known: order of day and month on the site
        :param boxes: what stands beside posts on the site
        """
        if self.shows_no_posts(page):
            dates, _ = ordered_dates(page, known)
            if not shapes_of(page, dates.mentions):
                self.trees.add(page, dates.mentions)
                self.odds.add(())
                return
        analysis = analyse(page, known, self.rows.known())
        self.rows.add(analysis.alternating)
        self.trees.add(page, analysis.dates.mentions)
        in_full = self.votes.learns_in_full
        groups = self.scored_groups(page, analysis, in_full=in_full)
        self._count_shapes(page, analysis)
        best = self.best_records(page, analysis, boxes)
        likeliest = self.likeliest(page, analysis, groups, best, boxes)
        self.odds.add(groups)
        self.beside.add_without(analysis.candidates, usual_of(self.several))
        if likeliest.is_likely:
            best = with_dates(page, analysis, likeliest.candidate)
        if best is None or likeliest.odds < -SURE:  # nothing on the page tells of posts
            return
        has_several = len(best.records) > 1
        if has_several:
            self._count_several(analysis, best, likeliest)
        self.orders.update(order_votes(page, [record.mention for record in best.records]))
        first = self.openings.learn(page, analysis, best, boxes)
        if has_several and likeliest.is_likely:
            self.beside.add(analysis.candidates, best.records)
        nested = self.nested.learn(page, analysis, best.records)
        records = without_comments(best.records, nested.records)
        views, authors = views_with_authors(page, records, analysis, self.statistics)
        if in_full or of_new_places(views, self.statistics):
            self.statistics.add(gather(page, views, self.statistics, authors=authors))
        self.boilerplate.add(page, views, self.statistics.usual_body(), self._names(page, views))
        are_answers = has_several or self.several[best.shape] > 0
        self._count_members(page, analysis, views, are_answers=are_answers)
        if has_several:
            self.votes.add(self._verdict(page, views, likeliest, first))

    def shows_no_posts(self, page: Page) -> bool:
        """Whether it is sure without a look at its records that a page has no posts in elements.

        Where other pages of the kind have posts, it is looked at.
        """
        return not self.odds.tell_of_posts and shows_no_posts(page)

    def _count_shapes(self, page: Page, analysis: Analysis) -> None:
        """Count the shapes of the page's records; of too many the best are kept."""
        self.several.update(shapes_of(page, analysis.dates.mentions))
        for candidate in analysis.candidates:
            shape = candidate.shape
            self.shapes[shape] = self.shapes.get(shape, 0.0) + candidate.score
        if len(self.shapes) > 4 * MOST_SHAPES:
            keep(self.shapes, MOST_SHAPES)
            kept = (one for one in self.several if one in self.shapes or not one.is_dated)
            self.several = Counter({shape: self.several[shape] for shape in kept})

    def _count_several(self, analysis: Analysis, best: Candidate, likeliest: Group) -> None:
        """Count the shapes that the best records have, as the page has several of these."""
        self.several.update(
            candidate.shape
            for candidate in analysis.candidates
            if candidate.records == best.records
        )
        if likeliest.is_likely and not likeliest.candidate.shape.is_dated:
            self.several.update(likeliest.shapes)
        keep(self.several, 4 * MOST_SHAPES)

    def _count_members(
        self, page: Page, analysis: Analysis, views: Sequence[RecordView], *, are_answers: bool
    ) -> None:
        """Count who answers and who opens the page, where votes do not tell that it is a thread.

        :param are_answers: False for a lone record of an unknown shape: it may be the article
        """
        if self.votes.floors_less_comments() >= SURE:
            return
        authors = self._names(page, views) if are_answers else []
        self.members.add(page, analysis.names, views[0].record.start, authors)
        if self.members.odds:
            self.votes.turn("comments", "floors", self.members.doubtful)
            self.members.doubtful = 0

    def _names(self, page: Page, views: Sequence[RecordView]) -> list[str]:
        """The authors of records."""
        places = self.statistics.author_places(views)
        return [one.name for view in views if (one := author_of(page, view, places))]

    def _verdict(
        self, page: Page, views: Sequence[RecordView], likeliest: Group, first: Opening | None
    ) -> str:
        """What several records look like: floors, comments below an article, or rows of a list."""
        places = self.statistics.author_places(views)[:1]
        if not likeliest.is_likely and is_list(page, views, places):
            return "rows"
        records = [view.record for view in views]
        thread = thread_odds(page, records, first, likeliest.thread)
        if thread + self.members.odds > 0:
            return "floors"
        self.members.doubtful += thread + MEMBERS_OPEN > 0
        return "comments"

    def thread_odds(self) -> float:
        """Log odds of a thread, against an article with comments, by the pages of the kind."""
        return self.votes.floors_less_comments() + self.members.odds

    def scored_groups(
        self, page: Page, analysis: Analysis, *, in_full: bool = False
    ) -> Sequence[Group]:
        """The groups of the page, with how likely they are posts or comments.

        :param in_full: whether what other pages took is to save nothing
        """
        best = {} if in_full else self.several
        return scored_groups(page, analysis, KnownShapes(self.odds, self.shapes, best))

    def likeliest(
        self,
        page: Page,
        analysis: Analysis,
        groups: Sequence[Group],
        best: Candidate | None,
        boxes: SiteBoxes = NO_BOXES,
    ) -> Group:
        """The group that is posts or comments most likely, by what other pages tell, too.

        :param best: what the rules find
        :param boxes: what stands beside posts on the site
        """
        is_usual, commented = self.has_usual(best), -self.votes.floors_less_comments()
        groups = [*groups, *self._undated_alone(page, analysis, groups)]
        return self.odds.likeliest(
            groups, best, boxes, taken=self.several, is_usual=is_usual, commented=commented
        )

    def _undated_alone(
        self, page: Page, analysis: Analysis, groups: Sequence[Group]
    ) -> list[Group]:
        """The only post of a page, where many pages show several like it, and none has a date.

        One element does not repeat, so that it is in no group.
        """
        shape = usual_of(self.several)
        if shape.is_dated or shape.is_of_depth or self.several[shape] < OFTEN:
            return []
        alone = Group(Candidate(shape, [], 0.0), [shape])
        if not self.odds.are_told_posts(alone) or any(shape in one.shapes for one in groups):
            return []
        found = find_alone(page, analysis.names, shape)
        return [replace(alone, candidate=found)] if found else []

    def with_siblings(self, page: Page, group: Group) -> Group | None:
        """A lone head with what stands beside it, if other pages have such runs."""
        usual = (usual_run(shape, self.several) for shape in group.shapes)
        shapes = [shape for shape in usual if shape]
        if not shapes:
            return None
        run = lone_run(page, group.candidate, max(shapes, key=lambda one: self.several[one]))
        return replace(group, candidate=run, shapes=[run.shape]) if run else None

    def has_usual(self, best: Candidate | None) -> bool:
        """Whether pages have several records of the shape, or runs with them as heads."""
        shapes = [best.shape, *run_shapes(best.shape)] if best else []
        return any(self.several[shape] > 0 for shape in shapes)

    def has_posts(self, shape: Shape) -> bool:
        """Whether it is sure that the pages are threads with several posts of a shape."""
        is_sure = self.several[shape] >= OFTEN and self.odds.tell_posts(shape)
        return is_sure and self.thread_odds() >= SURE

    def best_records(
        self, page: Page, analysis: Analysis, boxes: SiteBoxes = NO_BOXES
    ) -> Candidate | None:
        """The records that look most like floors, with what other pages tell of their shape.

        :param boxes: what stands beside posts on the site
        """
        best, most = None, -inf
        lone = boxes.lone_on((one.shape, one) for one in analysis.candidates)
        for candidate in with_lone_runs(page, analysis.candidates, self.several):
            if lone.hold(candidate):
                continue
            score = self.shapes.get(candidate.shape, 0.0) + candidate.score
            if score > most:
                best, most = candidate, score
        return best

    def merge(self, other: FloorModel) -> None:
        """Add what another worker learned of the same kind of pages.

        Counts are not added: of each, the larger is kept. So a merge that is done again changes
        nothing, and order does not matter.
        """
        keep_larger(self.shapes, other.shapes)
        self.shapes = positive(self.shapes)
        self.orders |= other.orders
        self.odds.merge(other.odds)
        self.several |= other.several
        self.votes.merge(other.votes)
        self.members.merge(other.members)
        self.openings.merge(other.openings)
        self.beside.merge(other.beside)
        keep(self.shapes, 4 * MOST_SHAPES)
        keep(self.several, 4 * MOST_SHAPES)
        self.statistics.merge(other.statistics)
        self.nested.merge(other.nested)
        self.trees.merge(other.trees)
        self.rows.merge(other.rows)
        self.boilerplate.merge(other.boilerplate)

    STATE: ClassVar = fields(
        shapes=items(cells(TEXT, TEXT, NUMBER), 4 * MOST_SHAPES),
        odds=ShapeOdds.STATE,
        orders=table(COUNT, len(date_order.NAMES), one_of(*date_order.NAMES)),
        several=items(cells(TEXT, TEXT, COUNT), 4 * MOST_SHAPES),
        statistics=SlotStatistics.state(),
        votes=PageVotes.STATE,
        members=Members.STATE,
        openings=OpeningModel.STATE,
        beside=Beside.STATE,
        comments=NestedCommentModel.STATE,
        trees=ReplyTrees.STATE,
        rows=AlternateRows.STATE,
        boilerplate=Boilerplate.STATE,
    )

    def to_state(self) -> dict[str, Any]:
        """Plain values that `from_state` takes back."""
        return {
            "shapes": [[*shape, score] for shape, score in self.shapes.items()],
            "odds": self.odds.to_state(),
            "orders": date_order.to_state(self.orders),
            "several": [[*shape, pages] for shape, pages in self.several.items()],
            "statistics": self.statistics.to_state(),
            "votes": self.votes.to_state(),
            "members": self.members.to_state(),
            "openings": self.openings.to_state(),
            "beside": self.beside.to_state(),
            "comments": self.nested.to_state(),
            "trees": self.trees.to_state(),
            "rows": self.rows.to_state(),
            "boilerplate": self.boilerplate.to_state(),
        }

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> FloorModel:
        """The model of which `to_state` gave the values."""
        model = cls()
        for root, date, score in state["shapes"]:
            model.shapes[Shape(root, date)] = score
        model.odds = ShapeOdds.from_state(state["odds"])
        model.orders = date_order.from_state(state["orders"])
        for root, date, pages in state["several"]:
            model.several[Shape(root, date)] = pages
        model.statistics = SlotStatistics.from_state(state["statistics"])
        model.votes = PageVotes.from_state(state["votes"])
        model.members = Members.from_state(state["members"])
        model.openings = OpeningModel.from_state(state["openings"])
        model.beside = Beside.from_state(state["beside"])
        model.nested = NestedCommentModel.from_state(state["comments"])
        model.trees = ReplyTrees.from_state(state["trees"])
        model.rows = AlternateRows.from_state(state["rows"])
        model.boilerplate = Boilerplate.from_state(state["boilerplate"])
        return model

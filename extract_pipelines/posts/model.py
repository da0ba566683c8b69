"""What is learned of the floors of one kind of pages, and how it reads a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from math import inf
from typing import Any, ClassVar, Final

from extract_pipelines.items import Floor
from extract_pipelines.items.trace import GroupTaken, tell
from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import order_votes
from extract_pipelines.posts.authors.widening import views_with_authors
from extract_pipelines.posts.comments import (
    are_comments,
    is_by_member,
    tells_first_post,
    thread_odds,
)
from extract_pipelines.posts.floors.group_floors import Found, GroupFloors
from extract_pipelines.posts.floors.lists import is_list
from extract_pipelines.posts.floors.record_floors import read_comments, read_floors
from extract_pipelines.posts.floors.replies import ordered_floors
from extract_pipelines.posts.floors.slots import gather, of_new_places, with_page
from extract_pipelines.posts.nested.comment_model import CommentModel
from extract_pipelines.posts.nested.inside import without_comments
from extract_pipelines.posts.opening.opening_model import OpeningModel
from extract_pipelines.posts.records.analysis import Analysis, analyse, shows_one_date
from extract_pipelines.posts.records.dating import with_dates
from extract_pipelines.posts.records.groups import Group
from extract_pipelines.posts.records.records import Candidate, Record, Shape
from extract_pipelines.posts.records.runs import run_shape, with_lone_runs
from extract_pipelines.posts.scoring.page_votes import PageVotes
from extract_pipelines.posts.scoring.rejection import (
    ROWS,
    are_doubted,
    are_other_posts,
    are_rows,
    are_unsigned,
    tell_refused,
    without_form,
)
from extract_pipelines.posts.scoring.scoring import scored_groups
from extract_pipelines.posts.scoring.shape_odds import KnownShapes, ShapeOdds, show_usual
from extract_pipelines.posts.thread_features import are_called_comments
from extract_pipelines.posts.unboxed.unboxed import are_boxed, bare_shapes, read_unboxed
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.template.counts import Scores, keep
from extract_pipelines.template.state import (
    COUNT,
    NUMBER,
    TEXT,
    cells,
    fields,
    items,
    one_of,
    table,
)
from extract_pipelines.text import date_order
from extract_pipelines.text.date_order import KnownOrder, Votes

# Least score of records that are taken for floors; one record needs a kind that has several.
LEAST_SCORE: Final = 0.03
# Log odds from which on it is sure that nothing on the page is a post.
SURE: Final = 3.0
MOST_SHAPES: Final = 40


class FloorModel:
    """Shapes of records and the slots in them, learned from a stream of pages."""

    def __init__(self) -> None:
        self.shapes: Scores = Counter()
        self.odds = ShapeOdds()
        """How likely records of a shape are posts or comments, by the scorers."""
        self.orders: Votes = Counter()
        """What tells the order of day and month, and how often; see `order_votes`."""
        self.several: Counter[Shape] = Counter()
        """On how many pages a shape had the best records, and several of them."""
        self.statistics = SlotStatistics()
        self.votes = PageVotes()
        self.openings = OpeningModel()
        self.comments = CommentModel()
        """What is known of the comments that stand in the floors."""

    def learn(self, page: Page, known: KnownOrder | None = None) -> None:
        """Add a page.

        :param known: order of day and month on the site
        """
        analysis = analyse(page, known)
        looks_about = self.votes.looks_about
        groups = self._scored_groups(page, analysis, looks_about=looks_about)
        self.several.update(bare_shapes(page, analysis.dates.mentions))
        for candidate in analysis.candidates:
            self.shapes[candidate.shape] += candidate.score
        if len(self.shapes) > 4 * MOST_SHAPES:
            keep(self.shapes, MOST_SHAPES)
            kept = (one for one in self.several if one in self.shapes or not one.date)
            self.several = Counter({shape: self.several[shape] for shape in kept})
        best = self._best(page, analysis)
        likeliest = self._likeliest(groups, best)
        self.odds.add(groups)
        if likeliest.is_likely:
            best = with_dates(page, analysis, likeliest.candidate)
        if best is None or likeliest.odds < -SURE:  # nothing on the page tells of posts
            return
        if len(best.records) > 1:
            self.several.update(
                candidate.shape
                for candidate in analysis.candidates
                if candidate.records == best.records
            )
            if likeliest.is_likely and not likeliest.candidate.shape.date:
                self.several.update(likeliest.shapes)
            keep(self.several, 4 * MOST_SHAPES)
        self.orders.update(order_votes(page, [record.mention for record in best.records]))
        first = self.openings.learn(page, analysis, best)
        comments = self.comments.learn(page, analysis, best.records)
        records = without_comments(best.records, comments.records)
        views, authors = views_with_authors(page, records, analysis, self.statistics)
        if looks_about or of_new_places(views, self.statistics):
            self.statistics.add(gather(page, views, self.statistics, authors=authors))
        if len(best.records) > 1:
            best = best._replace(records=[view.record for view in views])
            places = self.statistics.author_places(views)[:1]
            is_rows = not likeliest.is_likely and is_list(page, views, places)
            thread = 0.0 if is_rows else thread_odds(page, best.records, first, likeliest.thread)
            self.votes.add("rows" if is_rows else "floors" if thread > 0 else "comments")

    def _scored_groups(
        self, page: Page, analysis: Analysis, *, looks_about: bool = False
    ) -> Sequence[Group]:
        best = {} if looks_about else self.several
        return scored_groups(page, analysis, KnownShapes(self.odds, self.shapes, best))

    def _likeliest(self, groups: Sequence[Group], best: Candidate | None) -> Group:
        is_usual = self._has_usual(best)
        return self.odds.likeliest(groups, best, taken=self.several, is_usual=is_usual)

    def read(
        self, page: Page, known: KnownOrder | None = None, template: Set[int] = frozenset()
    ) -> Found:
        """The page's floors, if it has any.

        :param known: order of day and month on the site
        :param template: indices of the page's leaves that are the site's template
        """
        analysis = analyse(page, known)
        dates = analysis.dates.mentions
        best = self._best(page, analysis)
        written = read_unboxed(page, dates, analysis.order, self.several)
        groups = self._scored_groups(page, analysis)
        likeliest = self._likeliest(groups, best)
        fewest = len(best.records) if best else 1
        is_usual = self._has_usual(likeliest.candidate)
        if len(written) >= fewest and not are_boxed(page, written, likeliest, is_usual=is_usual):
            return Found(written, 1.0, dates=dates)
        analysis = analysis._replace(template=template)
        likely = likeliest.candidate.records
        if likeliest.is_likely and (len(likely) == 1 or not show_usual(groups, self.several)):
            alone = self._opening_alone(page, analysis, likely)
            if alone:
                return Found(alone, likeliest.probability, dates=dates)
        outvoted = self.votes.are_rows() and page.page_type is None
        read = None
        if likeliest.is_decided or (likeliest.is_likely and not outvoted):
            read = self._read_likeliest(page, analysis, likeliest)
        if read is None or not (likeliest.is_decided and likeliest.candidate.shape.date):
            ruled = self._read_by_rules(page, analysis, best, likeliest)
            fewest = len(read.floors) if read and likeliest.is_decided else 1
            is_told = page.page_type == "thread" and likeliest.can_be_told
            if not (read or ruled.floors) and is_told:
                read = self._read_likeliest(page, analysis, likeliest)
            elif read is None or len(ruled.floors) >= fewest:
                return ruled
        return Found.of_group(read, likeliest.probability, dates)

    def _read_likeliest(self, page: Page, analysis: Analysis, group: Group) -> GroupFloors | None:
        below = page.page_type == "article" if page.page_type else None
        candidate = with_dates(page, analysis, group.candidate)
        if page.page_type is None and shows_one_date(page, candidate):
            return None
        read = self.read_group(
            page, analysis, candidate, is_sure=True, below=below, of_group=group.thread
        )
        if read and not group.candidate.shape.date:
            read = read._replace(floors=without_form(read.floors))
        if read is None or page.page_type or not are_other_posts(page, read):
            return read
        tell_refused(candidate, ROWS)
        return None

    def _read_by_rules(
        self, page: Page, analysis: Analysis, best: Candidate | None, likeliest: Group
    ) -> Found:
        """What the rules find where the scorers are not sure."""
        dates = analysis.dates.mentions
        is_usual = self._has_usual(best)
        read = None
        if best and (len(best.records) > 1 or is_usual):
            is_told = page.page_type == "article" or (page.page_type and likeliest.can_be_told)
            doubted = not is_told and are_doubted(best, likeliest)
            if not doubted and (best.score >= LEAST_SCORE or is_usual):
                read = self.read_group(
                    page, analysis, with_dates(page, analysis, best), is_usual=is_usual
                )
        if best is None or read is None:
            alone = self._opening_alone(page, analysis)
            return Found(alone, LEAST_SCORE * len(alone), dates=dates)
        return Found.of_group(read, min(1.0, best.score), dates)

    def read_group(
        self,
        page: Page,
        analysis: Analysis,
        best: Candidate,
        *,
        is_usual: bool = False,
        is_sure: bool = False,
        below: bool | None = None,
        of_group: float = 0.0,
    ) -> GroupFloors | None:
        """Records as floors, with the opening post and the comments in them; None if they are none.

        :param is_usual: whether other pages of the kind have several records of the shape
        :param is_sure: whether they are floors whatever the rules say
        :param below: whether they are comments below an article, if that is known
        :param of_group: `Group.thread` of the records
        """
        first = self.openings.find(page, analysis, best)
        outer = [first.record, *best.records] if first else best.records
        comments = self.comments.find(page, analysis, outer)
        outer = without_comments(outer, comments.records)
        views, authors = views_with_authors(page, outer[bool(first) :], analysis, self.statistics)
        best = best._replace(records=[view.record for view in views])
        outer = [*outer[: bool(first)], *best.records]
        statistics = with_page(self.statistics, page, views, authors)
        if not is_sure and are_rows(page, views, statistics, self.votes if is_usual else None):
            tell_refused(best, ROWS)
            return None
        if below is None:
            others = self.votes.above_comments()
            below = are_comments(page, best.records, first, of_group, others)
        floors = read_floors(page, views, best, statistics, analysis)
        if first:
            post = self.openings.read(page, outer[0], analysis, statistics)
            can_be = first.is_sure or is_by_member(page, post, floors)
            if can_be and not tells_first_post(post, floors):
                floors.insert(0, post)
            else:
                first, outer = None, outer[1:]
        if not is_sure and are_unsigned(floors):
            tell_refused(best, "hardly one has an author")
            return None
        article = None
        if below and first:
            article, outer, floors = floors[0], outer[1:], floors[1:]
        told = dict(zip(outer, floors, strict=True))
        told |= dict(zip(comments.records, read_comments(page, *comments, analysis), strict=True))
        alike = outer[len(outer) - len(best.records) :]
        kept = ordered_floors(page, analysis.labels, told, (alike, comments.records))
        tell(lambda: GroupTaken(best, kept))
        called = below and are_called_comments(page, best.records[0])
        spans = [(record.start, record.stop) for record in outer] if called else []
        return GroupFloors(kept, views, statistics, below, spans, article)

    def _opening_alone(
        self, page: Page, analysis: Analysis, likely: Sequence[Record] = ()
    ) -> list[Floor]:
        """The opening post of a thread without answers.

        :param likely: records of which it is or overlaps one, if that is known
        """
        if not self.votes.are_threads():
            return []
        alone = self.openings.read_alone(page, analysis, self.statistics, likely)
        return [alone] if alone else []

    def _has_usual(self, best: Candidate | None) -> bool:
        """Whether pages have several records of the shape, or runs with them as heads."""
        shapes = [best.shape, run_shape(best.shape)] if best else []
        return any(self.several[shape] > 0 for shape in shapes)

    def _best(self, page: Page, analysis: Analysis) -> Candidate | None:
        best, most = None, -inf
        for candidate in with_lone_runs(page, analysis.candidates, self.several):
            score = self.shapes.get(candidate.shape, 0.0) + candidate.score
            if score > most:
                best, most = candidate, score
        return best

    def merge(self, other: FloorModel) -> None:
        """Add what another worker learned of the same kind of pages.

        Counts are not added: of each, the larger is kept. So a merge that is done again changes
        nothing, and order does not matter.
        """
        self.shapes |= other.shapes
        self.orders |= other.orders
        self.odds.merge(other.odds)
        self.several |= other.several
        self.votes.merge(other.votes)
        self.openings.merge(other.openings)
        for counts in (self.shapes, self.several):
            keep(counts, 4 * MOST_SHAPES)
        self.statistics.merge(other.statistics)
        self.comments.merge(other.comments)

    STATE: ClassVar = fields(
        shapes=items(cells(TEXT, TEXT, NUMBER), 4 * MOST_SHAPES),
        odds=ShapeOdds.STATE,
        orders=table(COUNT, len(date_order.NAMES), one_of(*date_order.NAMES)),
        several=items(cells(TEXT, TEXT, COUNT), 4 * MOST_SHAPES),
        statistics=SlotStatistics.state(),
        votes=PageVotes.STATE,
        openings=OpeningModel.STATE,
        comments=CommentModel.STATE,
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
            "openings": self.openings.to_state(),
            "comments": self.comments.to_state(),
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
        model.openings = OpeningModel.from_state(state["openings"])
        model.comments = CommentModel.from_state(state["comments"])
        return model

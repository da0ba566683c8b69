"""One page read while its steps are traced: what came out, and what they told of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import exp
from typing import NamedTuple, TypeVar

from extract_pipelines.article.auto import BlocksScored
from extract_pipelines.explain.explanation import ExplainedSlot
from extract_pipelines.explain.words import clipped
from extract_pipelines.items import Article, Floor, ForumThread
from extract_pipelines.items.trace import FieldSought, FloorParts, listening
from extract_pipelines.page import Leaf, Page, text_of
from extract_pipelines.page.boosted_trees import contributions
from extract_pipelines.posts.bodies.record_lines import LinesScored
from extract_pipelines.posts.comments import ThreadTold
from extract_pipelines.posts.floors.fields import RecordRead
from extract_pipelines.posts.quotes.signatures import SharedEnding
from extract_pipelines.posts.records.analysis import Analysis, analyse
from extract_pipelines.posts.records.group_facts import GroupRefused, GroupScored, GroupTaken
from extract_pipelines.posts.records.groups import ranges_of
from extract_pipelines.posts.records.records import Candidate
from extract_pipelines.posts.scoring.outside import OUTSIDE_NAMES
from extract_pipelines.posts.scoring.page_odds import PAGE_NAMES, PageScored
from extract_pipelines.posts.scoring.page_votes import VERDICTS
from extract_pipelines.posts.scoring.scoring import INSIDE_NAMES, score_groups
from extract_pipelines.posts.thread_features import THREAD_NAMES
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.posts.views.views import RecordView
from extract_pipelines.published.body import Body
from extract_pipelines.site.extract import Site
from extract_pipelines.site.kind import Kind
from extract_pipelines.site.result import item_of
from extract_pipelines.site.titles.model import TitleScored

T = TypeVar("T")
# Groups of records that are told, beside those that were scored.
MOST_GROUPS = 12
# What places in records are read as; so many places are told, each with so many characters.
SLOTS = (("author",), ("date",), ("body",))
MOST_SLOTS = 40
LONGEST_EXAMPLE = 60
PASSED_OVER = "not looked at: by the page as a whole nothing on the page looks like posts"


class TracedGroup(NamedTuple):
    """Records that may be the page's posts."""

    candidate: Candidate
    scored: GroupScored | None
    """What the scorer said that has seen most of them."""
    verdict: str


class TracedReading:
    """A page that was read, and what was told of it.

    :ivar item: what came out
    :ivar floors: its floors, or the comments below an article
    """

    def __init__(self, page: Page, site: Site) -> None:
        self.page = page
        self.site = site
        with listening() as told:
            self.reading = site.read(page)
            self.item: ForumThread | Article = item_of(self.reading)
        self._told = told
        self.floors: Sequence[Floor] = (
            self.item.floors if isinstance(self.item, ForumThread) else self.item.comments
        )
        self._bodies: dict[str, Body] = {}
        self._numbers = {id(leaf): number for number, leaf in enumerate(page.leaves)}

    def facts(self, kind: type[T]) -> list[T]:
        """What was told of a kind, in order."""
        return [fact for fact in self._told if isinstance(fact, kind)]

    def number(self, leaf: Leaf | None) -> int | None:
        """The number of a leaf among the page's."""
        return None if leaf is None else self._numbers.get(id(leaf))

    def numbers(self, leaves: Sequence[Leaf]) -> Iterator[int]:
        """The numbers of leaves."""
        return (number for leaf in leaves if (number := self.number(leaf)) is not None)

    def body_by(self, name: str) -> Body:
        """The main text by a method for bodies."""
        if name not in self._bodies:
            self._bodies[name] = self.reading.body_by(name)
        return self._bodies[name]

    @cached_property
    def kind(self) -> Kind | None:
        """The kind of pages that the page is one of, if its site knows it."""
        return self.site.kind_of(self.page)

    @cached_property
    def analysis(self) -> Analysis:
        """The dates and records of the page."""
        alternating = self.kind.floor_model.rows.known() if self.kind else {}
        return analyse(self.page, self.site.order, alternating)

    @cached_property
    def parts(self) -> list[FloorParts | None]:
        """What each of the floors was read from."""
        known = {id(one.floor): one for one in self.facts(FloorParts)}
        return [known.get(id(floor)) for floor in self.floors]

    @cached_property
    def records(self) -> list[RecordRead | None]:
        """The record that each of the floors was read from, where it was from one."""
        known = {id(one.floor): one for one in self.facts(RecordRead)}
        return [known.get(id(floor)) for floor in self.floors]

    @cached_property
    def likely(self) -> dict[int, float]:
        """How likely leaves in the records of the floors are part of a body."""
        last = {id(one.view): one for one in self.facts(LinesScored)}
        known = (last.get(id(one.view)) for one in self.records if one)
        return {
            leaf: probability(odds)
            for scored in known
            for leaves, odds in (scored.lines if scored else ())
            for leaf in leaves
        }

    @property
    def endings(self) -> list[SharedEnding]:
        """The lines that were taken from the end of posts."""
        return self.facts(SharedEnding)

    @property
    def title(self) -> TitleScored | None:
        """The texts that may be the title."""
        return next(iter(self.facts(TitleScored)), None)

    def sought(self, field: str) -> FieldSought | None:
        """What was looked at for a field of an article."""
        return next((one for one in self.facts(FieldSought) if one.field == field), None)

    @property
    def blocks(self) -> BlocksScored | None:
        """How likely the page's blocks are content, if the learned scorer of blocks was asked."""
        return next(iter(self.facts(BlocksScored)), None)

    @cached_property
    def groups(self) -> list[TracedGroup]:
        """The candidates of records, those that were taken first, then the likeliest."""
        scored = self.facts(GroupScored)
        if not scored and self.site.options.floors in ("auto", "records"):
            with listening() as told:
                score_groups(self.page, self.analysis)
            scored = [fact for fact in told if isinstance(fact, GroupScored)]
        # The same records are scored with their dates and without: the likelier stand for both.
        scored.sort(key=lambda one: (one.scorer == "inside", one.odds))
        last = {ranges_of(one.candidate): one for one in scored}
        taken = [one.candidate for one in self.facts(GroupTaken) if one.floors is self._read_floors]
        refused = {ranges_of(one.candidate): one.why for one in self.facts(GroupRefused)}
        found = {key: one.candidate for key, one in last.items()}
        for candidate in self.analysis.candidates[:MOST_GROUPS]:
            found.setdefault(ranges_of(candidate), candidate)
        shapes = {candidate.shape for candidate in found.values()}
        found |= {ranges_of(one): one for one in taken if one.shape not in shapes}
        passed = PASSED_OVER if self.facts(PageScored) else "not taken"
        chosen = {one.shape for one in taken}, {ranges_of(one) for one in taken}
        groups = []
        for key, candidate in found.items():
            is_taken = candidate.shape in chosen[0] or key in chosen[1]
            verdict = "taken" if is_taken else refused.get(key, passed)
            groups.append(TracedGroup(candidate, last.get(key), verdict))
        return sorted(groups, key=_rank)

    @property
    def _read_floors(self) -> Sequence[Floor]:
        return self.reading.floors or self.reading.comments

    @cached_property
    def _views(self) -> tuple[SlotStatistics | None, list[RecordView]]:
        """What is known of the places in the records of the floors, and the records."""
        read = [one for one in self.records if one]
        if not read:
            return None, []
        common = max((one.statistics for one in read), key=lambda one: one.records)
        return common, [one.view for one in read if one.statistics is common]

    @cached_property
    def slots(self) -> list[ExplainedSlot]:
        """The places in the records, those that were taken for something first."""
        statistics, views = self._views
        if statistics is None:
            return []
        author = statistics.author_places(views)[:1]
        body = statistics.usual_body()
        dates = {view.places_above(view.record.mention.node)[0] for view in views}
        found = []
        shown = {
            place: leaves for view in reversed(views) for place, leaves in view.leaves_at.items()
        }
        for place, leaves in shown.items():
            roles = [
                role
                for role, holds in (
                    ("author", place in author),
                    ("date", place in dates),
                    ("body", place == body),
                    ("layout", statistics.is_constant(place)),
                    ("the author's own: a card or signature", statistics.is_chrome(place)),
                )
                if holds
            ][:1]
            slot = statistics.body(place)
            found.append(
                ExplainedSlot(
                    place,
                    tuple(roles),
                    statistics.counts.get(place, 0),
                    slot.fit,
                    slot.size,
                    _alike(statistics, place),
                    statistics.authors.get(place),
                    clipped(text_of(self.page.leaves[leaf] for leaf in leaves), LONGEST_EXAMPLE),
                    leaves[0],
                )
            )
        found.sort(key=lambda one: (one.roles[:1] not in SLOTS, not one.roles, -one.fit, one.place))
        return found[:MOST_SLOTS]

    def unread(self, record: RecordRead, leaf: int) -> tuple[bool, str]:
        """Why a leaf in a record is none of what was read of it.

        :return: whether it is the same in all posts of an author but not in others', and in words
        """
        place = record.view.places_above(self.page.leaves[leaf].node)[0]
        known = record.statistics
        if known.is_constant(place):
            return False, f"the same in most records, at {place}"
        if known.is_chrome(place):
            differs = 2 * known.alike.get(place, 0) < known.compared.get(place, 0)
            return differs, f"the same in all posts of an author, at {place}"
        return False, f"beside the slots that are read, at {place}"

    def author_missing(self, record: RecordRead) -> str:
        """Why a record has no author."""
        places = record.statistics.author_places([record.view])
        if places:
            return f"no name stands at {places[0]}, where the authors of the others are"
        best = max(
            ((record.statistics.authors.get(name, 0.0), name) for name in record.view.name_places),
            default=None,
        )
        if best is None:
            return "no text in the record can be a name"
        return f"the likeliest place, {best[1]}, has log odds of {best[0]:.1f} only"


def contributions_to(scored: GroupScored) -> dict[str, tuple[float, float]]:
    """For each feature of a group its value, and by how much it moved the log odds."""
    if scored.scorer != "inside":
        moved = contributions("posts", scored.scorer, scored.features)
        names: Sequence[str] = OUTSIDE_NAMES
    else:
        nothing, posts, comments = (
            contributions("posts", f"inside_{name}", scored.features)
            for name in ("nothing", "posts", "comments")
        )
        # Of posts and comments the likelier counts: it makes the most of their log odds.
        either = max(posts, comments, key=sum)
        moved = [pro - con for pro, con in zip(either, nothing, strict=True)]
        names = INSIDE_NAMES
    found = dict(zip(names, zip(scored.features, moved, strict=True), strict=True))
    added = {"chosen": scored.chosen, "stated": scored.stated}
    return {**found, **{name: (1.0, odds) for name, odds in added.items() if odds}}


def contributions_to_page(scored: PageScored) -> list[tuple[float, str, float]]:
    """For each feature of a page by how much it moved the log odds of posts, and its value."""
    moved = contributions("posts", "pages", scored.features)
    return list(zip(moved, PAGE_NAMES, scored.features, strict=True))


def contributions_to_thread(told: ThreadTold) -> list[tuple[float, str, float]]:
    """For each feature of a page by how much it moved the log odds of a thread, and its value."""
    moved = contributions("posts", "threads", told.features)
    return list(zip(moved, THREAD_NAMES, told.features, strict=True))


def records_like(kind: Kind) -> Iterator[tuple[str, int]]:
    """What the records of a kind's pages look like, and on how many of its pages."""
    return ((name, kind.floor_model.votes.counts[name]) for name in VERDICTS)


def probability(odds: float) -> float:
    """The probability of which these are the log odds."""
    return 1 / (1 + exp(-odds)) if odds > -700 else 0.0


def _rank(group: TracedGroup) -> tuple[bool, bool, float, float]:
    odds = group.scored.odds if group.scored else 0.0
    return group.verdict != "taken", group.scored is None, -odds, -group.candidate.score


def _alike(statistics: SlotStatistics, place: str) -> str:
    told = (
        ("as before", statistics.alike, statistics.compared),
        ("as the author's last", statistics.alike_by_author, statistics.compared_by_author),
    )
    return ", ".join(
        f"{alike.get(place, 0)} of {compared[place]} {name}"
        for name, alike, compared in told
        if place in compared
    )

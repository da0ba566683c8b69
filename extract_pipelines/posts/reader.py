"""How a page is read as a thread, by what its kind of pages has taught."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from typing import Final, NamedTuple

from extract_pipelines.items import Floor
from extract_pipelines.page import Page
from extract_pipelines.posts.floors.group_floors import GroupFloors, PageFloors
from extract_pipelines.posts.floors.lists import MANY
from extract_pipelines.posts.group_reader import GroupReader
from extract_pipelines.posts.model import FloorModel
from extract_pipelines.posts.records.analysis import (
    Analysis,
    analyse,
    ordered_dates,
    shows_one_date,
)
from extract_pipelines.posts.records.dating import with_dates
from extract_pipelines.posts.records.groups import Group
from extract_pipelines.posts.records.records import Candidate, Record
from extract_pipelines.posts.scoring.beside import NO_BOXES, SiteBoxes
from extract_pipelines.posts.scoring.rejection import (
    ROWS,
    are_doubted,
    are_other_posts,
    tell_refused,
    without_form,
)
from extract_pipelines.posts.scoring.shape_odds import show_usual
from extract_pipelines.posts.unboxed.unboxed import (
    are_boxed,
    fewest_written,
    read_unboxed,
    say_less,
    say_the_same,
    tell_more,
)
from extract_pipelines.text.date_order import KnownOrder

# Least score of records that the rules take for floors; one record needs a kind that has several.
LEAST_SCORE: Final = 0.03


class KnownSite(NamedTuple):
    """What is known of a site whose page is read, beside the records of the page's kind."""

    order: KnownOrder | None = None
    """Order of day and month."""
    template: Set[int] = frozenset()
    """Indices of the page's leaves that are the template's."""
    shared: Set[int] = frozenset()
    """The same, unless its pages are of one thread: nothing in these is a post's."""
    boxes: SiteBoxes = NO_BOXES
    """What stands beside posts."""


NOTHING_KNOWN: Final = KnownSite()


def read_thread(page: Page, model: FloorModel, site: KnownSite = NOTHING_KNOWN) -> PageFloors:
    """The page's floors, if it has any.

    A page that is said to be a thread, and shows none by what other pages tell, is read as it is.

    :param model: what was learned of pages of its kind
    """
    read = _read(page, model, site)
    if read.floors or page.page_type != "thread":
        return read
    return _read(page, FloorModel(), site._replace(boxes=NO_BOXES))


def _read(page: Page, model: FloorModel, site: KnownSite) -> PageFloors:
    """The page's floors, by what its kind has taught."""
    if model.shows_no_posts(page):
        dates, order = ordered_dates(page, site.order)
        way, messages = order and order.order, model.trees.places()
        if not read_unboxed(page, dates.mentions, way, model.several, messages):
            return PageFloors([], 0.0, dates.mentions)
    analysis = analyse(page, site.order, model.rows.known())
    analysis = analysis._replace(
        template=site.template,
        shared=site.shared,
        boilerplate=model.boilerplate.kinds(),
    )
    read = ThreadReader(page, model, analysis, site.boxes).read()
    for box in site.boxes.on_page(analysis.candidates):
        tell_refused(box, "they stand beside the posts of the site's threads")
    return read


class ThreadReader:
    """Reads one page: what it takes for floors, and what these say.

    What is written without elements around it comes first, then an opening post without answers,
    then what the scorers are sure of; rules find the rest.
    """

    def __init__(
        self, page: Page, model: FloorModel, analysis: Analysis, boxes: SiteBoxes = NO_BOXES
    ) -> None:
        self.page, self.model, self.analysis, self.boxes = page, model, analysis, boxes
        self.group_reader = GroupReader(page, model, analysis, boxes)
        self.messages = model.trees.places()
        """Where the heads of messages have their dates, if each page of the kind is one."""

    def read(self) -> PageFloors:
        """The page's floors; none, if it is no thread and has no comments."""
        page, model, analysis = self.page, self.model, self.analysis
        are_own = self.group_reader.own.are_own
        dated = analysis._replace(candidates=[*filter(are_own, analysis.candidates)])
        best = model.best_records(page, dated, self.boxes)
        groups = [one for one in model.scored_groups(page, analysis) if are_own(one.candidate)]
        likeliest = model.likeliest(page, analysis, groups, best, self.boxes)
        written = self._unboxed()
        rivals = best.records if best else ()
        mentions = analysis.dates.mentions
        fewest = 1
        if written and not self.messages:
            fewest = fewest_written(page, mentions, rivals, model.several)
        unboxed = PageFloors(written, 1.0, dates=mentions)
        is_written = len(written) >= fewest
        if is_written and not self._are_boxed(written, likeliest):
            return unboxed
        likely = likeliest.candidate.records
        if likeliest.is_likely and (len(likely) == 1 or not show_usual(groups, model.several)):
            answered = self._with_only_answer(likeliest)
            if answered:
                return answered
            alone = self._opening_alone(likely)
            if alone:
                return PageFloors(alone, likeliest.probability, dates=mentions)
        read = self._by_scorers_or_rules(best, likeliest, written)
        is_lost = not read.floors or say_less(self.page, read.floors, written)
        return unboxed if is_written and is_lost else read

    def _unboxed(self) -> list[Floor]:
        """Posts that stand in no element of their own."""
        mentions, several = self.analysis.dates.mentions, self.model.several
        read = read_unboxed(self.page, mentions, self.analysis.order, several, self.messages)
        return self.model.trees.without_endings(read) if self.messages else read

    def _are_boxed(self, written: Sequence[Floor], likeliest: Group) -> bool:
        """Whether the likeliest records, and comments within these, hold what was written so."""
        is_usual = self.model.has_usual(likeliest.candidate)
        if are_boxed(self.page, written, likeliest, is_usual=is_usual):
            return True
        if not likeliest.is_decided or len(likeliest.candidate.records) >= len(written):
            return False
        read = self._by_scorers(likeliest)
        return read is not None and (
            say_the_same(read.floors, written) or tell_more(read.floors, written)
        )

    def _by_scorers_or_rules(
        self, best: Candidate | None, likeliest: Group, written: Sequence[Floor]
    ) -> PageFloors:
        """What the scorers find; what the rules find, where the scorers are less sure.

        :param written: the posts that were found without elements of their own
        """
        page_type, is_decided = self.page.page_type, likeliest.is_decided
        outvoted = self.model.votes.are_rows() and page_type is None
        scored = None
        if is_decided or (likeliest.is_likely and not outvoted):
            scored = self._by_scorers(likeliest)
        if scored is None or not (is_decided and likeliest.candidate.shape.is_dated):
            ruled = self._by_rules(best, likeliest)
            is_declared = page_type == "thread" and likeliest.is_enough_if_declared
            if is_declared and not (scored or ruled.floors):
                scored = self._by_scorers(likeliest)
            elif scored is None or len(ruled.floors) >= (len(scored.floors) if is_decided else 1):
                return ruled
        if scored:
            scored = scored.with_signers(written)
        return PageFloors.of_group(scored, likeliest.probability, self.analysis.dates.mentions)

    def _by_scorers(self, group: Group) -> GroupFloors | None:
        """The likeliest group as floors; None if these are of no thread."""
        page, page_type = self.page, self.page.page_type
        records = with_dates(page, self.analysis, group.candidate)
        if page_type is None and shows_one_date(page, records):
            return None
        below = page_type == "article" if page_type else None
        read = self.group_reader.read(
            records, is_sure=True, below_article=below, thread=group.thread
        )
        if read and not _name_authors(read) and (run := self.model.with_siblings(page, group)):
            whole = self._by_scorers(run)
            if not read.floors or (whole and _name_authors(whole)):
                return whole
        if read and not group.candidate.shape.is_dated:
            read = read._replace(floors=without_form(read.floors))
        if read is None or page_type or not are_other_posts(page, read):
            return read
        tell_refused(records, ROWS)
        return None

    def _by_rules(self, best: Candidate | None, likeliest: Group) -> PageFloors:
        """What the rules take for floors; an opening post without answers, if that is nothing."""
        page, analysis = self.page, self.analysis
        dates = analysis.dates.mentions
        is_usual = self.model.has_usual(best)
        read = None
        if best and (len(best.records) > 1 or is_usual):
            enough = page.page_type == "article" or (
                page.page_type and likeliest.is_enough_if_declared
            )
            doubted = not enough and are_doubted(best, likeliest)
            if doubted and is_usual and len(best.records) >= MANY:
                doubted = not self._opening_alone()  # so many stand below no opening for nothing
            if not doubted and (best.score >= LEAST_SCORE or is_usual):
                read = self.group_reader.read(with_dates(page, analysis, best), is_usual=is_usual)
        if best is None or read is None:
            alone = self._opening_alone()
            return PageFloors(alone, LEAST_SCORE * len(alone), dates=dates)
        return PageFloors.of_group(read, min(1.0, best.score), dates)

    def _with_only_answer(self, likeliest: Group) -> PageFloors | None:
        """The opening post with the only answer, an element as those that other threads repeat."""
        if not self.model.votes.are_threads():
            return None
        several = self.model.several
        roots: Counter[str] = Counter()  # alone, an element may be named by another class of it
        for shape, pages in several.items():
            if shape.is_dated and not shape.is_of_depth:
                roots[shape.root] = max(pages, roots[shape.root])
        dated = (one for one in self.analysis.candidates if one.shape.is_dated)
        usual = [one for one in dated if len(one.records) == 1 and roots[one.shape.root] > 1]
        if not usual:
            return None
        answer = max(usual, key=lambda one: (several[one.shape], roots[one.shape.root]))
        below = self.page.page_type == "article"
        read = self.group_reader.read(
            answer, is_sure=True, below_article=below, thread=likeliest.thread
        )
        expected = 1 if below else 2  # an article is none of its comments
        if read is None or len(read.floors) != expected or not all(f.body for f in read.floors):
            return None
        return PageFloors.of_group(read, likeliest.probability, self.analysis.dates.mentions)

    def _opening_alone(self, likely: Sequence[Record] = ()) -> list[Floor]:
        """The opening post of a thread without answers.

        :param likely: records of which it is or overlaps one, if that is known
        """
        model = self.model
        if not model.votes.are_threads():
            return []
        alone = model.openings.read_alone(
            self.page, self.analysis, model.statistics, likely, self.boxes
        )
        return [alone] if alone else []


def _name_authors(read: GroupFloors) -> bool:
    return any(floor.author for floor in read.floors)

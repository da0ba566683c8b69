"""Bodies: which place in the records holds what was written, and which of its lines are part of it.

Both were learned on labelled forums. A place is scored over all records of a page, and over the
pages of a site; then each line of a record by itself: notes of edits, signatures, buttons and
headings stand in bodies, too, and a post's code or list may stand beside the place of the others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from math import exp
from typing import Final, final

from extract_pipelines.items.trace import BoilerplateFound, tell
from extract_pipelines.page import Page
from extract_pipelines.page.boosted_trees import load
from extract_pipelines.posts.authors.naming import BRACKETS_BEHIND, Naming, labelled_author
from extract_pipelines.posts.authors.record_authors import authors_of
from extract_pipelines.posts.bodies.anchor_marks import marks_before
from extract_pipelines.posts.bodies.between_posts import without_advertisements
from extract_pipelines.posts.bodies.body_elements import (
    around_images,
    mentions_beside,
    nodes_of,
    place_of,
    quotes_beside,
)
from extract_pipelines.posts.bodies.boilerplate import boilerplate_leaves
from extract_pipelines.posts.bodies.boxes_beside import boxes_beside, code_beside
from extract_pipelines.posts.bodies.broken_paragraphs import behind_paragraphs
from extract_pipelines.posts.bodies.candidate_lines import candidate_lines
from extract_pipelines.posts.bodies.chosen_lines import choose_lines
from extract_pipelines.posts.bodies.counted_buttons import without_counted_buttons
from extract_pipelines.posts.bodies.drawn_rules import (
    drawn_rules,
    shared_line_images,
    without_drawn_off,
)
from extract_pipelines.posts.bodies.line_features import (
    LINE_NAMES,
    Known,
    LineRows,
    Writer,
    line_features,
)
from extract_pipelines.posts.bodies.place_features import PLACE_NAMES, place_features
from extract_pipelines.posts.bodies.record_lines import LinesScored, RecordLine, cut_at
from extract_pipelines.posts.bodies.ruled_off import without_ruled_off
from extract_pipelines.posts.bodies.title_lines import made_subjects, without_subjects
from extract_pipelines.posts.quotes.edit_notes import is_bare_note, is_profile, mark_behind
from extract_pipelines.posts.views.repeated import repeated_leaves
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.posts.views.views import RecordView
from extract_pipelines.text.lexicon.patterns import LazyPattern
from extract_pipelines.text.names import COLONS
from extract_pipelines.text.sentences import is_sentence

# What stands before who wrote a post, and what may stand behind: his host, his rank.
_AROUND_AUTHOR: Final = LazyPattern(lambda: labelled_author() + BRACKETS_BEHIND, re.IGNORECASE)


@final
class BodyPlace:
    """How well a place fits as that of the bodies, 0 to 1, and how many characters stand there."""

    def __init__(self, fit: float, size: float) -> None:
        self.fit, self.size = fit, size


def body_places(
    page: Page, views: Sequence[RecordView], authors: Sequence[int], known: SlotStatistics
) -> dict[str, BodyPlace]:
    """The places of the records as those of the bodies.

    :param authors: the leaf of each record's author; -1 if it has none
    :param known: what is known of the places, this page included
    """
    score = load("posts", "places", PLACE_NAMES)
    return {
        place: BodyPlace(1 / (1 + exp(-score(*row.features))), row.size)
        for place, row in place_features(page, views, authors, known).items()
    }


@final
class Body:
    """The body of a record.

    :ivar leaves: indices of its leaves
    :ivar nodes: indices of the elements that hold it
    :ivar notes: indices of the leaves in them that are no part of it: notes of edits, buttons
    :ivar signature: indices of the leaves in them that all posts of the author have
    """

    def __init__(
        self,
        leaves: list[int],
        nodes: list[int],
        notes: Sequence[int] = (),
        signature: Sequence[int] = (),
    ) -> None:
        self.leaves, self.nodes, self.notes, self.signature = leaves, nodes, notes, signature


class Bodies:
    """Reads the authors and bodies of records of one page.

    :param statistics: what is known of the places in them, this page included
    :param template: indices of the page's leaves that are the site's template
    :param boilerplate: kinds of elements in bodies that say the same in all threads
    """

    def __init__(
        self,
        page: Page,
        views: Sequence[RecordView],
        statistics: SlotStatistics,
        template: Set[int] = frozenset(),
        boilerplate: Set[int] = frozenset(),
    ) -> None:
        self._page, self._statistics, self._template = page, statistics, template
        self._boilerplate = boilerplate_leaves(page, views, boilerplate, statistics.usual_body())
        if self._boilerplate:
            tell(lambda: BoilerplateFound(sorted(self._boilerplate)))
        self._known = Known(statistics, len(views), repeated_leaves(page, views))
        self._authors: dict[RecordView, Naming | None] = {}
        self._lines: dict[RecordView, list[RecordLine]] = {}
        self._said: dict[str, dict[str, int]] = {}
        self._posts: dict[str, int] = {}
        self._score = load("posts", "lines", LINE_NAMES)
        authors = authors_of(page, views, statistics, template)
        found = [
            candidate_lines(page, view, author.leaf if author else -1)
            for view, author in zip(views, authors, strict=True)
        ]
        place = statistics.usual_body() if statistics.records > 1 else None
        if place:
            found = [
                cut_at(page, view, lines, place) for view, lines in zip(views, found, strict=True)
            ]
        found = without_advertisements(page, views, found)
        if subjects := made_subjects(found):
            found = [without_subjects(lines, subjects) for lines in found]
        names = [author.name if author else "" for author in authors]
        drawn = drawn_rules(zip(names, found, strict=True))
        self._line_images = shared_line_images(page, len(views))
        for view, author, shown in zip(views, authors, found, strict=True):
            lines = without_drawn_off(shown, drawn) if drawn else shown
            self._authors[view], self._lines[view] = author, lines
            if author:
                self._posts[author.name] = self._posts.get(author.name, 0) + 1
                said = self._said.setdefault(author.name, {})
                for text in {line.text for line in lines}:
                    said[text] = said.get(text, 0) + 1

    def author_of(self, view: RecordView) -> Naming | None:
        """Who wrote a record."""
        return self._authors[view]

    @property
    def writers(self) -> Set[str]:
        """The names of those who wrote the records."""
        return self._posts.keys()

    def body_of(self, view: RecordView) -> Body:
        """A record's body: its lines that are likely to be part of one.

        Where the element that holds the other records' bodies is empty, so is this one's; but a
        paragraph ends where a box begins in it, as a quote may be, and its text stands behind it.
        """
        page, lines = self._page, self._lines[view]
        usual = self._statistics.usual_body()
        at_usual = set(view.leaves_at.get(usual or "", ()))
        is_missing = all(at_usual.isdisjoint(line.leaves) for line in lines)
        empty = view.node_at(usual) if usual and is_missing else None
        if empty is not None and page.tags[empty] != "p":
            return Body([], around_images(page, view, empty))
        found, score = self.features(view), self._score
        odds = {number: score(*row) for number, row in found.rows.items()}
        chosen = _not_copied(page, lines, choose_lines(found.rows, odds, found.sure))
        chosen |= quotes_beside(page, view, lines, chosen, self._known.fits)
        chosen |= behind_paragraphs(page, lines, chosen) | mentions_beside(page, lines, chosen)
        chosen |= boxes_beside(page, view, lines, chosen) | code_beside(page, view, lines, chosen)
        chosen = self._without_boilerplate(lines, self._without_template(lines, chosen))
        chosen = self._without_notes(lines, chosen)
        chosen = self._without_labels(view, lines, without_counted_buttons(page, lines, chosen))
        chosen = without_ruled_off(
            page, view, lines, chosen, self._statistics, line_images=self._line_images
        )
        tell(lambda: LinesScored(view, self._odds(view)))
        if not chosen:
            return Body([], [])
        place = place_of(page, view, lines, chosen)
        there = set(view.leaves_at[place])
        leaves = []
        for number in sorted(chosen):
            line = lines[number]
            inside = [leaf for leaf in line.leaves if leaf in there]
            leaves += inside if place in line.above else line.leaves
        notes, signature = self._left(view, place, chosen)
        marks = marks_before(page, leaves)
        end = len(leaves) - mark_behind(page, leaves)
        notes, leaves = leaves[:marks] + notes + leaves[end:], leaves[marks:end]
        return Body(leaves, nodes_of(page, view, leaves, place), notes, signature)

    def _without_template(self, lines: Sequence[RecordLine], chosen: Set[int]) -> Set[int]:
        """The chosen lines but those of the template; all, where nothing else would be left.

        Beside a quote its own short ones are left then: many say no more than thanks.
        """
        left = {number for number in chosen if not self._is_of_site(lines[number])}
        if left and len(left) < len(chosen):
            own = {number for number in chosen if lines[number].quote < 0}
            if left.isdisjoint(own):
                left |= {number for number in own if not is_sentence(lines[number].text)}
        return left or chosen

    def _is_of_site(self, line: RecordLine) -> bool:
        """Whether a line is of the template, or links behind a label of it: "Next: Some title"."""
        flat, template = self._page.flat, self._template
        own = [leaf for leaf in line.leaves if leaf not in template]
        told = [leaf for leaf in line.leaves if leaf in template]
        if not own or not told:
            return not own and bool(template)
        is_labelled = told[-1] < own[0] and flat.texts[told[-1]].endswith(COLONS)
        return is_labelled and all(flat.in_link[leaf] for leaf in own)

    def _without_boilerplate(self, lines: Sequence[RecordLine], chosen: Set[int]) -> Set[int]:
        """The chosen lines but those of boilerplate, whatever is left."""
        if not self._boilerplate:
            return chosen
        return {number for number in chosen if not self._is_boilerplate(lines[number])}

    def _is_boilerplate(self, line: RecordLine) -> bool:
        known, template = self._boilerplate, self._template
        is_any = not known.isdisjoint(line.leaves)
        return is_any and all(leaf in known or leaf in template for leaf in line.leaves)

    def _without_notes(self, lines: Sequence[RecordLine], chosen: Set[int]) -> Set[int]:
        """The chosen lines but the last ones, where these only tell when the text was edited.

        Beside the text, in no element of their own, they look as it does. And but the first one,
        where it tells that, or since when the author is a member.
        """
        left = sorted(chosen)
        if len(left) > 1 and is_profile(lines[left[0]].text, self._page):
            del left[0]
        if len(left) > 1 and self._is_note(lines[left[0]]):
            del left[0]
        while len(left) > 1 and self._is_note(lines[left[-1]]):
            left.pop()
        return set(left)

    def _is_note(self, line: RecordLine) -> bool:
        texts = self._page.flat.texts
        return is_bare_note(" ".join([texts[leaf] for leaf in line.leaves]), self._page)

    def _without_labels(
        self, view: RecordView, lines: Sequence[RecordLine], chosen: Set[int]
    ) -> Set[int]:
        """The chosen lines but what stands around the author's name: "Author: … (example.net)"."""
        line_of, author = self._page.flat.lines, self._writer(view).leaf
        if author < 0:
            return chosen
        return {
            number
            for number in chosen
            if line_of[lines[number].leaves[0]] != line_of[author]
            or _AROUND_AUTHOR.fullmatch(lines[number].text) is None
        }

    def _left(self, view: RecordView, place: str, chosen: Set[int]) -> tuple[list[int], list[int]]:
        """The leaves in a body's elements that are no part of it, and those of a signature."""
        writer = self._writer(view)
        has_several = writer.leaf >= 0 and writer.posts > 1
        notes: list[int] = []
        signature: list[int] = []
        for number, line in enumerate(self._lines[view]):
            if number not in chosen and place in line.above:
                ends_all = has_several and writer.said.get(line.text) == writer.posts
                (signature if ends_all else notes).extend(line.leaves)
        return notes, signature

    def _odds(self, view: RecordView) -> list[tuple[Sequence[int], float]]:
        """The leaves of each line that may be part of a body, and the log odds that it is."""
        rows, lines = self.features(view, every=True).rows, self._lines[view]
        return [(lines[number].leaves, self._score(*row)) for number, row in rows.items()]

    def lines_of(self, view: RecordView) -> Sequence[RecordLine]:
        """A record's lines, without the one of its date alone and without its author."""
        return self._lines[view]

    def features(self, view: RecordView, *, every: bool = False) -> LineRows:
        """What is known of a record's lines; see `line_features`."""
        lines, writer = self._lines[view], self._writer(view)
        return line_features(self._page, view, lines, self._known, writer, every=every)

    def _writer(self, view: RecordView) -> Writer:
        author = self._authors[view]
        name = author.name if author else ""
        leaf = author.leaf if author else -1
        return Writer(leaf, self._said.get(name, {}), self._posts.get(name, 0))


def _not_copied(page: Page, lines: Sequence[RecordLine], chosen: Set[int]) -> Set[int]:
    """The chosen lines; if all stand right in quotes, those beside these that say the same, if any.

    Software brings a copy of each post that is there to be quoted.
    """
    these = [lines[number] for number in chosen]
    for line in these:
        node = page.flat.nodes[line.leaves[0]]
        if line.quote not in (node, page.parents[node]):
            return chosen
    said = {line.text for line in these}
    own = {number for number, line in enumerate(lines) if line.quote < 0 and line.text in said}
    return own or chosen

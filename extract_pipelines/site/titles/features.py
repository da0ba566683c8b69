"""What a page alone tells of the texts that may be its title."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple
from urllib.parse import unquote

from extract_pipelines.page import Leaf, Page, link_of
from extract_pipelines.page.boosted_trees import load
from extract_pipelines.page.head import part_spans
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.site.titles.candidates import (
    FAR_FROM_DATE,
    NO_HEADING,
    SHARED,
    Finder,
    TitleCandidate,
    heading_level,
)

# Distances in visual lines are told up to this.
FARTHEST: Final = 40
_WORD: Final = re.compile(r"\w+")
_ADDRESS_WORD: Final = re.compile(r"[^\W\d_]+|\d+")

PAGE_FEATURES: Final = (
    *"share before after parts parts_before parts_behind title_parts words_in_title".split(),
    *"title_words_in_it linked_inside linked_around numbered heading headings".split(),
    *"heading_order shown ends links first_linked leads_here declared headline crumb".split(),
    *"site_name first_place lines_to_date lines_to_any_date grows length words digits".split(),
    *"ends_with_mark own_parts in_address address_in_it stripped within has_declared".split(),
    *"has_headline has_h1 cut kept ends_path".split(),
)


class Candidates(NamedTuple):
    """The candidates of a page."""

    found: list[TitleCandidate]
    odds: list[float]
    """The log odds of each, nothing of its site being known."""
    parts: list[str]
    """The parts of ``<title>``."""
    farther: list[str]
    """In lower case what stands farther above the first post's date, and is no link."""


@once_a_page
def find_candidates(page: Page) -> Candidates:
    """The texts of the page that may be its title, each with `PAGE_FEATURES`."""
    return _scored(Finder(page))


@once_a_page
def find_far_candidates(page: Page) -> Candidates:
    """The same, and texts that stand farther above the first date."""
    return _scored(Finder(page, FAR_FROM_DATE))


def _scored(finder: Finder) -> Candidates:
    score = load("site/titles", "page", PAGE_FEATURES)
    found = finder.find()
    known = _PageFeatures(finder, found)
    for candidate in found:
        candidate.features = known.of(candidate)
    odds = [score(*candidate.features) for candidate in found]
    parts = [finder.title[slice(*span)] for span in finder.spans]
    return Candidates(found, odds, parts, finder.texts_farther_above())


class _PageFeatures:
    """What a page tells of its candidates."""

    def __init__(self, finder: Finder, found: Sequence[TitleCandidate]) -> None:
        self.finder = finder
        declared = [text.lower() for name, text in finder.declared if name in SHARED]
        self.declared = declared[0] if declared else ""
        heads = [text.lower() for name, text in finder.declared if name == "headline"]
        self.headline = heads[0] if heads else ""
        self.crumb = finder.crumb.lower()
        self.site_name = finder.head.meta.get("og:site_name", "").lower()
        self.title_words = frozenset(_WORD.findall(finder.lower))
        address = unquote(finder.page.url.partition("//")[2].partition("/")[2]).lower()
        self.address_words = frozenset(_ADDRESS_WORD.findall(address))
        self.here = finder.page.url.partition("#")[0]
        self.shown_keys = [one.key for one in found if one.leaves]
        within = "\n".join(self.shown_keys)
        keys = [one.key for one in found if one.key in finder.lower]
        self.title_shown = [key for key in keys if key in within]
        """What the page shows of its ``<title>``."""
        self.linked_before = _linked_before(finder.lower, found)
        """How much of the title before each of its characters links say, and of all of it."""

    def of(self, candidate: TitleCandidate) -> tuple[float, ...]:
        finder, key, places = self.finder, candidate.key, candidate.leaves
        leaves, title = finder.leaves, finder.lower
        at = title.find(key)
        whole, length = max(1, len(title)), len(key)
        words = _WORD.findall(key)
        first, last = candidate.run or (-1, -1)
        level, order = self._heading(places)
        inside = around = -1.0
        if at >= 0:
            before = self.linked_before
            linked = before[at + length] - before[at]
            inside = linked / length
            around = (before[-1] - linked) / (whole - length) if whole > length else 1.0
        matched = len(self.address_words.intersection(words))
        of_title = len(self.title_words.intersection(words))
        return (
            length / whole if at >= 0 else 0.0,
            at / whole if at >= 0 else -1.0,
            (whole - at - length) / whole if at >= 0 else -1.0,
            last - first,
            first,
            len(finder.spans) - last if last >= 0 else -1,
            len(finder.spans),
            of_title / max(1, len(words)),
            of_title / max(1, len(self.title_words)),
            inside,
            around,
            float(finder.without_number(candidate.text) != ""),
            level,
            len(finder.headings.get(level, ())),
            order,
            candidate.shown,
            finder.ends[key] if finder.ends else 0,
            candidate.links,
            float(leaves[places[0]].in_link) if places else -1.0,
            self._leads_here([leaves[index] for index in places]) if candidate.links else -1.0,
            _relation(key, self.declared),
            _relation(key, self.headline),
            _relation(key, self.crumb),
            _relation(key, self.site_name),
            places[0] / len(leaves) if places else -1.0,
            self._lines_to(candidate, finder.date),
            self._lines_to(candidate, finder.any_date),
            max([len(other) for other in self.title_shown if key in other], default=0) / length,
            length,
            len(words),
            len([word for word in words if word.isdecimal()]),
            float(key[-1] in "?!。？！.…"),
            last - first if last >= 0 else len(part_spans(candidate.text)),
            matched / max(1, len(words)),
            matched / max(1, len(self.address_words)),
            float(candidate.stripped),
            sum([key in other for other in self.shown_keys]),
            float(self.declared != ""),
            float(self.headline != ""),
            len(finder.headings.get(1, ())),
            len(candidate.cuts),
            len(candidate.keeps),
            float(candidate.ends_path),
        )

    def _heading(self, places: Sequence[int]) -> tuple[int, int]:
        """The best heading that shows the text, and its number among those of its level."""
        levels = [heading_level(self.finder.leaves[index].path) for index in places]
        level = min(levels, default=NO_HEADING)
        if level == NO_HEADING:
            return level, -1
        return level, bisect_left(self.finder.headings[level], places[levels.index(level)])

    def _leads_here(self, shown: Sequence[Leaf]) -> float:
        """Whether a link with the text leads to the page itself; -1 if none is a link."""
        found = -1.0
        for leaf in shown:
            if leaf.in_link:
                address = link_of(leaf).partition("#")[0].lstrip("./")
                found = max(found, float(bool(address) and self.here.endswith(address)))
        return found

    def _lines_to(self, candidate: TitleCandidate, date: int) -> float:
        """Visual lines from the text to a date, of the places above it from the nearest."""
        if date < 0 or not candidate.leaves:
            return -FARTHEST - 1
        line_of = self.finder.page.flat.lines
        lines = [line_of[date] - line_of[index] for index in candidate.leaves]
        above = [distance for distance in lines if distance >= 0]
        return min(*above, FARTHEST) if above else max(*lines, -FARTHEST)


def _linked_before(title: str, found: Sequence[TitleCandidate]) -> list[int]:
    """Before each character of the title how many a link says that says not all; and of all."""
    linked = [False] * len(title)
    for candidate in found:
        at = title.find(candidate.key) if candidate.links else -1
        if at >= 0 and len(candidate.key) < len(title):
            linked[at : at + len(candidate.key)] = [True] * len(candidate.key)
    return list(accumulate(linked, initial=0))


def _relation(key: str, other: str) -> float:
    """-1 if there is no other text, 1 if it is the same, between if one stands in the other."""
    if not other:
        return -1.0
    if key == other:
        return 1.0
    if key in other:
        return 0.6
    return 0.4 if other in key else 0.0

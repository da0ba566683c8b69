"""What tells the lines of a record's body from those around, in and below it.

Numbers without units, for each visual line; no word of a class, an id or an address is read, but
those that mark a quote.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from math import log2
from string import ascii_letters
from typing import Final, final

from extract_pipelines.page import Page
from extract_pipelines.page.markup.quote_marks import quote_nodes
from extract_pipelines.page.tag_paths import INLINE
from extract_pipelines.posts.bodies.place_features import MOST_COMPARED, MOST_RECORDS
from extract_pipelines.posts.bodies.place_measures import LEAST_PROSE
from extract_pipelines.posts.bodies.record_lines import RecordLine
from extract_pipelines.posts.quotes.edit_notes import is_edit_note
from extract_pipelines.posts.views.slot_statistics import PlaceFits, SlotStatistics
from extract_pipelines.posts.views.views import RecordView
from extract_pipelines.text.names import is_name

LINE_NAMES: Final[tuple[str, ...]] = (
    *("fit", "own_fit", "best_fit", "in_best", "named", "deep", "main", "main_named"),
    *("alike", "compared", "alike_author", "present", "repeated", "ends_others", "others"),
    *("size", "prose", "links", "leaves", "name", "colon", "stop", "letters", "words"),
    *("is_rule", "in_title", "dated", "edited", "signed", "behind_date", "far"),
    *("quote", "code", "heading", "item", "cell", "inline"),
    *("first", "last", "lines", "share", "before", "behind", "ruled"),
    *("rule_length", "behind_prose"),
    *("before_prose", "size_before", "size_next", "links_before", "links_next"),
    *("best_before", "best_next", "records"),
)
# A line at a place that fits less than this, outside the best one, is not looked at.
LEAST_FIT: Final = 0.03
# Lines, levels and words beyond so many are alike.
MOST: Final = 12
_LETTERS: Final = ascii_letters.encode()
_ASCII: Final = re.compile(r"[\x00-\x7f]+")
_HEADINGS: Final[tuple[str, ...]] = ("/h1", "/h2", "/h3", "/h4")


@final
class LineRows:
    """What is known of the lines of a record, by their numbers.

    :ivar rows: the features of those that may be in its body, as `LINE_NAMES` tells
    :ivar sure: those that are: prose of its own where most of the text stands, without dates and
        links
    """

    def __init__(self, rows: dict[int, tuple[float, ...]], sure: Set[int]) -> None:
        self.rows, self.sure = rows, sure


@final
class Known:
    """What a page and others of its kind tell of the lines of its records.

    :ivar statistics: what is known of the places, this page included
    :ivar fits: how well they fit as those of the bodies
    :ivar records: how many the page has
    :ivar repeated: leaves that stand in several of them
    """

    def __init__(self, statistics: SlotStatistics, records: int, repeated: frozenset[int]) -> None:
        self.statistics, self.fits = statistics, PlaceFits(statistics)
        self.records, self.repeated = records, repeated


@final
class Writer:
    """Who wrote a record, or that nobody is known to have.

    :ivar leaf: that of the name; -1 if there is none
    :ivar said: how many of the page's posts of the same author say each line
    :ivar posts: how many these are
    """

    def __init__(self, leaf: int, said: Mapping[str, int], posts: int) -> None:
        self.leaf, self.said, self.posts = leaf, said, posts


@final
class _Around:
    """The record's best place for a body, and how its lines lie in it."""

    def __init__(
        self, lines: Sequence[RecordLine], able: Sequence[tuple[str, ...]], fits: PlaceFits
    ) -> None:
        """Look for them.

        :param able: for each line the places around it that may be the best
        """
        place = fits.best(able[0])
        most = fits.of(place)
        for above in able:
            other = fits.best(above)
            fit = fits.of(other)
            if fit > most:
                place, most = other, fit
        self.place, self.fit = place, most
        self.inside = [place in line.above for line in lines]
        self.size = 0
        """Bytes in it."""
        self.prose: list[int] = []
        """Its lines of prose."""
        mains: dict[str, int] = {}
        numbers = [number for number, inside in enumerate(self.inside) if inside]
        for number in numbers:
            line = lines[number]
            mains[line.above[0]] = mains.get(line.above[0], 0) + line.size
            if line.size - line.links >= LEAST_PROSE:
                self.prose.append(number)
            self.size += line.size
        self.main = max(mains, key=mains.__getitem__)
        """Where in it most of the text stands."""
        self.first, self.last = numbers[0], numbers[-1]


@final
class _Before:
    """Running sums over the lines before the current one, from the first in the best place on."""

    def __init__(self) -> None:
        self.size = 0
        """Bytes of those in the best place."""
        self.rules = 0
        """How many have two signs or more, and no letter or digit."""
        self.length = 0
        """Length of the last that repeats one sign, the current line included; 0 without one."""


def line_features(
    page: Page,
    view: RecordView,
    lines: Sequence[RecordLine],
    known: Known,
    writer: Writer,
    *,
    every: bool = False,
) -> LineRows:
    """The features of the lines of a record that may be in its body.

    :param every: whether to give those of lines that are sure to be in it, too
    """
    if not lines:
        return LineRows({}, set())
    able = [_outside_quotes(page, view, line, known) for line in lines]
    around = _Around(lines, able, known.fits)
    sure = {n for n, line in enumerate(lines) if _is_sure(view, line, around, known, writer)}
    rows: dict[int, tuple[float, ...]] = {}
    of_places: dict[tuple[str, ...], tuple[float, ...]] = {}
    quotes = quote_nodes(page)
    records = min(MOST_RECORDS, known.records)
    before = _Before()
    for number, line in enumerate(lines):
        if number == around.first:
            before = _Before()
        text, above = line.text, line.above
        is_rule = _is_rule(text)
        if is_rule and len(text) > 1 and len(set(text)) == 1:
            before.length = len(text)
        likely = around.inside[number] or known.fits.of(above[0]) >= LEAST_FIT
        if likely and (every or number not in sure):
            of_place = of_places.get(above)
            if of_place is None:
                of_place = of_places[above] = _of_place(line, around, known)
            if line.told is None:  # read as one of a sample, then as one of all
                line.told = _of_text(page, view, line, writer.leaf, is_rule=is_rule)
            rows[number] = (
                *of_place,
                *_of_others(line, known, writer),
                *line.told,
                *_of_markup(page, view, line, around.place, quotes),
                *_of_order(lines, number, around, before),
                records,
            )
        if around.inside[number]:
            before.size += line.size
        before.rules += is_rule and len(text) > 1
    return LineRows(rows, sure)


def _outside_quotes(
    page: Page, view: RecordView, line: RecordLine, known: Known
) -> tuple[str, ...]:
    """The places around a line, without those in a quote that few of the records have.

    What a single post quotes may fit as well as what the posts say themselves.
    """
    if line.quote < 0:
        return line.above
    count = known.statistics.counts.get(view.place(line.quote), 0)
    place = view.place(page.parents[line.quote])
    is_usual = 2 * count >= known.records or place not in line.above
    return line.above if is_usual else line.above[line.above.index(place) :]


def _is_rule(text: str) -> bool:
    """Whether a text has neither letters nor digits."""
    return not any(sign.isalnum() for sign in text)


def _is_sure(
    view: RecordView, line: RecordLine, around: _Around, known: Known, writer: Writer
) -> bool:
    return (
        line.above[0] == around.main
        and line.size >= LEAST_PROSE
        and not line.links
        and writer.said.get(line.text, 0) <= 1
        and known.repeated.isdisjoint(line.leaves)
        and view.dated_leaves.isdisjoint(line.leaves)
    )


def _of_place(line: RecordLine, around: _Around, known: Known) -> tuple[float, ...]:
    above, best = line.above, around.place
    place, statistics, fits = above[0], known.statistics, known.fits
    is_inside = best in above
    inner = above[: above.index(best)] if is_inside else above
    compared = statistics.compared.get(place, 0)
    by_author = statistics.compared_by_author.get(place, 0)
    return (
        fits.of(fits.best(above)),
        fits.of(place),
        around.fit,
        is_inside,
        sum(["/" not in one for one in inner]),
        min(MOST, len(inner)),
        place == around.main,
        "/" not in around.main,
        statistics.alike.get(place, 0) / (compared or 1),
        min(MOST_COMPARED, compared),
        statistics.alike_by_author.get(place, 0) / (by_author or 1),
        statistics.counts.get(place, 0) / max(1, statistics.records),
    )


def _of_others(line: RecordLine, known: Known, writer: Writer) -> tuple[float, ...]:
    return (
        sum([leaf in known.repeated for leaf in line.leaves]) / len(line.leaves),
        writer.said.get(line.text, 0) / max(1, writer.posts),
        min(4, writer.posts),
    )


def _of_text(
    page: Page, view: RecordView, line: RecordLine, author: int, *, is_rule: bool
) -> tuple[float, ...]:
    text, tree = line.text, page.flat
    number = tree.lines[line.leaves[0]]
    dated = not view.dated_leaves.isdisjoint(line.leaves)
    edited = dated and is_edit_note(" ".join([tree.texts[leaf] for leaf in line.leaves]), page)
    return (
        log2(line.size),
        line.size - line.links >= LEAST_PROSE,
        line.links / line.size,
        min(MOST, len(line.leaves)),
        is_name(text),
        text.endswith((":", "：")),
        text.endswith((".", "。", "!", "?", "！", "？", "…")),
        _letters_in(text) / len(text),
        min(MOST, text.count(" ")),
        is_rule,
        text in page.title,
        dated,
        edited,
        author >= 0 and tree.lines[author] == number,
        line.rank >= view.date_index,
        max(-MOST, min(MOST, number - view.date_line)),
    )


def _letters_in(text: str) -> int:
    """How many letters a text has: of bytes Python drops those of a set in one go."""
    written = text.encode("ascii", "ignore")
    letters = len(written) - len(written.translate(None, _LETTERS))
    if len(written) < len(text):
        letters += sum([sign.isalpha() for sign in _ASCII.sub("", text)])
    return letters


def _of_markup(
    page: Page, view: RecordView, line: RecordLine, best: str, quotes: Set[int]
) -> tuple[float, ...]:
    tree, first = page.flat, line.leaves[0]
    tag = line.above[0].rpartition("/")[2].partition(".")[0].rstrip("0123456789")
    return (
        bool(quotes)
        and best in line.above
        and _is_quoted(page, view, tree.nodes[first], best, quotes),
        *_of_path(tree.paths[first]),
        tag in INLINE,
    )


@lru_cache(maxsize=4096)
def _of_path(path: str) -> tuple[bool, bool, bool, bool]:
    """Whether what stands on a tag path is code, a heading, an item of a list, or in a cell."""
    return (
        "/pre" in path or "/code" in path,
        any(heading in path for heading in _HEADINGS),
        "/li" in path.rpartition("/div")[2],
        "/td" in path,
    )


def _is_quoted(page: Page, view: RecordView, node: int, best: str, quotes: Set[int]) -> bool:
    """Whether an element stands in a quote within the best place."""
    while node > view.record.start and view.place(node) != best:
        if node in quotes:
            return True
        node = page.parents[node]
    return False


def _of_order(
    lines: Sequence[RecordLine], number: int, around: _Around, before: _Before
) -> tuple[float, ...]:
    """How a line lies among the others."""
    prose, held = around.prose, around.inside[number]
    last = lines[number - 1] if number else None
    following = lines[number + 1] if number + 1 < len(lines) else None
    return (
        min(MOST, number - around.first) if number >= around.first else -1,
        min(MOST, around.last - number) if number <= around.last else -1,
        min(MOST, around.last - around.first),
        lines[number].size / around.size,
        before.size / around.size if held else -1,
        (around.size - before.size) / around.size if held else 0,
        min(MOST, before.rules),
        min(MOST, before.length),
        min(MOST, number - prose[-1]) if prose and number > prose[-1] else 0,
        min(MOST, prose[0] - number) if prose and number < prose[0] else 0,
        log2(1 + last.size) if last else -1,
        log2(1 + following.size) if following else -1,
        last.links / last.size if last else -1,
        following.links / following.size if following else -1,
        around.inside[number - 1] if last else -1,
        around.inside[number + 1] if following else -1,
    )

"""What tells the lines of a record's body from those around, in and below it.

Numbers without units, for each visual line; no word of a class, an id or an address is read, but
those that mark a quote.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain
from math import log2
from string import ascii_letters
from typing import NamedTuple, final

from extract_pipelines.page import Page
from extract_pipelines.page.markup.quote_marks import quote_nodes
from extract_pipelines.page.tag_paths import INLINE
from extract_pipelines.posts.place_features import MOST_COMPARED, MOST_RECORDS, size_of
from extract_pipelines.posts.place_measures import LEAST_PROSE
from extract_pipelines.posts.slot_statistics import SlotStatistics
from extract_pipelines.posts.views import RecordView
from extract_pipelines.text.dates import OTHER_DATES, find_date
from extract_pipelines.text.names import is_name

LINE_NAMES = (
    *("fit", "own_fit", "best_fit", "in_best", "named", "deep", "main", "main_named"),
    *("alike", "compared", "alike_author", "present", "repeated", "ends_others", "others"),
    *("size", "prose", "links", "leaves", "name", "colon", "stop", "letters", "words"),
    *("is_rule", "in_title", "dated", "edited", "signed", "behind_date", "far"),
    *("quote", "code", "heading", "item", "cell", "inline"),
    *(
        "first",
        "last",
        "lines",
        "share",
        "before",
        "behind",
        "ruled",
        "rule_length",
        "behind_prose",
    ),
    *("before_prose", "size_before", "size_next", "links_before", "links_next"),
    *("best_before", "best_next", "records"),
)
# A line at a place that fits less than this, outside the best one, is not looked at.
LEAST_FIT = 0.03
# Lines, levels and words beyond so many are alike.
MOST = 12
# A line with the date of an edit is no longer than this.
LONGEST_NOTE = 200
_LETTERS = ascii_letters.encode()
_HEADINGS = ("/h1", "/h2", "/h3", "/h4")


@final
@dataclass(slots=True, eq=False)
class Line:
    """What a record has on one visual line."""

    leaves: list[int]
    rank: int
    """Number of its first leaf in the record."""
    size: int
    """Bytes of its text."""
    links: int
    """Bytes of it that stand in links."""
    text: str
    above: tuple[str, ...]
    """The places of its longest leaf, from the inside."""


class LineRows(NamedTuple):
    """What is known of the lines of a record, by their numbers."""

    rows: dict[int, tuple[float, ...]]
    """The features of those that may be in its body, as `LINE_NAMES` tells."""
    sure: Set[int]
    """Those that are: prose of its own where most of the text stands, without dates and links."""


class Known(NamedTuple):
    """What other records tell of the lines of one."""

    statistics: SlotStatistics
    """What is known of the places, this page included."""
    records: int
    """How many the page has."""
    repeated: frozenset[int]
    """Leaves that stand in others as well."""
    author: int
    """The leaf of the record's author; -1 if it has none."""
    said: Mapping[str, int]
    """How many posts of the author say each line."""
    posts: int
    """How many of the page's are his."""


class _Around(NamedTuple):
    """The record's best place for a body, and how its lines lie in it."""

    place: str
    fit: float
    inside: list[bool]
    main: str
    """Where in it most of the text stands."""
    size: int
    """Bytes in it."""
    prose: list[int]
    """Its lines of prose."""
    first: int
    last: int


class _Before(NamedTuple):
    """What stands in the best place before a line."""

    size: int
    """Bytes."""
    rules: int
    """Lines without letters."""
    length: int
    """Signs of the last line of one sign alone, be it this one; 0 if there is none."""


def lines_of_record(page: Page, view: RecordView, skipped: set[int]) -> list[Line]:
    """The record's visual lines, without the leaves that are skipped."""
    found: dict[int, list[int]] = {}
    for rank, index in enumerate(view.leaves):
        if index not in skipped:
            found.setdefault(page.leaves[index].line, []).append(rank)
    return [_line(page, view, ranks) for ranks in found.values()]


def _line(page: Page, view: RecordView, ranks: Sequence[int]) -> Line:
    if len(ranks) == 1:
        rank = ranks[0]
        index = view.leaves[rank]
        leaf = page.leaves[index]
        size = size_of(leaf.text)
        return Line([index], rank, size, size if leaf.in_link else 0, leaf.text, view.above[rank])
    leaves = [page.leaves[view.leaves[rank]] for rank in ranks]
    sizes = [size_of(leaf.text) for leaf in leaves]
    longest = ranks[sizes.index(max(sizes))]
    return Line(
        [view.leaves[rank] for rank in ranks],
        ranks[0],
        sum(sizes),
        sum(size for size, leaf in zip(sizes, leaves, strict=True) if leaf.in_link),
        "".join([leaf.text for leaf in leaves]),
        view.above[longest],
    )


def line_features(
    page: Page, view: RecordView, lines: Sequence[Line], known: Known, *, every: bool = False
) -> LineRows:
    """The features of the lines of a record that may be in its body.

    :param every: whether to give those of lines that are sure to be in it, too
    """
    if not lines:
        return LineRows({}, set())
    paths = dict.fromkeys([line.above for line in lines])
    places = dict.fromkeys(chain.from_iterable(paths))
    fits = {place: known.statistics.fit(place) for place in places}
    around = _around(lines, fits)
    sure = {n for n, line in enumerate(lines) if _is_sure(view, line, around, known)}
    rows = {}
    of_places: dict[tuple[str, ...], tuple[float, ...]] = {}
    quotes = quote_nodes(page)
    size = rules = length = 0
    for number, line in enumerate(lines):
        if number == around.first:
            size = rules = length = 0
        text = line.text
        is_rule = not (text[0].isalnum() or any(map(str.isalnum, text)))
        if is_rule and len(text) > 1 and len(set(text)) == 1:
            length = len(text)
        likely = around.inside[number] or fits[line.above[0]] >= LEAST_FIT
        if likely and (every or number not in sure):
            if line.above not in of_places:
                of_places[line.above] = _of_place(line, around, fits, known)
            rows[number] = (
                *of_places[line.above],
                *_of_others(line, known),
                *_of_text(page, view, line, known.author, is_rule=is_rule),
                *_of_markup(page, view, line, around.place, quotes),
                *_of_order(lines, number, around, _Before(size, rules, length)),
                min(MOST_RECORDS, known.records),
            )
        size += line.size if around.inside[number] else 0
        rules += is_rule and len(text) > 1
    return LineRows(rows, sure)


def _is_sure(view: RecordView, line: Line, around: _Around, known: Known) -> bool:
    return (
        line.above[0] == around.main
        and line.size >= LEAST_PROSE
        and not line.links
        and known.said.get(line.text, 0) <= 1
        and known.repeated.isdisjoint(line.leaves)
        and view.dated.isdisjoint(line.leaves)
    )


def _around(lines: Sequence[Line], fits: Mapping[str, float]) -> _Around:
    place = max(fits, key=fits.__getitem__)
    inside = [place in line.above for line in lines]
    mains: dict[str, int] = {}
    for line, held in zip(lines, inside, strict=True):
        if held:
            mains[line.above[0]] = mains.get(line.above[0], 0) + line.size
    numbers = [number for number, held in enumerate(inside) if held]
    prose = [i for i in numbers if lines[i].size - lines[i].links >= LEAST_PROSE]
    main = max(mains, key=mains.__getitem__)
    size = sum(mains.values())
    return _Around(place, fits[place], inside, main, size, prose, numbers[0], numbers[-1])


def _of_place(
    line: Line, around: _Around, fits: Mapping[str, float], known: Known
) -> tuple[float, ...]:
    place, statistics = line.above[0], known.statistics
    above, best = line.above, around.place
    inner = above[: above.index(best)] if best in above else above
    compared = statistics.compared.get(place, 0)
    by_author = statistics.compared_by_author.get(place, 0)
    return (
        max([fits[one] for one in line.above]),
        fits[place],
        around.fit,
        best in above,
        sum(["/" not in one for one in inner]),
        min(MOST, len(inner)),
        place == around.main,
        "/" not in around.main,
        statistics.alike.get(place, 0) / (compared or 1),
        min(MOST_COMPARED, compared),
        statistics.alike_by_author.get(place, 0) / (by_author or 1),
        statistics.counts.get(place, 0) / max(1, statistics.records),
    )


def _of_others(line: Line, known: Known) -> tuple[float, ...]:
    return (
        len(known.repeated.intersection(line.leaves)) / len(line.leaves),
        known.said.get(line.text, 0) / max(1, known.posts),
        min(4, known.posts),
    )


def _of_text(
    page: Page, view: RecordView, line: Line, author: int, *, is_rule: bool
) -> tuple[float, ...]:
    text = line.text
    number = page.leaves[line.leaves[0]].line
    dated = not view.dated.isdisjoint(line.leaves)
    edited = False
    if dated and len(text) <= LONGEST_NOTE:
        date = find_date(" ".join(page.leaves[leaf].text for leaf in line.leaves))
        edited = date is not None and date.label in OTHER_DATES
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
        author >= 0 and page.leaves[author].line == number,
        line.rank >= view.date_index,
        max(-MOST, min(MOST, number - view.date_line)),
    )


def _letters_in(text: str) -> int:
    """How many letters a text has: of bytes Python drops those of a set in one go."""
    if text.isascii():
        return len(text) - len(text.encode().translate(None, _LETTERS))
    return sum(map(str.isalpha, text))


def _of_markup(
    page: Page, view: RecordView, line: Line, best: str, quotes: Set[int]
) -> tuple[float, ...]:
    leaf = page.leaves[line.leaves[0]]
    path = leaf.path
    tag = line.above[0].rpartition("/")[2].partition(".")[0].rstrip("0123456789")
    return (
        bool(quotes) and best in line.above and _is_quoted(page, view, leaf.node, best, quotes),
        "/pre" in path or "/code" in path,
        any(heading in path for heading in _HEADINGS),
        "/li" in path.rpartition("/div")[2],
        "/td" in path,
        tag in INLINE,
    )


def _is_quoted(page: Page, view: RecordView, node: int, best: str, quotes: Set[int]) -> bool:
    """Whether an element stands in a quote within the best place."""
    while node > view.record.start and view.place(node) != best:
        if node in quotes:
            return True
        node = page.parents[node]
    return False


def _of_order(
    lines: Sequence[Line], number: int, around: _Around, before: _Before
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

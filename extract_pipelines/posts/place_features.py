"""What tells the place of the bodies from others: numbers without units, for each place.

Nothing here knows a software or a site, and no word of a class or an id is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from math import fsum, log2, sqrt
from operator import sub
from typing import NamedTuple

from extract_pipelines.page import Page
from extract_pipelines.page.tag_paths import INLINE
from extract_pipelines.posts.slot_statistics import SlotStatistics
from extract_pipelines.posts.views import RecordView, repeated_leaves
from extract_pipelines.text.names import is_name

# Records of a page that are measured: more say the same again.
MOST_RECORDS = 12
# A line of so many bytes is prose and no label or name (a Chinese character has three).
LEAST_PROSE = 40
# A text that begins and ends with so many bytes as others did says them again.
LEAST_COPIED = 20
# A link says less about what is content than text that is none, and so does what may be a name.
LINK_WEIGHT = 0.5
NAME_WEIGHT = 0.25
MOST_COMPARED = 8
# Values of `itemprop` that say that an element holds what was written.
_DECLARED = frozenset(("text", "articleBody", "commentText", "reviewBody", "description"))

# What is measured in each record and added up, in this order.
_OF_LEAVES = (
    *("text", "content", "prose", "pure", "pure_prose", "links", "repeats", "labels", "fit"),
    *("fit_prose", "dated", "signed", "behind_date", "begins", "ends", "lines", "leaves"),
    *("cut", "inner", "longest"),
)
_OF_PLACE = (*_OF_LEAVES, "of_outer", "outer_prose", "declared")
_PLACE_NAMES = (
    *_OF_PLACE,
    *("records", "present", "varied_length", "alike", "compared", "alike_author", "named"),
    *("levels", "inline", "quote", "outer_fit", "variety"),
)
# The same for the page's best place, less the own: how much another one holds that this does not.
_COMPARED = ("content", "prose", "fit", "fit_prose", "pure", "inner", "lines", "variety")
PLACE_NAMES = (*_PLACE_NAMES, *(f"lacks_{name}" for name in _COMPARED))
_FIT, _OUTER_FIT = _PLACE_NAMES.index("fit"), _PLACE_NAMES.index("outer_fit")
_OF_COMPARED = [_PLACE_NAMES.index(name) for name in _COMPARED]

Row = tuple[float, ...]
_NOTHING: Row = (0,) * 8


class Measured(NamedTuple):
    """The leaves of one record, measured."""

    sums: Sequence[Row]
    """For each number of leaves, what the first so many have of each of `_measures`."""
    ranks: Mapping[int, int]
    """For each leaf its number in the record."""
    lines: Sequence[int]
    """The visual line of each leaf."""
    declared: frozenset[str]
    """Places that say to hold what was written."""


class PlaceInRecord(NamedTuple):
    """What is measured at one place of one record."""

    row: Row
    """As `_OF_PLACE` names it."""
    size: float
    """How many characters stand there."""
    inner: frozenset[str]
    """The innermost places of its leaves."""


class PlaceRow(NamedTuple):
    """What is measured at one place."""

    features: Row
    """As `PLACE_NAMES` tells."""
    size: float
    """How many characters stand there, on average."""


def place_features(
    page: Page, views: Sequence[RecordView], authors: Sequence[int], known: SlotStatistics
) -> dict[str, PlaceRow]:
    """What is measured at each place of the records.

    :param authors: the leaf of each record's author; -1 if it has none
    :param known: what is known of the places, this page included
    """
    step = max(1, -(-len(views) // MOST_RECORDS))
    properties = page.values("itemprop").items()
    declared = [node for node, name in properties if name in _DECLARED]
    repeated = repeated_leaves(page, views)
    measured: dict[str, list[PlaceInRecord]] = {}
    chosen = range(0, len(views), step)
    for number in chosen:
        found = _measured_places(page, views[number], authors[number], repeated, declared)
        for place, one in found.items():
            measured.setdefault(place, []).append(one)
    sizes = {
        place: fsum([one.size for one in several]) / len(several)
        for place, several in measured.items()
    }
    rows = {
        place: _row(place, several, sizes[place], len(chosen), known)
        for place, several in measured.items()
    }
    for place, row in rows.items():
        outer = rows.get(place.rpartition("/")[0])
        row[_OUTER_FIT] = outer[_FIT] if outer else -1.0
    best = [max([row[index] for row in rows.values()], default=0.0) for index in _OF_COMPARED]
    return {
        place: PlaceRow(
            (*row, *[most - row[i] for most, i in zip(best, _OF_COMPARED, strict=True)]),
            sizes[place],
        )
        for place, row in rows.items()
    }


def size_of(text: str) -> int:
    """How many bytes a text has."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))


def _copies(page: Page, view: RecordView) -> set[int]:
    """The record's leaves that say once more, as it was written, what others show."""
    beginnings: set[str | bytes] = set()
    endings: set[str | bytes] = set()
    found = set()
    for index in view.leaves:
        leaf = page.leaves[index]
        text = leaf.text if leaf.text.isascii() else leaf.text.encode("utf-8", "replace")
        if len(text) >= LEAST_COPIED and not leaf.in_link:
            beginning, ending = text[:LEAST_COPIED], text[-LEAST_COPIED:]
            if beginning in beginnings and ending in endings:
                found.add(index)
            beginnings.add(beginning)
            endings.add(ending)
    return found


def _measured(
    page: Page,
    view: RecordView,
    author: int,
    repeated: frozenset[int],
    declared: Sequence[int],
) -> Measured:
    leaves = page.leaves
    prose: dict[int, int] = {}
    for index in view.leaves:
        leaf = leaves[index]
        if not leaf.in_link and index not in view.dated:
            size = len(leaf.text) * (1 if leaf.text.isascii() else 3)
            prose[leaf.line] = prose.get(leaf.line, 0) + size
    copies = _copies(page, view)
    rows = []
    for index in view.leaves:
        leaf = leaves[index]
        said = index in view.dated or index == author
        again = index in repeated
        rows.append(
            _measures(
                leaf.text,
                linked=leaf.in_link,
                prose=prose.get(leaf.line, 0) >= LEAST_PROSE and not leaf.in_link,
                content=not (said or again or index in copies),
                repeated=again,
                dated=index in view.dated,
                signed=index == author,
            )
        )
    holds = view.record.holds
    columns = [accumulate(column, initial=0) for column in zip(*rows, strict=True)]
    return Measured(
        list(zip(*columns, strict=True)) or [_NOTHING],
        {index: rank for rank, index in enumerate(view.leaves)},
        [leaves[index].line for index in view.leaves],
        frozenset(view.place(node) for node in declared if holds(node)),
    )


def _measures(
    text: str,
    *,
    linked: bool,
    prose: bool,
    content: bool,
    repeated: bool,
    dated: bool,
    signed: bool,
) -> Row:
    """Of one leaf: characters, content, prose, in links, repeated; labels, dates, names."""
    size = len(text)
    label = not (dated or signed) and (text.isdigit() or is_name(text))
    weight = 0.0
    if content and not text.isdigit():
        weight = size * (LINK_WEIGHT if linked else 1.0)
        weight *= NAME_WEIGHT if label and not text.endswith(".") else 1.0
    return (
        size,
        weight,
        size if prose and not (dated or repeated) else 0,
        size if linked else 0,
        size if repeated else 0,
        label,
        dated,
        signed,
    )


def _measured_places(
    page: Page, view: RecordView, author: int, repeated: frozenset[int], declared: Sequence[int]
) -> dict[str, PlaceInRecord]:
    """What each place of a record tells, the ones with most leaves first; kept with its view.

    :param author: the leaf of its author; -1 if it has none
    :param repeated: leaves that stand in other records, too
    :param declared: elements that say to hold what was written
    """
    known = author, repeated.intersection(view.leaves)
    found = view.measured_places.get(known)
    if found is None:
        measured = _measured(page, view, *known, declared)
        found = view.measured_places[known] = _measure_places(view, measured)
    return found


def _measure_places(view: RecordView, measured: Measured) -> dict[str, PlaceInRecord]:
    known: dict[tuple[int, int, int], tuple[Row, Row, frozenset[str]]] = {}
    whole = measured.sums[-1]
    totals: dict[str, Row] = {}
    outer_of: dict[str, str] = {}
    for above in view.above:
        for place, around in pairwise(above):
            outer_of.setdefault(place, around)
    found: dict[str, PlaceInRecord] = {}
    for place, indices in sorted(view.leaves_at.items(), key=lambda one: -len(one[1])):
        first, end = measured.ranks[indices[0]], measured.ranks[indices[-1]] + 1
        key = first, end, len(indices)
        if key not in known:
            total = _total(measured, indices, first, end)
            inner = frozenset([view.above[measured.ranks[index]][0] for index in indices])
            known[key] = total, _place_measures(measured, view, indices, total, inner), inner
        total, measures, inner = known[key]
        totals[place] = total
        outer = totals.get(outer_of.get(place, ""), whole)
        row = (
            *measures,
            total[0] / outer[0] if outer[0] else 1.0,
            (outer[2] - total[2]) / outer[2] if outer[2] else 0.0,
            place in measured.declared,
        )
        found[place] = PlaceInRecord(row, total[0], inner)
    return found


def _total(measured: Measured, indices: Sequence[int], first: int, end: int) -> Row:
    """What these leaves are together."""
    sums = measured.sums
    if end - first == len(sums) - 1 == len(indices):
        return sums[end]
    if end - first == len(indices):
        return tuple(map(sub, sums[end], sums[first]))
    ranks = [measured.ranks[index] for index in indices]
    own = [tuple(map(sub, sums[rank + 1], sums[rank])) for rank in ranks]
    return tuple(map(sum, zip(*own, strict=True)))


def _place_measures(
    measured: Measured, view: RecordView, indices: Sequence[int], total: Row, inner: frozenset[str]
) -> Row:
    """What leaves of one place tell, as `_OF_LEAVES` names it."""
    size, content, prose, links, repeats, labels, dated, signed = total
    whole = measured.sums[-1]
    lines, ranks = measured.lines, measured.ranks
    first, end, every = ranks[indices[0]], ranks[indices[-1]] + 1, len(lines)
    count, used = len(indices), len({lines[ranks[index]] for index in indices})
    cut = first > 0 and lines[first - 1] == lines[first]
    return (
        size / whole[0],
        content / whole[1] if whole[1] else 0.0,
        prose / whole[2] if whole[2] else 0.0,
        content / size,
        prose / size,
        links / size,
        repeats / size,
        labels / count,
        2 * content / (whole[1] + size),
        2 * prose / (whole[2] + size),
        dated > 0,
        signed > 0,
        first >= view.date_index,
        first / every,
        end / every,
        log2(used),
        count / used,
        cut + (end < every and lines[end - 1] == lines[end]),
        len(inner) / count,
        log2(size),
    )


def _row(
    place: str, places: Sequence[PlaceInRecord], mean: float, records: int, known: SlotStatistics
) -> list[float]:
    """The features of one place, as `_PLACE_NAMES` tells, but those that compare it with others."""
    count = len(places)
    spread = sqrt(max(0.0, sum([one.size * one.size for one in places]) / count - mean * mean))
    tag = place.rpartition("/")[2].partition(".")[0].rstrip("0123456789")
    compared = known.compared.get(place, 0)
    by_author = known.compared_by_author.get(place, 0)
    return [
        *[sum(column) / count for column in zip(*[one.row for one in places], strict=True)],
        records,
        count / records,
        spread / mean if count > 1 else -1.0,
        known.alike.get(place, 0) / (compared or 1),
        min(MOST_COMPARED, compared),
        known.alike_by_author.get(place, 0) / (by_author or 1),
        "/" not in place and place != ".",
        place.count("/"),
        tag in INLINE,
        "blockquote" in place,
        -1.0,
        log2(1 + len(frozenset().union(*[one.inner for one in places]))),
    ]

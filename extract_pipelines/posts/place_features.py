"""What tells the place of the bodies from others: numbers without units, for each place.

Nothing here knows a software or a site, and no word of a class or an id is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
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
    """For each number of leaves what the first so many have: characters, of these content, prose,
    in links and repeated; how many are labels, dates and names of authors."""
    ranks: Mapping[int, int]
    """For each leaf its number in the record."""
    lines: Sequence[int]
    """The visual line of each leaf."""
    declared: frozenset[str]
    """Places that say to hold what was written."""


PlaceInRecord = tuple[Row, float, frozenset[str]]
"""What is measured at one place of one record, as `_OF_PLACE` names it; how many characters stand
there; and the innermost places of its leaves."""


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
        place: fsum([size for _, size, _ in several]) / len(several)
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
        if leaf.in_link:
            continue
        text = leaf.text if leaf.text.isascii() else leaf.text.encode("utf-8", "replace")
        if len(text) >= LEAST_COPIED:
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
    sums = [_NOTHING]
    text_sum = prose_sum = linked_sum = repeated_sum = labels = dates = signs = 0
    content_sum = 0.0
    for index in view.leaves:
        leaf = leaves[index]
        text, linked = leaf.text, leaf.in_link
        size, dated, signed = len(text), index in view.dated, index == author
        again, is_number = index in repeated, text.isdigit()
        label = not (dated or signed) and (is_number or is_name(text))
        if not (dated or signed or again or is_number or index in copies):
            weight = size * (LINK_WEIGHT if linked else 1.0)
            content_sum += weight * (NAME_WEIGHT if label and not text.endswith(".") else 1.0)
        if not (linked or dated or again) and prose.get(leaf.line, 0) >= LEAST_PROSE:
            prose_sum += size
        text_sum += size
        linked_sum += size if linked else 0
        repeated_sum += size if again else 0
        labels += label
        dates += dated
        signs += signed
        told = text_sum, content_sum, prose_sum, linked_sum, repeated_sum, labels, dates, signs
        sums.append(told)
    holds = view.record.holds
    return Measured(
        sums,
        {index: rank for rank, index in enumerate(view.leaves)},
        [leaves[index].line for index in view.leaves],
        frozenset([view.place(node) for node in declared if holds(node)]),
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
    whole, ranks, declared = measured.sums[-1], measured.ranks, measured.declared
    totals: dict[str, Row] = {}
    outer_of: dict[str, str] = {}
    for above in view.above:
        for place, around in pairwise(above):
            outer_of.setdefault(place, around)
    found: dict[str, PlaceInRecord] = {}
    for place, indices in sorted(view.leaves_at.items(), key=lambda one: -len(one[1])):
        first, end = ranks[indices[0]], ranks[indices[-1]] + 1
        key = first, end, len(indices)
        if key in known:
            total, measures, inner = known[key]
        else:
            is_run = end - first == len(indices)
            held = range(first, end) if is_run else [ranks[index] for index in indices]
            total = _total(measured, held, is_run=is_run)
            inner = frozenset([view.above[rank][0] for rank in held])
            measures = _place_measures(measured, view, held, total, inner)
            known[key] = total, measures, inner
        totals[place] = total
        outer = totals.get(outer_of.get(place, ""), whole)
        size, prose = outer[0], outer[2]
        row = (
            *measures,
            total[0] / size if size else 1.0,
            (prose - total[2]) / prose if prose else 0.0,
            place in declared,
        )
        found[place] = row, total[0], inner
    return found


def _total(measured: Measured, ranks: Sequence[int], *, is_run: bool) -> Row:
    """What these leaves are together."""
    sums = measured.sums
    if is_run and ranks[0] == 0:
        return sums[len(ranks)]
    if is_run:
        return tuple(map(sub, sums[ranks[-1] + 1], sums[ranks[0]]))
    own = [tuple(map(sub, sums[rank + 1], sums[rank])) for rank in ranks]
    return tuple(map(sum, zip(*own, strict=True)))


def _place_measures(
    measured: Measured, view: RecordView, ranks: Sequence[int], total: Row, inner: frozenset[str]
) -> Row:
    """What leaves of one place tell, as `_OF_LEAVES` names it."""
    size, content, prose, links, repeats, labels, dated, signed = total
    whole = measured.sums[-1]
    all_content, all_prose = whole[1], whole[2]
    lines = measured.lines
    first, end, every = ranks[0], ranks[-1] + 1, len(lines)
    count, used = len(ranks), len({lines[rank] for rank in ranks})
    cut = first > 0 and lines[first - 1] == lines[first]
    return (
        size / whole[0],
        content / all_content if all_content else 0.0,
        prose / all_prose if all_prose else 0.0,
        content / size,
        prose / size,
        links / size,
        repeats / size,
        labels / count,
        2 * content / (all_content + size),
        2 * prose / (all_prose + size),
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
    spread = sqrt(max(0.0, sum([size * size for _, size, _ in places]) / count - mean * mean))
    tag = place.rpartition("/")[2].partition(".")[0].rstrip("0123456789")
    totals: Iterable[float] = map(sum, zip(*[row for row, _, _ in places], strict=True))
    compared = known.compared.get(place, 0)
    by_author = known.compared_by_author.get(place, 0)
    return [
        *[total / count for total in totals],
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
        log2(1 + len(frozenset().union(*[inner for _, _, inner in places]))),
    ]

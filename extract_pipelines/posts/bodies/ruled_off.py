"""What a horizontal rule parts from the text of a post, in a box of its own or behind it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence, Set
from itertools import accumulate
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.posts.bodies.record_lines import RecordLine
from extract_pipelines.posts.quotes.signatures import LONGEST_SIGNATURE
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.posts.views.views import RecordView

# How well the usual place of bodies fits at least, 0 to 1.
LEAST_USUAL: Final = 0.5


def without_ruled_off(
    page: Page,
    view: RecordView,
    lines: Sequence[RecordLine],
    chosen: Set[int],
    statistics: SlotStatistics,
    *,
    line_images: Set[int] = frozenset(),
) -> Set[int]:
    """The chosen lines but the last ones, where a rule begins the element that they stand in.

    Or where it follows the element that holds all others, and texts of the posts as a rule. One of
    the author's own parts the texts of one element, but for images that several posts show.

    :param statistics: what is known of the places in records
    :param line_images: images of a line that several records show, and not all
    """
    rules = page.flat.rules
    rules = rules[bisect_left(rules, view.record.start) : bisect_left(rules, view.record.stop)]
    if not (rules and chosen):
        return chosen
    order = sorted(chosen)
    firsts = [lines[number].leaves[0] for number in order]
    before = [0, *accumulate(lines[number].size for number in order)]
    for rule in rules:
        box = page.parents[rule]
        behind = page.flat.leaf_range(rule)[0]
        start, stop = page.flat.leaf_range(box)
        kept = bisect_left(firsts, behind)
        ends = 0 < kept < len(order)
        if rule in line_images and ends and before[-1] - before[kept] <= LONGEST_SIGNATURE:
            return set(order[:kept])
        if box <= view.record.start or not ends or firsts[-1] >= stop:
            continue
        is_apart = start == behind or (
            not _is_between_parts(page, view, firsts[kept - 1 : kept + 1], rule)
            and _holds_all(page, view, range(firsts[0], firsts[kept - 1]), rule, statistics)
        )
        if is_apart and before[-1] - before[kept] <= LONGEST_SIGNATURE:
            return set(order[:kept])
    return chosen


def _holds_all(
    page: Page, view: RecordView, leaves: range, rule: int, statistics: SlotStatistics
) -> bool:
    """Whether an element at a place of bodies that a rule follows holds all lines before it.

    Most records have one there.

    :param leaves: from the first leaf of the first of these to that of the last
    """
    node = _beside(page, page.flat.nodes[leaves.start], rule)
    is_box = page.parents[node] == page.parents[rule] and page.tags[node] != "p"
    if not is_box or leaves.stop >= page.flat.leaf_range(node)[1]:
        return False
    place = view.place(node)
    is_usual = 2 * statistics.counts.get(place, 0) > statistics.records
    return is_usual and statistics.fit(place) >= LEAST_USUAL


def _is_between_parts(page: Page, view: RecordView, leaves: Sequence[int], rule: int) -> bool:
    """Whether what stands before a rule and what stands behind it have the same name.

    Then it parts what the author sent one by one, and no signature.

    :param leaves: the first of the last line before it, and the first behind it
    """
    before, behind = (view.place(_beside(page, page.flat.nodes[leaf], rule)) for leaf in leaves)
    return before == behind and "/" not in before


def _beside(page: Page, node: int, rule: int) -> int:
    """The element around another that stands beside a rule; that itself, where none does."""
    while page.parents[node] > page.parents[rule]:
        node = page.parents[node]
    return node

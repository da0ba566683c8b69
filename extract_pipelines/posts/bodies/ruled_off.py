"""What a horizontal rule parts from the text of a post in a box of its own: a signature."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence, Set
from itertools import accumulate

from extract_pipelines.page import Page
from extract_pipelines.posts.bodies.record_lines import RecordLine
from extract_pipelines.posts.quotes.signatures import LONGEST_SIGNATURE
from extract_pipelines.posts.views.views import RecordView


def without_ruled_off(
    page: Page, view: RecordView, lines: Sequence[RecordLine], chosen: Set[int]
) -> Set[int]:
    """The chosen lines but the last ones, where a rule begins the element that they stand in.

    A rule of the author's own parts the texts of one element.
    """
    rules = page.flat.tagged("hr")
    rules = rules[bisect_left(rules, view.record.start) : bisect_left(rules, view.record.stop)]
    if not (rules and chosen):
        return chosen
    order = sorted(chosen)
    firsts = [lines[number].leaves[0] for number in order]
    before = [0, *accumulate(lines[number].size for number in order)]
    for rule in rules:
        box = page.parents[rule]
        start, stop = page.leaf_range(box)
        if box <= view.record.start or page.leaf_range(rule)[0] != start:
            continue
        kept = bisect_left(firsts, start)
        ends = 0 < kept < len(order) and firsts[-1] < stop
        if ends and before[-1] - before[kept] <= LONGEST_SIGNATURE:
            return set(order[:kept])
    return chosen

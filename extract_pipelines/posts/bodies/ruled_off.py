"""What a horizontal rule parts from the text of a post in a box of its own: a signature."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence, Set

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
    first = bisect_left(rules, view.record.start)
    for rule in rules[first : bisect_left(rules, view.record.stop)]:
        box = page.parents[rule]
        start, stop = page.leaf_range(box)
        if box <= view.record.start or start == stop or page.leaf_range(rule)[0] != start:
            continue
        behind = {n for n in chosen if start <= lines[n].leaves[0] < stop}
        size = sum(lines[number].size for number in behind)
        ends = behind != chosen and min(behind, default=0) > max(chosen - behind)
        if behind and ends and size <= LONGEST_SIGNATURE:
            return chosen - behind
    return chosen

"""Lists and code beside a body's own text: `<p>Try this:</p><pre>…</pre>`.

Where bodies are paragraphs, what few of the posts hold besides stands at no place of bodies; and
short points of a list look like labels. So it is with code in a table that stands between texts.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence, Set
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.posts.bodies.broken_paragraphs import MOST_LINKED, is_plain_box
from extract_pipelines.posts.bodies.code_captions import code_boxes
from extract_pipelines.posts.bodies.record_lines import RecordLine, block_of
from extract_pipelines.posts.views.views import RecordView

_BOXES: Final = frozenset(("ul", "ol", "dl", "pre"))
_POINTS: Final = frozenset(("li", "dt", "dd"))


def boxes_beside(
    page: Page, view: RecordView, lines: Sequence[RecordLine], chosen: Set[int]
) -> set[int]:
    """The numbers of the lines in lists and code without a name that belong to a body.

    They stand right beside one of its paragraphs, or between its lines; or some of their lines are
    its own, too, and others stand beside. Mostly links are a row of buttons.

    :param chosen: the numbers of the body's lines
    """
    found: set[int] = set()
    boxes, record = _plain_boxes(page), view.record
    if bisect_left(boxes, record.start) == bisect_left(boxes, record.stop):
        return found
    for parent, run in _runs(page, record.start, lines):
        beside = [
            page.tags[block]
            for number in (run.start - 1, run.stop)
            if number in chosen
            and parent in (block := block_of(page, lines[number]), page.parents[block])
        ]
        if "p" in beside or len(beside) > 1 or (beside and not chosen.isdisjoint(run)):
            own = [lines[number] for number in run]
            if sum(line.links for line in own) < MOST_LINKED * sum(line.size for line in own):
                found.update(run)
    return found


def code_beside(
    page: Page, view: RecordView, lines: Sequence[RecordLine], chosen: Set[int]
) -> set[int]:
    """The numbers of the lines in boxes that tag or class call ones of code, and that are a body's.

    They stand in the block that holds one of its lines right beside, or between two of its lines.

    :param chosen: the numbers of the body's lines
    """
    found: set[int] = set()
    of_page, record = code_boxes(page), view.record
    if not of_page:
        return found
    first, last = bisect_right(of_page, record.start), bisect_left(of_page, record.stop)
    boxes = frozenset(of_page[first:last])
    start = 0 if boxes else len(lines)
    while start < len(lines):
        box = _around(page, record.start, block_of(page, lines[start]), boxes)
        stop = start + 1
        while box >= 0 and stop < len(lines) and _holds(page, box, lines[stop]):
            stop += 1
        if box >= 0:
            beside = [number for number in (start - 1, stop) if number in chosen]
            around = [block_of(page, lines[number]) for number in beside]
            is_within = any(one < box < page.subtree_end[one] for one in around)
            if is_within or len(beside) > 1:
                found.update(range(start, stop))
        start = stop
    return found


def _around(page: Page, first: int, node: int, boxes: Set[int]) -> int:
    """The nearest of some boxes around an element, within a record; -1 if there is none."""
    while node > first:
        if node in boxes:
            return node
        node = page.parents[node]
    return -1


def _holds(page: Page, box: int, line: RecordLine) -> bool:
    return box <= page.flat.nodes[line.leaves[0]] < page.subtree_end[box]


@once_a_page
def _plain_boxes(page: Page) -> Sequence[int]:
    """The lists and code of a page that have no name, in document order."""
    return [node for node in page.flat.tagged(*sorted(_BOXES)) if is_plain_box(page, node)]


def _runs(page: Page, first: int, lines: Sequence[RecordLine]) -> Iterator[tuple[int, range]]:
    """The lines in boxes without others between, and the element that these boxes stand in.

    :param first: the record's first element, which is none of them
    """
    start, around = 0, -1
    for number, line in enumerate(lines):
        box = _outermost_box(page, first, block_of(page, line))
        parent = page.parents[box] if box >= 0 else -1
        if parent != around:
            if around >= 0:
                yield around, range(start, number)
            start, around = number, parent
    if around >= 0:
        yield around, range(start, len(lines))


def _outermost_box(page: Page, first: int, node: int) -> int:
    """The outermost of the lists and code without a name around a block; -1 if there are none."""
    found = -1
    while node > first and (page.tags[node] in _POINTS or page.tags[node] in _BOXES):
        if page.tags[node] in _BOXES:
            if not is_plain_box(page, node):
                return found
            found = node
        node = page.parents[node]
    return found

"""What follows a paragraph that a box ended: `<p>A text <ul>…</ul> and more</p>`.

No paragraph holds a list, a quote or code: a parser ends it there, and what stands behind the box
is in no element of its own.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

from extract_pipelines.page import Page, block_around
from extract_pipelines.posts.bodies.record_lines import RecordLine, block_of

_BOXES: Final = frozenset(("ul", "ol", "dl", "pre", "blockquote", "table"))
# Share of a line in links from which on it is a row of them, as to answer.
MOST_LINKED: Final = 0.5


def behind_paragraphs(page: Page, lines: Sequence[RecordLine], chosen: Set[int]) -> Set[int]:
    """The numbers of the lines behind a body's last paragraph that belong to it, if a box ended it.

    :param chosen: the numbers of the body's lines
    """
    last, paragraph = _last_paragraph(page, lines, chosen)
    if last < 0:
        return set()
    around, beside = page.parents[paragraph], page.subtree_end[paragraph]
    is_box = is_plain_box(page, beside) and page.parents[beside] == around
    if not is_box:
        return set()
    found: set[int] = set()
    for number in range(last + 1, len(lines)):
        line = lines[number]
        node = page.flat.nodes[line.leaves[0]]
        if line.links >= MOST_LINKED * line.size or node >= page.subtree_end[around]:
            break
        while beside <= node:
            is_box = is_plain_box(page, beside)
            if not (is_box or _is_within_line(page, beside)):
                return found
            beside = page.subtree_end[beside]
        if not (is_box or block_around(page, node) == around):
            break
        found.add(number)
    return found


def _last_paragraph(page: Page, lines: Sequence[RecordLine], chosen: Set[int]) -> tuple[int, int]:
    """The number of the last line that stands in a paragraph, and that; -1 for both if none."""
    for number in sorted(chosen, reverse=True):
        block = block_of(page, lines[number])
        if page.tags[block] == "p":
            return number, block
    return -1, -1


def _is_within_line(page: Page, node: int) -> bool:
    return block_around(page, node) != node or page.tags[node] == "br"


def is_plain_box(page: Page, node: int) -> bool:
    """Whether an element without a name is a box that no paragraph holds."""
    if not 0 <= node < len(page.tags) or page.tags[node] not in _BOXES:
        return False
    return node not in page.flat.values("class") and node not in page.flat.values("id")

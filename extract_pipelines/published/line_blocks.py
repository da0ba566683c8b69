"""Body by the distribution of line blocks (Chen Xin 2009): where the text surges and drops.

As in version 1.0 of the published Java code, with two differences: a text that runs to the last
line is ended there, not lost, and no text is dropped for a word in it (the code drops those with
"Copyright").
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from extract_pipelines.page import Leaf, Page
from extract_pipelines.published.body import Body

# A line of fewer characters inside the body is left out, as published.
SHORTEST_LINE = 5
# Lines of a block, and the characters on them from which on a text begins, as published.
BLOCK_LINES = 3
SURGE = 86

# For each line of the source with a text, the leaves on it and how many characters each has there.
Lines = dict[int, list[tuple[Leaf, int]]]


def block_sizes(lengths: Sequence[int]) -> list[int]:
    """Characters of each block: of line i and those after it, `BLOCK_LINES` in all."""
    return [sum(lengths[i : i + BLOCK_LINES]) for i in range(len(lengths))]


def text_ranges(lengths: Sequence[int]) -> list[range]:
    """Ranges of lines that hold text, in order.

    A text begins where a block has more characters than `SURGE` and one of the three blocks after
    it is not empty; it ends where a block or the one after it is empty, or with the page.

    :param lengths: characters on each line, white space not counted
    """
    blocks = block_sizes(lengths)
    found: list[range] = []
    start = None
    for i, block in enumerate(blocks):
        if start is None:
            if block > SURGE and any(blocks[i + 1 : i + 4]):
                start = i
        elif block == 0 or (i + 1 < len(blocks) and blocks[i + 1] == 0):
            found.append(range(start, i + 1))
            start = None
    if start is not None:
        found.append(range(start, len(blocks)))
    return found


def source_lines(leaves: Sequence[Leaf]) -> Lines:
    """The lines of the source, tags taken out, with what stands on them."""
    on_line: Lines = defaultdict(list)
    for leaf in leaves:
        for i, part in enumerate(leaf.raw.split("\n"), start=leaf.source_line):
            if length := len("".join(part.split())):
                on_line[i].append((leaf, length))
    return on_line


def line_lengths(on_line: Lines) -> list[int]:
    """Characters on each line, white space not counted."""
    lengths = [0] * (max(on_line, default=-1) + 1)
    for i, parts in on_line.items():
        lengths[i] = sum(length for _, length in parts)
    return lengths


def line_blocks(page: Page, leaves: Sequence[Leaf]) -> Body:
    """The leaves on lines of the source (tags taken out) that `text_ranges` finds.

    :param page: where the leaves stand; only they are looked at
    """
    del page
    on_line = source_lines(leaves)
    lengths = line_lengths(on_line)
    kept = {
        id(leaf)
        for lines in text_ranges(lengths)
        for i in lines
        if lengths[i] >= SHORTEST_LINE
        for leaf, _ in on_line.get(i, ())
    }
    return Body([leaf for leaf in leaves if id(leaf) in kept], None)

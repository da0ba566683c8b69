"""Which post a post answers, by where it stands: within it, in a list of its own, or indented."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.posts.records.element_names import ElementNames
from extract_pipelines.posts.records.records import Record, widened

# Tags that can hold a post and, in a list, the answers to it, where no class tells.
_ITEMS: Final = frozenset(("li", "dd", "article"))
_INDENTED: Final = re.compile(r"(?:margin|padding)-left\s*:\s*(\d+(?:\.\d+)?)")
# So many elements in a row, the outermost first, may indent a record.
MOST_INDENTING: Final = 8
FEWEST_INDENTED: Final = 2


def parents_of(
    page: Page, names: ElementNames, records: Sequence[Record], groups: Sequence[Sequence[Record]]
) -> dict[Record, Record]:
    """The record that each record answers, or stands in, by the structure of the page.

    :param records: all of them, in document order
    :param groups: those of one shape each, in document order
    """
    ranges = [(record.start, record.stop) for record in records]
    parents = _paired(records, _around(ranges))
    for group in groups:
        parents |= _paired(group, answered(page, names, group))
    return parents


def _paired(records: Sequence[Record], parents: Sequence[int | None]) -> dict[Record, Record]:
    return {
        record: records[parent]
        for record, parent in zip(records, parents, strict=True)
        if parent is not None
    }


def answered(page: Page, names: ElementNames, records: Sequence[Record]) -> list[int | None]:
    """For each record the index of the one that it answers by the page's structure, if any.

    A record may stand in another, or in an element that holds the other and the answers to it; or
    it stands further to the right.

    :param records: of one shape, in document order
    """
    parents = _around([(record.start, record.stop) for record in records])
    if any(parent is not None for parent in parents):
        return parents
    if len(records) < 2:
        return parents
    depths = [page.flat.depth(record.start) for record in records]
    deepest = records[depths.index(max(depths))]
    for key in _keys(page, names, deepest.start) if min(depths) < max(depths) else ():
        found = [_holder(page, names, record.start, key) for record in records]
        if -1 not in found and len(set(found)) == len(found):
            parents = _around([(node, page.subtree_end[node]) for node in found])
            if any(parent is not None for parent in parents):
                return parents
    return _indented(page, records)


def _around(ranges: Sequence[tuple[int, int]]) -> list[int | None]:
    parents: list[int | None] = []
    above: list[int] = []
    for i, (start, _) in enumerate(ranges):
        while above and start >= ranges[above[-1]][1]:
            above.pop()
        parents.append(above[-1] if above else None)
        above.append(i)
    return parents


def _keys(page: Page, names: ElementNames, node: int) -> Iterator[str]:
    """What tells the elements around a record: their tokens, or the tag of an item of a list."""
    while node > 0:
        tokens = names.tokens(node)
        yield from tokens
        if not tokens and page.tags[node] in _ITEMS:
            yield page.tags[node]
        node = page.parents[node]


def _holder(page: Page, names: ElementNames, node: int, key: str) -> int:
    """The innermost element around a record that has the key; -1 if there is none."""
    while node > 0:
        tokens = names.tokens(node)
        if key in tokens or (not tokens and page.tags[node] == key):
            return node
        node = page.parents[node]
    return -1


def _indented(page: Page, records: Sequence[Record]) -> list[int | None]:
    """The last record before each that stands further to the left."""
    if not any(
        "-left" in page.elements[node].get("style", "") for node in page.flat.having("style")
    ):
        return [None] * len(records)
    levels = [_level(page, record, records) for record in records]
    if sum(level > levels[0] for level in levels) < FEWEST_INDENTED or min(levels) < levels[0]:
        return [None] * len(records)
    parents: list[int | None] = []
    above: list[int] = []
    for i, level in enumerate(levels):
        while above and levels[above[-1]] >= level:
            above.pop()
        parents.append(above[-1] if above else None)
        above.append(i)
    return parents


def _level(page: Page, record: Record, records: Sequence[Record]) -> float:
    """The left margin or padding of a record, as its style gives it, in whatever unit; else 0."""
    outer = widened(page, record, records)
    for element in page.elements[outer.start : outer.start + MOST_INDENTING]:
        if found := _INDENTED.search(element.get("style") or ""):
            return float(found[1])
    return 0.0

"""The visual lines of a record."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple, final

from extract_pipelines.page import FlatTree, Page, block_around
from extract_pipelines.page.markup.quote_marks import quote_nodes
from extract_pipelines.posts.views.views import RecordView


class LinesScored(NamedTuple):
    """How likely the lines of a record are part of its body."""

    view: RecordView
    lines: Sequence[tuple[Sequence[int], float]]
    """For each line the indices of its leaves, and the log odds."""


@final
class RecordLine:
    """What a record has on one visual line.

    :ivar leaves: indices of its leaves
    :ivar rank: number of its first leaf in the record
    :ivar size: bytes of its text
    :ivar links: bytes of it that stand in links
    :ivar above: the places of its longest leaf, from the inside
    :ivar quote: index of the outermost quote in the record that it begins in; -1 if it is in none
    :ivar told: what its text tells, once that was asked for; see `line_features`
    """

    def __init__(self, tree: FlatTree, view: RecordView, ranks: Sequence[int]) -> None:
        self.leaves: list[int] = []
        self.rank = longest = ranks[0]
        self.size = self.links = most = 0
        texts: list[str] = []
        for rank in ranks:
            index = view.leaves[rank]
            text = tree.texts[index]
            size = size_of(text)
            self.leaves.append(index)
            texts.append(text)
            self.size += size
            if tree.in_link[index]:
                self.links += size
            if size > most:
                most, longest = size, rank
        self.text = texts[0] if len(texts) == 1 else "".join(texts)
        self.above = view.above[longest]
        self.quote = -1
        self.told: tuple[float, ...] | None = None


def lines_of_record(page: Page, view: RecordView, skipped: set[int]) -> list[RecordLine]:
    """The record's visual lines, without the leaves that are skipped."""
    number_of = page.flat.lines
    found: list[list[int]] = []
    last = -1
    for rank, index in enumerate(view.leaves):
        if index in skipped:
            continue
        if number_of[index] == last:
            found[-1].append(rank)
        else:
            found.append([rank])
            last = number_of[index]
    lines = [RecordLine(page.flat, view, ranks) for ranks in found]
    if quotes := quote_nodes(page):
        for line in lines:
            line.quote = _quote_around(page.flat, view.record.start, line, quotes)
    return lines


def cut_at(
    page: Page, view: RecordView, lines: Sequence[RecordLine], place: str
) -> list[RecordLine]:
    """The lines, those that an element at a place has a part of cut where it begins and ends."""
    inside = set(view.leaves_at.get(place, ()))
    found: list[RecordLine] = []
    for line in lines:
        if inside.isdisjoint(line.leaves) or inside.issuperset(line.leaves):
            found.append(line)
            continue
        for _, leaves in groupby(line.leaves, inside.__contains__):
            part = RecordLine(page.flat, view, [bisect_left(view.leaves, leaf) for leaf in leaves])
            part.quote = line.quote
            found.append(part)
    return found


def block_of(page: Page, line: RecordLine) -> int:
    """The block that a line begins in."""
    return block_around(page, page.flat.nodes[line.leaves[0]])


def size_of(text: str) -> int:
    """How many bytes a text has."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))


def _quote_around(tree: FlatTree, start: int, line: RecordLine, quotes: frozenset[int]) -> int:
    """The outermost quote around a line in the record that begins with an element; -1 for none."""
    parents, outer = tree.parents, -1
    node = tree.nodes[line.leaves[0]]
    while node > start:
        if node in quotes:
            outer = node
        node = parents[node]
    return outer

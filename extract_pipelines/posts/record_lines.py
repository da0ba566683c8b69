"""The visual lines of a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

from extract_pipelines.page import FlatTree, Page
from extract_pipelines.posts.views import RecordView


@final
@dataclass(slots=True, eq=False)
class Line:
    """What a record has on one visual line."""

    leaves: list[int]
    rank: int
    """Number of its first leaf in the record."""
    size: int
    """Bytes of its text."""
    links: int
    """Bytes of it that stand in links."""
    text: str
    above: tuple[str, ...]
    """The places of its longest leaf, from the inside."""


def lines_of_record(page: Page, view: RecordView, skipped: set[int]) -> list[Line]:
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
    return [_line(page.flat, view, ranks) for ranks in found]


def _line(tree: FlatTree, view: RecordView, ranks: Sequence[int]) -> Line:
    longest = ranks[0]
    leaves: list[int] = []
    texts: list[str] = []
    size = links = most = 0
    for rank in ranks:
        index = view.leaves[rank]
        text = tree.texts[index]
        own = size_of(text)
        leaves.append(index)
        texts.append(text)
        size += own
        links += own if tree.in_link[index] else 0
        if own > most:
            most, longest = own, rank
    whole = texts[0] if len(texts) == 1 else "".join(texts)
    return Line(leaves, ranks[0], size, links, whole, view.above[longest])


def size_of(text: str) -> int:
    """How many bytes a text has."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))

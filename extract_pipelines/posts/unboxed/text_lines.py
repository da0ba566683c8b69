"""A page as lines of text, where nothing but the text tells its posts apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from extract_pipelines.page import Leaf, Page


class Piece(NamedTuple):
    """What a leaf has on a line."""

    leaf: int
    """Index of the leaf."""
    text: str


class TextLine(NamedTuple):
    """A line as a reader sees it: of a paragraph, or of preformatted text."""

    pieces: list[Piece]

    @property
    def text(self) -> str:
        """All that stands on the line."""
        return " ".join("".join(piece.text for piece in self.pieces).split())

    @property
    def first(self) -> int:
        """Index of its first leaf."""
        return self.pieces[0].leaf


def lines_of(page: Page) -> list[TextLine]:
    """The page's lines, in order; preformatted text has empty ones, too."""
    lines: list[TextLine] = []
    before, ends_at = -1, -1
    for index, leaf in enumerate(page.leaves):
        parts = _parts(leaf)
        same = leaf.source_line == ends_at or "/pre" not in leaf.path
        if lines and same and leaf.line == before:
            lines[-1].pieces.append(Piece(index, parts[0]))
            parts = parts[1:]
        lines += [TextLine([Piece(index, part)]) for part in parts]
        before, ends_at = leaf.line, leaf.source_line + leaf.raw.count("\n")
    return lines


def _parts(leaf: Leaf) -> Sequence[str]:
    if "/pre" in leaf.path:
        return leaf.raw.split("\n")
    return [f" {leaf.text}" if leaf.spaced else leaf.text]

"""A page as lines of text, where nothing but the text tells its posts apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from extract_pipelines.page import Page, space_between


@final
class Piece:
    """What a leaf has on a line.

    :ivar leaf: index of the leaf
    """

    __slots__ = ("leaf", "text")

    def __init__(self, leaf: int, text: str) -> None:
        self.leaf = leaf
        self.text = text


@final
class TextLine:
    """A line as a reader sees it: of a paragraph, or of preformatted text.

    :ivar first: index of its first leaf
    """

    __slots__ = ("_text", "first", "pieces")

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = pieces
        self.first = pieces[0].leaf
        self._text: str | None = None

    @property
    def text(self) -> str:
        """All that stands on the line."""
        if self._text is None:
            self._text = " ".join("".join([piece.text for piece in self.pieces]).split())
        return self._text


def lines_of(page: Page) -> list[TextLine]:
    """The page's lines, in order; preformatted text has empty ones, too."""
    lines: list[list[Piece]] = []
    before, ends_at = -1, -1
    for index, leaf in enumerate(page.leaves):
        is_preformatted = "/pre" in leaf.path
        shown = f" {leaf.text}" if leaf.spaced else leaf.text
        parts = leaf.raw.split("\n") if is_preformatted else [shown]
        same = leaf.source_line == ends_at or not is_preformatted
        if lines and same and leaf.line == before:
            space = space_between(lines[-1][-1].text, leaf) if is_preformatted else ""
            lines[-1].append(Piece(index, f"{space}{parts[0]}"))
            parts = parts[1:]
        lines += [[Piece(index, part)] for part in parts]
        before, ends_at = leaf.line, leaf.source_line + leaf.raw.count("\n")
    return [TextLine(pieces) for pieces in lines]

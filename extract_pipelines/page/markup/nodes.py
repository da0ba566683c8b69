"""The elements of a clean tree while it is made: plain ones, which cost less than those of lxml."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from lxml import etree
from lxml.etree import _Element as Element

from extract_pipelines.page.markup.roles import BLOCKS, CONTAINERS

CELLS: Final = frozenset(("td", "th"))
# What a cell of data does not hold.
_NO_DATA: Final = (CONTAINERS - CELLS) | {"pre"}
_PARAGRAPH: Final = frozenset(("p",))
# Characters that may stand in a page, but in no tree that is made.
_UNTREELIKE: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class Node:
    """An element to be made, and what was put into it so far: texts and other elements.

    :param parent: the element that it is put into, if it is put behind all else there
    """

    __slots__ = ("attributes", "parent", "parts", "tag")

    def __init__(self, tag: str, parent: Node | None = None) -> None:
        self.tag = tag
        self.parent = parent
        self.parts: list[str | Node] = []
        """Without empty texts."""
        self.attributes: list[tuple[str, str]] | None = None
        if parent is not None:
            parent.parts.append(self)

    @property
    def children(self) -> list[Node]:
        """The elements in it."""
        return [part for part in self.parts if isinstance(part, Node)]

    @property
    def has_text(self) -> bool:
        """Whether a text stands in it, however deep."""
        return any(
            part.has_text if isinstance(part, Node) else treelike(part) != "" for part in self.parts
        )

    def count(self, tags: frozenset[str]) -> int:
        """How many elements of some tags stand in it, however deep."""
        found = 0
        for part in self.parts:
            if isinstance(part, Node):
                found += (part.tag in tags) + part.count(tags)
        return found

    def add(self, text: str) -> None:
        """Add a text behind all else."""
        if text:
            self.parts.append(text)

    def goes_on(self, parent: Node) -> bool:
        """Whether nothing stands in the parent behind an element that was made in it."""
        return self.parent is parent and (self.tag in CELLS or parent.parts[-1] is self)

    def write(self, element: Element) -> None:
        """Put all of it into an element without content, each text at once."""
        for name, value in self.attributes or ():
            element.set(name, treelike(value))
        text: list[str] = []
        last: Element | None = None
        for part in self.parts:
            if isinstance(part, str):
                text.append(part)
            else:
                _set_text(element, last, text)
                text = []
                last = etree.SubElement(element, part.tag)
                part.write(last)
        _set_text(element, last, text)


def treelike(text: str) -> str:
    """A text without what may stand in no tree."""
    return text if text.isprintable() else _UNTREELIKE.sub("", text)


def _set_text(element: Element, last: Element | None, parts: Sequence[str]) -> None:
    """Write a text into an element without others, or behind the last one in it."""
    text = treelike("".join(parts))
    if not text:
        return
    if last is None:
        element.text = text
    else:
        last.tail = text


def flatten_layouts(node: Node) -> None:
    """Put the cells of tables that hold no data, but lay the page out, there as blocks.

    Nothing may be added to the tree after that.
    """
    parts: list[str | Node] = []
    for part in node.parts:
        if isinstance(part, Node):
            # So that all are freed without a search for garbage.
            part.parent = None
            flatten_layouts(part)
            if part.tag == "table" and not _is_data(part):
                parts += _blocks_of(part) or [Node("p")]
                continue
        parts.append(part)
    node.parts = parts


def _is_data(table: Node) -> bool:
    """Whether at least two rows and two columns have a text, and no cell has several blocks."""
    rows = [row.children for row in table.children if row.tag == "tr"]
    if not all(_is_line(cell) for row in rows for cell in row):
        return False
    have_text = [[cell.has_text for cell in row] for row in rows]
    columns = {place for row in have_text for place, has_text in enumerate(row) if has_text}
    return sum(map(any, have_text)) > 1 and len(columns) > 1


def _is_line(cell: Node) -> bool:
    """Whether this is a cell that holds no blocks but one paragraph at most."""
    return cell.tag in CELLS and cell.count(_NO_DATA) == 0 and cell.count(_PARAGRAPH) < 2


def _blocks_of(table: Node) -> list[Node]:
    """What a table holds, without its rows and cells."""
    parts = [part for child in table.children for part in _in_row(child)]
    return [block for part in parts for block in (_freed(part) if part.tag in CELLS else [part])]


def _in_row(child: Node) -> list[Node]:
    return child.children if child.tag == "tr" else [child]


def _freed(cell: Node) -> list[Node]:
    """The blocks in a cell; text between them in paragraphs."""
    found = []
    text = Node("p")
    for part in cell.parts:
        if isinstance(part, Node) and part.tag in BLOCKS:
            found += [text, part]
            text = Node("p")
        else:
            text.parts.append(part)
    return [block for block in (*found, text) if block.children or block.has_text]

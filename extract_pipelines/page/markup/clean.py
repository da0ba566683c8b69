"""Chosen leaves of a page as a clean tree: blocks and their nesting, links, images; no chrome."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from lxml import etree
from lxml.etree import _Element as Element

from extract_pipelines.page import Leaf, Page
from extract_pipelines.page.markup.addresses import image_address, link_address
from extract_pipelines.page.markup.roles import (
    BLOCKS,
    CONTAINERS,
    INLINE,
    TEXT_BLOCKS,
    Role,
    RolesOf,
)

# What a text may stand in without a paragraph around it.
_HOLDS_TEXT = frozenset((*TEXT_BLOCKS, "li", "td", "th"))
_CELLS = frozenset(("td", "th"))
# Characters that may stand in a page, but in no tree that is made.
_UNTREELIKE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# Attributes with numbers that are kept, by tag: as many columns as a table may have, what Markdown
# can begin a list with.
_COLUMNS = ("colspan", re.compile("[1-9][0-9]?"))
_NUMBERS = {"td": _COLUMNS, "th": _COLUMNS, "ol": ("start", re.compile("[0-9]{1,9}"))}
_LANGUAGE = re.compile(r"(?:^|\s)(?:lang(?:uage)?-|brush:\s*|highlight-(?:source-)?)([\w+#-]+)")


def clean_tree(page: Page, leaves: Sequence[Leaf]) -> Element:
    """The leaves below a ``<div>`` that holds blocks, with the images that stand between them.

    Blocks are ``p``, headings, ``pre``, ``blockquote``, lists and tables of data. In them stand
    text, ``br``, ``img`` and ``a``, ``strong``, ``em``, ``del``, ``code``. Addresses are absolute.

    :param leaves: leaves of the page in document order
    """
    tree = _Tree(page)
    for leaf in leaves:
        tree.add(leaf)
    root = etree.Element("div")
    tree.root.write(root)
    _flatten_layouts(root)
    return root


def html_of_tree(tree: Element) -> str:
    """The blocks of a clean tree as HTML, a line each."""
    return "\n".join(
        etree.tostring(block, encoding="unicode", method="html", with_tail=False) for block in tree
    )


def plain_tree(text: str) -> Element:
    """A text as such a tree: a paragraph a line."""
    root = etree.Element("div")
    for line in filter(str.strip, text.split("\n")):
        etree.SubElement(root, "p").text = _treelike(line)
    return root


class _Node:
    """An element to be made, and what was put into it so far: texts and other elements."""

    __slots__ = ("attributes", "parent", "parts", "tag")

    def __init__(self, tag: str, parent: _Node | None) -> None:
        self.tag = tag
        self.parent = parent
        self.parts: list[str | _Node] = []
        """Without empty texts."""
        self.attributes: dict[str, str] = {}
        if parent is not None:
            parent.parts.append(self)

    def add(self, text: str) -> None:
        """Add a text behind all else."""
        if text:
            self.parts.append(text)

    def goes_on(self, parent: _Node) -> bool:
        """Whether nothing stands in the parent behind an element that was made in it."""
        return self.parent is parent and (self.tag in _CELLS or parent.parts[-1] is self)

    def write(self, element: Element) -> None:
        """Put all of it into an element without content, each text at once."""
        for name, value in self.attributes.items():
            element.set(name, _treelike(value))
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


def _set_text(element: Element, last: Element | None, parts: Sequence[str]) -> None:
    """Write a text into an element without others, or behind the last one in it."""
    text = _treelike("".join(parts))
    if not text:
        return
    if last is None:
        element.text = text
    else:
        last.tail = text


class _Between:
    """The elements of a tag, by the leaves that they stand between."""

    def __init__(self, page: Page, tag: str) -> None:
        self._nodes = page.flat.tagged(tag)
        self._behind = [page.leaf_range(node)[0] for node in self._nodes]
        """The leaf that each stands before."""

    def of(self, span: tuple[int, int]) -> Sequence[int]:
        """Those between two leaves of the page."""
        if not self._behind:
            return ()
        last, leaf = span
        first = bisect_right(self._behind, last)
        return self._nodes[first : bisect_right(self._behind, leaf, first)]


class _Tree:
    """The tree, to which leaves are added one after the other."""

    def __init__(self, page: Page) -> None:
        self.root = _Node("div", None)
        self._page = page
        self._roles = RolesOf(page)
        self._made: dict[Role, _Node] = {}
        self._breaks = _Between(page, "br")
        self._images = _Between(page, "img")
        self._places = dict(zip(map(id, page.leaves), range(len(page.leaves)), strict=True))
        self._last: tuple[_Node, Leaf] | None = None
        """The block that the last leaf stands in, and the leaf."""
        self._span = (0, 0)
        """Numbers of the last leaf and of the one that is added, on the page."""
        self._written: set[int] = set()
        """Elements with code that were written whole."""

    def add(self, leaf: Leaf) -> None:
        """Add the next leaf, and before it the images since the last one."""
        roles = self._roles.of(leaf.node)
        number = self._places[id(leaf)]
        self._span = (number if self._last is None else self._span[1], number)
        for node in self._images.of(self._span):
            self._add_image(node, leaf)
        code = None
        for role in roles:
            if role.tag == "pre":
                code = role.node
                break
        block = self._block(roles, leaf)
        if code is None:
            self._add_text(block, roles, leaf)
        elif code not in self._written:
            self._written.add(code)
            self._add_code(block, code)
        self._last = (block, leaf)

    def _block(self, roles: Sequence[Role], leaf: Leaf) -> _Node:
        """The block that a text with these roles stands in."""
        block = self.root
        for role in roles:
            if role.tag not in INLINE:
                block = self._child(block, role)
        if block.tag not in _HOLDS_TEXT:
            return self._paragraph(block, leaf)
        if block.tag == "p" and self._is_parted(block):
            return self._renewed(block, roles)
        return block

    def _child(self, parent: _Node, role: Role) -> _Node:
        """The element for a role if it still goes on, or a new one."""
        made = self._made.get(role)
        return made if made is not None and made.goes_on(parent) else self._new(parent, role)

    def _new(self, parent: _Node, role: Role) -> _Node:
        made = self._made[role] = _Node(role.tag, parent)
        source = self._page.elements[role.node]
        if role.tag == "tr":
            # Cells in which nothing stands are cells.
            for node in range(role.node + 1, self._page.subtree_end[role.node]):
                if self._page.parents[node] == role.node and self._page.tags[node] in _CELLS:
                    self._new(made, Role(self._page.tags[node], node))
        elif role.tag == "a":
            made.attributes["href"] = link_address(self._page, source)
        if role.tag in _NUMBERS:
            name, pattern = _NUMBERS[role.tag]
            number = pattern.fullmatch(source.get(name) or "")
            made.attributes.update({name: number[0]} if number else {})
        return made

    def _paragraph(self, around: _Node, leaf: Leaf) -> _Node:
        """The paragraph that goes on in a container, or a new one."""
        if self._last is not None and self._last[0].tag == "p" and self._last[0].goes_on(around):
            block, last = self._last
            if leaf.line == last.line or (
                leaf.node == last.node and len(self._breaks.of(self._span)) == 1
            ):
                return block
        return _Node("p", around)

    def _is_parted(self, block: _Node) -> bool:
        """Whether an empty line parts the leaf that is added from what stands in a paragraph."""
        is_same = self._last is not None and self._last[0] is block
        return is_same and len(self._breaks.of(self._span)) > 1

    def _renewed(self, block: _Node, roles: Sequence[Role]) -> _Node:
        """A paragraph of the same element as another that ends."""
        assert block.parent is not None
        return self._new(block.parent, next(role for role in roles if role.tag == "p"))

    def _add_text(self, block: _Node, roles: Sequence[Role], leaf: Leaf) -> None:
        begins = not block.parts
        if not begins and self._last is not None and self._last[1].line != leaf.line:
            before = block.parts[-1]
            if isinstance(before, str) or before.tag not in BLOCKS:
                _Node("br", block)
            begins = True
        space = " " if leaf.spaced and not begins else ""
        here = block
        for role in roles:
            if role.tag in INLINE and not (role.tag == "a" and not self._leads(role)):
                made = self._made.get(role)
                if made is None or not made.goes_on(here):
                    here.add(space)
                    space = ""
                here = self._child(here, role)
        here.add(space + leaf.text)

    def _leads(self, role: Role) -> bool:
        return bool(link_address(self._page, self._page.elements[role.node]))

    def _add_code(self, block: _Node, node: int) -> None:
        """The source of code: of its white space nothing is lost."""
        source = self._page.elements[node]
        code = _Node("code", block)
        parts = source.xpath(".//text() | .//br")
        assert isinstance(parts, list)
        text = "".join(part if isinstance(part, str) else "\n" for part in parts)
        code.add(text.replace("\r", "").strip("\n"))
        near = (source, source.getparent(), *source.iterchildren("code"))
        names = (element.get("class") or "" for element in near if element is not None)
        language = next(filter(None, map(_LANGUAGE.search, names)), None)
        if language:
            code.attributes["class"] = f"language-{language[1]}"

    def _add_image(self, node: int, leaf: Leaf) -> None:
        """An image: in the text where one stands on both sides, else in a paragraph of its own."""
        source = self._page.elements[node]
        url = image_address(self._page, source)
        if not url or self._last is None:
            return
        block, last = self._last
        if last.line != leaf.line:
            block = self.root
            for role in self._roles.of(node):
                if role.tag not in INLINE and role.tag != "pre":
                    block = self._child(block, role)
            if block.tag not in _HOLDS_TEXT:
                block = _Node("p", block)
        else:
            block.add(" ")
        image = _Node("img", block)
        image.attributes = {"src": url, "alt": source.get("alt") or ""}


def _treelike(text: str) -> str:
    return text if text.isprintable() else _UNTREELIKE.sub("", text)


def _flatten_layouts(root: Element) -> None:
    """Write the cells of tables that hold no data, but lay the page out, as blocks."""
    for table in reversed(list(root.iter("table"))):
        if not _is_data(table):
            blocks = _blocks_of(table) or [_paragraph_of(None)]
            for block in blocks:
                table.addprevious(block)
            if table.tail:
                blocks[-1].tail, table.tail = table.tail, None
            parent = table.getparent()
            assert parent is not None
            parent.remove(table)


def _is_data(table: Element) -> bool:
    """Whether at least two rows and two columns have a text, and no cell has several blocks."""
    rows = [[bool("".join(cell.itertext())) for cell in row] for row in table.iter("tr")]
    columns = {place for row in rows for place, has_text in enumerate(row) if has_text}
    is_large = sum(map(any, rows)) > 1 and len(columns) > 1
    return is_large and all(map(_is_line, (cell for row in table.iter("tr") for cell in row)))


def _is_line(cell: Element) -> bool:
    """Whether this is a cell that holds no blocks but one paragraph at most."""
    return (
        cell.tag in _CELLS
        and next(cell.iter("pre", *CONTAINERS - _CELLS), None) is None
        and sum(1 for _ in cell.iter("p")) < 2
    )


def _blocks_of(table: Element) -> list[Element]:
    """What a table holds, without its rows and cells."""
    parts = [part for child in table for part in (child if child.tag == "tr" else [child])]
    return [block for part in parts for block in (_freed(part) if part.tag in _CELLS else [part])]


def _freed(cell: Element) -> list[Element]:
    """The blocks in a cell; text between them in paragraphs."""
    found = []
    text = _paragraph_of(cell.text)
    for child in list(cell):
        tail, child.tail = child.tail, None
        if child.tag in BLOCKS:
            found += [text, child]
            text = _paragraph_of(tail)
        else:
            text.append(child)
            child.tail = tail
    return [block for block in (*found, text) if block.text or len(block)]


def _paragraph_of(text: str | None) -> Element:
    block = etree.Element("p")
    block.text = text
    return block

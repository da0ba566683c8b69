"""Chosen leaves of a page as a clean tree: blocks and their nesting, links, images; no chrome."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from lxml import etree
from lxml.etree import _Element as Element

from extract_pipelines.page import Leaf, Page
from extract_pipelines.page.markup.addresses import image_address, link_address
from extract_pipelines.page.markup.nodes import CELLS, Node, flatten_layouts, treelike
from extract_pipelines.page.markup.roles import BLOCKS, INLINE, TEXT_BLOCKS, Role, RolesOf

# What a text may stand in without a paragraph around it.
_HOLDS_TEXT = frozenset((*TEXT_BLOCKS, "li", "td", "th"))
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
    flatten_layouts(tree.root)
    root = etree.Element("div")
    tree.root.write(root)
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
        etree.SubElement(root, "p").text = treelike(line)
    return root


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
        self.root = Node("div")
        self._page = page
        self._roles = RolesOf(page)
        self._made: dict[Role, Node] = {}
        self._breaks = _Between(page, "br")
        self._images = _Between(page, "img")
        self._places = dict(zip(map(id, page.leaves), range(len(page.leaves)), strict=True))
        self._last: tuple[Node, Leaf] | None = None
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

    def _block(self, roles: Sequence[Role], leaf: Leaf) -> Node:
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

    def _child(self, parent: Node, role: Role) -> Node:
        """The element for a role if it still goes on, or a new one."""
        made = self._made.get(role)
        return made if made is not None and made.goes_on(parent) else self._new(parent, role)

    def _new(self, parent: Node, role: Role) -> Node:
        made = self._made[role] = Node(role.tag, parent)
        source = self._page.elements[role.node]
        if role.tag == "tr":
            # Cells in which nothing stands are cells.
            for node in range(role.node + 1, self._page.subtree_end[role.node]):
                if self._page.parents[node] == role.node and self._page.tags[node] in CELLS:
                    self._new(made, Role(self._page.tags[node], node))
        elif role.tag == "a":
            made.attributes["href"] = link_address(self._page, source)
        if role.tag in _NUMBERS:
            name, pattern = _NUMBERS[role.tag]
            number = pattern.fullmatch(source.get(name) or "")
            made.attributes.update({name: number[0]} if number else {})
        return made

    def _paragraph(self, around: Node, leaf: Leaf) -> Node:
        """The paragraph that goes on in a container, or a new one."""
        if self._last is not None and self._last[0].tag == "p" and self._last[0].goes_on(around):
            block, last = self._last
            if leaf.line == last.line or (
                leaf.node == last.node and len(self._breaks.of(self._span)) == 1
            ):
                return block
        return Node("p", around)

    def _is_parted(self, block: Node) -> bool:
        """Whether an empty line parts the leaf that is added from what stands in a paragraph."""
        is_same = self._last is not None and self._last[0] is block
        return is_same and len(self._breaks.of(self._span)) > 1

    def _renewed(self, block: Node, roles: Sequence[Role]) -> Node:
        """A paragraph of the same element as another that ends."""
        assert block.parent is not None
        return self._new(block.parent, next(role for role in roles if role.tag == "p"))

    def _add_text(self, block: Node, roles: Sequence[Role], leaf: Leaf) -> None:
        begins = not block.parts
        if not begins and self._last is not None and self._last[1].line != leaf.line:
            before = block.parts[-1]
            if isinstance(before, str) or before.tag not in BLOCKS:
                Node("br", block)
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

    def _add_code(self, block: Node, node: int) -> None:
        """The source of code: of its white space nothing is lost."""
        source = self._page.elements[node]
        code = Node("code", block)
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
                block = Node("p", block)
        else:
            block.add(" ")
        image = Node("img", block)
        image.attributes = {"src": url, "alt": source.get("alt") or ""}

"""Chosen leaves of a page as a clean tree: blocks and their nesting, links, images; no chrome."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from lxml import etree
from lxml.etree import _Element as Element

from extract_pipelines.page import Leaf, Page
from extract_pipelines.page.markup.addresses import IMAGES, image_at, link_address
from extract_pipelines.page.markup.nodes import CELLS, Node, flatten_layouts, treelike
from extract_pipelines.page.markup.roles import BLOCKS, TEXT_BLOCKS, Role, Roles, RolesOf

# What a text may stand in without a paragraph around it.
_HOLDS_TEXT: Final = frozenset((*TEXT_BLOCKS, "li", "td", "th"))
# Attributes with numbers that are kept, by tag: as many columns and rows as a cell may go over,
# what Markdown can begin a list with.
_SPANS: Final = (
    ("colspan", re.compile("[1-9][0-9]?")),
    ("rowspan", re.compile("[1-9][0-9]{0,2}")),
)
_NUMBERS: Final = {"td": _SPANS, "th": _SPANS, "ol": (("start", re.compile("[0-9]{1,9}")),)}
_LANGUAGE: Final = re.compile(
    r"(?:^|\s)(?:lang(?:uage)?-|brush:\s*|highlight-(?:source-)?)([\w+#-]+)"
)


def clean_tree(page: Page, leaves: Sequence[Leaf]) -> Element:
    """The leaves below a ``<div>`` that holds blocks, with the images that stand between them.

    Blocks are ``p``, headings, ``pre``, ``blockquote``, lists, tables of data, and ``figure`` with
    its images and ``figcaption``. In the others stand text, ``br``, ``img`` and ``a``, ``strong``,
    ``em``, ``del``, ``code``, ``sup``, ``sub``. Addresses are absolute.

    :param leaves: leaves of the page in document order
    """
    root = etree.Element("div")
    clean_nodes(page, leaves).write(root)
    return root


def clean_nodes(page: Page, leaves: Sequence[Leaf]) -> Node:
    """The same before it is made of elements of lxml."""
    tree = _Tree(page)
    for leaf in leaves:
        tree.add(leaf)
    flatten_layouts(tree.root)
    return tree.root


def plain_tree(text: str) -> Element:
    """A text as such a tree: a paragraph a line."""
    root = etree.Element("div")
    for line in filter(str.strip, text.split("\n")):
        etree.SubElement(root, "p").text = treelike(line)
    return root


class _Between:
    """The elements of some tags, by the leaves that they stand between."""

    def __init__(self, page: Page, *tags: str) -> None:
        self._nodes = list(page.flat.tagged(*tags))
        starts = page.flat.leaf_start
        self._behind = [starts[node] for node in self._nodes]
        """The leaf that each stands before."""
        self._next = 0
        """The first that may stand behind the leaf that was asked for last."""

    def of(self, last: int, leaf: int) -> list[int]:
        """Those between two leaves of the page; neither stands before one that was asked for."""
        behind, first = self._behind, self._next
        count = len(behind)
        while first < count and behind[first] <= last:
            first += 1
        self._next = stop = first
        while stop < count and behind[stop] <= leaf:
            stop += 1
        return self._nodes[first:stop]


class _Tree:
    """The tree, to which leaves are added one after the other."""

    def __init__(self, page: Page) -> None:
        self.root = Node("div")
        self._page = page
        self._tree = page.flat
        self._roles = RolesOf(page)
        self._made: dict[tuple[str, int], Node] = {}
        """What was made last for a role."""
        self._links: dict[int, str] = {}
        """Where the links lead to that were asked for."""
        self._breaks = _Between(page, "br")
        self._images = _Between(page, *IMAGES)
        self._block: Node | None = None
        """The block that the last leaf stands in."""
        self._leaf: Leaf | None = None
        """The last leaf."""
        self._number = self._next = 0
        """Numbers of the last leaf and of the one that is added, on the page."""
        self._written: set[int] = set()
        """Elements with code that were written whole."""

    def add(self, leaf: Leaf) -> None:
        """Add the next leaf, and before it the images since the last one."""
        roles = self._roles.of(leaf.node)
        self._find(leaf)
        for node in self._images.of(self._number, self._next):
            self._add_image(node, leaf)
        block = self._block_of(roles, leaf)
        if roles.text != "pre":
            self._add_text(block, roles, leaf)
        else:
            code = roles.blocks[-1].node
            if code not in self._written:
                self._written.add(code)
                self._add_code(block, code)
        self._block, self._leaf = block, leaf

    def _find(self, leaf: Leaf) -> None:
        """Look up the number of a leaf that is to be added."""
        leaves, self._number = self._tree.leaves, self._next
        while leaves[self._next] is not leaf:
            self._next += 1
        if self._leaf is None:
            self._number = self._next

    def _block_of(self, roles: Roles, leaf: Leaf) -> Node:
        """The block that a text with these roles stands in."""
        block = self.root
        for role in roles.blocks:
            block = self._child(block, role)
        if block.tag not in _HOLDS_TEXT:
            return self._paragraph(block, leaf)
        if block.tag == "p" and self._is_parted(block):
            return self._renewed(block, roles)
        return block

    def _child(self, parent: Node, role: Role) -> Node:
        """The element for a role if it still goes on, or a new one."""
        made = self._made.get((role.tag, role.node))
        return made if made is not None and made.goes_on(parent) else self._new(parent, role)

    def _new(self, parent: Node, role: Role) -> Node:
        tag = role.tag
        made = self._made[tag, role.node] = Node(tag, parent)
        if tag == "tr":
            # Cells in which nothing stands are cells.
            parents, tags = self._tree.parents, self._tree.tags
            for node in range(role.node + 1, self._tree.subtree_end[role.node]):
                if parents[node] == role.node and tags[node] in CELLS:
                    self._new(made, Role(tags[node], node))
        elif tag == "a":
            made.attributes = [("href", self._link(role.node))]
        elif tag in _NUMBERS:
            made.attributes = []
            for name, pattern in _NUMBERS[tag]:
                written = self._tree.values(name).get(role.node)
                if written and (number := pattern.fullmatch(written)):
                    made.attributes.append((name, number[0]))
        return made

    def _paragraph(self, around: Node, leaf: Leaf) -> Node:
        """The paragraph that goes on in a container, or a new one."""
        block, last = self._block, self._leaf
        if block is not None and last is not None and block.tag == "p" and block.goes_on(around):
            if leaf.line == last.line:
                return block
            if leaf.node == last.node and len(self._breaks.of(self._number, self._next)) == 1:
                return block
        return Node("p", around)

    def _is_parted(self, block: Node) -> bool:
        """Whether an empty line parts the leaf that is added from what stands in a paragraph."""
        return self._block is block and len(self._breaks.of(self._number, self._next)) > 1

    def _renewed(self, block: Node, roles: Roles) -> Node:
        """A paragraph of the same element as another that ends."""
        assert block.parent is not None
        return self._new(block.parent, roles.blocks[-1])

    def _add_text(self, block: Node, roles: Roles, leaf: Leaf) -> None:
        begins = not block.parts
        if not begins and self._leaf is not None and self._leaf.line != leaf.line:
            before = block.parts[-1]
            if isinstance(before, str) or before.tag not in BLOCKS:
                Node("br", block)
            begins = True
        space = " " if leaf.spaced and not begins else ""
        here = block
        for role in roles.inline:
            if role.tag != "a" or self._link(role.node):
                made = self._made.get((role.tag, role.node))
                if made is None or not made.goes_on(here):
                    here.add(space)
                    space = ""
                here = self._child(here, role)
        here.add(space + leaf.text)

    def _link(self, node: int) -> str:
        """Where an ``<a>`` leads to; empty if nowhere."""
        found = self._links.get(node)
        if found is None:
            found = self._links[node] = link_address(self._page, self._page.elements[node])
        return found

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
            code.attributes = [("class", f"language-{language[1]}")]

    def _add_image(self, node: int, leaf: Leaf) -> None:
        """An image: in the text where one stands on both sides, else in a paragraph of its own."""
        url = image_at(self._page, node)
        block, last = self._block, self._leaf
        if not url or block is None or last is None:
            return
        if last.line != leaf.line:
            block = self.root
            for role in self._roles.of(node).blocks:
                if role.tag != "pre":
                    block = self._child(block, role)
            if block.tag != "figure" and block.tag not in _HOLDS_TEXT:
                block = Node("p", block)
        else:
            block.add(" ")
        image = Node("img", block)
        image.attributes = [("src", url), ("alt", self._page.elements[node].get("alt") or "")]

"""Which elements of a page mean something for how its text is laid out, and what."""

from __future__ import annotations

from typing import Final, NamedTuple

from extract_pipelines.page import Page
from extract_pipelines.page.markup.quote_marks import quote_nodes
from extract_pipelines.page.tag_paths import SAME_LINE

HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
# What holds other blocks.
CONTAINERS: Final = frozenset("blockquote figure ul ol li table tr td th".split())
# What holds a text, and the text of code.
TEXT_BLOCKS: Final = frozenset(("p", "pre", "figcaption", *HEADINGS))
BLOCKS: Final = CONTAINERS | TEXT_BLOCKS
# What stands within a text.
INLINE: Final = frozenset("a strong em del code sup sub".split())
# What elements are written as that mean the same as one of these, or need others around them.
WRITTEN_AS: Final = {
    **dict.fromkeys(("dt", "dd", "caption", "summary", "address"), "p"),
    **dict.fromkeys(("kbd", "samp", "tt", "var"), "code"),
    **dict.fromkeys(("s", "strike"), "del"),
    "b": "strong",
    "i": "em",
}
# In a text of these no other block stands.
_WHOLE: Final = frozenset((*HEADINGS, "figcaption"))
KNOWN: Final = BLOCKS | INLINE
# What may mean something by its tag.
_TELLING: Final = KNOWN | frozenset(WRITTEN_AS)
# What stands in nothing but the other.
PARENTS: Final = {"tr": "table", "td": "tr", "th": "tr"}
# Deeper blocks are written as if they stood in the one around them: bounds what readers recurse.
DEEPEST: Final = 16


class Role:
    """An element that means something for the text in it.

    :ivar tag: what it is written as
    :ivar node: index of the element; of the list around an item that stands in none, of its parent
    """

    __slots__ = ("node", "tag")

    def __init__(self, tag: str, node: int) -> None:
        self.tag = tag
        self.node = node


class Roles:
    """What the elements around a text mean for it, each from the outermost on.

    :ivar blocks: what holds other blocks, and after it what the text stands in, if anything does
    :ivar inline: what stands within a text
    :ivar text: the tag of what the text stands in; empty for none
    """

    __slots__ = ("blocks", "inline", "text")

    def __init__(self, blocks: list[Role], inline: list[Role], text: str = "") -> None:
        self.blocks = blocks
        self.inline = inline
        self.text = text


_NONE: Final = Roles([], [])


class _Marked(NamedTuple):
    """The last quote that a class marks."""

    node: int
    key: int
    """The element that it begins with."""


class RolesOf:
    """The roles of the elements around a text."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._tree = page.flat
        self._quotes = quote_nodes(page)
        self._known: list[Roles | None] = [None] * len(self._tree.tags)
        self._marked: _Marked | None = None

    def of(self, node: int) -> Roles:
        """The roles of an element and those around it."""
        waiting = []
        known, parents, tags = self._known, self._tree.parents, self._tree.tags
        roles = None
        while node >= 0:
            roles = known[node]
            if roles is not None:
                break
            waiting.append(node)
            node = parents[node]
        if roles is None:
            roles = _NONE
        for own in reversed(waiting):
            if tags[own] in _TELLING or own in self._quotes:
                roles = self._with(roles, own)
            known[own] = roles
        return roles

    def _with(self, around: Roles, node: int) -> Roles:
        tag = self._tag(around, node)
        if tag not in KNOWN or around.text == "pre":
            return around
        if tag in INLINE:
            return self._within(around, tag, node)
        if around.text in _WHOLE or (around.text == tag == "p"):
            return around
        # A paragraph around a block ends where that begins; emphasis around it is written within.
        blocks = around.blocks[:-1] if around.text else around.blocks[:]
        if tag in CONTAINERS and not self._may_stand(tag, blocks):
            return around
        if tag == "li" and (not blocks or blocks[-1].tag not in ("ul", "ol")):
            blocks.append(Role("ul", self._tree.parents[node]))
        if tag == "figcaption" and (not blocks or blocks[-1].tag != "figure"):
            tag = "p"
        blocks.append(Role(tag, self._quote_of(node) if tag == "blockquote" else node))
        inline = around.inline if tag != "pre" else []
        return Roles(blocks, inline, tag if tag in TEXT_BLOCKS else "")

    def _within(self, around: Roles, tag: str, node: int) -> Roles:
        has_address = tag != "a" or self._tree.elements[node].get("href")
        if tag in [role.tag for role in around.inline] or not has_address:
            return around
        return Roles(around.blocks, [*around.inline, Role(tag, node)], around.text)

    def _may_stand(self, tag: str, around: list[Role]) -> bool:
        inner = around[-1].tag if around else None
        if PARENTS.get(tag, inner) != inner or len(around) >= DEEPEST:
            return False
        if tag == "figure" and any(role.tag == "table" for role in around):
            return False
        return tag in PARENTS or inner not in ("table", "tr")

    def _tag(self, around: Roles, node: int) -> str:
        tag = self._tree.tags[node]
        tag = WRITTEN_AS.get(tag, tag)
        if tag == "code" and "br" in self._tree.tags[node : self._tree.subtree_end[node]]:
            return "pre"
        if node in self._quotes and tag not in CONTAINERS and tag not in SAME_LINE:
            return "blockquote" if self._is_marked_quote(around, node) else tag
        return tag

    def _quote_of(self, node: int) -> int:
        """The element that a quote begins with: often its head stands beside its text."""
        page, before = self._page, self._marked
        joins = (
            before is not None
            and page.subtree_end[before.node] == node
            and page.parents[before.node] == page.parents[node]
            and page.flat.values("class").get(before.node) != page.flat.values("class").get(node)
        )
        key = before.key if before is not None and joins else node
        self._marked = None if page.tags[node] == "blockquote" else _Marked(node, key)
        return key

    def _is_marked_quote(self, around: Roles, node: int) -> bool:
        """Whether a class says that an element is a quote, where no tag does."""
        page = self._page
        return (
            "blockquote" not in [role.tag for role in around.blocks]
            and "blockquote" not in page.tags[node : page.subtree_end[node]]
        )

"""Which elements of a page mean something for how its text is laid out, and what."""

from __future__ import annotations

from typing import NamedTuple

from extract_pipelines.page import Page
from extract_pipelines.page.markup.quote_marks import quote_nodes
from extract_pipelines.page.tag_paths import SAME_LINE

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
# What holds other blocks.
CONTAINERS = frozenset("blockquote ul ol li table tr td th".split())
# What holds a text, and the text of code.
TEXT_BLOCKS = frozenset(("p", "pre", *HEADINGS))
BLOCKS = CONTAINERS | TEXT_BLOCKS
# What stands within a text.
INLINE = frozenset("a strong em del code".split())
# What elements are written as that mean the same as one of these, or need others around them.
WRITTEN_AS = {
    **dict.fromkeys(("dt", "dd", "figcaption", "caption", "summary", "address"), "p"),
    **dict.fromkeys(("kbd", "samp", "tt", "var"), "code"),
    **dict.fromkeys(("s", "strike"), "del"),
    "b": "strong",
    "i": "em",
}
KNOWN = BLOCKS | INLINE
# What may mean something by its tag.
_TELLING = KNOWN | frozenset(WRITTEN_AS)
# What stands in nothing but the other.
PARENTS = {"tr": "table", "td": "tr", "th": "tr"}
# Deeper blocks are written as if they stood in the one around them: bounds what readers recurse.
DEEPEST = 16


class Role(NamedTuple):
    """An element that means something for the text in it."""

    tag: str
    """What it is written as."""
    node: int
    """Index of the element; of the list around an item that stands in none, of its parent."""


Roles = tuple[Role, ...]


class _Marked(NamedTuple):
    """The last quote that a class marks."""

    node: int
    key: int
    """The element that it begins with."""


class RolesOf:
    """The roles of the elements around a text, from the outermost to the innermost."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._quotes = quote_nodes(page)
        self._known: dict[int, Roles] = {-1: ()}
        self._marked: _Marked | None = None

    def of(self, node: int) -> Roles:
        """The roles of an element and those around it."""
        waiting = []
        known, parents, tags, quotes = (
            self._known,
            self._page.parents,
            self._page.tags,
            self._quotes,
        )
        while node not in known:
            waiting.append(node)
            node = parents[node]
        roles = known[node]
        for own in reversed(waiting):
            if tags[own] in _TELLING or own in quotes:
                roles = self._with(roles, own)
            known[own] = roles
        return roles

    def _with(self, around: Roles, node: int) -> Roles:
        tag = self._tag(around, node)
        tags = [role.tag for role in around]
        if tag not in KNOWN or "pre" in tags:
            return around
        if tag in INLINE:
            has_address = tag != "a" or self._page.elements[node].get("href")
            return (*around, Role(tag, node)) if tag not in tags and has_address else around
        text = next(filter(TEXT_BLOCKS.__contains__, tags), None)
        if text in HEADINGS or (text == tag == "p"):
            return around
        # A paragraph around a block ends where that begins; emphasis around it is written within.
        blocks = [role for role in around if role.tag in CONTAINERS]
        inline = [role for role in around if role.tag in INLINE and tag != "pre"]
        if tag in CONTAINERS and not self._may_stand(tag, blocks):
            return around
        if tag == "li" and (not blocks or blocks[-1].tag not in ("ul", "ol")):
            blocks.append(Role("ul", self._page.parents[node]))
        key = self._quote_of(node) if tag == "blockquote" else node
        return (*blocks, Role(tag, key), *inline)

    def _may_stand(self, tag: str, around: list[Role]) -> bool:
        inner = around[-1].tag if around else None
        if PARENTS.get(tag, inner) != inner or len(around) >= DEEPEST:
            return False
        return tag in PARENTS or inner not in ("table", "tr")

    def _tag(self, around: Roles, node: int) -> str:
        tag = self._page.tags[node]
        tag = WRITTEN_AS.get(tag, tag)
        if tag == "code" and "br" in self._page.tags[node : self._page.subtree_end[node]]:
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
            and page.values("class").get(before.node) != page.values("class").get(node)
        )
        key = before.key if before is not None and joins else node
        self._marked = None if page.tags[node] == "blockquote" else _Marked(node, key)
        return key

    def _is_marked_quote(self, around: Roles, node: int) -> bool:
        """Whether a class says that an element is a quote, where no tag does."""
        page = self._page
        return (
            all(role.tag != "blockquote" for role in around)
            and "blockquote" not in page.tags[node : page.subtree_end[node]]
        )

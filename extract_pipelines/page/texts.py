"""What leaves of a page say and lead to, and the source of its elements."""

from __future__ import annotations

from collections.abc import Iterable

from lxml import etree

from extract_pipelines.page.dom import Page
from extract_pipelines.page.tag_paths import INLINE
from extract_pipelines.page.tree_walk import Leaf


def link_of(leaf: Leaf) -> str:
    """The href of the link that the leaf stands in; empty if it has none."""
    element = leaf.element
    while element.tag != "a":
        parent = element.getparent()
        if parent is None:
            return ""
        element = parent
    return (element.get("href") or "").strip()


def block_around(page: Page, node: int) -> int:
    """Index of the innermost element at or around a node that is none of those within a line."""
    while node > 0 and page.tags[node] in INLINE and page.tags[node] != "p":
        node = page.parents[node]
    return node


def text_of(leaves: Iterable[Leaf]) -> str:
    """Text of the leaves as a reader sees it, a visual line a line."""
    return "\n".join(lines(leaves))


def html_of(page: Page, node: int) -> str:
    """Source of the element with this index."""
    html: str = etree.tostring(
        page.elements[node], encoding="unicode", method="html", with_tail=False
    )
    return html


def lines(leaves: Iterable[Leaf]) -> list[str]:
    """Texts of the visual lines that the leaves stand on, in order; code keeps its line breaks."""
    out: list[list[str]] = []
    last = -1
    for leaf in leaves:
        text = leaf.raw.strip("\n").rstrip() if "/pre" in leaf.path else leaf.text
        if leaf.line != last:
            out.append([text])
        else:
            out[-1].append(f" {text}" if leaf.spaced else text)
        last = leaf.line
    return ["".join(parts) for parts in out]

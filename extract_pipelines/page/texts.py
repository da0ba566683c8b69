"""What leaves of a page say and lead to, and the source of its elements."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lxml import etree

from extract_pipelines.page.dom import Page
from extract_pipelines.page.tag_paths import INLINE
from extract_pipelines.page.tree_walk import Leaf

# Of what stands within a line a paragraph is none.
_WITHIN_LINE: Final = INLINE - {"p"}


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
    tags, parents = page.flat.tags, page.flat.parents
    while node > 0 and tags[node] in _WITHIN_LINE:
        node = parents[node]
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
    last = ends_at = -1
    for leaf in leaves:
        is_same = leaf.line == last
        if not is_same:
            out.append([])
        if "/pre" not in leaf.path:
            out[-1].append(f" {leaf.text}" if leaf.spaced and is_same else leaf.text)
        else:
            if is_same:
                out[-1].append(_between(out[-1][-1], leaf, leaf.source_line - ends_at))
            out[-1].append(leaf.raw)
            ends_at = leaf.source_line + leaf.raw.count("\n")
        last = leaf.line
    return ["".join(parts).strip("\n").rstrip() for parts in out]


def _between(before: str, leaf: Leaf, breaks: int) -> str:
    """What parts a preformatted text from the one before it on its visual line.

    :param breaks: line breaks that stand between the two alone
    """
    return "\n" * min(breaks, 2) if breaks > 0 else space_between(before, leaf)


def space_between(before: str, leaf: Leaf) -> str:
    """The space that parts a preformatted text from another one, if neither has it.

    :param before: what stands before it on its line
    """
    is_parted = not before or before[-1].isspace() or leaf.raw[0].isspace()
    return " " if leaf.spaced and not is_parted else ""

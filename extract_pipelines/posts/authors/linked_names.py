"""Names in links: of several parts in one, or with the account behind it in a link of its own."""

from __future__ import annotations

from extract_pipelines.page import Leaf, Page
from extract_pipelines.text.names import COLONS, HONORIFICS, LONGEST_NAME


def whole_name(page: Page, index: int) -> str:
    """The text of a leaf, with those behind it in the same link that no space parts from it.

    Members give the letters of their names colours. A polite word behind one is no part of it, nor
    is one in an element of its own that ends with a colon, as in "Anna" and "says:".
    """
    leaf = page.leaves[index]
    if not leaf.in_link:
        return leaf.text
    text = leaf.text
    for other in page.leaves[index + 1 : index + 3]:
        if other.spaced or other.line != leaf.line or not _share_link(page, leaf, other):
            break
        if other.text in HONORIFICS or _is_label_behind(other):
            break
        text += other.text
    return text if len(text) <= LONGEST_NAME else leaf.text


def _is_label_behind(leaf: Leaf) -> bool:
    return leaf.text.endswith(COLONS) and not leaf.path.endswith("/a")


def _share_link(page: Page, leaf: Leaf, other: Leaf) -> bool:
    return other.in_link and _link_around(page, leaf) == _link_around(page, other)


def link_alike(page: Page, leaf: Leaf, other: Leaf) -> bool:
    """Whether two leaves stand in two links to one address: the second may have the account."""
    one, two = _link_around(page, leaf), _link_around(page, other)
    addresses = page.flat.values("href")
    return one != two and addresses.get(one, "") == addresses.get(two)


def _link_around(page: Page, leaf: Leaf) -> int:
    """Index of the link that a leaf stands in; 0 if it stands in none."""
    node = leaf.node
    while node > 0 and page.tags[node] != "a":
        node = page.parents[node]
    return node

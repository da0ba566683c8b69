"""Rows of a list of threads, articles or members look like floors; what tells them apart."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from extract_pipelines.floors.authors import author_leaf
from extract_pipelines.floors.views import View
from extract_pipelines.page import Leaf, Page, link_of

# A link with a text of so many bytes (a Chinese character has three) can be the title of a page.
SHORTEST_TITLE = 10
# The title stands among so many texts at the beginning of its row.
FIRST_LEAVES = 3
# Share of the records that have such a link of their own in a list.
MOST_ROWS = 0.7

Row = list[tuple[str, Leaf]]


def is_list(page: Page, views: Sequence[View], authors: Sequence[str]) -> bool:
    """Whether records are the rows of a list and no posts.

    They are if what differs from row to row stands in links for the greater part, or if most rows
    begin with a link, at the same place, that has a title of its own.

    :param authors: places of the author, whose name is no title
    """
    rows = [_own_leaves(page, view, authors) for view in views]
    return _is_mostly_linked(rows) or _has_titles(rows)


def _own_leaves(page: Page, view: View, authors: Sequence[str]) -> Row:
    """The leaves that are neither a date nor the author, with their places."""
    author = author_leaf(view, authors)
    leaves = page.leaves
    return [
        (above[0], leaves[index])
        for index, above in zip(view.leaves, view.above, strict=True)
        if index not in view.dated and index != author
    ]


def _is_mostly_linked(rows: Sequence[Row]) -> bool:
    texts = [pair for row in rows for pair in row]
    seen = Counter((place, leaf.text) for place, leaf in texts)
    linked = unlinked = 0
    for place, leaf in texts:
        if seen[place, leaf.text] == 1 and not leaf.text.isdigit():
            if leaf.in_link:
                linked += len(leaf.text)
            else:
                unlinked += len(leaf.text)
    return linked >= unlinked


def _has_titles(rows: Sequence[Row]) -> bool:
    titles: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        for place, leaf in row[:FIRST_LEAVES]:
            if leaf.in_link and len(leaf.text.encode()) >= SHORTEST_TITLE:
                href = link_of(leaf)
                if href and not href.startswith("#"):
                    titles[place].add(leaf.text)
    return any(len(texts) >= max(2, MOST_ROWS * len(rows)) for texts in titles.values())

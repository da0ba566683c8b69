"""Rows of a list of threads, articles or members look like floors; what tells them apart."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from extract_pipelines.floors.slots import View, author_leaf, link_of
from extract_pipelines.page import Leaf, Page
from extract_pipelines.text.dates import has_date

# A link with a text of so many bytes (a Chinese character has three) can be the title of a page.
SHORTEST_TITLE = 10
# The title stands among so many texts at the beginning of its row.
FIRST_LEAVES = 3
# Share of the records that have such a link of their own in a list.
MOST_ROWS = 0.7


def is_list(page: Page, views: Sequence[View], authors: Sequence[str]) -> bool:
    """Whether records are the rows of a list and no posts.

    They are if what differs from row to row stands in links for the greater part, or if most rows
    begin with a link, at the same place, that has a title of its own.

    :param authors: places of the author, whose name is no title
    """
    return _is_mostly_linked(page, views, authors) or _has_titles(page, views, authors)


def _own_leaves(page: Page, view: View, authors: Sequence[str]) -> list[tuple[str, Leaf]]:
    return [
        (above[0], page.leaves[index])
        for index, above in zip(view.leaves, view.above, strict=True)
        if index not in (view.record.anchor.leaf, author_leaf(view, authors))
    ]


def _is_mostly_linked(page: Page, views: Sequence[View], authors: Sequence[str]) -> bool:
    texts = [pair for view in views for pair in _own_leaves(page, view, authors)]
    seen = Counter((place, leaf.text) for place, leaf in texts)
    linked = unlinked = 0
    for place, leaf in texts:
        if seen[place, leaf.text] == 1 and not leaf.text.isdigit() and not has_date(leaf.text):
            if leaf.in_link:
                linked += len(leaf.text)
            else:
                unlinked += len(leaf.text)
    return linked >= unlinked


def _has_titles(page: Page, views: Sequence[View], authors: Sequence[str]) -> bool:
    titles: dict[str, set[str]] = defaultdict(set)
    for view in views:
        for place, leaf in _own_leaves(page, view, authors)[:FIRST_LEAVES]:
            if leaf.in_link and len(leaf.text.encode()) >= SHORTEST_TITLE:
                href = link_of(leaf)
                if href and not href.startswith("#"):
                    titles[place].add(leaf.text)
    return any(len(texts) >= max(2, MOST_ROWS * len(views)) for texts in titles.values())

"""Heads of columns: "Author", "Message" above the posts of a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.text.dates import has_date
from extract_pipelines.text.lexicon import words

FEWEST_COLUMNS: Final = 2
# A longer text is no word for authors, and plain cells with more texts are no heads.
LONGEST: Final = 20
MOST_LEAVES: Final = 2
_CELLS: Final = frozenset(("td", "th"))
_AUTHOR: Final = frozenset(words("author"))


@once_a_page
def column_heads(page: Page) -> frozenset[int]:
    """Indices of the leaves in rows that are nothing but heads of columns.

    Such a row has no link and no date: where heads of single posts are written so, they have. Plain
    cells are heads where one of them is nothing but a word for authors.
    """
    rows = {page.parents[node] for node in page.flat.tagged("th")} - {-1}
    rows.update(_rows_of_authors(page))
    return frozenset([leaf for row in rows if _is_head(page, row) for leaf in _leaves(page, row)])


def _rows_of_authors(page: Page) -> Iterator[int]:
    """The rows in which a plain cell is nothing but a word for authors."""
    for leaf, text in enumerate(page.flat.texts):
        if len(text) <= LONGEST and text.lower().rstrip(":：") in _AUTHOR:
            node = page.flat.nodes[leaf]
            while node > 0 and page.tags[node] not in _CELLS:
                node = page.parents[node]
            if node > 0 and len(range(*page.flat.leaf_range(node))) == 1:
                yield page.parents[node]


def _leaves(page: Page, row: int) -> range:
    return range(*page.flat.leaf_range(row))


def _is_head(page: Page, row: int) -> bool:
    tags = [child.tag for child in page.flat.elements[row]]
    if len(tags) < FEWEST_COLUMNS or set(tags) not in ({"th"}, {"td"}):
        return False
    if "th" not in tags and len(_leaves(page, row)) > MOST_LEAVES * len(tags):
        return False
    texts, in_link = page.flat.texts, page.flat.in_link
    return not any(in_link[leaf] or has_date(texts[leaf]) for leaf in _leaves(page, row))

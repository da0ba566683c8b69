"""Heads of columns: "Author", "Message" above the posts of a table."""

from __future__ import annotations

from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.text.dates import has_date

FEWEST_COLUMNS: Final = 2


@once_a_page
def column_heads(page: Page) -> frozenset[int]:
    """Indices of the leaves in rows that are nothing but heads of columns.

    Such a row has no link and no date: where heads of single posts are written so, they have.
    """
    rows = {page.parents[node] for node in page.flat.tagged("th")} - {-1}
    return frozenset([leaf for row in rows if _is_head(page, row) for leaf in _leaves(page, row)])


def _leaves(page: Page, row: int) -> range:
    return range(*page.leaf_range(row))


def _is_head(page: Page, row: int) -> bool:
    tags = [child.tag for child in page.flat.elements[row]]
    if len(tags) < FEWEST_COLUMNS or set(tags) != {"th"}:
        return False
    texts, in_link = page.flat.texts, page.flat.in_link
    return not any(in_link[leaf] or has_date(texts[leaf]) for leaf in _leaves(page, row))

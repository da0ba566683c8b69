"""The path to a page, as the page shows it."""

from __future__ import annotations

from itertools import takewhile

from extract_pipelines.page import Page
from extract_pipelines.page.memo import once_a_page

# So many elements of a page are its top.
TOP_ELEMENTS = 400


@once_a_page
def breadcrumbs(page: Page) -> list[str]:
    """Texts of the path to the page, where an element near its top is marked as one."""
    marked = [
        node
        for name in ("class", "aria-label")
        for node in takewhile(lambda node: node < TOP_ELEMENTS, page.having(name))
        if "breadcrumb" in page.elements[node].get(name, "").lower()
    ]
    return [leaf.text for leaf in page.leaves_of(min(marked)) if leaf.in_link] if marked else []

"""The path to a page, as the page shows it."""

from __future__ import annotations

from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.memo import once_a_page

# So many elements of a page are its top.
TOP_ELEMENTS: Final = 400


@once_a_page
def breadcrumbs(page: Page) -> list[str]:
    """Texts of the path to the page, where an element near its top is marked as one."""
    marked: list[int] = []
    for attribute in ("class", "aria-label"):
        for names, nodes in page.flat.by_value(attribute).items():
            if nodes[0] >= TOP_ELEMENTS:
                break
            if "breadcrumb" in names.lower():
                marked.append(nodes[0])
    return [leaf.text for leaf in page.leaves_of(min(marked)) if leaf.in_link] if marked else []

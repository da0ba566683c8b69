"""The mark before a text that leads to its own place on the page, as the "¶" of "¶ Thanks!"."""

from __future__ import annotations

from collections.abc import Sequence

from extract_pipelines.page import Page, link_of


def marks_before(page: Page, leaves: Sequence[int]) -> int:
    """How many of the leaves of a body, from the first on, are marks that link to the page itself.

    A mark has neither letter nor digit. Where nothing else is said, marks are what was written.

    :param leaves: indices of its leaves, in order
    """
    for number, leaf in enumerate(leaves):
        if not page.flat.in_link[leaf] or any(map(str.isalnum, page.flat.texts[leaf])):
            return number
        if not _stays(page, link_of(page.leaves[leaf])):
            return number
    return 0


def _stays(page: Page, href: str) -> bool:
    """Whether an address is that of a place on the page."""
    address, _, fragment = href.partition("#")
    return bool(fragment) and (
        not address or (bool(page.url) and page.joined(address) == page.url.partition("#")[0])
    )

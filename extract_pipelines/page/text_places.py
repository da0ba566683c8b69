"""Where texts stand on a page that its data tell of."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from extract_pipelines.page.dom import Page
from extract_pipelines.page.memo import once_a_page

# So many letters and digits that begin a text tell where it stands; fewer may stand anywhere.
BEGINNING, FEWEST = 40, 8


def places_of(page: Page, texts: Sequence[str]) -> list[int | None]:
    """For each text the index of the element that it begins in; None if the page does not show it.

    :param texts: in the order in which they stand on the page, as far as they have one
    """
    beginnings = [_squeezed(text)[:BEGINNING] for text in texts]
    if all(len(beginning) < FEWEST for beginning in beginnings):
        return [None] * len(texts)
    whole, ends = _squeezed_page(page)
    found: list[int | None] = []
    after = 0
    for beginning in beginnings:
        place = whole.find(beginning, after) if len(beginning) >= FEWEST else -1
        if place < 0 <= len(beginning) - FEWEST:
            place = whole.find(beginning)
        if place < 0:
            found.append(None)
            continue
        found.append(page.leaves[bisect_right(ends, place)].node)
        after = place + len(beginning)
    return found


@once_a_page
def _squeezed_page(page: Page) -> tuple[str, list[int]]:
    """The letters and digits of a page, and where among them each of its leaves ends."""
    leaves = [_squeezed(leaf.text) for leaf in page.leaves]
    return "".join(leaves), list(accumulate(map(len, leaves)))


def _squeezed(text: str) -> str:
    """The letters and digits of a text, in lower case."""
    return "".join(filter(str.isalnum, text)).casefold()

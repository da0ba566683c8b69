"""Features of record groups by the captions that stand in the records, and on the page.

Below a post there is a button to reply, beside it how many posts its author has written; an article
names its editor, and rows say that there is more to read.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import log2
from typing import final

from extract_pipelines.page import Page
from extract_pipelines.page.captions import MEANINGS, captions_of
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.posts.scoring.sums import RecordRanges, counts_before

CAPTION_NAMES: tuple[str, ...] = (
    *(f"{meaning}_in_records" for meaning in MEANINGS),
    *(f"{meaning}_on_page" for meaning in MEANINGS),
)


@once_a_page
def caption_features(page: Page) -> CaptionFeatures:
    """What computes the features of captions for the groups of a page."""
    return CaptionFeatures(page)


@final
class CaptionFeatures:
    """Computes the features of captions for the groups of one page.

    :ivar count: how many elements of the page have a caption
    :ivar on_page: for each meaning how many captions there are, as log2(1 + n)
    """

    def __init__(self, page: Page) -> None:
        nodes, self._meanings = captions_of(page)
        self.count = len(nodes)
        self._before = counts_before(nodes, len(page.flat.tags))
        self.on_page: list[float] = [log2(1 + count) for count in _counts(self._meanings)]

    def of(self, parts: RecordRanges) -> tuple[float, ...]:
        """The share of records with a caption of each meaning, and how many there are on the page.

        :param parts: the elements of the records; named by `CAPTION_NAMES`
        """
        size = len(parts.ends)
        return (*[count / size for count in _counts(self._held(parts))], *self.on_page)

    def _held(self, parts: RecordRanges) -> list[int]:
        """For each record what the captions in it mean: bit k is set for `MEANINGS[k]`."""
        before, meanings = self._before, self._meanings
        found: list[int] = []
        at = 0
        for end in parts.ends:
            held = 0
            for part in range(at, end):
                for place in range(before[parts.starts[part]], before[parts.stops[part]]):
                    held |= meanings[place]
            found.append(held)
            at = end
        return found


def _counts(several: Sequence[int]) -> list[int]:
    """For each meaning how many of these numbers have its bit set."""
    found = [0] * len(MEANINGS)
    for bits in several:
        if bits:
            for meaning in _numbers(bits):
                found[meaning] += 1
    return found


@lru_cache(maxsize=4096)
def _numbers(bits: int) -> list[int]:
    return [bit for bit in range(len(MEANINGS)) if bits >> bit & 1]

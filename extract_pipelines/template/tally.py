"""On how many pages of a sample entries stand, counted as pages come and go."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable
from itertools import chain, count
from typing import Final

# Counts take several times the memory of the pages: of so many samples they are kept, of those that
# were used last; others are counted anew.
MOST_KEPT: Final = 64

_numbers = count()
_kept: dict[int, Counter[int]] = {}


class Tally:
    """The counts of one sample; each page is given as its entries."""

    def __init__(self) -> None:
        self._number = next(_numbers)

    def of(self, pages: Iterable[array[int]]) -> Counter[int]:
        """The counts of all entries of the sample.

        :param pages: all pages of the sample
        """
        counts = _kept.pop(self._number, None)
        if counts is None:
            counts = Counter(chain.from_iterable(pages))
        _kept[self._number] = counts
        while len(_kept) > MOST_KEPT:
            _kept.pop(next(iter(_kept)), None)
        return counts

    def change(self, come: array[int], gone: Iterable[array[int]]) -> None:
        """Count a page that has come into the sample, and those that have gone from it."""
        counts = _kept.get(self._number)
        if counts is None:
            return
        counts.update(come)
        for page in gone:
            for entry in page:
                left = counts[entry] - 1
                if left:
                    counts[entry] = left
                else:
                    del counts[entry]

    def forget(self) -> None:
        """Count anew when the sample is asked for next."""
        _kept.pop(self._number, None)

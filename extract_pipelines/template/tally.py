"""On how many pages of a sample entries stand, counted as pages come and go."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable
from itertools import chain
from threading import Lock
from typing import Final

# Counts take several times the memory of the pages: of so many samples they are kept, of those that
# were used last; others are counted anew.
MOST_KEPT: Final = 64

_used_last: Final[dict[Tally, None]] = {}
_one_at_a_time: Final = Lock()


class Tally:
    """The counts of one sample; each page is given as its entries."""

    def __init__(self) -> None:
        self._counts: Counter[int] | None = None

    def of(self, pages: Iterable[array[int]]) -> Counter[int]:
        """The counts of all entries of the sample.

        :param pages: all pages of the sample
        """
        counts = self._counts
        if counts is None:
            counts = self._counts = Counter(chain.from_iterable(pages))
        _keep(self)
        return counts

    def change(self, come: array[int], gone: Iterable[array[int]]) -> None:
        """Count a page that has come into the sample, and those that have gone from it."""
        counts = self._counts
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
        self._counts = None


def _keep(tally: Tally) -> None:
    """Keep counts as those that were used last, and forget those that no one used for longest."""
    with _one_at_a_time:
        _used_last.pop(tally, None)
        _used_last[tally] = None
        if len(_used_last) > MOST_KEPT:
            oldest = next(iter(_used_last))
            del _used_last[oldest]
            oldest.forget()

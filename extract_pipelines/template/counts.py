"""Counts of names, bounded."""

from __future__ import annotations

from typing import Any

# A Counter that adds up numbers with a fraction, which the type of Counter knows nothing of.
Scores = Any


def keep(counts: Scores, most: int) -> None:
    """Of more names than so many, keep those with the largest counts; of equal counts the first.

    What is kept of several tables that are merged by the larger count does not depend on the order
    in which they are merged, or on how often they are.
    """
    if len(counts) > most:
        kept = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:most]
        counts.clear()
        counts.update(dict(kept))

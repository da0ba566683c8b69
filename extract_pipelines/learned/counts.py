"""Counts of names, bounded and merged: numbers of pages, or scores and log odds that add up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

K = TypeVar("K")


def keep(counts: dict[K, Any], most: int) -> None:
    """Of more names than so many, keep those with the largest counts; of equal counts the first.

    What is kept of several tables that are merged by the larger count does not depend on the order
    in which they are merged, or on how often they are.
    """
    if len(counts) > most:
        kept = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:most]
        counts.clear()
        counts.update(dict(kept))


def keep_larger(counts: dict[K, Any], other: Mapping[K, Any]) -> None:
    """Of each name keep the larger of two counts: a merge that is done again changes nothing."""
    for name, count in other.items():
        counts[name] = max(count, counts.get(name, count))


def positive(counts: Mapping[K, Any]) -> dict[K, Any]:
    """Those above 0: what has scored nothing tells nothing of other pages."""
    return {name: count for name, count in counts.items() if count > 0}

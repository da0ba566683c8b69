"""The order of a thread's floors: each has a rank, a number that is larger than those before it.

What was seen keeps its rank wherever it moves to: posts that are added or deleted before it, or
another number of posts on a page, change no order. New floors get ranks between their neighbours'.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise

# No page has more floors: a rank that nothing else tells is that of a page and a place on it.
PAGE_RANKS = 10_000.0


def is_ascending(ranks: Sequence[float]) -> bool:
    """Whether floors are shown in their order."""
    return all(one <= other for one, other in pairwise(ranks))


def ranks_of(former: Sequence[float | None], known: Sequence[float], page: int) -> list[float]:
    """The ranks of a page's floors.

    :param former: those that they had, in the order of the page; None for new floors
    :param known: those of all floors of the thread that were seen before, ascending
    :param page: number of the page
    """
    plain = [page * PAGE_RANKS + place for place in range(len(former))]
    shown = [rank for rank in former if rank is not None]
    if not is_ascending(shown):
        return plain
    if not shown:
        is_free = bisect_left(known, plain[0] if plain else 0.0) == bisect_left(
            known, (page + 1) * PAGE_RANKS
        )
        return plain if is_free else [known[-1] + rank for rank in plain]
    before, behind = bisect_left(known, shown[0]), bisect_right(known, shown[-1])
    lowest = known[before - 1] if before else -1.0
    highest = known[behind] if behind < len(known) else None
    ranks: list[float] = []
    at = 0
    while at < len(former):
        rank = former[at]
        if rank is not None:
            ranks.append(rank)
            at += 1
            continue
        end = next((i for i in range(at, len(former)) if former[i] is not None), len(former))
        upper = former[end] if end < len(former) else highest
        ranks += _between(ranks[-1] if ranks else lowest, upper, plain[at:end])
        at = end
    return ranks


def _between(lower: float, upper: float | None, plain: Sequence[float]) -> list[float]:
    """Ranks of new floors between two that are known: those of their places, if they fit there."""
    if upper is None:
        return [max(rank, lower + place) for place, rank in enumerate(plain, start=1)]
    if lower < plain[0] and plain[-1] < upper:
        return [*plain]
    step = (upper - lower) / (len(plain) + 1)
    return [lower + step * place for place in range(1, len(plain) + 1)]

"""How the leaves of a record lie at its places, whatever else is known of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from extract_pipelines.posts.views.views import RecordView


@final
class LeafRange:
    """The leaves of a record at one place, or at several places with the same leaves.

    Ranks are positions among the leaves of the record.

    :ivar first: rank of the first leaf
    :ivar end: rank of the last leaf, plus one
    :ivar count: number of leaves
    :ivar ranks: the ranks of all of them, if leaves of other places stand between; else empty
    :ivar innermost: the innermost places that these leaves stand at
    """

    def __init__(self, first: int, end: int, count: int, innermost: set[str]) -> None:
        self.first, self.end, self.count, self.innermost = first, end, count, innermost
        self.ranks: list[int] = []


@final
class Layout:
    """The places of a record, the ones with most leaves first, and the leaves that these have.

    :ivar parts: the different sets of leaves
    :ivar places: (place, index of its leaves in `parts`, index of those of the place around it, or
        -1 if there is none)
    """

    def __init__(self, view: RecordView) -> None:
        self.parts: list[LeafRange] = []
        self.places: list[tuple[str, int, int]] = []
        outer_of, innermost = _around_places(view.paths)
        ranks = {index: rank for rank, index in enumerate(view.leaves)}
        known: dict[tuple[int, int, int], int] = {}
        numbers: dict[str, int] = {}
        places = list(view.leaves_at)
        sizes = [-len(leaves) for leaves in view.leaves_at.values()]
        for at in sorted(range(len(places)), key=sizes.__getitem__):
            place = places[at]
            leaves = view.leaves_at[place]
            first, end, count = ranks[leaves[0]], ranks[leaves[-1]] + 1, len(leaves)
            number = known.get((first, end, count), -1)
            if number < 0:
                number = known[first, end, count] = len(self.parts)
                part = LeafRange(first, end, count, innermost[place])
                if end - first != count:
                    part.ranks = [ranks[leaf] for leaf in leaves]
                self.parts.append(part)
            numbers[place] = number
            self.places.append((place, number, numbers.get(outer_of.get(place, ""), -1)))


def _around_places(paths: Sequence[tuple[str, ...]]) -> tuple[dict[str, str], dict[str, set[str]]]:
    """For each place of a record the one around it, and the innermost places of its leaves."""
    outer_of: dict[str, str] = {}
    innermost: dict[str, set[str]] = {}
    for path in paths:
        inner = path[0]
        last = ""
        for place in path:
            held = innermost.get(place)
            if held is None:
                innermost[place] = {inner}
            else:
                held.add(inner)
            if last and last not in outer_of:
                outer_of[last] = place
            last = place
    return outer_of, innermost

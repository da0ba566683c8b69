"""Finding the main text of a page that has no floors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from extract_pipelines.page import Leaf, Page


class Body(NamedTuple):
    """The main text of a page, as a strategy found it."""

    leaves: Sequence[Leaf]
    """Its leaves in document order; none where nothing was found."""
    node: int | None
    """Index in `Page.elements` of the element that holds it, where it is one element's."""


NOTHING = Body((), None)


def subtree_sums(page: Page, values: Sequence[int], *, own: bool = True) -> list[int]:
    """Sum of the values over each element's subtree.

    :param values: a value an element, in the order of `Page.elements`
    :param own: whether the element's own value is counted
    """
    before = [0, *accumulate(values)]
    first = 0 if own else 1
    return [before[end] - before[node + first] for node, end in enumerate(page.subtree_end)]


def best_subtree(page: Page, leaves: Sequence[Leaf], scores: Sequence[float]) -> Body:
    """The leaves below the element with the best score; nothing if no score is positive.

    :param scores: a score an element, in the order of `Page.elements`
    """
    best = max(range(len(scores)), key=scores.__getitem__, default=None)
    if best is None or scores[best] <= 0:
        return NOTHING
    end = page.subtree_end[best]
    return Body([leaf for leaf in leaves if best <= leaf.node < end], best)


def by_line(leaves: Iterable[Leaf]) -> list[list[Leaf]]:
    """The leaves by the visual line that they stand on, in order."""
    found: list[list[Leaf]] = []
    for leaf in leaves:
        if not found or found[-1][0].line != leaf.line:
            found.append([])
        found[-1].append(leaf)
    return found


def body_of(page: Page, leaves: Sequence[Leaf], chosen: Sequence[Leaf]) -> Body:
    """A body of chosen leaves, with the element that holds these and no other of the leaves.

    :param leaves: the page's leaves that count as text
    :param chosen: some of them, in document order
    """
    if not chosen:
        return NOTHING
    node = page.flat.around_both(chosen[0].node, chosen[-1].node)
    end = page.subtree_end[node]
    held = [leaf for leaf in leaves if node <= leaf.node < end]
    return Body(chosen, node if len(held) == len(chosen) else None)

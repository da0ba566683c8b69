"""Blocks: the visual lines of a page as units of text, and the containers around them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from extract_pipelines.page import Page
from extract_pipelines.published.unlinked_text import DENSITY_POWER
from extract_pipelines.text.scripts import letter_weight

# Letters outside links from which on a leaf is a sentence rather than a label.
LEAST_SENTENCE = 60
# Leaves that tell which scripts a page is written in.
SAMPLE = 100
# The best container holds at least this share of the page's unlinked text.
LEAST_SHARE = 0.1
# Containers around a block that are looked at, from the inside.
LEVELS = 4


class Container(NamedTuple):
    """An element that holds several blocks, with what stands in it."""

    node: int
    """Index of the element; -1 for none."""
    share: float
    """Share of the page's unlinked text."""
    unlinked: float
    """Share of its own text that is unlinked."""
    sentences: int
    """Leaves below it that are sentences."""
    elements: int
    """Elements below it, itself included."""
    density: float
    """Unlinked letters an element."""


NO_CONTAINER = Container(-1, -1.0, -1.0, -1, -1, -1.0)


class Blocks:
    """The blocks of a page, each the leaves of one visual line, in document order.

    Lengths are in Latin letters; a letter of a script that says more in one counts for several.

    :ivar starts: index of each block's first leaf; the number of leaves at the end
    :ivar nodes: index of the element around each block's first leaf
    :ivar lengths: letters of each block
    :ivar unlinked: letters of each block outside links
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        leaves = page.leaves
        self.starts: list[int] = []
        last = -1
        for index, leaf in enumerate(leaves):
            if leaf.line != last:
                self.starts.append(index)
                last = leaf.line
        self.nodes = [leaves[start].node for start in self.starts]
        self.starts.append(len(leaves))
        weight = letter_weight("".join(leaf.text for leaf in leaves[:SAMPLE]))
        sizes = [len(leaf.text) * weight for leaf in leaves]
        free = [0.0 if leaf.in_link else size for leaf, size in zip(leaves, sizes, strict=True)]
        self._letters = [0.0, *accumulate(sizes)]
        self._unlinked = [0.0, *accumulate(free)]
        self._sentences = [0, *accumulate(size > LEAST_SENTENCE for size in free)]
        self.lengths = self._at_blocks(self._letters)
        self.unlinked = self._at_blocks(self._unlinked)
        self._around: dict[int, tuple[Container, ...]] = {-1: ()}
        self._first, self._stop = page.flat.leaf_start, page.flat.leaf_end
        self._parents, self._ends = page.parents, page.subtree_end

    def __len__(self) -> int:
        return len(self.nodes)

    def _at_blocks(self, sums: Sequence[float]) -> list[float]:
        return [after - before for before, after in pairwise(sums[start] for start in self.starts)]

    def text(self, block: int) -> str:
        """The block's text on one line."""
        start, stop = self.starts[block], self.starts[block + 1]
        leaves = self.page.leaves
        if stop - start == 1:
            return leaves[start].text
        return " ".join(leaf.text for leaf in leaves[start:stop])

    def containers(self, block: int) -> Sequence[Container]:
        """Elements that hold this block and others, each more than the one before, four at most."""
        node = self.nodes[block]
        first, stop = self._first, self._stop
        size = self.starts[block + 1] - self.starts[block]
        while node >= 0 and stop[node] - first[node] <= size:
            node = self._parents[node]
        return self._containers_from(node)

    def _containers_from(self, node: int) -> tuple[Container, ...]:
        found = self._around.get(node)
        if found is None:
            first, stop, wider = self._first, self._stop, self._parents[node]
            while wider >= 0 and first[wider] == first[node] and stop[wider] == stop[node]:
                wider = self._parents[wider]
            found = (self.container(node), *self._containers_from(wider)[: LEVELS - 1])
            self._around[node] = found
        return found

    def container(self, node: int) -> Container:
        """What stands in an element."""
        start, stop = self._first[node], self._stop[node]
        letters = self._letters[stop] - self._letters[start]
        unlinked = self._unlinked[stop] - self._unlinked[start]
        elements = self._ends[node] - node
        return Container(
            node,
            unlinked / (self._unlinked[-1] or 1.0),
            unlinked / (letters or 1.0),
            self._sentences[stop] - self._sentences[start],
            elements,
            unlinked / elements,
        )

    def best_container(self) -> int:
        """Index of the element with the best U · (U / TG)^0.35 · U / T; -1 where all are links.

        U is its unlinked text, T all its text, TG its elements; see `unlinked_text`.
        """
        letters, unlinked = self._letters, self._unlinked
        least = LEAST_SHARE * unlinked[-1]
        best, best_score = -1, 0.0
        for node, (start, stop) in enumerate(zip(self._first, self._stop, strict=True)):
            own = unlinked[stop] - unlinked[start]
            if own > least:
                elements = self._ends[node] - node
                score = own * own * (own / elements) ** DENSITY_POWER
                score /= letters[stop] - letters[start]
                if score > best_score:
                    best, best_score = node, score
        return best

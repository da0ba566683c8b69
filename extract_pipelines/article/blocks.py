"""Blocks: the visual lines of a page as units of text, and the containers around them."""

from __future__ import annotations

from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.published.unlinked_text import DENSITY_POWER
from extract_pipelines.text.scripts import letter_weight

# A leaf of more letters outside links is a sentence rather than a label; lengths are weighted here,
# which bytes, as of `is_sentence`, are not.
MOST_LETTERS_OF_LABEL: Final = 60
# Leaves that tell which scripts a page is written in.
SAMPLE: Final = 100
# The best container holds at least this share of the page's unlinked text.
LEAST_SHARE: Final = 0.1

# What is measured of a container: its share of the page's unlinked text, the share of its own text
# that is unlinked, leaves below it that are sentences, elements below it and itself, and unlinked
# letters an element.
MEASURES: Final = ("share", "unlinked", "sentences", "elements", "density")
NO_CONTAINER: Final = (-1.0,) * len(MEASURES)


class Blocks:
    """The blocks of a page, each the leaves of one visual line, in document order.

    Lengths are in Latin letters; a letter of a script that says more in one counts for several.

    :ivar starts: index of each block's first leaf; the number of leaves at the end
    :ivar nodes: index of the element around each block's first leaf
    :ivar lengths: letters of each block
    :ivar unlinked: letters of each block outside links
    """

    def __init__(self, page: Page) -> None:
        self._tree = tree = page.flat
        leaves, self._leaf_texts = tree.leaves, tree.texts
        self.starts: list[int] = []
        last = -1
        for index, leaf in enumerate(leaves):
            line = leaf.line
            if line != last:
                self.starts.append(index)
                last = line
        self.nodes: list[int] = [leaves[start].node for start in self.starts]
        self.starts.append(len(leaves))
        self._add_up(letter_weight("".join(self._leaf_texts[:SAMPLE])))
        self.lengths = self._at_blocks(self._letters)
        self.unlinked = self._at_blocks(self._unlinked)

    def __len__(self) -> int:
        return len(self.nodes)

    def _add_up(self, weight: float) -> None:
        """How much stands before each leaf, and before the page's end."""
        letters = unlinked = 0.0
        sentences = 0
        self._letters, self._unlinked, self._sentences = [letters], [unlinked], [sentences]
        in_link = self._tree.in_link
        for leaf, text in enumerate(self._leaf_texts):
            size = float(len(text)) * weight
            letters += size
            if not in_link[leaf]:
                unlinked += size
                sentences += size > MOST_LETTERS_OF_LABEL
            self._letters.append(letters)
            self._unlinked.append(unlinked)
            self._sentences.append(sentences)

    def _at_blocks(self, sums: list[float]) -> list[float]:
        starts = self.starts
        return [sums[starts[block + 1]] - sums[starts[block]] for block in range(len(self.nodes))]

    def text(self, block: int) -> str:
        """The block's text on one line."""
        start, stop = self.starts[block], self.starts[block + 1]
        if stop - start == 1:
            return self._leaf_texts[start]
        return " ".join(self._leaf_texts[start:stop])

    def container(self, block: int) -> int:
        """Index of the innermost element that holds this block and others; -1 for none."""
        first, stop, parents = self._tree.leaf_start, self._tree.leaf_end, self._tree.parents
        node, size = self.nodes[block], self.starts[block + 1] - self.starts[block]
        while node >= 0 and stop[node] - first[node] <= size:
            node = parents[node]
        return node

    def wider(self, node: int) -> int:
        """Index of the innermost element that holds all of a container and more; -1 for none."""
        first, stop, parents = self._tree.leaf_start, self._tree.leaf_end, self._tree.parents
        begins, ends, wider = first[node], stop[node], parents[node]
        while wider >= 0 and first[wider] == begins and stop[wider] == ends:
            wider = parents[wider]
        return wider

    def measure(self, node: int) -> tuple[float, ...]:
        """What stands in an element, as `MEASURES` name it."""
        start, stop = self._tree.leaf_start[node], self._tree.leaf_end[node]
        letters = self._letters[stop] - self._letters[start]
        unlinked = self._unlinked[stop] - self._unlinked[start]
        elements = self._tree.subtree_end[node] - node
        return (
            unlinked / (self._unlinked[-1] or 1.0),
            unlinked / (letters or 1.0),
            float(self._sentences[stop] - self._sentences[start]),
            float(elements),
            unlinked / elements,
        )

    def best_container(self) -> int:
        """Index of the element with the best U · (U / TG)^0.35 · U / T; -1 where all are links.

        U is its unlinked text, T all its text, TG its elements; see `unlinked_text`.
        """
        letters, unlinked = self._letters, self._unlinked
        first, last, ends = self._tree.leaf_start, self._tree.leaf_end, self._tree.subtree_end
        least = LEAST_SHARE * unlinked[-1]
        best, best_score = -1, 0.0
        for node, start in enumerate(first):
            stop = last[node]
            own = unlinked[stop] - unlinked[start]
            if own > least:
                elements = ends[node] - node
                score = own * own * (own / elements) ** DENSITY_POWER
                score /= letters[stop] - letters[start]
                if score > best_score:
                    best, best_score = node, score
        return best

"""Body by the density of text and symbols (Hong et al. 2019, formulas 2, 4 and 5)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate
from math import log, log10, sqrt
from statistics import fmean
from typing import NamedTuple

from extract_pipelines.body import Body
from extract_pipelines.page import Leaf, Page

_SYMBOLS = re.compile(r"[，。！？、；：“”‘’《》（）…—,.!?;:\"'()%\-]")


class Density(NamedTuple):
    """What formulas 2 and 4 count below a node."""

    text: int
    """T: characters of text."""
    link_text: int
    """LT: characters of text in links."""
    tags: int
    """TG: tags below the node."""
    link_tags: int
    """LTG: ``<a>`` tags below the node."""
    symbols: int
    """Sb: punctuation marks."""
    paragraphs: int
    """PNum: ``<p>`` tags below the node."""

    @property
    def text_density(self) -> float:
        """TD = (T - LT) / (TG - LTG), formula 2; the divisor is 1 where all tags are links."""
        return (self.text - self.link_text) / max(1, self.tags - self.link_tags)

    @property
    def symbol_density(self) -> float:
        """SbD = (T - LT) / (Sb + 1), formula 4."""
        return (self.text - self.link_text) / (self.symbols + 1)


def densities(page: Page, leaves: Sequence[Leaf]) -> list[Density]:
    """The densities of each of the page's elements.

    :param leaves: the page's leaves that count as text
    """
    elements, ends = page.elements, page.subtree_end
    text, link_text, symbols = ([0] * len(elements) for _ in range(3))
    for leaf in leaves:
        text[leaf.node] += len(leaf.text)
        if leaf.in_link:
            link_text[leaf.node] += len(leaf.text)
        symbols[leaf.node] += len(_SYMBOLS.findall(leaf.text))
    tags = [element.tag for element in elements]
    below = [range(node + 1, end) for node, end in enumerate(ends)]
    return [
        Density(*counts)
        for counts in zip(
            _sums(text, ends),
            _sums(link_text, ends),
            map(len, below),
            _sums([tag == "a" for tag in tags], ends, own=False),
            _sums(symbols, ends),
            _sums([tag == "p" for tag in tags], ends, own=False),
            strict=True,
        )
    ]


def _sums(values: Sequence[int], ends: Sequence[int], *, own: bool = True) -> list[int]:
    """Sum of the values over each element's subtree, with or without the element's own."""
    before = [0, *accumulate(values)]
    first = 0 if own else 1
    return [before[end] - before[node + first] for node, end in enumerate(ends)]


def score(density: Density, deviation: float) -> float:
    """log(SD) · TD · log10(PNum + 2) · log(SbD), formula 5.

    :param deviation: SD, the standard deviation of the page's text densities. Its logarithm is the
        same factor for all nodes; where it is not positive it would turn their order round, and
        is left out.
    """
    if density.symbol_density <= 0:
        return 0.0
    factor = log(deviation) if deviation > 1 else 1.0
    return (
        factor * density.text_density * log10(density.paragraphs + 2) * log(density.symbol_density)
    )


def text_density(page: Page, leaves: Sequence[Leaf]) -> Body:
    """The leaves below the node with the best score.

    :param leaves: the page's leaves that count as text (all, or those that the template leaves)
    """
    table = densities(page, leaves)
    if not table:
        return Body([], None)
    text_densities = [density.text_density for density in table]
    mean = fmean(text_densities)
    deviation = sqrt(fmean((density - mean) ** 2 for density in text_densities))
    scores = [score(density, deviation) for density in table]
    best = max(range(len(scores)), key=scores.__getitem__)
    if scores[best] <= 0:
        return Body([], None)
    below = range(best, page.subtree_end[best])
    return Body([leaf for leaf in leaves if leaf.node in below], best)

"""Body by the density of text and symbols (Hong et al. 2019, formulas 2, 4 and 5)."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, log10, sqrt
from statistics import fmean

from extract_pipelines.page import Leaf, Page
from extract_pipelines.published.body import Body, best_subtree
from extract_pipelines.published.text_density import Density, densities


def symbol_density(density: Density) -> float:
    """SbD = (T - LT) / (Sb + 1), formula 4: unlinked characters to a punctuation mark."""
    return (density.text - density.link_text) / (density.symbols + 1)


def score(density: Density, deviation: float) -> float:
    """log(SD) · TD · log10(PNum + 2) · log(SbD), formula 5.

    TD is `Density.text_density` (formula 2), PNum the number of ``<p>`` below the node, SbD
    `symbol_density`. A node without unlinked text scores 0.

    :param deviation: SD, the standard deviation of the page's text densities. Its logarithm is the
        same factor for all nodes; where it is not positive it would turn their order round, and
        is left out.
    """
    marks = symbol_density(density)
    if marks <= 0:
        return 0.0
    factor = log(deviation) if deviation > 1 else 1.0
    return factor * density.text_density * log10(density.paragraphs + 2) * log(marks)


def text_and_symbol_density(page: Page, leaves: Sequence[Leaf]) -> Body:
    """The leaves below the node with the best score.

    :param leaves: the page's leaves that count as text (all, or those that the template leaves)
    """
    return best_subtree(page, leaves, scores(densities(page, leaves)))


def scores(table: Sequence[Density]) -> list[float]:
    """The score of each node of a page.

    :param table: the densities of all its nodes
    """
    mean = fmean(it.text_density for it in table) if table else 0.0
    deviation = sqrt(fmean((it.text_density - mean) ** 2 for it in table)) if table else 0.0
    return [score(density, deviation) for density in table]

"""Body by unlinked text: much of it, densely set, with few links."""

from __future__ import annotations

from collections.abc import Sequence

from extract_pipelines.page import Leaf, Page
from extract_pipelines.published.body import Body, best_subtree
from extract_pipelines.published.text_density import Density, densities

# How much density counts against amount: 0 takes the whole page, 1 one paragraph.
DENSITY_POWER = 0.35


def score(density: Density) -> float:
    """U · (U / TG)^0.35 · (1 - LT / T), with U = T - LT; terms as in `Density`.

    Formula 2 of the 2019 paper picks one dense paragraph; the amount of text in the score lifts the
    choice to the element that holds them all, and links keep it from rising further.
    """
    unlinked = density.text - density.link_text
    if unlinked <= 0:
        return 0.0
    spread = (unlinked / max(1, density.tags)) ** DENSITY_POWER
    return float(unlinked * spread * (unlinked / density.text))


def unlinked_text(page: Page, leaves: Sequence[Leaf]) -> Body:
    """The leaves below the element with the best score.

    :param leaves: the page's leaves that count as text
    """
    return best_subtree(page, leaves, [score(density) for density in densities(page, leaves)])

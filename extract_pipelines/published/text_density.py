"""Body by text density (Hong et al. 2019, formula 2): unlinked characters to a tag.

The paper, "Web page text extraction based on text and symbol density", 2019, builds on Sun, Song
and Liao, "DOM based content extraction via text density", SIGIR 2011.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from extract_pipelines.page import Leaf, Page
from extract_pipelines.published.body import Body, best_subtree, subtree_sums

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
        """TD = (T - LT) / (TG - LTG), formula 2.

        0 where all tags are links or there are none, for which the paper gives no value: so a
        paragraph of bare text does not stand for the text around it.
        """
        plain_tags = self.tags - self.link_tags
        return (self.text - self.link_text) / plain_tags if plain_tags else 0.0


def densities(page: Page, leaves: Sequence[Leaf]) -> list[Density]:
    """The densities of each of the page's elements.

    :param leaves: the page's leaves that count as text
    """
    elements = page.elements
    text, link_text, symbols = ([0] * len(elements) for _ in range(3))
    for leaf in leaves:
        text[leaf.node] += len(leaf.text)
        if leaf.in_link:
            link_text[leaf.node] += len(leaf.text)
        symbols[leaf.node] += len(_SYMBOLS.findall(leaf.text))
    tags = page.tags
    return [
        Density(*counts)
        for counts in zip(
            subtree_sums(page, text),
            subtree_sums(page, link_text),
            (end - node - 1 for node, end in enumerate(page.subtree_end)),
            subtree_sums(page, [tag == "a" for tag in tags], own=False),
            subtree_sums(page, symbols),
            subtree_sums(page, [tag == "p" for tag in tags], own=False),
            strict=True,
        )
    ]


def text_density(page: Page, leaves: Sequence[Leaf]) -> Body:
    """The leaves below the node with the highest text density.

    :param leaves: the page's leaves that count as text (all, or those that the template leaves)
    """
    return best_subtree(page, leaves, [it.text_density for it in densities(page, leaves)])

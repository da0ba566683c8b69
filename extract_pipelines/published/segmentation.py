"""Body by page segmentation: blocks, the separators between them, and what they enclose.

After Cai, Yu, Wen and Ma, "VIPS: a vision-based page segmentation algorithm", MSR-TR-2003-79, as
far as it needs no rendering: blocks by tags (rules 1 to 6), separators weighed by rules and
backgrounds that are written in the markup, segments joined over the lightest separators first,
and their degree of coherence from the heaviest one inside.

Left out, because only a browser knows it: the sizes and places of blocks (rules 7, 9 and 10),
separators between columns, fonts, and backgrounds that stand in style sheets. The distance between
two blocks is told by the nesting instead: how many elements end and begin between them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from lxml.etree import _Element as Element

from extract_pipelines.page import Leaf, Page
from extract_pipelines.page.tag_paths import INLINE, SAME_LINE
from extract_pipelines.published.body import NOTHING, Body, body_of, by_line

# Tags whose nesting sets no text apart: those of a line, and what a text itself is made of.
_FLAT = SAME_LINE | frozenset("br p h1 h2 h3 h4 h5 h6 li".split())
_BACKGROUND = re.compile(r"background(?:-color)?\s*:\s*([^;]+)", re.IGNORECASE)
RULE_WEIGHT = 3
BACKGROUND_WEIGHT = 1
# Separators that are heavier than this are as heavy: bounds the work on hostile nesting.
HEAVIEST = 20
# How much coherence counts against the amount of text.
COHERENCE_POWER = 0.25


class Block(NamedTuple):
    """Leaves with no line's end between them."""

    leaves: list[Leaf]
    text: int
    """Characters of text."""
    link_text: int
    """Characters of text in links."""


def blocks(leaves: Sequence[Leaf]) -> list[Block]:
    """The leaves as blocks that are not divided: text with inline tags only (rules 4 and 5)."""
    return [
        Block(
            line,
            sum(len(leaf.text) for leaf in line),
            sum(len(leaf.text) for leaf in line if leaf.in_link),
        )
        for line in by_line(leaves)
    ]


def separators(page: Page, parts: Sequence[Block]) -> list[int]:
    """The weight of the separator after each block but the last.

    One for each element that ends or begins between the two, `RULE_WEIGHT` for an ``<hr>``,
    `BACKGROUND_WEIGHT` for another background; at most `HEAVIEST`.
    """
    depths = _inherited(page, lambda around, element: (around or 0) + (element.tag not in _FLAT))
    backgrounds = _inherited(page, lambda around, element: _background(element) or around)
    rules = _rules(page)
    weights = []
    for above, below in pairwise(parts):
        end, start = above.leaves[-1], below.leaves[0]
        around = start.node
        while not around <= end.node < page.subtree_end[around]:
            around = page.parents[around]
        weight = depths[end.node] + depths[start.node] - 2 * depths[around]
        if rules[start.position] > rules[end.position]:
            weight += RULE_WEIGHT
        if backgrounds[end.node] != backgrounds[start.node]:
            weight += BACKGROUND_WEIGHT
        weights.append(min(weight, HEAVIEST))
    return weights


def _inherited(page: Page, value: Callable[[Any, Element], Any]) -> list[Any]:
    """A value of each element, from that of the element around it (None for the root's)."""
    found: list[Any] = []
    for element, parent in zip(page.elements, page.parents, strict=True):
        found.append(value(found[parent] if parent >= 0 else None, element))
    return found


def _background(element: Element) -> str | None:
    """The background that is written at the element."""
    if color := element.get("bgcolor"):
        return color.strip().lower()
    found = _BACKGROUND.search(element.get("style") or "")
    return found[1].strip().lower() if found else None


def _rules(page: Page) -> list[int]:
    """The number of ``<hr>`` up to each depth-first position."""
    found = [0]
    for element in page.elements:
        if element.tag not in INLINE:
            found.append(found[-1] + (element.tag == "hr"))
    return found


def segments(weights: Sequence[int], heaviest: int) -> Iterator[range]:
    """Runs of blocks with no separator inside that is heavier than one weight."""
    start = 0
    for i, weight in enumerate(weights, start=1):
        if weight > heaviest:
            yield range(start, i)
            start = i
    yield range(start, len(weights) + 1)


def score(text: int, link_text: int, heaviest: int) -> float:
    """U · (U / T)² · DoC^0.25: unlinked text, its share of all text, and coherence.

    :param text: T, characters; U are those not in links
    :param heaviest: weight of the heaviest separator inside; the degree of coherence is
        DoC = 10 / (1 + heaviest), so that it is 10 for what no element parts, as in VIPS
    """
    unlinked = text - link_text
    coherence = 10 / (1 + heaviest)
    return float(unlinked * (unlinked / max(1, text)) ** 2 * coherence**COHERENCE_POWER)


def segmentation(page: Page, leaves: Sequence[Leaf]) -> Body:
    """The segment with the best score, of those that any weight of separators gives.

    :param leaves: the page's leaves that count as text
    """
    parts = blocks(leaves)
    if not parts:
        return NOTHING
    weights = separators(page, parts)
    best, best_score = range(0), 0.0
    for heaviest in sorted({0, *weights}):
        for segment in segments(weights, heaviest):
            text = sum(parts[i].text for i in segment)
            link_text = sum(parts[i].link_text for i in segment)
            if (found := score(text, link_text, heaviest)) > best_score:
                best, best_score = segment, found
    return body_of(page, leaves, [leaf for i in best for leaf in parts[i].leaves])

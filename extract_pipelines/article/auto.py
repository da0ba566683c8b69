"""Body by a learned scorer: which blocks of the page are content, by what they look like."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import exp
from typing import Final, NamedTuple

from extract_pipelines.article.blocks import Blocks
from extract_pipelines.article.features import GROUP_NAMES, OWN_NAMES, Features
from extract_pipelines.items.trace import tell
from extract_pipelines.page import Leaf, Page
from extract_pipelines.page.boosted_trees import load
from extract_pipelines.published.body import NOTHING, Body, body_of

# Blocks with at least this probability are content always, those with less than the other never.
SURE: Final = 0.5
UNLIKELY: Final = 0.2
# Log odds of a group of blocks below which none of them is looked at: a chance of 5%.
LEAST_GROUP: Final = -2.94
# Where no block is likely, one with more than this share of the page's text is taken for it.
MOST_OF_PAGE: Final = 0.5
# Links alone are content where so many pictures stand among them, and for so many links one.
FEWEST_CARDS: Final = 3
LEAST_PICTURES: Final = 0.05
_WORD: Final = re.compile(r"\w")
_CODE: Final = re.compile(r"/pre(?:/|\Z)")


class BlocksScored(NamedTuple):
    """How likely each block of the page is content."""

    blocks: Blocks
    probabilities: Sequence[float]
    least: float
    """The body begins at this probability."""


def auto(page: Page, leaves: Sequence[Leaf]) -> Body:
    """The blocks that make the expected F1 of the text largest.

    Two scorers of boosted trees were learned on pages of many kinds: the first drops groups of
    blocks that are boilerplate by where they stand, the second scores each of the others.

    :param leaves: the page's leaves that count as text
    """
    features = Features(page)
    blocks = features.blocks
    chances = block_chances(features)
    least = threshold(chances, blocks.lengths)
    if max(chances, default=1.0) < least:
        longest = max(range(len(blocks)), key=blocks.unlinked.__getitem__)
        if blocks.unlinked[longest] > MOST_OF_PAGE * sum(blocks.unlinked):
            chances[longest] = least
    for block in _code_within(page, blocks.starts, [chance >= least for chance in chances]):
        chances[block] = max(chances[block], least)
    tell(lambda: BlocksScored(blocks, chances, least))
    counted = None if len(leaves) == len(page.leaves) else set(map(id, leaves))
    found = [
        leaf
        for block, chance in enumerate(chances)
        if chance >= least
        for leaf in page.leaves[blocks.starts[block] : blocks.starts[block + 1]]
        if counted is None or id(leaf) in counted
    ]
    if not any(_WORD.search(leaf.text) for leaf in found):
        return NOTHING
    if all(leaf.in_link for leaf in found) and not _are_cards(page, found):
        return NOTHING
    return body_of(page, leaves, found)


def _code_within(page: Page, starts: Sequence[int], taken: Sequence[bool]) -> Iterator[int]:
    """The blocks of preformatted text between two that are taken; those with code say little.

    :param starts: the first leaf of each block, and the one behind the last
    """
    paths = page.flat.paths
    before, waiting = False, list[int]()
    for block, is_taken in enumerate(taken):
        if is_taken:
            yield from waiting if before else ()
            before, waiting = True, []
        elif "/pre" in paths[starts[block]] and _CODE.search(paths[starts[block]]):
            waiting.append(block)
        else:
            before, waiting = False, []


def _are_cards(page: Page, links: Sequence[Leaf]) -> bool:
    """Whether links are cards, each with a picture, and no menu."""
    pictures = page.tags[links[0].node : links[-1].node].count("img")
    return pictures >= max(FEWEST_CARDS, LEAST_PICTURES * len(links))


def block_chances(features: Features) -> list[float]:
    """The probability of each block of a page that it is content."""
    score_group = load("article", "groups", GROUP_NAMES)
    score_block = load("article", "blocks", (*OWN_NAMES, *GROUP_NAMES))
    groups = features.groups
    dropped = [score_group(*group) < LEAST_GROUP for group in groups]
    chances = []
    for block, group in enumerate(features.group_of):
        if dropped[group]:
            chances.append(0.0)
        else:
            odds = score_block(*(features.of_block(block) + groups[group]))
            chances.append(1 / (1 + exp(-odds)))
    return chances


def threshold(chances: list[float], lengths: list[float]) -> float:
    """The least probability of a block that makes the expected F1 largest.

    With blocks taken from the most probable on, the expected F1 of the first k is about
    2 · Σ p·l / (Σ l + Σ p·l over all), l their lengths: the ratio of what is expected of both
    sides. That a threshold is best is in Lipton, Elkan and Naryanaswamy, Optimal thresholding of
    classifiers to maximize F1 measure, 2014.
    """
    possible = [block for block, chance in enumerate(chances) if chance]
    order = sorted(possible, key=chances.__getitem__, reverse=True)
    expected = 0.0
    for block, chance in enumerate(chances):
        expected += chance * lengths[block]
    best, least, right, taken = 0.0, SURE, 0.0, 0.0
    for block in order:
        right += chances[block] * lengths[block]
        taken += lengths[block]
        if right > best * (taken + expected):
            best, least = right / (taken + expected), chances[block]
    return min(max(least, UNLIKELY), SURE)

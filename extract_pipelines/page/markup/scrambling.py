"""Scrambled signs that Discuz! puts at the ends of lines, unseen, so that copied text is spoilt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.memo import once_a_page

# Discuz! writes 5 to 15 times two ASCII signs with a space between them.
LONGEST: Final = 60
# The class of those that its style sheet hides; the others are hidden by their own style.
_CLASS: Final = "jammer"
_HIDDEN: Final = re.compile(r"\s*display\s*:\s*none\s*;?\s*", re.IGNORECASE)


@once_a_page
def scrambled(page: Page) -> frozenset[int]:
    """Indices of the leaves that are such signs."""
    tree = page.flat
    nodes = [*tree.by_value("class").get(_CLASS, ()), *_hidden_at_ends(page)]
    return frozenset(leaf for node in nodes for leaf in range(*tree.leaf_range(node)))


def _hidden_at_ends(page: Page) -> Iterator[int]:
    """The hidden elements on a line with nothing behind them there, and ASCII signs alone."""
    tree = page.flat
    for style, nodes in tree.by_value("style").items():
        if not _HIDDEN.fullmatch(style):
            continue
        for node in nodes:
            first, last = tree.leaf_range(node)
            is_short = last - first == 1 and len(tree.texts[first]) <= LONGEST
            if tree.tags[node] != "span" or not is_short or not tree.texts[first].isascii():
                continue
            if last == len(tree.lines) or tree.lines[last] != tree.lines[first]:
                yield node

"""Advertisements between the posts of a thread: elements beside these, with no date of their own.

They may look like a post, so that what stands behind one runs on into them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.posts.bodies.record_lines import RecordLine
from extract_pipelines.posts.views.views import RecordView
from extract_pipelines.text.lexicon.patterns import LazyPattern, any_of
from extract_pipelines.text.names import COLONS

# A longer text is none, whatever it begins with.
LONGEST: Final = 600
_LABEL: Final = LazyPattern(lambda: rf"\W*{any_of('advertisement')}\s?([:：])?", re.IGNORECASE)


def is_advertised(page: Page, leaves: Sequence[int]) -> bool:
    """Whether leaves begin with a word for advertisements: alone, or with a colon behind it."""
    texts = page.flat.texts
    if len(leaves) == 0 or sum(len(texts[leaf]) for leaf in leaves) > LONGEST:
        return False
    first = texts[leaves[0]]
    label = _LABEL.match(first)
    if label is None:
        return False
    rest = first[label.end() :].strip()
    return bool(rest) if first[: label.end()].endswith(COLONS) else not rest and len(leaves) > 1


def without_advertisements(
    page: Page, views: Sequence[RecordView], found: Sequence[list[RecordLine]]
) -> list[list[RecordLine]]:
    """The lines of each record but those of advertisements behind it.

    These are elements beside its own that other records have not, and a word says what they are.
    """
    parts = [list(_parts(page, view)) for view in views]
    fewest = min(map(len, parts), default=0)
    if not fewest or all(len(own) == fewest for own in parts):
        return list(found)
    left_out = {
        leaf
        for own in parts
        for leaves in own[fewest:]
        if is_advertised(page, leaves)
        for leaf in leaves
    }
    return [[line for line in lines if line.leaves[0] not in left_out] for lines in found]


def _parts(page: Page, view: RecordView) -> Iterator[Sequence[int]]:
    """The leaves of each element that a record is made of; none, where a date stands in it."""
    node = view.record.start
    while node < view.record.stop:
        leaves = range(*page.leaf_range(node))
        yield leaves if view.dated_leaves.isdisjoint(leaves) else ()
        node = page.subtree_end[node]

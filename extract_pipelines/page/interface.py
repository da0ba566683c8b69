"""What the labels of a page's buttons and fields stand for: a reply, a member's posts, sharing.

Labels are looked up whole, in many languages: a text that only has such a word in it is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from extract_pipelines.page.dom import Page
from extract_pipelines.text.lexicon import interface_labels

KINDS = (
    "answer comment forum like menu online permalink place post_count rank related replies reply"
    " report share thread views"
).split()
# A label has no more characters.
LONGEST_LABEL = 40
_ATTRIBUTES = ("title", "value", "alt", "aria-label")
_LABELLED = frozenset("a button input img i span svg".split())
_NUMBER = re.compile(r"[\d.,]+[kKmM]?\b|\d+")
_EDGES = " \t:：#()[]（）【】«»<>|/·•+-–—.,!…\"'*✓▲▼↑↓"
# What follows one of these in a label is its value.
_SIGNS = ":：(（"


def interface_nodes(page: Page) -> Sequence[Sequence[int]]:
    """For each of `KINDS` the elements with a label of it, in document order."""
    found: list[set[int]] = [set() for _ in KINDS]
    for node, text in _texts(page):
        if 0 < len(text) <= LONGEST_LABEL:
            for kind in kinds_of(text):
                found[kind].add(node)
    return [sorted(nodes) for nodes in found]


def _texts(page: Page) -> Iterator[tuple[int, str]]:
    """What may be a label, with its element."""
    for leaf in page.leaves:
        yield leaf.node, leaf.text
    for name in _ATTRIBUTES:
        for node, value in page.values(name).items():
            if page.tags[node] in _LABELLED:
                yield node, " ".join(value[: 4 * LONGEST_LABEL].split())


@lru_cache(maxsize=8192)
def kinds_of(text: str) -> Sequence[int]:
    """The kinds that a text is a label of, as indices of `KINDS`: ``Posts: 12``, ``回复(3)``."""
    text = text.casefold().replace("’", "'")
    labels = _labels()
    found = labels.get(_bare(text), ())
    for sign in _SIGNS:
        if not found and sign in text:
            found = labels.get(_bare(text.partition(sign)[0]), ())
    return found


def _bare(text: str) -> str:
    """A text without its numbers, and the signs around it."""
    return _NUMBER.sub("", text).strip(_EDGES)


@cache
def _labels() -> dict[str, Sequence[int]]:
    return {
        label: sorted(KINDS.index(kind) for kind in kinds)
        for label, kinds in interface_labels().items()
    }

"""What the captions of a page's buttons, links and fields stand for: a reply, a member's posts.

A caption is looked up whole, in 32 languages: a text that only has such a word in it is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.text.lexicon import captions

KINDS: Final = (
    "answer comment forum like menu online permalink place post_count rank related replies reply"
    " report share thread views"
).split()
# A caption has no more characters.
LONGEST: Final = 40
_ATTRIBUTES: Final = ("title", "value", "placeholder", "alt", "aria-label")
_CAPTIONED: Final = frozenset("a button input textarea img i span svg".split())
# A number, and what it counts by: ``3 条评论``, ``3件のコメント``, ``댓글 3개``. Nothing is
# tried outside of the set of characters that it begins with.
_NUMBER: Final = re.compile(
    r"[\d.,](?:[\d.,]*[kKmM]?\b|(?<=\d)\d*)"
    r"(?: ?(?:[条條則则个個件次人篇개건회명]|ครั้ง)(?: ?[の의])?)?"
)
_EDGES: Final = " \t:：#()[]（）【】«»<>|/·•+-–—.,!…\"'*✓▲▼↑↓"
# What follows one of these in a caption is its value.
_SIGNS: Final = ":：(（"
# Without one of these a caption has neither a number nor a value: most texts of a page are such.
_VALUED: Final = re.compile(rf"[\d.,{_SIGNS}]")


@once_a_page
def captions_of(page: Page) -> tuple[Sequence[int], Sequence[int]]:
    """The elements of a page that have a caption, in document order, and the kinds of each.

    The kinds are bits: the first of `KINDS` is 1, the second 2, the third 4.
    """
    found: dict[int, int] = {}
    for node, kinds in _captioned(page):
        found[node] = found.get(node, 0) | kinds
    nodes = sorted(found)
    return nodes, [found[node] for node in nodes]


def _captioned(page: Page) -> Iterator[tuple[int, int]]:
    tree = page.flat
    for node, text in zip(tree.nodes, tree.texts, strict=True):
        if len(text) <= LONGEST and (kinds := kinds_of(text)):
            yield node, kinds
    for name in _ATTRIBUTES:
        for node, value in tree.values(name).items():
            is_captioned = len(value) <= LONGEST and tree.tags[node] in _CAPTIONED
            if is_captioned and (kinds := kinds_of(value.strip())):
                yield node, kinds


@lru_cache(maxsize=8192)
def kinds_of(text: str) -> int:
    """The kinds that a text is a caption of, as bits: ``Posts: 12``, ``回复(3)``; 0 if of none.

    :param text: without white space around it
    """
    known, folded = _kinds(), _folded(text)
    found = known.get(folded, 0)
    if found or text.replace(" ", "").isalpha():  # words alone, as most texts are
        return found
    if not _VALUED.search(folded):
        return known.get(folded.strip(_EDGES), 0)
    found = known.get(_bare(folded), 0)
    for sign in _SIGNS:
        if not found and sign in folded:
            found = known.get(_bare(folded.partition(sign)[0]), 0)
    return found


def _folded(text: str) -> str:
    """A text in small letters, with plain apostrophes; of a Turkish capital I a dot is left."""
    return text.casefold().replace("\u0307", "").replace("’", "'")


def _bare(text: str) -> str:
    """A text without its numbers, and the signs around it."""
    return _NUMBER.sub("", text).strip(_EDGES)


@cache
def _kinds() -> Mapping[str, int]:
    """By each caption the kinds that it is of, as bits."""
    found: dict[str, int] = {}
    for caption, kinds in captions().items():
        folded = _folded(caption)
        found[folded] = found.get(folded, 0) | sum(1 << KINDS.index(kind) for kind in kinds)
    return found

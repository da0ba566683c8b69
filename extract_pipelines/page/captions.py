"""What the captions of a page's buttons, links and fields stand for: a reply, a member's posts.

A caption is looked up whole, in 32 languages: a text that only has such a word in it is none.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.text.lexicon import captions

MEANINGS: Final = (
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
# What words alone are made of, folded, in ASCII.
_WORDS: Final = b"abcdefghijklmnopqrstuvwxyz "
# Without one of these a caption has neither a number nor a value: most texts of a page are such.
_VALUED: Final = re.compile(rf"[\d.,{_SIGNS}]")


@once_a_page
def captions_of(page: Page) -> tuple[list[int], list[int]]:
    """The elements of a page that have a caption, in document order, and what each means.

    Meanings are bits: the first of `MEANINGS` is 1, the second 2, the third 4.
    """
    tree = page.flat
    found: dict[int, int] = {}
    _add_texts(found, tree.nodes, tree.texts)
    for name in _ATTRIBUTES:
        for node, value in tree.values(name).items():
            if len(value) <= LONGEST and tree.tags[node] in _CAPTIONED:
                _add(found, node, meanings_of(value.strip()))
    nodes = sorted(found)
    return nodes, [found[node] for node in nodes]


def _add_texts(found: dict[int, int], nodes: list[int], texts: list[str]) -> None:
    """Add the elements of texts that are captions; all texts are folded at once: it costs less.

    :param texts: each on one line
    """
    whole = _folded("\n".join([text if len(text) <= LONGEST else "" for text in texts]))
    signs = whole.encode("utf-8", "replace").translate(None, _WORDS).split(b"\n")
    known = _meanings()
    for number, folded in enumerate(whole.split("\n")):
        has_letters = len(signs[number]) < len(folded) or not folded.isascii()
        if folded in known:
            _add(found, nodes[number], known[folded])
        elif signs[number] and has_letters:
            _add(found, nodes[number], _meanings_in(folded))


def _add(found: dict[int, int], node: int, meanings: int) -> None:
    """Add what the caption of an element means, if anything."""
    if meanings:
        found[node] = found.get(node, 0) | meanings


def meanings_of(text: str) -> int:
    """What a text means as a caption, as bits: ``Posts: 12``, ``回复(3)``; 0 if it is none.

    :param text: without white space around it
    """
    return _meanings_in(_folded(text))


@lru_cache(maxsize=8192)
def _meanings_in(folded: str) -> int:
    """The same, of a text that is folded."""
    known = _meanings()
    found = known.get(folded, 0)
    if found or folded.replace(" ", "").isalpha():  # words alone, as most texts are
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
def _meanings() -> dict[str, int]:
    """By each caption what it means, as bits."""
    found: dict[str, int] = {}
    for caption, meanings in captions().items():
        folded = _folded(caption)
        found[folded] = found.get(folded, 0) | sum(1 << MEANINGS.index(one) for one in meanings)
    return found

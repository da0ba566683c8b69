"""The words of the classes of a page, and which of them tell an element from others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from extract_pipelines.page import FlatTree
from extract_pipelines.text.digits import without_digits

# What tells alternate rows apart in the words of a class: digits, odd and even.
_VARIED: Final = re.compile(
    r"\d+|(?:(?<![^\W_])|(?<=row)|(?<=bg))(?:odd|even)(?![^\W_])", re.IGNORECASE
)
# Characters of a class, of each of its words and of an id that are read: a site's state keeps what
# is named by them.
LONGEST_CLASS: Final = 5000
LONGEST_WORD: Final = 300
# A word that stands in so many classes with others, below elements of so many kinds, is for looks.
MANY: Final = 4


class PoorWords(NamedTuple):
    """Words of classes that do not tell what an element is."""

    styling: frozenset[str]
    """Those for looks, such as ``flex``: in many classes, below elements of many kinds."""
    lone: frozenset[str]
    """Those of one element alone."""


def find_poor_words(tree: FlatTree) -> PoorWords:
    """Find the words of a page's classes that do not tell what an element is."""
    named = tree.by_value("class")
    every = {names: _masked_words(names[:LONGEST_CLASS]) for names in named}
    counts: Counter[str] = Counter()
    for names, words in every.items():
        for word in words:
            counts[word] += len(named[names])
    lone = frozenset([word for word, count in counts.items() if count == 1])
    words_of = {
        names: tuple([word for word in words if word not in lone]) for names, words in every.items()
    }
    combined: dict[str, dict[tuple[str, ...], list[str]]] = {}
    for names, words in words_of.items():
        for word in words if len(words) > 1 else ():
            combined.setdefault(word, {}).setdefault(words, []).append(names)
    kinds: dict[str, frozenset[tuple[str, ...]]] = {}
    styling = []
    for word, several in combined.items():
        if len(several) >= MANY:
            found: set[tuple[str, ...]] = set()
            for names in chain.from_iterable(several.values()):
                if names not in kinds:
                    kinds[names] = _kinds_around(tree, named[names], words_of)
                found |= kinds[names]
            if len(found) >= MANY:
                styling.append(word)
    return PoorWords(frozenset(styling), lone)


def _kinds_around(
    tree: FlatTree, nodes: Sequence[int], words_of: Mapping[str, tuple[str, ...]]
) -> frozenset[tuple[str, ...]]:
    """The words of the elements around some, of no more than `MANY` kinds.

    :param words_of: those that count of each class
    """
    parents, classes = tree.parents, tree.values("class")
    found: set[tuple[str, ...]] = set()
    for node in nodes:
        found.add(words_of.get(classes.get(parents[node], ""), ()))
        if len(found) == MANY:
            break
    return frozenset(found)


def word_of(token: str) -> str:
    """The word of a token, without its tag."""
    return token.partition(".")[2]


@lru_cache(maxsize=8192)
def _masked_words(names: str) -> tuple[str, ...]:
    """The words of a class, digits masked."""
    return tuple([word_of(token) for token in class_tokens("", names)])


@lru_cache(maxsize=4096)
def class_tokens(tag: str, names: str) -> tuple[str, ...]:
    """The tokens of an element: each word of its class with its tag, digits masked.

    :param names: its class, cut at `LONGEST_CLASS`
    """
    if len(names) <= LONGEST_WORD and names.isascii():
        lower = names.lower()
        if "odd" not in lower and "even" not in lower:
            return tuple([f"{tag}.{word}" for word in without_digits(names).split()])
    words = [word[:LONGEST_WORD] for word in names.split()]
    return tuple([f"{tag}.{word}" for word in map(_masked, words) if word])


@lru_cache(maxsize=8192)
def _masked(word: str) -> str:
    return _VARIED.sub("", word)

"""The words of the classes of a page, and which of them tell an element from others."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

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


class ClassWords:
    """Which words of the classes of a page do not tell what an element is."""

    def __init__(self, tree: FlatTree) -> None:
        self._parents, self._classes = tree.parents, tree.values("class")
        self._named = tree.by_value("class")
        every = {names: _masked_words(names[:LONGEST_CLASS]) for names in self._named}
        counts: dict[str, int] = {}
        for names, words in every.items():
            for word in words:
                counts[word] = counts.get(word, 0) + len(self._named[names])
        self._lone = {word for word, count in counts.items() if count == 1}
        # Of each class the words that several elements have; by word the classes with others.
        self._shared: dict[str, tuple[str, ...]] = {}
        self._joined: dict[str, list[str]] = {}
        for names, words in every.items():
            shared = tuple([word for word in words if word not in self._lone])
            self._shared[names] = shared
            for word in shared if len(shared) > 1 else ():
                self._joined.setdefault(word, []).append(names)
        self._styling: dict[str, bool] = {}
        self._around: dict[str, set[tuple[str, ...]]] = {}

    def is_lone(self, word: str) -> bool:
        """Whether a word stands in the class of one element alone."""
        return word in self._lone

    def is_styling(self, word: str) -> bool:
        """Whether a word is for looks, such as ``flex``.

        Those stand in many classes with others, below elements of many kinds.
        """
        found = self._styling.get(word)
        if found is None:
            found = self._styling[word] = self._is_among_many(word)
        return found

    def _is_among_many(self, word: str) -> bool:
        joined = self._joined.get(word, [])
        if len(joined) < MANY or len({self._shared[names] for names in joined}) < MANY:
            return False
        kinds: set[tuple[str, ...]] = set()
        for names in joined:
            kinds |= self._kinds_around(names)
            if len(kinds) >= MANY:
                return True
        return False

    def _kinds_around(self, names: str) -> set[tuple[str, ...]]:
        """The words of the elements around those of a class, of no more than `MANY` kinds."""
        found = self._around.get(names)
        if found is None:
            found = self._around[names] = set()
            for node in self._named[names]:
                found.add(self._shared.get(self._classes.get(self._parents[node], ""), ()))
                if len(found) == MANY:
                    break
        return found


def word_of(token: str) -> str:
    """The word of a token, without its tag."""
    return token.partition(".")[2]


@lru_cache(maxsize=4096)
def class_tokens(tag: str, names: str) -> tuple[str, ...]:
    """The tokens of an element: each word of its class with its tag, digits masked.

    :param names: its class, cut at `LONGEST_CLASS`
    """
    return tuple([f"{tag}.{word}" for word in _masked_words(names)])


@lru_cache(maxsize=4096)
def _masked_words(names: str) -> tuple[str, ...]:
    """The words of a class, digits masked."""
    words = [_masked(word[:LONGEST_WORD]) for word in names.split()]
    return tuple([word for word in words if word])


def _masked(word: str) -> str:
    """A word without what varies in it."""
    lower = word.lower()
    if "odd" in lower or "even" in lower or not word.isascii():
        return _VARIED.sub("", word)
    return without_digits(word)

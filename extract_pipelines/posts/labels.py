"""Names for the elements of a page, by what repeats: tags, class and id words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from extract_pipelines.page import FlatTree

_DIGITS = re.compile(r"\d+")
# What tells alternate rows apart in the words of a class: digits, odd and even.
_VARIED = re.compile(r"\d+|(?:(?<![^\W_])|(?<=row)|(?<=bg))(?:odd|even)(?![^\W_])", re.IGNORECASE)
# Characters of a class, of each of its words and of an id that are read: a site's state keeps what
# is named by them.
LONGEST_CLASS, LONGEST_WORD = 5000, 300
_SIGNATURE = re.compile(r"signature|(?<![a-z])sig(?![a-z])|(?<![A-Z])Sig(?![a-z])|签名|簽名")


class Labels:
    """Names for the elements of a page that stay the same over its records and other pages."""

    def __init__(self, tree: FlatTree) -> None:
        self._tree = tree
        self._labels: dict[int, str] = {}
        self._places: dict[int, str] = {}
        self._classes, self._ids = tree.values("class"), tree.values("id")
        self._tokens: dict[int, tuple[str, ...]] = {}
        self.named = frozenset((*self._classes, *self._ids))
        """Elements that have a class or an id."""
        signing = {
            names
            for named in (self._classes, self._ids)
            for names in set(named.values())
            if ("ig" in names or not names.isascii()) and _SIGNATURE.search(names)
        }
        self.signatures = [
            node
            for node in sorted(self.named if signing else ())
            if self._classes.get(node) in signing or self._ids.get(node) in signing
        ]
        """Elements that say by class or id to be a signature, in document order."""

    def tokens(self, node: int) -> Sequence[str]:
        """What an element is named by, digits masked: its class and id words, each with its tag.

        A custom element's own name comes first: it says more than words for its looks.
        """
        found = self._tokens.get(node)
        if found is None:
            tag, names, name = self._tree.tags[node], self._classes.get(node), self._ids.get(node)
            found = (tag,) if "-" in tag else ()
            if names:
                found += _class_tokens(tag, names[:LONGEST_CLASS])
            if name and _DIGITS.search(name):
                found = (*found, f"{tag}.#{_DIGITS.sub('', name[:LONGEST_WORD])}")
            self._tokens[node] = found
        return found

    def label(self, node: int) -> str:
        """Path to the element from the nearest element with a token, that one included."""
        found = self._labels.get(node)
        if found is None:
            own = self.tokens(node)
            if own:
                found = own[0]
            else:
                parent = self._tree.parents[node]
                tag = self._tree.tags[node]
                found = f"{self.label(parent)}/{tag}" if parent >= 0 else tag
            self._labels[node] = found
        return found

    def place(self, node: int) -> str:
        """The element's label after that of the labelled element around it."""
        found = self._places.get(node)
        if found is None:
            own = self.label(node)
            parent = self._tree.parents[node]
            while parent > 0 and not self.tokens(parent):
                parent = self._tree.parents[parent]
            found = self._places[node] = f"{self.label(parent)} {own}" if parent > 0 else own
        return found


@lru_cache(maxsize=4096)
def _class_tokens(tag: str, names: str) -> tuple[str, ...]:
    words = [word[:LONGEST_WORD] for word in names.split()]
    if _may_vary(names):
        words = list(filter(None, map(_masked, words)))
    return tuple([f"{tag}.{word}" for word in words])


def _may_vary(names: str) -> bool:
    """Whether words may have something in them that `_VARIED` finds: most have not."""
    lower = names.lower()
    return "odd" in lower or "even" in lower or bool(_DIGITS.search(names)) or not names.isascii()


@lru_cache(maxsize=8192)
def _masked(word: str) -> str:
    return _VARIED.sub("", word)

"""Names for the elements of a page, by what repeats: tags, class and id words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Final

from extract_pipelines.page import FlatTree
from extract_pipelines.posts.records.class_words import (
    LONGEST_CLASS,
    LONGEST_WORD,
    ClassWords,
    class_tokens,
    word_of,
)
from extract_pipelines.text.digits import without_digits

# Elements that change the letters alone, or nothing.
_PLAIN: Final = frozenset(("b", "strong", "i", "em", "u", "span"))
# Grids have no more columns than such numbers count: longer ones are those of posts.
MOST_DIGITS: Final = 2
_BEFORE_NUMBER: Final = ("-", "_")
_CELLS: Final = frozenset(("td", "th"))
# Beyond so many cells of a row are alike.
MOST_CELLS: Final = 50
# Attributes that tell what an element is for.
_NAMING: Final = ("class", "id", "data-role")
_SIGNATURE: Final = re.compile(
    r"[Ss]ignature|(?<![a-z])sig(?![a-z])|(?<![A-Z])Sig(?![a-z])|签名|簽名"
)


class ElementNames:
    """Names for the elements of a page that stay the same over its records and other pages.

    :param stand_ins: for tokens of alternate rows the one used for all; see `find_alternating`
    """

    def __init__(self, tree: FlatTree, stand_ins: Mapping[str, str] | None = None) -> None:
        self._tree, self._stand_ins = tree, stand_ins or {}
        self._full_names: dict[int, str] = {}
        self._places: dict[int, str] = {}
        self._classes, self._ids = tree.values("class"), tree.values("id")
        self._tokens: list[tuple[str, ...] | None] = [None] * len(tree.tags)
        self._names: dict[tuple[tuple[str, ...], tuple[str, ...]], str] = {}
        # By their tokens the elements that have a class, and what those hold.
        self._alike: dict[tuple[str, ...], list[int]] = {}
        self._held: dict[tuple[str, ...], Counter[str]] = {}
        self._words: ClassWords | None = None
        self._columns: dict[int, set[str]] = {}
        self._cells: dict[int, dict[int, int]] = {}
        # Those with an id that has a number in it.
        self._numbered = {
            node for node, name in self._ids.items() if len(without_digits(name)) < len(name)
        }
        self.signatures = self._find_signatures()
        """Elements that say by class, id or role to be a signature, in document order."""

    def _find_signatures(self) -> list[int]:
        """Look at each name where one of the page's may say it: on most pages none does."""
        tree = self._tree
        found: set[int] = set()
        for named in map(tree.by_value, _NAMING):
            if _may_sign("\n".join(named)):
                for names, nodes in named.items():
                    if _may_sign(names) and _SIGNATURE.search(names):
                        found.update(nodes)
        return sorted(found)

    def tokens(self, node: int) -> tuple[str, ...]:
        """What an element is named by, digits masked: its class and id words, each with its tag.

        A custom element's own name comes first: it says more than words for its looks.
        """
        found = self._tokens[node]
        if found is None:
            tag, names = self._tree.tags[node], self._classes.get(node)
            found = (tag,) if "-" in tag else ()
            if names:
                found += self._class_tokens(tag, names)
            if node in self._numbered:
                found += (_id_token(tag, self._ids[node]),)
            self._tokens[node] = found
        return found

    def _class_tokens(self, tag: str, names: str) -> tuple[str, ...]:
        """The tokens of a class, those of alternate rows as one."""
        tokens, stand_ins = class_tokens(tag, names[:LONGEST_CLASS]), self._stand_ins
        if stand_ins and not stand_ins.keys().isdisjoint(tokens):
            tokens = tuple([one for token in tokens if (one := stand_ins.get(token, token))])
        return tokens

    def nodes_by_token(self, nodes: list[int]) -> dict[str, list[int]]:
        """Those of some elements of one tag that have a class or an id, by their tokens.

        :param nodes: in document order, as the elements of each token are then
        """
        tag, classes, ids = self._tree.tags[nodes[0]], self._classes, self._ids
        found: dict[str, list[int]] = {}
        if "-" in tag:
            found[tag] = [node for node in nodes if node in classes or node in ids]
        for names, several in self._nodes_by_class(nodes).items():
            for token in self._class_tokens(tag, names):
                if token in found:
                    found[token] += several
                else:
                    found[token] = several.copy()
        for node in nodes if self._numbered else ():
            if node in self._numbered:
                found.setdefault(_id_token(tag, ids[node]), []).append(node)
        for several in found.values():
            several.sort()
        return found

    def _nodes_by_class(self, nodes: list[int]) -> dict[str, list[int]]:
        """Elements by all words of their class: most have them from others."""
        classes = self._classes
        found: dict[str, list[int]] = {}
        for node in nodes:
            names = classes.get(node)
            if names:
                several = found.get(names)
                if several is None:
                    found[names] = [node]
                else:
                    several.append(node)
        return found

    def roots_around(self, nodes: Sequence[int]) -> dict[int, tuple[str, ...]]:
        """For each of some elements and their ancestors its tokens, then ``tag@depth``."""
        parents, tags = self._tree.parents, self._tree.tags
        found: dict[int, tuple[str, ...]] = {}
        depths = {-1: 0}
        for innermost in nodes:
            above: list[int] = []
            node = innermost
            while node not in depths:
                above.append(node)
                node = parents[node]
            depth = depths[node]
            for node in reversed(above):
                depth += 1
                depths[node] = depth
                found[node] = (*self.tokens(node), f"{tags[node]}@{depth}")
        return found

    def name(self, node: int) -> str:
        """What an element is called by its class or id; nothing, if it has none.

        That is its first token. Where that is for looks, as of classes such as ``flex``, or of this
        element alone, it is the one of the others that most elements like the one around it hold.
        """
        own = self.tokens(node)
        if len(own) < 2:
            return own[0] if own else ""
        if self._words is None:
            self._words = ClassWords(self._tree)
        word, words = word_of(own[0]), self._words
        if not words.is_lone(word) and not words.is_styling(word):
            return own[0]
        parent = self._tree.parents[node]
        around = self.tokens(parent) if parent >= 0 else ()
        found = self._names.get((own, around))
        if found is None:
            found = self._names[own, around] = self._telling(own, around, words)
        return found

    def column_name(self, node: int) -> str:
        """The name of an element, with its number where those beside it differ in that alone.

        So columns of a grid are told apart: ``col-2`` of the writer, ``col-10`` of the text. Cells
        of a row that are named alike are by how many of them stand before: a row may lack others.
        """
        name, tag, parent = self.name(node), self._tree.tags[node], self._tree.parents[node]
        own = self._column(node, name)
        if own and name in self._columns_in(parent):
            return f"{tag}.{own}"
        before = self._cells_in(parent).get(node, 0) if name and tag in _CELLS else 0
        return f"{name}:{before}" if before else name

    def _cells_in(self, row: int) -> Mapping[int, int]:
        """Of the cells of a row those behind others of their name, with the number of these."""
        found = self._cells.get(row)
        if found is None:
            found, counts = {}, Counter[str]()
            ends, child = self._tree.subtree_end, row + 1
            while child < ends[row]:
                name = self.name(child) if self._tree.tags[child] in _CELLS else ""
                if name and counts[name]:
                    found[child] = min(counts[name], MOST_CELLS)
                counts[name] += 1
                child = ends[child]
            # Kept when it is whole, as in `_columns_in`.
            self._cells[row] = found
        return found

    def _columns_in(self, parent: int) -> Set[str]:
        """The names of elements in one that stand there with several numbers."""
        found = self._columns.get(parent)
        if found is None:
            first: dict[str, str] = {}
            several: set[str] = set()
            ends, child = self._tree.subtree_end, parent + 1
            while child < ends[parent]:
                name = self.name(child)
                own = self._column(child, name)
                if own and first.setdefault(name, own) != own:
                    several.add(name)
                child = ends[child]
            # Kept when it is whole: threads may read one page.
            found = self._columns[parent] = several
        return found

    def _column(self, node: int, name: str) -> str:
        """The word of an element's class that is its name with the number of a column.

        A hyphen stands before it: ``row1`` and ``row2`` are looks of what is alike.
        """
        word = word_of(name) if name.endswith(_BEFORE_NUMBER) else ""
        if not word:
            return ""
        for own in self._classes.get(node, "")[:LONGEST_CLASS].split():
            if 0 < len(own) - len(word) <= MOST_DIGITS and without_digits(own) == word:
                return own
        return ""

    def _telling(self, own: tuple[str, ...], around: tuple[str, ...], words: ClassWords) -> str:
        """The token of those of an element that tells it from others best; else all of them.

        :param around: the tokens of the element around it
        """
        telling = [token for token in own if not words.is_styling(word_of(token))]
        shared = [token for token in telling if not words.is_lone(word_of(token))] or telling
        if len(shared) > 1 and around:
            return max(shared, key=self._held_in(around).__getitem__)
        return shared[0] if shared else " ".join(own)[:LONGEST_WORD]

    def _held_in(self, around: tuple[str, ...]) -> Counter[str]:
        """How many elements with these tokens hold each token just below them."""
        if not self._alike:
            for node in self._classes:
                self._alike.setdefault(self.tokens(node), []).append(node)
        found = self._held.get(around)
        if found is None:
            found = self._held[around] = Counter()
            ends = self._tree.subtree_end
            for node in self._alike.get(around, ()):
                tokens: set[str] = set()
                child = node + 1
                while child < ends[node]:
                    tokens.update(self.tokens(child))
                    child = ends[child]
                found.update(tokens)
        return found

    def are_unlike(self, nodes: Iterable[int]) -> bool:
        """Whether elements have classes or ids, but none that all of them share."""
        shared: set[str] | None = None
        have_any = False
        for node in nodes:
            tokens = self.tokens(node)
            shared = set(tokens) if shared is None else shared.intersection(tokens)
            have_any = have_any or bool(tokens)
            if have_any and not shared:
                return True
        return False

    def full_name(self, node: int) -> str:
        """Path to the element from the nearest element with a token, that one included."""
        found = self._full_names.get(node)
        if found is None:
            found = self.name(node)
            if not found:
                parent = self._tree.parents[node]
                tag = self._tree.tags[node]
                found = f"{self.full_name(parent)}/{tag}" if parent >= 0 else tag
            self._full_names[node] = found
        return found

    def date_place(self, node: int) -> str:
        """The place of a date: its full name after that of the element around it with a token.

        Bold and slanted letters are no other place, nor is a `<span>`: forums write "Today" so in
        the dates of posts.
        """
        found = self._places.get(node)
        if found is None:
            parents, inner = self._tree.parents, node
            while inner > 0 and self._tree.tags[inner] in _PLAIN and not self.tokens(inner):
                inner = parents[inner]
            own = self.full_name(inner)
            parent = parents[inner]
            while parent > 0 and not self.tokens(parent):
                parent = parents[parent]
            found = self._places[node] = f"{self.full_name(parent)} {own}" if parent > 0 else own
        return found


def _may_sign(names: str) -> bool:
    """Whether names may have something in them that `_SIGNATURE` finds."""
    return "sig" in names or "Sig" in names or not names.isascii()


def _id_token(tag: str, name: str) -> str:
    """The token of an element with an id that has a number in it."""
    return f"{tag}.#{without_digits(name[:LONGEST_WORD])}"

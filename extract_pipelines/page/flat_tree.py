"""The flat tree: a page's elements and leaves as arrays, and what is looked up in them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from itertools import chain
from operator import itemgetter
from typing import Final

from lxml.etree import _Element as Element

from extract_pipelines.page.tree_walk import Leaf

try:
    from extract_pipelines.page.tree_in_c import attributes_of, walk
except ImportError:
    from extract_pipelines.page.tree_walk import attributes_of, walk

_PATH_OF, _TEXT_OF, _LINE_OF, _NODE_OF, _IN_LINK = map(
    itemgetter, map(Leaf._fields.index, ("path", "text", "line", "node", "in_link"))
)
# An image of a line, as older boards have in the place of a rule: "images/common/sigline.gif"; but
# not "user_online.gif".
_LINE_IMAGE: Final = re.compile(r"(?:(?<!on)(?<!off)line|rule|(?<![a-z])hr)\d*\.(?:gif|png|jpe?g)$")
# What is looked at of its address.
_ITS_END: Final = slice(-16, None)


def is_of_script(name: str) -> bool:
    """Whether an attribute is one that pages have for their scripts."""
    return name.startswith("data-") or name.endswith("-id")


class FlatTree:
    """The arrays of a page, filled in one walk over its tree; see `Page` for what they hold."""

    def __init__(self, root: Element, max_elements: int) -> None:
        walked = walk(root, max_elements)
        self.elements: list[Element] = walked.elements
        self.tags: list[str] = walked.tags
        self._by_tag: dict[str, list[int]] = walked.by_tag
        self.parents: list[int] = walked.parents
        self.subtree_end: list[int] = walked.subtree_end
        self.leaf_start: list[int] = walked.leaf_start
        self.leaf_end: list[int] = walked.leaf_end
        self.leaves: list[Leaf] = walked.leaves
        self.truncated: bool = walked.truncated
        self._paths: list[str] | None = None
        self._texts: list[str] | None = None
        self._lines: list[int] | None = None
        self._nodes: list[int] | None = None
        self._in_link: list[bool] | None = None
        self._unlinked_before: list[int] | None = None
        self._by_attribute: dict[str, dict[int, str]] | None = None
        self._by_value: dict[str, dict[str, list[int]]] = {}
        self._anchors: dict[int, str] | None = None
        self._anchored: list[int] | None = None
        self._with_data: frozenset[int] | None = None
        self._rules: list[int] | None = None
        self._ordinals: dict[int, int] = {}

    @property
    def paths(self) -> list[str]:
        """For each leaf its path: to ask each of them for it takes several times as long."""
        if self._paths is None:
            self._paths = list(map(_PATH_OF, self.leaves))
        return self._paths

    @property
    def texts(self) -> list[str]:
        """For each leaf its text."""
        if self._texts is None:
            self._texts = list(map(_TEXT_OF, self.leaves))
        return self._texts

    @property
    def lines(self) -> list[int]:
        """For each leaf the number of its visual line."""
        if self._lines is None:
            self._lines = list(map(_LINE_OF, self.leaves))
        return self._lines

    @property
    def nodes(self) -> list[int]:
        """For each leaf the index of its element."""
        if self._nodes is None:
            self._nodes = list(map(_NODE_OF, self.leaves))
        return self._nodes

    @property
    def in_link(self) -> list[bool]:
        """For each leaf whether it stands in a link."""
        if self._in_link is None:
            self._in_link = list(map(_IN_LINK, self.leaves))
        return self._in_link

    @property
    def unlinked_before(self) -> list[int]:
        """Prefix sums: entry i is the number of unlinked characters in the first i leaves.

        For n leaves there are n + 1 entries, of which the first is 0.
        """
        if self._unlinked_before is None:
            before = self._unlinked_before = [0]
            length = 0
            for text, linked in zip(self.texts, self.in_link, strict=True):
                if not linked:
                    length += len(text)
                before.append(length)
        return self._unlinked_before

    def tagged(self, *tags: str) -> Sequence[int]:
        """Indices of the elements of some tags, in document order."""
        found = [self._by_tag[tag] for tag in tags if tag in self._by_tag]
        return found[0] if len(found) == 1 else sorted(chain.from_iterable(found))

    @property
    def by_attribute(self) -> dict[str, dict[int, str]]:
        """By the name of an attribute, and the index of each element that has it, what it says."""
        if self._by_attribute is None:
            self._by_attribute = attributes_of(self.elements)
        return self._by_attribute

    def having(self, attribute: str) -> Sequence[int]:
        """Indices of the elements that have an attribute, in document order."""
        return list(self.by_attribute.get(attribute, ()))

    def values(self, attribute: str) -> dict[int, str]:
        """By the index of each element that has an attribute what it says, in document order."""
        return self.by_attribute.get(attribute, {})

    def by_value(self, attribute: str) -> dict[str, list[int]]:
        """By what an attribute says the elements that say so: most classes are of several.

        All come in document order: those of a value, and the values by the first of theirs.
        """
        found = self._by_value.get(attribute)
        if found is None:
            found = self._by_value[attribute] = {}
            for node, value in self.values(attribute).items():
                several = found.get(value)
                if several is None:
                    found[value] = [node]
                else:
                    several.append(node)
        return found

    @property
    def anchors(self) -> Mapping[int, str]:
        """By the index of each element that an address can lead to the name that it has there."""
        if self._anchors is None:
            names, tags = self.values("name"), self.tags
            self._anchors = {node: name for node, name in names.items() if tags[node] == "a"}
            ids = self.values("id")
            self._anchors.update({node: name for node, name in ids.items() if name})
        return self._anchors

    @property
    def anchored(self) -> Sequence[int]:
        """Indices of the elements that an address can lead to, in document order."""
        if self._anchored is None:
            self._anchored = sorted(self.anchors)
        return self._anchored

    @property
    def with_data(self) -> Set[int]:
        """Indices of the elements with an attribute for a script: ``data-id``, ``post-id``."""
        if self._with_data is None:
            several = self.by_attribute.items()
            data = [nodes for name, nodes in several if is_of_script(name)]
            self._with_data = frozenset(chain.from_iterable(data))
        return self._with_data

    @property
    def rules(self) -> Sequence[int]:
        """Indices of the horizontal rules, images of a line included, in document order."""
        if self._rules is None:
            found = list(self.tagged("hr"))
            for node, source in self.values("src").items():
                end = source[_ITS_END].lower()
                if ("line" in end or "hr" in end or "rule" in end) and _LINE_IMAGE.search(end):
                    found.append(node)
            found.sort()
            self._rules = found
        return self._rules

    def ordinal(self, node: int) -> int:
        """How many siblings of its own tag stand before an element."""
        if node not in self._ordinals:
            before: dict[str, int] = {}
            parent = self.parents[node]
            sibling, end = parent + 1, self.subtree_end[parent]
            while sibling < end:
                tag = str(self.elements[sibling].tag)
                self._ordinals[sibling] = before.get(tag, 0)
                before[tag] = self._ordinals[sibling] + 1
                sibling = self.subtree_end[sibling]
        return self._ordinals[node]

    def depth(self, node: int, below: int = 0) -> int:
        """Steps up from an element to one around it, the root if none is given."""
        depth = 0
        while node > below:
            node = self.parents[node]
            depth += 1
        return depth

    def around_both(self, first: int, last: int) -> int:
        """The innermost element that holds two; one of them may hold the other."""
        node = first
        while not node <= last < self.subtree_end[node]:
            node = self.parents[node]
        return node

    def leaf_range(self, node: int) -> tuple[int, int]:
        """First leaf below the element with this index, and the one after the last."""
        return self.leaf_start[node], self.leaf_end[node]

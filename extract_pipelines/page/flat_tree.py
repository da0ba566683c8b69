"""The flat tree: a page's elements and leaves as arrays, filled in one walk over its tree."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from lxml.etree import _Element as Element

from extract_pipelines.page.tag_paths import TagPath, TagPaths

# Elements deeper than this are read as part of the one around them: bounds the work on such pages.
DEEPEST = 256
# Of an element with more attributes than this none is read: lxml searches all before each of them.
MOST_ATTRIBUTES = 500

# Characters without a width: white space that is none, and places where a word may break.
_UNSEEN = re.compile("[\u200b\u2060\ufeff]")

_PATHS = TagPaths()


class Leaf(NamedTuple):
    """A text node that a reader sees."""

    path: str
    """Tags from the root to the parent of the text, as in ``html/body/div/p``."""
    text: str
    """The text, white space normalised; never empty."""
    position: int
    """Number of elements opened before the text in depth-first order, inline ones not counted."""
    line: int
    """Number of the visual line: leaves of one line stand in one paragraph, cell or heading."""
    spaced: bool
    """Whether white space (or a line's end) parts the text from the leaf before it."""
    raw: str
    """The text as it stands in the source."""
    source_line: int
    """Number of the line that ``raw`` begins on in the source without its tags."""
    node: int
    """Index of ``element`` in `Page.elements`."""
    element: Element
    """The parent of the text."""
    in_link: bool
    """Whether the text stands inside ``<a>``."""


_PATH_OF, _TEXT_OF, _IN_LINK = map(itemgetter, map(Leaf._fields.index, ("path", "text", "in_link")))


class FlatTree:
    """The arrays of a page, filled in one walk over its tree; see `Page` for what they hold."""

    def __init__(self, root: Element, max_elements: int) -> None:
        self.truncated = False
        self.elements: list[Element] = []
        self.tags: list[str] = []
        self.parents: list[int] = []
        self.subtree_end: list[int] = []
        self.leaf_start: list[int] = []
        self.leaf_end: list[int] = []
        self.leaves: list[Leaf] = []
        self._paths: list[str] | None = None
        self._texts: list[str] | None = None
        self._in_link: list[bool] | None = None
        self._by_tag: dict[str, list[int]] | None = None
        self._by_attribute: dict[str, dict[int, str]] | None = None
        self._anchors: dict[int, str] | None = None
        self._with_data: frozenset[int] | None = None
        self._ordinals: dict[int, int] = {}
        self._walk(root, max_elements)

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
    def in_link(self) -> list[bool]:
        """For each leaf whether it stands in a link."""
        if self._in_link is None:
            self._in_link = list(map(_IN_LINK, self.leaves))
        return self._in_link

    def tagged(self, *tags: str) -> Sequence[int]:
        """Indices of the elements of some tags, in document order."""
        if self._by_tag is None:
            by_tag: dict[str, list[int]] = {tag: [] for tag in set(self.tags)}
            for node, tag in enumerate(self.tags):
                by_tag[tag].append(node)
            self._by_tag = by_tag
        found = [self._by_tag[tag] for tag in tags if tag in self._by_tag]
        return found[0] if len(found) == 1 else sorted(chain.from_iterable(found))

    @property
    def by_attribute(self) -> Mapping[str, Mapping[int, str]]:
        """By the name of an attribute, and the index of each element that has it, what it says."""
        if self._by_attribute is None:
            found: dict[str, dict[int, str]] = {}
            for node, element in enumerate(self.elements):
                if len(element.attrib) > MOST_ATTRIBUTES:
                    continue
                attributes: list[tuple[str, str]] = element.items()
                for name, value in attributes:
                    if name in found:
                        found[name][node] = value
                    else:
                        found[name] = {node: value}
            self._by_attribute = found
        return self._by_attribute

    def having(self, attribute: str) -> Sequence[int]:
        """Indices of the elements that have an attribute, in document order."""
        return list(self.by_attribute.get(attribute, ()))

    def values(self, attribute: str) -> Mapping[int, str]:
        """By the index of each element that has an attribute what it says, in document order."""
        return self.by_attribute.get(attribute, {})

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
    def with_data(self) -> Set[int]:
        """Indices of the elements with an attribute for a script: ``data-id``."""
        if self._with_data is None:
            several = self.by_attribute.items()
            data = [nodes for name, nodes in several if name.startswith("data-")]
            self._with_data = frozenset(chain.from_iterable(data))
        return self._with_data

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

    def leaf_range(self, node: int) -> tuple[int, int]:
        """First leaf below the element with this index, and the one after the last."""
        return self.leaf_start[node], self.leaf_end[node]

    def _walk(self, root: Element, left: int) -> None:  # noqa: C901, PLR0912, PLR0915
        """Open and close every element, and take the text behind each tag.

        Most of what a page costs is spent here: all is local, and little is called.
        """
        elements, tags, parents, leaves = self.elements, self.tags, self.parents, self.leaves
        subtree_end, leaf_start, leaf_end = self.subtree_end, self.leaf_start, self.leaf_end
        new_leaf = tuple.__new__
        position = line = source_line = 0
        spaced = True
        coming = root.iter()
        element: Any = next(coming)
        parent: Any = None
        here: Any = None
        step, node = _PATHS.begin(), -1
        above: list[tuple[Any, TagPath, int]] = []
        while True:
            if here is parent:
                tag = element.tag
                above.append((here, step, node))
                here, step = element, step.longer.get(tag) or step.add(tag)
                if step.unread and tag == "template" and element.get("shadowrootmode"):
                    outer = above[-1][1]
                    step = outer.longer.get("div") or outer.add("div")
                if step.breaks:
                    line += 1
                    spaced = True
                if step.unread:
                    text = None
                else:
                    if len(above) <= DEEPEST:
                        parents.append(node)
                        node = len(elements)
                        elements.append(here)
                        tags.append(step.tag)
                        leaf_start.append(len(leaves))
                        subtree_end.append(0)
                        leaf_end.append(0)
                        position += step.advances
                    text = here.text
                left -= 1
                element = next(coming, None) if left > 0 else None
                parent = None if element is None else element.getparent()
            else:
                text = here.tail
                if not step.unread:
                    if step.breaks:
                        line += 1
                        spaced = True
                    subtree_end[node] = len(elements)
                    leaf_end[node] = len(leaves)
                here, step, node = above.pop()
                if not above:
                    break
                if step.unread:
                    continue
            if not text:
                continue
            if not text.isascii() and _UNSEEN.search(text):
                text = _UNSEEN.sub("", text)
                if not text:
                    continue
            words = text.split()
            if words:
                fields = (
                    step.path,
                    " ".join(words),
                    position,
                    line,
                    spaced or text[0].isspace(),
                    text,
                    source_line,
                    node,
                    here,
                    step.in_link,
                )
                leaves.append(new_leaf(Leaf, fields))
                spaced = text[-1].isspace()
            else:
                spaced = True
            source_line += text.count("\n")
        self.truncated = left <= 0 and next(coming, None) is not None

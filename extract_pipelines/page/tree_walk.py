"""One walk over a page's tree, which gives its elements and leaves as arrays.

`tree_in_c` does the same, where it is compiled.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from lxml.etree import _Element as Element

from extract_pipelines.page.tag_paths import PATHS, TagPath

# Elements deeper than this are read as part of the one around them: bounds the work on such pages.
DEEPEST: Final = 256
# A comment cuts a text in two for the parser, and for no reader. A text is put together again up to
# this length, in characters: enough for names and dates, and bounds the work on hostile pages.
LONGEST_JOINED: Final = 500
# Of an element with more attributes than this none is read: lxml searches all before each of them.
MOST_ATTRIBUTES: Final = 500

# Characters without a width: white space that is none, and places where a word may break.
UNSEEN: Final = re.compile("[\u200b\u2060\ufeff]")


class Leaf(NamedTuple):
    """A text node that a reader sees, with those that only comments part it from."""

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


class Walked(NamedTuple):
    """What a walk found; all but the leaves by the index of an element."""

    elements: list[Element]
    """Elements in document order."""
    tags: list[str]
    by_tag: dict[str, list[int]]
    """Indices of the elements of each tag."""
    parents: list[int]
    """Index of the parent; -1 for the root."""
    subtree_end: list[int]
    """Index after the last descendant."""
    leaf_start: list[int]
    """Index of the first leaf below an element."""
    leaf_end: list[int]
    """Index after the last leaf below it."""
    leaves: list[Leaf]
    """Leaves in document order."""
    truncated: bool
    """Whether there are more elements than were to be read."""


def walk(root: Element, max_elements: int) -> Walked:  # noqa: C901, PLR0912, PLR0915
    """Open and close every element of a tree, and take the text behind each tag.

    All is local here, and little is called: it is done for each element of each page.

    :param max_elements: elements (tags and comments) that are read; the rest is left out
    """
    elements: list[Element] = []
    tags: list[str] = []
    by_tag: dict[str, list[int]] = {}
    parents: list[int] = []
    subtree_end: list[int] = []
    leaf_start: list[int] = []
    leaf_end: list[int] = []
    leaves: list[Leaf] = []
    new_leaf, left = tuple.__new__, max_elements
    position = line = source_line = 0
    spaced, joins = True, False
    coming = root.iter()
    element: Any = next(coming)
    parent: Any = None
    here: Any = None
    step, node = PATHS.begin(), -1
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
            joins = joins and step.comment
            if step.unread:
                text = None
            else:
                if len(above) <= DEEPEST:
                    parents.append(node)
                    node = len(elements)
                    elements.append(here)
                    tags.append(step.tag)
                    by_tag.setdefault(step.tag, []).append(node)
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
            joins = joins and step.comment
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
        if not text.isascii() and UNSEEN.search(text):
            text = UNSEEN.sub("", text)
            if not text:
                continue
        if joins and len(leaves[-1].raw) < LONGEST_JOINED:
            raw = leaves[-1].raw + text
            leaves[-1] = leaves[-1]._replace(text=" ".join(raw.split()), raw=raw)
            spaced = text[-1].isspace()
            source_line += text.count("\n")
            continue
        words = text.split()
        if words and not step.filled:
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
            spaced, joins = text[-1].isspace(), True
        else:
            spaced = True
        source_line += text.count("\n")
    truncated = left <= 0 and next(coming, None) is not None
    return Walked(
        elements, tags, by_tag, parents, subtree_end, leaf_start, leaf_end, leaves, truncated
    )


def attributes_of(elements: list[Element]) -> dict[str, dict[int, str]]:
    """By the name of an attribute, and the index of each element that has it, what it says."""
    found: dict[str, dict[int, str]] = {}
    for node, element in enumerate(elements):
        if len(element.attrib) > MOST_ATTRIBUTES:
            continue
        attributes: list[tuple[str, str]] = element.items()
        for name, value in attributes:
            if name in found:
                found[name][node] = value
            else:
                found[name] = {node: value}
    return found

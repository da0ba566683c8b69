"""Boxes in the bodies of posts: elements with a class or id, and what each says by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from extract_pipelines.learned.hashes import hashed
from extract_pipelines.page import FlatTree, Page
from extract_pipelines.page.tag_paths import SAME_LINE
from extract_pipelines.posts.views.views import RecordView
from extract_pipelines.text.digits import without_digits
from extract_pipelines.text.sentences import is_sentence

# A longer box is an author's text.
MOST_LEAVES: Final = 100
# Tells what stands in a box beside others within it from the whole box.
_OWN: Final = 1


class BodyBox(NamedTuple):
    """An element of a body that holds whole lines, or what stands in no other one within it."""

    kind: int
    """Hash of its tag, class and id, digits left out."""
    leaves: Sequence[int]
    """Indices of the page's leaves in it."""


def boxes_within(page: Page, view: RecordView, body: str) -> Iterator[BodyBox]:
    """The boxes in a record's body, each as a whole and as what it says beside others within it."""
    tree = page.flat
    leaves = view.leaves_at.get(body, ())
    innermost = _InnermostBox(tree, view, body, len(leaves))
    own: dict[int, list[int]] = {}
    for leaf in leaves:
        own.setdefault(innermost.around(tree.nodes[leaf]), []).append(leaf)
    own.pop(-1, None)
    for node in [*own]:
        outer = innermost.around(tree.parents[node])
        while outer >= 0 and outer not in own:
            own[outer] = []
            outer = innermost.around(tree.parents[outer])
    classes, ids = tree.values("class"), tree.values("id")
    for node, said in own.items():
        told = " ".join((tree.tags[node], classes.get(node, ""), ids.get(node, "")))
        kind, every = hashed(without_digits(told)), range(*tree.leaf_range(node))
        if len(every) <= MOST_LEAVES:
            yield BodyBox(kind, every)
        if 0 < len(said) < len(every) and len(said) <= MOST_LEAVES:
            yield BodyBox(kind ^ _OWN, said)


class _InnermostBox:
    """Finds the box of a body that an element stands in; each element is looked at once.

    :param body: the place of the body in its record
    :param leaves: how many leaves it has
    """

    def __init__(self, tree: FlatTree, view: RecordView, body: str, leaves: int) -> None:
        self._tree, self._view, self._body, self._leaves = tree, view, body, leaves
        self._around: dict[int, int] = {}

    def around(self, node: int) -> int:
        """The element or the nearest one above it that is a box; -1 if none is."""
        passed: list[int] = []
        while node not in self._around:
            if self._view.place(node) == self._body:
                self._around[node] = -1
            elif _is_box(self._tree, node, self._leaves):
                self._around[node] = node
            else:
                passed.append(node)
                node = self._tree.parents[node]
        found = self._around[node]
        self._around.update(dict.fromkeys(passed, found))
        return found


def _is_box(tree: FlatTree, node: int, most: int) -> bool:
    """Whether an element has a class or id, and whole lines.

    One that stands on a line as a word does is a label of the text behind it ("Spoiler"), unless it
    is long or all that is said.

    :param most: how many leaves the body has
    """
    if node not in tree.values("class") and node not in tree.values("id"):
        return False
    first, last = tree.leaf_range(node)
    is_word = tree.tags[node] in SAME_LINE and last - first < most
    if is_word and not any(map(is_sentence, tree.texts[first:last])):
        return False
    lines = tree.lines
    begin = first == 0 or lines[first - 1] != lines[first]
    return begin and (last == len(lines) or lines[last] != lines[last - 1])

"""Second copies of texts: what a script shows when a post is to be edited or quoted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import Final, NamedTuple

from extract_pipelines.page import Page
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.page.tag_paths import SAME_LINE
from extract_pipelines.text.digits import without_digits

# Letters of a text that no two elements say by chance.
LEAST_LETTERS: Final = 24
# Characters that its source may have beside a text: marks of headings, lists, emphasis.
MOST_MARKS: Final = 64
# Letters that are compared first.
_FIRST: Final = 6
# Least share of the pairs of one shape that say the same.
LEAST_SHARE: Final = 0.5
_NO_LETTERS: Final = re.compile(r"[\W_]+")
# Within a line nothing is a copy of what stands before it; but a field may be one.
_IN_TEXT: Final = SAME_LINE - {"textarea"}
_LOOKS: Final = ("class", "style", "hidden")
# Leaves of an element in which a hidden one is compared with the others.
MOST_BESIDE: Final = 200
_HIDDEN: Final = re.compile(r"display\s*:\s*none", re.IGNORECASE)


class _Shape(NamedTuple):
    """What two elements that stand next to each other are, and whether they are hidden."""

    first: tuple[str, str, bool]
    second: tuple[str, str, bool]

    @property
    def is_hidden(self) -> bool:
        """Whether one of them alone is hidden."""
        return self.first[2] != self.second[2]


@once_a_page
def second_copies(page: Page) -> frozenset[int]:
    """Indices of the leaves in elements that say once more what the one beside them says.

    The one that is hidden is the copy, or else the second, if its class is another one. Where
    most pairs of elements of the same two shapes say the same, the others are copies, too: the
    source of a quote is written in another way.
    """
    hidden = _hidden_copies(page)
    same = _pairs_that_say_the_same(page)
    if not same:
        return hidden
    shapes = {pair: _shape(page, *pair) for pair in _pairs(page) if _look_unlike(page, *pair)}
    all_of, alike = Counter(shapes.values()), Counter(shapes[pair] for pair in same)
    long = {shapes[pair] for pair in same if len(_letters(page, pair[0])) >= LEAST_LETTERS}
    found = set(hidden)
    for (first, second), shape in shapes.items():
        is_told = shape.is_hidden or shape in long
        is_sure = is_told and alike[shape] >= LEAST_SHARE * all_of[shape]
        if shape.first != shape.second and is_sure:
            copy = first if shape.is_hidden and shape.first[2] else second
            found.update(range(*page.flat.leaf_range(copy)))
    return frozenset(found)


def _hidden_copies(page: Page) -> frozenset[int]:
    """Leaves in hidden elements that say once more what stands deeper in one beside them.

    Of elements that look alike half have to; the others are copies, too, of posts with a quote.
    """
    told: dict[tuple[object, ...], list[tuple[int, bool]]] = {}
    long = set()
    for node, around in _hidden(page):
        letters = _letters(page, node)
        is_copy = letters != "" and letters in _letters_beside(page, node, around)
        look = (*_look(page, node), *_look(page, around))
        told.setdefault(look, []).append((node, is_copy))
        if is_copy and len(letters) >= LEAST_LETTERS:
            long.add(look)
    return frozenset(
        leaf
        for look in long
        if sum(is_copy for _, is_copy in told[look]) >= LEAST_SHARE * len(told[look])
        for node, _ in told[look]
        for leaf in range(*page.flat.leaf_range(node))
    )


def _hidden(page: Page) -> Iterator[tuple[int, int]]:
    """The elements with a text that their style hides, and the element around each."""
    tree, styles = page.flat, page.flat.values("style")
    for node in sorted(styles):
        start, stop = tree.leaf_range(node)
        if start < stop and node and _HIDDEN.search(styles[node]):
            around = tree.parents[node]
            first, last = tree.leaf_range(around)
            if last - first <= MOST_BESIDE:
                yield node, around


def _letters_beside(page: Page, node: int, around: int) -> str:
    """The letters and digits of the element around one, without its own."""
    (first, last), (start, stop) = page.flat.leaf_range(around), page.flat.leaf_range(node)
    texts = page.flat.texts
    parts = (texts[first:start], texts[stop:last])
    return "|".join(_NO_LETTERS.sub("", "".join(part)) for part in parts)


def _pairs(page: Page) -> list[tuple[int, int]]:
    """The blocks with a text, each with the next one below the same element."""
    tree = page.flat
    starts, ends, tags, parents = tree.leaf_start, tree.leaf_end, tree.tags, tree.parents
    last = [0] * len(tags)  # for each element the one in it that was looked at last
    found: list[tuple[int, int]] = []
    for node in range(1, len(tags)):
        if starts[node] < ends[node]:
            before, last[parents[node]] = last[parents[node]], node
            if before and tags[before] not in _IN_TEXT and tags[node] not in _IN_TEXT:
                found.append((before, node))
    return found


def _look_unlike(page: Page, one: int, other: int) -> bool:
    """Whether two elements differ in their tags, classes or styles."""
    if page.flat.tags[one] != page.flat.tags[other]:
        return True
    looks = [page.flat.values(attribute) for attribute in _LOOKS]
    return any(told.get(one) != told.get(other) for told in looks)


def _pairs_that_say_the_same(page: Page) -> list[tuple[int, int]]:
    """Of the pairs that look unlike those that have the same letters."""
    texts, starts, ends = page.flat.texts, page.flat.leaf_start, page.flat.leaf_end
    before = [0, *accumulate(map(len, texts))]  # characters of the leaves before each
    found = []
    for first, second in _pairs(page):
        one, other = texts[starts[first]], texts[starts[second]]
        if one[0] != other[0] and one[0].isalnum() and other[0].isalnum():
            continue
        size = before[ends[first]] - before[starts[first]]
        is_as_long = abs(before[ends[second]] - before[starts[second]] - size) <= MOST_MARKS
        if is_as_long and _look_unlike(page, first, second):
            letters = _beginning(one) == _beginning(other) and _letters(page, first)
            if letters and letters == _letters(page, second):
                found.append((first, second))
    return found


def _beginning(text: str) -> str:
    """The first letters of a text."""
    return _NO_LETTERS.sub("", text[:MOST_MARKS])[:_FIRST]


def _letters(page: Page, node: int) -> str:
    """The letters and digits of an element's text."""
    return _NO_LETTERS.sub("", "".join(page.flat.texts[slice(*page.flat.leaf_range(node))]))


def _shape(page: Page, first: int, second: int) -> _Shape:
    return _Shape(_look(page, first), _look(page, second))


def _look(page: Page, node: int) -> tuple[str, str, bool]:
    """The tag and the class of an element, without numbers, and whether its style hides it."""
    values, attributes = page.flat.values, page.flat.by_attribute
    is_hidden = node in attributes.get("hidden", {}) or bool(
        _HIDDEN.search(values("style").get(node, ""))
    )
    return page.tags[node], without_digits(values("class").get(node, "")), is_hidden

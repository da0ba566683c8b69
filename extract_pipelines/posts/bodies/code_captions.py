"""The captions that forum software writes beside code: "Code: [Select]", "PHP Code:", 复制代码.

They are known by their words above it, and in any language in a box that its class calls one of
code, beside the part of it that has the code.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from itertools import accumulate
from typing import Final

from extract_pipelines.page import Page, link_of
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.posts.bodies.record_lines import RecordLine
from extract_pipelines.text.lexicon.patterns import LazyPattern, any_of

# A longer line is a text.
LONGEST: Final = 40
_LANGUAGE: Final = (
    r"(?:asp|bash|css|c#|c\+\+|c|delphi|html|java|javascript|js|json|lua|pascal|perl|php|python|ruby"
    r"|shell|source|sql|vb|xml|yaml)"
)
# A word for code, the language that it is in before it, and what the button beside it does; where
# the language stands alone, the button says that code is meant.
_CAPTION: Final = LazyPattern(
    lambda: (
        rf"(?:{_LANGUAGE}[\s-])?{any_of('code')}"
        r"(?:\s?[:：](?:\s?[\[(]?[^\W\d][^:：.?!\n]{0,24})?|\s?[\[(][^\])]{1,24}[\])])?"
        rf"|{_LANGUAGE}(?:\s|(?<=\W))[^\W\d]{{2,14}}\s{any_of('code')}"
    ),
    re.IGNORECASE,
)
# The class of a box of code: "codebox", "code-header", "blockcode"; but not "bbcode", "barcode".
_BOX: Final = re.compile(r"(?<![a-z])code|(?:block|source)code", re.IGNORECASE)
# The class of what stands above the code in such a box.
_HEAD: Final = re.compile(r"head|title|top|caption|copy|tool|button|operation", re.IGNORECASE)


def without_code_captions(page: Page, lines: Sequence[RecordLine]) -> list[RecordLine]:
    """The lines but the captions of code, each of which stands right beside code.

    :param lines: of a record, in order
    """
    code = _code_of(page)
    if not code:
        return list(lines)
    return _without_captions_in_boxes(page, _without_known_captions(page, code, lines))


def _without_known_captions(
    page: Page, code: Set[int], lines: Sequence[RecordLine]
) -> list[RecordLine]:
    """The lines but those that say that code follows, and are followed by it.

    :param code: the elements with code
    """
    kept: list[RecordLine] = []
    below: RecordLine | None = None
    is_caption = False
    for line in reversed(lines):
        # Of several captions in a row the last one stands before the code.
        is_caption = (
            below is not None
            and len(line.text) <= LONGEST
            and (is_caption or _begins_code(page, code, line, below.leaves[0]))
            and _CAPTION.fullmatch(_without_buttons(page, line)) is not None
        ) or (is_caption and _is_button(page, line))
        if not is_caption:
            kept.append(line)
        below = line
    return kept[::-1]


def _without_captions_in_boxes(page: Page, lines: Sequence[RecordLine]) -> list[RecordLine]:
    """The lines but short ones beside code in a box of code."""
    code, captions = _leaves_of_boxes(page)
    if not captions:
        return list(lines)
    kept: list[RecordLine] = []
    for number, line in enumerate(lines):
        beside = [other.leaves[0] for other in lines[max(0, number - 1) : number + 2]]
        is_beside = line.leaves[0] in captions and not code.isdisjoint(beside)
        if not is_beside or len(line.text) > LONGEST:
            kept.append(line)
    return kept


@once_a_page
def _leaves_of_boxes(page: Page) -> tuple[Set[int], Set[int]]:
    """The leaves with code, and those beside it in boxes that their class calls ones of code.

    What has code is told by its tag, or by an id, as a script has for what it copies. In a box is
    little else.
    """
    tree = page.flat
    ids = [node for node, name in tree.values("id").items() if "code" in name.lower()]
    code: set[int] = set()
    done = 0
    for node in sorted((*tree.tagged("pre", "code"), *ids)):
        if node >= done:  # no part of the one before
            code.update(range(*tree.leaf_range(node)))
            done = page.subtree_end[node]
    sizes = (0 if leaf in code else len(text) for leaf, text in enumerate(tree.texts))
    before = [0, *accumulate(sizes)]  # characters that are no code
    captions: set[int] = set()
    for names, nodes in _named_for_code(page):
        if _BOX.search(names):
            for node in nodes:
                start, stop = tree.leaf_range(node)
                if before[stop] - before[start] <= 2 * LONGEST:
                    captions.update(range(start, stop))
    return code, captions - code


def _is_button(page: Page, line: RecordLine) -> bool:
    """Whether a line is short, and a link that leads to no page, as "[Copy to clipboard]"."""
    if len(line.text) > LONGEST or line.links != line.size:
        return False
    leaves = [page.leaves[leaf] for leaf in line.leaves]
    return all(link_of(leaf).startswith(("#", "javascript:")) for leaf in leaves)


def _without_buttons(page: Page, line: RecordLine) -> str:
    """What a line says behind the links that it begins with, as "Download"; all, if only links."""
    texts, in_link = page.flat.texts, page.flat.in_link
    first = next((leaf for leaf in line.leaves if not in_link[leaf]), line.leaves[0])
    if first == line.leaves[0]:
        return line.text
    return " ".join([texts[leaf] for leaf in line.leaves if leaf >= first])


@once_a_page
def _code_of(page: Page) -> Set[int]:
    """The elements with code, by their tag, class or id: most pages have none."""
    found = set(page.flat.tagged("pre", "code"))
    found.update(node for node, name in page.flat.values("id").items() if "code" in name.lower())
    for _, nodes in _named_for_code(page):
        found.update(nodes)
    return found


@once_a_page
def code_boxes(page: Page) -> Sequence[int]:
    """The elements that their tag or their class calls boxes of code, in document order."""
    found = set(page.flat.tagged("pre"))
    for names, nodes in _named_for_code(page):
        if _BOX.search(names) and not _HEAD.search(names):
            found.update(nodes)
    return sorted(found)


def _named_for_code(page: Page) -> list[tuple[str, list[int]]]:
    """The classes with the word in them, each with its elements."""
    classes = page.flat.by_value("class").items()
    return [(names, nodes) for names, nodes in classes if "code" in names.lower()]


def _begins_code(page: Page, code: Set[int], line: RecordLine, first: int) -> bool:
    """Whether an element with code begins with a line or behind it, and a leaf stands in it.

    :param code: the elements with code
    """
    tree = page.flat
    node, left = tree.nodes[first], tree.nodes[line.leaves[-1]]
    while node > 0 and not node <= left < tree.subtree_end[node]:
        if node in code:
            return True
        node = tree.parents[node]
    while node > 0 and tree.leaf_range(node)[0] == line.leaves[0]:
        if node in code:
            return True
        node = tree.parents[node]
    return False

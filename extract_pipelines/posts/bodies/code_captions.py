"""The captions that forum software writes above code: "Code: [Select]", "PHP Code:", 代码."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from extract_pipelines.page import Page
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
_CODE: Final = frozenset(("pre", "code"))


def without_code_captions(page: Page, lines: Sequence[RecordLine]) -> list[RecordLine]:
    """The lines but the captions of code, each of which stands right before code.

    :param lines: of a record, in order
    """
    kept: list[RecordLine] = []
    below: RecordLine | None = None
    is_caption = False
    for line in reversed(lines):
        before = line.leaves[-1]
        if below is None or len(line.text) > LONGEST or _CAPTION.fullmatch(line.text) is None:
            is_caption = False
        else:
            # Of several captions in a row the last one stands before the code.
            is_caption = is_caption or _begins_code(page, before, below.leaves[0])
        if not is_caption:
            kept.append(line)
        below = line
    return kept[::-1]


def _begins_code(page: Page, before: int, first: int) -> bool:
    """Whether an element with code, by its tag or class, begins behind a leaf with another one."""
    node, left = page.flat.nodes[first], page.flat.nodes[before]
    while node > 0 and not node <= left < page.subtree_end[node]:
        classes = page.elements[node].get("class") or ""
        if page.tags[node] in _CODE or "code" in classes.lower():
            return True
        node = page.parents[node]
    return False

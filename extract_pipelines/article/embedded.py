"""The text that a page's structured data give as its article's: evidence, or all there is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from extract_pipelines.page import Leaf, Page, lines
from extract_pipelines.published.body import Body, body_of, by_line

# Share of the body that the embedded text confirms, from which on it is the whole article's.
LEAST_CONFIRMED: Final = 0.85
# Share of a line's word pairs in the embedded text, from which on the line is a part of it.
LEAST_SHARED: Final = 0.5
# Bytes from which on an embedded text is an article, and how much longer than the body it is then.
LEAST_TEXT: Final = 300
MUCH_LONGER: Final = 3
_WORD: Final = re.compile(r"[\u3400-\u9fff\u3040-\u30ff]|[^\W\u3400-\u9fff\u3040-\u30ff]+")
_HEADING: Final = re.compile(r"/h[1-6]\b")


def replaces(text: str, body: str) -> bool:
    """Whether an embedded text is an article of which the page shows little or nothing.

    :param body: what was found on the page
    """
    size = len(text.encode("utf-8", "replace"))
    return size >= LEAST_TEXT and size > MUCH_LONGER * len(body.encode("utf-8", "replace"))


def confirmed(page: Page, leaves: Sequence[Leaf], body: Body, text: str) -> Body:
    """The lines of the body that stand in the embedded text, and the headings between them.

    A text that confirms too little of the body is a summary or that of another article, and says
    nothing.

    :param leaves: the page's leaves that count as text
    """
    known = _pairs(text)
    groups = by_line(body.leaves)
    pairs = [_pairs(" ".join(lines(group))) for group in groups]
    shared = [len(own & known) for own in pairs]
    if sum(shared) < LEAST_CONFIRMED * sum(map(len, pairs)):
        return body
    stands = [part >= LEAST_SHARED * len(own) for part, own in zip(shared, pairs, strict=True)]
    parts = [number for number, is_part in enumerate(stands) if is_part]
    first, last = (parts[0], parts[-1]) if parts else (0, -1)
    kept = [
        leaf
        for number, group in enumerate(groups)
        if stands[number] or (first < number < last and _HEADING.search(group[0].path))
        for leaf in group
    ]
    return body_of(page, leaves, kept)


def _pairs(text: str) -> set[tuple[str, str]]:
    """The pairs of words that follow each other; a word alone is paired with nothing."""
    words = _WORD.findall(text.lower())
    return set(pairwise(words)) or {(word, "") for word in words}

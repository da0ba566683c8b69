"""Passages of earlier posts that a floor quotes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from extract_pipelines.items import Quote
from extract_pipelines.page import Leaf, Page, text_of

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_QUOTE = re.compile(r"quot|zitat|citat|cita\b|引用", re.IGNORECASE)
# The first line of a quote that tells whom it quotes.
_HEADER = re.compile(
    r"(?:(?:originally )?posted by|quote from|zitat von|citation de|cita de|引用)?[:：\s]*"
    r"@?(?P<name>.{1,40}?)\s*(?:said|wrote|writes|schrieb|a écrit|escribió|ha scritto|написал\w*|"
    r"写道|寫道|发表于.*|發表於.*)?\s*[:：]?",
    re.IGNORECASE,
)
LONGEST_HEADER = 80


class QuoteRange(NamedTuple):
    """An element that holds a quoted passage."""

    start: int
    """Index of the element."""
    stop: int
    """Index after its last descendant."""

    def read(self, page: Page) -> Quote:
        """Who is quoted with what."""
        leaves = page.leaves_of(self.start)
        header = _header(leaves)
        author = url = None
        if header:
            linked = next((leaf for leaf in header if leaf.in_link), None)
            match = _HEADER.fullmatch(text_of(header).replace("\n", " "))
            author = match["name"].lstrip("@") if match else None
            url = page.joined(linked.element.get("href") or "") or None if linked else None
        return Quote(author=author, text=text_of(leaves[len(header) :]), url=url)


def is_quote(element: Element) -> bool:
    """Whether an element is marked as a quote."""
    return element.tag in ("blockquote", "q") or bool(_QUOTE.search(element.get("class") or ""))


def find_quotes(page: Page, nodes: Sequence[int]) -> list[QuoteRange]:
    """The outermost quotes below the elements with these indices, in order."""
    quotes: list[QuoteRange] = []
    for top in nodes:
        node = top + 1
        while node < page.subtree_end[top]:
            if is_quote(page.elements[node]):
                quotes.append(QuoteRange(node, page.subtree_end[node]))
                node = page.subtree_end[node]
            else:
                node += 1
    return quotes


def _header(leaves: Sequence[Leaf]) -> Sequence[Leaf]:
    """The leaves of the first line, if it tells whom the quote is of."""
    if not leaves:
        return []
    first = [leaf for leaf in leaves if leaf.line == leaves[0].line]
    text = text_of(first)
    ends = text.rstrip().endswith((":", "：", "写道", "寫道", "said", "wrote"))
    return first if ends and len(text) <= LONGEST_HEADER and len(first) < len(leaves) else []

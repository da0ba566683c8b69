"""Passages of earlier posts that a floor quotes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from extract_pipelines.items import Floor, Quote
from extract_pipelines.page import Leaf, Page, text_of
from extract_pipelines.page.markup.roles import quote_nodes
from extract_pipelines.published.rules import is_control
from extract_pipelines.text.lexicon import words
from extract_pipelines.text.lexicon.patterns import alternatives, any_of

# "Posted at", where no space parts it from the date behind it.
_POSTED = alternatives(word for word in words("posted") if word[-1] in "于於")
# The first line of a quote that tells whom it quotes.
_HEADER = re.compile(
    rf"(?:{any_of('quoted_from')})?[:：\s]*"
    rf"@?(?P<name>.{{1,40}}?)\s*(?:{any_of('wrote')}|{_POSTED}.*)?\s*[:：]?",
    re.IGNORECASE,
)
_ENDS = (":", "：", *words("wrote"))
LONGEST_HEADER = 80
# A line before a quote that tells whom it quotes, and maybe where that was written.
_ATTRIBUTION = re.compile(
    rf"{any_of('replying_to')}\s*@?(?P<answered>\S.{{0,39}}?)\s*[:：]|"
    rf"@?(?P<name>\S.{{0,39}}?)\s*(?:(?<!\S){any_of('wrote', spaced=True)}"
    rf"(?:\s+{any_of('when_wrote')}\s.{{1,120}})?\s*[:：]"
    rf"|{any_of('wrote', 'told', spaced=False)}\s*[:：])",
    re.IGNORECASE,
)
LONGEST_ATTRIBUTION = 200


class QuoteRange(NamedTuple):
    """An element that holds a quoted passage."""

    start: int
    """Index of the element."""
    stop: int
    """Index after its last descendant."""
    lead: range
    """Indices of the leaves of the line before it, if that tells whom it quotes."""

    def read(self, page: Page) -> Quote:
        """Who is quoted with what."""
        leaves = [leaf for leaf in page.leaves_of(self.start) if not is_control(leaf)]
        header = _header(leaves)
        author = url = None
        if not header and self.lead:
            lead = [page.leaves[index] for index in self.lead]
            match = _ATTRIBUTION.fullmatch(_line_of(lead))
            author = match["name"] or match["answered"] if match else None
            return Quote(author=author, text=text_of(leaves), url=None)
        if header:
            linked = next((leaf for leaf in header if leaf.in_link), None)
            match = _HEADER.fullmatch(_line_of(header))
            author = match["name"].lstrip("@") if match else None
            url = page.joined(linked.element.get("href") or "") or None if linked else None
        return Quote(author=author, text=text_of(leaves[len(header) :]), url=url)


def find_quotes(page: Page, nodes: Sequence[int]) -> list[QuoteRange]:
    """The outermost quotes below the elements with these indices, in order."""
    quotes: list[QuoteRange] = []
    marked = quote_nodes(page)
    for top in nodes if marked else ():
        node = top + 1
        while node < page.subtree_end[top]:
            if node in marked:
                lead = _lead(page, page.leaf_range(top)[0], page.leaf_range(node)[0])
                quotes.append(QuoteRange(node, page.subtree_end[node], lead))
                node = page.subtree_end[node]
            else:
                node += 1
    return quotes


def name_quoted(floors: Sequence[Floor]) -> None:
    """Where the first line of a quote is the name of an author of the page, it is quoted."""
    names = {floor.author for floor in floors}
    for floor in floors:
        for quote in floor.quotes:
            name, _, text = quote.text.partition("\n")
            name = name.strip(" @:：")
            if quote.author is None and text and name in names:
                quote.author, quote.text = name, text


def _lead(page: Page, first: int, quote: int) -> range:
    """Indices of the leaves of the line before a quote, if it tells whom it quotes.

    :param first: index of the first leaf that may belong to it
    :param quote: index of the quote's first leaf
    """
    start = quote
    while start > first and page.leaves[start - 1].line == page.leaves[quote - 1].line:
        start -= 1
    text = _line_of(page.leaves[start:quote])
    told = len(text) <= LONGEST_ATTRIBUTION and _ATTRIBUTION.fullmatch(text)
    return range(start, quote) if told else range(0)


def _line_of(leaves: Sequence[Leaf]) -> str:
    return text_of(leaves).replace("\n", " ")


def _header(leaves: Sequence[Leaf]) -> Sequence[Leaf]:
    """The leaves of the first line, if it tells whom the quote is of."""
    if not leaves:
        return []
    first = [leaf for leaf in leaves if leaf.line == leaves[0].line]
    text = text_of(first)
    ends = text.rstrip().endswith(_ENDS)
    return first if ends and len(text) <= LONGEST_HEADER and len(first) < len(leaves) else []

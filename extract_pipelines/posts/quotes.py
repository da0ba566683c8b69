"""Passages of earlier posts that a floor quotes."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from extract_pipelines.items import Floor, Quote
from extract_pipelines.page import Leaf, Page, text_of
from extract_pipelines.page.markup.quote_marks import (
    LONGEST_TITLE,
    is_quote_label,
    names_source,
    quote_nodes,
)
from extract_pipelines.published.rules import is_control
from extract_pipelines.text.lexicon import words
from extract_pipelines.text.lexicon.patterns import alternatives, any_of

# "Posted at", where no space parts it from the date behind it.
_POSTED = alternatives(word for word in words("posted") if word[-1] in "于於")
# The line of a quote that tells whom it quotes, and maybe when that was posted.
_HEADER = re.compile(
    rf"(?:{any_of('quoted_from', 'posted_by')})?[:：\s]*"
    rf"@?(?P<name>.{{1,40}}?)\s*(?:{any_of('wrote')}|(?P<posted>{_POSTED}\s*\d.*))?\s*[:：]?",
    re.IGNORECASE,
)
_ENDS = (":", "：", *words("wrote"))
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
    """Indices of the leaves of the line before it, if that is its title or tells whom it quotes."""

    def read(self, page: Page) -> Quote:
        """Who is quoted with what."""
        leaves = [leaf for leaf in page.leaves_of(self.start) if not is_control(leaf)]
        header = _header(leaves)
        quoted = leaves[sum(map(len, header)) :]
        told = header[-1] if header and not is_quote_label(_line_of(header[-1])) else []
        if not told:
            told, quoted = _signed(quoted)
        if not told and self.lead:
            lead = [page.leaves[index] for index in self.lead]
            match = _ATTRIBUTION.fullmatch(_line_of(lead))
            author = match["name"] or match["answered"] if match else None
            return Quote(author=author, text=text_of(quoted), url=None)
        linked = next((leaf for leaf in told if leaf.in_link), None)
        match = _HEADER.fullmatch(_line_of(told))
        author = match["name"].lstrip("@") if match else None
        url = page.joined(linked.element.get("href") or "") or None if linked else None
        return Quote(author=author, text=text_of(quoted), url=url)


def find_quotes(page: Page, nodes: Sequence[int]) -> list[QuoteRange]:
    """The outermost quotes below the elements with these indices, or around some, in order."""
    quotes: list[QuoteRange] = []
    marked = quote_nodes(page)
    done = 0
    for top in nodes if marked else ():
        around = _quote_around(page, top, nodes, marked)
        first = page.leaf_range(top if around is None else around)[0]
        node = max(done, top + 1 if around is None else around)
        while node < page.subtree_end[top]:
            if node in marked:
                lead = _lead(page, first, page.leaf_range(node)[0])
                done = page.subtree_end[node]
                quotes.append(QuoteRange(node, done, lead))
                node = done
            else:
                node += 1
    return quotes


def _quote_around(page: Page, node: int, nodes: Sequence[int], marked: Set[int]) -> int | None:
    """The outermost quote that holds an element, but not all of them."""
    found, outer = None, page.parents[node]
    while outer > nodes[0] or page.subtree_end[outer] <= nodes[-1]:
        if outer in marked:
            found = outer
        outer = page.parents[outer]
    return found


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
    """Indices of the leaves of the line before a quote, if it is its title or tells whom it quotes.

    :param first: index of the first leaf that may belong to it
    :param quote: index of the quote's first leaf
    """
    start = quote
    while start > first and page.leaves[start - 1].line == page.leaves[quote - 1].line:
        start -= 1
    text = _line_of(page.leaves[start:quote])
    told = len(text) <= LONGEST_ATTRIBUTION and _ATTRIBUTION.fullmatch(text)
    return range(start, quote) if told or is_quote_label(text) or names_source(text) else range(0)


def _line_of(leaves: Sequence[Leaf]) -> str:
    return text_of(leaves).replace("\n", " ")


def _header(leaves: Sequence[Leaf]) -> list[list[Leaf]]:
    """The lines before the text of a quote: its label, and the one that tells whom it is of."""
    lines = [list(line) for _, line in groupby(leaves, key=attrgetter("line"))]
    header = []
    for line in lines[:-1]:
        text = _line_of(line)
        is_label = is_quote_label(text)
        ends = len(text) <= LONGEST_TITLE and text.rstrip().endswith(_ENDS)
        if is_label or ends or names_source(text):
            header.append(line)
        if not is_label:
            break
    return header


def _signed(leaves: list[Leaf]) -> tuple[list[Leaf], list[Leaf]]:
    """The first or last line of a quote that tells who posted it when, and the other leaves."""
    lines = [list(line) for _, line in groupby(leaves, key=attrgetter("line"))]
    for line in (lines[0], lines[-1]) if len(lines) > 1 else ():
        match = _HEADER.fullmatch(_line_of(line))
        if match and match["posted"]:
            return line, [leaf for leaf in leaves if leaf.line != line[0].line]
    return [], leaves

"""Passages of earlier posts that a floor quotes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from itertools import groupby, zip_longest
from operator import attrgetter
from typing import NamedTuple

from extract_pipelines.items import Floor, Quote
from extract_pipelines.page import Leaf, Page, text_of
from extract_pipelines.page.markup.quote_marks import (
    is_quote_label,
    match_legend,
    names_source,
    quote_nodes,
)
from extract_pipelines.page.tag_paths import SAME_LINE, in_control
from extract_pipelines.posts.quotes.quote_headers import (
    attributed,
    bare_header,
    source_of,
    tells_source,
    tells_when_posted,
    writer_alone,
    writer_first_in,
)


class QuoteRange(NamedTuple):
    """An element that holds a quoted passage."""

    start: int
    """Index of the element."""
    stop: int
    """Index after its last descendant."""
    lead: range
    """Indices of the leaves of the line before it, if that is its title or tells whom it quotes."""
    author: str | None
    """Whom that line tells."""
    legend: int = 0
    """How many of its leaves are its title, where its tag says so."""

    def read(self, page: Page, writers: Set[str] = frozenset()) -> Quote:
        """Who is quoted with what.

        :param writers: the names of those who wrote the page's posts
        """
        leaves = [leaf for leaf in page.leaves_of(self.start) if not _is_control(leaf)]
        if self.legend:
            named = match_legend(_line_of(leaves[: self.legend]))
            author = named["name"] if named else None
            return Quote(author=author, text=text_of(leaves[self.legend :]), url=None)
        header = _cited(page, leaves, self.start, writers) or _header(leaves)
        quoted = leaves[sum(map(len, header)) :]
        told = header[-1] if header and not _is_label(_line_of(header[-1])) else []
        if not told:
            told, quoted = _signed(quoted)
        if not told and self.lead:
            return Quote(author=self.author, text=text_of(quoted), url=None)
        # The writer's name may be a link, too, before the one to the post.
        linked = next((leaf for leaf in reversed(told) if leaf.in_link), None)
        author = source_of(_without_link(told), writers)
        url = page.joined(linked.element.get("href") or "") or None if linked else None
        return Quote(author=author, text=text_of(quoted), url=url)


def find_quotes(
    page: Page,
    nodes: Sequence[int],
    writers: Set[str] = frozenset(),
    inner: Iterable[tuple[int, int]] = (),
) -> list[QuoteRange]:
    """The outermost quotes below the elements with these indices, or around some, in order.

    Some of the elements may be quotes themselves; where all are, they are what the post says.

    :param writers: the names of those who wrote the page's posts
    :param inner: ranges of elements whose quotes are left out: those of answers in a post
    """
    quotes: list[QuoteRange] = []
    marked, answers = quote_nodes(page), dict(inner)
    are_all = marked.issuperset(nodes)
    done = 0
    for top in nodes if marked else ():
        around = _quote_around(page, page.parents[top] if are_all else top, nodes, marked)
        first = page.flat.leaf_range(top if around is None else around)[0]
        node = max(done, top + 1 if around is None else around)
        while node < page.subtree_end[top]:
            if node in marked:
                lead, author = _lead(page, first, page.flat.leaf_range(node)[0], writers)
                done = page.subtree_end[node]
                quotes.append(QuoteRange(node, done, lead, author, _legend(page, node)))
                node = done
            else:
                node = answers.get(node, node + 1)
    return quotes


def read_quotes(
    page: Page, quotes: Sequence[QuoteRange], writers: Set[str] = frozenset()
) -> list[Quote]:
    """Who is quoted with what, in order.

    A line above a quote that is marked as one itself is none: it tells who is quoted below. Nor is
    an element without text, as below a quote.

    :param writers: the names of those who wrote the page's posts
    """
    found = []
    above = None
    for quote, behind in zip_longest(quotes, quotes[1:]):
        line = _line_alone(page, quote) if behind and quote.stop == behind.start else ""
        is_label = _is_label(line)
        is_head = line and behind and _is_head(page, quote, behind)
        if is_head or is_label or names_source(line) or attributed(line):
            above = None if is_label else source_of(line, writers)
            continue
        read = quote.read(page, writers)
        read.author = read.author or above
        above = None
        if read.text:
            found.append(read)
    return found


def _is_head(page: Page, quote: QuoteRange, behind: QuoteRange) -> bool:
    """Whether words that are marked as a quote stand in the line above one, as its title does."""
    return (
        page.tags[quote.start] in SAME_LINE
        and page.tags[quote.start] != "q"
        and page.tags[behind.start] not in SAME_LINE
    )


def _line_alone(page: Page, quote: QuoteRange) -> str:
    """The text of an element of one line; nothing, if it has more."""
    leaves = page.leaves_of(quote.start)
    return bare_header(_line_of(leaves)) if len({leaf.line for leaf in leaves}) == 1 else ""


def _quote_around(page: Page, node: int, nodes: Sequence[int], marked: Set[int]) -> int | None:
    """The outermost quote of an element and those around it that does not hold all of them."""
    found, outer = None, node
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


def _lead(page: Page, first: int, quote: int, writers: Set[str]) -> tuple[range, str | None]:
    """Indices of the leaves of the line before a quote, if it is its title or tells whom it quotes.

    That comes with it.

    :param first: index of the first leaf that may belong to it
    :param quote: index of the quote's first leaf
    """
    start = quote
    while start > first and page.leaves[start - 1].line == page.leaves[quote - 1].line:
        start -= 1
    text = bare_header(_line_of(page.leaves[start:quote]))
    author = attributed(text) or writer_first_in(text, writers) or writer_alone(text, writers)
    is_cite = _is_cite(page, page.leaves[start:quote])
    if author is None and is_cite:
        author = attributed(f"{text}:") or source_of(text, writers)
    elif author is None and names_source(text):
        author = source_of(text, writers)
    told = author or is_cite or is_quote_label(text)
    return range(start, quote) if told else range(0), author


def _legend(page: Page, node: int) -> int:
    """How many leaves the legend has that a set of fields begins with."""
    is_titled = page.tags[node : node + 2] == ["fieldset", "legend"]
    start, stop = page.flat.leaf_range(node + 1) if is_titled else (0, 0)
    return stop - start


def _is_cite(page: Page, leaves: Sequence[Leaf]) -> bool:
    """Whether a line stands in a ``<cite>`` as a whole: so it tells of the quote right below."""
    if not leaves:
        return False
    cite = leaves[0].node
    while cite > 0 and page.tags[cite] != "cite":
        cite = page.parents[cite]
    return 0 < cite <= leaves[-1].node < page.subtree_end[cite]


def _line_of(leaves: Sequence[Leaf]) -> str:
    return text_of(leaves).replace("\n", " ")


def _cited(page: Page, leaves: Sequence[Leaf], quote: int, writers: Set[str]) -> list[list[Leaf]]:
    """The ``<cite>`` that a quote begins with, if it tells whom it quotes.

    It may stand on the line of the text, which it is a part of where it names a book.
    """
    if not leaves:
        return []
    cite = leaves[0].node
    while cite > quote and page.tags[cite] != "cite":
        cite = page.parents[cite]
    if cite <= quote:
        return []
    said = [leaf for leaf in leaves if cite <= leaf.node < page.subtree_end[cite]]
    text = _without_link(said)
    tells = tells_source(text) or source_of(text, writers) in writers
    return [said] if tells and len(said) < len(leaves) else []


def _header(leaves: Sequence[Leaf]) -> list[list[Leaf]]:
    """The lines before the text of a quote: its label, and the one that tells whom it is of."""
    lines = [list(line) for _, line in groupby(leaves, key=attrgetter("line"))]
    header = []
    for line in lines[:-1]:
        text = _without_link(line)
        is_label = _is_label(text)
        if is_label or tells_source(text):
            header.append(line)
        if not is_label:
            break
    return header


def _is_label(line: str) -> bool:
    """Whether a line says that those behind it are a quote: "Quote:", or "Quote" on its own."""
    return is_quote_label(line) or is_quote_label(f"{line}:")


def _without_link(line: Sequence[Leaf]) -> str:
    """The text of a line without a link at its end, as to the post ("View Post"), and an arrow."""
    own = list(line)
    while len(own) > 1 and own[-1].in_link and not own[0].in_link:
        own.pop()
    text = bare_header(_line_of(own))
    if len(own) == len(line) or (source_of(text) and not _is_label(text)):
        return text
    return bare_header(_line_of(line))


def _signed(leaves: list[Leaf]) -> tuple[list[Leaf], list[Leaf]]:
    """The first or last line of a quote that tells who posted it when, and the other leaves."""
    lines = [list(line) for _, line in groupby(leaves, key=attrgetter("line"))]
    for line in (lines[0], lines[-1]) if len(lines) > 1 else ():
        if tells_when_posted(_line_of(line)):
            return line, [leaf for leaf in leaves if leaf.line != line[0].line]
    return [], leaves


def _is_control(leaf: Leaf) -> bool:
    """Whether the text stands on a button or in a list of choices.

    What has the role of a button is one, but for a link that leads somewhere: scripts add to that.
    """
    around = leaf.element
    while around.get("role") != "button" or around.get("href") is not None:
        outer = around.getparent()
        if outer is None or around.tag not in SAME_LINE:
            return in_control(leaf.path)
        around = outer
    return True

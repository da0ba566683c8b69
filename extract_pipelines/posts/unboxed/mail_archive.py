"""Letters of mail archives as posts: the text below each head, without what stands around it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import dropwhile
from operator import attrgetter

from extract_pipelines.items import Floor
from extract_pipelines.items.trace import FloorParts, tell
from extract_pipelines.page import Page, link_of
from extract_pipelines.page.date_mentions import DateMention
from extract_pipelines.posts.quotes.quotes import QuoteRange, find_quotes, read_quotes
from extract_pipelines.posts.quotes.signatures import LONGEST_SIGNATURE, signature_start
from extract_pipelines.posts.quotes.typed_quotes import take_typed_quotes
from extract_pipelines.posts.unboxed.letter_heads import (
    LetterHead,
    begins_letter,
    heads_of,
    labelled_lines,
    link_in,
    may_be_head,
)
from extract_pipelines.posts.unboxed.text_lines import Piece, TextLine

# A line with so many links at the end of a letter is no part of it.
MOST_LINKS = 3
# So many characters a line has at least that a list parts its own words from a letter with.
LONG_RULE = 40
# What a letter in HTML is a row of: none of them is a box around its text.
_LISTS = frozenset("ul ol dl".split())
_PARAGRAPHS = _LISTS | frozenset("p blockquote pre br h1 h2 h3 h4".split())
# What a preformatted text is a row of: the quotes in it stand apart.
_PREFORMATTED = frozenset(("pre", "blockquote"))
_QUOTED = re.compile(r"\s*[>|]")
_WROTE = re.compile(r"\S.{0,200}[:：]\Z")


def read_letters(page: Page, mentions: Iterable[DateMention]) -> list[Floor]:
    """The letters on a page; none if no date stands in such a head.

    :param mentions: the page's dates
    """
    dated = {mention.leaf for mention in mentions}
    begin = any(begins_letter(page, node) for node in page.flat.tagged("pre"))
    if not begin and not any(may_be_head(page, leaf) for leaf in dated if leaf >= 0):
        return []
    lines, heads = labelled_lines(page), heads_of(page)
    ends = page.flat.tagged("hr") if heads else []
    quotes = find_quotes(page, [0], {head.author for head in heads}) if heads else []
    floors: list[Floor] = []
    for head, stop in zip(heads, [*(head.start for head in heads[1:]), len(lines)], strict=False):
        body = _body(page, head, lines[head.stop : stop], ends)
        if body:
            floors.append(_floor(page, head, body, quotes, len(floors) + 1))
    return _without_quotes(floors)


def read_letter(page: Page, head: LetterHead, lines: Sequence[TextLine]) -> list[Floor]:
    """The letter below a head as the only floor; none if it says nothing.

    :param lines: those below its head
    """
    body = _body(page, head, lines, page.flat.tagged("hr"))
    if not body:
        return []
    quotes = find_quotes(page, [0], {head.author})
    return _without_quotes([_floor(page, head, body, quotes, 1)])


def _without_quotes(floors: list[Floor]) -> list[Floor]:
    """Letters whose own texts lack what they quote."""
    take_typed_quotes(floors)
    for floor in floors:
        texts = floor.own_text.split("\n")
        floor.own_text = _own(texts, [_QUOTED.match(text) is not None for text in texts])
    return floors


def _body(
    page: Page, head: LetterHead, lines: Sequence[TextLine], ends: Sequence[int]
) -> list[TextLine]:
    """The lines of a letter: up to a rule, without a signature and without links around them.

    They end with the element they begin in, if that says most of what is not linked.
    """
    lines = _without_buttons(page, lines)
    if not lines:
        return []
    first = lines[0].first
    node = page.leaves[first].node
    rule = bisect_right(ends, first, key=lambda one: page.flat.leaf_range(one)[0])
    end = page.flat.leaf_range(ends[rule])[0] if rule < len(ends) else len(page.leaves)
    while node > 0 and "/pre" in page.leaves[first].path:
        if page.tags[node] == "pre":
            end = min(end, _end_of_text(page, node, lines[-1].first))
            break
        node = page.parents[node]
    lines = _in_box(page, head, first, lines)
    body = []
    for line in lines:
        if line.first >= end or "".join(p.text for p in line.pieces) == "-- ":
            break
        body.append(line)
    for start_of in (_footer_start, _signature_start):
        del body[start_of(body) :]
        while body and _ends_letter(page, body[-1]):
            body.pop()
    return body


def _signature_start(lines: Sequence[TextLine]) -> int:
    return signature_start([line.text for line in lines])


def _footer_start(lines: Sequence[TextLine]) -> int:
    """The number of the last line that is a long rule, if what the list adds may follow it."""
    for number in reversed(range(1, len(lines))):
        text = lines[number].text
        if len(text) >= LONG_RULE and not text.strip(text[0]) and not text[0].isalnum():
            rest = sum(len(line.text.encode()) for line in lines[number:])
            return number if rest <= LONGEST_SIGNATURE else len(lines)
    return len(lines)


def _without_buttons(page: Page, lines: Sequence[TextLine]) -> Sequence[TextLine]:
    """The lines from the first with a text on.

    Buttons before a preformatted one are none: links, or what is in brackets with some.
    """
    texts = list(dropwhile(lambda line: not line.text, lines))
    behind = list(dropwhile(lambda line: not line.text or _is_button(page, line), texts))
    return behind if behind and "/pre" in page.leaves[behind[0].first].path else texts


def _is_button(page: Page, line: TextLine) -> bool:
    """Whether a line is links that show no address, or brackets with such links in them."""
    linked = "".join([piece.text for piece in line.pieces if _is_linked(page, piece)])
    own = "".join([piece.text for piece in line.pieces if not _is_linked(page, piece)])
    is_apart = not any(map(str.isalnum, own)) or _is_bracketed(line)
    return is_apart and "://" not in linked != ""


def _is_bracketed(line: TextLine) -> bool:
    return line.text.startswith("[") and line.text.endswith("]")


def _ends_letter(page: Page, line: TextLine) -> bool:
    """Whether the last line of a letter is none of it: empty, or a row of links."""
    links = _links(page, line)
    return not line.text or links >= MOST_LINKS or (links > 1 and _is_bracketed(line))


def _in_box(
    page: Page, head: LetterHead, first: int, lines: Sequence[TextLine]
) -> Sequence[TextLine]:
    """The lines up to the end of the element that a letter's text begins in, beside its head.

    Of paragraphs it is the last one of a row. Where that says less than what follows, they end
    with the element around both.

    :param first: index of the leaf that the text begins with
    """
    named, node = page.leaves[head.leaf].node, page.leaves[first].node
    while node > 0 and not page.parents[node] <= named < page.subtree_end[page.parents[node]]:
        node = page.parents[node]
    around = page.flat.leaf_range(max(0, page.parents[node]))[1]
    lines = [line for line in lines if line.first < around]
    last, end = lines[-1].first, page.subtree_end[node]
    while _begins_by(page, end, last) and _is_paragraph(page, node) and _is_paragraph(page, end):
        node, end = end, page.subtree_end[end]
    inside = [line for line in lines if line.first < page.flat.leaf_range(node)[1]]
    own = (
        sum(
            len(piece.text) for line in some for piece in line.pieces if not _is_linked(page, piece)
        )
        for some in (inside, lines)
    )
    return inside if 2 * next(own) >= next(own) else lines


def _begins_by(page: Page, node: int, leaf: int) -> bool:
    """Whether there is an element of a number, and it begins with a leaf or before that."""
    return node < len(page.elements) and page.flat.leaf_range(node)[0] <= leaf


def _end_of_text(page: Page, node: int, last: int) -> int:
    """Index after a preformatted text: of the last of its row, in which quotes are boxes apart.

    :param last: index of the first leaf of the last line that may be in it
    """
    parent, end = page.parents[node], page.subtree_end[node]
    while _begins_by(page, end, last) and page.parents[end] == parent:
        if page.tags[end] not in _PREFORMATTED:
            break
        node, end = end, page.subtree_end[end]
    return page.flat.leaf_range(node)[1]


def _is_paragraph(page: Page, node: int) -> bool:
    """Whether an element is one of a row that a text in HTML is; a list with links is a menu."""
    if page.tags[node] not in _PARAGRAPHS:
        return False
    leaves = page.leaves[slice(*page.flat.leaf_range(node))]
    return not (page.tags[node] in _LISTS and any(leaf.in_link for leaf in leaves))


def _is_linked(page: Page, piece: Piece) -> bool:
    return page.leaves[piece.leaf].in_link


def _links(page: Page, line: TextLine) -> int:
    return len({link_in(page, piece) for piece in line.pieces} - {""})


def _floor(
    page: Page,
    head: LetterHead,
    body: Sequence[TextLine],
    quotes: Sequence[QuoteRange],
    number: int,
) -> Floor:
    texts = [_written(page, line) for line in body]
    said = dict.fromkeys(piece.leaf for line in body for piece in line.pieces)
    held = {page.leaves[index].node for index in said}
    near = quotes[
        bisect_right(quotes, min(held), key=attrgetter("stop")) : bisect_right(
            quotes, max(held), key=attrgetter("start")
        )
    ]
    shown = [one for one in near if not held.isdisjoint(range(one.start, one.stop))]
    quoted = {node for one in shown for node in range(one.start, one.stop)}
    href = link_of(page.leaves[head.leaf])
    floor = Floor(
        number=number,
        author=head.author,
        author_url=page.joined(href) or None if href and not href.startswith("mailto:") else None,
        date=head.date.value,
        date_raw=head.date.raw,
        date_precision=head.date.exactness,
        body="\n".join(filter(None, texts)),
        own_text=_own(texts, [page.leaves[line.first].node in quoted for line in body]),
        quotes=read_quotes(page, shown),
    )
    leaves = [page.leaves[index] for index in said]
    told = [leaf for leaf in leaves if leaf.node in quoted]
    tell(lambda: FloorParts(floor, page.leaves[head.leaf], None, leaves, told))
    return floor


def _written(page: Page, line: TextLine) -> str:
    """What stands on a line; of preformatted text the space before it, too."""
    text = "".join([piece.text for piece in line.pieces]).rstrip()
    return text if "/pre" in page.leaves[line.first].path else text.lstrip()


def _own(texts: Sequence[str], are_quoted: Sequence[bool]) -> str:
    """The lines that quote nothing, nor tell who is quoted."""
    lines = [one for one in zip(texts, are_quoted, strict=True) if one[0]]
    behind = [*(is_quoted for _, is_quoted in lines[1:]), False]
    return "\n".join(
        text
        for (text, is_quoted), is_next in zip(lines, behind, strict=False)
        if not is_quoted and not (is_next and _WROTE.match(text.lstrip()))
    )

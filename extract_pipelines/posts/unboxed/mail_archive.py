"""Posts under the heads of letters: lines labelled From, To, Subject, Date (RFC 5322).

An archive may leave the labels out: a name with a mail address, then a date, then the text as it
was written.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence, Set
from typing import NamedTuple

from extract_pipelines.items import Floor
from extract_pipelines.items.trace import FloorParts, tell
from extract_pipelines.page import Page, link_of
from extract_pipelines.page.date_mentions import DateMention
from extract_pipelines.page.date_reading import read_date
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.posts.quotes.quotes import QuoteRange, find_quotes, read_quotes
from extract_pipelines.posts.quotes.signatures import signature_start
from extract_pipelines.posts.quotes.typed_quotes import take_typed_quotes
from extract_pipelines.posts.unboxed.text_lines import Piece, TextLine, lines_of
from extract_pipelines.text.dates import FoundDate
from extract_pipelines.text.lexicon.patterns import any_of
from extract_pipelines.text.names import is_name

_FROM = any_of("mail_from")
_DATE = any_of("mail_date")
_LABEL = re.compile(r"\W{0,3}[^\W\d_][\w\- ]{0,30}?\s?[:：](?=\s|\Z|\w)")
_SENDER = re.compile(rf"\W{{0,3}}(?:{_FROM})\s?[:：]\s*(?P<name>.+)", re.IGNORECASE)
_DATED = re.compile(rf"\W{{0,3}}(?:{_DATE})\s?[:：]", re.IGNORECASE)
_SIGN = re.compile(rf"\W{{0,3}}(?:{_FROM}|{_DATE})\s?(?:[:：]|\Z)", re.IGNORECASE)
# What follows the name of a sender: an address, or when it was sent.
_AFTER_NAME = re.compile(r"\s*(?:[<(\[«@]|\s(?:on|at|am|um)\s)")
LONGEST_SENDER = 60
_ADDRESS = re.compile(r"\S@\S|\S \(?at\)? \S+\.\S")
# A head has so many labelled lines, of which none is longer than this.
FEWEST_LABELS = 2
LONGEST_LABELLED = 300
# A line with so many links at the end of a letter is no part of it.
MOST_LINKS = 3
# Lines from a head without labels to the text below it: links to other letters may stand between.
LONGEST_BARE = 12
_QUOTED = re.compile(r"\s*[>|]")
_WROTE = re.compile(r"\S.{0,200}[:：]\Z")


class LetterHead(NamedTuple):
    """The head of a letter."""

    start: int
    """Index of its first line."""
    stop: int
    """Index after its last line."""
    author: str
    date: FoundDate
    leaf: int
    """Index of the leaf that the sender's name begins in."""


def read_letters(page: Page, mentions: Iterable[DateMention]) -> list[Floor]:
    """The letters on a page; none if no date stands in such a head.

    :param mentions: the page's dates
    """
    dated = {mention.leaf for mention in mentions}
    begin = any(_begins_letter(page, node) for node in page.flat.tagged("pre"))
    if not begin and not any(_may_be_head(page, leaf) for leaf in dated if leaf >= 0):
        return []
    lines, heads = _heads_of(page)
    ends = page.flat.tagged("hr") if heads else []
    quotes = find_quotes(page, [0], {head.author for head in heads}) if heads else []
    floors: list[Floor] = []
    for head, stop in zip(heads, [*(head.start for head in heads[1:]), len(lines)], strict=False):
        body = _body(page, head, lines[head.stop : stop], ends)
        if body:
            floors.append(_floor(page, head, body, quotes, len(floors) + 1))
    take_typed_quotes(floors)
    for floor in floors:
        texts = floor.own_text.split("\n")
        floor.own_text = _own(texts, [_QUOTED.match(text) is not None for text in texts])
    return floors


def _begins_letter(page: Page, node: int) -> bool:
    """Whether an element begins with the label of a letter's sender or date."""
    first, last = page.leaf_range(node)
    return first < last and _SIGN.match(page.leaves[first].raw.lstrip()) is not None


def leaves_of_head(page: Page, dated: int) -> Set[int]:
    """Indices of the leaves of the head that a letter's date stands in; none if it is in no head.

    :param dated: index of the leaf with the date; -1 if there is none
    """
    if dated < 0 or not _may_be_head(page, dated):
        return frozenset()
    lines, heads = _heads_of(page)
    for head in heads:
        leaves = {piece.leaf for line in lines[head.start : head.stop] for piece in line.pieces}
        if dated in leaves:
            below = lines[head.stop].pieces if head.stop < len(lines) else ()
            return leaves.difference([piece.leaf for piece in below])
    return frozenset()


@once_a_page
def _heads_of(page: Page) -> tuple[list[TextLine], list[LetterHead]]:
    """The page's lines, and the heads of letters among them."""
    lines = _with_labels(page, lines_of(page))
    return lines, _find_heads(page, lines)


def _may_be_head(page: Page, dated: int) -> bool:
    """Whether the leaf with a date may stand in the head of a letter."""
    leaf = page.leaves[dated]
    if _has_label(leaf.raw[:LONGEST_LABELLED]):
        return True
    before = page.leaves[dated - 1] if dated else leaf
    if before.line != leaf.line:
        row = _row_of(page, leaf.node)
        labels = page.flat.texts[page.leaf_range(row)[0] : dated] if row else []
        if labels and _has_label("".join(labels)[-LONGEST_LABELLED:]):
            return True
        return _has_address(before.text, link_of(before) if before.in_link else "")
    return _has_label(before.raw[-LONGEST_LABELLED:])


def _has_label(text: str) -> bool:
    """Whether a line begins with what stands before the sender of a letter or its date."""
    line = 0
    while _SIGN.match(text, line) is None:
        line = text.find("\n", line) + 1
        if not line:
            return False
    return True


def _row_of(page: Page, node: int) -> int:
    """The row of a table that an element stands in; 0 if it stands in none."""
    tags, parents = page.flat.tags, page.flat.parents
    while node > 0 and tags[node] != "tr":
        node = parents[node]
    return max(0, node)


def _with_labels(page: Page, lines: Sequence[TextLine]) -> list[TextLine]:
    """The lines, with those that have their label in a cell of its own joined to it."""
    found: list[TextLine] = []
    for line in lines:
        label = found[-1] if found else None
        if label and label.text.endswith((":", "：")) and _LABEL.fullmatch(label.text):
            row = _row_of(page, page.leaves[label.first].node)
            if row and row == _row_of(page, page.leaves[line.first].node):
                found[-1] = TextLine([*label.pieces, *line.pieces])
                continue
        found.append(line)
    return found


def _find_heads(page: Page, lines: Sequence[TextLine]) -> list[LetterHead]:
    """Runs of labelled lines with a sender and a date."""
    heads = []
    start = 0
    while start < len(lines):
        stop = start
        while stop < len(lines) and _continues(page, lines[start], lines[stop]):
            stop += 1
        if stop - start >= FEWEST_LABELS and (head := _read_head(page, lines, start, stop)):
            heads.append(head)
        elif stop == start and (head := _read_bare_head(page, lines, start)):
            heads.append(head)
            stop = head.stop
        start = max(stop, start + 1)
    return heads


def _continues(page: Page, first: TextLine, line: TextLine) -> bool:
    """Whether a line is labelled, and stands where the first one of its head does."""
    path, here = page.leaves[first.first].path, page.leaves[line.first].path
    alike = here == path or ("/pre" in here and "/pre" in path)
    return alike and len(line.text) <= LONGEST_LABELLED and _LABEL.match(line.text) is not None


def _read_head(page: Page, lines: Sequence[TextLine], start: int, stop: int) -> LetterHead | None:
    author, leaf, date = "", -1, None
    for line in lines[start:stop]:
        text = line.text
        if not author and (sender := _SENDER.match(text)):
            author = _AFTER_NAME.split(sender["name"], maxsplit=1)[0].strip("\"' ")
            leaf = line.pieces[min(1, len(line.pieces) - 1)].leaf
            date = date or read_date(page, text[sender.start("name") :])
        elif _DATED.match(text):
            date = read_date(page, text) or date
    if not author or len(author) > LONGEST_SENDER or date is None:
        return None
    return LetterHead(start, stop, author, date, leaf)


def _read_bare_head(page: Page, lines: Sequence[TextLine], start: int) -> LetterHead | None:
    """A name with a mail address on a line, and a date on the next; preformatted text follows."""
    sender, *after = lines[start : start + LONGEST_BARE]
    leaf = sender.first
    name = page.leaves[leaf].text
    if not after or not is_name(name) or len(after[0].text) > LONGEST_SENDER:
        return None
    if not _has_address(sender.text, *(_link(page, piece) for piece in sender.pieces)):
        return None
    date = read_date(page, after[0].text)
    if date is None or date.precision == "day":
        return None
    text = next((i for i, line in enumerate(after) if "/pre" in page.leaves[line.first].path), 0)
    return LetterHead(start, start + 1 + text, name, date, leaf) if text else None


def _has_address(text: str, *links: str) -> bool:
    """Whether a text or one of its links is a mail address, be it written against robots."""
    may = "@" in text or "at" in text
    return (may and _ADDRESS.search(text) is not None) or any(
        one.startswith("mailto:") for one in links
    )


def _body(
    page: Page, head: LetterHead, lines: Sequence[TextLine], ends: Sequence[int]
) -> list[TextLine]:
    """The lines of a letter: up to a rule, without a signature and without links around them.

    They end with the element they begin in, if that says most of what is not linked.
    """
    first = next((line.first for line in lines if line.text), None)
    if first is None:
        return []
    node = page.leaves[first].node
    rule = bisect_right(ends, node)
    end = ends[rule] if rule < len(ends) else len(page.elements)
    while node > 0 and "/pre" in page.leaves[first].path:
        if page.tags[node] == "pre":
            end = min(end, page.subtree_end[node])
            break
        node = page.parents[node]
    lines = _in_box(page, head, first, lines)
    body = []
    for line in lines:
        if page.leaves[line.first].node >= end or "".join(p.text for p in line.pieces) == "-- ":
            break
        body.append(line)
    del body[signature_start([line.text for line in body]) :]
    while body and (not body[-1].text or _links(page, body[-1]) >= MOST_LINKS):
        body.pop()
    while body and not body[0].text:
        body.pop(0)
    return body


def _in_box(
    page: Page, head: LetterHead, first: int, lines: Sequence[TextLine]
) -> Sequence[TextLine]:
    """The lines up to the end of the element that a letter's text begins in, beside its head.

    :param first: index of the leaf that the text begins with
    """
    named, node = page.leaves[head.leaf].node, page.leaves[first].node
    while node > 0 and not page.parents[node] <= named < page.subtree_end[page.parents[node]]:
        node = page.parents[node]
    end = page.subtree_end[node]
    inside = [line for line in lines if page.leaves[line.first].node < end]
    own = (
        sum(
            len(piece.text) for line in some for piece in line.pieces if not _is_linked(page, piece)
        )
        for some in (inside, lines)
    )
    return inside if 2 * next(own) >= next(own) else lines


def _is_linked(page: Page, piece: Piece) -> bool:
    return page.leaves[piece.leaf].in_link


def _links(page: Page, line: TextLine) -> int:
    return len({_link(page, piece) for piece in line.pieces} - {""})


def _link(page: Page, piece: Piece) -> str:
    """Where a part of a line leads; empty if it is not linked."""
    leaf = page.leaves[piece.leaf]
    return link_of(leaf) if leaf.in_link else ""


def _floor(
    page: Page,
    head: LetterHead,
    body: Sequence[TextLine],
    quotes: Sequence[QuoteRange],
    number: int,
) -> Floor:
    texts = ["".join(piece.text for piece in line.pieces).strip() for line in body]
    said = dict.fromkeys(piece.leaf for line in body for piece in line.pieces)
    held = {page.leaves[index].node for index in said}
    shown = [one for one in quotes if not held.isdisjoint(range(one.start, one.stop))]
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


def _own(texts: Sequence[str], are_quoted: Sequence[bool]) -> str:
    """The lines that quote nothing, nor tell who is quoted."""
    lines = [one for one in zip(texts, are_quoted, strict=True) if one[0]]
    behind = [*(is_quoted for _, is_quoted in lines[1:]), False]
    return "\n".join(
        text
        for (text, is_quoted), is_next in zip(lines, behind, strict=False)
        if not is_quoted and not (is_next and _WROTE.match(text))
    )

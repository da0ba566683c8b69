"""Heads of letters: lines labelled From, To, Subject, Date (RFC 5322), or Posted by and Date.

An archive may leave the labels out: a name with a mail address, then a date, then the text as it
was written. Or their colons, where each is a cell of a table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from typing import NamedTuple

from extract_pipelines.page import Page, link_of
from extract_pipelines.page.date_mentions import find_dates_of
from extract_pipelines.page.date_reading import read_date
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.posts.unboxed.text_lines import Piece, TextLine, lines_of
from extract_pipelines.text.dates import FoundDate
from extract_pipelines.text.lexicon import words
from extract_pipelines.text.lexicon.patterns import alternatives, any_of
from extract_pipelines.text.names import is_name

_FROM = any_of("mail_from")
_DATE = any_of("mail_date")
_AUTHOR = any_of("author")
_POSTED_BY = alternatives(words("posted_by").keys() - words("author"))  # articles have these, too
_LABEL = re.compile(r"\W{0,3}[^\W\d_][\w/\- ]{0,30}?\s?[:：](?=\s|\Z|\w)")
_SENDER = re.compile(rf"\W{{0,3}}(?:{_FROM})\s?[:：]\s*(?P<name>.+)", re.IGNORECASE)
_WRITER = re.compile(rf"\W{{0,3}}(?:{_AUTHOR})\s?[:：]\s*(?P<name>.+)", re.IGNORECASE)
_POSTER = re.compile(rf"\W{{0,3}}(?:{_POSTED_BY})\s?[:：]\s*(?P<name>.+)", re.IGNORECASE)
_DATED = re.compile(rf"\W{{0,3}}(?:{_DATE})\s?[:：]", re.IGNORECASE)
_SIGN = re.compile(rf"\W{{0,3}}(?:{_FROM}|{_DATE})\s?(?:[:：]|\Z)", re.IGNORECASE)
# Labels without a colon.
_BARE_FROM = re.compile(_FROM, re.IGNORECASE)
_BARE_DATE = re.compile(_DATE, re.IGNORECASE)
# What follows the name of a sender: an address, or when it was sent.
_AFTER_NAME = re.compile(r"\s*(?:[<(\[«@]|\s(?:on|at|am|um)\s)")
LONGEST_SENDER = 60
_ADDRESS = re.compile(r"\S@\S|\S \(?at\)? \S+\.\S")
# A head has so many labelled lines, of which none is longer than this. Of one that calls its
# sender an author, as articles do, they are more, and the author has a mail address.
FEWEST_LABELS = 2
FEWEST_OF_AUTHOR = 3
LONGEST_LABELLED = 300
# Lines from a head without labels to the text below it: links to other letters may stand between.
LONGEST_BARE = 12


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


def leaves_of_head(page: Page, dated: int) -> Set[int]:
    """Indices of the leaves of the head that a letter's date stands in; none if it is in no head.

    :param dated: index of the leaf with the date; -1 if there is none
    """
    if dated < 0 or not may_be_head(page, dated):
        return frozenset()
    lines = labelled_lines(page)
    for head in heads_of(page):
        leaves = {piece.leaf for line in lines[head.start : head.stop] for piece in line.pieces}
        if dated in leaves:
            below = lines[head.stop].pieces if head.stop < len(lines) else ()
            return leaves.difference([piece.leaf for piece in below])
    return frozenset()


@once_a_page
def labelled_lines(page: Page) -> list[TextLine]:
    """The page's lines; those with their label in a cell of its own have it before them."""
    lines = lines_of(page)
    return _with_labels(page, lines) if page.flat.tagged("tr") else lines


@once_a_page
def heads_of(page: Page) -> list[LetterHead]:
    """The heads of letters, by the numbers of their labelled lines."""
    lines = labelled_lines(page)
    return _without_copies(page, lines, _find_heads(page, lines))


def may_be_head(page: Page, dated: int) -> bool:
    """Whether the leaf with a date may stand in the head of a letter."""
    leaf = page.leaves[dated]
    if _has_label(leaf.raw[:LONGEST_LABELLED]):
        return True
    before = page.leaves[dated - 1] if dated else leaf
    if before.line != leaf.line:
        row = _around(page, leaf.node, "tr")
        labels = page.flat.texts[page.flat.leaf_range(row)[0] : dated] if row else []
        if labels and _has_label("".join(labels)[-LONGEST_LABELLED:]):
            return True
        return _has_address(before.text, link_of(before) if before.in_link else "")
    return _has_label(before.raw[-LONGEST_LABELLED:])


def behind_label(line: TextLine) -> str:
    """What stands behind the label of a line of a head; empty if it has no label."""
    label = _LABEL.match(line.text)
    return line.text[label.end() :].strip() if label else ""


def begins_letter(page: Page, node: int) -> bool:
    """Whether an element begins with the label of a letter's sender or date."""
    first, last = page.flat.leaf_range(node)
    return first < last and _SIGN.match(page.leaves[first].raw.lstrip()) is not None


def _has_label(text: str) -> bool:
    """Whether a line begins with what stands before the sender of a letter or its date."""
    line = 0
    while _SIGN.match(text, line) is None:
        line = text.find("\n", line) + 1
        if not line:
            return False
    return True


def _around(page: Page, node: int, *tags: str) -> int:
    """The innermost element with one of some tags that an element stands in; 0 if there is none."""
    names, parents = page.flat.tags, page.flat.parents
    while node > 0 and names[node] not in tags:
        node = parents[node]
    return max(0, node)


def _with_labels(page: Page, lines: Sequence[TextLine]) -> list[TextLine]:
    """The lines, with those that have their label in a cell of its own joined to it.

    In a table with a sender and a date the label needs no colon, and is given one.
    """
    tables = _tables_of_letters(page)
    found: list[TextLine] = []
    for line in lines:
        joined = _joined(page, found[-1], line, tables) if found else None
        if joined:
            found[-1] = joined
        else:
            found.append(line)
    return found


def _joined(page: Page, label: TextLine, line: TextLine, tables: Set[int]) -> TextLine | None:
    """A line with its label before it; None if what stands before it is none.

    :param tables: those in which a label needs no colon
    """
    ends, nodes = page.flat.subtree_end, page.flat.nodes
    node, behind = nodes[label.first], nodes[line.first]
    row = _around(page, node, "tr")
    if not row or behind >= ends[row] or behind < ends[_around(page, node, "td", "th")]:
        return None
    colon = label.text.endswith((":", "："))
    bare = not colon and _around(page, page.parents[row], "table") in tables
    if not (colon or bare) or not _LABEL.fullmatch(label.text if colon else f"{label.text}:"):
        return None
    end = [Piece(label.first, ":")] if bare else []
    return TextLine([*label.pieces, *end, *line.pieces])


def _tables_of_letters(page: Page) -> Set[int]:
    """The tables in which a row begins with the label of a sender, and one with that of a date."""
    senders, dates = set[int](), set[int]()
    for row in page.flat.tagged("tr"):
        first, last = page.flat.leaf_range(row)
        label = page.leaves[first].text if first < last else ""
        if _BARE_FROM.fullmatch(label):
            senders.add(_around(page, page.parents[row], "table"))
        elif _BARE_DATE.fullmatch(label):
            dates.add(_around(page, page.parents[row], "table"))
    return senders & dates


def _find_heads(page: Page, lines: Sequence[TextLine]) -> list[LetterHead]:
    """Runs of labelled lines with a sender and a date."""
    heads = []
    start = 0
    while start < len(lines):
        stop = start
        while stop < len(lines) and _continues(page, lines[start], lines[stop]):
            stop += 1
        stop = _end_of_head(page, lines, start, stop)
        if stop - start >= FEWEST_LABELS and (head := _read_head(page, lines, start, stop)):
            heads.append(head)
        elif stop == start and (head := _read_bare_head(page, lines, start)):
            heads.append(head)
            stop = head.stop
        start = max(stop, start + 1)
    return heads


def _without_copies(
    page: Page, lines: Sequence[TextLine], heads: Sequence[LetterHead]
) -> list[LetterHead]:
    """Heads, of which none is followed by a copy, as where a button shows all lines of one.

    Both stand in the element around them, and what else is there is no text of the letter.
    """
    found: list[LetterHead] = []
    for head in heads:
        before = found[-1] if found else None
        if before and before.stop == head.start and before.date.value == head.date.value:
            end = page.flat.leaf_range(_around_both(page, before.leaf, head.leaf))[1]
            stop = head.stop
            while stop < len(lines) and lines[stop].first < end:
                stop += 1
            found[-1] = before._replace(stop=stop)
        else:
            found.append(head)
    return found


def _around_both(page: Page, one: int, other: int) -> int:
    """The innermost element around two leaves."""
    node, last = page.leaves[one].node, page.leaves[other].node
    while node > 0 and page.subtree_end[node] <= last:
        node = page.parents[node]
    return node


def _end_of_head(page: Page, lines: Sequence[TextLine], start: int, stop: int) -> int:
    """Where labelled lines end: before a paragraph, where the first two share their element.

    A text may begin as labels do: "One more thing: it runs". What has a link is a label's.
    """
    first = lines[start].text
    if stop == start or _SENDER.match(first) or not _POSTER.match(first):
        return stop
    nodes = [page.leaves[line.first].node for line in lines[start:stop]]
    if len(nodes) > FEWEST_LABELS and nodes[0] == nodes[1]:
        for at, (node, line) in enumerate(zip(nodes, lines[start:stop], strict=True)):
            if node != nodes[0] and not any(link_in(page, piece) for piece in line.pieces):
                return start + at
    return stop


def _continues(page: Page, first: TextLine, line: TextLine) -> bool:
    """Whether a line is labelled, and stands where the first one of its head does."""
    path, here = page.leaves[first.first].path, page.leaves[line.first].path
    alike = here == path or ("/pre" in here and "/pre" in path)
    return alike and len(line.text) <= LONGEST_LABELLED and _LABEL.match(line.text) is not None


def _read_head(page: Page, lines: Sequence[TextLine], start: int, stop: int) -> LetterHead | None:
    author, leaf, date, is_posted = "", -1, None, False
    for line in lines[start:stop]:
        text = line.text
        sender = None if author else _SENDER.match(text)
        if not author and sender is None and stop - start >= FEWEST_OF_AUTHOR:
            sender = _WRITER.match(text) if _is_mailed(page, line) else None
        if not author and sender is None:
            sender = _POSTER.match(text)
            is_posted = sender is not None
        if sender:
            author = _AFTER_NAME.split(sender["name"], maxsplit=1)[0].strip("\"' ")
            leaf = line.pieces[min(1, len(line.pieces) - 1)].leaf
            date = date or read_date(page, text[sender.start("name") :])
        elif _DATED.match(text):
            date = read_date(page, text) or date
    if not author or len(author) > LONGEST_SENDER or date is None:
        return None
    if is_posted and not _is_listed(page, date):
        return None
    return LetterHead(start, stop, author, date, leaf)


def _is_listed(page: Page, date: FoundDate) -> bool:
    """Whether the page shows a date twice, as where it lists the letters of the thread.

    Articles say by whom they were posted, too.
    """
    return date.hours is not None and _count_dates(page)[date.value] > 1


@once_a_page
def _count_dates(page: Page) -> Mapping[str | None, int]:
    """How often the page shows each date."""
    return Counter(mention.date.value for mention in find_dates_of(page).mentions)


def _is_mailed(page: Page, line: TextLine) -> bool:
    """Whether a mail address stands on a line."""
    return _has_address(line.text, *(link_in(page, piece) for piece in line.pieces))


def link_in(page: Page, piece: Piece) -> str:
    """Where a part of a line leads; empty if it is not linked."""
    leaf = page.leaves[piece.leaf]
    return link_of(leaf) if leaf.in_link else ""


def _read_bare_head(page: Page, lines: Sequence[TextLine], start: int) -> LetterHead | None:
    """A name with a mail address on a line, and a date on the next; preformatted text follows."""
    sender, *after = lines[start : start + LONGEST_BARE]
    leaf = sender.first
    name = page.leaves[leaf].text
    if not after or not is_name(name) or len(after[0].text) > LONGEST_SENDER:
        return None
    if not _is_mailed(page, sender):
        return None
    date = read_date(page, after[0].text)
    if date is None or not date.tells_time:
        return None
    text = next((i for i, line in enumerate(after) if "/pre" in page.leaves[line.first].path), 0)
    return LetterHead(start, start + 1 + text, name, date, leaf) if text else None


def _has_address(text: str, *links: str) -> bool:
    """Whether a text or one of its links is a mail address, be it written against robots."""
    may = "@" in text or "at" in text
    return (may and _ADDRESS.search(text) is not None) or any(
        one.startswith("mailto:") for one in links
    )

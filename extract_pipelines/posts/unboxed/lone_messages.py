"""Messages of boards that show one a page: a head with an author and a date, and its text below.

What tells that they are no articles is learned of several pages, by `reply_trees`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import dropwhile, takewhile
from typing import Final, NamedTuple

from extract_pipelines.items import Floor
from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import DateMention, exact_date
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.posts.authors.naming import can_be_author
from extract_pipelines.posts.unboxed.letter_heads import LetterHead, labelled_lines, link_in
from extract_pipelines.posts.unboxed.mail_archive import read_letter
from extract_pipelines.posts.unboxed.text_lines import Piece, TextLine
from extract_pipelines.text.dates import Order
from extract_pipelines.text.names import COLONS, announces_name

# Characters of a line of a head, and lines that the name may stand from the date.
LONGEST_HEAD: Final = 200
FARTHEST_NAME: Final = 3
_INLINE: Final = frozenset("font span i em u small tt big".split())
_STRONG: Final = frozenset(("b", "strong", "a"))


class Message(NamedTuple):
    """The message of a page."""

    head: LetterHead
    place: str
    """Tag path of its date."""
    rows: frozenset[str]
    """Where the other lines with a date lead: to answers, and to what it answers."""
    unlinked: int
    """How many of them lead nowhere."""


def read_message(
    page: Page,
    mentions: Sequence[DateMention],
    order: Order | None,
    places: Container[str],
) -> list[Floor]:
    """The message of a page, as its only floor; none if no head stands at a known place.

    :param mentions: the page's dates
    :param order: order of day and month
    :param places: tag paths of the dates of heads on other pages of its kind
    """
    message = find_message(page, mentions, places)
    if message is None:
        return []
    lines, dated = labelled_lines(page), _lines_of_dates(page, mentions)

    def is_other(number: int) -> bool:
        return _leads(page, lines, number, dated) != ""

    numbers = range(message.head.stop, len(lines))
    below = dropwhile(lambda one: not lines[one].text or is_other(one), numbers)
    text = [lines[one] for one in takewhile(lambda one: not is_other(one), below)]
    mention = next(one for one in mentions if one.date == message.head.date)
    head = message.head._replace(date=exact_date(page, mention, order))
    return read_letter(page, head, text)


def find_message(
    page: Page, mentions: Sequence[DateMention], places: Container[str] | None = None
) -> Message | None:
    """The first date of a page on whose line, or beside it, its author is named.

    :param places: tag paths that it may have, if that is known
    """
    lines, dated = labelled_lines(page), _lines_of_dates(page, mentions)
    for number, mention in dated.items():
        place = page.leaves[mention.leaf].path
        head = None
        if places is None or place in places:
            head = _read_head(page, lines, number, mention)
        if head:
            rows = {one: _leads(page, lines, one, dated) for one in dated if one != number}
            within = range(head.start, head.stop)
            unlinked = sum(not row and one not in within for one, row in rows.items())
            return Message(head, place, frozenset(rows.values()) - {""}, unlinked)
    return None


def _lines_of_dates(page: Page, mentions: Iterable[DateMention]) -> Mapping[int, DateMention]:
    """The numbers of the lines with dates, in order, each with the first of its dates."""
    numbers = _line_numbers(page)
    found: dict[int, DateMention] = {}
    for mention in mentions:
        if mention.leaf in numbers:
            found.setdefault(numbers[mention.leaf], mention)
    return dict(sorted(found.items()))


@once_a_page
def _line_numbers(page: Page) -> Mapping[int, int]:
    """The number of the line that each leaf begins on."""
    numbers: dict[int, int] = {}
    for number, line in enumerate(labelled_lines(page)):
        for piece in line.pieces:
            numbers.setdefault(piece.leaf, number)
    return numbers


def _leads(page: Page, lines: Sequence[TextLine], number: int, dated: Container[int]) -> str:
    """Where the first link of a line with a date leads; empty if it has none, or no date."""
    links = (link_in(page, piece) for piece in lines[number].pieces) if number in dated else ()
    first = next((link for link in links if link and not link.startswith("mailto:")), "")
    return page.joined(first).partition("#")[0] if first else ""


def _read_head(
    page: Page, lines: Sequence[TextLine], number: int, mention: DateMention
) -> LetterHead | None:
    """The head that a date stands in: the name is on its line, or behind a label near it."""
    if len(lines[number].text) > LONGEST_HEAD:
        return None
    start = stop = number
    while (
        stop - number <= FARTHEST_NAME and stop + 1 < len(lines) and _is_row(page, lines[stop + 1])
    ):
        stop += 1
    while number - start < FARTHEST_NAME and start > 0 and _is_row(page, lines[start - 1]):
        start -= 1
    is_row = _is_row(page, lines[number])
    near = [number, *range(start, number), *range(number + 1, stop + 1)] if is_row else [number]
    for one in near:
        name = _name_on(page, lines[one].pieces, mention, is_labelled=one != number)
        if name:
            first = start if is_row else number
            text = page.leaves[name.leaf].text
            return LetterHead(first, stop + 1, text, mention.date, name.leaf)
    return None


def _is_row(page: Page, line: TextLine) -> bool:
    """Whether a line begins with a text that is all label."""
    return page.leaves[line.first].text.endswith(COLONS) and len(line.pieces) > 1


def _name_on(
    page: Page, pieces: Sequence[Piece], mention: DateMention, *, is_labelled: bool
) -> Piece | None:
    """The part of a line that names an author: announced, or else linked or in bold.

    What is linked before it, and no name, is the title of another message.
    """
    strong = None
    for before, piece in zip([None, *pieces], pieces, strict=False):
        text = page.leaves[piece.leaf].text
        if piece.leaf == mention.leaf or text.endswith(COLONS):
            continue
        if can_be_author(text):
            if before and announces_name(page.leaves[before.leaf].text):
                return piece
            if strong is None and _is_strong(page, piece):
                strong = piece
        elif strong is None and link_in(page, piece):
            return None
    return None if is_labelled else strong


def _is_strong(page: Page, piece: Piece) -> bool:
    """Whether a part of a line stands in a link or in bold."""
    node = page.leaves[piece.leaf].node
    while node > 0 and page.tags[node] in _INLINE:
        node = page.parents[node]
    return page.tags[node] in _STRONG

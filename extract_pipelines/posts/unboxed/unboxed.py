"""Posts that no elements hold: letters, logs of chats, talk pages, bare text between heads."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Sequence, Set
from typing import Final

from extract_pipelines.items import Floor
from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import DateMention
from extract_pipelines.posts.records.groups import Group
from extract_pipelines.posts.records.records import Record, Shape, leaves_between
from extract_pipelines.posts.unboxed.bare_text import read_bare_text
from extract_pipelines.posts.unboxed.chat_lines import messages_of, read_chat
from extract_pipelines.posts.unboxed.letter_heads import heads_of
from extract_pipelines.posts.unboxed.lone_messages import read_message
from extract_pipelines.posts.unboxed.mail_archive import read_letters
from extract_pipelines.posts.unboxed.talk_page import read_signed
from extract_pipelines.text.dates import Order

# What the root of their shape begins with: the tag path of their dates follows.
_BARE: Final = "text between heads with dates in "
_SIGNED: Final = Shape("texts that signatures end", "")
_CHAT: Final = Shape("lines of a chat's log", "")


def read_unboxed(
    page: Page,
    mentions: Sequence[DateMention],
    order: Order | None = None,
    several: Collection[Shape] = (),
    messages: Set[str] = frozenset(),
) -> list[Floor]:
    """The posts of a page in which no elements hold them; none if it is no such page.

    :param mentions: the page's dates
    :param order: order of day and month
    :param several: shapes of which pages of the kind have several posts
    :param messages: tag paths of the dates in heads, if the pages of the kind are messages
    """
    letters = (
        read_letters(page, mentions)
        or read_chat(page, mentions, is_known=_CHAT in several)
        or (read_message(page, mentions, order, messages) if messages else [])
        or read_signed(page, mentions, is_known=_SIGNED in several)
    )
    known = {shape.root.removeprefix(_BARE) for shape in several if shape.root.startswith(_BARE)}
    return letters or read_bare_text(page, mentions, order, known).floors


def shapes_of(page: Page, mentions: Sequence[DateMention]) -> list[Shape]:
    """The shapes of the posts of a page that have no elements of their own, if it has several."""
    if messages_of(page):
        return [_CHAT]
    if read_signed(page, mentions):
        return [_SIGNED]
    found = read_bare_text(page, mentions)
    return [Shape(f"{_BARE}{path}", "") for path in found.paths]


def fewest_written(
    page: Page,
    mentions: Sequence[DateMention],
    records: Sequence[Record],
    several: Collection[Shape],
) -> int:
    """How many posts without elements are more than what stands in the page's best records.

    One letter is more than lines that list others, each with its date or a link. Messages of a chat
    are more than all of its lines, of which others tell who came and went.

    :param several: shapes of which pages of the kind have several posts
    """
    if messages_of(page, is_known=_CHAT in several):
        return 1
    heads = heads_of(page)
    named = [page.leaves[head.leaf].node for head in heads]
    if named and len(records) > 1:
        sent = {head.date.value for head in heads}  # a list has the letter itself, not linked
        others = [
            one
            for one in records
            if bisect_left(named, one.start) == bisect_left(named, one.stop)
            and (one.mention.date.value not in sent or one.mention.date.value is None)
        ]
        return 1 if _are_lines(page, mentions, others) else len(records)
    return max(1, len(records))


def _are_lines(page: Page, mentions: Sequence[DateMention], records: Sequence[Record]) -> bool:
    """Whether each line of the records has a date or is linked."""
    tree = page.flat
    told = {tree.lines[mention.leaf] for mention in mentions if mention.leaf >= 0}
    for record in records:
        leaves = range(*leaves_between(page, record.start, record.stop))
        told.update([tree.lines[leaf] for leaf in leaves if tree.in_link[leaf]])
        if any(tree.lines[leaf] not in told for leaf in leaves):
            return False
    return True


def are_boxed(
    page: Page, written: Sequence[Floor], likeliest: Group, *, is_usual: bool = False
) -> bool:
    """Whether the likeliest records hold such posts, too: their links and images are known then.

    Where one begins outside its record, as above the paragraph with its date, they do not.
    A letter that is preformatted keeps its lines only as it is written.

    :param is_usual: whether other pages have several such records; else one alone may be an article
    """
    first = likeliest.candidate.records[0] if likeliest.is_decided else None
    if first is None or len(written) != len(likeliest.candidate.records):
        return False
    if len(written) == 1 and not is_usual:
        return False
    records = likeliest.candidate.records
    if not all(
        _begins_in(page, floor, record.start, record.stop)
        for floor, record in zip(written, records, strict=True)
    ):
        return False
    return not any(
        first.start <= node < first.stop
        and _begins_in(page, written[0], node, page.subtree_end[node])
        for node in page.flat.tagged("pre")
    )


def say_the_same(floors: Sequence[Floor], written: Sequence[Floor]) -> bool:
    """Whether posts that were read from records are as many, and each begins as one of these."""
    return len(floors) == len(written) and all(
        _without_space(_first_line(floor)) == _without_space(_first_line(other))
        for floor, other in zip(floors, written, strict=True)
    )


def say_less(page: Page, floors: Sequence[Floor], written: Sequence[Floor]) -> bool:
    """Whether of as many posts that were read from records one lacks a line of these posts.

    That of a letter may be its signature, or a note. Or whether they name fewer people: a word that
    stands in the heads of all is no author.
    """
    if len(floors) != len(written):
        return False
    if len({floor.author for floor in floors}) < len({floor.author for floor in written}):
        return True
    return not heads_of(page) and not all(
        all(_without_space(line) in _without_space(floor.body) for line in other.body.split("\n"))
        for floor, other in zip(floors, written, strict=True)
    )


def tell_more(floors: Sequence[Floor], written: Sequence[Floor]) -> bool:
    """Whether posts that were read from records are more, and of each of these authors as many.

    Then only some posts, such as comments, end in who wrote them.
    """
    authors = Counter(floor.author for floor in floors)
    return len(floors) > len(written) and authors >= Counter(floor.author for floor in written)


def _first_line(floor: Floor) -> str:
    return floor.body.split("\n", 1)[0]


def _without_space(text: str) -> str:
    return "".join(text.split())


def _begins_in(page: Page, floor: Floor, start: int, stop: int) -> bool:
    """Whether the first line of a post stands among the elements with these indices."""
    first = page.flat.leaf_range(start)[0]
    last = bisect_left(page.leaves, stop, lo=first, key=lambda leaf: leaf.node)
    text = _without_space("".join(page.flat.texts[first:last]))
    return _without_space(_first_line(floor)) in text

"""Posts that nothing parts but their signatures: a linked name and a date that end their text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, NamedTuple
from urllib.parse import unquote

from extract_pipelines.items import Floor
from extract_pipelines.items.trace import FloorParts, tell
from extract_pipelines.page import Leaf, Page, block_around, link_of, text_of
from extract_pipelines.page.date_mentions import DateMention
from extract_pipelines.page.tag_paths import in_heading
from extract_pipelines.posts.authors.linked_names import whole_name
from extract_pipelines.posts.quotes.quotes import QuoteRange, find_quotes, read_quotes
from extract_pipelines.text.names import announces_name, is_name
from extract_pipelines.url import names_person

# So many signed texts, and this share of a page's dates in signatures, make a discussion.
FEWEST_SIGNED: Final = 2
LEAST_SIGNED: Final = 0.6
# Bytes of the post that stand on the line of a signature, others in this share of them.
LEAST_SAID: Final = 16
LEAST_ENDING_LINE: Final = 0.3
# Texts of a signature before its date: the name, and links such as that to the author's page.
MOST_BEFORE_DATE: Final = 6
# Characters of them, and of what follows the date.
LONGEST_BEFORE: Final = 60
LONGEST_AFTER: Final = 8
# Texts of a line that are looked at for the post's before a name.
MOST_ON_LINE: Final = 50
_DASHES: Final = " -–—~(\u2003"
# What parts the texts of a line about an article: "3 comments / News / By Anna / 12 May".
_SEPARATORS: Final = re.compile(r"[/|·•]")
# What people type before their names, as they sign.
_DASH: Final = re.compile(r"(?:--+|[–—])\Z")
_WORD: Final = re.compile(r"[^\W_]+")


class SignOff(NamedTuple):
    """The end of a post."""

    start: int
    """Index of its first leaf."""
    stop: int
    """Index after the last leaf of its line."""
    name: int
    """Index of the leaf with the author's name."""
    mention: DateMention
    said: str
    """What stands before it, without links: on its line, or above where a dash begins that."""
    is_sure: bool
    """Whether a dash begins its line: what stands above may be short."""


def read_signed(
    page: Page, mentions: Sequence[DateMention], *, is_known: bool = False
) -> list[Floor]:
    """The posts of a page whose dates stand in signatures; none if not most of them do.

    :param mentions: the page's dates
    :param is_known: whether other pages of its kind have several such posts: one is enough then
    """
    fewest = 1 if is_known else FEWEST_SIGNED
    if len(mentions) < fewest:
        return []
    found: list[SignOff] = []
    for mention in mentions:
        one = _sign_off(page, mention, found[-1].stop if found else 0)
        found += [one] if one else []
    said = len(
        {one.said for one in found if one.is_sure or len(one.said.encode()) >= LEAST_SAID} - {""}
    )
    if len(found) < fewest or said < max(fewest, LEAST_ENDING_LINE * len(found)):
        return []
    top = _around(page, found)
    if len(found) < LEAST_SIGNED * (_count_in(page, top, mentions) if is_known else len(mentions)):
        return []
    quotes = _quotes(page, top, found)
    start = page.flat.leaf_range(top)[0]
    floors: list[Floor] = []
    for sign_off in found:
        leaves = _text(page.leaves[start : sign_off.start])
        start = sign_off.stop
        floors.append(_floor(page, sign_off, leaves, quotes, len(floors) + 1))
    return [floor for floor in floors if floor.body]


def _sign_off(page: Page, mention: DateMention, top: int) -> SignOff | None:
    """The signature that a date ends: a linked name before it on the line of a text's last words.

    It stands in no element of its own, but where the text does. A link in square brackets behind
    it, to answer there, may be longer than all else.

    :param top: index of the first leaf behind the signature before
    """
    if mention.leaf < 0:
        return None
    leaves = page.leaves
    dated = leaves[mention.leaf]
    stop = mention.leaf + 1
    after = len(dated.text) - mention.date.end
    while after <= LONGEST_AFTER and stop < len(leaves) and leaves[stop].line == dated.line:
        is_answer = leaves[stop].in_link and leaves[stop - 1].text.endswith("[")
        after += 0 if is_answer else len(leaves[stop].text)
        stop += 1
    if after > LONGEST_AFTER:
        return None
    first = mention.leaf
    farthest = max(0, first - MOST_ON_LINE)
    while first > farthest and leaves[first - 1].line == dated.line:
        first -= 1
    name = _name(leaves, first, mention)
    if name is None:
        return None
    start = name - 1 if _lacks_page(leaves[name - 1], leaves[name]) else name
    block = block_around(page, dated.node)
    own = [leaf for leaf in leaves[first:start] if block_around(page, leaf.node) == block]
    said = " ".join(leaf.text for leaf in own if not leaf.in_link)
    is_sure = (
        first > 0
        and bool(own)
        and own[-1] is leaves[start - 1]
        and _DASH.fullmatch(said) is not None
    )
    if is_sure:
        said = _last_words(leaves[max(top, first - MOST_ON_LINE) : first])
    before = _SEPARATORS.split(said)[-1].strip()
    return None if announces_name(before) else SignOff(start, stop, name, mention, said, is_sure)


def _last_words(leaves: Sequence[Leaf]) -> str:
    """So much of a text's end, behind its heading, as tells that something is said."""
    said = ""
    for leaf in reversed(leaves):
        if in_heading(leaf.path) or len(said.encode()) >= LEAST_SAID:
            break
        said = said if leaf.in_link else f"{leaf.text} {said}".rstrip()
    return said


def _count_in(page: Page, top: int, mentions: Sequence[DateMention]) -> int:
    """How many of the dates an element holds: a wiki tells below it when the page was changed."""
    start, stop = page.flat.leaf_range(top)
    return sum(start <= mention.leaf < stop for mention in mentions)


def _name(leaves: Sequence[Leaf], first: int, mention: DateMention) -> int | None:
    """Index of the leaf with the name: the first link to a person of those right before the date.

    One that has its own text in its address goes before others. Of who has no page yet, the link
    to make one stands beside the name.
    """
    length = len(leaves[mention.leaf].text[: mention.date.start])
    found = named = None
    for index in range(mention.leaf - 1, max(first, mention.leaf - MOST_BEFORE_DATE) - 1, -1):
        leaf = leaves[index]
        length += len(leaf.text)
        if any(_lacks_page(leaves[beside], leaf) for beside in (index - 1, index + 1)):
            return index
        ended = not leaf.in_link and _has_word(leaf) and (found or named) is not None
        if ended or length > LONGEST_BEFORE:
            break
        if leaf.in_link and is_name(leaf.text):
            named = index if _names_itself(leaf) else named
            found = index if _is_signed(leaves[index - 1], leaf) else found
    return found if named is None else named


def _is_signed(before: Leaf, leaf: Leaf) -> bool:
    """Whether a link leads to a person, or stands behind a dash at the end of a text."""
    href = link_of(leaf)
    dash = before.line == leaf.line and not before.in_link and _DASH.search(before.text)
    return bool(dash) or href.startswith("mailto:") or names_person(href)


def _lacks_page(link: Leaf, leaf: Leaf) -> bool:
    """Whether a link is the question mark that wikis put beside the name of a missing page."""
    if not link.in_link or leaf.in_link or link.text != "?" or link.line != leaf.line:
        return False
    word = _WORD.search(leaf.text)
    return (
        word is not None
        and is_name(leaf.text)
        and word[0].lower() in unquote(link_of(link)).lower()
    )


def _names_itself(leaf: Leaf) -> bool:
    address = unquote(link_of(leaf)).replace("_", " ").lower()
    return leaf.text.replace("_", " ").lower() in address


def _has_word(leaf: Leaf) -> bool:
    """Whether a text has a word, and is more than a bracket or a dot between links."""
    return any(character.isalnum() for character in leaf.text)


def _around(page: Page, found: Sequence[SignOff]) -> int:
    """The element that holds all of the signatures, and the text that the first one ends."""
    first, last = page.leaves[found[0].start].node, page.leaves[found[-1].start].node
    return page.flat.around_both(max(0, page.parents[block_around(page, first)]), last)


def _quotes(page: Page, top: int, found: Sequence[SignOff]) -> list[QuoteRange]:
    """The quotes in the texts. What holds a signature is an answer that is set in, and none."""
    signed = [page.leaves[one.name].node for one in found]
    writers = {page.leaves[one.name].text for one in found}
    return [
        quote
        for quote in find_quotes(page, [top], writers)
        if bisect_left(signed, quote.start) == bisect_left(signed, quote.stop)
    ]


def _text(leaves: Sequence[Leaf]) -> Sequence[Leaf]:
    """What stands behind the last heading, and the list of the page's headings behind that."""
    headings = {leaf.text for leaf in leaves if in_heading(leaf.path)}
    for place in reversed(range(len(leaves))):
        leaf = leaves[place]
        if in_heading(leaf.path) or (leaf.text in headings and link_of(leaf).startswith("#")):
            return [other for other in leaves[place + 1 :] if other.line != leaf.line]
    return leaves


def _floor(
    page: Page,
    sign_off: SignOff,
    leaves: Sequence[Leaf],
    quotes: Sequence[QuoteRange],
    number: int,
) -> Floor:
    author, date = page.leaves[sign_off.name], sign_off.mention.date
    held = {leaf.node for leaf in leaves}
    shown = [one for one in quotes if not held.isdisjoint(range(one.start, one.stop))]
    quoted = {node for one in shown for node in range(one.start, one.stop)}
    own = [leaf for leaf in leaves if leaf.node not in quoted]
    href = link_of(author)
    floor = Floor(
        number=number,
        author=whole_name(page, sign_off.name),
        author_url=page.joined(href) or None,
        date=date.value,
        date_raw=date.raw,
        date_precision=date.exactness,
        body=_written(leaves),
        own_text=_written(own),
        quotes=read_quotes(page, shown),
    )
    tell(lambda: FloorParts(floor, author, page.leaves[sign_off.mention.leaf], leaves))
    return floor


def _written(leaves: Sequence[Leaf]) -> str:
    return text_of(leaves).rstrip(_DASHES).rstrip("\n")

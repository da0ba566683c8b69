"""Posts of bare text between heads: lines with an author and a date, what was written below them.

No element holds a post there: print views and archives are written so.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Sequence, Set
from itertools import pairwise
from typing import Final, NamedTuple

from extract_pipelines.items import Floor
from extract_pipelines.items.trace import FloorParts, tell
from extract_pipelines.page import Leaf, Page, block_around, link_of, text_of
from extract_pipelines.page.date_mentions import DateMention, exact_date
from extract_pipelines.page.tag_paths import SAME_LINE
from extract_pipelines.page.title_parts import is_subject
from extract_pipelines.posts.authors.naming import can_be_author
from extract_pipelines.posts.quotes.bbcode import read_bbcode
from extract_pipelines.posts.quotes.edit_notes import is_edit_note
from extract_pipelines.posts.quotes.quotes import QuoteRange, find_quotes, read_quotes
from extract_pipelines.posts.quotes.typed_quotes import take_typed_quotes
from extract_pipelines.text.dates import Order
from extract_pipelines.text.names import announces_name

FEWEST_HEADS: Final = 2
# Characters of a head: a name, a date, a title and their labels.
LONGEST_HEAD: Final = 200
# Share of the text between the heads that stands in no link and no element of its own.
LEAST_BARE: Final = 0.6
# A pager has no more texts than so many, nor characters.
MOST_NUMBERS: Final = 40
LONGEST_PAGER: Final = 200
_PAGER: Final = re.compile(r"[^\W\d]{0,10}\W*\d[\W\d]*[^\W\d]{0,10}\W*")
_HEADINGS: Final[tuple[str, ...]] = ("h1", "h2", "h3", "h4", "h5", "h6")
_STRONG: Final = frozenset(("b", "strong", "a"))


class PostLine(NamedTuple):
    """The line above a post."""

    start: int
    """Index of its first leaf."""
    stop: int
    """Index after its last leaf."""
    author: int
    """Index of the leaf with the author's name."""
    mention: DateMention


class BareText(NamedTuple):
    """The posts on a page that are bare text between heads."""

    paths: list[str]
    """Tag paths of the dates in the heads: the first one's may be another than the others'."""
    floors: list[Floor]


def read_bare_text(
    page: Page,
    mentions: Iterable[DateMention],
    order: Order | None = None,
    known: Container[str] = (),
) -> BareText:
    """The posts on a page that are bare text between heads; none if it has no two of them.

    :param mentions: the page's dates
    :param order: order of day and month
    :param known: tag paths of the dates in heads on other pages of its kind: one such head is
        enough, and several may be of one author
    """
    groups: dict[tuple[int, str], list[DateMention]] = defaultdict(list)
    for mention in mentions:
        if mention.leaf >= 0:
            block = block_around(page, mention.node)
            path = page.leaves[mention.leaf].path
            groups[block, path].append(mention)
            if page.parents[block] > 0:
                groups[page.parents[block], path].append(mention)
    _add_openings(groups)
    best = BareText([], [])
    for (container, path), group in groups.items():
        is_known = path in known
        fewest = 1 if is_known else FEWEST_HEADS
        if len(group) >= fewest and len(group) > len(best.floors):
            found = _floors(page, container, group, order, is_known=is_known)
            if len(found) > len(best.floors):
                paths = dict.fromkeys(page.leaves[one.leaf].path for one in group)
                best = BareText(list(paths), found)
    read_bbcode(page, best.floors)
    take_typed_quotes(best.floors)
    return best


def _add_openings(groups: dict[tuple[int, str], list[DateMention]]) -> None:
    """Add the only date in a container itself to those behind it, in an element of its own."""
    for (container, path), group in list(groups.items()):
        first = groups.get((container, path.rpartition("/")[0]), [])
        if len(first) == 1 and first[0].leaf < group[0].leaf:
            groups[container, path] = first + group


def _floors(
    page: Page,
    container: int,
    mentions: Sequence[DateMention],
    order: Order | None,
    *,
    is_known: bool,
) -> list[Floor]:
    found = [_head(page, mention) for mention in mentions]
    heads = [head for head in found if head]
    if len(heads) < len(found):
        return []
    names = {page.leaves[head.author].text for head in heads}
    is_one = len(names) == 1 and not is_known
    if is_one and not all(_is_announced(page, head.author) for head in heads):
        return []
    stops = [*(head.start for head in heads[1:]), _end(page, container, heads[-1])]
    between = [page.leaves[head.stop : stop] for head, stop in zip(heads, stops, strict=True)]
    if any(one.stop > other.start for one, other in pairwise(heads)):
        return []
    is_bare = _are_bare(page, container, [leaf for leaves in between for leaf in leaves])
    if not (is_bare or _are_below(page, container, heads, between)):
        return []
    quotes = find_quotes(page, [container], names)
    floors = [
        _floor(page, head, _body(page, leaves), quotes, order, writers=names)
        for head, leaves in zip(heads, between, strict=True)
    ]
    said = [floor for floor in floors if floor.body]
    for number, floor in enumerate(said, start=1):
        floor.number = number
    return said if 2 * len(said) > len(floors) else []


def _are_bare(page: Page, container: int, leaves: Sequence[Leaf]) -> bool:
    """Whether most of a text stands in its container itself, and in no link."""
    bare = sum(
        len(leaf.text)
        for leaf in leaves
        if not leaf.in_link and block_around(page, leaf.node) == container
    )
    return bool(leaves) and bare >= LEAST_BARE * sum(len(leaf.text) for leaf in leaves)


def _are_below(
    page: Page,
    container: int,
    heads: Sequence[PostLine],
    between: Sequence[Sequence[Leaf]],
) -> bool:
    """Whether each head stands beside the others, leads nowhere, and has a text below it.

    Heads of lists link their titles; a name may have a link. The opening's may stand around others.
    """
    first, *others = [block_around(page, head.mention.node) for head in heads]
    if first != container or len(set(others)) > 1:
        return False
    linked = (i for head in heads for i in range(head.start, head.stop) if i != head.author)
    if any(page.flat.in_link[index] for index in linked):
        return False
    texts = [leaf for leaves in between for leaf in leaves]
    unlinked = sum(len(leaf.text) for leaf in texts if not leaf.in_link)
    return all(between) and unlinked >= LEAST_BARE * sum(len(leaf.text) for leaf in texts)


def _head(page: Page, mention: DateMention) -> PostLine | None:
    """The line that a date stands on, if an author is named there, too."""
    leaves = page.leaves
    line = leaves[mention.leaf].line
    start = stop = mention.leaf
    left = LONGEST_HEAD
    while start > 0 and leaves[start - 1].line == line and left >= 0:
        start -= 1
        left -= len(leaves[start].text)
    while stop < len(leaves) and leaves[stop].line == line and left >= 0:
        left -= len(leaves[stop].text)
        stop += 1
    if left < 0:
        return None
    able = [
        index
        for index in range(start, stop)
        if index != mention.leaf and can_be_author(leaves[index].text)
    ]
    announced = [i for i in able if i > start and _is_announced(page, i)]
    marked = [i for i in able if page.tags[leaves[i].node] in _STRONG]
    author = next(iter(announced or marked), None)
    return None if author is None else PostLine(start, stop, author, mention)


def _is_announced(page: Page, leaf: int) -> bool:
    """Whether the text before a leaf says that a name follows."""
    return leaf > 0 and announces_name(page.leaves[leaf - 1].text)


def _end(page: Page, container: int, head: PostLine) -> int:
    """Index after the last leaf of the last post: a rule ends it, a pager, or its container."""
    for node in range(container, page.subtree_end[container]):
        first = page.flat.leaf_range(node)[0]
        if first >= head.stop and (page.tags[node] == "hr" or _is_pager(page, node)):
            return first
    return page.flat.leaf_range(container)[1]


def _is_pager(page: Page, node: int) -> bool:
    """Whether a block says nothing but numbers, and a word before or behind them."""
    first, last = page.flat.leaf_range(node)
    if page.tags[node] in SAME_LINE or last - first > MOST_NUMBERS:
        return False
    text = "".join(page.flat.texts[first:last])
    return len(text) <= LONGEST_PAGER and _PAGER.fullmatch(text) is not None


def _body(page: Page, leaves: Sequence[Leaf]) -> list[Leaf]:
    """The lines of a post, without those that repeat the page's title, and notes of edits."""
    lines: dict[int, list[Leaf]] = defaultdict(list)
    for leaf in leaves:
        if not (page.tags[leaf.node] in _HEADINGS and leaf.text in page.title):
            lines[leaf.line].append(leaf)
    said = ((line, " ".join(leaf.text for leaf in line)) for line in lines.values())
    return [
        leaf
        for line, text in said
        if not (is_edit_note(text, page) or is_subject(page, text))
        for leaf in line
    ]


def _floor(
    page: Page,
    head: PostLine,
    leaves: Sequence[Leaf],
    quotes: Sequence[QuoteRange],
    order: Order | None,
    *,
    writers: Set[str],
) -> Floor:
    author = page.leaves[head.author]
    date = exact_date(page, head.mention, order)
    held = {leaf.node for leaf in leaves}
    own = [one for one in quotes if not held.isdisjoint(range(one.start, one.stop))]
    quoted = {node for one in own for node in range(one.start, one.stop)}
    href = link_of(author)
    floor = Floor(
        author=author.text,
        author_url=page.joined(href) or None if href else None,
        date=date.value,
        date_raw=date.raw or None,
        date_precision=date.exactness,
        body=text_of(leaves),
        own_text=text_of(leaf for leaf in leaves if leaf.node not in quoted),
        quotes=read_quotes(page, own, writers),
    )
    said = [leaf for leaf in leaves if leaf.node in quoted]
    tell(lambda: FloorParts(floor, author, page.leaves[head.mention.leaf], leaves, said))
    return floor

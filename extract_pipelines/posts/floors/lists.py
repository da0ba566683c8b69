"""Rows of a list of threads, articles or members look like floors; what tells them apart."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import parse_qsl

from extract_pipelines.page import Leaf, Page, link_of
from extract_pipelines.page.head import title_parts
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.posts.authors.authors import author_of
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.posts.views.views import RecordView
from extract_pipelines.url import (
    is_permalink,
    leads_to_page,
    names_person,
    split_url,
    thread_id,
    thread_key,
)

# A link with a text of so many bytes (a Chinese character has three) can be the title of a page.
SHORTEST_TITLE = 10
# Texts of so many bytes on average are hardly names.
LONG_TITLE = 15
# The title stands among so many texts at the beginning of its row.
FIRST_LEAVES = 3
# Share of the records that have such a link of their own in a list.
MOST_ROWS = 0.7
# Share of them that have one anywhere in a list, and how many at least: links in posts stand at no
# place that all have, but by chance at one that two have.
NEARLY_ALL, FEWEST_TITLES = 0.9, 3
# Of so many records on a page it tells by itself if they are no posts: by the scorers, and by links
# that they begin with, which in a few may lead to what their authors are (a group of users).
MANY = 8
# Of these texts at the beginning of a row the title may be one, behind a number and its board.
FIRST_LEAVES_OF_MANY = 6
# What stands before the title of a thread in that of an answer.
_ANSWER = re.compile(r"(?:\w{1,4}(?:\[\d+\])?[:：]\s*)+")
# So many elements up a date's link may be.
MOST_LEVELS = 3
# A table with so many columns is no thread.
MOST_COLUMNS = 4
# So many posts of one author are those of his page.
FEWEST_POSTS = 3
_DIGITS = re.compile(r"\d+")
_HEADING = re.compile(r"/h[12](?:/(?:a|span))?\Z")
# Least share of the titles that differ where each row leads to a page of its own; two do where
# all rows are of one author.
LEAST_DIFFERENT = 0.4


class Row(NamedTuple):
    """A record that may be a row."""

    author: str | None
    leaves: list[tuple[str, Leaf]]
    """The leaves that are neither a date nor the author, with their places."""


class Title(NamedTuple):
    """A linked text that may be the title of a row."""

    author: str | None
    text: str
    """Digits masked: where nothing else differs, they number the posts of one thread."""
    url: str


def is_list(page: Page, views: Sequence[RecordView], authors: Sequence[str]) -> bool:
    """Whether records are the rows of a list and no posts.

    They are if what differs from row to row stands in links for the greater part, or if most rows
    begin with a link, at the same place, that has a title of its own, or if most of many begin with
    a link to a page of their own, of which not many have the same title.

    :param authors: places of the author, whose name is no title
    """
    if _are_table_rows(page, views) or _authors_are_titles(page, views, authors):
        return True
    rows = _dated_rows(page, views, authors)
    return (
        _is_mostly_linked(rows)
        or _has_titles(page, rows)
        or lead_elsewhere(page, rows)
        or are_of_threads(page, rows)
        or _have_own_pages(page, rows)
        or are_of_member(page, rows)
    )


def _dated_rows(page: Page, views: Sequence[RecordView], authors: Sequence[str]) -> list[Row]:
    """Records as rows; those that follow each other are one if their date is the same link."""
    rows: list[Row] = []
    before: tuple[str, str] | None = None
    for view in views:
        date = _linked_date(page, view)
        row = _row(page, view, authors)
        if date and date == before:
            rows[-1] = Row(rows[-1].author, rows[-1].leaves + row.leaves)
        else:
            rows.append(row)
        before = date
    return rows


def rows_of(page: Page, views: Sequence[RecordView], statistics: SlotStatistics) -> list[Row]:
    """Records as what they may be: the rows of a list, of which no more is known."""
    authors = statistics.author_places(views)[:1]
    return [_row(page, view, authors) for view in views]


def _are_table_rows(page: Page, views: Sequence[RecordView]) -> bool:
    """Whether most records are rows of a table with more columns than posts have.

    Several rows that are one record are none: a post's head may have as many cells.
    """

    def is_wide(view: RecordView) -> bool:
        start, stop = view.record.start, view.record.stop
        root = page.elements[start]
        alone = page.subtree_end[start] == stop
        return (
            alone
            and root.tag == "tr"
            and sum(1 for _ in root.iterchildren("td", "th")) >= MOST_COLUMNS
        )

    return sum(map(is_wide, views)) >= MOST_ROWS * len(views)


def _authors_are_titles(page: Page, views: Sequence[RecordView], places: Sequence[str]) -> bool:
    """Whether what was taken for the authors are titles, each of which leads to a page of its own.

    Authors may do so, too. But titles are longer, or headings, or lead where the date does.
    """
    links: dict[str, int] = {}
    marked = 0
    for view in views:
        author = author_of(page, view, places)
        leaf = page.leaves[author.leaf] if author else None
        if leaf is None or not leaf.in_link:
            continue
        href = link_of(leaf)
        if not names_person(href) and not _stays(page, href):
            links[page.joined(href)] = len(leaf.text.encode())
            date = _linked_date(page, view)
            leads_as_date = date is not None and date[1] == href
            marked += leads_as_date or _HEADING.search(leaf.path) is not None
    if len(links) < max(2, MOST_ROWS * len(views)):
        return False
    least = SHORTEST_TITLE if marked >= len(links) else LONG_TITLE
    return sum(links.values()) >= least * len(links)


def are_of_member(page: Page, rows: Sequence[Row]) -> bool:
    """Whether all are posts of one author whom the page's title names, or is the name of."""
    authors = {row.author for row in rows}
    name = authors.pop() if len(authors) == 1 else None
    if name is None or len(rows) < 2:
        return False
    headings = [leaf.text for leaf in page.leaves if _HEADING.search(leaf.path)]
    if name in headings or name in title_parts(page.title):
        return True
    named = any(name in text.split() for text in (page.title, *headings))
    return named and len(rows) >= FEWEST_POSTS


def _linked_date(page: Page, view: RecordView) -> tuple[str, str] | None:
    """A record's date with the address it leads to: cells of one row may tell the same."""
    mention = view.record.mention
    node = mention.node
    for _ in range(MOST_LEVELS):
        if node >= 0 and page.elements[node].tag == "a":
            return mention.date.raw, (page.elements[node].get("href") or "").strip()
        node = page.parents[node]
    return None


def _row(page: Page, view: RecordView, authors: Sequence[str]) -> Row:
    author = author_of(page, view, authors)
    of_author = author.leaf if author else -1
    return Row(
        author.name if author else None,
        [
            (above[0], page.leaves[index])
            for index, above in zip(view.leaves, view.above, strict=True)
            if index != of_author and index not in view.dated_leaves
        ],
    )


def _is_mostly_linked(rows: Sequence[Row]) -> bool:
    texts = [pair for row in rows for pair in row.leaves]
    seen = Counter((place, leaf.text) for place, leaf in texts)
    linked = unlinked = 0
    for place, leaf in texts:
        if seen[place, leaf.text] == 1 and not leaf.text.isdigit():
            if leaf.in_link:
                linked += len(leaf.text)
            else:
                unlinked += len(leaf.text)
    return linked >= unlinked


def _has_titles(page: Page, rows: Sequence[Row]) -> bool:
    titles: dict[str, list[Title]] = defaultdict(list)
    for row in rows:
        for place, leaf in row.leaves[:FIRST_LEAVES]:
            if leaf.in_link and len(leaf.text.encode()) >= SHORTEST_TITLE:
                href = link_of(leaf)
                if href and not _stays(page, href) and not names_person(href):
                    titles[place].append(Title(row.author, _masked(leaf.text), page.joined(href)))
    least = max(2, int(MOST_ROWS * len(rows)))
    return any(
        len({title.text for title in found}) >= least
        or (len(found) >= least and _lead_away(page, found))
        for found in titles.values()
    )


def _lead_away(page: Page, titles: Sequence[Title]) -> bool:
    """Whether rows are posts from several threads: these lead to other pages, and another title.

    What is the same in all rows of an author tells of him, and is no title.
    """
    threads = [(title.author, _ANSWER.sub("", title.text)) for title in titles]
    if len(set(threads)) == len({author for author, _ in threads}):
        return False
    of_page = _masked(page.title)
    here = split_url(page.url).path
    return not any(thread in of_page for _, thread in threads) and all(
        split_url(title.url).path != here for title in titles
    )


def _masked(text: str) -> str:
    return _DIGITS.sub("#", text)


def _have_own_pages(page: Page, rows: Sequence[Row]) -> bool:
    """Whether nearly all rows have, at the same place, a title that leads to a page of its own.

    What names the row's author is none.
    """
    titles: dict[str, dict[int, Title]] = defaultdict(dict)
    for number, row in enumerate(rows):
        for place, leaf in row.leaves:
            is_long = leaf.in_link and len(leaf.text.encode()) >= SHORTEST_TITLE
            if is_long and not (row.author and row.author in leaf.text):
                href = link_of(leaf)
                if href and not _stays(page, href) and not names_person(href):
                    title = Title(row.author, _masked(leaf.text), page.joined(href))
                    titles[place].setdefault(number, title)
    least = max(FEWEST_TITLES, NEARLY_ALL * len(rows))
    return any(
        len({title.url for title in found.values()}) >= least
        and len({title.text for title in found.values()}) >= MOST_ROWS * len(rows)
        for found in titles.values()
    )


def _stays(page: Page, href: str) -> bool:
    """Whether a link leads to a place on its own page, or on another page of the same thread.

    An address of its own may lead to a post, too: its fragment then names what stands on the page.
    """
    if not leads_to_page(href):
        return True
    fragment = href.partition("#")[2]
    if _DIGITS.search(fragment) and fragment in _numbered_names(page):
        return True
    if not fragment or not page.url:
        return False
    there, here = split_url(page.joined(href)), split_url(page.url)
    return (there.netloc, there.path) == (here.netloc, here.path) and set(
        parse_qsl(here.query)
    ) <= set(parse_qsl(there.query))


@once_a_page
def _numbered_names(page: Page) -> frozenset[str]:
    """Names of places on a page that have a number in them."""
    names = (*page.flat.values("id").values(), *page.flat.values("name").values())
    return frozenset(name for name in names if _DIGITS.search(name))


def lead_elsewhere(page: Page, rows: Sequence[Row]) -> bool:
    """Whether most of many rows begin with a link that no other has, and enough of these differ.

    Answers in one thread have the same title. What several lead to is their board, say.
    """
    if len(rows) < MANY:
        return False
    several = len({row.author for row in rows}) > 1
    least = max(2, LEAST_DIFFERENT * len(rows)) if several else 2
    links = [_links_of(page, row) for row in rows]
    seen = Counter(href for of_row in links for href in of_row)
    titles = []
    for of_row in links:
        own = [text for href, text in of_row.items() if seen[href] == 1]
        titles += [text for text in own if len(text.encode()) > SHORTEST_TITLE][:1]
    different = {_masked(_ANSWER.sub("", title)) for title in titles}
    return len(titles) >= MOST_ROWS * len(rows) and len(different) >= least


def are_of_threads(page: Page, rows: Sequence[Row]) -> bool:
    """Whether most of several rows begin with permalinks to posts of other threads.

    So do a forum's last posts and those of a member, also where most are of one thread.
    """
    if len(rows) < FEWEST_TITLES:
        return False
    here = thread_key(page.url)
    threads: set[str] = set()
    others = len(rows)
    for row in rows:
        if thread := _thread_of(page, row, here):
            threads.add(thread)
            continue
        others -= 1
        if others < MOST_ROWS * len(rows):
            return False
    return len(threads) > 1


def _thread_of(page: Page, row: Row, here: str) -> str | None:
    """The other thread that a row's first permalink leads to."""
    for href in _links_of(page, row):
        url = page.joined(href)
        if is_permalink(url) and thread_id(url) and (thread := thread_key(url)) != here:
            return thread
    return None


def _links_of(page: Page, row: Row) -> dict[str, str]:
    """The addresses that a row begins with, and their texts; not those of people."""
    links: dict[str, str] = {}
    for _, leaf in row.leaves[:FIRST_LEAVES_OF_MANY]:
        href = link_of(leaf) if leaf.in_link else ""
        if href and not names_person(href) and not _stays(page, href):
            links[href] = f"{links.get(href, '')} {leaf.text}".strip()
    return links

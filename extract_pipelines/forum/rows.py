"""The links of a page, and the rows of a list: which thread each is of, and what it says of it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypedDict
from urllib.parse import urlsplit

from extract_pipelines.forum.date_uncertainty import error_of, is_compatible, seconds_of
from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import DateMention, exact_date
from extract_pipelines.page.date_reading import read_date
from extract_pipelines.page.dated_attributes import dated_attributes
from extract_pipelines.text.dates import FoundDate
from extract_pipelines.url import (
    is_avoided,
    is_permalink,
    leads_to_page,
    page_key,
    plain_url,
    thread_form,
    thread_key,
)

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

# A link with a text of fewer bytes is no title (a Chinese character has three).
SHORTEST_TITLE = 4
# A longer text is a sentence that mentions a date.
LONGEST_DATE = 80
# So far above its title a row may begin.
MOST_LEVELS = 8
# Share of the rows that must have a date, and of these that must be older than the one before, if a
# list is the newest first.
MOSTLY = 0.8
# Share of the threads known already whose number of floors a column must tell, to be of replies.
LEAST_AGREEING = 0.6
_NUMBER = re.compile(r"\d{1,3}(?:[,. ]\d{3}){1,4}\Z|\d{1,15}\Z")
_NOT_DIGITS = re.compile(r"\D+")
_DIGITS = re.compile(r"\d+")


class PageLink(NamedTuple):
    """A link to a page of the same site."""

    url: str
    text: str
    key: str
    """What the linked page's thread or board is known by."""
    shape: str
    node: int
    """Index of its element."""
    path: str
    """The tags around it, with its own class."""


class Activity(TypedDict):
    """What tells that a thread has moved since its list was seen last."""

    date: str | None
    """The latest date of its row, ISO 8601."""
    error: float
    """By how many seconds that can be off."""
    numbers: dict[str, int]
    """By their columns: of replies and views, mostly."""


NO_ACTIVITY: Activity = {"date": None, "error": 0.0, "numbers": {}}


class ListRow(NamedTuple):
    """A row of a list."""

    link: PageLink
    """Its title."""
    activity: Activity
    """What changes when somebody posts: the latest date (``date``, ``error``), and ``numbers`` by
    their columns."""


# Its former name, which the queues of jobs that are under way may hold.
Row = ListRow


def links_of(page: Page) -> list[PageLink]:
    """The page's links to other pages of its site that may be read; none twice at one path.

    Links to forms, people, single posts, and other views of a page are left out.
    """
    site = urlsplit(page.url).netloc.lower()
    own = page_key(page.url)
    found: dict[tuple[str, str], PageLink] = {}
    for node, element in enumerate(page.elements):
        if element.tag != "a":
            continue
        link = _link(page, node, (element.get("href") or "").strip(), site)
        if link is None or page_key(link.url) == own:
            continue
        known = found.get((page_key(link.url), link.path))
        if known is None or len(link.text) > len(known.text):
            found[page_key(link.url), link.path] = link
    return sorted(found.values(), key=lambda link: link.node)


def _link(page: Page, node: int, href: str, site: str) -> PageLink | None:
    if not href or not leads_to_page(href):
        return None
    try:
        written = page.joined(href)
        url = plain_url(written)
        if urlsplit(url).netloc.lower() != site or is_avoided(url):
            return None
    except ValueError:
        return None
    text = " ".join(leaf.text for leaf in page.leaves_of(node))
    is_pagination_link = text.isdecimal() and urlsplit(url).path.endswith(f"/{text}")
    if is_permalink(written) and not is_pagination_link:
        return None
    return PageLink(url, text, thread_key(url), thread_form(url), node, _path(page, node))


def _path(page: Page, node: int) -> str:
    tags: list[str] = []
    above = node
    while above >= 0 and len(tags) < 4:
        tags.append(str(page.elements[above].tag))
        above = page.parents[above]
    return "/".join(reversed(tags)) + _first_class(page.elements[node])


def _first_class(element: Element) -> str:
    words = (element.get("class") or "").split()
    return "." + _DIGITS.sub("", words[0]) if words else ""


def list_rows(
    page: Page, links: Iterable[PageLink], shapes: Set[str] = frozenset()
) -> list[ListRow]:
    """The rows of the page's lists: one for each link that is the title of a row of its own.

    A link is one if others of its shape have the same path, and something around it tells a
    date or a number that is not the others'.

    :param links: of the page; see `links_of`
    :param shapes: those of threads and boards, of which a single one is a row, too
    """
    groups: defaultdict[tuple[str, str], list[PageLink]] = defaultdict(list)
    for link in links:
        if len(link.text.encode()) >= SHORTEST_TITLE and not link.text.isdigit():
            groups[link.shape, link.path].append(link)
    written = dated_attributes(page)
    # Where links of two groups stand in one row, those with more and longer texts are the titles.
    titles: dict[int, tuple[float, ListRow]] = {}
    for group in groups.values():
        if len({link.key for link in group}) == 1 and group[0].shape not in shapes:
            continue
        nodes = [_row_of(page, link, group) for link in group]
        marked = [
            (node, ListRow(link, _activity(page, node, written)))
            for node, link in zip(nodes, group, strict=True)
        ]
        told = [
            (node, row) for node, row in marked if row.activity["date"] or row.activity["numbers"]
        ]
        score = sum(len(row.link.text.encode()) for _, row in told)
        for node, row in told:
            if score > titles.get(node, (0.0, row))[0]:
                titles[node] = score, row
    rows: dict[str, ListRow] = {}
    for _, (_, row) in sorted(titles.items(), key=lambda title: title[0]):
        rows.setdefault(row.link.key, row)
    return list(rows.values())


def _row_of(page: Page, link: PageLink, group: Sequence[PageLink]) -> int:
    """The largest element around the link that holds no other link of the group.

    A link that is alone of its kind has no such bound: its row is the first that tells a date.
    """
    others = [other.node for other in group if other.key != link.key]
    node = link.node
    for _ in range(MOST_LEVELS):
        above = page.parents[node]
        if above < 0 or page.elements[above].tag in ("body", "html"):
            break
        if any(above <= other < page.subtree_end[above] for other in others):
            break
        if not others and any(_moments(_dates(page, node))):
            break
        node = above
    return node


def _activity(page: Page, node: int, written: Sequence[tuple[int, str]] = ()) -> Activity:
    """What a row tells that changes when somebody posts.

    :param written: the page's dates in attributes, which count where no text tells one
    """
    latest = max(_moments(_dates(page, node)), key=lambda date: date[0], default=None)
    if latest is None:
        first = bisect_left(written, (node, ""))
        last = bisect_left(written, (page.subtree_end[node], ""))
        told = (read_date(page, text) for _, text in written[first:last])
        latest = max(_moments(told), key=lambda date: date[0], default=None)
    numbers: dict[str, int] = {}
    counts: Counter[str] = Counter()
    for leaf in page.leaves_of(node):
        if leaf.in_link or not _NUMBER.match(leaf.text):
            continue
        column = leaf.path.rpartition("/")[2] + _first_class(leaf.element)
        numbers[f"{column}.{counts[column]}"] = int(_NOT_DIGITS.sub("", leaf.text))
        counts[column] += 1
    if latest is None:
        return {"date": None, "error": 0.0, "numbers": numbers}
    return {"date": latest[1], "error": latest[2], "numbers": numbers}


def _dates(page: Page, node: int) -> Iterator[FoundDate]:
    """The dates in the texts of an element."""
    first, last = page.leaf_range(node)
    for index in range(first, last):
        leaf = page.leaves[index]
        if len(leaf.text) > LONGEST_DATE or _NUMBER.match(leaf.text):
            continue
        found = read_date(page, leaf.text)
        if found is not None:
            yield exact_date(page, DateMention(leaf.node, index, found))


def _moments(dates: Iterable[FoundDate | None]) -> Iterator[tuple[float, str, float]]:
    """Of dates with a value: seconds since 1970, ISO 8601, and by how much it can be off."""
    for date in dates:
        moment = seconds_of(date.value) if date else None
        if date and date.value and moment is not None:
            yield moment, date.value, error_of(date.value, date.raw)


def is_newest_first(rows: Sequence[ListRow]) -> bool:
    """Whether the rows stand in the order of their dates, the newest first; sticky ones apart.

    A few may have none that can be read: where somebody posts this very moment, it says "now".
    """
    found = [seconds_of(row.activity["date"]) for row in rows]
    moments = [moment for moment in found if moment is not None]
    if not moments or len(moments) < MOSTLY * len(rows):
        return False
    falls = [one >= other for one, other in pairwise(moments)]
    return sum(falls) >= MOSTLY * len(falls) - 1


def reply_column(rows: Iterable[ListRow], floors: Mapping[str, int]) -> str | None:
    """The column of the numbers that tell how many replies, or posts, the threads have.

    :param floors: number of floors of threads that are known, by their keys
    """
    agreeing: Counter[str] = Counter()
    known = 0
    for row in rows:
        count = floors.get(row.link.key, 0)
        known += bool(count)
        for column, number in row.activity["numbers"].items():
            agreeing[column] += bool(count) and count - number in (0, 1)
    column, votes = max(agreeing.items(), key=lambda pair: pair[1], default=("", 0))
    return column if votes and votes >= LEAST_AGREEING * known else None


def has_moved(before: Activity, now: Activity, replies: str | None) -> bool:
    """Whether somebody has posted, by what a row told before and tells now.

    :param replies: column of the numbers of replies; see `reply_column`
    """
    if before["date"] and now["date"]:
        moved = not is_compatible(before["date"], before["error"], now["date"], now["error"])
        exact = max(before["error"], now["error"]) <= 60 and before["date"] != now["date"]
        if moved or exact:
            return True
    if replies:
        return before["numbers"].get(replies, -1) != now["numbers"].get(replies, -1)
    return not (before["date"] and now["date"]) and before["numbers"] != now["numbers"]

"""Which page of which thread a page is, and where the next one stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise, takewhile
from urllib.parse import parse_qsl, urldefrag, urlsplit

from extract_pipelines.page import Leaf, Page, link_of

# What links to the next page say, in lower case and without arrows.
NEXT_WORDS = frozenset(
    "next|next page|older|下一页|下页|下一頁|次へ|次のページ|다음|weiter|nächste|nächste seite"
    "|suivant|suivante|page suivante|siguiente|successiva|próxima|volgende|następna|вперед|вперёд"
    "|следующая|далее|sonraki|nästa|další".split("|")
)
_ARROWS = " »›>→⟩▶|"
PAGE_KEYS = frozenset(("page", "p", "pg", "seite", "pagenumber"))
_THREAD_KEYS = ("t", "tid", "topic", "thread", "threadid", "topicid", "id")
PAGE_IN_PATH = re.compile(r"/(?:page|seite|p)[-/]?(\d{1,5})(?:/|\.html?)?\Z", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")
_NUMBER_BEFORE = re.compile(r"(\d+)[.\-_](?=.*[^\W\d_])")
_NUMBER_BEHIND = re.compile(r"(?<=.)([.\-_])(\d+)\Z")
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
# Digits of a number that may stand at the end of a title.
LONGEST_COUNT = 2
_HEXADECIMAL = re.compile(r"[0-9a-f-]{8,40}\Z")
# What stands before the number of a board in a path.
_BOARD_WORDS = frozenset("forum forums board boards category categories section f c fid".split())
_DAY = re.compile(r"/(?:19|20)\d\d/(?:0?[1-9]|1[0-2])/(?:[0-3]?\d/)?")
_NUMBERED = re.compile(r"[A-Za-z]+[-_](\d+)(?:[-_]\d+)*\Z")
LONGEST_PAGE_NUMBER = 5
# So many elements of a page are its top.
TOP_ELEMENTS = 400


def next_page_url(page: Page) -> str | None:
    """Where the thread goes on: ``rel=next``, a link that says so, or the pager's next number.

    A place on that page, as in ``?page=2#answers``, is left out.
    """
    marked = [page.elements[node] for node in page.having("rel") if page.tags[node] == "a"]
    for element in (*page.root.iter("link"), *marked):
        if "next" in (element.get("rel") or "").lower().split():
            href = (element.get("href") or "").strip()
            if _leads_on(page, href):
                return _whole_page(page, href)
    for leaf in page.leaves:
        if leaf.in_link and leaf.text.lower().strip(_ARROWS) in NEXT_WORDS:
            href = link_of(leaf)
            if _link_text(leaf) in NEXT_WORDS and _leads_on(page, href):
                return _whole_page(page, href)
    return _next_by_number(page)


def _link_text(leaf: Leaf) -> str:
    """All that the link says which a leaf stands in, in lower case and without arrows."""
    link = next(leaf.element.iterancestors("a"), leaf.element)
    return " ".join("".join(link.itertext()).split()).lower().strip(_ARROWS)


def _leads_on(page: Page, href: str) -> bool:
    """Whether an address leads to another page, and to no other thread."""
    elsewhere = bool(href) and not href.startswith("#")
    return elsewhere and not _leads_to_other_thread(page, href)


def _whole_page(page: Page, href: str) -> str | None:
    return urldefrag(page.joined(href)).url or None


def _leads_to_other_thread(page: Page, href: str) -> bool:
    """Whether an address differs from the page's in the only number of both: its thread's."""
    if not _NUMBER.search(href):
        return False
    url = page.joined(href)
    own, other = (
        _NUMBER.findall(urlsplit(one)._replace(netloc="").geturl()) for one in (page.url, url)
    )
    if len(own) != 1 or len(other) != 1 or own == other:
        return False
    return _NUMBER.sub("", page.url) == _NUMBER.sub("", url) and thread_id(url) == other[0]


def _next_by_number(page: Page) -> str | None:
    """The pager's link to the next number, or a link to this URL with that page's number."""
    number = page_number(page) + 1
    for numbers in _pagers(page):
        for leaf in numbers:
            if leaf.in_link and int(leaf.text) == number:
                return _whole_page(page, link_of(leaf))
    path = urlsplit(page.url).path
    for element in page.root.iter("a"):
        href = (element.get("href") or "").strip()
        if f"={number}" not in href:
            continue
        url = _whole_page(page, href)
        if url and urlsplit(url).path == path and _asked_page(url) == number:
            return url
    return None


def _asked_page(url: str) -> int | None:
    """The number of the page that a URL's query asks for."""
    for key, value in parse_qsl(urlsplit(url).query):
        if key.lower() in PAGE_KEYS and value.isdecimal():
            return max(1, int(value[:LONGEST_PAGE_NUMBER]))
    return None


def page_number(page: Page) -> int:
    """Number of the page in its thread: the pager's number that is no link, or the URL's, or 1."""
    for numbers in _pagers(page):
        here = [leaf for leaf in numbers if not leaf.in_link]
        if len(here) == 1:
            return int(here[0].text)
    if asked := _asked_page(page.url):
        return asked
    match = PAGE_IN_PATH.search(urlsplit(page.url).path)
    return int(match[1]) if match else 1


def _pagers(page: Page) -> Iterator[list[Leaf]]:
    """Rows of numbers that rise, most of them links to another page."""
    row: list[Leaf] = []
    for leaf in page.leaves:
        if leaf.text.isdecimal() and len(leaf.text) <= LONGEST_PAGE_NUMBER:
            if row and int(leaf.text) <= int(row[-1].text):
                row = []
            row.append(leaf)
        elif row and len(leaf.text) > 2:
            if _is_pager(row):
                yield row
            row = []
    if _is_pager(row):
        yield row


def _is_pager(row: list[Leaf]) -> bool:
    return len(row) > 1 and row[0].text == "1" and sum(leaf.in_link for leaf in row) >= len(row) - 1


def thread_id(url: str) -> str | None:
    """The number that tells the thread in its URL: a query's, or the path's, or a hash in it.

    In a path a number on its own tells more than one in a title: ``/topic/12/my-title-2024``.
    """
    parts = urlsplit(url)
    query = {key.lower(): value for key, value in parse_qsl(parts.query)}
    for key in _THREAD_KEYS:
        if query.get(key, "").isdecimal():
            return query[key]
    path = _DAY.sub("/", PAGE_IN_PATH.sub("", parts.path))
    segments = [part.removesuffix(".html").removesuffix(".htm") for part in path.split("/")]
    for before, segment in reversed(list(pairwise(segments))):
        if segment.isdecimal() and not before.isdecimal() and before.lower() not in _BOARD_WORDS:
            return segment
    return next(filter(None, map(_number_in_title, reversed(segments))), None)


def _number_in_title(segment: str) -> str | None:
    """The number or hash that a segment of a path has; ``thread-15-2-1`` is page 2 of thread 15."""
    if segment.isdecimal():
        return segment
    if numbered := _NUMBERED.match(segment):
        return numbered[1]
    return number_in(segment) or _hexadecimal(segment)


def number_in(name: str) -> str | None:
    """The number that begins or ends a name with a title: ``15-a-title``, ``a-title.15``.

    Of two, the last one is taken if a dot stands before it, or if it is longer, no year and too
    long for a count: ``3-best-cars-1234``, but ``5-top-10``.
    """
    before, behind = _NUMBER_BEFORE.match(name), _NUMBER_BEHIND.search(name)
    if before and behind:
        longer = len(behind[2]) > len(before[1]) or _YEAR.match(before[1])
        counts = len(behind[2]) <= LONGEST_COUNT or _YEAR.match(behind[2])
        is_last = behind[1] == "." or (longer and not counts)
        return behind[2] if is_last else before[1]
    return before[1] if before else behind[2] if behind else None


def _hexadecimal(name: str) -> str | None:
    return name if _HEXADECIMAL.match(name) and _NUMBER.search(name) else None


def breadcrumbs(page: Page) -> list[str]:
    """Texts of the path to the page, where an element near its top is marked as one."""
    marked = [
        node
        for name in ("class", "aria-label")
        for node in takewhile(lambda node: node < TOP_ELEMENTS, page.having(name))
        if "breadcrumb" in page.elements[node].get(name, "").lower()
    ]
    return [leaf.text for leaf in page.leaves_of(min(marked)) if leaf.in_link] if marked else []

"""Which page of its thread or list a page is, and where the next one stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import urldefrag

from extract_pipelines.page import Leaf, Page, link_of
from extract_pipelines.page.head import unseen_elements
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.text.lexicon import words
from extract_pipelines.url.address import LONGEST_PAGE_NUMBER, asked_page, thread_id
from extract_pipelines.url.parts import split_url

# What links to the next page say, in lower case and without arrows.
NEXT_WORDS: Final = frozenset(words("next_page"))
# What links to what comes next end with, and those to what came before begin with.
FORWARD, BACK = "»›→⟩▶", "«‹←⟨◀"
_ARROWS: Final = f" >|{FORWARD}"
_NUMBER: Final = re.compile(r"\d+")
_PLACE: Final = re.compile(r"#\w")


def next_page_url(page: Page) -> str | None:
    """Where the thread goes on: ``rel=next``, a link that says so, or the pager's next number.

    A place on that page, as in ``?page=2#answers``, is left out.
    """
    marked = [page.elements[node] for node in page.flat.having("rel") if page.tags[node] == "a"]
    for element in (*unseen_elements(page)["link"], *marked):
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
        _NUMBER.findall(split_url(one)._replace(netloc="").geturl()) for one in (page.url, url)
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
    path, asked = split_url(page.url).path, f"={number}"
    for element in page.root.iter("a"):
        href = element.get("href") or ""
        if asked not in href:
            continue
        url = _whole_page(page, href.strip())
        if url and split_url(url).path == path and asked_page(url) == number:
            return url
    return None


@once_a_page
def page_number(page: Page) -> int:
    """Number of the page in its thread: the pager's number that is no link, or the URL's, or 1."""
    for numbers in _pagers(page):
        here = [leaf for leaf in numbers if not leaf.in_link]
        if len(here) == 1:
            return int(here[0].text)
    return asked_page(page.url) or 1


def _pagers(page: Page) -> Iterator[list[Leaf]]:
    """Rows of numbers that rise, most of them links to another page."""
    row: list[Leaf] = []
    for index, text in enumerate(page.flat.texts):
        if text.isdecimal() and len(text) <= LONGEST_PAGE_NUMBER:
            if row and int(text) <= int(row[-1].text):
                row = []
            row.append(page.leaves[index])
        elif row and len(text) > 2:
            if _is_pager(row):
                yield row
            row = []
    if _is_pager(row):
        yield row


def _is_pager(row: list[Leaf]) -> bool:
    if len(row) < 2 or row[0].text != "1":
        return False
    links = [leaf for leaf in row if leaf.in_link]
    return len(links) >= len(row) - 1 and not any(map(_leads_down, links))


def _leads_down(leaf: Leaf) -> bool:
    """Whether a link leads to a place on its page, as how many answers there are may do."""
    return _PLACE.match(link_of(leaf)) is not None

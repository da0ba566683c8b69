"""The links of a thread or list to its other pages."""

from __future__ import annotations

from typing import NamedTuple

from extract_pipelines.forum.rows import links_of
from extract_pipelines.page import Page
from extract_pipelines.page.pagination import next_page_url, page_number
from extract_pipelines.text.lexicon import words as words_of
from extract_pipelines.url import address, asked_page, page_key, thread_key
from extract_pipelines.url.address import LONGEST_PAGE_NUMBER

# Numbers with more digits count no posts.
LONGEST_COUNT = 9
# Texts of links that lead on where a list or thread does not show its pages.
MORE_WORDS = frozenset(words_of("more"))


class PaginationLink(NamedTuple):
    """A link to another page of the page's own thread or list."""

    url: str
    number: int
    """The number of the page that it leads to."""


def pagination_links(page: Page) -> list[PaginationLink]:
    """The other pages of the page's own thread or list, as far as it links to them."""
    own, key = page_key(page.url), thread_key(page.url)
    number = page_number(page)
    found: dict[str, PaginationLink] = {}
    for link in links_of(page):
        words = link.text.lower().strip(" »›>→«‹<←.…")
        same = link.key == key and (words.isdecimal() or not words)
        more = link.key.startswith(key) and words in MORE_WORDS
        if same or more:
            found.setdefault(page_key(link.url), _link_of_page(page.url, number, link.url, words))
    following = next_page_url(page)
    if following and thread_key(following) == key and page_key(following) != own:
        found.setdefault(page_key(following), PaginationLink(following, number + 1))
    return list(found.values())


def _link_of_page(own: str, number: int, url: str, words: str) -> PaginationLink:
    """Which page a link leads to: what it says, or what its URL asks for, or before or behind."""
    if words.isdecimal():
        return PaginationLink(url, int(words[:LONGEST_PAGE_NUMBER]))
    here, there = address(own), address(url)
    if here.counts_posts or there.counts_posts:
        before = _count(here.page) if here.counts_posts else 0
        behind = _count(there.page)
        if before is not None and behind is not None:
            return PaginationLink(url, number + 1 if behind > before else number - 1)
    return PaginationLink(url, asked_page(url) or number + 1)


def _count(page: str) -> int | None:
    """How many posts stand before a page; None if its URL tells something else, or too many."""
    return int(page) if page.isdecimal() and len(page) <= LONGEST_COUNT else None

"""Elements of a page that are marked as an author, or a date of publication."""

from __future__ import annotations

from typing import Final, NamedTuple

from extract_pipelines.page import Page, lines
from extract_pipelines.page.memo import once_a_page

# An element with more leaves than this is no name and no date.
MOST_LEAVES: Final = 20
# Properties that say when something was written: https://schema.org/CreativeWork
WRITTEN: Final = ("datePublished", "dateCreated")


class Microdata(NamedTuple):
    """What is written in marked elements, in document order."""

    authors: list[str]
    dates: list[str]


def read_microdata(page: Page) -> Microdata:
    """What microdata, ``rel=author`` and ``<time pubdate>`` mark."""
    authors: list[str] = []
    dates: list[str] = []
    marked = {*page.flat.having("itemprop"), *page.flat.having("rel"), *page.flat.having("pubdate")}
    for node in sorted(marked):
        element, tag = page.elements[node], page.tags[node]
        marks = (element.get("itemprop") or "").split()
        leads_to = (element.get("rel") or "").split() if tag == "a" else ()
        if "author" in marks or "author" in leads_to:
            authors.append(_name_in(page, node))
        elif "datePublished" in marks or (tag == "time" and "pubdate" in element.attrib):
            dates.append(element.get("content") or element.get("datetime") or text_in(page, node))
    return Microdata(authors, dates)


class MarkedDates(NamedTuple):
    """When the parts of a page were written, as properties without a text of their own say."""

    nodes: list[int]
    """Indices of their elements, in document order."""
    values: list[str]


@once_a_page
def marked_dates(page: Page) -> MarkedDates:
    """The dates in ``<meta itemprop="datePublished" content="…">`` and its like."""
    marked = page.flat.values("itemprop").items()
    nodes = sorted(node for node, mark in marked if mark in WRITTEN and page.tags[node] == "meta")
    return MarkedDates(nodes, [page.elements[node].get("content") or "" for node in nodes])


def text_in(page: Page, node: int) -> str:
    """The text of a small element on one line; empty for one with many leaves."""
    start, stop = page.flat.leaf_range(node)
    return " ".join(lines(page.leaves[start:stop])) if stop - start <= MOST_LEAVES else ""


def _name_in(page: Page, node: int) -> str:
    """The text of the part that is marked as a name, or else of the whole element."""
    start, stop = page.flat.leaf_range(node)
    if stop - start <= MOST_LEAVES:
        for part in range(node, page.subtree_end[node]):
            if page.elements[part].get("itemprop") == "name":
                return page.elements[part].get("content") or text_in(page, part)
    return page.elements[node].get("content") or text_in(page, node)

"""Elements of a page that are marked as its article's author or date of publication."""

from __future__ import annotations

from typing import Final, NamedTuple

from extract_pipelines.page import Page, lines

# An element with more leaves than this is no name and no date.
MOST_LEAVES: Final = 20


class Microdata(NamedTuple):
    """What is written in marked elements, in document order."""

    authors: list[str]
    dates: list[str]


def read_microdata(page: Page) -> Microdata:
    """What microdata, ``rel=author`` and ``<time pubdate>`` mark."""
    authors: list[str] = []
    dates: list[str] = []
    marked = {*page.having("itemprop"), *page.having("rel"), *page.having("pubdate")}
    for node in sorted(marked):
        element, tag = page.elements[node], page.tags[node]
        mark = element.get("itemprop")
        if mark == "author" or (tag == "a" and element.get("rel") == "author"):
            authors.append(_name_in(page, node))
        elif mark == "datePublished" or (tag == "time" and "pubdate" in element.attrib):
            dates.append(element.get("content") or element.get("datetime") or text_in(page, node))
    return Microdata(authors, dates)


def text_in(page: Page, node: int) -> str:
    """The text of a small element on one line; empty for one with many leaves."""
    start, stop = page.leaf_range(node)
    return " ".join(lines(page.leaves[start:stop])) if stop - start <= MOST_LEAVES else ""


def _name_in(page: Page, node: int) -> str:
    """The text of the part that is marked as a name, or else of the whole element."""
    start, stop = page.leaf_range(node)
    if stop - start <= MOST_LEAVES:
        for part in range(node, page.subtree_end[node]):
            if page.elements[part].get("itemprop") == "name":
                return page.elements[part].get("content") or text_in(page, part)
    return page.elements[node].get("content") or text_in(page, node)

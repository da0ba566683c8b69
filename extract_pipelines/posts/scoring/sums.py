"""Prefix sums over a page: how much text, and how many links and other things, any part holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.page.tag_paths import INLINE
from extract_pipelines.posts.records.records import Record
from extract_pipelines.text.sentences import MOST_BYTES_OF_LABEL, is_sentence
from extract_pipelines.url import names_person

_CONTROLS: Final = "input textarea select button".split()
_HEADINGS: Final = "h1 h2 h3 h4 h5 h6".split()
_PARTS: Final = INLINE | frozenset("li ul ol blockquote dl dt dd pre".split())
_DIGITS: Final = re.compile(r"\d+")
_HEADING: Final = re.compile(r"/h[123](?:/|\Z)")


class Sums:
    """Prefix sums over the leaves and elements of a page: what a range holds is one subtraction."""

    def __init__(self, page: Page, dated: Sequence[int]) -> None:
        """:param dated: the elements of the dates"""
        tree = page.flat
        leaves, tags = tree.leaves, tree.tags
        self._tags, self._parents = tags, tree.parents
        self.first = tree.leaf_start
        """For each element the first leaf in it."""
        self._last, self._ends = tree.leaf_end, tree.subtree_end
        texts = tree.texts
        self.sizes = sizes = list(map(len, texts))
        """Characters of each leaf."""
        self.in_link = tree.in_link
        """For each leaf whether it is linked."""
        self.own = page.flat.unlinked_before
        """Prefix sums over leaves of the characters outside links."""
        self.linked = sums_of(
            [n if linked else 0 for linked, n in zip(self.in_link, sizes, strict=True)]
        )
        """Prefix sums over leaves of the characters in links."""
        sentences = sentences_of(page)
        self.sentences = sums_of(sentences)
        """Prefix sums over leaves of the characters in sentences."""
        hrefs = [(node, href) for node, href in tree.values("href").items() if tags[node] == "a"]
        people = [node for node, href in hrefs if names_person(href)]
        places = [
            node
            for node, href in hrefs
            if "#" in href and _DIGITS.search(href.partition("#")[2]) is not None
        ]
        held = (
            people,
            places,
            tree.tagged("img"),
            tree.tagged(*_CONTROLS),
            tree.tagged(*_HEADINGS),
            tree.tagged("time"),
        )
        self.kinds = [counts_before(nodes, len(tags)) for nodes in held]
        """Prefix counts over elements, a list for each kind: links to people, links to places on a
        page, pictures, controls, headings, times."""
        self.links = counts_before(tree.tagged("a"), len(tags))
        """Prefix counts over elements of the links."""
        self.dates = counts_before(dated, len(tags))
        """Prefix counts over elements of those that hold a date."""
        self.long: list[tuple[int, int, int]] = []
        """For each sentence its element, its characters, and the block of the page around it."""
        for index, size in enumerate(sentences):
            if size:
                node = leaves[index].node
                self.long.append((node, size, self._section(node)))
        self.title = shown_title(page), page.title.lower()
        """The leaf that shows the page's title as a heading, or -1; and the title."""
        known: dict[tuple[str, str], int] = {}
        told = zip(tree.paths, texts, strict=True)
        self.alike = list(map(known.setdefault, told, range(len(texts))))
        """For each leaf the index of the first leaf with the same path and text."""

    def _section(self, node: int) -> int:
        tags, parents = self._tags, self._parents
        while tags[node] in _PARTS and parents[node] > 0:
            node = parents[node]
        return node

    def leaf_range(self, start: int, stop: int) -> tuple[int, int]:
        """First leaf of the elements from one index to another, and the one after the last."""
        first, last = self.first[start], self._last[start]
        if self._ends[start] == stop:
            return first, last
        return first, self.first[stop] if stop < len(self.first) else len(self.alike)


@once_a_page
def sentences_of(page: Page) -> list[int]:
    """For each leaf its characters if it is an unlinked sentence; else 0."""
    tree = page.flat
    sizes = list(map(len, tree.texts))
    for index, linked in enumerate(tree.in_link):
        size = sizes[index]
        if linked or 3 * size <= MOST_BYTES_OF_LABEL or not is_sentence(tree.texts[index]):
            sizes[index] = 0
    return sizes


@once_a_page
def shown_title(page: Page) -> int:
    """The leaf that shows the page's title, or most of it, as a large heading; -1 if none does."""
    tree, title = page.flat, page.title.lower()
    best, size = -1, 0
    for node in tree.tagged("h1", "h2", "h3"):
        for index in range(tree.leaf_start[node], tree.leaf_end[node]):
            text = tree.texts[index]
            if len(text) > size and _in_large_heading(tree.paths[index]) and text.lower() in title:
                best, size = index, len(text)
    return best


@lru_cache(maxsize=8192)
def _in_large_heading(path: str) -> bool:
    return _HEADING.search(path) is not None


def sums_of(values: Iterable[int]) -> list[int]:
    """Prefix sums: entry i is the sum of the first i values; length n + 1."""
    return [0, *accumulate(values)]


def counts_before(nodes: Sequence[int], total: int) -> list[int]:
    """Prefix counts: entry i is how many of some elements have an index below i.

    :param nodes: indices of these elements, in document order
    :param total: number of all elements; the counts have one entry more
    """
    found: list[int] = []
    for count, node in enumerate(nodes):
        found += [count] * (node + 1 - len(found))
    return found + [len(nodes)] * (total + 1 - len(found))


class RecordRanges:
    """Index ranges of the leaves, or of the elements, that are the records' own; most have one."""

    def __init__(self) -> None:
        self.starts: list[int] = []
        self.stops: list[int] = []
        self.ends: list[int] = []
        """Entry r is how many ranges the records 0 to r have together."""

    def over(self, sums: list[int]) -> list[int]:
        """For each record the sum over its ranges.

        :param sums: prefix sums, as `sums_of` gives them
        """
        starts, stops = self.starts, self.stops
        held = [sums[stops[at]] - sums[starts[at]] for at in range(len(starts))]
        if len(held) == len(self.ends):
            return held
        return [sum(held[start:end]) for start, end in pairwise([0, *self.ends])]

    def holding(self, before: list[int]) -> int:
        """How many records hold at least one of the elements that were counted.

        :param before: prefix counts, as `counts_before` gives them
        """
        if not before[-1]:
            return 0
        found = at = 0
        for end in self.ends:
            holds = False
            while at < end:
                holds = holds or before[self.stops[at]] > before[self.starts[at]]
                at += 1
            found += holds
        return found


def leaves_of(sums: Sums, records: Sequence[Record]) -> RecordRanges:
    """The leaves that belong to the records themselves."""
    parts = RecordRanges()
    for record in records:
        leaf, end = sums.leaf_range(record.start, record.stop)
        for inner, stop in record.inner:
            first, last = sums.leaf_range(inner, stop)
            parts.starts.append(leaf)
            parts.stops.append(first)
            leaf = last
        parts.starts.append(leaf)
        parts.stops.append(end)
        parts.ends.append(len(parts.starts))
    return parts


def elements_of(records: Sequence[Record]) -> RecordRanges:
    """The elements that belong to the records themselves."""
    parts = RecordRanges()
    for record in records:
        start = record.start
        for inner, stop in record.inner:
            parts.starts.append(start)
            parts.stops.append(inner)
            start = stop
        parts.starts.append(start)
        parts.stops.append(record.stop)
        parts.ends.append(len(parts.starts))
    return parts

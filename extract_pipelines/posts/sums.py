"""Sums over a page: how much text stands in a part of it, and where links and other things do."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate

from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import leaf_lengths
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.page.tag_paths import INLINE
from extract_pipelines.posts.records import Record
from extract_pipelines.url import names_person

# A text of so many bytes outside links is a sentence (a Chinese character has three).
SENTENCE = 60
_CONTROLS = "input textarea select button".split()
_HEADINGS = "h1 h2 h3 h4 h5 h6".split()
_PARTS = INLINE | frozenset("li ul ol blockquote dl dt dd pre".split())
_DIGITS = re.compile(r"\d+")
_HEADING = re.compile(r"/h[123](?:/|\Z)")


class Sums:
    """How much text stands before each leaf of a page, and which elements are of some kinds."""

    def __init__(self, page: Page) -> None:
        tree = page.flat
        leaves, tags = tree.leaves, tree.tags
        self._tags, self._parents = tags, tree.parents
        self._first, self._last, self._ends = tree.leaf_start, tree.leaf_end, tree.subtree_end
        texts = tree.texts
        self.sizes = sizes = list(map(len, texts))
        """Characters of each leaf."""
        self.in_link = tree.in_link
        """For each leaf whether it is linked."""
        self.own = leaf_lengths(page)
        self.linked = _sums(
            [n if linked else 0 for linked, n in zip(self.in_link, sizes, strict=True)]
        )
        sentences = sentences_of(page)
        self.sentences = _sums(sentences)
        self.pictures = tree.tagged("img")
        self.links = tree.tagged("a")
        self.controls = tree.tagged(*_CONTROLS)
        self.headings = tree.tagged(*_HEADINGS)
        self.times = tree.tagged("time")
        hrefs = [(node, href) for node, href in tree.values("href").items() if tags[node] == "a"]
        self.people = [node for node, href in hrefs if names_person(href)]
        self.places = [
            node
            for node, href in hrefs
            if "#" in href and _DIGITS.search(href.partition("#")[2]) is not None
        ]
        self.long: list[tuple[int, int, int]] = []
        """Sentences: the element of each, its length, and the part of the page that it is of."""
        for index, size in enumerate(sentences):
            if size:
                node = leaves[index].node
                self.long.append((node, size, self._section(node)))
        self.title = shown_title(page), page.title.lower()
        """The leaf that shows the page's title as a heading, or -1; and the title."""
        told = list(zip(tree.paths, texts, strict=True))
        first = dict(zip(reversed(told), reversed(range(len(told))), strict=True))
        self.alike = [first[both] for both in told]
        """For each leaf the first one with its path and text."""

    def _section(self, node: int) -> int:
        tags, parents = self._tags, self._parents
        while tags[node] in _PARTS and parents[node] > 0:
            node = parents[node]
        return node

    def leaf_range(self, start: int, stop: int) -> tuple[int, int]:
        """First leaf of the elements from one index to another, and the one after the last."""
        first, last = self._first[start], self._last[start]
        if self._ends[start] == stop:
            return first, last
        return first, self._first[stop] if stop < len(self._first) else len(self.alike)


@once_a_page
def sentences_of(page: Page) -> list[int]:
    """For each leaf its characters outside links, if it is a sentence by its bytes; else 0."""
    tree = page.flat
    sizes = list(map(len, tree.texts))
    for index, linked in enumerate(tree.in_link):
        size = sizes[index]
        if linked or (size <= SENTENCE and not _has_bytes(tree.texts[index], size)):
            sizes[index] = 0
    return sizes


def _has_bytes(text: str, size: int) -> bool:
    """Whether a text of so few characters is a sentence by its bytes."""
    return size > SENTENCE / 3 and not text.isascii() and len(text.encode()) > SENTENCE


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


def _sums(values: Iterable[int]) -> list[int]:
    return [0, *accumulate(values)]


Ranges = list[tuple[int, int]]


def sums_over(ranges: Sequence[Ranges], sums: Sequence[int]) -> list[int]:
    """For each record what its ranges hold."""
    return [
        sums[one[0][1]] - sums[one[0][0]]
        if len(one) == 1
        else sum([sums[stop] - sums[start] for start, stop in one])
        for one in ranges
    ]


def holding(ranges: Sequence[Ranges], nodes: Sequence[int]) -> int:
    """How many records hold one of these elements.

    :param nodes: in document order
    """
    if not nodes:
        return 0
    end, found = len(nodes), 0
    for one in ranges:
        for start, stop in one:
            at = bisect_left(nodes, start)
            if at < end and nodes[at] < stop:
                found += 1
                break
    return found


def count_in(ranges: Sequence[Ranges], nodes: Sequence[int]) -> int:
    """How many of these elements the records hold.

    :param nodes: in document order
    """
    return sum(
        [
            bisect_left(nodes, stop) - bisect_left(nodes, start)
            for one in ranges
            for start, stop in one
        ]
    )


def part_of(sums: Sums, record: Record) -> tuple[Ranges, Ranges]:
    """The ranges of the leaves and of the elements that belong to a record itself."""
    start = record.start
    leaf, end = sums.leaf_range(start, record.stop)
    if not record.inner:
        return [(leaf, end)], [(start, record.stop)]
    nodes: Ranges = []
    leaves: Ranges = []
    for inner, stop in record.inner:
        first, last = sums.leaf_range(inner, stop)
        nodes.append((start, inner))
        leaves.append((leaf, first))
        start, leaf = stop, last
    nodes.append((start, record.stop))
    leaves.append((leaf, end))
    return leaves, nodes

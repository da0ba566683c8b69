"""Body by removal of noise from the DOM, in the way of Readability (Arc90 2009, version 1.7).

1. Elements whose class or id tells of noise are left out.
2. A paragraph gives `points` to its parent, and half of them to its grandparent. Tags, classes and
   ids give or take some. The points of an element are multiplied by its share of unlinked text.
3. The element with most points is the body, together with its siblings that are like it.
4. Of these, forms, tables, lists and boxes that look like no text are taken out.

If less than 250 characters are left, step 1, then the classes and ids of step 2, then step 4 is
given up. Word lists and numbers are Readability's. Commas and ends of sentences are also those of
other scripts, and a page without paragraphs has no body, not its whole text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from extract_pipelines.page import Leaf, Page
from extract_pipelines.published.body import NOTHING, Body, subtree_sums

_UNLIKELY = re.compile(
    "combx|comment|community|disqus|extra|foot|header|menu|remark|rss|shoutbox|sidebar|sponsor"
    "|ad-break|agegate|pagination|pager|popup|tweet|twitter"
)
_MAYBE = re.compile("and|article|body|column|main|shadow")
_POSITIVE = re.compile("article|body|content|entry|main|page|pagination|post|text|blog|story")
_NEGATIVE = re.compile(
    "combx|comment|com-|contact|foot|masthead|media|meta|outbrain|promo|related|scroll|shoutbox"
    "|sidebar|sponsor|shopping|tags|tool|widget"
)
# A <div> without any of these inside is a paragraph.
_BLOCKS = frozenset("a blockquote dl div img ol p pre table ul".split())
# Points that an element has by its tag, before any paragraph.
_TAG_POINTS = (
    {"div": 5, "pre": 3, "td": 3, "blockquote": 3}
    | dict.fromkeys("address ol ul dl dd dt li form".split(), -3)
    | dict.fromkeys("h1 h2 h3 h4 h5 h6 th".split(), -5)
)
_NAME_POINTS = 25
_BOXES = frozenset("form table ul div".split())
SHORTEST_PARAGRAPH = 25
SHORTEST_BODY = 250
_COMMA = re.compile("[,，、،]")
_SENTENCE_END = re.compile(r"\.(?: |$)|[。！？]")


def points(length: int, commas: int) -> int:
    """Points of a paragraph: 1, 1 for each part between commas, 1 for each 100 characters up to 3.

    :return: 0 for a paragraph of less than 25 characters
    """
    if length < SHORTEST_PARAGRAPH:
        return 0
    return 1 + (commas + 1) + min(length // 100, 3)


@lru_cache(maxsize=4096)
def name_points(name: str) -> int:
    """25 for a class or id that tells of text, -25 for one that tells of noise, or their sum."""
    name = name.lower()
    return _NAME_POINTS * (bool(_POSITIVE.search(name)) - bool(_NEGATIVE.search(name)))


@lru_cache(maxsize=4096)
def is_unlikely(name: str) -> bool:
    """Whether class or id tell that an element is no part of a text."""
    name = name.lower()
    return bool(_UNLIKELY.search(name)) and not _MAYBE.search(name)


def noise_removal(page: Page, leaves: Sequence[Leaf]) -> Body:
    """The leaves of the element with most points and of its siblings like it, without noise.

    :param leaves: the page's leaves that count as text
    """
    likely, everything = CountedTree(page, _likely(page, leaves)), None
    body = NOTHING
    most = 0
    for strip, weigh, clean in ((1, 1, 1), (0, 1, 1), (0, 0, 1), (0, 0, 0)):
        if not strip:
            everything = everything or CountedTree(page, leaves)
        found = _attempt(everything or likely, weigh=bool(weigh), clean=bool(clean))
        length = sum(len(leaf.text) for leaf in found.leaves)
        if length > most:
            body, most = found, length
        if length >= SHORTEST_BODY:
            break
    return body


def _likely(page: Page, leaves: Sequence[Leaf]) -> list[Leaf]:
    """The leaves that stand in no element with a name that tells of noise."""
    unlikely: list[bool] = []
    for element, parent in zip(page.elements, page.parents, strict=True):
        name = f"{element.get('class') or ''} {element.get('id') or ''}"
        own = element.tag not in ("html", "body") and is_unlikely(name)
        unlikely.append(own or (parent >= 0 and unlikely[parent]))
    return [leaf for leaf in leaves if not unlikely[leaf.node]]


def _attempt(tree: CountedTree, *, weigh: bool, clean: bool) -> Body:
    scores = tree.scores(weigh=weigh)
    if not scores:
        return NOTHING
    top = max(scores, key=scores.__getitem__)
    joined = {top, *tree.siblings_like(top, scores)}
    kept = tree.kept(joined, scores, weigh=weigh, clean=clean)
    return Body(
        [leaf for leaf in tree.leaves if kept[leaf.node]], top if len(joined) == 1 else None
    )


class CountedTree:
    """The page's elements with what is counted below each."""

    def __init__(self, page: Page, leaves: Sequence[Leaf]) -> None:
        self.page = page
        self.leaves = leaves
        self.tags = page.tags
        text, linked, commas = ([0] * len(self.tags) for _ in range(3))
        for leaf in leaves:
            text[leaf.node] += len(leaf.text)
            linked[leaf.node] += len(leaf.text) if leaf.in_link else 0
            commas[leaf.node] += len(_COMMA.findall(leaf.text))
        self.text = subtree_sums(page, text)
        self.linked = subtree_sums(page, linked)
        self.commas = subtree_sums(page, commas)
        blocks = subtree_sums(page, [tag in _BLOCKS for tag in self.tags], own=False)
        self.is_p = [
            tag == "p" or (tag == "div" and not below)
            for tag, below in zip(self.tags, blocks, strict=True)
        ]

    def link_density(self, node: int) -> float:
        """Share of the element's text in links."""
        return self.linked[node] / max(1, self.text[node])

    def name_points(self, node: int) -> int:
        """What class and id say of the element."""
        element = self.page.elements[node]
        return name_points(element.get("class") or "") + name_points(element.get("id") or "")

    def scores(self, *, weigh: bool) -> dict[int, float]:
        """The points of the elements with paragraphs, times their share of unlinked text."""
        given: dict[int, float] = defaultdict(float)
        for parent, worth in self._paragraphs():
            if worth and parent >= 0:
                given[parent] += worth
                if self.page.parents[parent] >= 0:
                    given[self.page.parents[parent]] += worth / 2
        for node in given:
            given[node] += _TAG_POINTS.get(self.tags[node], 0)
            given[node] += self.name_points(node) if weigh else 0
            given[node] *= 1 - self.link_density(node)
        return dict(given)

    def _paragraphs(self) -> Iterator[tuple[int, int]]:
        """Parent and points of each paragraph; bare text beside blocks in a ``<div>`` is one."""
        for node, parent in enumerate(self.page.parents):
            if self.is_p[node] or self.tags[node] in ("td", "pre"):
                yield parent, points(self.text[node], self.commas[node])
        for leaf in self.leaves:
            if self.tags[leaf.node] == "div" and not self.is_p[leaf.node]:
                yield leaf.node, points(len(leaf.text), len(_COMMA.findall(leaf.text)))

    def siblings_like(self, top: int, scores: Mapping[int, float]) -> Iterator[int]:
        """Siblings of an element that have points like it, or are paragraphs of text."""
        elements, parent = self.page.elements, self.page.parents[top]
        least = max(10.0, 0.2 * scores[top])
        name = elements[top].get("class")
        node = parent + 1 if parent >= 0 else len(elements)
        while parent >= 0 and node < self.page.subtree_end[parent]:
            same_class = name and elements[node].get("class") == name
            score = scores.get(node, 0.0) + (0.2 * scores[top] if same_class else 0)
            if node != top and ((node in scores and score >= least) or self._is_sentence(node)):
                yield node
            node = self.page.subtree_end[node]

    def _is_sentence(self, node: int) -> bool:
        if not self.is_p[node]:
            return False
        if self.text[node] > 80:
            return self.link_density(node) < 0.25
        texts = (leaf.text for leaf in self.page.leaves_of(node))
        return not self.linked[node] and any(map(_SENTENCE_END.search, texts))

    def kept(
        self, roots: set[int], scores: Mapping[int, float], *, weigh: bool, clean: bool
    ) -> list[bool]:
        """For each element, whether it stands below the roots and in no box that is no text."""
        boxes = self._noise(scores, weigh=weigh) if clean else frozenset()
        found: list[bool] = []
        for node, parent in enumerate(self.page.parents):
            inside = parent >= 0 and found[parent] and node not in boxes
            found.append(node in roots or inside)
        return found

    def _noise(self, scores: Mapping[int, float], *, weigh: bool) -> set[int]:
        """The boxes that look like no text."""
        paragraphs, images, items, inputs = (
            subtree_sums(self.page, marks, own=False)
            for marks in (
                self.is_p,
                *([tag == it for tag in self.tags] for it in ("img", "li", "input")),
            )
        )
        found = set()
        for node, tag in enumerate(self.tags):
            if tag not in _BOXES or self.is_p[node]:
                continue
            weight = self.name_points(node) if weigh else 0
            if weight + scores.get(node, 0.0) < 0 or (
                self.commas[node] < 10
                and (
                    images[node] > paragraphs[node]
                    or (items[node] - 100 > paragraphs[node] and tag != "ul")
                    or inputs[node] > paragraphs[node] // 3
                    or (self.text[node] < SHORTEST_PARAGRAPH and images[node] not in (1, 2))
                    or self.link_density(node) > (0.5 if weight >= _NAME_POINTS else 0.2)
                )
            ):
                found.add(node)
        return found

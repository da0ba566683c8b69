"""Slots: which place inside the records holds the author, which the body, which neither."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from extract_pipelines.floors.records import Labels, Record
from extract_pipelines.page import Leaf, Page
from extract_pipelines.text.dates import has_date
from extract_pipelines.text.names import LONGEST_NAME, is_name

# Of places that fit the text of the records about equally well, the tightest is the body.
ABOUT_EQUAL = 0.03
# A link says less about what is content than text that is none.
LINK_WEIGHT = 0.5
# A place where this share of the texts are alike holds chrome or signatures, not content.
MOSTLY = 0.75
LEAST_COMPARED = 3
# What is left of the score of a name that is the same in all records.
CONSTANT = 0.05
# So many texts away from the date a text is half as likely its author.
NEAR = 6
# Places of which a kind keeps what it learned.
MOST_PLACES = 150
_CLOCK = re.compile(r"[0-9]{1,2}[:h.][0-9]{2}")
_ORDINAL_TAGS = frozenset(("td", "th", "div", "dd", "dt"))


class View:
    """One record with the places of its leaves and of the elements around them.

    A place is a path to an element from the nearest one with a class or id around it, or from the
    record's root: the same in each record of the shape.
    """

    def __init__(
        self, page: Page, record: Record, labels: Labels, dated: frozenset[int] = frozenset()
    ) -> None:
        self.record = record
        self.dated = dated
        """Indices of the page's leaves that hold a date."""
        self._page = page
        self._labels = labels
        self._places: dict[int, str] = {}
        self._above: dict[int, tuple[str, ...]] = {}
        first = page.leaf_range(record.start)[0]
        last = first
        node = record.start
        while node < record.stop:
            last = max(last, page.leaf_range(node)[1])
            node = page.subtree_end[node]
        leaves = page.leaves
        self.leaves = [i for i in range(first, last) if record.holds(leaves[i].node)]
        """Indices of the record's own leaves."""
        self.above = [self._places_above(leaves[i].node) for i in self.leaves]
        """For each leaf the places of the elements around it, each once, from the inside."""
        start = page.leaf_range(record.anchor.node)[0]
        self.date_index = sum(leaf < start for leaf in self.leaves)
        """How many of the leaves stand before the date."""

    def place(self, node: int) -> str:
        """Name of the element's place in the record."""
        found = self._places.get(node)
        if found is None:
            found = self._places[node] = self._name(node)
        return found

    def _name(self, node: int) -> str:
        if node <= self.record.start:
            return "."
        if tokens := self._labels.tokens(node):
            return tokens[0]
        element = self._page.elements[node]
        own = str(element.tag)
        parent = self._page.parents[node]
        if own in _ORDINAL_TAGS and parent >= self.record.start:
            own += str(sum(1 for _ in element.itersiblings(own, preceding=True)))
        return f"{self.place(parent)}/{own}"

    def _places_above(self, node: int) -> tuple[str, ...]:
        found = self._above.get(node)
        if found is None:
            if node < self.record.start:
                found = ()
            else:
                place = self.place(node)
                outer = self._places_above(self._page.parents[node])
                found = (place, *(one for one in outer if one != place))
            self._above[node] = found
        return found

    def nodes_at(self, place: str, leaves: Sequence[int]) -> list[int]:
        """Indices of the elements at a place that these leaves stand in."""
        nodes = []
        for leaf in leaves:
            node = self._page.leaves[leaf].node
            found = -1
            while node >= self.record.start:
                if self.place(node) == place:
                    found = node
                node = self._page.parents[node]
            if found not in nodes:
                nodes.append(found)
        return nodes

    @cached_property
    def short_places(self) -> dict[str, int]:
        """The leaf of each place that holds a single one, and the first text of the others.

        The text of an element that has others below it stands at the element's place and `/text`.
        """
        single: dict[str, int] = {}
        first: dict[str, int] = {}
        dated = self.record.anchor.leaf
        for leaf, above in zip(self.leaves, self.above, strict=True):
            if leaf != dated:
                first.setdefault(above[0], leaf)
            for place in above:
                single[place] = -1 if place in single else leaf
        found = {place: leaf for place, leaf in single.items() if leaf not in (-1, dated)}
        for place, leaf in first.items():
            if place not in found:
                found[f"{place}/text"] = leaf
        return found


class Slot(NamedTuple):
    """What is known of a place as the body."""

    fit: float
    size: float


class Evidence:
    """What the records seen so far tell of the places in them. Adds up over pages."""

    def __init__(self) -> None:
        self.records = 0
        self.authors: Counter[str] = Counter()
        self.fits: Counter[str] = Counter()
        self.sizes: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self.compared: Counter[str] = Counter()
        self.alike: Counter[str] = Counter()
        self.compared_by_author: Counter[str] = Counter()
        self.alike_by_author: Counter[str] = Counter()

    def _counters(self) -> dict[str, Counter[str]]:
        return {name: value for name, value in vars(self).items() if isinstance(value, Counter)}

    def add(self, other: Evidence) -> None:
        """Add what other records tell."""
        self.records += other.records
        for name, counter in self._counters().items():
            counter.update(getattr(other, name))
            if len(counter) > 2 * MOST_PLACES:
                kept = dict(counter.most_common(MOST_PLACES))
                counter.clear()
                counter.update(kept)

    def author_places(self) -> list[str]:
        """Places of the author, the likeliest first."""
        return [place for place, score in self.authors.most_common(4) if score > 0]

    def is_chrome(self, place: str) -> bool:
        """Whether the place says the same in most records, or the same for each author."""
        return _mostly(self.alike[place], self.compared[place]) or _mostly(
            self.alike_by_author[place], self.compared_by_author[place]
        )

    def body(self, place: str) -> Slot:
        """How well the place fits as the body."""
        count = self.counts[place]
        if not count:
            return Slot(0.0, 0.0)
        return Slot(self.fits[place] / (count + 1), self.sizes[place] / count)

    def to_state(self) -> dict[str, Any]:
        """Plain values that `from_state` takes back."""
        counters = {name: dict(counter) for name, counter in self._counters().items()}
        return {"records": self.records, **counters}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Evidence:
        """The evidence of which `to_state` gave the values."""
        evidence = cls()
        evidence.records = state["records"]
        for name, counter in evidence._counters().items():
            counter.update(state[name])
        return evidence


def author_scores(page: Page, views: Sequence[View]) -> Counter[str]:
    """How much the text at each place looks like the authors of the records."""
    texts: dict[str, list[Leaf]] = defaultdict(list)
    nearness: Counter[str] = Counter()
    for view in views:
        rank = {leaf: i for i, leaf in enumerate(view.leaves)}
        for place, leaf in view.short_places.items():
            if len(page.leaves[leaf].text) <= LONGEST_NAME:
                texts[place].append(page.leaves[leaf])
                distance = abs(rank[leaf] - view.date_index)
                nearness[place] += 1 / (1 + distance / NEAR)  # type: ignore[assignment]
    scores: Counter[str] = Counter()
    for place, leaves in texts.items():
        if (score := _author_score(leaves, len(views))) > 0:
            scores[place] = score * nearness[place]  # type: ignore[assignment]
    return scores


def _author_score(leaves: Sequence[Leaf], records: int) -> float:
    names = sum(_can_be_author(leaf.text) for leaf in leaves)
    if names < 0.5 * len(leaves):
        return 0.0
    present = len(leaves) / records
    linked = sum(leaf.in_link for leaf in leaves) / len(leaves)
    distinct = len({leaf.text for leaf in leaves})
    varied = 1.0 if records == 1 else min(1.0, 1.5 * (distinct - 1) / (records - 1))
    link = 0.4 + 0.6 * linked * _faithful(leaves)
    return present * names / len(leaves) * link * (CONSTANT + (1 - CONSTANT) * varied)


def _can_be_author(text: str) -> bool:
    return is_name(text) and len(text) > 1 and not _CLOCK.match(text) and not has_date(text)


def _faithful(leaves: Sequence[Leaf]) -> float:
    """Share of the linked texts that always lead to the same place, which is theirs alone."""
    by_text: dict[str, set[str]] = defaultdict(set)
    by_href: dict[str, set[str]] = defaultdict(set)
    for leaf in leaves:
        if leaf.in_link:
            href = link_of(leaf)
            by_text[leaf.text].add(href)
            by_href[href].add(leaf.text)
    good = sum(
        len(hrefs) == 1 and len(by_href[next(iter(hrefs))]) == 1 for hrefs in by_text.values()
    )
    return good / len(by_text) if by_text else 0.0


def link_of(leaf: Leaf) -> str:
    """The href of the link that the leaf stands in; empty if it has none."""
    element = leaf.element
    while element.tag != "a":
        parent = element.getparent()
        if parent is None:
            return ""
        element = parent
    return (element.get("href") or "").strip()


def gather(page: Page, views: Sequence[View], known: Evidence) -> Evidence:
    """What the records of one page tell.

    :param known: what other pages told
    """
    evidence = Evidence()
    evidence.records = len(views)
    evidence.authors = author_scores(page, views)
    both = Evidence()
    both.add(known)
    both.add(evidence)
    authors = both.author_places()[:1]
    writers = [author_leaf(view, authors) for view in views]
    names = [None if leaf is None else page.leaves[leaf].text for leaf in writers]
    contents = [_contents(page, view) for view in views]
    _compare(contents, names, evidence)
    both.add(evidence)
    repeated = Counter(
        (above[0], page.leaves[index].text)
        for view in views
        for index, above in zip(view.leaves, view.above, strict=True)
    )
    for view, writer in zip(views, writers, strict=True):
        skipped = {view.record.anchor.leaf, writer}
        _fit(page, view, skipped, repeated, known=both, evidence=evidence)
    return evidence


def author_leaf(view: View, places: Sequence[str]) -> int | None:
    """Index of the leaf at the first of the author's places that the record has."""
    short = view.short_places
    return next((short[place] for place in places if place in short), None)


def _contents(page: Page, view: View) -> dict[str, str]:
    """The text below each place of a record."""
    contents: dict[str, str] = defaultdict(str)
    for index, above in zip(view.leaves, view.above, strict=True):
        text = page.leaves[index].text
        for place in above:
            contents[place] += text
    return contents


def _compare(
    contents: Sequence[dict[str, str]], authors: Sequence[str | None], evidence: Evidence
) -> None:
    """Count at which places the text is the one of the record before, or of the same author."""
    of_author: dict[str | None, dict[str, str]] = {}
    last: dict[str, str] = {}
    for texts, author in zip(contents, authors, strict=True):
        own = of_author.setdefault(author, {}) if author else {}
        for place, text in texts.items():
            if place in own:
                evidence.compared_by_author[place] += 1
                evidence.alike_by_author[place] += own[place] == text
            elif place in last:
                evidence.compared[place] += 1
                evidence.alike[place] += last[place] == text
        own.update(texts)
        last.update(texts)


def _mostly(alike: int, compared: int) -> bool:
    return compared >= LEAST_COMPARED and alike >= MOSTLY * compared


def _fit(
    page: Page,
    view: View,
    skipped: set[int | None],
    repeated: Counter[tuple[str, str]],
    *,
    known: Evidence,
    evidence: Evidence,
) -> None:
    """Add to the evidence how well each place fits the content of one record.

    The fit is the harmonic mean of the share of the record's content that stands at the place and
    the share of what stands there that is content. Text that other records repeat is no content,
    nor are the date and the author.
    """
    inside: Counter[str] = Counter()
    size: Counter[str] = Counter()
    total = 0.0
    chrome: dict[str, bool] = {}
    for place in {place for above in view.above for place in above}:
        chrome[place] = known.is_chrome(place)
    for index, above in zip(view.leaves, view.above, strict=True):
        leaf = page.leaves[index]
        weight = 0.0
        if not (
            index in skipped
            or index in view.dated
            or leaf.text.isdigit()
            or repeated[above[0], leaf.text] > 1
            or any(chrome[place] for place in above)
        ):
            weight = len(leaf.text) * (LINK_WEIGHT if leaf.in_link else 1.0)
        total += weight
        for place in above:
            inside[place] += weight  # type: ignore[assignment]
            size[place] += len(leaf.text)
    if not total:
        return
    for place, weight in inside.items():
        evidence.fits[place] += 2 * weight / (total + size[place])  # type: ignore[assignment]
        evidence.counts[place] += 1
        evidence.sizes[place] += size[place]


class Body(NamedTuple):
    """The body of a record."""

    leaves: list[int]
    """Indices of its leaves."""
    nodes: list[int]
    """Indices of the elements that hold it."""


def body_of(page: Page, view: View, evidence: Evidence, skipped: set[int]) -> Body:
    """A record's body: what stands at the best of its places.

    :param skipped: leaves that are none of it (the date, the author)
    """
    at: dict[str, list[int]] = defaultdict(list)
    above_leaf = dict(zip(view.leaves, view.above, strict=True))
    for index, above in above_leaf.items():
        if index not in skipped:
            for place in above:
                at[place].append(index)
    slots = {place: evidence.body(place) for place in at}
    if not slots:
        return Body([], [])
    top = max(slot.fit for slot in slots.values())
    near = [place for place, slot in slots.items() if slot.fit >= top - ABOUT_EQUAL]
    best = min(near, key=lambda place: slots[place].size)
    leaves = [index for index in at[best] if not _in_chrome(above_leaf[index], best, evidence)]
    return Body(leaves, view.nodes_at(best, at[best]))


def _in_chrome(above: Sequence[str], body: str, evidence: Evidence) -> bool:
    for place in above:
        if place == body:
            return False
        if evidence.is_chrome(place):
            return True
    return False

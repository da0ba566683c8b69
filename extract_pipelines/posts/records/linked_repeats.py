"""Record groups without dates, found by links of which each record has one: to its author, say."""

from __future__ import annotations

from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import PageDates
from extract_pipelines.posts.records.candidates import find_candidates
from extract_pipelines.posts.records.element_names import ElementNames
from extract_pipelines.posts.records.records import (
    Candidate,
    Record,
    Shape,
    leaves_between,
    undated_mention,
)

# Places of links that are looked at, those first between whose links most of the text stands; and
# groups that are given.
MOST_PLACES: Final = 12
MOST_LINKED_REPEATS: Final = 8
# Links of a place, and characters of each.
FEWEST_LINKS, MOST_LINKS = 2, 500
LONGEST_LINK: Final = 40
# Least share of the page's text between the first link of a place and the last one.
LEAST_SPREAD: Final = 0.1
# Links on either side among which text counts as near, and its least share of the page's.
NEAR: Final = 3
LEAST_NEAR: Final = 0.005
# Score from which on a group is given: articles have many with less, which cost as much.
LEAST_SCORE: Final = 0.05


def find_linked_repeats(page: Page, names: ElementNames) -> list[Candidate]:
    """Groups of elements that hold one link of a place each, or begin with it; best first.

    Of those with the same leaves the outermost are given. None of their records has a date.
    """
    links = sorted(node for nodes in _repeated_links(page, names) for node in nodes)
    shown = PageDates([*map(undated_mention, links)], [], frozenset(), truncated=False)
    found: list[Candidate] = []
    seen: set[tuple[tuple[int, int], ...]] = set()
    for candidate in find_candidates(page, shown, names):
        records = candidate.records
        leaves = tuple([leaves_between(page, one.start, one.stop) for one in records])
        if candidate.score >= LEAST_SCORE and len(records) > 1 and leaves not in seen:
            seen.add(leaves)
            found.append(_without_link(candidate))
    return found


def _repeated_links(page: Page, names: ElementNames) -> list[list[int]]:
    """Links with short texts, by their places."""
    tree, lengths = page.flat, page.flat.unlinked_before
    places: dict[str, list[int]] = {}
    for node in _near_text(page):
        if _length(page, node) <= LONGEST_LINK:
            places.setdefault(names.date_place(node), []).append(node)
    found: list[tuple[int, list[int]]] = []
    for nodes in places.values():
        if FEWEST_LINKS <= len(nodes) <= MOST_LINKS:
            spread = lengths[tree.leaf_start[nodes[-1]]] - lengths[tree.leaf_start[nodes[0]]]
            if spread and spread >= LEAST_SPREAD * lengths[-1]:
                found.append((-spread, nodes))
    return [nodes for _, nodes in sorted(found)[:MOST_PLACES]]


def _near_text(page: Page) -> list[int]:
    """Links with text that have other text than links near, as those of a menu do not."""
    tree, lengths = page.flat, page.flat.unlinked_before
    start, tags = tree.leaf_start, tree.tags
    links = [
        node
        for node in tree.values("href")
        if tags[node] == "a" and start[node] < tree.leaf_end[node]
    ]
    befores = [lengths[start[node]] for node in links]
    least, last = max(1.0, LEAST_NEAR * lengths[-1]), len(links) - 1
    return [
        node
        for i, node in enumerate(links)
        if befores[min(i + NEAR, last)] - befores[max(i - NEAR, 0)] >= least
    ]


def _length(page: Page, node: int) -> int:
    first, last = page.flat.leaf_range(node)
    return sum([len(leaf.text) for leaf in page.leaves[first:last]])


def _without_link(candidate: Candidate) -> Candidate:
    """The same records, as those that were found by no date."""
    records = [
        Record(one.start, one.stop, undated_mention(one.start), one.inner)
        for one in candidate.records
    ]
    return candidate._replace(shape=Shape(candidate.shape.root, ""), records=records)

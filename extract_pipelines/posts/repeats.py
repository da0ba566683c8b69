"""Record groups by structure alone: elements that repeat, whether or not they show a date each."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from operator import attrgetter

from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import DateMention, leaf_lengths
from extract_pipelines.page.tag_paths import INLINE
from extract_pipelines.posts.labels import Labels
from extract_pipelines.posts.records import (
    Candidate,
    Record,
    Shape,
    group_score,
    inner_ranges,
    text_length,
)
from extract_pipelines.text.dates import NO_DATE

# Groups that are looked at further: those with most of the page's text in records of varied length.
MOST_GROUPS = 12
# Least share of the page's text that a group holds, and characters of a record on average.
LEAST_COVERAGE = 0.05
LEAST_LENGTH = 8
# Elements of a shape; with more of them it is no record's.
FEWEST_RECORDS, MOST_RECORDS = 2, 2000
_PARTS = INLINE | frozenset("ul ol tbody thead html body head main form".split())


def find_repeats(page: Page, mentions: Sequence[DateMention], labels: Labels) -> list[Candidate]:
    """Groups of elements with a class or id token, or a tag and depth, in common; best first.

    :param mentions: the dates of the page; the first in a record is the record's
    """
    lengths = leaf_lengths(page.leaves)
    total = lengths[-1]
    if not total:
        return []
    groups: dict[str, list[int]] = defaultdict(list)
    depths = [0] * len(page.tags)
    leaf_start, leaf_end = page.flat.leaf_start, page.flat.leaf_end
    for node, tag in enumerate(page.tags):
        parent = page.parents[node]
        depths[node] = depths[parent] + 1 if parent >= 0 else 1
        if leaf_start[node] == leaf_end[node] or tag in _PARTS:
            continue
        for token in labels.tokens(node):
            groups[token].append(node)
        groups[f"{tag}@{depths[node]}"].append(node)
    found: list[Candidate] = []
    seen: set[tuple[int, ...]] = set()
    for root, nodes in groups.items():
        if not FEWEST_RECORDS <= len(nodes) <= MOST_RECORDS:
            continue
        key = tuple(nodes)
        if key in seen:
            continue
        seen.add(key)
        text = lengths[leaf_end[nodes[-1]]] - lengths[leaf_start[nodes[0]]]
        if text < LEAST_COVERAGE * total:
            continue
        records = _records(page, nodes, mentions)
        sizes = [text_length(page, record, lengths) for record in records]
        if sum(sizes) < max(LEAST_COVERAGE * total, LEAST_LENGTH * len(records)):
            continue
        found.append(Candidate(Shape(root, ""), records, group_score(sizes, total)))
    return sorted(found, key=lambda one: (-one.score, one.records[0].start))[:MOST_GROUPS]


def _records(page: Page, nodes: Sequence[int], mentions: Sequence[DateMention]) -> list[Record]:
    """A record for each element; those that stand in another one are none of its own."""
    ends = page.subtree_end
    records = []
    for i, node in enumerate(nodes):
        inner = inner_ranges(page, nodes, i)
        record = Record(node, ends[node], DateMention(node, -1, NO_DATE), inner)
        at = bisect_left(mentions, node, key=attrgetter("node"))
        own = next(
            (
                mention
                for mention in mentions[at:]
                if mention.node >= ends[node] or record.holds(mention.node)
            ),
            None,
        )
        if own is not None and own.node < ends[node]:
            record = record._replace(mention=own)
        records.append(record)
    return records

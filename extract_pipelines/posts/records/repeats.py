"""Record groups by structure alone: elements that repeat, whether or not they show a date each."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from extract_pipelines.page import FlatTree, Page
from extract_pipelines.page.date_mentions import DateMention
from extract_pipelines.page.tag_paths import INLINE
from extract_pipelines.posts.records.element_names import ElementNames
from extract_pipelines.posts.records.records import (
    Candidate,
    Record,
    Shape,
    group_score,
    inner_ranges,
    new_record,
    undated_mention,
)

# Groups that are given: those with most of the page's text in records of varied length.
MOST_REPEATS: Final = 8
# Least share of the page's text that a group holds, and characters of a record on average.
LEAST_COVERAGE: Final = 0.05
LEAST_LENGTH: Final = 8
# Elements of a shape; with more of them it is no record's.
FEWEST_RECORDS: Final = 2
MOST_RECORDS: Final = 2000
_PARTS: Final = INLINE | frozenset("ul ol tbody thead html body head main form".split())


def find_repeats(
    page: Page, mentions: Sequence[DateMention], names: ElementNames
) -> list[Candidate]:
    """Groups of elements with a class or id token, or a tag and depth, in common; best first.

    :param mentions: the dates of the page; the first in a record is the record's
    """
    lengths = page.flat.unlinked_before
    total = lengths[-1]
    if not total:
        return []
    tree = page.flat
    found: list[tuple[float, str, list[int]]] = []
    seen: set[tuple[int, ...]] = set()
    best: list[float] = []
    for root, nodes in _alike(tree, names):
        n = len(nodes)
        if not FEWEST_RECORDS <= n <= MOST_RECORDS:
            continue
        text = lengths[tree.leaf_end[nodes[-1]]] - lengths[tree.leaf_start[nodes[0]]]
        if text < LEAST_COVERAGE * total:
            continue
        text = _held_by(tree, nodes, lengths)
        if text < max(LEAST_COVERAGE * total, LEAST_LENGTH * n):
            continue
        if len(best) == MOST_REPEATS and text / total * n / (n + 1) < best[-1]:
            continue  # however varied they are
        key = tuple(nodes)
        if key not in seen:
            seen.add(key)
            score = group_score(_own_lengths(tree, nodes, lengths), total)
            found.append((score, root, nodes))
            best = sorted([*best, score], reverse=True)[:MOST_REPEATS]
    found.sort(key=lambda one: (-one[0], one[2][0]))
    dated = [mention.node for mention in mentions]
    return [
        Candidate(Shape(root, ""), _records(tree, nodes, mentions, dated), score)
        for score, root, nodes in found[:MOST_REPEATS]
    ]


def find_alone(page: Page, names: ElementNames, shape: Shape) -> Candidate | None:
    """The only element of a shape without dates, where a page has one; see `Shape.root`."""
    tree, tag = page.flat, shape.root.partition(".")[0]
    starts, ends = tree.leaf_start, tree.leaf_end
    nodes = [node for node, own in enumerate(tree.tags) if own == tag and starts[node] < ends[node]]
    found = names.nodes_by_token(nodes).get(shape.root, []) if nodes else []
    if len(found) != 1:
        return None
    node = found[0]
    return Candidate(shape, [Record(node, tree.subtree_end[node], undated_mention(node))], 0.0)


def _alike(tree: FlatTree, names: ElementNames) -> list[tuple[str, list[int]]]:
    """The elements that have a text, by their tokens, and by their tag and depth.

    What they have in common has the tag in it, so that each tag is looked at by itself.
    """
    starts, ends, parents = tree.leaf_start, tree.leaf_end, tree.parents
    depths = [0] * (len(parents) + 1)  # the last one is that around the root
    by_tag: dict[str, list[int]] = {}
    for node, tag in enumerate(tree.tags):
        if starts[node] != ends[node]:
            depths[node] = depths[parents[node]] + 1
            several = by_tag.get(tag)
            if several is None:
                by_tag[tag] = [node]
            else:
                several.append(node)
    groups: list[tuple[str, list[int]]] = []
    for tag, nodes in by_tag.items():
        if tag in _PARTS:
            continue
        groups += names.nodes_by_token(nodes).items()
        by_depth: dict[int, list[int]] = {}
        for node in nodes:
            depth = depths[node]
            several = by_depth.get(depth)
            if several is None:
                by_depth[depth] = [node]
            else:
                several.append(node)
        groups += [(f"{tag}@{depth}", several) for depth, several in by_depth.items()]
    return groups


def _held_by(tree: FlatTree, nodes: list[int], lengths: list[int]) -> int:
    """The characters that count in some elements, each once."""
    starts, stops, ends = tree.leaf_start, tree.leaf_end, tree.subtree_end
    total = end = 0
    for node in nodes:
        if node >= end:
            total += lengths[stops[node]] - lengths[starts[node]]
            end = ends[node]
    return total


def _own_lengths(tree: FlatTree, nodes: list[int], lengths: list[int]) -> list[int]:
    """For each element the characters in it that count and stand in no other of them."""
    starts, stops, ends = tree.leaf_start, tree.leaf_end, tree.subtree_end
    sizes = [lengths[stops[node]] - lengths[starts[node]] for node in nodes]
    around: list[int] = []
    end = 0
    for number, node in enumerate(nodes):
        if node >= end:
            around, end = [number], ends[node]
            continue
        while ends[nodes[around[-1]]] <= node:
            around.pop()
        sizes[around[-1]] -= sizes[number]
        around.append(number)
    return sizes


def _records(
    tree: FlatTree, nodes: list[int], mentions: Sequence[DateMention], dated: list[int]
) -> list[Record]:
    """A record for each element; those that stand in another one are none of its own.

    :param dated: the elements of the dates
    """
    ends = tree.subtree_end
    records = []
    first = 0
    for i, node in enumerate(nodes):
        while first < len(dated) and dated[first] < node:
            first += 1
        stop, inner, at = ends[node], inner_ranges(tree, nodes, i), first
        for start, end in inner:
            if at < len(dated) and start <= dated[at]:
                at = bisect_left(dated, end, at)
        is_dated = at < len(dated) and dated[at] < stop
        mention = mentions[at] if is_dated else undated_mention(node)
        records.append(new_record(node, stop, mention, inner))
    return records

"""Which subtrees of a page repeat with a date each: the candidates among which its posts are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import DateMention, PageDates, order_share
from extract_pipelines.posts.records.element_names import ElementNames
from extract_pipelines.posts.records.records import (
    Candidate,
    Record,
    Shape,
    group_score,
    inner_ranges,
    new_record,
    text_length,
)
from extract_pipelines.posts.records.runs import BACK, FORTH, find_runs

# What is left of the score of roots of one level that share no class where others have one.
UNLIKE: Final = 0.65


def _candidate(
    root: str, date: str, records: list[Record], score: float, alone: float
) -> Candidate:
    """A candidate, made as `new_record` makes records."""
    shape = tuple.__new__(Shape, (root, date))
    return tuple.__new__(Candidate, (shape, records, score, alone))


def find_candidates(page: Page, shown: PageDates, names: ElementNames) -> list[Candidate]:
    """All shapes on the page that hold a date each, with their scores, best first.

    Of those that say the same, the outermost is first.

    :param shown: the page's dates
    """
    lengths = page.flat.unlinked_before
    dates: dict[str, list[int]] = defaultdict(list)
    for mention in shown.mentions:
        dates[names.date_place(mention.node)].append(mention.node)
    edits = {mention.node for mention in shown.edits}
    edits.difference_update([mention.node for mention in shown.mentions])
    candidates = []
    scored: dict[tuple[str, tuple[int, ...]], list[Candidate]] = {}
    for shape, held in _holders(page, shown, names).items():
        elements = (shape.date, tuple(held))
        if elements not in scored:
            scored[elements] = _scored(page, names, held, dates[shape.date], lengths, edits=edits)
        unlike = shape.is_of_depth and names.are_unlike(held)
        for found in scored[elements]:
            root = shape.root + found.shape.root
            score = found.score * UNLIKE if unlike else found.score
            candidates.append(_candidate(root, shape.date, found.records, score, found.alone))
    candidates.sort(key=lambda candidate: (-candidate.score, candidate.records[0].start))
    return candidates


def _scored(
    page: Page,
    names: ElementNames,
    held: Mapping[int, Sequence[DateMention]],
    dates: Sequence[int],
    lengths: list[int],
    *,
    edits: Set[int],
) -> list[Candidate]:
    """The records with these elements as roots, and those with them as heads of runs.

    :param edits: elements that tell of an edit alone; they stand in the run of a post
    """
    records = _records(page, held)
    if not records:
        return []
    multiple = len(held) - len(records)
    heads = [record for record in records if record.mention.node not in edits] if edits else records
    runs, is_back = find_runs(page, names, heads, dates)
    shapes = {"": records, BACK if is_back else FORTH: runs}
    return [
        Candidate(
            Shape(suffix, ""),
            found,
            _score(page, found, multiple, lengths),
            len(records) / (len(records) + multiple),
        )
        for suffix, found in shapes.items()
        if found
    ]


def _holders(
    page: Page, shown: PageDates, names: ElementNames
) -> dict[Shape, dict[int, list[DateMention]]]:
    """For each shape the elements that have it, with the dates that stand in no inner one.

    Where several others have their date, that of an edit is one's own if it has no other.
    """
    parents = page.flat.parents
    roots_of = names.roots_around([one.node for one in (*shown.mentions, *shown.edits)])
    holders: dict[str, dict[str, dict[int, list[DateMention]]]] = {}
    for mention in shown.mentions:
        by_root = holders.setdefault(names.date_place(mention.node), {})
        seen: set[str] = set()
        node = mention.node
        while node > 0:
            for root in roots_of[node]:
                if root not in seen:
                    seen.add(root)
                    held = by_root.get(root)
                    if held is None:
                        by_root[root] = {node: [mention]}
                    elif node in held:
                        held[node].append(mention)
                    else:
                        held[node] = [mention]
            node = parents[node]
    for mention in shown.edits:
        by_root = holders.get(names.date_place(mention.node), {})
        several = {root for root, held in by_root.items() if len(held) > 1}
        node = mention.node
        while node > 0 and several:
            for root in several.intersection(roots_of[node]):
                by_root[root].setdefault(node, [mention])
                several.remove(root)
            node = parents[node]
    return {
        tuple.__new__(Shape, (root, date)): held
        for date, by_root in holders.items()
        for root, held in by_root.items()
    }


def _records(page: Page, held: Mapping[int, Sequence[DateMention]]) -> list[Record]:
    """The elements with exactly one date, without those of them that stand inside."""
    nodes = sorted(held)
    ends = page.subtree_end
    records = []
    for i, node in enumerate(nodes):
        if len(held[node]) != 1:
            continue
        inner = inner_ranges(page.flat, nodes, i)
        records.append(new_record(node, ends[node], held[node][0], inner))
    return records


def _score(page: Page, records: Sequence[Record], multiple: int, lengths: list[int]) -> float:
    texts = [text_length(page, record, lengths) for record in records]
    alone = len(records) / (len(records) + multiple)
    order = order_share([record.mention for record in records])
    return group_score(texts, lengths[-1]) * alone**2 * order

"""Records: subtrees of one shape that repeat, each with exactly one date of its own."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import sqrt
from operator import attrgetter
from typing import Final, NamedTuple

from extract_pipelines.page import FlatTree, Page
from extract_pipelines.page.date_mentions import DateMention, PageDates, in_order, leaf_lengths
from extract_pipelines.posts.labels import Labels

# Deviation of the floors' lengths over their mean from which on they are as varied as posts are.
VARIED: Final = 0.5
# What is left of the score of roots of one level that share no class where others have one.
UNLIKE: Final = 0.65


class Shape(NamedTuple):
    """What the roots of one page's records share, and where in them their date stands."""

    root: str
    """A tag with one of its class or id tokens, digits masked, or a whole tag path."""
    date: str
    """Label of the element that holds the date; see `Labels`."""


class Record(NamedTuple):
    """A part of a page that may be a floor."""

    start: int
    """Index of its first element."""
    stop: int
    """Index after its last element."""
    mention: DateMention
    inner: tuple[tuple[int, int], ...] = ()
    """Ranges of records within it, which are floors of their own; none overlap, the first first."""

    def holds(self, node: int) -> bool:
        """Whether an element belongs to the record itself."""
        if not self.start <= node < self.stop:
            return False
        before = bisect_left(self.inner, (node + 1,)) if self.inner else 0
        return not (before and node < self.inner[before - 1][1])

    def nodes(self) -> Iterable[int]:
        """The elements that belong to the record itself."""
        every = range(self.start, self.stop)
        return filter(self.holds, every) if self.inner else every


def new_record(
    start: int, stop: int, mention: DateMention, inner: tuple[tuple[int, int], ...]
) -> Record:
    """A record, made in half the time that its class takes: a page has hundreds."""
    return tuple.__new__(Record, (start, stop, mention, inner))


class Candidate(NamedTuple):
    """Records of one shape on one page, in document order."""

    shape: Shape
    records: list[Record]
    score: float
    """How much they look like floors, 0 to 1."""
    alone: float = 1.0
    """Share of the elements of the shape that hold one date, as these do, and not several."""


def _candidate(
    root: str, date: str, records: list[Record], score: float, alone: float
) -> Candidate:
    """A candidate, made as `new_record` makes records."""
    shape = tuple.__new__(Shape, (root, date))
    return tuple.__new__(Candidate, (shape, records, score, alone))


def find_candidates(page: Page, shown: PageDates, labels: Labels) -> list[Candidate]:
    """All shapes on the page that hold a date each, with their scores, best first.

    Of those that say the same, the outermost is first.

    :param shown: the page's dates
    """
    lengths = leaf_lengths(page)
    dates: dict[str, list[int]] = defaultdict(list)
    for mention in shown.mentions:
        dates[labels.place(mention.node)].append(mention.node)
    candidates = []
    scored: dict[tuple[str, tuple[int, ...]], list[Candidate]] = {}
    for shape, held in _holders(page, shown, labels).items():
        elements = (shape.date, tuple(held))
        if elements not in scored:
            scored[elements] = _scored(page, held, dates[shape.date], lengths)
        unlike = "@" in shape.root and _are_unlike(labels, held)
        for found in scored[elements]:
            root = shape.root + found.shape.root
            score = found.score * UNLIKE if unlike else found.score
            candidates.append(_candidate(root, shape.date, found.records, score, found.alone))
    candidates.sort(key=lambda candidate: (-candidate.score, candidate.records[0].start))
    return candidates


def _are_unlike(labels: Labels, nodes: Iterable[int]) -> bool:
    """Whether elements have classes or ids, but none that all of them share."""
    shared: set[str] | None = None
    have_any = False
    for node in nodes:
        tokens = labels.tokens(node)
        shared = set(tokens) if shared is None else shared.intersection(tokens)
        have_any = have_any or bool(tokens)
        if have_any and not shared:
            return True
    return False


def _scored(
    page: Page,
    held: Mapping[int, Sequence[DateMention]],
    dates: Sequence[int],
    lengths: list[int],
) -> list[Candidate]:
    """The records with these elements as roots, and those with them as heads of runs."""
    records = _records(page, held)
    if not records:
        return []
    multiple = len(held) - len(records)
    shapes = {"": records, "+": _runs(page, records, dates)}
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


def _runs(page: Page, heads: Sequence[Record], dates: Sequence[int]) -> list[Record]:
    """Records of several siblings: each head with those up to the next head.

    None if they would hold other dates of the same place.

    Where the siblings stand before their head (the last has none behind it), up to and with it.
    """
    if len(heads) < 2 or len({page.parents[head.start] for head in heads}) != 1:
        return []
    parent = page.parents[heads[0].start]
    children = list(_children(page, parent))
    places = {child: place for place, child in enumerate(children)}
    at = [places[head.start] for head in heads]
    gaps = sorted(after - before for before, after in pairwise(at))
    size = gaps[len(gaps) // 2]
    if size < 2:
        return []
    back = size - 1 if at[-1] == len(children) - 1 and at[0] >= size - 1 else 0
    starts = [i - back for i in at]
    stops = [*starts[1:], min(starts[-1] + size, len(children))]
    limits = [*children, page.subtree_end[parent]]
    runs = [
        Record(children[start], limits[stop], head.mention)
        for start, stop, head in zip(starts, stops, heads, strict=True)
    ]
    held = sum(bisect_left(dates, run.stop) - bisect_left(dates, run.start) for run in runs)
    return runs if held == len(runs) else []


def _children(page: Page, parent: int) -> Iterator[int]:
    node = parent + 1
    while node < page.subtree_end[parent]:
        yield node
        node = page.subtree_end[node]


def _holders(
    page: Page, shown: PageDates, labels: Labels
) -> dict[Shape, dict[int, list[DateMention]]]:
    """For each shape the elements that have it, with the dates that stand in no inner one.

    Where several others have their date, that of an edit is one's own if it has no other.
    """
    parents = page.flat.parents
    roots_of = labels.roots_around([one.node for one in (*shown.mentions, *shown.edits)])
    holders: dict[str, dict[str, dict[int, list[DateMention]]]] = {}
    for mention in shown.mentions:
        by_root = holders.setdefault(labels.place(mention.node), {})
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
        by_root = holders.get(labels.place(mention.node), {})
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


def inner_ranges(tree: FlatTree, nodes: list[int], outer: int) -> tuple[tuple[int, int], ...]:
    """The outermost of the elements that stand in one of them: first index, and after the last.

    :param nodes: in document order
    :param outer: the place of the one among them
    """
    ends = tree.subtree_end
    stop, i = ends[nodes[outer]], outer + 1
    if i == len(nodes) or nodes[i] >= stop:
        return ()
    inner: list[tuple[int, int]] = []
    while i < len(nodes) and (node := nodes[i]) < stop:
        inner.append((node, ends[node]))
        i = bisect_left(nodes, ends[node], i)
    return tuple(inner)


def widened(page: Page, record: Record, records: Sequence[Record]) -> Record:
    """The largest part of the page around a record that holds no other one.

    What is around a record that stands in another one is that one's.

    :param records: in document order
    """
    if _is_inside(page, record, records):
        return record
    i = bisect_left(records, record.start, key=attrgetter("start"))
    j = bisect_right(records, record.start, key=attrgetter("start"))
    before = records[i - 1].start if i else -1
    after = records[j].start if j < len(records) else len(page.elements)
    node, end = record.start, record.stop
    while node > 0:
        parent = page.parents[node]
        if parent <= before or after < page.subtree_end[parent]:
            break
        node, end = parent, page.subtree_end[parent]
    return Record(node, max(end, record.stop), record.mention, record.inner)


def _is_inside(page: Page, record: Record, records: Sequence[Record]) -> bool:
    """Whether one of the records begins with an element around this one."""
    node = page.parents[record.start]
    while node > 0:
        at = bisect_left(records, node, key=attrgetter("start"))
        if at < len(records) and records[at].start == node:
            return True
        node = page.parents[node]
    return False


def text_length(page: Page, record: Record, lengths: list[int]) -> int:
    """Characters of the record's own text that count; see `leaf_lengths`."""
    total = length_between(page, record.start, record.stop, lengths)
    return total - sum(length_between(page, start, stop, lengths) for start, stop in record.inner)


def length_between(page: Page, start: int, stop: int, lengths: list[int]) -> int:
    """Characters that count in the elements from one index to another; see `leaf_lengths`."""
    first, last = leaves_between(page, start, stop)
    return lengths[last] - lengths[first]


def leaves_between(page: Page, start: int, stop: int) -> tuple[int, int]:
    """The first leaf in the elements from one index to another, and the one after the last."""
    tree = page.flat
    first, last = tree.leaf_range(start)
    if tree.subtree_end[start] != stop:
        last = tree.leaf_start[stop] if stop < len(tree.leaf_start) else len(tree.leaves)
    return first, last


def _score(page: Page, records: Sequence[Record], multiple: int, lengths: list[int]) -> float:
    texts = [text_length(page, record, lengths) for record in records]
    alone = len(records) / (len(records) + multiple)
    order = in_order([record.mention for record in records])
    return group_score(texts, lengths[-1]) * alone**2 * order


def group_score(lengths: list[int], total: int) -> float:
    """How much records of these lengths look like posts: they hold the text, and vary.

    :param lengths: characters of each record's own text that count
    :param total: those of the page
    """
    if not total:
        return 0.0
    n = len(lengths)
    coverage = sum(lengths) / total
    if n == 1:
        return 0.02 * coverage
    mean = sum(lengths) / n
    deviation = sqrt(sum([(length - mean) ** 2 for length in lengths]) / n)
    varied = min(1.0, deviation / mean / VARIED) if mean else 0.0
    return coverage * (0.5 + 0.5 * varied) * n / (n + 1)

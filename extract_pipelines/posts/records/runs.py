"""Records of several siblings: a head with a date, and what stands beside it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.posts.records.element_names import ElementNames
from extract_pipelines.posts.records.records import Candidate, Record, Shape

# In runs no more of the heads have nothing beside them.
MOST_BARE: Final = 0.25
# Elements right within a sibling that its looks are told by.
MOST_INSIDE: Final = 8


def find_runs(
    page: Page, names: ElementNames, heads: Sequence[Record], dates: Sequence[int]
) -> list[Record]:
    """Records of several siblings: each head with those up to the next head.

    None if they would hold other dates of the same place.

    :param dates: indices of the elements with such dates
    """
    if len(heads) < 2:
        return []
    parents = sorted({page.parents[head.start] for head in heads})
    if len(parents) == 1:
        runs = _of_one_parent(page, names, heads, parents[0])
    else:
        runs = _in_answers(page, names, heads, parents)
    held = sum(
        bisect_left(dates, run.stop) - bisect_left(dates, run.start) for run in _outermost(runs)
    )
    return runs if held == len(runs) else []


def _of_one_parent(
    page: Page, names: ElementNames, heads: Sequence[Record], parent: int
) -> list[Record]:
    """Runs of siblings: before a head, and with it, where the last head lacks those behind it.

    None where many heads have nothing beside them: what others have is no part of them, but parts
    them, such as the name of a day.
    """
    children = list(_children(page, parent))
    places = {child: place for place, child in enumerate(children)}
    at = [places[head.start] for head in heads]
    gaps = sorted(after - before for before, after in pairwise(at))
    size = gaps[len(gaps) // 2]
    if size < 2 or gaps.count(1) > MOST_BARE * len(gaps):
        return []
    if at[-1] == len(children) - 1 and at[0] >= size - 1:
        back = size - 1
    else:
        back = _count_before(page, names, children, at, size)
    starts = [max(i - back, before + 1) for before, i in pairwise([-1, *at])]
    stops = [*starts[1:], min(starts[-1] + size, len(children))]
    limits = [*children, page.subtree_end[parent]]
    return [
        Record(children[start], limits[stop], head.mention)
        for start, stop, head in zip(starts, stops, heads, strict=True)
    ]


def _count_before(
    page: Page, names: ElementNames, children: Sequence[int], at: Sequence[int], size: int
) -> int:
    """How many siblings before a head belong to it.

    As many as the last head lacks behind it, where those before the first head look like those
    before the last one: ``name, text, name, text, pager`` with heads that are texts. None if they
    show no text, as anchors do.

    :param at: places of the heads among the children
    :param size: siblings from one head to the next
    """

    def count_alike(step: int) -> int:
        for i in range(1, size):
            first, last = at[0] + step * i, at[-1] + step * i
            if first < 0 or last == len(children) or looks(first) != looks(last):
                return i - 1
        return size - 1

    def looks(place: int) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
        node = children[place]
        inside = tuple(page.tags[child] for child in islice(_children(page, node), MOST_INSIDE))
        return page.tags[node], names.tokens(node), inside

    back = min(size - 1 - count_alike(1), count_alike(-1))
    first, head = (page.leaf_range(children[at[0] - i])[0] for i in (back, 0))
    return back if first < head else 0


def _in_answers(
    page: Page, names: ElementNames, heads: Sequence[Record], parents: Sequence[int]
) -> list[Record]:
    """Runs of a tree of answers: each head with what is behind it in its parent, answers aside.

    None where no answer stands in what is behind another, the parents are unlike, or most heads
    have nothing of their own behind them.

    :param parents: of the heads, in document order
    """
    ends = page.subtree_end
    if all(ends[before] <= after for before, after in pairwise(parents)):
        return []
    are_unlike = len({page.tags[parent] for parent in parents}) > 1 or names.are_unlike(parents)
    if are_unlike or any(head.inner for head in heads):
        return []
    stops = {head.start: ends[page.parents[head.start]] for head in heads}
    last: dict[int, int] = {}
    for head in heads:
        parent = page.parents[head.start]
        if parent in last:
            stops[last[parent]] = head.start
        last[parent] = head.start
    starts = [head.start for head in heads]
    runs = [
        Record(start, stop, head.mention, _inner(starts, stops, at))
        for at, (head, (start, stop)) in enumerate(zip(heads, stops.items(), strict=True))
    ]
    longer = sum(next(iter(run.inner), (run.stop,))[0] > ends[run.start] for run in runs)
    return runs if 2 * longer > len(runs) else []


def _inner(starts: Sequence[int], stops: Mapping[int, int], at: int) -> tuple[tuple[int, int], ...]:
    """The outermost runs within the one at a place."""
    found: list[tuple[int, int]] = []
    stop = stops[starts[at]]
    i = at + 1
    while i < len(starts) and starts[i] < stop:
        found.append((starts[i], stops[starts[i]]))
        i = bisect_left(starts, stops[starts[i]], i)
    return tuple(found)


def _outermost(runs: Iterable[Record]) -> Iterator[Record]:
    stop = 0
    for run in runs:
        if run.start >= stop:
            yield run
            stop = run.stop


def _children(page: Page, parent: int) -> Iterator[int]:
    node = parent + 1
    while node < page.subtree_end[parent]:
        yield node
        node = page.subtree_end[node]


def with_lone_runs(
    page: Page, found: Sequence[Candidate], several: Mapping[Shape, int]
) -> Sequence[Candidate]:
    """A page's candidates, and the lone heads among them with their siblings.

    :param several: on how many pages a shape had several records
    """
    if not any(shape.is_of_runs for shape in several):
        return found
    lone = [lone_run(page, one) for one in found if several.get(run_shape(one.shape), 0)]
    return [*found, *filter(None, lone)]


def lone_run(page: Page, candidate: Candidate) -> Candidate | None:
    """A single head with its siblings, as records are built of which pages have several.

    Those behind it belong to it; if there are none, those before it. None if it has no siblings.
    """
    head, *others = candidate.records
    parent = page.parents[head.start]
    end = page.subtree_end[parent]
    start = head.start if head.stop < end else parent + 1
    if others or parent < 0 or (start, end) == (head.start, head.stop):
        return None
    run = Record(start, end, head.mention)
    return candidate._replace(shape=run_shape(candidate.shape), records=[run])


def run_shape(shape: Shape) -> Shape:
    """The shape of the runs whose heads have a shape."""
    return Shape(f"{shape.root}+", shape.date)

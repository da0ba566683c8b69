"""Records of several siblings: a head with a date, and what stands beside it.

What belongs to a head stands behind it in most, and before it where a row with the author's name
comes first, and the date in the row below.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, pairwise
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.posts.records.element_names import ElementNames
from extract_pipelines.posts.records.records import Candidate, Record, Shape, length_between

# Ends the name of the heads in the shape of runs: where these are first in them, and last.
FORTH: Final = "+"
BACK: Final = "^"
# In runs no more of the heads have nothing beside them.
MOST_BARE: Final = 0.25
# Elements right within a sibling that its looks are told by.
MOST_INSIDE: Final = 8
# What begins something new, as a rule does.
HEADINGS: Final = frozenset(["h1", "h2", "h3", "h4"])


def find_runs(
    page: Page, names: ElementNames, heads: Sequence[Record], dates: Sequence[int]
) -> tuple[list[Record], bool]:
    """Records of several siblings: each head with those up to the next head, or from the last on.

    None if they would hold other dates of the same place.

    :param dates: indices of the elements with such dates
    :return: the records, and whether what stands before the heads tells that it belongs to them
    """
    if len(heads) < 2:
        return [], False
    parents = sorted({page.parents[head.start] for head in heads})
    is_back = False
    if len(parents) == 1:
        runs, is_back = _of_one_parent(page, names, heads, parents[0])
    else:
        runs = _in_answers(page, names, heads, parents)
    held = sum(
        bisect_left(dates, run.stop) - bisect_left(dates, run.start) for run in _outermost(runs)
    )
    return (runs, is_back) if held == len(runs) else ([], False)


def _of_one_parent(
    page: Page, names: ElementNames, heads: Sequence[Record], parent: int
) -> tuple[list[Record], bool]:
    """Runs of siblings: before a head, and with it, where the last head lacks those behind it.

    None where many heads have nothing beside them: what others have is no part of them, but parts
    them, such as the name of a day.
    """
    children = list(_children(page, parent))
    places = {child: place for place, child in enumerate(children)}
    at = [places[head.start] for head in heads]
    if ruled := _ended_by_rules(page, children, at):
        ended = [
            Record(children[start], page.subtree_end[head.start], head.mention)
            for start, head in zip(ruled, heads, strict=True)
        ]
        return ended, False
    gaps = sorted(after - before for before, after in pairwise(at))
    size = gaps[len(gaps) // 2]
    if size < 2 or gaps.count(1) > MOST_BARE * len(gaps):
        return [], False
    if at[-1] == len(children) - 1 and at[0] >= size - 1:
        back, is_back = size - 1, False
    else:
        back = _count_before(page, names, children, at, size)
        is_back = back == size - 1
    starts = [max(i - back, before + 1) for before, i in pairwise([-1, *at])]
    stops = [*starts[1:], min(starts[-1] + size, len(children))]
    limits = [*children, page.subtree_end[parent]]
    runs = [
        Record(children[start], limits[stop], head.mention)
        for start, stop, head in zip(starts, stops, heads, strict=True)
    ]
    return runs, is_back


def _ended_by_rules(page: Page, children: Sequence[int], at: Sequence[int]) -> list[int]:
    """Where runs begin that end with their heads: ``text, date, rule, text, date, rule``.

    None where a head has no rule right behind it, another one stands in a run, or there is more
    text from the last rule on than before the first head: ``date, rule, text``.

    :param at: places of the heads among the children
    """
    tags = [page.tags[child] for child in children]
    if any(i + 1 == len(tags) or tags[i + 1] != "hr" for i in at):
        return []
    starts = [i + 2 for i in at[:-1]]
    if any("hr" in tags[start:i] for start, i in zip(starts, at[1:], strict=True)):
        return []
    first = at[0]
    while first and tags[first - 1] != "hr" and tags[first - 1] not in HEADINGS:
        first -= 1
    behind = at[-1] + 2
    stop = behind
    while stop < len(tags) and tags[stop] not in ("hr", "form"):
        stop += 1
    ends = [*children, page.subtree_end[children[-1]]]
    lengths = page.flat.unlinked_before

    def text(start: int, stop: int) -> int:
        return length_between(page, ends[start], ends[stop], lengths) if start < stop else 0

    return [first, *starts] if text(first, at[0]) > text(behind, stop) else []


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

    if len(at) == 2 and looks(at[0]) != looks(at[1]):
        return 0  # two tables with dates, of which one may list the other answers
    back = min(size - 1 - count_alike(1), count_alike(-1))
    first, head = (page.flat.leaf_range(children[at[0] - i])[0] for i in (back, 0))
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
    lone = [lone_run(page, one, run) for one in found if (run := usual_run(one.shape, several))]
    return [*found, *filter(None, lone)]


def lone_run(page: Page, candidate: Candidate, shape: Shape) -> Candidate | None:
    """A single head with its siblings, as records are built of which pages have several.

    Those behind it belong to it; if there are none, or a rule ends it, those before it, as they do
    where the shape of the runs tells so. None if it has no siblings.
    """
    head, *others = candidate.records
    parent = page.parents[head.start]
    end = page.subtree_end[parent]
    start = head.start if head.stop < end else parent + 1
    if shape.root.endswith(BACK) and parent >= 0:
        start, end = max(_siblings_before(page, head.start), default=head.start), head.stop
    elif head.stop < end and page.tags[head.stop] == "hr":
        children = list(_children(page, parent))
        if ruled := _ended_by_rules(page, children, [children.index(head.start)]):
            start, end = children[ruled[0]], head.stop
    if others or parent < 0 or (start, end) == (head.start, head.stop):
        return None
    run = Record(start, end, head.mention)
    return candidate._replace(shape=shape, records=[run])


def _siblings_before(page: Page, node: int) -> Iterator[int]:
    return (child for child in _children(page, page.parents[node]) if child < node)


def usual_run(shape: Shape, several: Mapping[Shape, int]) -> Shape | None:
    """The shape of the runs with heads of a shape that most pages had several of; None if none."""
    run = max(run_shapes(shape), key=lambda one: several.get(one, 0))
    return run if several.get(run, 0) else None


@lru_cache(maxsize=1024)
def run_shapes(shape: Shape) -> tuple[Shape, Shape]:
    """The shapes of the runs whose heads have a shape: with it first, and with it last."""
    return Shape(shape.root + FORTH, shape.date), Shape(shape.root + BACK, shape.date)

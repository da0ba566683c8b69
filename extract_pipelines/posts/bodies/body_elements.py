"""Which place of a record, and which of its elements, hold its body."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final, final

from extract_pipelines.page import Page
from extract_pipelines.page.markup.addresses import IMAGES
from extract_pipelines.posts.bodies.place_measures import LEAST_PROSE
from extract_pipelines.posts.bodies.record_lines import RecordLine, block_of
from extract_pipelines.posts.views.slot_statistics import PlaceFits
from extract_pipelines.posts.views.views import RecordView

# Share of how well a body's place fits, from which on one around it holds its quotes.
BESIDE: Final = 0.5


def place_of(page: Page, view: RecordView, lines: Sequence[RecordLine], chosen: Set[int]) -> str:
    """The place that holds most of the chosen lines, and least of others.

    Of places that hold the same it is the outermost without the record's author and date.
    """
    held = _Held(page.flat.texts, view, lines, chosen)
    fits: dict[str, float] = {}
    for place in _longest(lines, chosen).above:
        every, own = held.in_lines(place), held.in_body(place)
        fits[place] = own / (every + held.total)
        if own == held.total < every:  # those around it hold more of other lines
            break
    best = max(fits, key=fits.__getitem__)
    while (outer := best.rpartition("/")[0]) and fits.get(outer, 0.0) >= fits[best]:
        if not held.are_all_in_lines(outer):
            break
        best = outer
    return best


def _longest(lines: Sequence[RecordLine], chosen: Set[int]) -> RecordLine:
    """The chosen line with most bytes."""
    longest, most = -1, -1
    for number in chosen:
        if lines[number].size > most:
            longest, most = number, lines[number].size
    return lines[longest]


@final
class _Held:
    """How many characters of a record's lines, and of its body's, stand at each of its places."""

    def __init__(
        self, texts: Sequence[str], view: RecordView, lines: Sequence[RecordLine], chosen: Set[int]
    ) -> None:
        self._leaves_at, self._first = view.leaves_at, view.leaves[0]
        sizes = [0] * (view.leaves[-1] + 1 - self._first)
        of_body = sizes.copy()
        for number, line in enumerate(lines):
            for leaf in line.leaves:
                size = len(texts[leaf])
                sizes[leaf - self._first] = size
                if number in chosen:
                    of_body[leaf - self._first] = size
        self._sizes, self._of_body = sizes, of_body
        self.total = sum(of_body)
        """Characters of the body."""

    def in_lines(self, place: str) -> int:
        """Characters of the lines at a place."""
        return self._at(place, self._sizes)

    def in_body(self, place: str) -> int:
        """Characters of the body at a place."""
        return self._at(place, self._of_body)

    def _at(self, place: str, sizes: list[int]) -> int:
        total = 0
        for leaf in self._leaves_at[place]:
            total += sizes[leaf - self._first]
        return total

    def are_all_in_lines(self, place: str) -> bool:
        """Whether all that a place holds stands in the lines."""
        return all(self._sizes[leaf - self._first] > 0 for leaf in self._leaves_at[place])


def quotes_beside(
    page: Page, view: RecordView, lines: Sequence[RecordLine], chosen: Set[int], fits: PlaceFits
) -> set[int]:
    """The numbers of the lines of quotes that stand beside a body, where no lines are chosen.

    That is in an element around it that fits about as well. What only its class calls a quote may
    be a button, if no line of it is prose, and one of what the body itself says is for a script.
    """
    quotes: dict[int, list[int]] = {}
    for number, line in enumerate(lines):
        if line.quote >= 0:
            quotes.setdefault(line.quote, []).append(number)
    if not quotes:
        return set()
    around = {place for number in chosen for place in lines[number].above}
    said = {lines[number].text for number in chosen}
    best = max(map(fits.of, around), default=0.0)
    found: set[int] = set()
    for quote, numbers in quotes.items():
        place = view.place(page.parents[quote])
        fits_well = place in around and fits.of(place) >= BESIDE * best
        own = [lines[number] for number in numbers]
        least = 1 if page.tags[quote] == "blockquote" else LEAST_PROSE
        has_text = any(line.size - line.links >= least for line in own)
        if fits_well and has_text and said.isdisjoint(line.text for line in own):
            found.update(numbers)
    return found


def mentions_beside(page: Page, lines: Sequence[RecordLine], chosen: Set[int]) -> set[int]:
    """The numbers of the lines that call somebody, as "@anna", right before or behind a body's own.

    They stand in the same block, or in a paragraph beside it: in a box beside the text a name is
    what software writes above an answer.
    """
    found: set[int] = set()
    for number, line in enumerate(lines):
        if number not in chosen and line.text[0] == "@":
            own = block_of(page, line)
            beside = [block_of(page, lines[n]) for n in (number - 1, number + 1) if n in chosen]
            near = {*beside, *(page.parents[one] for one in beside if page.tags[one] == "p")}
            if own in near or page.parents[own] in (near if page.tags[own] == "p" else beside):
                found.add(number)
    return found


def nodes_of(page: Page, view: RecordView, leaves: Sequence[int], place: str) -> list[int]:
    """The elements at the place that hold these leaves, and those of the other leaves."""
    there, node_of = set(view.leaves_at[place]), page.flat.nodes
    nodes = view.nodes_at(place, [leaf for leaf in leaves if leaf in there])
    others = {node_of[leaf] for leaf in leaves if leaf not in there}
    kept: list[int] = []
    for node in sorted({*nodes, *others}):
        if not kept or node >= page.subtree_end[kept[-1]]:
            kept.append(node)
    return kept


def around_images(page: Page, view: RecordView, node: int) -> list[int]:
    """An empty element, or what is around it and holds images, or it and those that follow it."""
    outer, date = node, view.record.mention.node
    while outer > view.record.start and not outer <= date < page.subtree_end[outer]:
        if any(page.tags[i] in IMAGES for i in range(outer, page.subtree_end[outer])):
            return [outer]
        outer = page.parents[outer]
    after = page.flat.leaf_range(node)[1]
    stop = page.leaves[after].node if after < len(page.leaves) else view.record.stop
    end = min(stop, view.record.stop)
    return [node, *(i for i in range(node + 1, end) if page.tags[i] in IMAGES)]

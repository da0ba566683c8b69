"""What a thread's answers have in common, and where else on the page it is: in the opening post."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.posts.records.element_names import ElementNames
from extract_pipelines.posts.records.records import Record
from extract_pipelines.url import folder_form

SHARED_NAMES: Final = tuple(
    "links_shared links_before same_links names_shared names_before".split()
)
# The share of the answers that have in common what is said to be.
MOST_ANSWERS: Final = 0.6
# A count is no greater than this, and of larger answers so many elements are looked at.
MOST_SAME: Final = 3
MOST_ELEMENTS: Final = 400


class SharedMarks:
    """The forms of links and the names of elements that most answers have, before the answers.

    :param answers: some of them
    :param first: index of the element that the first of all begins with
    """

    def __init__(
        self, page: Page, names: ElementNames, answers: Sequence[Record], first: int
    ) -> None:
        self._names = names
        self._links = page.flat.values("href")
        nodes = [*self._links]
        before = nodes[: bisect_left(nodes, first)]
        ranges = [
            nodes[bisect_left(nodes, answer.start) : bisect_left(nodes, answer.stop)]
            for answer in answers
        ]
        linked = {self._links[node] for several in ranges for node in several}
        forms = _common([{self._form(node) for node in several} for several in ranges])
        tokens = _common([self._tokens_of(answer) for answer in answers])
        self._forms: dict[object, list[int]] = {form: [] for form in forms}
        self._same: list[int] = []
        for node in before:
            form = self._form(node)
            if form in forms:
                self._forms[form].append(node)
                if self._links[node] in linked:
                    self._same.append(node)
        self._tokens: dict[object, list[int]] = {token: [] for token in tokens}
        for node in range(first):
            for token in names.tokens(node):
                if token in tokens:
                    self._tokens[token].append(node)

    def _form(self, node: int) -> object:
        return folder_form(self._links[node])

    def _tokens_of(self, answer: Record) -> set[object]:
        stop = min(answer.stop, answer.start + MOST_ELEMENTS)
        return {token for node in range(answer.start, stop) for token in self._names.tokens(node)}

    def of(self, start: int, stop: int) -> tuple[float, ...]:
        """The features of a part of the page before the answers, named by `SHARED_NAMES`.

        Of the forms, and of the names, the share that the part has, and that stands before it; -1
        where answers have none in common. Between them links of the part that answers have, too.
        """
        same = self._same[bisect_left(self._same, start) : bisect_left(self._same, stop)]
        return (
            *_shares(self._forms, start, stop),
            min(MOST_SAME, len({self._links[node] for node in same})),
            *_shares(self._tokens, start, stop),
        )


def _common(several: Sequence[set[object]]) -> set[object]:
    """What most of them have."""
    counts = Counter(one for found in several for one in found)
    return {one for one, count in counts.items() if count >= MOST_ANSWERS * len(several)}


def _shares(places: Mapping[object, list[int]], start: int, stop: int) -> tuple[float, float]:
    """The share of what has places that has one in a range of elements, and before it."""
    if not places:
        return -1.0, -1.0
    inside = sum(_is_in(nodes, start, stop) for nodes in places.values())
    before = sum(nodes[0] < start for nodes in places.values() if nodes)
    return inside / len(places), before / len(places)


def _is_in(nodes: Sequence[int], start: int, stop: int) -> bool:
    at = bisect_left(nodes, start)
    return at < len(nodes) and nodes[at] < stop

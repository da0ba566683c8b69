"""Links that wait until it is known what their shape leads to, and which of them is tried next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from extract_pipelines.forum.page_roles import PageRole
from extract_pipelines.forum.rows import ListRow

# So many links wait until it is known what their shape leads to.
MOST_WAITING = 2000


class Step(NamedTuple):
    """A link to follow."""

    url: str
    key: str
    """What its thread or board is known by."""
    role: PageRole
    """What it is expected to be: ``thread``, ``list``, or ``other`` where that is not known."""
    row: ListRow | None = None
    """The row that it is the title of."""


class LinkGroup(NamedTuple):
    """Links that wait for the same."""

    shape: str
    """What their addresses share."""
    in_rows: bool
    """Whether they are titles of rows."""


@dataclass(slots=True)
class Trials:
    """The links of one site that wait, and how many of their like were tried.

    :ivar tried: for each shape of URLs, how many links were followed
    :ivar void: how many of them led to nothing that tells what the shape leads to: an error, a
        refusal, a page that other addresses lead to as well
    """

    tried: Counter[str] = field(default_factory=Counter)
    void: Counter[str] = field(default_factory=Counter)
    _waiting: dict[LinkGroup, list[Step]] = field(default_factory=dict)
    _dropped: dict[str, list[Step]] = field(default_factory=dict)
    """Of shapes of rows that are given up: one link for each."""
    _number_dropped: Counter[str] = field(default_factory=Counter)
    _taken: Counter[LinkGroup] = field(default_factory=Counter)

    def groups(self) -> list[LinkGroup]:
        """What waits: titles of rows first, as these are the likeliest; then the largest group."""
        return sorted(
            self._waiting, key=lambda group: (not group.in_rows, -len(self._waiting[group]))
        )

    def first(self, group: LinkGroup) -> Step:
        """The link of a group that has waited longest."""
        return self._waiting[group][0]

    def wait(self, shape: str, step: Step) -> None:
        """Let a link wait, if not too many do."""
        group = LinkGroup(shape, step.row is not None)
        if sum(map(len, self._waiting.values())) < MOST_WAITING:
            self._waiting.setdefault(group, []).append(step)
        elif group.in_rows:
            self._count_dropped(shape, [step])

    def size(self, group: LinkGroup) -> int:
        """How many links of a group wait."""
        return len(self._waiting.get(group, ()))

    def most_misses(self, group: LinkGroup) -> int:
        """So many more links than usual may be tried without learning anything by it.

        Each is to halve what may be lost with the others, so it is the logarithm of their number.
        """
        return (self.size(group) + self.tried[group.shape]).bit_length()

    def is_due(self, group: LinkGroup) -> bool:
        """Whether so many links wait that one is tried before anything is learned of the others.

        As many again have to wait each time: so few are tried, from lists all over the site.
        """
        return self.size(group).bit_length() > self.tried[group.shape]

    def take(self, group: LinkGroup) -> Step:
        """A link of a group to try: far from those before, as neighbours often are of one board.

        The first one, then the one in the middle, then those in the middle of what is between.
        """
        steps = self._waiting[group]
        step = steps.pop(int(_spread(self._taken[group]) * len(steps)))
        self._taken[group] += 1
        if not steps:
            del self._waiting[group]
        return step

    def pop(self, group: LinkGroup) -> list[Step]:
        """All links of a group, which then wait no more."""
        return self._waiting.pop(group)

    def drop(self, group: LinkGroup) -> None:
        """Give up the links of a group."""
        steps = self._waiting.pop(group)
        if group.in_rows:
            self._count_dropped(group.shape, steps)

    def _count_dropped(self, shape: str, steps: list[Step]) -> None:
        self._dropped.setdefault(shape, steps[:1])
        self._number_dropped[shape] += len(steps)

    def left_out(self) -> Iterable[tuple[str, str, int]]:
        """The titles of rows that were not followed: of each shape, one's URL, and how many."""
        waiting = {group.shape: steps for group, steps in self._waiting.items() if group.in_rows}
        for shape in {**self._dropped, **waiting}:
            steps = waiting.get(shape, [])
            (first, *_) = steps or self._dropped[shape]
            yield shape, first.url, len(steps) + self._number_dropped[shape]


def _spread(number: int) -> float:
    """Of 0, 1, 2, 3, 4: 0, 1/2, 1/4, 3/4, 1/8 (van der Corput's sequence)."""
    place, step = 0.0, 0.5
    while number:
        place += step * (number & 1)
        number, step = number >> 1, step / 2
    return place

"""Record groups of a page: the same records, found by one shape or by several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final, TypeVar

from extract_pipelines.posts.records.records import Candidate, Shape

T = TypeVar("T")

# Log odds beyond which the scorers decide what records are, and beyond which records with dates are
# taken for posts where the rules find none. Of so likely ones without dates hardly any are posts.
DECIDED: Final = 1.0
LIKELY: Final = 0.0
# Log odds beyond which records are a thread's posts on a page that is said to be one: 17%. Of 1500
# labelled pages of threads none has less where nothing else tells; notices, logins and profiles do.
ENOUGH_IF_DECLARED: Final = -1.6


@dataclass(slots=True)
class Group:
    """Records of a page, and how likely users wrote them."""

    candidate: Candidate
    shapes: list[Shape]
    """All shapes that these records have."""
    odds: float = 0.0
    """Log odds that they are posts or comments."""
    thread: float = 0.0
    """Log odds of posts against comments, where some were read."""
    is_told: bool = False
    """Whether the site's other pages tell what they are, and no scorer was asked."""

    @property
    def is_decided(self) -> bool:
        """Whether the scorers decide what the records are."""
        return self.odds > DECIDED

    @property
    def probability(self) -> float:
        """How likely they are posts or comments, 0 to 1."""
        return 1 / (1 + exp(-self.odds))

    @property
    def is_likely(self) -> bool:
        """Whether they are taken for posts or comments where the rules find none."""
        return self.odds > (LIKELY if self.candidate.shape.is_dated else DECIDED)

    @property
    def is_enough_if_declared(self) -> bool:
        """Whether they are taken for posts where the page is said to be a thread's."""
        return self.odds > ENOUGH_IF_DECLARED


def ranges_of(candidate: Candidate) -> tuple[tuple[int, int], ...]:
    """The element ranges of a candidate's records: candidates with the same are one group."""
    return tuple([(record.start, record.stop) for record in candidate.records])


def distinct(found: Sequence[Candidate], most: int) -> list[Group]:
    """The candidates as groups, those with the same records as one; no more than `most` groups."""
    groups: dict[tuple[tuple[int, int], ...], Group] = {}
    known: dict[int, Group] = {}  # by the list of the records, which most shapes share
    for candidate in found:
        group = known.get(id(candidate.records))
        if group is None:
            key = ranges_of(candidate)
            group = groups.get(key)
            if group is None and len(groups) < most:
                group = groups[key] = Group(candidate, [])
            if group is None:
                continue
            known[id(candidate.records)] = group
        group.shapes.append(candidate.shape)
    return list(groups.values())


def spread(found: Sequence[T], most: int) -> Sequence[T]:
    """At most `most` of some items, spread evenly over them."""
    if len(found) <= most:
        return found
    step = len(found) / most
    return [found[int(i * step)] for i in range(most)]

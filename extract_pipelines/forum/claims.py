"""What a run claims to tell; and the claims that the store could not take."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from extract_pipelines.forum.changes import Changes, SeenFloor

# So many floors are kept in memory while the store cannot be written to.
MOST_FLOORS = 20_000


@dataclass(slots=True)
class Claim:
    """A thread's changes that a run is to tell.

    :ivar floors: what is to be kept of the floors once they are told
    :ivar lines: how many lines of a feed tell them
    """

    thread: str
    floors: list[SeenFloor]
    lines: int


def claim_of(thread: str, changes: Changes, lines: Callable[[Changes], int]) -> Claim | None:
    """The claim to tell changes; None if there is nothing to tell."""
    if not changes.is_news:
        return None
    statuses = zip(changes.kept, changes.statuses, strict=True)
    news = [state for state, status in statuses if status != "seen"]
    gone = [replace(floor, deleted=True) for floor in changes.deleted]
    return Claim(thread, [*news, *gone], lines(changes))


class UnsavedClaims:
    """Claims in memory, until the store can take them; of too many the oldest are forgotten.

    What is forgotten is told again by a later run.
    """

    def __init__(self) -> None:
        self._claims: OrderedDict[str, Claim] = OrderedDict()
        self._floors = 0

    def __iter__(self) -> Iterator[tuple[str, Claim]]:
        return iter(self._claims.items())

    def __bool__(self) -> bool:
        return bool(self._claims)

    def add(self, change_id: str, claim: Claim) -> None:
        """Keep a claim."""
        self._claims[change_id] = claim
        self._floors += len(claim.floors)
        while self._floors > MOST_FLOORS:
            _, oldest = self._claims.popitem(last=False)
            self._floors -= len(oldest.floors)

    def clear(self) -> None:
        """The store has taken all."""
        self._claims.clear()
        self._floors = 0

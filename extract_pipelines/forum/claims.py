"""What a run claims to tell; the claims that the store could not take, or that feeds have."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

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


def size_of(feed: Path) -> int:
    """Bytes of a file; 0 if there is none."""
    return feed.stat().st_size if feed.is_file() else 0


def written_in(claims: Mapping[str, int], feeds: Mapping[Path, int]) -> set[str]:
    """Which claims stand in a feed with all their lines.

    :param claims: number of lines of each
    :param feeds: where in each file the run began to write
    """
    found: Counter[str] = Counter()
    for feed, start in feeds.items() if claims else ():
        if not feed.is_file():
            continue
        with feed.open("rb") as file:
            file.seek(start if start <= size_of(feed) else 0)
            for line in file:
                if line.endswith(b"\n"):
                    found.update(name for name in claims if name.encode() in line)
    return {name for name, lines in claims.items() if found[name] >= lines}

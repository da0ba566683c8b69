"""The floors of a visit compared with what was seen before: what is new, edited, dated, deleted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field, replace
from hashlib import blake2b

from extract_pipelines.forum.date_uncertainty import error_of, is_compatible, is_same
from extract_pipelines.forum.ranks import ranks_of
from extract_pipelines.items import Floor

# Without an id, an edited floor is told by author and date, if both are this exact (seconds).
EXACT = 120.0
# Of a longer body only so many lines are told apart.
MOST_LINES = 200


@dataclass(frozen=True, slots=True)
class SeenFloor:
    """What is kept of a floor: enough to tell it again, and its best date."""

    id: str
    """Name of the floor in the store: before a colon that of the comparison that has found it."""
    rank: float
    """Its place in the thread's order; see `extract_pipelines.forum.ranks`."""
    post_id: str | None
    author: str | None
    fingerprint: str
    """Fingerprint of author and text; see `fingerprint`."""
    lines: str
    """Fingerprints of its lines, parted by blanks; see `line_fingerprints`."""
    date: str | None
    precision: str
    error: float
    """By how many seconds the date can be off."""
    deleted: bool = False

    @property
    def label(self) -> str:
        """What names the floor to a reader: its post_id, else its author and date."""
        return self.post_id or f"{self.author} {self.date}"


@dataclass(frozen=True, slots=True)
class Window:
    """Which part of its thread a page shows.

    :param page: number of the (first) page
    :param begins: whether the thread's first floor is in it
    :param ends: whether its last one is
    :param whole: whether nothing is left out between
    """

    page: int = 1
    begins: bool = True
    ends: bool = True
    whole: bool = True


@dataclass(slots=True)
class Changes:
    """What a visit found.

    :ivar kept: for each floor that is shown, what is to be kept of it
    :ivar statuses: for each, ``new``, ``edited``, ``dated``, ``restored`` or ``seen``
    :ivar deleted: floors that were seen before and are gone
    :ivar doubted: floors that are missing, but with so many others that they may be elsewhere
    :ivar ranks: former ranks of the floors that were known, in the order in which they are shown
    """

    kept: list[SeenFloor] = field(default_factory=list)
    statuses: list[str] = field(default_factory=list)
    deleted: list[SeenFloor] = field(default_factory=list)
    doubted: list[SeenFloor] = field(default_factory=list)
    ranks: list[float] = field(default_factory=list)

    @property
    def is_news(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.deleted) or any(status != "seen" for status in self.statuses)


def fingerprint(floor: Floor) -> str:
    """What stays the same of a floor wherever it stands: its author and its text.

    Neither its number nor its date is in it: numbers shift when a floor is deleted, and a date
    that is told as "3 hours ago" differs at each visit. Dates are compared apart from it.
    """
    told = f"{floor.author or ''}\0{' '.join(floor.body.split())}\0{' '.join(floor.images)}"
    return blake2b(told.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def line_fingerprints(floor: Floor) -> str:
    """A short fingerprint for each line and image of a floor's body, in order, parted by blanks."""
    told = [*floor.body.split("\n"), *floor.images][:MOST_LINES]
    return " ".join(
        blake2b(" ".join(line.split()).encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
        for line in told
    )


def compare(
    seen: Iterable[SeenFloor], floors: Sequence[Floor], window: Window, new_id: Callable[[], str]
) -> Changes:
    """Tell the floors of a page (or of several pages in a row) from those that were seen before.

    A floor is the one seen before if author and text are the same and its id or its date is; if
    not, it is edited where id and author, or author and an exact date, are the same. Which floors
    are deleted is told by all pages of a visit; see `extract_pipelines.forum.visits`.

    :param seen: what was seen of the thread
    :param floors: in order
    :param new_id: gives names for new floors
    """
    known = sorted(seen, key=lambda floor: floor.rank)
    ids = Counter(floor.post_id for floor in floors)
    facts = [
        SeenFloor(
            id="",
            rank=0.0,
            post_id=floor.post_id if ids[floor.post_id] == 1 else None,
            author=floor.author,
            fingerprint=fingerprint(floor),
            lines=line_fingerprints(floor),
            date=floor.date,
            precision=floor.date_precision,
            error=error_of(floor.date, floor.date_raw),
        )
        for floor in floors
    ]
    matched = _match(known, facts)
    repeated = _repeated(facts) | _repeated(known)
    changes = Changes()
    former = [floor.rank if floor else None for floor in matched]
    # The opening post, repeated on a later page, tells nothing of the page's place.
    repeats = not window.begins and bool(matched) and matched[0] is not None
    skipped = int(repeats and matched[0] is known[0])
    changes.ranks = [rank for rank in former[skipped:] if rank is not None]
    taken = [floor.rank for floor in known]
    ranks = [*taken[:skipped], *ranks_of(former[skipped:], taken, window.page)]
    for fact, before, rank in zip(facts, matched, ranks, strict=True):
        if before is None:
            state, status = replace(fact, id=new_id()), "new"
        else:
            state, status = _settle(before, fact, repeated)
        changes.kept.append(replace(state, rank=rank))
        changes.statuses.append(status)
    return changes


def _match(known: Sequence[SeenFloor], facts: Sequence[SeenFloor]) -> list[SeenFloor | None]:
    """For each floor the one seen before that it is; the surest way first."""
    matched: list[SeenFloor | None] = [None] * len(facts)
    free = {floor.id: floor for floor in known}
    for key, agrees in (
        (lambda floor: (floor.fingerprint, floor.post_id), lambda _, now: now.post_id is not None),
        (lambda floor: floor.fingerprint, _have_one_date),
        (lambda floor: floor.post_id, _is_edit_by_id),
        (lambda floor: floor.author, _is_edit_by_date),
    ):
        waiting = defaultdict(list)
        for floor in free.values():
            waiting[key(floor)].append(floor)
        for at, fact in enumerate(facts):
            if matched[at] is not None:
                continue
            found = next((f for f in waiting.get(key(fact), ()) if agrees(f, fact)), None)
            if found is not None:
                matched[at] = free.pop(found.id)
                waiting[key(fact)].remove(found)
    return matched


def _have_one_date(before: SeenFloor, now: SeenFloor) -> bool:
    return is_compatible(before.date, before.error, now.date, now.error)


def _is_edit_by_id(before: SeenFloor, now: SeenFloor) -> bool:
    if now.post_id is None:
        return False
    same_author = before.author == now.author or None in (before.author, now.author)
    return same_author and _have_one_date(before, now)


def _is_edit_by_date(before: SeenFloor, now: SeenFloor) -> bool:
    if now.author is None or (before.post_id and now.post_id):
        return False
    return max(before.error, now.error) <= EXACT and _have_one_date(before, now)


def _repeated(floors: Sequence[SeenFloor]) -> set[str]:
    """Lines that stand in several floors."""
    counts = Counter(line for floor in floors for line in set(floor.lines.split()))
    return {line for line, number in counts.items() if number > 1}


def _settle(before: SeenFloor, now: SeenFloor, repeated: Set[str]) -> tuple[SeenFloor, str]:
    """What is to be kept of a floor that was seen before, with the better date; and its status.

    Lines that come or go, and stand in other floors, too, are no edit: what repeats is taken for a
    signature or chrome at one time and not at another, as more or less of the site is known.
    """
    better = now.error < before.error
    state = replace(now, id=before.id)
    if not better:
        state = replace(state, date=before.date, precision=before.precision, error=before.error)
    if before.deleted:
        return state, "restored"
    if before.fingerprint != now.fingerprint and not _differs_by(before, now, repeated):
        return state, "edited"
    return state, "dated" if better and not is_same(before.date, now.date) else "seen"


def _differs_by(before: SeenFloor, now: SeenFloor, repeated: Set[str]) -> bool:
    """Whether two readings of a floor differ by some of these lines only."""
    old, new = Counter(before.lines.split()), Counter(now.lines.split())
    if not old & new:
        return False
    return all(line in repeated for line in (old - new) + (new - old))

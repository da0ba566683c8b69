"""What the steps of a reading tell of how they decided, where someone listens.

A step gives `tell` a function that makes a fact; nobody listening, it is not called. So a report
shows what was decided, and no second time decides it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from extract_pipelines.items.items import Floor
from extract_pipelines.page import Leaf

_LISTENING: ContextVar[list[Any] | None] = ContextVar("listening", default=None)


@contextmanager
def listening() -> Iterator[list[Any]]:
    """What is told inside, in order."""
    told: list[Any] = []
    token = _LISTENING.set(told)
    try:
        yield told
    finally:
        _LISTENING.reset(token)


def tell(fact: Callable[[], object]) -> None:
    """Tell a fact to who listens.

    :param fact: makes it
    """
    told = _LISTENING.get()
    if told is not None:
        told.append(fact())


class FloorParts(NamedTuple):
    """Which leaves of the page a floor was read from."""

    floor: Floor
    author: Leaf | None
    date: Leaf | None
    body: Sequence[Leaf]
    """The leaves of its body, those of quotes among them."""
    quotes: Sequence[Leaf] = ()
    notes: Sequence[Leaf] = ()
    """Leaves beside it in its element that are no part of it: notes of edits, buttons."""
    signature: Sequence[Leaf] = ()


class LinesScored(NamedTuple):
    """How likely the lines of a record are part of its body."""

    view: Any
    lines: Sequence[tuple[Sequence[int], float]]
    """For each line the indices of its leaves, and the log odds."""


class SharedEnding(NamedTuple):
    """A line that was taken from the end of all posts of an author."""

    floors: Sequence[Floor]
    line: str


class GroupScored(NamedTuple):
    """What a scorer said of a group of records."""

    group: Any
    scorer: str
    """``outside``, or ``inside``, which has seen the records read."""
    features: Sequence[float]
    odds: float
    """Log odds of posts or comments."""
    chosen: float = 0.0
    """Those among them that it got, or lost, where one of several likely groups was chosen."""
    stated: float = 0.0
    """Those among them that the page's own data add."""


class ThreadTold(NamedTuple):
    """What was said of records: a thread's posts, or comments below an article."""

    features: Sequence[float]
    odds: float
    """Log odds of a thread, by the page alone."""


class GroupTaken(NamedTuple):
    """Records that were read as floors."""

    group: Any
    floors: Sequence[Floor]


class GroupRefused(NamedTuple):
    """Records that were taken for no floors."""

    group: Any
    why: str


class FieldSought(NamedTuple):
    """What was looked at for a field of an article, in order; the last gave it, if any did."""

    field: str
    looked: Sequence[tuple[str, str | None]]
    """A source, and what it says."""
    leaf: Leaf | None = None
    """The leaf that gave it, if one did."""


def first_of(field: str, sources: Iterable[tuple[str, Callable[[], str | None]]]) -> str | None:
    """What the first source says that says something; tells what was looked at.

    :param field: what is sought
    :param sources: their names, each with what looks there
    """
    looked: list[tuple[str, str | None]] = []
    for source, look in sources:
        looked.append((source, look() or None))
        if looked[-1][1]:
            break
    tell(lambda: FieldSought(field, looked))
    return looked[-1][1] if looked else None


class TitleScored(NamedTuple):
    """The texts that may be the title, and their probabilities."""

    candidates: Sequence[Any]
    probabilities: Sequence[float]


class BlocksScored(NamedTuple):
    """How likely each block of the page is content; see `extract_pipelines.article.auto`."""

    blocks: Any
    probabilities: Sequence[float]
    least: float
    """The body begins at this probability."""

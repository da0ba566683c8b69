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


class FloorDropped(NamedTuple):
    """A floor that was read and is none of what came out."""

    floor: Floor
    why: str
    """The reason, in words."""


def tell_dropped(floor: Floor, why: str) -> None:
    """Tell who listens that a floor is none of what comes out."""
    tell(lambda: FloorDropped(floor, why))


class BoilerplateFound(NamedTuple):
    """Leaves in posts that say what the posts of other threads do."""

    leaves: Sequence[int]
    """Their indices on the page."""


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

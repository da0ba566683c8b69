"""What is told of how a page was read: plain data, which `explain` gives and a report shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

# What becomes of a piece of text, in the order of the legend, with what it means.
ROLES = {
    "title": "the page's title",
    "author": "who wrote a post or the article",
    "date": "when it was written",
    "number": "a post's own link or number",
    "body": "the text of a post or of the article",
    "quote": "what a post quotes of another",
    "signature": "what ends all posts of one author",
    "template": "what most pages of this kind share",
    "rule": "dropped by a rule; each piece tells which",
    "boilerplate": "all that was left out for another reason",
}


class ExplainedPiece(NamedTuple):
    """A piece of the page's text (a leaf), and what became of it."""

    leaf: int
    """Its number among the page's leaves, from 0."""
    text: str
    role: str
    """A key of `ROLES`."""
    why: str
    """Why it has this role, in words."""
    path: str
    """Tags from the root to it."""
    position: int
    """Its depth-first position, in elements opened before it; inline ones do not count."""
    line: int
    """Number of its visual line."""
    spaced: bool
    """Whether white space parts it from the piece before."""
    probability: float | None
    """How likely it is content, 0 to 1, where that was asked."""


class LookedAt(NamedTuple):
    """A place that was looked at for a field, and what stood there."""

    place: str
    found: str
    """What was found; why it was not taken, where the field has another value or none."""


@dataclass(frozen=True, slots=True)
class ExplainedField:
    """A field of what came out."""

    name: str
    value: str
    """What it says, shortened; empty where there is nothing."""
    source: str
    """What it was taken from, in words."""
    leaf: int | None = None
    """The piece that it stands in; None where it stands in none."""
    looked: tuple[LookedAt, ...] = ()
    """What was looked at."""


@dataclass(frozen=True, slots=True)
class ExplainedFloor:
    """A floor, or a comment below an article."""

    fields: tuple[ExplainedField, ...]
    leaf: int | None
    """The piece that it begins with."""


class Contribution(NamedTuple):
    """A feature that spoke for or against a candidate."""

    feature: str
    """Its name in words."""
    value: float
    weight: float
    """By how much it moved the log odds; positive is for."""


@dataclass(frozen=True, slots=True)
class ExplainedCandidate:
    """Records that may be the page's posts."""

    shape: str
    """What the roots of the records share."""
    date: str
    """The place of their dates; empty for records without."""
    records: int
    score: float
    """What the rules give, 0 to 1."""
    probability: float | None
    """What the learned scorer gives, 0 to 1; None where it was not asked."""
    was_read: bool
    """Whether the scorer has seen what comes out if the records are read as posts."""
    pro: tuple[Contribution, ...]
    con: tuple[Contribution, ...]
    leaf: int | None
    """The piece that its first record begins with."""
    verdict: str
    """Whether it was taken, or why not."""


@dataclass(frozen=True, slots=True)
class ExplainedSlot:
    """A place in the records."""

    place: str
    roles: tuple[str, ...]
    records: int
    """Records with a text there."""
    fit: float
    """How well it fits as the body, 0 to 1."""
    size: float
    """Mean characters of its text."""
    alike: str
    """How often its text is that of the record before, or of the same author's."""
    author_odds: float | None
    """Log odds that it names the author, less the usual ones."""
    example: str
    leaf: int | None


@dataclass(frozen=True, slots=True)
class ExplainedMethod:
    """What one method would have given on this page."""

    name: str
    finds: str
    """``floors`` or ``body``."""
    count: int
    """Floors, or characters of the body."""
    summary: str
    text: str
    """How what it gives begins."""
    agreement: float | None
    """F1 of its characters and of those that came out, 0 to 1; None where they are not alike."""
    chosen: bool


class Series(NamedTuple):
    """A row of points of a figure."""

    kind: str
    """``line``, ``bars``, ``dots``, ``cuts`` (at each x), ``bands`` (from x to y) or ``level``."""
    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A plot."""

    key: str
    title: str
    caption: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """How one page was read."""

    url: str
    title: str
    result: str
    """What came out, in a sentence."""
    method: str
    probability: float
    made_with: str
    """Name and version of what read it."""
    facts: tuple[tuple[str, str], ...]
    """What else is known of the page: a name, a value."""
    pieces: tuple[ExplainedPiece, ...]
    fields: tuple[ExplainedField, ...]
    floors: tuple[ExplainedFloor, ...]
    floors_name: str
    """``floors`` or ``comments``."""
    site: tuple[tuple[str, str], ...]
    """What the other pages of its site told; empty where none are known."""
    decision: tuple[str, ...]
    """How it was decided, a sentence each."""
    candidates: tuple[ExplainedCandidate, ...]
    slots: tuple[ExplainedSlot, ...]
    methods: tuple[ExplainedMethod, ...]
    figures: tuple[Figure, ...]

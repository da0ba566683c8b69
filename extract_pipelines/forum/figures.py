"""The figures by which runs of a site are compared: each is a share, and less of it is worse."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

# A share has fallen if it is so much lower than before, and by so many standard errors.
FALL = 0.1
SURE = 3.0
# Fewer floors tell nothing of their fields: they may be one person's.
LEAST_FLOORS = 20
FIELDS = ("author", "date", "body")

# What each figure is a share of, and what those have that count as good.
WORDING = {
    "answered": ("requests", "were answered with a page"),
    "read_again": ("pages of threads known before", "were read as a thread"),
    "kept": ("known threads with posts read before", "still show half of these"),
    "with_own_text": ("pages", "say anything that the pages before them do not"),
    **{f"with_{name}": ("floors", f"have a known {name}") for name in FIELDS},
}


class Share(NamedTuple):
    """So many of a number: pages that are good, of those that were looked at."""

    good: int = 0
    of: int = 0

    @property
    def value(self) -> float:
        """From 0 to 1; 0 of nothing."""
        return self.good / self.of if self.of else 0.0


class Fall(NamedTuple):
    """A share that has fallen."""

    figure: str
    now: float
    before: float

    def __str__(self) -> str:
        """The sentence for the log."""
        things, verb = wording(self.figure)
        now, before = f"{100 * self.now:.0f}%", f"{100 * self.before:.0f}%"
        return f"{now} of the {things} {verb}; in the runs before, {before} did"


def wording(figure: str) -> tuple[str, str]:
    """What a figure is a share of, and what counts."""
    if figure in WORDING:
        return WORDING[figure]
    method = figure.removeprefix("by_")
    things = "pages of threads" if method in ("records", "clusters") else "articles"
    return things, f"were read by the method {method}"


def fallen(figure: str, now: Share, past: Sequence[Share]) -> Fall | None:
    """Whether a share is lower than in the runs before, by more than chance and their own spread.

    Runs directly before that were low, too, but too small to tell, are added to this one.

    :param past: of the runs before in which there was anything to count, the latest first
    """
    recent = now
    for at, latest in enumerate(past):
        rest = past[at:]
        if _is_low(now, rest) and _is_lower(figure, recent, rest):
            return Fall(figure, recent.value, _total(rest).value)
        if not _is_low(latest, past[at + 1 :]):
            break
        recent = _total((recent, latest))
    return None


def _is_low(share: Share, past: Sequence[Share]) -> bool:
    return share.value < _total(past).value - FALL


def _is_lower(figure: str, now: Share, past: Sequence[Share]) -> bool:
    """Whether a share is lower than those before by more than chance.

    After Agresti and Caffo (2000), who add a good and a bad one to each side, so that few pages
    tell little. The variance is that of chance, times how much more the past runs differ.
    """
    least = LEAST_FLOORS if wording(figure)[0] == "floors" else 1
    sides = [(side.good + 1, side.of + 2) for side in (now, _total(past))]
    values = [good / of for good, of in sides]
    chance = sum(value * (1 - value) / of for value, (_, of) in zip(values, sides, strict=True))
    error = math.sqrt(chance * _spread(past))
    return now.of >= least and _is_low(now, past) and values[1] - values[0] > SURE * error


def _total(shares: Sequence[Share]) -> Share:
    return Share(sum(share.good for share in shares), sum(share.of for share in shares))


def _spread(past: Sequence[Share]) -> float:
    """How many times the variance between runs is that of chance: the quasi-binomial's factor."""
    good, of = _total(past)
    mean = (good + 1) / (of + 2)
    squares = sum(share.of * (share.value - mean) ** 2 for share in past)
    return max(1.0, squares / (mean * (1 - mean)) / max(1, len(past) - 1))

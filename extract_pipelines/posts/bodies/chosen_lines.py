"""Which lines of a record are its body, by how likely each of them is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Final

from extract_pipelines.posts.bodies.line_features import LINE_NAMES
from extract_pipelines.posts.views.slot_statistics import LEAST_COMPARED, MOSTLY

# Least log odds of a line of the body. Where bodies are, to lose a line costs more than to take one
# too many, as most posts have few of them; elsewhere it is the other way round.
LEAST_INSIDE: Final = -1.1
LEAST_OUTSIDE: Final = 1.0
# The same of one that stands between others of the body.
LEAST_BETWEEN: Final = 0.0
_IN_BEST, _QUOTE, _ALIKE, _COMPARED, _PRESENT = (
    LINE_NAMES.index(name) for name in ("in_best", "quote", "alike", "compared", "present")
)


def choose_lines(
    rows: Mapping[int, Sequence[float]], odds: Mapping[int, float], sure: Set[int] = frozenset()
) -> Set[int]:
    """The numbers of the lines that make up a body.

    Who and what is quoted is part of it, but for what the quotes of all records say. What all
    records say at the same place is a button or a label, if anything else is left.

    :param rows: the features of each line
    :param odds: log odds that it is part of the body
    :param sure: the lines that are part of it in any case
    """
    likely = {
        number
        for number, row in rows.items()
        if odds[number] > _least(row) or (row[_QUOTE] and not _is_alike(row))
    }
    own = {number for number in likely if not _is_label(rows[number])}
    chosen = own if own or sure else likely
    first, last = min(chosen, default=0), max(chosen, default=0)
    between = (number for number in rows if first < number < last)
    return chosen.union(sure, (number for number in between if odds[number] > LEAST_BETWEEN))


def _least(row: Sequence[float]) -> float:
    return LEAST_INSIDE if row[_IN_BEST] else LEAST_OUTSIDE


def _is_label(row: Sequence[float]) -> bool:
    """Whether nearly all records have a line at the same place with the same text."""
    return row[_PRESENT] >= MOSTLY and _is_alike(row)


def _is_alike(row: Sequence[float]) -> bool:
    """Whether the records say the same at a line's place."""
    return row[_COMPARED] >= LEAST_COMPARED and row[_ALIKE] >= MOSTLY

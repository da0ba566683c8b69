"""The lines that number a page's posts, such as "#3" and "3楼": each higher than the last."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from itertools import pairwise
from typing import Final, TypeAlias

from extract_pipelines.posts.bodies.record_lines import RecordLine

# Characters of what numbers a post.
LONGEST: Final = 16
_NUMBER: Final = re.compile(r"\D*(\d{1,7})\D*")

# The numbers of some posts, with the record and the line that each stands in.
_Series: TypeAlias = Sequence[tuple[int, int, RecordLine]]


def post_numbers(records: Sequence[Sequence[RecordLine]]) -> Set[RecordLine]:
    """The lines that number the posts.

    They stand at one place, beside the same words, once in a post, and rise or fall.

    :param records: the lines of each, in the order of the page
    """
    found: dict[tuple[str, str, str], list[tuple[int, int, RecordLine]]] = {}
    for record, lines in enumerate(records):
        for line in lines:
            number = _NUMBER.fullmatch(line.text) if len(line.text) <= LONGEST else None
            if number:
                before, after = line.text[: number.start(1)], line.text[number.end(1) :]
                series = found.setdefault((line.above[0], before, after), [])
                series.append((record, int(number[1]), line))
    return {
        line
        for series in found.values()
        if _rises(series) or _rises(series[::-1])
        for _, _, line in series
    }


def _rises(series: _Series) -> bool:
    """Whether each post has one number, higher than the last; of two posts higher by one."""
    steps = [(one[0] != last[0], one[1] - last[1]) for last, one in pairwise(series)]
    rises = bool(steps) and all(is_other and step > 0 for is_other, step in steps)
    return rises and (len(steps) > 1 or steps[0][1] == 1)

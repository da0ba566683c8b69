"""Buttons with counts that stand below a text, in its element: "浏览(312)", "点赞(5) 回复 举报"."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.captions import MEANINGS, meanings_of
from extract_pipelines.posts.bodies.record_lines import RecordLine

_BUTTONS: Final = sum(1 << MEANINGS.index(one) for one in ("reply", "report", "views"))
_CAPTIONS: Final = _BUTTONS | sum(1 << MEANINGS.index(one) for one in ("like", "thread"))
_WORDS: Final = re.compile(r"[\W\d_]*([^\W\d_]+(?:[ -][^\W\d_]+)*)[\W\d_]*")
# A longer line is a text.
LONGEST: Final = 60


def without_counted_buttons(page: Page, lines: Sequence[RecordLine], chosen: Set[int]) -> set[int]:
    """The chosen lines but the last ones, if they are buttons, and one of them has a count.

    Without one they may be the words that somebody ends with: "Thanks".
    """
    left = sorted(chosen)
    meant, is_counted = 0, False
    while len(left) > 1 and (meanings := _meanings_of_line(page, lines[left[-1]])):
        is_counted |= any(map(str.isdigit, lines[left.pop()].text))
        meant |= meanings
    return set(left) if is_counted and meant & _BUTTONS else set(chosen)


def _meanings_of_line(page: Page, line: RecordLine) -> int:
    """What the captions that are all of a line mean, as bits; 0 if it says something else."""
    if len(line.text) > LONGEST:
        return 0
    each = [_meanings(page.flat.texts[leaf]) for leaf in line.leaves]
    if not all(each):  # a count may stand in an element of its own
        return _meanings(line.text)
    found = 0
    for meanings in each:
        found |= meanings
    return found


def _meanings(text: str) -> int:
    """What a text of words alone, and maybe a number before or behind them, means as a caption."""
    words = _WORDS.fullmatch(text)
    return meanings_of(words[1]) & _CAPTIONS if words else 0

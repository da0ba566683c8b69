"""Lines in a post that tell when it was edited, or who wrote it, and are none of its text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.date_reading import read_date
from extract_pipelines.text.dates import OTHER_DATES, FoundDate
from extract_pipelines.text.lexicon.patterns import UNSPACED, LazyPattern, any_of

LONGEST_NOTE: Final = 200
# A word in brackets, as messengers write behind a text: "(edited)", "（已编辑）".
_MARK: Final = LazyPattern(lambda: rf"[(\[（［]\s?{any_of('edited')}\s?[)\]）］]", re.IGNORECASE)
# Behind the date of a note that forum software wrote: nothing, who did it, how often it was done;
# and why, if a word announces it.
_BEHIND: Final = LazyPattern(
    lambda: rf"\W*(?:{_who()})?\W*(?:{_how_often()})?\W*(?:{any_of('edit_reason')}\s?[:：].*)?",
    re.IGNORECASE,
)


def _who() -> str:
    """A name, with or without what announces it: "by Anna", "wysłana przez Anna", "Anna által"."""
    announced = rf"(?:\S{{1,20}}\s)?{any_of('by', 'done_by')}(?:[:：]\s?|\s)[^:：]{{1,40}}"
    return rf"{announced}|[^\s:：{UNSPACED}]{{1,30}}(?:\s{any_of('done_by')})?"


def _how_often() -> str:
    """How often something was edited: "edited 2 times in total", "em um total de 2 vezes"."""
    counted = rf"\d{{1,3}}\s?(?:[^\W\d]+\s)?{any_of('times')}|{any_of('times')}\s?\d{{1,3}}"
    edited = rf"[^:：]{{0,40}}{any_of('edited')}[^:：]{{0,30}}"
    return rf"{edited}|[^:：\d]{{0,30}}(?:{counted})[^:：\d]{{0,30}}"


def is_edit_note(line: str, page: Page) -> bool:
    """Whether a line says when a text was edited, as "Last edited by Anna on 3 May 2024".

    :param page: on which it stands, as it tells the language of a month and from when it is
    """
    date = _date_in(line, page)
    return date is not None and date.label in OTHER_DATES


def is_bare_note(line: str, page: Page) -> bool:
    """Whether a line says nothing but that a text was edited, when, and by whom.

    Without that it is a word in brackets. What an author says of an edit has no time of day, or
    goes on: "Edited 3 May: fixed the link".
    """
    if _MARK.fullmatch(line):
        return True
    date = _date_in(line, page)
    if date is None or date.label != "edited" or not (date.relative or date.tells_time):
        return False
    return _BEHIND.fullmatch(line, date.end) is not None


def mark_behind(page: Page, leaves: Sequence[int]) -> int:
    """How many of the last leaves of a body only say in brackets that it was edited: one or none.

    It has an element of its own on the line of the text: "Try it. (edited)".

    :param leaves: indices of its leaves, in order
    """
    tree = page.flat
    if len(leaves) < 2 or not _MARK.fullmatch(tree.texts[leaves[-1]]):
        return 0
    mark = leaves[-1]
    return int(tree.leaf_end[tree.nodes[mark]] - tree.leaf_start[tree.nodes[mark]] == 1)


def is_profile(line: str, page: Page) -> bool:
    """Whether a line says behind a colon when its author joined: "Member - Joined: May 2015"."""
    date = _date_in(line, page)
    if date is None or date.label not in ("joined", "active"):
        return False
    return line[: line.find(date.raw)].rstrip().endswith((":", "："))


def _date_in(line: str, page: Page) -> FoundDate | None:
    """The first date in a line, if that is not too long to be a note."""
    return read_date(page, line) if len(line) <= LONGEST_NOTE else None

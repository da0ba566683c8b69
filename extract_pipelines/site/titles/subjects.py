"""The subject of a letter, where `<title>` has it behind other words: `garden: Message: …`.

Or where `<title>` does not have it, and another line of the letter's head was taken for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import find_dates_of
from extract_pipelines.posts.unboxed.letter_heads import (
    begins_letter,
    behind_label,
    heads_of,
    labelled_lines,
    may_be_head,
)
from extract_pipelines.posts.unboxed.text_lines import TextLine
from extract_pipelines.site.titles.cuts import COLON, MOST_BEFORE
from extract_pipelines.text.lexicon.patterns import LazyPattern, any_of

# What ends the words before the subject.
_ENDS: Final = (": ", "： ", "] ")
# What may stand before the subject in its own line: "Re:", "[garden] Re:"; more words are of it.
_MARK: Final = re.compile(r"(?:\[[^\]]*\]\s*)*(?:\S+\s+)?")

_SUBJECT: Final = LazyPattern(
    lambda: rf"\W{{0,3}}(?:{any_of('mail_subject')})\s?[:：]", re.IGNORECASE
)
_ANSWERS: Final = re.compile(r"\A(?:re\s?[:：]\s*)+(?=\S)", re.IGNORECASE)


def letter_subject(page: Page) -> str | None:
    """What the head of the first letter says that ends the page's title behind a colon.

    None where there is no letter, or the title is the subject as it stands.
    """
    title = page.title
    if not any(end in title for end in _ENDS):
        return None
    if not _may_have_head(page):
        return None
    values = list(_values(page))
    able = [
        value
        for value in values
        if title.endswith(value) and title.removesuffix(value).endswith(_ENDS)
    ]
    if title in values:
        able = [value for value in able if _MARK.fullmatch(title.removesuffix(value))]
    return max(able, key=len, default=None)


def subject_instead(page: Page, chosen: str) -> str:
    """What was chosen for a title; the subject of the first letter if that is a line of its head.

    A subject loses its "Re:".
    """
    if not _may_have_head(page):
        return chosen
    own = _first_head(page)
    told = next((line for line in own if _SUBJECT.match(line.text)), None)
    subject = behind_label(told) if told else ""
    is_of_head = any(chosen in line.text for line in own if line is not told)
    return _ANSWERS.sub("", subject) if subject and (is_of_head or chosen == subject) else chosen


def _first_head(page: Page) -> Sequence[TextLine]:
    """The lines of the first letter's head."""
    lines = labelled_lines(page)
    return [line for head in heads_of(page)[:1] for line in lines[head.start : head.stop]]


def _may_have_head(page: Page) -> bool:
    if any(begins_letter(page, node) for node in page.flat.tagged("pre")):
        return True
    dated = [one.leaf for one in find_dates_of(page).mentions if one.leaf >= 0]
    return any(may_be_head(page, leaf) for leaf in dated)


def _values(page: Page) -> Iterator[str]:
    """What stands behind the labels of the first letter's head, with and without its "Re:"."""
    for line in _first_head(page):
        if value := behind_label(line):
            yield value
            if colon := COLON.search(value, 0, MOST_BEFORE):
                yield value[colon.end() :]

"""The subject of a letter, where `<title>` has it behind other words: `garden: Message: …`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import find_dates_of
from extract_pipelines.posts.unboxed.letter_heads import behind_label, heads_of, may_be_head
from extract_pipelines.site.titles.cuts import COLON, MOST_BEFORE

# What ends the words before the subject.
_ENDS: Final = (": ", "： ", "] ")
# What may stand before the subject in its own line: "Re:", "[garden] Re:"; more words are of it.
_MARK: Final = re.compile(r"(?:\[[^\]]*\]\s*)*(?:\S+\s+)?")


def letter_subject(page: Page) -> str | None:
    """What the head of the first letter says that ends the page's title behind a colon.

    None where there is no letter, or the title is the subject as it stands.
    """
    title = page.title
    if not any(end in title for end in _ENDS):
        return None
    dated = [one.leaf for one in find_dates_of(page).mentions if one.leaf >= 0]
    if not any(may_be_head(page, leaf) for leaf in dated):
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


def _values(page: Page) -> Iterator[str]:
    """What stands behind the labels of the first letter's head, with and without its "Re:"."""
    lines, heads = heads_of(page)
    for head in heads[:1]:
        for line in lines[head.start : head.stop]:
            if value := behind_label(line):
                yield value
                if colon := COLON.search(value, 0, MOST_BEFORE):
                    yield value[colon.end() :]

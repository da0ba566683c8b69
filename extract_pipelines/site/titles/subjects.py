"""The subject of a letter, where `<title>` has it behind other words: `garden: Message: …`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import find_dates_of
from extract_pipelines.posts.unboxed.letter_heads import heads_of, may_be_head
from extract_pipelines.site.titles.cuts import COLON, MOST_BEFORE

_LABELLED: Final = re.compile(r"\W{0,3}[^\W\d_][\w\- ]{0,30}?\s?[:：]\s*(?P<value>\S.*)")
_PARTED: Final = re.compile(r"[:：\]]\s")
_BEFORE: Final = re.compile(r".*[:：\]]\s+\Z")


def letter_subject(page: Page) -> str | None:
    """What the head of the first letter says that ends the page's title behind a colon.

    None where there is no letter, or the title is the subject as it stands.
    """
    title, dated = page.title, [one.leaf for one in find_dates_of(page).mentions]
    if not _PARTED.search(title):
        return None
    if not any(leaf >= 0 and may_be_head(page, leaf) for leaf in dated):
        return None
    able = [
        value
        for value in _values(page)
        if title.endswith(value) and _BEFORE.fullmatch(title.removesuffix(value))
    ]
    return max(able, key=len, default=None)


def _values(page: Page) -> Iterator[str]:
    """What stands behind the labels of the first letter's head, with and without its "Re:"."""
    lines, heads = heads_of(page)
    for head in heads[:1]:
        for line in lines[head.start : head.stop]:
            if found := _LABELLED.fullmatch(line.text):
                value = found["value"].strip()
                yield value
                if colon := COLON.search(value, 0, MOST_BEFORE):
                    yield value[colon.end() :]

"""What the text before a date says that it is of: an edit, joining, the last visit."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.dated_attributes import LONGEST_REST
from extract_pipelines.text.date_words import AND
from extract_pipelines.text.dates import find_date, has_date

# Attributes that tell what an icon stands for.
_TITLES: Final = ("title", "aria-label", "alt")
_NUMBER: Final = re.compile(r"\d+")
# A number in a name: "Edited by Anna77".
_OF_NAME: Final = re.compile(r"(?<=[^\W\d_])\d+")


def label_of_leaf(page: Page, leaf: int) -> str | None:
    """What the texts before a leaf with a date say that the date is of.

    Where a link, or an element between texts of one, stands right before it on its line, they may
    end before that: "Edited by Anna on", "Edited by Anna (".
    """
    texts, lines, nodes = page.flat.texts, page.flat.lines, page.flat.nodes
    label = _label_of_icon(page, nodes[leaf]) or (label_before(texts[leaf - 1]) if leaf else None)
    if leaf and not label and lines[leaf - 1] == lines[leaf] and texts[leaf - 1] == "(":
        leaf -= 1
    if label or leaf < 2 or lines[leaf - 2] != lines[leaf]:
        return label
    if not page.flat.in_link[leaf - 1] and not nodes[leaf - 1] > nodes[leaf] == nodes[leaf - 2]:
        return label
    words = f"{texts[leaf - 2]} {texts[leaf - 1]}"
    of_both = _label_in(words) if len(words) <= LONGEST_REST else None
    return of_both if of_both == "edited" else None


def _label_of_icon(page: Page, node: int) -> str | None:
    """What the title of an icon that an element begins with says of the date behind it."""
    element = page.elements[node]
    if len(element) == 0 or (element.text or "").strip():
        return None
    icon = element[0]
    titles = [icon.get(name) or "" for name in _TITLES] if not len(icon) and not icon.text else []
    words = next(filter(None, titles), "")
    return _label_in(words) if words and len(words) <= LONGEST_REST else None


def label_before(text: str) -> str | None:
    """What the text before a date's own, with no date in it, says that the date is of.

    Behind another date it may go on: "Created on 3 May 2024 and updated".
    """
    words = _NUMBER.split(text[-LONGEST_REST - 1 :])[-1]
    if len(words) > LONGEST_REST:
        return None
    if words == text:
        return _label_in(words)
    if has_date(text):
        goes_on = words.strip().partition(" ")[0].lower() in AND
        return _label_in(words) if goes_on else None
    whole = _OF_NAME.sub("", text) if len(text) <= LONGEST_REST else ""
    return _label_in(words) or _label_in(whole)


@lru_cache(maxsize=1024)
def _label_in(words: str) -> str | None:
    """What words before a date say that it is of: most pages say it of several in the same ones."""
    labelled = find_date(f"{words} 2001-02-03")
    return labelled.label if labelled else None

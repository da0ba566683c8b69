"""Who wrote an article: what the page declares, or else a byline in its text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from extract_pipelines.page import Leaf, Page
from extract_pipelines.text.names import is_name

META_AUTHORS = ("author", "article:author", "parsely-author", "sailthru.author", "dc.creator")
# A byline is no longer than this; names in it are parted by these.
LONGEST_BYLINE = 80
_HAN = r"\u4e00-\u9fff·"
_HAN_NAMES = rf"(?P<names>[{_HAN}]{{2,12}}(?:[ \u3000、，,]+[{_HAN}]{{2,4}}(?![{_HAN}]))*)"
_CAPITAL_NAMES = r"(?P<names>[^\W\d_a-z][\w.'’-]+(?:\s+[\w.'’-]+){1,3})"
# The words for who wrote come before those for who sent in or edited.
_BYLINES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:作者|作 者|撰文|执笔人|執筆|著者)\s*[:：]\s*{_HAN_NAMES}",
        rf"(?:记者|記者|通讯员|通訊員)\s*[:：]?\s+{_HAN_NAMES}",
        rf"^(?:[Bb]y|BY|[Vv]on|[Pp]ar|[Pp]or|[Dd]i)\s+{_CAPITAL_NAMES}$",
        rf"(?:编辑|編輯)\s*[:：]\s*{_HAN_NAMES}",
    )
)
_LABEL = re.compile(r"(?:.*\s)?(?:作\s?者|撰文|author|written by|by)\s*[:：]?\s*", re.IGNORECASE)


def find_author(page: Page, leaves: Sequence[Leaf], meta: Mapping[str, str]) -> str | None:
    """The article's author or authors as the page names them; None if it names none.

    :param leaves: the page's leaves that are not the template's
    :param meta: the page's ``<meta>`` fields
    """
    declared = (meta.get(name, "") for name in META_AUTHORS)
    return (
        next((name for name in declared if _is_person(name)), None)
        or _marked_author(page)
        or _labelled_author(leaves)
        or _byline(leaves)
    )


def _is_person(name: str) -> bool:
    """Whether a declared author is a name, and no address, number or list of keywords."""
    return is_name(name) and not any(character.isdigit() for character in name)


def _marked_author(page: Page) -> str | None:
    """The text of the first element that is marked as the author."""
    for element in page.elements:
        if element.get("itemprop") == "author" or element.get("rel") == "author":
            text = " ".join("".join(element.itertext()).split())
            if _is_person(text):
                return text
    return None


def _labelled_author(leaves: Sequence[Leaf]) -> str | None:
    """The leaf after one that ends with a word for the author."""
    for label, leaf in pairwise(leaves):
        if len(label.text) <= LONGEST_BYLINE and _LABEL.fullmatch(label.text):
            return leaf.text if _is_person(leaf.text) else None
    return None


def _byline(leaves: Sequence[Leaf]) -> str | None:
    for pattern in _BYLINES:
        for leaf in leaves:
            if len(leaf.text) <= LONGEST_BYLINE and (found := pattern.search(leaf.text)):
                return found["names"].strip()
    return None

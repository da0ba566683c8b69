"""Texts that stand at the same place in several records."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import digits
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.posts.views.views import RecordView

_DIGITS: Final = re.compile(r"\d+")
_ASCII_DIGITS: Final = digits.encode()
_ASCII: Final = bytes(range(128))


def repeated_leaves(page: Page, views: Sequence[RecordView]) -> frozenset[int]:
    """The records' leaves whose text, without digits, stands at the same place elsewhere, too.

    Of the same views they are found once.
    """
    known, asked = _repeated(page), tuple(views)
    if asked not in known:
        known[asked] = _find_repeated(_masked(page), views)
    return known[asked]


@once_a_page
def _repeated(page: Page) -> dict[tuple[RecordView, ...], frozenset[int]]:
    """The repeated leaves of a page that were asked for."""
    return {}


def _find_repeated(masked: Sequence[str], views: Sequence[RecordView]) -> frozenset[int]:
    first: dict[str, dict[str, int]] = {}
    found = set()
    for view in views:
        for rank, index in enumerate(view.leaves):
            place = view.above[rank][0]
            said = first.get(place)
            if said is None:
                first[place] = {masked[index]: index}
                continue
            other = said.setdefault(masked[index], index)
            if other != index:
                found.add(index)
                found.add(other)
    return frozenset(found)


@once_a_page
def _masked(page: Page) -> list[str]:
    """For each leaf its text without digits; in one go, as no text has a line break."""
    written = "\n".join(page.flat.texts).encode("utf-8", "surrogatepass")
    bare = written.translate(None, _ASCII_DIGITS).decode("utf-8", "surrogatepass").split("\n")
    if not _DIGITS.search(written.translate(None, _ASCII).decode("utf-8", "surrogatepass")):
        return bare  # no digits of other scripts
    return [text if text.isascii() else _DIGITS.sub("", text) for text in bare]

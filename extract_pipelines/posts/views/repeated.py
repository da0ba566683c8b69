"""Texts that stand at the same place in several records."""

from __future__ import annotations

from collections.abc import Sequence

from extract_pipelines.page import Page
from extract_pipelines.page.memo import once_a_page, once_a_view
from extract_pipelines.posts.views.views import RecordView
from extract_pipelines.text.digits import without_digits


def repeated_leaves(page: Page, views: Sequence[RecordView]) -> frozenset[int]:
    """The records' leaves whose text, without digits, stands at the same place elsewhere, too.

    Of the same views they are found once.
    """
    known, asked = _repeated(page), tuple(views)
    if asked not in known:
        known[asked] = _find_repeated(page, views)
    return known[asked]


@once_a_page
def _repeated(page: Page) -> dict[tuple[RecordView, ...], frozenset[int]]:
    """The repeated leaves of a page that were asked for."""
    return {}


def _find_repeated(page: Page, views: Sequence[RecordView]) -> frozenset[int]:
    first: dict[str, dict[str, int]] = {}
    found = set()
    for view in views:
        for index, text, above in zip(view.leaves, _masked(page, view), view.above, strict=True):
            place = above[0]
            said = first.get(place)
            if said is None:
                first[place] = {text: index}
                continue
            other = said.setdefault(text, index)
            if other != index:
                found.add(index)
                found.add(other)
    return frozenset(found)


@once_a_view
def _masked(page: Page, view: RecordView) -> list[str]:
    """For each leaf of a record its text without digits."""
    texts = page.flat.texts
    return [without_digits(texts[index]) for index in view.leaves]

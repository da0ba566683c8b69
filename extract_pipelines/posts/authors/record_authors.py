"""Who wrote the records of a page, each by the places that name authors."""

from __future__ import annotations

from collections.abc import Sequence

from extract_pipelines.page import Page
from extract_pipelines.posts.authors.authors import author_of
from extract_pipelines.posts.authors.naming import Naming, can_be_author, said_beside_date
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.posts.views.views import RecordView


def authors_of(
    page: Page, views: Sequence[RecordView], statistics: SlotStatistics
) -> list[Naming | None]:
    """The author of each record.

    :param statistics: what is known of the places in them, this page included
    """
    found = [
        author_of(page, view, statistics.author_places([view])) or said_beside_date(page, view)
        for view in views
    ]
    if None in found:
        around = _around_link(page, views, found)
        if around:
            return [
                author or _alone_at(page, view, around)
                for view, author in zip(views, found, strict=True)
            ]
    return found


def _around_link(
    page: Page, views: Sequence[RecordView], authors: Sequence[Naming | None]
) -> str | None:
    """The place of the element around the first author's link, within the record."""
    for view, author in zip(views, authors, strict=True):
        if author is None or not page.leaves[author.leaf].in_link:
            continue
        node = page.leaves[author.leaf].node
        while page.tags[node] != "a":
            node = page.parents[node]
        place = view.place(page.parents[node])
        return None if place == "." else place
    return None


def _alone_at(page: Page, view: RecordView, place: str) -> Naming | None:
    """The only text at a place, if it can be a name: who has left has no page to link to."""
    leaves = view.leaves_at.get(place, ())
    if len(leaves) != 1 or leaves[0] in view.dated_leaves:
        return None
    leaf = page.leaves[leaves[0]]
    return Naming(leaves[0], leaf.text) if not leaf.in_link and can_be_author(leaf.text) else None

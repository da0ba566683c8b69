"""Names that a picture shows where other posts have them as text: some sites let members draw."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from extract_pipelines.page import Page
from extract_pipelines.posts.authors.naming import can_be_author
from extract_pipelines.posts.views.views import RecordView


def pictured_author(page: Page, view: RecordView, places: Sequence[str]) -> str | None:
    """The alternative text of the only picture where names are, if nothing is written there.

    :param places: those of names, the likeliest first
    """
    place = places[0] if places else "."
    while (node := view.node_at(place)) is None and "/" in place:
        place = place.rpartition("/")[0]
    if node is None or node == view.record.start:
        return None
    first, last = page.flat.leaf_range(node)
    pictures = page.flat.tagged("img")
    begin = bisect_left(pictures, node)
    inside = pictures[begin : bisect_left(pictures, page.subtree_end[node])]
    if first < last or len(inside) != 1:
        return None
    name = page.flat.values("alt").get(inside[0], "").strip()
    return name if can_be_author(name) else None

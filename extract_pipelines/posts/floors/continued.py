"""Messages that go on where the one before ended, and say no more than their text.

Chats show who wrote several messages in a row, and when, above the first of them alone; or above
that who, and beside each of them when.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

from extract_pipelines.items import Floor
from extract_pipelines.page import Page
from extract_pipelines.posts.authors.authors import author_of
from extract_pipelines.posts.bodies.between_posts import is_advertised
from extract_pipelines.posts.bodies.bodies import Bodies
from extract_pipelines.posts.floors.fields import read_floor
from extract_pipelines.posts.records.analysis import Analysis
from extract_pipelines.posts.records.records import Candidate, Record, undated_mention
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.posts.views.views import RecordView, view_of

# Chats show again who writes after a longer pause; a post without a name behind one is a guest's.
LONGEST_PAUSE: Final = timedelta(minutes=15)


def name_continued(
    views: Sequence[RecordView], floors: Sequence[Floor], statistics: SlotStatistics
) -> None:
    """Name who wrote messages that show their times, but no more than their texts beside them.

    They are by who wrote the one right before, if the element that names him is missing in them.

    :param floors: what the records say; their authors are changed
    """
    place = next(iter(statistics.author_places(views)), None)
    if place is None:
        return
    for (before, first), (view, floor) in pairwise(zip(views, floors, strict=True)):
        is_next = before.record.stop == view.record.start and floor.author is None
        if is_next and _follows(first, floor) and view.node_at(place) is None:
            floor.author, floor.author_url = first.author, first.author_url


def _follows(before: Floor, floor: Floor) -> bool:
    """Whether a message was written soon after another one, if both tell their minute."""
    first, then = _minute_of(before), _minute_of(floor)
    if first is None or then is None or (first.tzinfo is None) != (then.tzinfo is None):
        return False
    return timedelta() <= then - first <= LONGEST_PAUSE


def _minute_of(floor: Floor) -> datetime | None:
    is_exact = floor.date_precision in ("minute", "second")
    return datetime.fromisoformat(floor.date) if floor.date and is_exact else None


def read_continued(
    page: Page,
    group: Candidate,
    floors: Sequence[Floor],
    statistics: SlotStatistics,
    analysis: Analysis,
) -> dict[Record, Floor]:
    """Elements right behind the records that are as these, but have no date and no author.

    They are by who wrote the record before them, at its time.

    :param floors: what the records say
    """
    found = [
        (view, floor)
        for record, floor in zip(group.records, floors, strict=True)
        for view in _behind(page, group, record, statistics, analysis)
    ]
    if not found:
        return {}
    views = [view_of(page, record, analysis) for record in group.records]
    bodies = Bodies(
        page,
        [*views, *(view for view, _ in found)],
        statistics,
        analysis.template,
        analysis.boilerplate,
    )
    told: dict[Record, Floor] = {}
    for view, before in found:
        floor = read_floor(page, view, bodies, statistics, analysis.order)
        floor.author, floor.author_url = before.author, before.author_url
        floor.date, floor.date_raw = before.date, before.date_raw
        floor.date_precision = before.date_precision
        told[view.record] = floor
    return told


def _behind(
    page: Page, group: Candidate, record: Record, statistics: SlotStatistics, analysis: Analysis
) -> Iterator[RecordView]:
    """The elements behind a record, one after the other, that go on where it ended."""
    names, root, body = analysis.names, group.shape.root, statistics.usual_body()
    parents, ends = page.parents, page.subtree_end
    node = record.stop
    if not body or not group.shape.is_dated or root not in names.tokens(record.start):
        return
    while node < len(parents) and parents[node] == parents[record.start]:
        first, last = page.flat.leaf_range(node)
        if root not in names.tokens(node) or not analysis.dates.leaves.isdisjoint(
            range(first, last)
        ):
            return
        if is_advertised(page, range(first, last)):
            node = ends[node]
            continue
        view = view_of(page, Record(node, ends[node], undated_mention(node)), analysis)
        if not view.leaves_at.get(body) or author_of(page, view, statistics.author_places([view])):
            return
        yield view
        node = ends[node]

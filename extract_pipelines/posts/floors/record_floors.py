"""Records as floors: those of one shape, and records that are unlike all others."""

from __future__ import annotations

from collections.abc import Sequence

from extract_pipelines.items import Floor
from extract_pipelines.page import Page
from extract_pipelines.posts.bodies.bodies import Bodies
from extract_pipelines.posts.floors.fields import read_floor
from extract_pipelines.posts.floors.slots import with_page
from extract_pipelines.posts.records.analysis import Analysis
from extract_pipelines.posts.records.records import Candidate, Record, widened
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.posts.views.views import RecordView, view_of


def read_alone(
    page: Page,
    record: Record,
    analysis: Analysis,
    others: SlotStatistics | None = None,
    known: SlotStatistics | None = None,
) -> Floor:
    """A record that is unlike the others, by what it tells itself.

    :param others: what the others tell, which counts if their body's class is one of its own
    :param known: what such records on other pages tell
    """
    view = view_of(page, record, analysis)
    statistics = SlotStatistics()
    statistics.add(with_page(known or SlotStatistics(), page, [view]))
    body = others.usual_body() if others else None
    if others and body and not body.startswith(".") and any(body in one for one in view.above):
        statistics.add(others)
    bodies = Bodies(page, [view], statistics, analysis.template, analysis.boilerplate)
    return read_floor(page, view, bodies, statistics, analysis.order)


def read_floors(
    page: Page,
    views: Sequence[RecordView],
    best: Candidate,
    statistics: SlotStatistics,
    analysis: Analysis,
) -> list[Floor]:
    """The floors; none if hardly one says anything itself."""
    bodies = Bodies(page, views, statistics, analysis.template, analysis.boilerplate)
    floors = [read_floor(page, view, bodies, statistics, analysis.order) for view in views]
    for place, (view, floor) in enumerate(zip(views, floors, strict=True)):
        if not (floor.body or floor.images):
            wider = widened(page, view.record, best.records)
            if wider.start < view.record.start and len(views) > 1:
                floors[place] = read_alone(page, wider, analysis)
    return floors


def read_comments(
    page: Page, views: Sequence[RecordView], statistics: SlotStatistics, analysis: Analysis
) -> list[Floor]:
    """The comments that stand in the floors, as floors.

    :param statistics: what is known of the places in them
    """
    bodies = Bodies(page, views, statistics, analysis.template, analysis.boilerplate)
    return [read_floor(page, view, bodies, statistics, analysis.order) for view in views]

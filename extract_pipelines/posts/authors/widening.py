"""Records whose authors stand around them rather than in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.posts.authors.authors import author_scores
from extract_pipelines.posts.records.analysis import Analysis
from extract_pipelines.posts.records.dating import with_own_dates
from extract_pipelines.posts.records.records import Record, widened
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.posts.views.views import RecordView, view_of

# Where less tells the authors of records, they may stand around them; see `author_scores`.
WEAK_AUTHORS: Final = 3.0


def views_with_authors(
    page: Page,
    records: Sequence[Record],
    analysis: Analysis,
    known: SlotStatistics,
    *,
    among: Sequence[Record] = (),
) -> tuple[list[RecordView], dict[str, float] | None]:
    """The views of the records, widened if their authors stand around them.

    :param known: what other pages told
    :param among: the records that these are a sample of
    :return: the views, and their `author_scores` if they had to be looked at
    """
    views = _views(page, records, analysis)
    usual = known.author_places()[:1]
    if len(views) < 2 or any(_have_names(views, place) for place in usual):
        return views, None
    scores = author_scores(page, views)
    # A post that shows no date is rather the body alone, with those it names.
    show_dates = any(record.mention.leaf >= 0 for record in records)
    told = _told(scores, views)
    if told >= WEAK_AUTHORS and show_dates:
        return views, scores
    wide = [widened(page, record, among or records) for record in records]
    if wide == list(records):
        return views, scores
    if not show_dates:
        wide = with_own_dates(page, analysis, wide)
    wide_views = _views(page, wide, analysis)
    wide_scores = author_scores(page, wide_views)
    is_better = _told(wide_scores, wide_views) > max(WEAK_AUTHORS, told)
    return (wide_views, wide_scores) if is_better else (views, scores)


def _told(scores: dict[str, float], views: Sequence[RecordView]) -> float:
    """The most that is told of a place where most of the records have a name."""
    likeliest = sorted(scores, key=scores.__getitem__, reverse=True)
    return next((scores[place] for place in likeliest if _have_names(views, place)), 0.0)


def _have_names(views: Sequence[RecordView], place: str) -> bool:
    return 2 * sum([view.has_name_at(place) for view in views]) > len(views)


def _views(page: Page, records: Sequence[Record], analysis: Analysis) -> list[RecordView]:
    return [view_of(page, record, analysis) for record in records]

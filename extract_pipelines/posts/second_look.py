"""A second look at pages in which the rules find no floors, by what was learned of many sites."""

from __future__ import annotations

from functools import partial
from math import exp

from extract_pipelines.page import Page
from extract_pipelines.posts.analysis import Analysis, analyse
from extract_pipelines.posts.groups import Read
from extract_pipelines.posts.lists import are_of_member
from extract_pipelines.posts.model import FloorModel, Found
from extract_pipelines.posts.scoring import likeliest_group
from extract_pipelines.text.date_order import KnownOrder

# Least log odds of records that are taken for floors; on a page that is told to be a thread's, any.
LEAST_ODDS = 2.0


def look_again(model: FloorModel, page: Page, known: KnownOrder | None = None) -> Found | None:
    """The page's floors, or the comments below its text; None if neither is likely.

    :param model: what is known of the floors of the page's kind
    :param known: order of day and month on the site
    """
    if model.are_rows() and page.page_type is None:
        return None
    analysis = analyse(page, known)
    group = likeliest_group(page, analysis, reader_of(page, analysis))
    if group is None or (group.odds < LEAST_ODDS and page.page_type != "thread"):
        return None
    below = page.page_type == "article" if page.page_type else group.thread < 0
    read = model.read_group(page, analysis, group.records, is_sure=True, below=below)
    if read is None or not read.floors:
        return None
    if page.page_type is None and are_of_member(page, read.views, read.statistics):
        return None
    probability = 1 / (1 + exp(-group.odds))
    return Found(read.floors, probability, True, analysis.dates.mentions, below, read.spans)


def reader_of(page: Page, analysis: Analysis) -> Read:
    """Reads the record groups of a page as if nothing were known of its site."""
    return partial(FloorModel().read_group, page, analysis, is_sure=True, below=False)

"""What makes it doubtful that records are floors, once they have been read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from extract_pipelines.items import Floor
from extract_pipelines.items.trace import tell
from extract_pipelines.page import Page
from extract_pipelines.posts.floors.group_floors import GroupFloors
from extract_pipelines.posts.floors.lists import (
    MANY,
    are_of_member,
    are_of_threads,
    is_list,
    lead_elsewhere,
    rows_of,
)
from extract_pipelines.posts.records.group_facts import GroupRefused
from extract_pipelines.posts.records.groups import DECIDED, LIKELY, Group
from extract_pipelines.posts.records.records import Candidate
from extract_pipelines.posts.scoring.page_votes import PageVotes
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.posts.views.views import RecordView

# Fewer records do not tell by themselves what they are.
FEWEST_ROWS: Final = 3
# Least share of the records that have an author.
LEAST_SIGNED: Final = 0.3
ROWS: Final = "they look like the rows of a list"


def are_rows(
    page: Page, views: Sequence[RecordView], statistics: SlotStatistics, votes: PageVotes | None
) -> bool:
    """Whether records are rows of a list: of a few, most pages of the kind tell.

    :param votes: of these pages, if they have several records of the shape
    """
    if votes and len(views) < FEWEST_ROWS:
        if votes.are_rows():
            return True
        if votes.are_no_rows():
            return False
    return is_list(page, views, statistics.author_places(views)[:1])


def are_other_posts(page: Page, read: GroupFloors) -> bool:
    """Whether what looks like posts is of no thread: each leads to one, or all are a member's."""
    rows = rows_of(page, read.views, read.statistics)
    return any(asked(page, rows) for asked in (lead_elsewhere, are_of_threads, are_of_member))


def are_unsigned(floors: Sequence[Floor]) -> bool:
    """Whether hardly one of the floors has an author."""
    return sum(floor.author is not None for floor in floors) < LEAST_SIGNED * len(floors)


def are_doubted(best: Candidate, likeliest: Group) -> bool:
    """Whether the scorers overrule the rules: the records that these find are not read.

    Of `MANY` records they do where nothing on the page is likely to be posts; of fewer, but more
    than one, only where they are sure that nothing is.

    :param best: what the rules find
    :param likeliest: the likeliest of the page's records, by what other pages tell, too
    """
    count = len(best.records)
    doubted = count > 1 and likeliest.odds <= (LIKELY if count >= MANY else -DECIDED)
    if doubted:
        tell_refused(best, "nothing on the page looks like posts")
    return doubted


def tell_refused(candidate: Candidate, why: str) -> None:
    """Tell who listens why records are no floors."""
    tell(lambda: GroupRefused(candidate, why))


def without_form(floors: list[Floor]) -> list[Floor]:
    """The floors without the last, if it alone has no author: the form for an answer has none."""
    others = floors[:-1]
    is_form = len(others) > 1 and not floors[-1].author and all(one.author for one in others)
    return others if is_form else floors

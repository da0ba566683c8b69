"""What one record group says when it is read as floors, and what is concluded of its page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from extract_pipelines.items import Floor
from extract_pipelines.page.date_mentions import DateMention
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.posts.views.views import RecordView


class GroupFloors(NamedTuple):
    """What a record group says when it is read as floors."""

    floors: list[Floor]
    """In the order of the page; those that say nothing are left out."""
    views: list[RecordView]
    statistics: SlotStatistics
    """What is known of the places in the records."""
    below_article: bool = False
    """Whether they are the comments below an article."""
    spans: Sequence[tuple[int, int]] = ()
    """The elements of what is called a comment: index of the first, and after the last."""
    article: Floor | None = None
    """What stands above comments, read as an opening post."""

    def with_signers(self, written: Sequence[Floor]) -> GroupFloors:
        """The same posts without their signatures where records know too little of these.

        They have no authors then, or leave the dashes before the names in the texts.

        :param written: the posts that were found without elements of their own
        """
        whole = [floor for floor in self.floors if floor.author and not _ends_in_dash(floor)]
        if len(self.floors) != len(written) or 2 * len(whole) >= len(written):
            return self
        return self._replace(floors=list(written))


def _ends_in_dash(floor: Floor) -> bool:
    return floor.body.endswith(("--", "–", "—"))


class PageFloors(NamedTuple):
    """What records tell of a page."""

    floors: list[Floor]
    probability: float
    """How sure they are, 0 to 1."""
    dates: Sequence[DateMention]
    """The dates of the page that may be a post's or an article's."""
    below_article: bool = False
    """Whether the floors are the comments below an article."""
    spans: Sequence[tuple[int, int]] = ()
    """The elements of what is called a comment: index of the first, and after the last."""
    article: Floor | None = None
    """What stands above comments, read as an opening post."""

    @classmethod
    def of_group(
        cls, read: GroupFloors | None, probability: float, dates: Sequence[DateMention]
    ) -> PageFloors:
        """What a group tells that was read; nothing, if no floors came of it."""
        if read is None:
            return cls([], 0.0, dates=dates)
        return cls(read.floors, probability, dates, read.below_article, read.spans, read.article)

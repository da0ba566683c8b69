"""How a group of records is read: the opening post, the answers and the comments in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from extract_pipelines.items import Floor
from extract_pipelines.items.trace import tell
from extract_pipelines.page import Page
from extract_pipelines.posts.authors.widening import views_with_authors
from extract_pipelines.posts.comments import are_comments, is_by_member, tells_first_post
from extract_pipelines.posts.floors.continued import name_continued, read_continued
from extract_pipelines.posts.floors.finishing import finished_floors
from extract_pipelines.posts.floors.group_floors import GroupFloors
from extract_pipelines.posts.floors.record_floors import read_comments, read_floors
from extract_pipelines.posts.floors.slots import with_page
from extract_pipelines.posts.model import FloorModel
from extract_pipelines.posts.nested.inside import without_comments
from extract_pipelines.posts.opening.opening import Opening
from extract_pipelines.posts.records.analysis import Analysis
from extract_pipelines.posts.records.group_facts import GroupTaken
from extract_pipelines.posts.records.records import Candidate, Record
from extract_pipelines.posts.scoring.beside import NO_BOXES, SiteBoxes
from extract_pipelines.posts.scoring.own_records import SHARED, OwnRecords
from extract_pipelines.posts.scoring.rejection import ROWS, are_rows, are_unsigned, tell_refused
from extract_pipelines.posts.thread_features import are_called_comments
from extract_pipelines.posts.views.slot_statistics import SlotStatistics


@final
class GroupReader:
    """Reads groups of records of one page as floors.

    :param model: what was learned of pages of its kind
    :param boxes: what stands beside posts on the site
    """

    def __init__(
        self, page: Page, model: FloorModel, analysis: Analysis, boxes: SiteBoxes = NO_BOXES
    ) -> None:
        self.page, self.model, self.analysis, self.boxes = page, model, analysis, boxes
        self.own = OwnRecords(page, analysis.shared)
        """Tells which records and posts are the page's own."""

    def read(
        self,
        group: Candidate,
        *,
        is_usual: bool = False,
        is_sure: bool = False,
        below_article: bool | None = None,
        thread: float = 0.0,
    ) -> GroupFloors | None:
        """Records as floors, with the opening post and the comments in them; None if they are none.

        :param is_usual: whether other pages of the kind have several records of the shape
        :param is_sure: whether they are floors whatever the rules say
        :param below_article: whether they are comments below an article, if that is known
        :param thread: log odds of posts against such comments, by the scorers of groups
        """
        page, model, analysis = self.page, self.model, self.analysis
        first = model.openings.find(page, analysis, group, self.boxes)
        records = [first.record, *group.records] if first else group.records
        nested = model.nested.find(page, analysis, records)
        records = without_comments(records, nested.records)
        views, authors = views_with_authors(
            page, records[bool(first) :], analysis, model.statistics
        )
        group = group._replace(records=[view.record for view in views])
        statistics = with_page(model.statistics, page, views, authors)
        if not is_sure and are_rows(page, views, statistics, model.votes if is_usual else None):
            tell_refused(group, ROWS)
            return None
        if below_article is None:
            others = model.thread_odds()
            below_article = are_comments(page, group.records, first, thread, others)
        floors = read_floors(page, views, group, statistics, analysis)
        name_continued(views, floors, statistics)
        opening = self._read_opening(first, records[0], floors, statistics) if first else None
        if not is_sure and are_unsigned([opening, *floors] if opening else floors):
            tell_refused(group, "hardly one has an author")
            return None
        article = opening if below_article else None
        told = {records[0]: opening} if opening and not article else {}
        told |= dict(zip(group.records, floors, strict=True))
        told |= read_continued(page, group, floors, statistics, analysis)
        told = self._that_say_own(group, told)
        spans = self._called_comments(group.records, told) if below_article else []
        told |= dict(zip(nested.records, read_comments(page, *nested, analysis), strict=True))
        kept = finished_floors(page, analysis.names, told, (group.records, nested.records))
        tell(lambda: GroupTaken(group, kept))
        return GroupFloors(kept, views, statistics, below_article, spans, article)

    def _that_say_own(self, group: Candidate, told: dict[Record, Floor]) -> dict[Record, Floor]:
        """What each record says: nothing where other threads say the same."""
        own = {
            record: floor if self.own.has_own(record, floor) else Floor()
            for record, floor in told.items()
        }
        if own != told and not any(floor.body for floor in own.values()):
            tell_refused(group, SHARED)
        return own

    def _read_opening(
        self,
        first: Opening,
        record: Record,
        floors: Sequence[Floor],
        statistics: SlotStatistics,
    ) -> Floor | None:
        """The opening post as a floor; None if it is rather the head of the first answer."""
        post = self.model.openings.read(self.page, record, self.analysis, statistics)
        is_post = first.is_sure or is_by_member(self.page, post, floors)
        return post if is_post and not tells_first_post(post, floors) else None

    def _called_comments(
        self, records: Sequence[Record], told: dict[Record, Floor]
    ) -> list[tuple[int, int]]:
        """The elements of what is read, if the page calls the records comments."""
        if not are_called_comments(self.page, records[0]):
            return []
        return [(record.start, record.stop) for record in told]

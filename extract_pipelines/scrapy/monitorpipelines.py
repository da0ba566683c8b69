"""The item pipeline of forum monitoring: only what is new."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scrapy.exceptions import DropItem, NotConfigured

from extract_pipelines.forum.changes import SeenFloor
from extract_pipelines.forum.date_uncertainty import error_of
from extract_pipelines.items import Floor, ForumThread
from extract_pipelines.scrapy.crawl import Crawl
from extract_pipelines.scrapy.current_item import current_item
from extract_pipelines.scrapy.monitor import Monitor

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler


class MonitorPipeline:
    """Lets through what is new since the last visit, and marks it (``EXTRACT_MONITOR``)."""

    def __init__(self, crawl: Crawl, monitor: Monitor) -> None:
        self._crawl = crawl
        self._monitor = monitor

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Called by Scrapy.

        :raises NotConfigured: if EXTRACT_MONITOR is False
        """
        crawl = Crawl.of(crawler)
        if crawl.monitor is None:
            raise NotConfigured("EXTRACT_MONITOR is False")
        return cls(crawl, crawl.monitor)

    def process_item(self, item: Any) -> Any:
        """Compare a thread with what was seen of it; items that are no threads pass untouched."""
        if not isinstance(item, ForumThread):
            return item
        change_id, changes = self._monitor.claim_changes(item)
        current_item().claims[:] = [change_id] if change_id else []
        told = Counter(changes.statuses)
        for status in ("new", "edited", "dated", "restored"):
            self._crawl.count(f"floors_{status}", told[status])
        self._crawl.count("floors_deleted", len(changes.deleted))
        self._crawl.count("floors_doubted", len(changes.doubted))
        only_new = self._crawl.settings.changes == "new"
        if change_id is None and only_new:
            self._crawl.count("threads_unchanged")
            raise DropItem(f"nothing new: {item.url}", log_level="DEBUG")
        compared = [
            _with_change(floor, state, status)
            for floor, state, status in zip(
                item.floors, changes.kept, changes.statuses, strict=True
            )
        ]
        return replace(
            item,
            floors=[floor for floor in compared if floor.change != "seen" or not only_new],
            deleted_floors=[floor.label for floor in changes.deleted],
            metadata=replace(item.metadata, change_id=change_id),
        )


def _with_change(floor: Floor, state: SeenFloor, status: str) -> Floor:
    """The floor with its change, and with the better date where an earlier visit showed it."""
    if state.error < error_of(floor.date, floor.date_raw):
        return replace(floor, change=status, date=state.date, date_precision=state.precision)
    return replace(floor, change=status)

"""What was seen of threads, and when what is new of them counts as told."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4
from weakref import WeakSet

from pydispatch.robustapply import robustApply
from scrapy import signals
from scrapy.extensions.feedexport import FeedSlot
from scrapy.utils.job import job_dir

from extract_pipelines.forum.assembly import key_of
from extract_pipelines.forum.changes import Changes
from extract_pipelines.forum.seen import SeenStore
from extract_pipelines.forum.seen_tables import SeenStoreError
from extract_pipelines.forum.visits import Visits
from extract_pipelines.items import ForumThread
from extract_pipelines.scrapy.consumers import has_consumers
from extract_pipelines.scrapy.current_item import current_item
from extract_pipelines.scrapy.internals import (
    LineFeed,
    feeds_of,
    feeds_with_items,
    line_feeds,
    take_over_exports,
)
from extract_pipelines.scrapy.settings import SettingError
from extract_pipelines.scrapy.storing import FILE_PREFIX, store_file
from extract_pipelines.url import domain_of

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from extract_pipelines.scrapy.crawl import Crawl

logger = logging.getLogger(__name__)

NO_CONSUMERS = (
    "EXTRACT_MONITOR: this run writes its items nowhere: it has no feed (-o, or FEEDS) and no item"
    " pipeline of yours. What it finds does not count as told, and the next run finds it again"
)
NOT_EXPORTED = (
    "A feed did not take an item (%s: %s). What is new in such items does not count as told, and"
    " the next run finds it again; flushes_failed counts them"
)


class Monitor:
    """What was seen of threads by runs before, and what this one is to tell of them.

    :raises SettingError: if the store cannot be used
    """

    def __init__(self, crawl: Crawl, crawler: Crawler) -> None:
        self._crawl = crawl
        self.visits = Visits()
        self._crawler = crawler
        self._unflushed: set[str] = set()
        """Claims of items that may be missing in a feed, as it could not be written to."""
        self._export: Callable[..., object] | None = None
        """What hands an item to the feeds."""
        self._is_told = False
        """Whether it was told that a feed did not take an item."""
        self._stored: WeakSet[FeedSlot] = WeakSet()
        """The feeds that were ended, whether or not storing them failed."""
        try:
            path, reset = _store_path(crawl, crawler), crawl.settings.store_reset
            self.store = SeenStore(path, crawl.count, reset=reset)
        except SeenStoreError as error:
            raise SettingError(f"EXTRACT_STORE: {error}.") from error
        crawl.on_save.append(self.store.save)
        crawler.signals.connect(self._recover, signals.spider_opened)
        crawler.signals.connect(self._item_scraped, signals.item_scraped)
        crawler.signals.connect(self._item_dropped, signals.item_dropped)
        crawler.signals.connect(self._item_failed, signals.item_error)
        crawler.signals.connect(self._feed_stored, signals.feed_slot_closed)
        crawler.signals.connect(self._feeds_closed, signals.feed_exporter_closed)
        crawler.signals.connect(self.store.close, signals.engine_stopped)

    def _recover(self) -> None:
        """Let what runs that died had claimed be found again; the feeds are known by now."""
        self._export = take_over_exports(self._crawler)
        feeds = line_feeds(feeds_of(self._crawler))
        overwritten = [feed.path for feed in feeds if feed.overwrites]
        self._crawl.count("changes_recovered", self.store.recover(overwritten))
        for feed in feeds:
            if feed.path not in overwritten:
                _end_line(feed.path)

    def claim_changes(self, thread: ForumThread) -> tuple[str | None, Changes]:
        """Compare a thread with what was seen of it, and claim to tell what is new."""
        for feed in line_feeds(feeds_of(self._crawler)):
            self.store.writes_to(feed.path, overwrite=feed.overwrites)
        key = key_of(thread)
        visit = self.visits.of(key)
        change_id, changes = self.store.claim(
            key, partial(visit.compare, thread=thread, new_id=uuid4().hex), self._lines
        )
        gone = len(changes.deleted) + len(changes.doubted)
        known = len(changes.statuses) - changes.statuses.count("new") + gone
        self._crawl.watch.compared(domain_of(thread.url), known, gone)
        if visit.is_complete:
            self._end_visit(key)
        elif visit.resume_point:
            self.store.threads.set_resume_point(key, visit.resume_point)
        return change_id, changes

    def _lines(self, changes: Changes) -> int:
        """How many lines of a feed an item with these changes has."""
        settings = self._crawl.settings
        if not settings.split:
            return 1
        told = [
            status for status in changes.statuses if status != "seen" or settings.changes == "all"
        ]
        return len(told) + len(changes.deleted)

    def _end_visit(self, key: str) -> None:
        visit = self.visits.of(key)
        now = time.time()
        self.store.threads.note_read(
            key,
            floors=sum(not floor.deleted for floor in self.store.seen(key)),
            pages=visit.last or 1,
            last_url=visit.last_url,
            changed=now if visit.changed else min(visit.newest, now),
            now=now,
        )
        self.visits.end(key)

    def _item_scraped(self, **passed: Any) -> None:
        """The item has passed all pipelines: hand it to the feeds.

        :raises Exception: what a feed has raised, for Scrapy to log it
        """
        try:
            if self._export:
                robustApply(self._export, **passed)
        except Exception as error:
            self._crawl.count("flushes_failed")
            if not self._is_told:
                self._is_told = True
                logger.warning(NOT_EXPORTED, type(error).__name__, error)
            self._item_failed()
            raise
        self._item_left()

    def _item_left(self) -> None:
        """The item has passed all pipelines, and the feeds have it."""
        slots = feeds_of(self._crawler)
        feeds = line_feeds(slots)
        taken = _take_claims()
        if not self._flush(feeds):
            self._unflushed.update(taken)
            return
        for change_id in taken:
            if not slots and not self._has_consumers:
                self._crawl.count("changes_unwritten")
            elif len(feeds) == len(slots):
                self.store.confirm(change_id)

    def _flush(self, feeds: Iterable[LineFeed]) -> bool:
        """Hand to the system what the feeds have; whether that worked is told."""
        try:
            for feed in feeds:
                if feed.file is not None:
                    feed.file.flush()
        except OSError as error:
            self._crawl.count("flushes_failed")
            if not self._unflushed:
                logger.warning(
                    "A feed cannot be written to, what it lacks is told again: %s", error
                )
            return False
        return True

    @cached_property
    def _has_consumers(self) -> bool:
        """Whether items reach anything without a feed; what reaches nothing is not told."""
        found = has_consumers(self._crawler)
        if not found:
            logger.warning(NO_CONSUMERS)
        return found

    def _item_dropped(self) -> None:
        """A later pipeline dropped the item: the user does not want it."""
        for change_id in _take_claims():
            self.store.confirm(change_id)

    def _item_failed(self) -> None:
        """A later step failed on the item: its thread is not read, which is no fault of it."""
        for change_id in _take_claims():
            thread = self.store.thread_of(change_id)
            if thread:
                self.visits.end(thread)
                self._crawl.attempts.leave_out(thread)
            self.store.release(change_id)

    def _feed_stored(self, slot: FeedSlot) -> None:
        self._stored.add(slot)

    def _feeds_closed(self) -> None:
        """Feeds that are stored as a whole are, unless ending or storing one failed."""
        failed = any(name.startswith("feedexport/failed_count/") for name in self._crawl.stats)
        begun = feeds_with_items(self._crawler)
        if not failed and all(slot in self._stored for slot in begun):
            for change_id in self.store.claims():
                if change_id not in self._unflushed:
                    self.store.confirm(change_id)


def _take_claims() -> list[str]:
    """Clear the claims of the item that is under way, and hand them over."""
    claims = current_item().claims
    taken = claims.copy()
    claims.clear()
    return taken


def _store_path(crawl: Crawl, crawler: Crawler) -> Path:
    """Where EXTRACT_STORE says, if it names an SQLite file; else in the JOBDIR, or in .scrapy."""
    address = crawl.settings.store or ""
    if address.startswith(FILE_PREFIX):
        return Path(address.removeprefix(FILE_PREFIX))
    return store_file(job_dir(crawler.settings))


def _end_line(path: Path) -> None:
    """End the line that a run has left half written, so that the next item has one of its own."""
    if not path.is_file() or not path.stat().st_size:
        return
    with suppress(OSError), path.open("r+b") as file:
        file.seek(-1, os.SEEK_END)
        if file.read() != b"\n":
            file.write(b"\n")

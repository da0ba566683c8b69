"""The scheduler: Scrapy's own, with a journal, so that a job that was killed can be resumed."""

from __future__ import annotations

import logging
import os
import pickle
import shutil
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy import Request, Spider
from scrapy.core.scheduler import Scheduler
from scrapy.utils.job import job_dir
from scrapy.utils.request import request_from_dict
from twisted.internet.defer import Deferred

from extract_pipelines.scrapy.crawl import Crawl
from extract_pipelines.scrapy.internals import (
    FINGERPRINTS,
    QUEUE,
    flush_feeds,
    requests_in_progress,
    size_of_fingerprints,
    without_filter,
)
from extract_pipelines.scrapy.journal import NUMBER, Journal, number_of

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)


class JournalledScheduler(Scheduler):
    """Scrapy's scheduler for jobs (JOBDIR): a request is kept until all that came of it has left.

    Scrapy writes the state of its queue when a job ends in good order. After a kill the queue is
    made anew from the journal's last checkpoint: the requests that waited, were under way, or had
    an item that was held or not yet written to its feed.
    """

    crawler: Crawler
    _journal: Journal
    _crawl: Crawl

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Called by Scrapy.

        :raises StoreError: if the job's journal cannot be used
        """
        folder = Path(job_dir(crawler.settings) or "")
        journal = Journal(folder)
        if journal.was_killed:
            shutil.rmtree(folder / QUEUE, ignore_errors=True)
            _cut(folder / FINGERPRINTS, journal.seen_bytes)
        scheduler = super().from_crawler(crawler)
        scheduler._journal = journal
        scheduler._crawl = Crawl.of(crawler)
        scheduler._crawl.journal = journal
        scheduler._crawl.on_save.append(scheduler.checkpoint)
        return scheduler

    def open(self, spider: Spider) -> Deferred[None] | None:
        """Called by Scrapy: fill the queue."""
        opened = super().open(spider)
        if self._journal.was_killed:
            self._refill()
        elif self._journal.is_new:
            self._take_in()
        self.checkpoint()
        return opened

    def _refill(self) -> None:
        """Queue what the journal keeps, past the filter of requests that were seen."""
        count = 0
        for number, data in self._journal.requests():
            try:
                # As Scrapy's queue in the same folder: who can write there can run code here.
                request = request_from_dict(pickle.loads(data), spider=self.spider)  # noqa: S301
            except Exception as error:
                self._crawl.count("requests_unreadable")
                logger.error("Request %d of the job's journal cannot be read: %r", number, error)
                continue
            self._requeue(request)
            count += 1
        self._crawl.count("requests_recovered", count)
        logger.info("The job was killed: %d requests go on from its last checkpoint", count)

    def _take_in(self) -> None:
        """Keep the requests of a job that was begun without a journal."""
        for request in reversed(list(iter(super().next_request, None))):
            self._keep(request)
            self._requeue(request)

    def _requeue(self, request: Request) -> None:
        """Queue a request that Scrapy's filter of duplicates has let pass before."""
        with without_filter(self):
            super().enqueue_request(request)

    def enqueue_request(self, request: Request) -> bool:
        """Called by Scrapy: queue a request, and keep it."""
        request.meta[NUMBER] = self._journal.next_number()
        if not super().enqueue_request(request):
            del request.meta[NUMBER]
            return False
        self._keep(request)
        return True

    def _keep(self, request: Request) -> None:
        number = request.meta.setdefault(NUMBER, self._journal.next_number())
        try:
            data = pickle.dumps(request.to_dict(spider=self.spider), protocol=4)
        except (ValueError, TypeError, AttributeError, pickle.PicklingError):
            # Scrapy keeps such a request in memory; it tells of it under SCHEDULER_DEBUG.
            self._crawl.count("requests_not_kept")
        else:
            self._journal.add(number, data)

    def next_request(self) -> Request | None:
        """Called by Scrapy: the next request, which is under way from now on."""
        request = super().next_request()
        number = number_of(request)
        if number is not None:
            self._journal.start(number)
        return request

    def checkpoint(self) -> None:
        """Write to the job's folder what has to be crawled again should the process be killed."""
        numbers = map(number_of, requests_in_progress(self.crawler.engine))
        try:
            flush_feeds(self.crawler)
            self._journal.checkpoint(
                {number for number in numbers if number is not None}, size_of_fingerprints(self)
            )
        except (OSError, sqlite3.Error) as error:
            self._crawl.count("checkpoints_failed")
            logger.error("The job's requests could not be saved: %s", error)

    def close(self, reason: str) -> Deferred[None] | None:
        """Called by Scrapy, when nothing is under way any more."""
        self.checkpoint()
        closed = super().close(reason)
        self._journal.close()
        return closed


def _cut(path: Path, size: int) -> None:
    """Forget what a file holds beyond a size."""
    if path.exists() and path.stat().st_size > size:
        os.truncate(path, size)

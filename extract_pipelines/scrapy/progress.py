"""The extension that tells how far a crawl is."""

from __future__ import annotations

import logging
import sys
import time
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.utils.asyncio import create_looping_call

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

TERMINAL_SECONDS = 0.5
LOG_SECONDS = 60.0
CLEAR = "\r\x1b[K"


class Progress:
    """Tells threads, floors, pages read and to go, and pages a minute.

    One line is kept up to date on a terminal; elsewhere the log gets it every minute.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._terminal = sys.stderr.isatty()
        self._began = time.monotonic()
        self._timer = create_looping_call(self.show)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Called by Scrapy."""
        progress = cls(crawler)
        crawler.signals.connect(progress.open, signal=signals.spider_opened)
        crawler.signals.connect(progress.close, signal=signals.spider_closed)
        return progress

    def open(self) -> None:
        """Called by Scrapy."""
        self._timer.start(TERMINAL_SECONDS if self._terminal else LOG_SECONDS, now=False)

    def line(self) -> str:
        """The state of the crawl in words."""
        stats = self._crawler.stats.get_stats() if self._crawler.stats else {}
        pages = stats.get("response_received_count", 0)
        waiting = stats.get("scheduler/enqueued", 0) - stats.get("scheduler/dequeued", 0)
        minutes = max(time.monotonic() - self._began, 1.0) / 60
        return (
            f"{stats.get('extract_pipelines/threads', 0)} thread pages,"
            f" {stats.get('extract_pipelines/floors', 0)} floors,"
            f" {pages} pages read, {waiting} to go, {pages / minutes:.0f} pages/min"
        )

    def show(self) -> None:
        """Write the line."""
        if self._terminal:
            sys.stderr.write(CLEAR + self.line())
            sys.stderr.flush()
        else:
            logger.info("%s", self.line())

    def close(self) -> None:
        """Called by Scrapy."""
        if self._timer.running:
            self._timer.stop()
        self.show()
        if self._terminal:
            sys.stderr.write("\n")

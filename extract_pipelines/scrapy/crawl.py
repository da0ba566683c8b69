"""What the components of one crawl share, all of it in one place."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

from scrapy import signals
from scrapy.utils.asyncio import AsyncioLoopingCall, create_looping_call
from scrapy.utils.job import job_dir
from twisted.internet.task import LoopingCall

from extract_pipelines.forum.attempts import Attempts
from extract_pipelines.forum.watch import RequestedPage, Watch
from extract_pipelines.items import Article, ForumThread
from extract_pipelines.scrapy.coverage import Coverage
from extract_pipelines.scrapy.holding import HeldItems
from extract_pipelines.scrapy.internals import stop_at_start
from extract_pipelines.scrapy.journal import Journal
from extract_pipelines.scrapy.monitor import Monitor
from extract_pipelines.scrapy.pages import CrawledPage, Pages
from extract_pipelines.scrapy.reports import Reports
from extract_pipelines.scrapy.settings import ExtractSettings, warn_of_unknown
from extract_pipelines.scrapy.storing import open_store_of
from extract_pipelines.scrapy.waiting import WaitingThreads
from extract_pipelines.site.reading import Reading
from extract_pipelines.site.stores import StoreError
from extract_pipelines.site.stores.memory import MemoryStore

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

STATS = "extract_pipelines/"
# Key of spider.state that the templates in memory are kept under.
STATE_KEY = "extract_pipelines"
# The attribute of Scrapy's crawler that holds the crawl: it lives just as long.
_CRAWL = "_extract_pipelines_crawl"


class Crawl:
    """The state of one crawl. Get it with `Crawl.of`: its components share one.

    :ivar settings: what is chosen
    :ivar journal: the job's requests; None without a JOBDIR
    :ivar pages: its pages and sites
    :ivar held: items that wait for their template
    :ivar threads: threads that wait for their pages
    :ivar watch: what this run meets on each site
    :ivar attempts: what it has asked for of each thread
    :ivar monitor: what was seen by runs before; None without EXTRACT_MONITOR
    :ivar reports: reports of pages that were read with a low probability, if they are wanted
    :ivar on_save: what is written whenever the templates are
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self.settings = chosen = ExtractSettings.from_settings(crawler.settings)
        warn_of_unknown(crawler.settings)
        self.journal: Journal | None = None
        self.watch = Watch(chosen.max_sites)
        self.attempts = Attempts()
        self.reports = (
            Reports(chosen.explain_dir, chosen.explain_below, chosen.explain_pages)
            if chosen.explain_dir
            else None
        )
        self._store = open_store_of(chosen, job_dir(crawler.settings))
        self.pages = Pages(self, self._store)
        self.held = HeldItems(self)
        self.threads = WaitingThreads(self)
        self._is_refused = False
        """Whether spider.state cannot be read, and stays as it is."""
        self._timer: AsyncioLoopingCall | LoopingCall | None = None
        crawler.signals.connect(self._open, signals.spider_opened)
        self.on_save: list[Callable[[], None]] = [self.pages.save]
        self.monitor = Monitor(self, crawler) if chosen.monitor else None
        self._coverage = Coverage(self, crawler)

    def _open(self) -> None:
        """Called by Scrapy when the spider is open and spider.state is there."""
        state = self.state.get(STATE_KEY)
        if isinstance(self._store, MemoryStore) and state is not None:
            try:
                self._store.load(state)
            except StoreError as error:
                self.count("state_unreadable")
                logger.error("%s", error)
                if not self.settings.store_reset:
                    self._is_refused = True
                    stop_at_start(self._crawler, "extract_pipelines_state_unreadable")
        self._timer = create_looping_call(self._save)
        self._timer.start(self.settings.save_seconds, now=False)

    def _save(self) -> None:
        """Called by a timer, which an exception would stop for good."""
        for write in self.on_save:
            with self.sparing("save", "what was learned"):
                write()

    @classmethod
    def of(cls, crawler: Crawler) -> Crawl:
        """The crawl's state, made when it is first asked for.

        :raises SettingError: if a setting is wrong
        :raises StoreError: if the store cannot be used
        """
        crawl: Crawl | None = getattr(crawler, _CRAWL, None)
        if crawl is None:
            crawl = cls(crawler)
            setattr(crawler, _CRAWL, crawl)
        return crawl

    @property
    def state(self) -> dict[str, Any]:
        """What Scrapy keeps of the spider between the runs of a job; else it is kept nowhere."""
        kept = getattr(self._crawler.spider, "state", None)
        return kept if isinstance(kept, dict) else {}  # a spider may call something else so

    @property
    def stats(self) -> dict[str, Any]:
        """The crawl's stats so far, of all parts of Scrapy."""
        return self._crawler.stats.get_stats() if self._crawler.stats else {}

    def count(self, name: str, number: int = 1) -> None:
        """Add to the counter of this name in the crawl's stats."""
        if number and self._crawler.stats:
            self._crawler.stats.inc_value(STATS + name, number)

    def set_stat(self, name: str, value: float) -> None:
        """Set the stat of this name."""
        if self._crawler.stats:
            self._crawler.stats.set_value(STATS + name, value)

    @contextmanager
    def sparing(self, step: str, url: str) -> Iterator[None]:
        """An exception inside costs this step alone; see `failed`."""
        try:
            yield
        except Exception:
            self.failed(step, url)

    def failed(self, step: str, url: str) -> None:
        """Log the exception at hand and count it: the page goes on with what was read of it."""
        self.count("errors")
        self.count(f"errors/{step}")
        logger.exception("extract_pipelines could not %s %s", step, url)

    def hold_request(self, number: int | None) -> None:
        """An item is held that came of a request, by its number in the job's journal."""
        if number is not None and self.journal:
            self.journal.hold(number)

    def release_request(self, number: int | None, carrier: int | None) -> None:
        """An item that was held is held no more.

        :param carrier: number of the request in whose output it leaves; None if it has left
        """
        if number is not None and self.journal:
            self.journal.release(number, carrier)

    def count_result(
        self, crawled: CrawledPage, reading: Reading, found: ForumThread | Article
    ) -> bool:
        """Count what came out of a page; write its report, if it is to have one.

        :return: whether it is something that the site's other pages do not say; see
            `Watch.count_result`
        """
        self.count("threads" if isinstance(found, ForumThread) else "articles")
        self.count("floors", len(reading.floors))
        self.count("comments", len(reading.comments))
        self.count(f"method/{found.metadata.method}")
        self.count("pages_truncated", int(found.metadata.truncated))
        self._explain(crawled, found.metadata.probability)
        requested = crawled.requested or RequestedPage(crawled.domain, reading.url, is_known=False)
        return self.watch.count_result(requested, reading.leaves, found)

    def _explain(self, crawled: CrawledPage, probability: float) -> None:
        """Write a report of a page that was read with a low probability."""
        if self.reports and self.reports.wants(probability):
            page, domain = crawled.page, crawled.domain
            with self.sparing("explain", page.url):
                self.reports.write(page, domain, probability, self.pages.site(domain))
                self.count("pages_explained")

    def close(self) -> None:
        """Called when all items have left: learn what still waits, store the sites, tell stats."""
        if self._timer and self._timer.running:
            self._timer.stop()
        self.pages.close()
        self._coverage.close()
        if isinstance(self._store, MemoryStore) and not self._is_refused:
            self.state[STATE_KEY] = self._store.to_state()


class CrawlComponent:
    """A component of Scrapy that shares the state of its crawl with the others."""

    def __init__(self, crawl: Crawl) -> None:
        self._crawl = crawl

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Called by Scrapy."""
        return cls(Crawl.of(crawler))

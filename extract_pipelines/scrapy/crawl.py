"""What the components of one crawl share: its sites, the pages recorded for them, its stats."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from scrapy import Request, signals
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.utils.asyncio import AsyncioLoopingCall, create_looping_call
from scrapy.utils.job import job_dir
from scrapy.utils.project import data_path
from twisted.internet.task import LoopingCall

from extract_pipelines.forum.watch import Watch
from extract_pipelines.items import PageItem
from extract_pipelines.page import Page
from extract_pipelines.scrapy.answers import is_html, read_page
from extract_pipelines.scrapy.internals import stop_at_start
from extract_pipelines.scrapy.journal import Journal
from extract_pipelines.scrapy.ownitems import carried
from extract_pipelines.scrapy.reports import Reports
from extract_pipelines.scrapy.settings import ExtractSettings
from extract_pipelines.site.extract import Site
from extract_pipelines.site.kind import Kind
from extract_pipelines.site.sites import Sites
from extract_pipelines.site.stores import Store, StoreError, open_file, open_store
from extract_pipelines.site.stores.memory import MemoryStore

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

STATS = "extract_pipelines/"
# Key of spider.state that the templates in memory are kept under.
STATE_KEY = "extract_pipelines"
# The file in the JOBDIR that holds the templates, unless EXTRACT_STORE names another store.
STORE_FILE = "extract_pipelines.sqlite"
# Key of a request's meta with its number in the job's journal.
NUMBER = "extract_pipelines_number"
# That number of the request whose item is in the pipelines.
NUMBER_UNDER_WAY: ContextVar[int | None] = ContextVar("number_under_way", default=None)


class _Recorded(NamedTuple):
    domain: str
    page: Page


class Crawl:
    """The state of one crawl. Get it with `Crawl.of`: its components share one."""

    _crawls: ClassVar[WeakKeyDictionary[Crawler, Crawl]] = WeakKeyDictionary()

    def __init__(self, crawler: Crawler) -> None:
        self.settings = ExtractSettings.from_settings(crawler.settings)
        self.journal: Journal | None = None
        """The job's requests; None without a JOBDIR."""
        self.watch = Watch(self.settings.max_sites)
        """What this run meets on each site."""
        self.on_save: list[Callable[[], None]] = []
        """What else is to be written whenever the templates are."""
        chosen = self.settings
        self.reports = (
            Reports(chosen.explain_dir, chosen.explain_below, chosen.explain_pages)
            if chosen.explain_dir
            else None
        )
        """Reports of pages that were read with a low probability."""
        self._crawler = crawler
        self._queue: deque[_Recorded] = deque()
        self._pages: WeakKeyDictionary[Any, Page] = WeakKeyDictionary()
        self._origins: WeakKeyDictionary[Any, Response] = WeakKeyDictionary()
        self._kinds: WeakKeyDictionary[Page, Kind] = WeakKeyDictionary()
        folder = job_dir(crawler.settings)
        self._store = open_store_of(self.settings, folder)
        self._sites = Sites(
            self._store,
            self.settings.options,
            most=self.settings.max_sites,
            frozen=self.settings.freeze,
            reset=self.settings.store_reset,
            count=self.count,
        )
        self._is_refused = False
        """Whether spider.state cannot be read, and stays as it is."""
        self._timer: AsyncioLoopingCall | LoopingCall | None = None
        crawler.signals.connect(self._open, signals.spider_opened)

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
        for write in (*self.on_save, self._sites.save):
            try:
                write()
            except Exception:
                self.failed("save", "what was learned")

    @classmethod
    def of(cls, crawler: Crawler) -> Crawl:
        """The crawl's state, made when it is first asked for.

        :raises SettingError: if a setting is wrong
        """
        if crawler not in cls._crawls:
            cls._crawls[crawler] = cls(crawler)
        return cls._crawls[crawler]

    @property
    def state(self) -> dict[str, Any]:
        """What Scrapy keeps of the spider between the runs of a job; else it is kept nowhere."""
        kept = getattr(self._crawler.spider, "state", None)
        return kept if isinstance(kept, dict) else {}  # a spider may call something else so

    def count(self, name: str, number: int = 1) -> None:
        """Add to the counter of this name in the crawl's stats."""
        if number and self._crawler.stats:
            self._crawler.stats.inc_value(STATS + name, number)

    def page(self, source: Any) -> Page:
        """The Page of an answer, one and the same each time; without leaves if it is no HTML.

        :param source: an answer, see `extract_pipelines.scrapy.answers`, or a Page
        """
        if isinstance(source, Page):
            return source
        page = self._pages.get(source)
        if page is None:
            page = self._pages[source] = self._parse(source)
            page.page_type = next(
                (name for url, name in self.settings.page_type if url.search(page.url)), None
            )
        return page

    def page_of(self, item: Any, source: Any) -> Page:
        """The page of an item, of the type that the item tells.

        :param source: the answer or Page that it carries
        """
        page = self.page(source)
        for one in (item, carried(item)):
            if isinstance(one, PageItem) and one.page_type:
                page.page_type = one.page_type
        return page

    def _parse(self, answer: Any) -> Page:
        if is_html(answer):
            try:
                return read_page(answer, self.settings.options.max_elements)
            except Exception:
                self.failed("parse", str(answer.url))
        else:
            self.count("pages_not_html")
        return Page("", str(answer.url))

    def came_with(self, source: Any, response: Response) -> None:
        """Note that an answer of another library was handed on by a response's callback.

        Where both are of one source, they are one page: it is neither parsed nor learned twice.
        """
        if source is not response and not isinstance(source, Page | Response):
            self._origins[source] = response
            if getattr(source, "body", None) == response.body:
                self._pages[source] = self.page(response)

    def number_of(self, source: Any) -> int | None:
        """The number in the job's journal of the request that an answer is for."""
        if not isinstance(source, Response):
            source = None if source is None else self._origins.get(source)
        return number_of(source)

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

    def record(self, page: Page) -> None:
        """Queue a page for the template of its kind, once."""
        if page in self._kinds or any(page is waiting.page for waiting in self._queue):
            return
        self.count("pages_recorded")
        self._queue.append(_Recorded(domain_of(page.url), page))
        if len(self._queue) > self.settings.queue_pages:
            self._learn(self._queue.popleft())

    def learn_recorded(self, domain: str) -> None:
        """Stream the pages recorded for the domain into its templates, in their order."""
        waiting = [recorded for recorded in self._queue if recorded.domain == domain]
        self._queue = deque(recorded for recorded in self._queue if recorded.domain != domain)
        for recorded in waiting:
            self._learn(recorded)

    def _learn(self, recorded: _Recorded) -> None:
        try:
            self._kinds[recorded.page] = self._sites.learn(recorded.domain, recorded.page)
        except Exception:
            self.failed("learn", recorded.page.url)
            return
        if not self.settings.freeze:
            self.count("pages_learned")

    def kind_of(self, page: Page) -> Kind | None:
        """The kind that a page was learned for; None if it was not."""
        kind = self._kinds.get(page)
        site = self._sites.in_memory(domain_of(page.url))
        if kind and site and all(known is not kind for known in site.kinds):
            kind = self._kinds[page] = site.kind_of(page) or kind
        return kind

    def explain(self, page: Page, probability: float) -> None:
        """Write a report of a page, if it was read with a low probability and reports are wanted.

        :param probability: the one that it was read with
        """
        if self.reports and self.reports.wants(probability):
            with self.sparing("explain", page.url):
                domain = domain_of(page.url)
                self.reports.write(page, domain, probability, self.site(domain))
                self.count("pages_explained")

    def site(self, domain: str) -> Site:
        """The domain's site, a new one if it is not known."""
        return self._sites.get(domain)

    def close(self) -> None:
        """Learn what still waits, store the sites, tell the stats."""
        if self._timer and self._timer.running:
            self._timer.stop()
        while self._queue:
            self._learn(self._queue.popleft())
        kinds = [kind for site in self._sites for kind in site.kinds]
        self.count("kinds", len(kinds))
        self.count("template_pages", sum(kind.template.pages for kind in kinds))
        self.count("template_entries", sum(len(kind.template.entries) for kind in kinds))
        self._sites.close()
        if isinstance(self._store, MemoryStore) and not self._is_refused:
            self.state[STATE_KEY] = self._store.to_state()


def open_store_of(settings: ExtractSettings, folder: str | None) -> Store:
    """The store that the settings name; without one the crawl's file, or memory.

    A crawl has a file if it has a JOBDIR, or monitors: what a later run reads must not differ
    because it knows less of the site.

    :param folder: the JOBDIR, if there is one
    :raises StoreError: if the store cannot be used
    """
    kept = bool(folder) or settings.monitor
    if settings.store == "memory" or (settings.store is None and not kept):
        return MemoryStore()
    if settings.store is None:
        path = store_file(folder)
        return open_file(path, reset=settings.store_reset, frozen=settings.freeze)
    return open_store(settings.store, reset=settings.store_reset, frozen=settings.freeze)


def store_file(folder: str | None) -> Path:
    """The SQLite file of a crawl whose settings name none: in the JOBDIR, or else in .scrapy.

    :param folder: the JOBDIR, if there is one
    """
    if folder:
        return Path(folder, STORE_FILE)
    try:
        data = Path(data_path(""))
    except NotConfigured:  # settings by name, and no scrapy.cfg
        data = Path(".scrapy")
    data.mkdir(parents=True, exist_ok=True)
    return data / STORE_FILE


def number_of(source: Request | Response | None) -> int | None:
    """The number in the job's journal of a request, or of the one that a response is for."""
    request = source.request if isinstance(source, Response) else source
    return None if request is None else request.meta.get(NUMBER)


def domain_of(url: str) -> str:
    """Host and port of a URL: what a site is known by."""
    parts = urlsplit(url)
    return parts.netloc.rpartition("@")[2].lower()

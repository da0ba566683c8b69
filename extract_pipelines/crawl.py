"""What the components of one crawl share: its sites, the pages recorded for them, its stats."""

from __future__ import annotations

import logging
from collections import OrderedDict, deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from scrapy.http import HtmlResponse, Response, TextResponse, XmlResponse
from scrapy.utils.job import job_dir

from extract_pipelines.extract import Site
from extract_pipelines.kinds import Kind
from extract_pipelines.page import Page
from extract_pipelines.settings import ExtractSettings

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

STATS = "extract_pipelines/"
# Key of spider.state that the sites are kept under, and the version of their format.
STATE_KEY = "extract_pipelines"
STATE_VERSION = 2


class _Recorded(NamedTuple):
    domain: str
    page: Page


class Crawl:
    """The state of one crawl. Get it with `Crawl.of`: its components share one."""

    _crawls: ClassVar[WeakKeyDictionary[Crawler, Crawl]] = WeakKeyDictionary()

    def __init__(self, crawler: Crawler) -> None:
        self.settings = ExtractSettings.from_settings(crawler.settings)
        self.keeps_state = bool(job_dir(crawler.settings))
        self._crawler = crawler
        self._sites: OrderedDict[str, Site] = OrderedDict()
        self._queue: deque[_Recorded] = deque()
        self._pages: WeakKeyDictionary[Response, Page] = WeakKeyDictionary()
        self._kinds: WeakKeyDictionary[Page, Kind] = WeakKeyDictionary()
        self._loaded = False

    @classmethod
    def of(cls, crawler: Crawler) -> Crawl:
        """The crawl's state, made when it is first asked for.

        :raises SettingError: if a setting is wrong
        """
        if crawler not in cls._crawls:
            cls._crawls[crawler] = cls(crawler)
        return cls._crawls[crawler]

    def count(self, name: str, number: int = 1) -> None:
        """Add to the counter of this name in the crawl's stats."""
        if number and self._crawler.stats:
            self._crawler.stats.inc_value(STATS + name, number)

    def page(self, source: Response | Page) -> Page:
        """The Page of a response, one and the same each time; without leaves if it is no HTML."""
        if isinstance(source, Page):
            return source
        page = self._pages.get(source)
        if page is None:
            page = self._pages[source] = self._parse(source)
        return page

    def _parse(self, response: Response) -> Page:
        if is_html(response):
            try:
                return Page.from_response(response)  # type: ignore[arg-type]
            except Exception:
                self.failed("parse", response.url)
        else:
            self.count("pages_not_html")
        return Page("", response.url)

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
            self._kinds[recorded.page] = self.site(recorded.domain).learn(recorded.page)
            self.count("pages_learned")
        except Exception:
            self.failed("learn", recorded.page.url)

    def kind_of(self, page: Page) -> Kind | None:
        """The kind that a page was learned for; None if it was not."""
        return self._kinds.get(page)

    def site(self, domain: str) -> Site:
        """The domain's site, a new one if it is not known."""
        self._load()
        site = self._sites.get(domain)
        if site is None:
            site = self._sites[domain] = Site(self.settings.options)
            self.count("sites")
        self._sites.move_to_end(domain)
        if len(self._sites) > self.settings.max_sites:
            self._sites.popitem(last=False)
            self.count("sites_forgotten")
        return site

    def _load(self) -> None:
        """Take the sites of an earlier run from spider.state, which is there once pages come in."""
        if self._loaded:
            return
        self._loaded = True
        state = getattr(self._crawler.spider, "state", {}).get(STATE_KEY)
        if state is None:
            return
        if state.get("version") != STATE_VERSION:
            self.count("state_unreadable")
            logger.error(
                "The JOBDIR's templates have format %r, this version reads %r: starting afresh",
                state.get("version"),
                STATE_VERSION,
            )
            return
        for domain, site in state["sites"].items():
            self._sites[domain] = Site.from_state(site, self.settings.options)
        self.count("sites_loaded", len(self._sites))
        self.count("template_pages_loaded", sum(_pages(self._sites.values())))

    def close(self) -> None:
        """Learn what still waits, keep the sites in spider.state, tell the stats."""
        while self._queue:
            self._learn(self._queue.popleft())
        self._load()
        self.count("kinds", sum(len(site.kinds) for site in self._sites.values()))
        self.count("template_pages", sum(_pages(self._sites.values())))
        self.count(
            "template_entries",
            sum(len(k.template.entries) for site in self._sites.values() for k in site.kinds),
        )
        if self.keeps_state:
            state: dict[str, Any] = self._crawler.spider.state  # type: ignore[union-attr]
            state[STATE_KEY] = {
                "version": STATE_VERSION,
                "sites": {domain: site.to_state() for domain, site in self._sites.items()},
            }


def _pages(sites: Iterable[Site]) -> Iterable[int]:
    return (kind.template.pages for site in sites for kind in site.kinds)


def is_html(response: Response) -> bool:
    """Whether a response has a tree to read: HTML, XHTML, or text that may be either."""
    if isinstance(response, HtmlResponse | XmlResponse):
        return True
    return isinstance(response, TextResponse) and response.selector.type in ("html", "xml")


def is_success(response: Response) -> bool:
    """Whether the page is the site's answer, not an error page."""
    return 200 <= response.status < 300


def domain_of(url: str) -> str:
    """Host and port of a URL: what a site is known by."""
    parts = urlsplit(url)
    return parts.netloc.rpartition("@")[2].lower()

"""The pages of one crawl: each is parsed, recorded and learned once, in the order they came in."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, WeakSet

from scrapy.http import Response

from extract_pipelines.forum.watch import RequestedPage
from extract_pipelines.items import PageItem
from extract_pipelines.page import Page
from extract_pipelines.scrapy.gc_schedule import without_gc_in_crawl
from extract_pipelines.scrapy.journal import number_of
from extract_pipelines.scrapy.ownitems import carried
from extract_pipelines.scrapy.responses import is_html, is_success, read_page
from extract_pipelines.site.extract import Site
from extract_pipelines.site.kind import Kind
from extract_pipelines.site.reading import Reading
from extract_pipelines.site.sites import Sites
from extract_pipelines.site.stores import Store
from extract_pipelines.url import domain_of

if TYPE_CHECKING:
    from extract_pipelines.scrapy.crawl import Crawl


@dataclass(slots=True, eq=False)
class CrawledPage:
    """A page, and what has become of it in the crawl.

    :ivar page: the page; without leaves if the response was no HTML
    :ivar teaches: whether it is a page of its site: HTML, and no error page
    :ivar number: number in the job's journal of the request that it was the response to
    :ivar requested: what was asked for; None if it was made by a callback
    :ivar kind: what it was learned as
    :ivar reading: how it was begun to be read, if somebody had to know what it is before its item
        reaches the pipelines
    """

    page: Page
    teaches: bool
    number: int | None = None
    requested: RequestedPage | None = None
    kind: Kind | None = None
    reading: Reading | None = None

    @property
    def domain(self) -> str:
        """The site that it is of."""
        return domain_of(self.page.url)


class Pages:
    """The pages of a crawl, and the sites that are learned from them.

    A page that comes is recorded. It is learned, after all of its site that were recorded before
    it, when it is read or somebody asks of what kind it is; by then the spider has told what it
    knows of it.

    :param store: where the templates of the sites are
    """

    def __init__(self, crawl: Crawl, store: Store) -> None:
        self._crawl = crawl
        self._of_responses: WeakKeyDictionary[Any, CrawledPage] = WeakKeyDictionary()
        self._recorded: WeakSet[Page] = WeakSet()
        self._queue: deque[CrawledPage] = deque()
        self._sites = Sites(
            store,
            crawl.settings.options,
            most=crawl.settings.max_sites,
            frozen=crawl.settings.freeze,
            reset=crawl.settings.store_reset,
            count=crawl.count,
        )

    def of(self, source: Any) -> CrawledPage:
        """The page of a response, one and the same each time.

        :param source: a response, see `extract_pipelines.scrapy.responses`, or a Page
        """
        if isinstance(source, Page):
            return CrawledPage(source, teaches=True)
        if source not in self._of_responses:
            self._of_responses[source] = self._parsed(source)
        return self._of_responses[source]

    def of_item(self, item: Any, source: Any) -> CrawledPage:
        """The page of an item, of the type that the item tells.

        :param source: the response or Page that it carries
        """
        crawled = self.of(source)
        if isinstance(source, Response):
            crawled.number = number_of(source)  # known once it has left the downloader
        for one in (item, carried(item)):
            if isinstance(one, PageItem) and one.page_type:
                self._tell_type(crawled, one.page_type)
        return crawled

    def _tell_type(self, crawled: CrawledPage, page_type: str) -> None:
        """A page that was found to be a thread's is read no second time to be told that it is."""
        is_found = page_type == "thread" and crawled.reading and crawled.reading.floors
        if crawled.page.page_type != page_type and not is_found:
            crawled.reading = None
        crawled.page.page_type = page_type

    def _parsed(self, response: Any) -> CrawledPage:
        page, url = None, str(response.url)
        is_page = is_html(response)
        if is_page:
            with self._crawl.sparing("parse", url):
                page = read_page(response, self._crawl.settings.options.max_elements)
        else:
            self._crawl.count("pages_not_html")
        page = page or Page("", url)
        page.page_type = next(
            (name for known, name in self._crawl.settings.page_type if known.search(url)), None
        )
        return CrawledPage(page, is_page and is_success(response))

    def handed_on(self, source: Any, response: Response) -> None:
        """Note that a response of another library was handed on by a response's callback.

        Where both are of one source, they are one page: it is neither parsed nor learned twice.
        """
        if source is response or isinstance(source, Page | Response):
            return
        if getattr(source, "body", None) == response.body:
            self._of_responses[source] = self.of(response)
        else:
            self.of(source).number = number_of(response)

    def record(self, crawled: CrawledPage) -> None:
        """Queue a page for the template of its kind, once."""
        if not crawled.teaches or crawled.page in self._recorded:
            return
        self._recorded.add(crawled.page)
        self._crawl.count("pages_recorded")
        self._queue.append(crawled)
        if len(self._queue) > self._crawl.settings.queue_pages:
            self._learn(self._queue.popleft())

    def learn(self, crawled: CrawledPage) -> None:
        """Stream a page into the template of its kind, and before it its site's that wait."""
        self.record(crawled)
        waiting = [other for other in self._queue if other.domain == crawled.domain]
        self._queue = deque(other for other in self._queue if other.domain != crawled.domain)
        for other in waiting:
            self._learn(other)

    @without_gc_in_crawl
    def _learn(self, crawled: CrawledPage) -> None:
        with self._crawl.sparing("learn", crawled.page.url):
            crawled.kind = self._sites.learn(crawled.domain, crawled.page)
            self._crawl.count("pages_learned", int(not self._crawl.settings.freeze))

    def is_known(self, crawled: CrawledPage) -> bool:
        """Whether enough pages of its kind were learned to read a page, or it has no kind."""
        kind, site = crawled.kind, self._sites.in_memory(crawled.domain)
        if kind and site and all(known is not kind for known in site.kinds):
            kind = crawled.kind = site.kind_of(crawled.page)
        return kind is None or kind.template.pages >= self._crawl.settings.warmup_pages

    def begin_reading(self, crawled: CrawledPage) -> Reading:
        """The page without its template, for a look at what it is before its item is read.

        The item is then read from there; see `take_reading`.
        """
        if crawled.reading is None:
            crawled.reading = self._new_reading(crawled)
        return crawled.reading

    def take_reading(self, crawled: CrawledPage) -> Reading:
        """The page without its template, to make an item of, which shares nothing with others."""
        reading, crawled.reading = crawled.reading or self._new_reading(crawled), None
        return reading

    def _new_reading(self, crawled: CrawledPage) -> Reading:
        self.learn(crawled)
        self._crawl.count("readings")
        page, site = crawled.page, self.site(crawled.domain)
        with self._crawl.sparing("subtract", page.url):
            return site.subtract(page)
        return site.subtract(Page("", page.url, downloaded=page.downloaded))

    def site(self, domain: str) -> Site:
        """The domain's site, a new one if it is not known."""
        return self._sites.get(domain)

    def save(self) -> None:
        """Write what was learned since the last time."""
        self._sites.save()

    def close(self) -> None:
        """Learn what still waits, store the sites, tell the stats."""
        while self._queue:
            self._learn(self._queue.popleft())
        kinds = [kind for site in self._sites for kind in site.kinds]
        self._crawl.count("kinds", len(kinds))
        self._crawl.count("template_pages", sum(kind.template.pages for kind in kinds))
        self._crawl.count("template_entries", sum(len(kind.template.entries) for kind in kinds))
        self._sites.close()

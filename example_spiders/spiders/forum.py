"""Crawls a forum nobody wrote selectors for, and follows it from then on."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider, signals
from scrapy.exceptions import DontCloseSpider
from scrapy.http import Response

from example_spiders.demo_forum import DemoForum
from extract_pipelines import Page, PageItem
from extract_pipelines.crawl import Crawl, domain_of, is_html
from extract_pipelines.links.rows import Row
from extract_pipelines.links.urls import page_key, plain_url, thread_key
from extract_pipelines.links.way import LIST, OTHER, THREAD, Step, Way, flips_of
from extract_pipelines.monitor.plan import Plan, Reading
from extract_pipelines.monitorpipelines import Monitor, WaitingThreads

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

# Lists tell which threads to read, so they come first; then threads that are begun. But the first
# pages are of many threads: what pages of one thread share would be taken for the site's template.
PRIORITIES = {LIST: 30, THREAD: 0, OTHER: -10}
FLIP, EARLY_FLIP = 20, -5
MANY_THREADS = 20


class ForumSpider(Spider):
    """Finds its way through the boards, threads and page flips of one site.

    scrapy crawl forum -a url=https://forum.example/ -O threads.json
    scrapy crawl forum -a url=https://forum.example/ -s EXTRACT_MONITOR=1 -o new.jsonl

    The second form reads, from its second run on, only threads that their lists show to be new or
    to have moved. Without a url it crawls the demo forum, which it serves itself on loopback.

    :param url: any page of the forum; its index is best
    :param max_pages: most pages to ask for; 0 for all
    """

    name = "forum"
    custom_settings = {
        "ITEM_PIPELINES": {"example_spiders.pipelines.ThreadsOnlyPipeline": 400},
        "EXTENSIONS": {"example_spiders.progress.Progress": 500},
        "AUTOTHROTTLE_ENABLED": True,
        "ROBOTSTXT_OBEY": True,
    }

    def __init__(self, url: str | None = None, max_pages: str = "0", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.max_pages = int(max_pages)
        self.demo = None if url else DemoForum()
        self.start_urls = [url] if url else []
        self.requested: set[str] = set()
        self.ways: dict[str, Way] = {}
        self.plans: dict[str, Plan] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Called by Scrapy."""
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider.probe, signal=signals.spider_idle)
        crawler.signals.connect(spider.keep_ways, signal=signals.spider_closed)
        if spider.demo:
            spider.demo.start()
            crawler.signals.connect(spider.demo.stop, signal=signals.spider_closed)
            spider.start_urls = [spider.demo.urls["classic"], spider.demo.urls["modern"]]
        return spider

    async def start(self) -> AsyncIterator[Request]:
        """Called by Scrapy."""
        self.crawl = Crawl.of(self.crawler)
        self.monitor = Monitor.of(self.crawler) if self.crawl.settings.monitor else None
        for url in self.start_urls:
            yield Request(url, priority=PRIORITIES[LIST], dont_filter=True)

    def parse(self, response: Response, row: Row | None = None) -> Iterator[PageItem | Request]:
        """Tell what the page is, have it read if it is a thread's, and go on from it."""
        if not is_html(response):
            return
        page = self.crawl.page(response)
        site = domain_of(response.url)
        is_first = site not in self.ways
        way = self._way(site)
        if self._is_sent_back(response):
            way.learn(_asked_url(response), OTHER)
            return
        kind = self._kind(page, way)
        way.learn(page.url, kind)
        self.crawl.count(f"pages_{kind}")
        self.requested.add(page_key(page.url))
        if is_first and self.monitor:
            plan = self._plan(site)
            yield from self._readings(plan.at_start(time.time()))
            for url in plan.lists_at_start(time.time()):
                yield from self._request(url, PRIORITIES[LIST])
        if kind == THREAD:
            yield from self._read_thread(response, page, row)
        elif row is not None:
            yield PageItem(response)
        yield from self._go_on(page, way, kind)

    def _is_sent_back(self, response: Response) -> bool:
        """Whether a link to something else was redirected to a thread that is known already."""
        thread = thread_key(response.url)
        known = not self.requested.isdisjoint((page_key(response.url), f"{thread} 1"))
        return known and thread_key(_asked_url(response)) != thread

    def _kind(self, page: Page, way: Way) -> str:
        """What the page is, by what stands on it, or else by what pages of such a URL are."""
        domain = domain_of(page.url)
        self.crawl.learn_recorded(domain)
        reading = self.crawl.site(domain).subtract(page)
        reading.find_floors()
        if reading.floors or way.kind_of(page.url) == THREAD:
            return THREAD
        return LIST if way.is_listing(page) else OTHER

    def _read_thread(self, response: Response, page: Page, row: Row | None) -> Iterator[Any]:
        """The thread's page, and requests for its other pages."""
        key = thread_key(page.url)
        if self.monitor and (row is not None or self.monitor.store.threads.get(key) is None):
            self._plan(domain_of(page.url)).note(key, row.link.url if row else page.url, row)
        yield PageItem(response)
        first = WaitingThreads.of(self.crawler).first_pages.get(key, 1)
        known = self._way(domain_of(page.url)).pages[THREAD]
        priority = FLIP if known >= MANY_THREADS else EARLY_FLIP
        for url in flips_of(page):
            if first == 1 or _number(url) > first:
                yield from self._request(url, priority)

    def _go_on(self, page: Page, way: Way, kind: str) -> Iterator[Request]:
        """Requests for what the page links to."""
        steps = way.steps(page, kind)
        rows = way.rows(page) if kind == LIST else []
        goes_on = True
        if self.monitor:
            plan = self._plan(domain_of(page.url))
            threads = [row for row in rows if way.kind_of(row.link.url) == THREAD]
            goes_on = plan.goes_on(thread_key(page.url), threads)
            yield from self._readings(plan.of_rows(threads))
            steps = [step for step in steps if self._is_new(step, plan)]
        for step in steps:
            kind = THREAD if step.row and step.kind == OTHER else step.kind
            yield from self._request(step.url, PRIORITIES[kind], row=step.row)
        if kind != THREAD:
            yield from self._flip_list(page, goes_on)

    def _flip_list(self, page: Page, goes_on: bool) -> Iterator[Request]:
        """The next page of a list. One after the other: so it is known when all were read."""
        flips = sorted(
            (url for url in flips_of(page) if _number(url) > _number(page.url)), key=_number
        )
        if self.monitor:
            lists = self.monitor.store.threads
            lists.list_read(page_key(page.url), domain_of(page.url), page.url, time.time())
            if not flips:
                lists.set_complete(thread_key(page.url))
            elif goes_on:
                lists.begin(thread_key(page.url))
        if goes_on:
            for url in flips[:1]:
                yield from self._request(url, PRIORITIES[LIST])

    def _is_new(self, step: Step, plan: Plan) -> bool:
        """Whether a link is to be followed; threads that are known are left to their lists."""
        assert self.monitor
        if step.kind == THREAD:
            if self.monitor.store.threads.get(step.key) is not None:
                return False
            plan.note(step.key, step.url, step.row)
        return True

    def _readings(self, readings: Iterable[Reading]) -> Iterator[Request]:
        assert self.monitor or not readings
        for reading in readings:
            if self.monitor and reading.first > 1:
                WaitingThreads.of(self.crawler).first_pages[reading.thread] = reading.first
                self.monitor.visits.of(reading.thread).first = reading.first
            yield from self._request(reading.url, PRIORITIES[THREAD])

    def _request(self, url: str, priority: int, row: Row | None = None) -> Iterator[Request]:
        """A request for a page that was not asked for yet."""
        key = page_key(url)
        if key in self.requested or (self.max_pages and len(self.requested) >= self.max_pages):
            return
        self.requested.add(key)
        yield Request(plain_url(url), priority=priority, cb_kwargs={"row": row} if row else {})

    def probe(self) -> None:
        """Called by Scrapy when nothing is left to do: try a link that may lead on."""
        for way in self.ways.values():
            step = way.probe()
            if step is None:
                continue
            for request in self._request(step.url, PRIORITIES[OTHER]):
                assert self.crawler.engine
                self.crawler.engine.crawl(request)
                raise DontCloseSpider

    def _way(self, site: str) -> Way:
        if site not in self.ways:
            known = self.monitor.store.threads.way(site) if self.monitor else {}
            self.ways[site] = Way.from_state(known)
        return self.ways[site]

    def _plan(self, site: str) -> Plan:
        assert self.monitor
        if site not in self.plans:
            self.plans[site] = Plan(site, self.monitor.store.threads)
        return self.plans[site]

    def keep_ways(self) -> None:
        """Called by Scrapy when the spider closes: what was learned of the links is kept."""
        if self.monitor:
            for site, way in self.ways.items():
                self.monitor.store.threads.keep_way(site, way.to_state())


def _asked_url(response: Response) -> str:
    """What was asked for, before any redirect."""
    return str(response.meta.get("redirect_urls", [response.url])[0])


def _number(url: str) -> int:
    """Number of the page that a URL is of; an offset counts as one."""
    page = page_key(url).rpartition(" ")[2]
    return int(page) if page.isdecimal() else 1

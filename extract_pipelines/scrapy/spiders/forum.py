"""Crawls a forum nobody wrote selectors for, and follows it from then on."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import AbstractContextManager
from functools import cached_property, partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from scrapy import Request, signals
from scrapy.exceptions import DontCloseSpider
from scrapy.http import Response
from scrapy.settings import BaseSettings

from extract_pipelines.forum.link_frontier import LinkFrontier
from extract_pipelines.forum.page_roles import LIST, OTHER, THREAD, PageRole
from extract_pipelines.forum.paging import pagination_links
from extract_pipelines.forum.recrawl_plan import PlannedVisit, RecrawlPlan
from extract_pipelines.forum.resume_point import ResumePoint
from extract_pipelines.forum.rows import ListRow
from extract_pipelines.forum.trials import Step
from extract_pipelines.items import PageItem
from extract_pipelines.page import Page
from extract_pipelines.page.pagination import page_number
from extract_pipelines.scrapy.crawl import Crawl
from extract_pipelines.scrapy.monitor import Monitor
from extract_pipelines.scrapy.pages import CrawledPage
from extract_pipelines.scrapy.progress import Progress
from extract_pipelines.scrapy.responses import asked_url, is_html
from extract_pipelines.scrapy.spiders.arguments import CheckedSpider, add_component
from extract_pipelines.scrapy.spiders.lessons import Lessons
from extract_pipelines.scrapy.spiders.unread import EMPTY, reason_of
from extract_pipelines.url import domain_of, page_key, plain_url, thread_key

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler
    from twisted.python.failure import Failure

# Lists tell which threads to read, so they come first; then threads that are begun. But the first
# pages are of many threads: what pages of one thread share would be taken for the site's template.
PRIORITIES = {LIST: 30, THREAD: 0, OTHER: -10}
LATER_PAGE, EARLY_PAGE = 20, -5
MANY_THREADS = 20
# Key of spider.state that the pages that were asked for are kept under.
REQUESTED_KEY = "extract_pipelines_requested"
# A page that is as likely a thread's is one, even if its links would make it a list.
SURE = 0.95


class ForumSpider(CheckedSpider):
    """Finds its way through the boards, threads and their pages of one site.

    scrapy crawl forum -a url=https://forum.example/ -O threads.json
    scrapy crawl forum -a url=https://forum.example/ -s EXTRACT_MONITOR=1 -o new.jsonl

    The second form reads, from its second run on, only threads that their lists show to be new or
    to have moved. A subclass for one forum can give ``start_urls`` in place of the argument.

    :param url: any page of the forum; its index is best
    :param max_pages: most pages to ask for; 0 for all. The runs of a job count as one
    """

    name = "forum"
    # The boards' lists, the index and profiles are none of a forum's threads.
    custom_settings = {"EXTRACT_ARTICLES": False}  # noqa: RUF012

    def __init__(self, url: str = "", max_pages: str | int = 0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.max_pages = self.whole_number("max_pages", max_pages)
        if url or not self.start_urls:
            self.start_urls = [self.web_address("url", url)]
        self._requested_now: set[str] = set()
        self._frontiers: dict[str, LinkFrontier] = {}
        self._plans: dict[str, RecrawlPlan] = {}

    @property
    def _crawl(self) -> Crawl:
        """What the components of the crawl share; it is there once the spider has been made."""
        return Crawl.of(self.crawler)

    @property
    def _monitor(self) -> Monitor | None:
        """What was seen by runs before; None without EXTRACT_MONITOR."""
        return self._crawl.monitor

    @property
    def _requested(self) -> set[str]:
        """Keys of the pages that were asked for: those of a job's earlier runs, too."""
        found: set[str] = self._crawl.state.setdefault(REQUESTED_KEY, self._requested_now)
        return found

    @cached_property
    def _lessons(self) -> Lessons:
        return Lessons(self._crawl, self._frontiers, self.start_urls[0])

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """Called by Scrapy: the spider's components join those of the project."""
        super().update_settings(settings)
        add_component(settings, "EXTENSIONS", Progress, 500)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Called by Scrapy."""
        spider = super().from_crawler(crawler, *args, **kwargs)
        crawler.signals.connect(spider._probe_when_idle, signal=signals.spider_idle)
        crawler.signals.connect(spider._keep_what_was_learned, signal=signals.spider_closed)
        crawler.signals.connect(spider._lessons.learn_dropped, signal=signals.request_dropped)
        crawler.signals.connect(spider._lessons.tell_what_is_missing, signal=signals.spider_closed)
        return spider

    async def start(self) -> AsyncIterator[Request]:
        """Called by Scrapy."""
        for url in self.start_urls:
            yield Request(url, priority=PRIORITIES[LIST], dont_filter=True)

    def parse(self, response: Response, row: ListRow | None = None) -> Iterator[PageItem | Request]:
        """Tell what the page is, have it read if it is a thread's, and go on from it.

        An exception costs the step that it comes of: the page's item and its other links stay.
        """
        asked = asked_url(response)
        self._crawl.attempts.end(thread_key(asked))
        if not response.body.strip():
            self._lessons.learn_nothing(asked, EMPTY)
            return
        if not is_html(response):
            return
        crawled = self._crawl.pages.of(response)
        page = crawled.page
        is_first = domain_of(response.url) not in self._frontiers
        role: PageRole | None = None
        with self._sparing(response):
            if self._is_sent_back(response):
                self._lessons.learn_sent_back(asked, response.url, row)
                return
            role = self._role(crawled, asked, is_first=is_first)
        self._requested.add(page_key(page.url))
        if is_first and self._monitor:
            with self._sparing(response):
                yield from self._begin(page.url)
        if role == THREAD:
            with self._sparing(response):
                self._lessons.learn_alias(asked, page.url)
                self._note_thread(page, row)
        has_floors = bool(crawled.reading and crawled.reading.floors)
        if role in (THREAD, None) or has_floors or row is not None:
            yield PageItem(response, page_type=self._page_type(page))
        for requests in self._go_on(page, role or OTHER):
            with self._sparing(response):
                yield from requests

    def _sparing(self, response: Response) -> AbstractContextManager[None]:
        return self._crawl.sparing("follow", response.url)

    def _begin(self, url: str) -> Iterator[Request]:
        """What a later visit of a site asks for besides what lists show."""
        plan = self._plan(url)
        yield from self._visit(plan.at_start(time.time()))
        for listing in plan.lists_at_start(time.time()):
            yield from self._request(listing, PRIORITIES[LIST])

    def _is_sent_back(self, response: Response) -> bool:
        """Whether a link to something else was redirected to a thread that is known already."""
        thread = thread_key(response.url)
        known = not self._requested.isdisjoint((page_key(response.url), f"{thread} 1"))
        return known and thread_key(asked_url(response)) != thread

    def _role(self, crawled: CrawledPage, asked: str, *, is_first: bool) -> PageRole:
        """What the page is, by what stands on it, or else by what pages of such a URL are.

        A list that is taken for a thread costs little, but for the first page: it is to lead on.
        """
        page, frontier = crawled.page, self._frontier(crawled.page.url)
        reading = self._crawl.pages.begin_reading(crawled)
        reading.find_floors()
        is_doubtful = is_first and reading.probability < SURE and frontier.is_listing(page)
        if frontier.role_of(page.url) == THREAD or (reading.floors and not is_doubtful):
            role: PageRole = THREAD
        else:
            role = LIST if frontier.is_listing(page) else OTHER
        self._lessons.learn_page(frontier, asked, page, role)
        self._crawl.count(f"pages_{role}")
        return role

    def _page_type(self, page: Page) -> str | None:
        """What the page is to be read as: where its like were threads it is one, however short."""
        is_thread = self._frontier(page.url).leads_to_thread(page.url)
        return page.page_type or (THREAD if is_thread else None)

    def _note_thread(self, page: Page, row: ListRow | None) -> None:
        """Tell the monitor that the page's thread is being read."""
        key = thread_key(page.url)
        if self._monitor and (row is not None or self._monitor.store.threads.get(key) is None):
            self._plan(page.url).note(key, row.link.url if row else page.url, row)

    def _go_on(self, page: Page, role: PageRole) -> list[Iterator[Request]]:
        """Requests for what the page links to, in parts that do not depend on each other."""
        steps, freed = self._steps(page, role), self._freed(page)
        if role == THREAD:
            return [self._thread_pages(page), steps, freed]
        # Which threads are known tells how far to read a list, so its next page comes before these.
        return [self._next_of_list(page, role), self._read_moved(page, role), steps, freed]

    def _thread_pages(self, page: Page) -> Iterator[Request]:
        """Requests for the other pages of the page's thread."""
        first = self._crawl.threads.first_pages.get(thread_key(page.url), 1)
        known = self._frontier(page.url).pages[THREAD]
        priority = LATER_PAGE if known >= MANY_THREADS else EARLY_PAGE
        for link in pagination_links(page):
            if first == 1 or link.number > first:
                yield from self._request(link.url, priority)

    def _steps(self, page: Page, role: PageRole) -> Iterator[Request]:
        """Requests for the boards and threads that the page links to."""
        failed = partial(self._crawl.failed, "follow")
        yield from self._follow(self._frontier(page.url).steps(page, role, failed), page)

    def _freed(self, page: Page) -> Iterator[Request]:
        """Requests for links that waited to be known: of pages that were read before, too."""
        yield from self._follow(self._frontier(page.url).freed(), page)

    def _follow(self, steps: Iterable[Step], page: Page) -> Iterator[Request]:
        for step in steps:
            if not self._monitor or self._is_new(step, self._plan(page.url)):
                role = THREAD if step.row and step.role == OTHER else step.role
                yield from self._request(step.url, PRIORITIES[role], row=step.row)

    def _next_of_list(self, page: Page, role: PageRole) -> Iterator[Request]:
        """The next page of a list. One after the other: so it is known when all were read."""
        number = page_number(page)
        links = sorted(
            (link for link in pagination_links(page) if link.number > number),
            key=attrgetter("number"),
        )
        goes_on = True
        if self._monitor:
            listing, rows = thread_key(page.url), self._thread_rows(page, role)
            goes_on = self._plan(page.url).goes_on(listing, rows, number)
            lists = self._monitor.store.lists
            lists.note_read(page_key(page.url), domain_of(page.url), page.url, time.time())
            if not links:
                lists.set_complete(listing)
            elif goes_on:
                following = ResumePoint(links[0].number, links[0].url)
                self._plan(page.url).begin_list(listing, number, following, rows)
        if goes_on:
            for link in links[:1]:
                yield from self._request(link.url, PRIORITIES[LIST])

    def _read_moved(self, page: Page, role: PageRole) -> Iterator[Request]:
        """Requests for the threads of a list that are new or have moved since the last run."""
        if self._monitor:
            rows = self._thread_rows(page, role)
            yield from self._visit(self._plan(page.url).of_rows(rows))

    def _thread_rows(self, page: Page, role: PageRole) -> list[ListRow]:
        """The rows of a list that are of threads."""
        frontier = self._frontier(page.url)
        rows = frontier.rows(page) if role == LIST else []
        return [row for row in rows if frontier.role_of(row.link.url) == THREAD]

    def _is_new(self, step: Step, plan: RecrawlPlan) -> bool:
        """Whether a link is to be followed; threads that are known are left to their lists."""
        assert self._monitor
        if step.role == THREAD:
            if self._monitor.store.threads.get(step.key) is not None:
                return False
            plan.note(step.key, step.url, step.row)
        return True

    def _visit(self, planned: Iterable[PlannedVisit]) -> Iterator[Request]:
        assert self._monitor or not planned
        for visit in planned:
            if self._monitor and visit.first > 1:
                self._crawl.threads.first_pages[visit.thread] = visit.first
                self._monitor.visits.of(visit.thread).first = visit.first
            yield from self._request(visit.url, PRIORITIES[THREAD])

    def _request(self, url: str, priority: int, row: ListRow | None = None) -> Iterator[Request]:
        """A request for a page that was not asked for yet."""
        key = page_key(url)
        if key in self._requested:
            return
        if self.max_pages and len(self._requested) >= self.max_pages:
            self._crawl.watch.cut_short = True
            self._crawl.attempts.leave_out(thread_key(url))
            return
        self._requested.add(key)
        self._crawl.attempts.ask(thread_key(plain_url(url)))
        arguments = {"row": row} if row else {}
        yield Request(plain_url(url), priority=priority, cb_kwargs=arguments, errback=self.fail)

    def fail(self, failure: Failure) -> Failure:
        """Called by Scrapy when a request gave no page; it then tells of the failure.

        Queues of jobs and workers keep requests with this name in them.
        """
        asked = asked_url(failure.request)  # type: ignore[attr-defined]
        self._crawl.attempts.end(thread_key(asked), failed=True)
        self._lessons.learn_nothing(asked, reason_of(failure.value))
        return failure

    def _probe_when_idle(self) -> None:
        """Called by Scrapy when nothing is left to do: try a link that may lead on."""
        for site, frontier in self._frontiers.items():
            request = None
            with self._crawl.sparing("follow", site):
                request = next(self._probes(frontier), None)
            if request:
                assert self.crawler.engine
                self.crawler.engine.crawl(request)
                raise DontCloseSpider

    def _probes(self, frontier: LinkFrontier) -> Iterator[Request]:
        while step := frontier.probe():
            yield from self._request(step.url, PRIORITIES[OTHER], row=step.row)

    def _frontier(self, url: str) -> LinkFrontier:
        """What is known of the links of a URL's site."""
        site = domain_of(url)
        if site not in self._frontiers:
            known = self._monitor.store.site_notes.frontier(site) if self._monitor else {}
            self._frontiers[site] = LinkFrontier.from_state(known)
        return self._frontiers[site]

    def _plan(self, url: str) -> RecrawlPlan:
        """What to read of a URL's site."""
        assert self._monitor
        site = domain_of(url)
        if site not in self._plans:
            self._plans[site] = RecrawlPlan(site, self._monitor.store)
        return self._plans[site]

    def _keep_what_was_learned(self) -> None:
        """Called by Scrapy when the spider closes, and all items have left."""
        if self._monitor:
            for site, frontier in self._frontiers.items():
                self._monitor.store.site_notes.keep_frontier(site, frontier.to_state())
                self._monitor.store.threads.count_tries(site, self._crawl.attempts.over())

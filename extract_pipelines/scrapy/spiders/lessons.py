"""What the answers of a forum teach of its links, and what is told of those that taught nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from scrapy import Request

from extract_pipelines.forum.link_frontier import LinkFrontier
from extract_pipelines.forum.page_roles import LIST, OTHER, THREAD, PageRole
from extract_pipelines.forum.rows import ListRow
from extract_pipelines.page import Page
from extract_pipelines.scrapy.crawl import Crawl
from extract_pipelines.scrapy.responses import asked_url
from extract_pipelines.scrapy.spiders.unread import REDIRECTED, REPEATED, Unread
from extract_pipelines.url import domain_of, page_key, thread_form, thread_key


class Lessons:
    """Hands on to the frontiers what the answers of a crawl tell of the addresses asked for.

    :param frontiers: what is known of each site's links
    :param start: where the crawl has begun
    """

    def __init__(self, crawl: Crawl, frontiers: Mapping[str, LinkFrontier], start: str) -> None:
        self._crawl = crawl
        self._frontiers = frontiers
        self._start = start
        self._unread = Unread()
        self._redirects_dropped = 0
        """Links redirected to pages that were asked for already; Scrapy counts these as it does
        those that a job's earlier runs have asked for."""

    def learn_page(self, frontier: LinkFrontier, asked: str, page: Page, role: PageRole) -> None:
        """A page was read, and this is what it is.

        :param frontier: of the page's site
        :param asked: what was asked for, before any redirect
        """
        tells = frontier.learn_page(page, role)
        if not tells:
            self._count(REPEATED, page.url)
        asking = self._frontiers.get(domain_of(asked))
        if asking is None or page_key(asked) == page_key(page.url):
            return
        if tells:
            is_of_site = domain_of(asked) == domain_of(page.url)
            asking.learn_redirect(asked, page.url, role if is_of_site else OTHER)
        elif thread_form(asked) != thread_form(page.url):
            asking.learn_nothing(asked)

    def learn_sent_back(self, asked: str, answered: str, row: ListRow | None) -> None:
        """A link was redirected to a page that is known already."""
        frontier = self._frontiers.get(domain_of(asked))
        told = frontier and frontier.learn_sent_back(asked, answered, in_row=row is not None)
        if told is None:
            self._count(REDIRECTED, answered)
        elif told == THREAD:
            self.learn_alias(asked, answered)

    def learn_dropped(self, request: Request) -> None:
        """Called by Scrapy when a request is not made: its page was asked for already.

        Of the spider's own these are links that were redirected to where others were before.
        """
        if "redirect_urls" in request.meta:
            asked = asked_url(request)
            self._crawl.attempts.end(thread_key(asked))
            self._redirects_dropped += 1
            with self._crawl.sparing("follow", asked):
                self.learn_sent_back(asked, request.url, request.cb_kwargs.get("row"))

    def learn_nothing(self, asked: str, reason: str) -> None:
        """A request led to no page that tells what its like lead to.

        :param reason: as of `extract_pipelines.scrapy.spiders.unread`
        """
        self._count(reason, asked)
        if frontier := self._frontiers.get(domain_of(asked)):
            frontier.learn_nothing(asked)

    def learn_alias(self, asked: str, answered: str) -> None:
        """Tell the monitor by which address lists know a thread."""
        monitor = self._crawl.monitor
        if monitor and domain_of(asked) == domain_of(answered):
            monitor.store.threads.set_alias(thread_key(asked), thread_key(answered))

    def _count(self, reason: str, url: str) -> None:
        self._unread.add(reason, url)
        self._crawl.count("pages_unread")

    def tell_what_is_missing(self, reason: str) -> None:
        """Called by Scrapy when the spider closes: warn of threads that it did not come to.

        Later runs of a monitor, or of a job, may have nothing to read.
        """
        if reason != "finished" or self._crawl.watch.cut_short:
            return
        frontiers = self._frontiers.values()
        left_out = [left for frontier in frontiers for left in frontier.left_out()]
        self._crawl.count("links_left_out", sum(number for _, number in left_out))
        if any(frontier.has_found for frontier in frontiers) or self._is_later_run():
            self._unread.warn_of_left_out(left_out)
            return
        pages: Counter[PageRole] = sum((frontier.pages for frontier in frontiers), Counter())
        self._unread.warn_of_nothing_found(
            self._start, is_read=pages[THREAD] > 0, is_list=pages[LIST] > 0
        )

    def _is_later_run(self) -> bool:
        monitor = self._crawl.monitor
        sites = {domain_of(self._start), *self._frontiers}
        known = [monitor.store.threads.count(site) for site in sites if monitor]
        filtered = self._crawl.stats.get("dupefilter/filtered", 0)
        return filtered > self._redirects_dropped or max(known, default=0) > 1

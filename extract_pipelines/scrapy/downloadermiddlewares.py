"""The downloader middleware that records pages, and what became of each request."""

from __future__ import annotations

from scrapy.exceptions import IgnoreRequest
from scrapy.http import Request, Response

from extract_pipelines.scrapy.crawl import Crawl, CrawlComponent
from extract_pipelines.scrapy.responses import asked_url, is_html, is_success
from extract_pipelines.url import domain_of

ROBOTS_TXT = "/robots.txt"


def record_answer(crawl: Crawl, request: Request, response: Response) -> None:
    """Record a page that the site answered with, and what was asked for, once."""
    if is_success(response) and is_html(response):
        url, crawled = asked_url(request), crawl.pages.of(response)
        crawled.requested = crawled.requested or crawl.watch.received(
            domain_of(url), url, crawled.page
        )
        crawl.pages.record(crawled)


class PageRecorderMiddleware(CrawlComponent):
    """Records each HTML page that the site answered for the template of its kind."""

    def process_response(self, request: Request, response: Response) -> Response:
        """Record the page; the response goes on as it is."""
        url = asked_url(request)
        if not url.endswith(ROBOTS_TXT):
            self._crawl.watch.asked(domain_of(url), answered=response.status < 400)
        record_answer(self._crawl, request, response)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Count a request that got no answer; one that a rule forbids is not made at all."""
        url = asked_url(request)
        if isinstance(exception, IgnoreRequest):
            self._crawl.watch.site(domain_of(url))
        elif not url.endswith(ROBOTS_TXT):
            self._crawl.watch.asked(domain_of(url), answered=False)

"""The downloader middleware that records pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.http import Request, Response

from extract_pipelines.answers import is_html, is_success
from extract_pipelines.crawl import Crawl

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler


class PageRecorderMiddleware:
    """Records each HTML page that the site answered for the template of its kind."""

    def __init__(self, crawl: Crawl) -> None:
        self._crawl = crawl

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Called by Scrapy."""
        return cls(Crawl.of(crawler))

    def process_response(self, request: Request, response: Response) -> Response:
        """Queue the page; the response goes on as it is."""
        if is_success(response) and is_html(response):
            self._crawl.record(self._crawl.page(response))
        return response

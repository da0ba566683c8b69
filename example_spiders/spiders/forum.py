"""Crawls a forum nobody wrote selectors for."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider, signals
from scrapy.http import Response

from example_spiders.demo_forum import DemoForum
from example_spiders.links import page_links
from extract_pipelines import PageItem
from extract_pipelines.crawl import domain_of

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler


class ForumSpider(Spider):
    """Follows the boards, threads and page flips of one site, and yields every page.

    scrapy crawl forum -a url=https://forum.example/ -a max_pages=500 -O threads.json

    Without a url it crawls the demo forum, which it serves itself on loopback.
    """

    name = "forum"
    custom_settings = {
        "ITEM_PIPELINES": {"example_spiders.pipelines.ThreadsOnlyPipeline": 400},
    }

    def __init__(self, url: str | None = None, max_pages: str = "500", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.max_pages = int(max_pages)
        self.demo = None if url else DemoForum()
        self.start_urls = [url] if url else []

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Called by Scrapy."""
        spider = super().from_crawler(crawler, *args, **kwargs)
        if spider.demo:
            spider.demo.start()
            crawler.signals.connect(spider.demo.stop, signal=signals.spider_closed)
            spider.start_urls = [spider.demo.urls["classic"], spider.demo.urls["modern"]]
        return spider

    async def start(self) -> AsyncIterator[Request]:
        """Called by Scrapy."""
        self.requested = set(self.start_urls)
        self.sites = {domain_of(url) for url in self.start_urls}
        for url in self.start_urls:
            yield Request(url, dont_filter=True)

    def parse(self, response: Response) -> Iterator[PageItem | Request]:
        """The page itself, and the pages of the site that it links to."""
        yield PageItem(response)
        for url, _ in page_links(response):
            if len(self.requested) >= self.max_pages:
                return
            if domain_of(url) in self.sites and url not in self.requested:
                self.requested.add(url)
                yield Request(url)

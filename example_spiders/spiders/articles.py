"""Reads articles into a text corpus: from a list of URLs, or from a page that links to them."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider, signals
from scrapy.http import Response

from example_spiders.demo_forum import DemoForum
from extract_pipelines import Page, PageItem
from extract_pipelines.links.rows import links_of
from extract_pipelines.links.way import flips_of

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler


class ArticlesSpider(Spider):
    """Yields each article's page.

    scrapy crawl articles -a urls="https://a.example/1 https://b.example/2" -O articles.jsonl
    scrapy crawl articles -a search="https://news.example/search?q=tea" -a follow="/20[0-9]{2}/"

    :param urls: addresses of articles, parted by white space or commas
    :param search: address of a page of search results, whose links are followed
    :param follow: regular expression that a followed link's URL must hold; without it every link
        with a text as long as a headline is followed

    Without either it searches the demo news site, which it serves itself on loopback.
    """

    name = "articles"
    custom_settings = {"EXTRACT_FLOORS": "none"}
    shortest_headline = 8

    def __init__(self, urls: str = "", search: str = "", follow: str = "", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.urls = [url for url in re.split(r"[\s,]+", urls) if url]
        self.search = search
        self.follow = re.compile(follow) if follow else None
        self.demo = None if self.urls or search else DemoForum()

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Called by Scrapy."""
        spider = super().from_crawler(crawler, *args, **kwargs)
        if spider.demo:
            spider.demo.start()
            crawler.signals.connect(spider.demo.stop, signal=signals.spider_closed)
            spider.search = spider.demo.urls["news"] + "search?q="
        return spider

    async def start(self) -> AsyncIterator[Request]:
        """Called by Scrapy."""
        for url in self.urls:
            yield Request(url, self.parse_article)
        if self.search:
            yield Request(self.search, self.parse_search)

    def parse_search(self, response: Response) -> Iterator[Request]:
        """The articles that a page of results links to, and the other pages of results."""
        page = Page.from_response(response)  # type: ignore[arg-type]
        for url in flips_of(page):
            yield Request(url, self.parse_search)
        for link in links_of(page):
            long = len(link.text) >= self.shortest_headline
            if self.follow.search(link.url) if self.follow else long:
                yield Request(link.url, self.parse_article)

    def parse_article(self, response: Response) -> Iterator[PageItem]:
        """The article's page."""
        yield PageItem(response)

"""Reads articles into a text corpus: from a list of URLs, or from a page that links to them."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from typing import Any, Final

from scrapy import Request
from scrapy.http import Response

from extract_pipelines.forum.paging import pagination_links
from extract_pipelines.forum.rows import links_of
from extract_pipelines.items import PageItem
from extract_pipelines.scrapy.responses import is_html, read_page
from extract_pipelines.scrapy.spiders.arguments import CheckedSpider

# A comma within an address parts nothing.
_BETWEEN: Final = re.compile(r"(?:\s|,(?=[\s,]|\Z|https?://))+")


class ArticlesSpider(CheckedSpider):
    """Yields each article's page.

    scrapy crawl articles -a urls="https://a.example/1 https://b.example/2" -O articles.jsonl
    scrapy crawl articles -a search="https://news.example/search?q=tea" -a follow="/20[0-9]{2}/"

    :param urls: addresses of articles, parted by white space or commas
    :param search: address of a page of search results, whose links are followed
    :param follow: regular expression that a followed link's URL must hold; without it every link
        with a text as long as a headline is followed
    """

    name = "articles"
    custom_settings = {"EXTRACT_FLOORS": "none"}  # noqa: RUF012 - Scrapy's name
    shortest_headline = 8

    def __init__(self, urls: str = "", search: str = "", follow: str = "", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.urls = [self.web_address("urls", url) for url in _BETWEEN.split(urls) if url]
        self.search = self.web_address("search", search) if search else ""
        self.follow: re.Pattern[str] | None = None
        try:
            self.follow = re.compile(follow) if follow else None
        except re.error as error:
            self.refuse("follow", follow, f"this is no regular expression: {error}")
        if not (self.urls or search):
            self.refuse("urls", "", "give the addresses of articles, or -a search=")

    async def start(self) -> AsyncIterator[Request]:
        """Called by Scrapy."""
        for url in self.urls:
            yield Request(url, self.parse_article)
        if self.search:
            yield Request(self.search, self.parse_search)

    def parse_search(self, response: Response) -> Iterator[Request]:
        """The articles that a page of results links to, and the other pages of results."""
        if not is_html(response):
            self.logger.error("No links can be read from %s: it is no HTML page", response.url)
            return
        page = read_page(response)
        for other in pagination_links(page):
            yield Request(other.url, self.parse_search)
        for link in links_of(page):
            long = len(link.text) >= self.shortest_headline
            if self.follow.search(link.url) if self.follow else long:
                yield Request(link.url, self.parse_article)

    def parse_article(self, response: Response) -> Iterator[PageItem]:
        """The article's page."""
        yield PageItem(response)

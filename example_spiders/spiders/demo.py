"""The add-on's spiders on the demo, which they serve themselves on loopback."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy import signals

from example_spiders.demo_forum import DemoForum
from extract_pipelines.scrapy.spiders.articles import ArticlesSpider
from extract_pipelines.scrapy.spiders.forum import ForumSpider

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler


class DemoSpider(ForumSpider):
    """Crawls the demo's two forums."""

    name = "demo"

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Called by Scrapy."""
        demo = served(crawler)
        cls.start_urls = [demo.urls["classic"], demo.urls["modern"]]
        return super().from_crawler(crawler, *args, **kwargs)


class DemoNewsSpider(ArticlesSpider):
    """Searches the demo's news site."""

    name = "demo_news"

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Called by Scrapy."""
        search = served(crawler).urls["news"] + "search?q="
        return super().from_crawler(crawler, *args, search=search, **kwargs)


def served(crawler: Crawler) -> DemoForum:
    """The demo, served until the crawl's end."""
    demo = DemoForum()
    demo.start()
    crawler.signals.connect(demo.stop, signal=signals.spider_closed, weak=False)
    return demo

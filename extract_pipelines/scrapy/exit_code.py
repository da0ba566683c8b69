"""How a crawl that ends by itself tells a shell, or cron, that something is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy import signals

if TYPE_CHECKING:
    from scrapy.crawler import Crawler


def end_with_an_error(crawler: Crawler) -> None:
    """Let the command of Scrapy that runs the crawl end with exit code 1.

    To be called before the crawl ends. The commands do so if ``bootstrap_failed`` of their crawler
    process is set, and it is set where a crawl that has ended has no spider. No component of a
    crawl is given the process itself.
    """

    def forget_spider() -> None:
        crawler.spider = None

    crawler.signals.connect(forget_spider, signals.engine_stopped, weak=False)

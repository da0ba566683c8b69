"""Crawls a forum again and again, as a monitor does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.changing_forum import Forum
from tests.crawling import DEFAULTS, Result, Run, Site

SPIDER = """
from extract_pipelines import PageItem
from tests.crawling import StatsSpider

class Spider(StatsSpider):
    name = "monitor"
    start_urls = {urls}

    def parse(self, response):
        yield PageItem(response)
"""


class Watched:
    """A forum that is crawled again and again, with one store."""

    def __init__(self, folder: Path, forum: Forum, **settings: Any) -> None:
        self.folder = folder
        self.forum = forum
        self.settings = {
            **DEFAULTS,
            "EXTRACT_MONITOR": True,
            # Pages come in the same order in every run, so that the same is known of the site.
            "CONCURRENT_REQUESTS": 1,
            "EXTRACT_STORE": f"sqlite:///{folder / 'seen.sqlite'}",
            **settings,
        }
        self.site = Site(forum.pages())

    def start(
        self,
        spider: str = SPIDER,
        folder: str = ".",
        feed: str | None = "items.jsonl",
        **settings: Any,
    ) -> Run:
        self.site.pages = dict(self.forum.pages())
        urls = [self.site.url + path for path in self.site.pages]
        place = self.folder / folder
        place.mkdir(exist_ok=True)
        return Run(place, spider.format(urls=urls), {**self.settings, **settings}, feed)

    def crawl(self, folder: str = ".", **settings: Any) -> Result:
        result = self.start(folder=folder, **settings).wait()
        assert "Traceback" not in result.log, result.log
        return result

"""``scrapy forum URL``: the spider `forum`, without a project of one's own."""

from __future__ import annotations

import argparse
from typing import Any, ClassVar

from scrapy.commands import BaseRunSpiderCommand
from scrapy.exceptions import UsageError
from scrapy.spiderloader import DummySpiderLoader
from scrapy.utils.project import inside_project

STDOUT = "-:jsonlines"


class ForumCommand(BaseRunSpiderCommand):
    """Crawls a forum."""

    default_settings: ClassVar[dict[str, Any]] = {
        "FEED_EXPORT_ENCODING": "utf-8",
        "LOG_LEVEL": "INFO",
        "SPIDER_LOADER_CLASS": DummySpiderLoader,
    }

    def syntax(self) -> str:
        """Called by Scrapy."""
        return "[options] URL"

    def short_desc(self) -> str:
        """Called by Scrapy."""
        return "Crawl a forum, no project required"

    def long_desc(self) -> str:
        """Called by Scrapy."""
        return (
            f"{self.short_desc()}: as `scrapy crawl forum -a url=URL` in a project that has the"
            " add-on. Threads go to the files of -o and -O; outside a project, without any, to"
            " stdout as JSON Lines."
        )

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        """Called by Scrapy."""
        assert self.settings is not None
        is_kept = opts.output or opts.overwrite_output or self.settings.getdict("FEEDS")
        if not is_kept and not inside_project():
            opts.output = [STDOUT]
        super().process_options(args, opts)

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Called by Scrapy.

        :raises UsageError: with a sentence that says what is wrong
        """
        if len(args) != 1 or args[0].startswith("-"):
            unknown = next((name for name in args if name.startswith("-")), None)
            why = f"There is no option {unknown}." if unknown else "Give the address of one forum."
            raise UsageError(why, print_help=False)
        from extract_pipelines.scrapy.internals import has_failed
        from extract_pipelines.scrapy.spiders.forum import ForumSpider

        assert self.crawler_process is not None
        self.crawler_process.crawl(ForumSpider, **{**opts.spargs, "url": args[0]})
        self.crawler_process.start()
        if has_failed(self.crawler_process):
            self.exitcode = 1

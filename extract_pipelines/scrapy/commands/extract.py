"""``scrapy extract``: read pages at once, without a project or a crawl."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, ClassVar

from scrapy.commands import ScrapyCommand
from scrapy.spiderloader import DummySpiderLoader

FORMATS = {
    "json": "JSON, an item a line; on a terminal, indented (the default)",
    "text": "plain text: title, and who wrote what when",
    "markdown": "Markdown: headings, lists, tables, code, quotes and links are kept",
    "html": "a clean document of HTML for each page",
}
# What shells tell of a process that Ctrl-C has ended.
INTERRUPTED = 130


class ExtractCommand(ScrapyCommand):
    """Reads pages and prints what they say."""

    default_settings: ClassVar[dict[str, Any]] = {
        "CONCURRENT_REQUESTS_PER_DOMAIN": 1,
        "DOWNLOAD_DELAY": 1,
        "LOG_ENABLED": False,
        "ROBOTSTXT_OBEY": True,
        "SPIDER_LOADER_CLASS": DummySpiderLoader,
    }

    def syntax(self) -> str:
        """Called by Scrapy."""
        return "[options] URL|FILE|FOLDER|- [...]"

    def short_desc(self) -> str:
        """Called by Scrapy."""
        return "Read threads and articles: URLs, files, folders or standard input"

    def long_desc(self) -> str:
        """Called by Scrapy."""
        return (
            f"{self.short_desc()}. Pages of one host, or of files in one folder, are learned"
            " together as one site before they are read. Exit code 1: nothing was read."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Called by Scrapy."""
        from extract_pipelines.page.page_types import PAGE_TYPES

        super().add_options(parser)
        formats = parser.add_mutually_exclusive_group()
        for name, told in FORMATS.items():
            formats.add_argument(
                f"--{name}", dest="format", action="store_const", const=name, help=told
            )
        parser.set_defaults(format="json")
        parser.add_argument(
            "--fields",
            metavar="NAMES",
            help="with --json: the fields that items have, as title,date,floors.author",
        )
        parser.add_argument(
            "--page-type", choices=PAGE_TYPES, help="what all of the pages are, where you know"
        )
        parser.add_argument(
            "--templates",
            type=Path,
            metavar="FILE",
            help="what crawls have learned of sites: a file of `scrapy templates export`, or a"
            " store's SQLite file",
        )
        parser.add_argument(
            "--explain",
            type=Path,
            metavar="REPORT",
            help="write a report of how one page was read, and why, as HTML",
        )
        parser.add_argument(
            "--url", default="", help="the address that a file or standard input was saved from"
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Called by Scrapy.

        :raises UsageError: with a sentence that says what is wrong
        """
        assert self.settings is not None
        try:
            from extract_pipelines.scrapy.commands.extraction import Extraction

            extraction = Extraction(self.settings, self.crawler_process)
            is_read = extraction.run(args, opts)
            self.exitcode = INTERRUPTED if extraction.is_interrupted else 0 if is_read else 1
        except KeyboardInterrupt:
            self.exitcode = INTERRUPTED

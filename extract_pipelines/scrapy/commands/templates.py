"""``scrapy templates``: what the store knows of which sites."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, ClassVar

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

ACTIONS = ("list", "show", "explain", "export", "import", "forget")


class TemplatesCommand(ScrapyCommand):
    """Lists, shows, exports, imports and forgets the templates of a store; explains a page."""

    requires_crawler_process = False
    default_settings: ClassVar[dict[str, Any]] = {"LOG_ENABLED": False, "ROBOTSTXT_OBEY": True}

    def syntax(self) -> str:
        """Called by Scrapy."""
        return f"[options] {'|'.join(ACTIONS)} [DOMAIN ...|URL|FILE]"

    def short_desc(self) -> str:
        """Called by Scrapy."""
        return "List, show, export, import or forget the stored templates of sites; explain a page"

    def long_desc(self) -> str:
        """Called by Scrapy."""
        return (
            f"{self.short_desc()}. The store is the one that a crawl with the same settings has:"
            " that of EXTRACT_STORE, or else the JOBDIR's (-s JOBDIR=...), or else, with"
            " EXTRACT_MONITOR, the project's. Only forget needs a DOMAIN; the others take all"
            " without one. explain takes a page, and writes a report of how it is read with what is"
            " stored."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Called by Scrapy."""
        super().add_options(parser)
        parser.add_argument(
            "-f",
            "--file",
            type=Path,
            help="JSON file to export to or import from; the report's file (report.html)",
        )
        parser.add_argument("--store", help="address of the store, as EXTRACT_STORE has it")
        parser.add_argument(
            "--replace", action="store_true", help="let an import replace what the store knows"
        )

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        """Called by Scrapy."""
        super().process_options(args, opts)
        if opts.store:
            assert self.settings is not None
            self.settings.set("EXTRACT_STORE", opts.store, "cmdline")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Called by Scrapy.

        :raises UsageError: with a sentence that says what is wrong
        """
        if not args or args[0] not in ACTIONS:
            raise UsageError(f"The first argument must be one of {', '.join(ACTIONS)}.")
        from extract_pipelines.scrapy.commands.template_actions import TemplateActions

        assert self.settings is not None
        TemplateActions(self.settings, opts).run(*args)

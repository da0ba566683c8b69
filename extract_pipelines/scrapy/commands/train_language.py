"""``scrapy train-language FEED -o MODEL``: a language model from a crawl's own feed."""

from __future__ import annotations

import argparse
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError


class TrainLanguageCommand(ScrapyCommand):
    """The command, as Scrapy runs it."""

    requires_crawler_process = False
    default_settings: ClassVar[dict[str, Any]] = {"LOG_ENABLED": False}

    def syntax(self) -> str:
        """Called by Scrapy."""
        return "FEED [FEED ...] -o MODEL"

    def short_desc(self) -> str:
        """Called by Scrapy."""
        return "Make a language model for EXTRACT_FILTER = 'language' from feeds"

    def long_desc(self) -> str:
        """Called by Scrapy."""
        return (
            "Makes a language model from the texts (floors with own_text or body, or body) of JSON"
            " or JSON Lines feeds, which may be packed with gzip. EXTRACT_LANGUAGE_MODELS names the"
            " models to filter with."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Called by Scrapy."""
        super().add_options(parser)
        parser.add_argument("-o", "--output", metavar="MODEL", help="file to write the model to")
        parser.add_argument("--language", metavar="CODE", help="its language (default: the name)")
        parser.add_argument(
            "--margin",
            type=float,
            default=0.5,
            metavar="NATS",
            help="how far below what 98%% of the feed's sentences reach the thresholds are set"
            " (default: 0.5)",
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Called by Scrapy.

        :raises UsageError: if no feed or no output is named
        """
        if not args or not opts.output:
            raise UsageError
        from extract_pipelines.scrapy.commands.feed import Feed, texts_of
        from extract_pipelines.text.language_training import train

        feeds = [Feed(path) for path in args]
        texts = (text for feed in feeds for item in feed for text in texts_of(item))
        counted = _Counted(texts)
        try:
            model = train(counted, opts.language or Path(opts.output).stem, opts.margin)
            model.save(opts.output)
        except (OSError, EOFError, zlib.error, ValueError) as error:
            print(f"No model made: {error}")
            self.exitcode = 1
        else:
            scripts = ", ".join(sorted(model.scripts))
            print(f"{opts.output}: language {model.language}, written in {scripts}")
        print(f"{counted.texts} texts with {counted.characters} characters were read")
        if unreadable := sum(feed.unreadable for feed in feeds):
            print(f"{unreadable} lines are no JSON and were left out")


class _Counted:
    """Counts the texts that pass."""

    def __init__(self, texts: Iterator[str]) -> None:
        self._texts = texts
        self.texts = self.characters = 0

    def __iter__(self) -> Iterator[str]:
        for text in self._texts:
            self.texts += 1
            self.characters += len(text)
            yield text

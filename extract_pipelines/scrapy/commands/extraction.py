"""What ``scrapy extract`` does."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict
from io import TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from scrapy.exceptions import UsageError
from scrapy.settings import BaseSettings

from extract_pipelines.items import Article, ForumThread
from extract_pipelines.items.fields import ItemFields
from extract_pipelines.scrapy.commands.fetch import FetchSpider
from extract_pipelines.scrapy.commands.inputs import STDIN, Input, InputError, is_folder, saved
from extract_pipelines.scrapy.commands.reader import NothingReadError, Read, Reader
from extract_pipelines.scrapy.reports import ReportError, report_page
from extract_pipelines.scrapy.settings import (
    ExtractSettings,
    SettingError,
    unknown_settings,
    warn_of_unknown,
)
from extract_pipelines.site.exported import open_templates
from extract_pipelines.site.stores import StoreError
from extract_pipelines.url import is_web_address

if TYPE_CHECKING:
    from scrapy.crawler import CrawlerProcessBase

# What stands between documents.
RULES = {"text": "\n---\n\n", "markdown": "\n---\n\n"}

Writer = Callable[[ForumThread | Article], None]


class Extraction:
    """Reads pages and prints what they say.

    :param settings: those of the project, and of the command line
    :param process: fetches pages
    :ivar is_interrupted: whether Ctrl-C has ended the fetching
    """

    def __init__(self, settings: BaseSettings, process: CrawlerProcessBase | None) -> None:
        self.is_interrupted = False
        self._settings = settings
        self._process = process

    def run(self, args: list[str], opts: argparse.Namespace) -> bool:
        """Read what the arguments name.

        :return: whether anything was read
        :raises UsageError: with a sentence that says what is wrong with them
        """
        self._check(args, opts)
        self._messages = _Messages(many=len(args) > 1 or not is_web_address(args[0]))
        if self._settings.getbool("LOG_ENABLED"):
            warn_of_unknown(self._settings)
        else:
            self._messages.warn(unknown_settings(self._settings))
        try:
            settings = ExtractSettings.from_settings(self._settings)
            wanted = _fields(opts.fields) or settings.fields
            templates = open_templates(opts.templates) if opts.templates else None
            reader = Reader(settings, opts.page_type, templates, self._messages.progress)
            return self._read(args, opts, reader, _printer(opts.format, wanted))
        except (SettingError, StoreError, ReportError) as error:
            raise UsageError(str(error), print_help=False) from None
        except BrokenPipeError:
            # Who reads the output has enough; Python would try to write the rest when it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return True

    def _check(self, args: list[str], opts: argparse.Namespace) -> None:
        """Raise UsageError for arguments that do not go together."""
        unknown = next((name for name in args if name.startswith("-") and name != STDIN), None)
        why = None
        if unknown:
            why = f"There is no option {unknown}."
        elif not all(name.strip() for name in args):
            why = "The name of a page is empty; the current folder is named by a dot."
        elif opts.fields and opts.format != "json":
            why = f"--fields goes with --json, not with --{opts.format}."
        elif opts.url and not is_web_address(opts.url):
            why = f"--url {opts.url} is no address of a web page, as https://forum.example/."
        elif opts.url and (len(args) != 1 or is_web_address(args[0]) or is_folder(args[0])):
            why = "--url goes with one file, or with standard input."
        if why or not args:
            raise UsageError(why or "", print_help=not why)

    def _read(
        self,
        args: list[str],
        opts: argparse.Namespace,
        reader: Reader,
        write: Writer,
    ) -> bool:
        with TemporaryDirectory(prefix="extract-") as folder:
            pages = self._pages(list(dict.fromkeys(args)), opts.url, Path(folder))
            if opts.explain and len(pages) > 1:
                raise ReportError(f"--explain goes with one page, not with {len(pages)}.")
            read = 0
            for page, found in reader.read(pages):
                if opts.explain and isinstance(found, Read | NothingReadError):
                    report_page(found.page, found.site, opts.explain)
                if isinstance(found, InputError):
                    self._messages.sentence(page.name, found)
                else:
                    self._messages.clear()
                    write(found.item)
                    read += 1
        self._messages.end(read)
        return read > 0

    def _pages(self, names: list[str], url: str, folder: Path) -> list[Input]:
        """The pages that the arguments name; what cannot be had is told."""
        fetched = self._fetch([name for name in names if is_web_address(name)], folder)
        stdin = sys.stdin.buffer.read() if STDIN in names else b""
        pages: dict[str, Input] = {}
        for name in names:
            try:
                found = fetched(name) if is_web_address(name) else saved(name, stdin, url)
            except InputError as error:
                self._messages.sentence(name, error)
            else:
                # A page may be named twice: a file by itself, and by its folder.
                pages |= {page.url or page.name: page for page in found if page.url not in pages}
        return list(pages.values())

    def _fetch(self, urls: list[str], folder: Path) -> Callable[[str], list[Input]]:
        """Have pages fetched; give what gives the page of an address.

        That raises InputError for an address without one.
        """
        known: dict[str, Input | InputError] = {}

        def on_fetched(url: str, found: Input | InputError) -> None:
            known[url] = found
            self._messages.progress(f"fetched page {len(known)} of {len(urls)}")

        def fetched(url: str) -> list[Input]:
            missing = "it was not fetched" + ("" if self.is_interrupted else "; -L INFO shows why")
            found = known.get(url, InputError(missing))
            if isinstance(found, InputError):
                raise found
            return [found]

        if urls:
            process = self._process
            assert process is not None
            process.crawl(
                FetchSpider, urls=urls, folder=folder, on_fetched=on_fetched, begin=self._listen
            )
            process.start()
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return fetched

    def _listen(self) -> None:
        """Let Ctrl-C end the fetching: Scrapy waits for pages under way until it comes twice."""
        first = signal.getsignal(signal.SIGINT)

        def stop(*caught: Any) -> None:
            self.is_interrupted = True
            if callable(first):
                first(*caught)
            second = signal.getsignal(signal.SIGINT)
            if callable(second) and second is not stop:
                second(*caught)

        if callable(first):
            signal.signal(signal.SIGINT, stop)


class _Messages:
    """Messages on stderr: sentences, and on a terminal what is being done.

    :param many: whether there are several pages, so that it is worth telling
    """

    def __init__(self, *, many: bool) -> None:
        self._is_shown = many and sys.stderr.isatty()
        self._failed = 0

    def progress(self, doing: str) -> None:
        """Write over what was being done before."""
        if self._is_shown:
            print(f"\r\x1b[K{doing}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Make way for a line of something else."""
        self.progress("")

    def warn(self, warnings: Iterable[str]) -> None:
        """Tell what the log would tell, if it were on."""
        for warning in warnings:
            print(f"{warning}.", file=sys.stderr)

    def sentence(self, name: str, error: InputError) -> None:
        """Tell why something was not read."""
        self.clear()
        self._failed += 1
        print(f"{name}: {error}.", file=sys.stderr)

    def end(self, read: int) -> None:
        """Tell how many of several pages were read."""
        self.clear()
        if read + self._failed > 1:
            print(f"{read} of {read + self._failed} pages read", file=sys.stderr)


def _fields(names: str | None) -> ItemFields | None:
    try:
        return ItemFields(name.strip() for name in names.split(",")) if names else None
    except ValueError as error:
        raise UsageError(f"--fields: {error}.", print_help=False) from None


def _printer(form: str, wanted: ItemFields | None) -> Writer:
    """What prints items in a form, one after the other."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    indent = 2 if sys.stdout.isatty() else None
    rule = ""

    def write(item: ForumThread | Article) -> None:
        nonlocal rule
        if form == "json":
            told = wanted.of(item) if wanted else asdict(item)
            text = json.dumps(told, ensure_ascii=False, indent=indent) + "\n"
        else:
            text = rule + getattr(item, f"to_{form}")()
            rule = RULES.get(form, "")
        print(text, end="", flush=True)

    return write

"""What ``scrapy templates`` does."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from scrapy.exceptions import UsageError
from scrapy.settings import Settings
from scrapy.utils.job import job_dir

from extract_pipelines.learned.state import StateError
from extract_pipelines.scrapy.commands.fetch import fetch
from extract_pipelines.scrapy.commands.inputs import InputError, saved
from extract_pipelines.scrapy.commands.reader import NothingReadError, Read, Reader
from extract_pipelines.scrapy.reports import ReportError, report_page
from extract_pipelines.scrapy.settings import ExtractSettings, SettingError, warn_of_unknown
from extract_pipelines.scrapy.storing import FILE_PREFIX, address_of, open_store_of
from extract_pipelines.site.exported import read_exported
from extract_pipelines.site.extract import FORMAT, Site
from extract_pipelines.site.kind import Kind
from extract_pipelines.site.stores import Store, StoredSite, StoreError
from extract_pipelines.url import domain_of, is_web_address

COLUMNS = ("domain", "kinds", "pages", "entries", "slots", "bytes")
# What is told of a kind of pages.
COUNTS = ("pages", "entries", "records", "slots")
SLOTS = ("author", "body")
# Most places of a slot that are shown.
SHOWN = 3


class TemplateActions:
    """The actions, each in a method of its name.

    :param settings: those of the project, and of the command line
    :param opts: the command's options
    """

    def __init__(self, settings: Settings, opts: argparse.Namespace) -> None:
        self._settings = settings
        self._opts = opts

    def run(self, action: str, *names: str) -> None:
        """Take an action.

        :param names: domains, or the page to explain
        :raises UsageError: with a sentence that says why it cannot be taken
        """
        try:
            store = self._open(makes=action == "import")
            try:
                getattr(self, f"_{action}")(store, list(names))
            finally:
                store.close()
        except (SettingError, StoreError, ReportError) as error:
            raise UsageError(str(error), print_help=False) from None

    def _open(self, *, makes: bool) -> Store:
        settings = ExtractSettings.from_settings(self._settings)
        warn_of_unknown(self._settings)
        folder = job_dir(self._settings)
        address = address_of(settings, folder)
        if address == "memory":
            raise StoreError("No store to look into: set EXTRACT_STORE or JOBDIR (with -s).")
        path = Path(address.removeprefix(FILE_PREFIX))
        if address.startswith(FILE_PREFIX) and not makes and not path.exists():
            raise StoreError(f"There is no store at {path.absolute()}.")
        return open_store_of(replace(settings, freeze=False), folder)

    def _list(self, store: Store, domains: list[str]) -> None:
        """A line a site."""
        rows = [COLUMNS]
        for domain, site in _sites(store, domains):
            rows.append((domain, *map(str, _numbers(site))))  # type: ignore[arg-type]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for name, *numbers in rows:
            cells = [number.rjust(width) for number, width in zip(numbers, widths[1:], strict=True)]
            print("  ".join([name.ljust(widths[0]), *cells]))

    def _show(self, store: Store, domains: list[str]) -> None:
        """The kinds of pages, and where their floors have author and body."""
        for domain, site in _sites(store, domains):
            print(domain)
            for number, kind in enumerate(site.kinds, start=1):
                summary = _summary(kind)
                counts = (f"{summary[name]} {name}" for name in COUNTS)
                print(f"  kind {number}: {', '.join(counts)}")
                for name in SLOTS:
                    for place in summary[name]:
                        print(f"    {name}: {place}")

    def _explain(self, store: Store, names: list[str]) -> None:
        """A report of a page, read with what is known of its site."""
        if len(names) != 1:
            raise ReportError("Name one page to explain: its address, or a file.")
        chosen = ExtractSettings.from_settings(self._settings)
        with TemporaryDirectory(prefix="explain-") as folder:
            try:
                if is_web_address(names[0]):
                    pages = [fetch(names[0], Path(folder), self._settings)]
                else:
                    pages = saved(names[0], b"")[:1]
                found = next(one for _, one in Reader(chosen, templates=store).read(pages))
            except InputError as error:
                raise ReportError(f"{names[0]}: {error}.") from None
        if not isinstance(found, Read | NothingReadError):
            raise ReportError(f"{names[0]}: {found}.")
        if not found.site.kinds:
            raise StoreError(_unknown(store, domain_of(found.page.url)))
        path = self._opts.file or Path("report.html")
        print(f"{path}: {report_page(found.page, found.site, path).result}")

    def _export(self, store: Store, domains: list[str]) -> None:
        """JSON that `import` takes."""
        sites = {
            domain: {"summary": [_summary(kind) for kind in site.kinds], "state": site.to_state()}
            for domain, site in _sites(store, domains)
        }
        text = json.dumps({"format": FORMAT, "sites": sites}, ensure_ascii=False, indent=1)
        if self._opts.file:
            self._opts.file.write_text(text + "\n", "utf-8")
        else:
            print(text)

    def _import(self, store: Store, domains: list[str]) -> None:
        """Put exported sites into the store, all that the file holds or those named."""
        if self._opts.file is None:
            raise StoreError("Name the file to import from with --file.")
        sites = read_exported(self._opts.file)
        for domain in domains or sites:
            if domain not in sites:
                raise StoreError(f"{self._opts.file} holds no template of {domain}.")
            if store.read(domain):
                if not self._opts.replace:
                    raise StoreError(
                        f"The store knows {domain} already; --replace puts the file in its place."
                    )
                store.forget(domain)
            store.write(domain, sites[domain], 0)
            print(f"imported {domain}")

    def _forget(self, store: Store, domains: list[str]) -> None:
        """Delete what is known of sites."""
        if not domains:
            raise StoreError("Name the domains to forget.")
        for domain in domains:
            if not store.forget(domain):
                raise StoreError(_unknown(store, domain))
            print(f"forgot {domain}")


def _sites(store: Store, domains: list[str]) -> Iterator[tuple[str, Site]]:
    for domain in domains or store.domains():
        row = store.read(domain)
        if row is None:
            raise StoreError(_unknown(store, domain))
        yield domain, _read(domain, row)


def _read(domain: str, row: StoredSite) -> Site:
    try:
        return Site.from_state(row.state)
    except StateError as error:
        raise StoreError(f"The template of {domain} cannot be read ({error}).") from None


def _unknown(store: Store, domain: str) -> str:
    known = ", ".join(store.domains()) or "none"
    return f"The store has no template of {domain}; it knows {known}."


def _numbers(site: Site) -> tuple[int, ...]:
    """What the columns after the domain tell."""
    return (
        len(site.kinds),
        sum(kind.pages for kind in site.kinds),
        sum(len(kind.template.entries) for kind in site.kinds),
        sum(len(kind.floor_model.statistics.counts) for kind in site.kinds),
        len(json.dumps(site.to_state())),
    )


def _summary(kind: Kind) -> dict[str, Any]:
    """What a reader wants to know of a kind, with the likeliest places of author and body."""
    statistics = kind.floor_model.statistics
    bodies = sorted(statistics.counts, key=lambda place: (-statistics.body(place).fit, place))
    return {
        "pages": kind.pages,
        "entries": len(kind.template.entries),
        "records": statistics.records,
        "slots": len(statistics.counts),
        "author": statistics.author_places()[:SHOWN],
        "body": bodies[:SHOWN],
    }

"""Fetches some pages with Scrapy's downloader, as the settings have it, and does nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any

from scrapy import Request, Spider
from scrapy.crawler import AsyncCrawlerProcess, CrawlerProcess
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response, TextResponse
from scrapy.settings import Settings, default_settings
from scrapy.spidermiddlewares.httperror import HttpError
from twisted.python.failure import Failure

from extract_pipelines.page.source import misread
from extract_pipelines.scrapy.commands.inputs import NOT_HTML, Input, InputError
from extract_pipelines.scrapy.responses import is_html
from extract_pipelines.url import domain_of

OnFetched = Callable[[str, Input | InputError], None]


class FetchSpider(Spider):
    """Writes pages to files.

    What of a project handles items, keeps requests or watches crawls is off; its downloader
    middlewares, its user agent, its cache are on.

    :param urls: addresses of the pages
    :param folder: where the files go
    :param on_fetched: called with each address, and its page or why there is none
    :param begin: called when the first page is about to be fetched
    """

    name = "extract"
    custom_settings = {  # noqa: RUF012 - Scrapy's name
        "DUPEFILTER_CLASS": default_settings.DUPEFILTER_CLASS,
        "EXTENSIONS": {},
        "EXTRACT_ENABLED": False,
        "FEEDS": {},
        "ITEM_PIPELINES": {},
        "JOBDIR": None,
        "SCHEDULER": default_settings.SCHEDULER,
        "TELNETCONSOLE_ENABLED": False,
    }

    def __init__(
        self,
        urls: list[str],
        folder: Path,
        on_fetched: OnFetched,
        begin: Callable[[], None],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._urls = urls
        self._folder = folder
        self._on_fetched = on_fetched
        self._begin = begin

    async def start(self) -> AsyncIterator[Request]:
        """Called by Scrapy."""
        self._begin()
        for number, url in enumerate(self._urls):
            yield Request(
                url,
                callback=self.parse,
                errback=self._failed,
                cb_kwargs={"url": url, "file": f"{number}.html"},
                dont_filter=True,
            )

    def parse(self, response: Response, url: str, file: str) -> None:
        """Write a page as the text that it is in its charset."""
        if not isinstance(response, TextResponse) or not is_html(response):
            kind = (response.headers.get("Content-Type") or b"").decode("latin-1")
            self._on_fetched(url, InputError(f"{NOT_HTML}{f' ({kind})' if kind else ''}"))
            return
        path = self._folder / file
        text = misread(response)
        path.write_bytes((response.text if text is None else text).encode("utf-8", "surrogatepass"))
        now = datetime.now(UTC)
        page = Input(url, domain_of(response.url), path, response.url, now, is_text=True)
        self._on_fetched(url, page)

    def _failed(self, failure: Failure) -> None:
        request: Request = failure.request  # type: ignore[attr-defined] # Scrapy adds it
        self._on_fetched(request.cb_kwargs["url"], InputError(_why(failure.value)))


def fetch(url: str, folder: Path, settings: Settings) -> Input:
    """Fetch one page, where no crawl runs; Scrapy can do so once in a process.

    :param folder: where its file goes
    :raises InputError: if it cannot be had
    """
    found: list[Input | InputError] = [InputError("it was not fetched")]
    is_asyncio = settings["TWISTED_REACTOR"] == default_settings.TWISTED_REACTOR
    process = (AsyncCrawlerProcess if is_asyncio else CrawlerProcess)(settings)
    process.crawl(
        FetchSpider,
        urls=[url],
        folder=folder,
        on_fetched=lambda _, one: found.append(one),
        begin=lambda: None,
    )
    process.start()
    if isinstance(found[-1], InputError):
        raise found[-1]
    return found[-1]


def _why(error: BaseException | None) -> str:
    if isinstance(error, HttpError):
        status = error.response.status
        known = {one.value: one.phrase for one in HTTPStatus}
        return f"the server answers {status} {known.get(status, '')}".rstrip()
    if isinstance(error, IgnoreRequest):
        told = str(error)
        return "the site's robots.txt forbids to fetch it" if "robots.txt" in told else told
    # Twisted wraps what went wrong in what follows from it.
    reasons = getattr(error, "reasons", None)
    if reasons:
        error = reasons[-1].value
    return f"it cannot be fetched: {str(error).rstrip('.') or type(error).__name__}"

"""What a page is read as, for callbacks and page objects of scrapy-poet that ask for it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from typing import Any

from scrapy.crawler import Crawler
from scrapy.http import Request, Response
from scrapy_poet.page_input_providers import PageObjectInputProvider
from web_poet.serialization import SerializedLeafData, register_serialization

from extract_pipelines.items import Article, Floor, ForumThread, Metadata, Quote
from extract_pipelines.scrapy.crawl import Crawl
from extract_pipelines.scrapy.downloadermiddlewares import record_answer
from extract_pipelines.scrapy.pages import CrawledPage

PAGE_TYPES: dict[Callable[..., Any], str] = {ForumThread: "thread", Article: "article"}


class ItemProvider(PageObjectInputProvider):
    """Gives a page as the ForumThread or the Article that a callback or a page object asks for.

    Who asks for one of them tells what the page is. Who asks for both gets an empty one for what
    the page is not. The page is read at once, with what is known of its site by then.
    """

    provided_classes = set(PAGE_TYPES)  # noqa: RUF012
    name = "extract_pipelines"

    def __call__(
        self,
        to_provide: set[Callable[..., Any]],
        request: Request,
        response: Response,
        crawler: Crawler,
    ) -> Sequence[ForumThread | Article]:
        """Read the page of the response. Called by scrapy-poet."""
        crawl = Crawl.of(crawler)
        crawled = crawl.pages.of(response)
        if len(to_provide) == 1:
            crawled.page.page_type = PAGE_TYPES[next(iter(to_provide))]
        record_answer(crawl, request, response)
        found = _read(crawl, crawled)
        items = {type(found): found}
        return [items.get(cls) or cls(url=response.url) for cls in to_provide]  # type: ignore[call-overload]


def _read(crawl: Crawl, crawled: CrawledPage) -> ForumThread | Article:
    reading = crawl.pages.take(crawled)
    try:
        reading.find_floors()
        reading.find_body()
        found = reading.item()
    except Exception:
        crawl.failed("extract", reading.url)
        return Article(url=reading.url)
    crawl.read(crawled, reading, found)
    return found


def _to_files(item: ForumThread | Article) -> SerializedLeafData:
    return {"json": json.dumps(asdict(item), ensure_ascii=False, indent=2).encode()}


def _from_files(cls: type[Any], data: SerializedLeafData) -> Any:
    values = json.loads(data["json"])
    values["metadata"] = Metadata(**values["metadata"])
    for name in {"floors", "comments"} & {field.name for field in fields(cls)}:
        values[name] = [_floor(floor) for floor in values[name]]
    return cls(**values)


def _floor(values: dict[str, Any]) -> Floor:
    return Floor(**{**values, "quotes": [Quote(**quote) for quote in values["quotes"]]})


# For scrapy-poet's cache and web-poet's fixtures.
register_serialization(_to_files, _from_files)

"""What a page is read as, for callbacks and page objects of scrapy-poet that ask for it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

from scrapy.crawler import Crawler
from scrapy.http import Request, Response
from scrapy_poet.page_input_providers import PageObjectInputProvider
from web_poet.serialization import SerializedLeafData, register_serialization

from extract_pipelines.items import Article, Floor, ForumThread, Metadata, Quote
from extract_pipelines.scrapy.crawl import Crawl
from extract_pipelines.scrapy.downloadermiddlewares import record_answer
from extract_pipelines.site.result import item_of

PAGE_TYPES: dict[Callable[..., Any], str] = {ForumThread: "thread", Article: "article"}
# What pages were read as for the first of two providers that are asked for one page.
_READ: WeakKeyDictionary[Response, ForumThread | Article] = WeakKeyDictionary()


class ItemProvider(PageObjectInputProvider):
    """Gives a page as the ForumThread or the Article that a callback or a page object asks for.

    Who asks for one of them tells what the page is. Who asks for both gets an empty one for what
    the page is not. The page is read at once, with what is known of its site by then.

    Each class has a provider of its own: scrapy-poet's cache keeps one answer by a provider's name.
    """

    item_class: ClassVar[type[ForumThread | Article]]

    def __call__(
        self,
        to_provide: set[Callable[..., Any]],
        request: Request,
        response: Response,
        crawler: Crawler,
    ) -> Sequence[ForumThread | Article]:
        """Read the page of the response. Called by scrapy-poet."""
        needed = {cls for cls, _ in self.injector.build_plan(request).dependencies}
        if needed >= PAGE_TYPES.keys():
            found = _READ.get(response) or _read(crawler, request, response)
            _READ[response] = found
        else:
            found = _read(crawler, request, response, PAGE_TYPES[self.item_class])
        is_one = isinstance(found, self.item_class)
        return [found if is_one else self.item_class(url=response.url)]


class ThreadProvider(ItemProvider):
    """Gives a page as a ForumThread."""

    item_class = ForumThread
    provided_classes = {ForumThread}  # noqa: RUF012
    name = "extract_pipelines_thread"


class ArticleProvider(ItemProvider):
    """Gives a page as an Article."""

    item_class = Article
    provided_classes = {Article}  # noqa: RUF012
    name = "extract_pipelines_article"


def _read(
    crawler: Crawler, request: Request, response: Response, page_type: str | None = None
) -> ForumThread | Article:
    """What a page is read as.

    :param page_type: what it is, if that is told
    """
    crawl = Crawl.of(crawler)
    crawled = crawl.pages.of(response)
    if page_type:
        crawled.page.page_type = page_type
    record_answer(crawl, request, response)
    reading = crawl.pages.take_reading(crawled)
    try:
        reading.find_floors()
        reading.find_body()
        found = item_of(reading)
    except Exception:
        crawl.failed("extract", reading.url)
        return Article(url=reading.url)
    crawl.count_result(crawled, reading, found)
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

"""The item pipelines: each takes one step of the core with an item's page."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from itemadapter import ItemAdapter, is_item
from scrapy.http import Response

from extract_pipelines.crawl import NUMBER_UNDER_WAY, Crawl, domain_of, is_success, number_of
from extract_pipelines.items import Article, ForumThread, PageItem
from extract_pipelines.page import Page
from extract_pipelines.reading import Reading

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler

# The field of a spider's own item that carries the page to read.
PAGE_FIELD = "page"


class _StepPipeline:
    """A pipeline that takes one step with the Reading that an item carries."""

    def __init__(self, crawl: Crawl) -> None:
        self._crawl = crawl

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Called by Scrapy."""
        return cls(Crawl.of(crawler))

    def process_item(self, item: Any) -> Any:
        """Take the step; an item without a Reading passes untouched."""
        reading = carried(item)
        if isinstance(reading, Reading):
            self._try_step(reading)
        return item

    def _try_step(self, reading: Reading) -> None:
        try:
            self._step(reading)
        except Exception:
            self._crawl.failed(self._name, reading.url)

    _name: str

    def _step(self, reading: Reading) -> None:
        raise NotImplementedError


class TemplatePipeline(_StepPipeline):
    """Streams the domain's recorded pages into its templates; then page - template.

    It owns the templates: it keeps them in ``spider.state`` when the spider closes.
    """

    def process_item(self, item: Any) -> Any:
        """Put the Reading of the item's page in the page's place."""
        source = carried(item)
        if isinstance(source, PageItem):
            source = source.page
        NUMBER_UNDER_WAY.set(number_of(source) if isinstance(source, Response) else None)
        if isinstance(source, Response | Page):
            carry(item, self._subtract(source))
        return item

    def _subtract(self, source: Response | Page) -> Reading:
        page = self._crawl.page(source)
        domain = domain_of(page.url)
        if isinstance(source, Page) or is_success(source):
            self._crawl.record(page)
        self._crawl.learn_recorded(domain)
        site = self._crawl.site(domain)
        try:
            return site.subtract(page)
        except Exception:
            self._crawl.failed("subtract", page.url)
            return site.subtract(Page("", page.url, downloaded=page.downloaded))

    def close_spider(self) -> None:
        """Called by Scrapy."""
        self._crawl.close()


class RuleFilterPipeline(_StepPipeline):
    """Drops code, menus and noise; marks dates and names."""

    _name = "filter"

    def _step(self, reading: Reading) -> None:
        reading.filter()


class FloorPipeline(_StepPipeline):
    """Cuts a thread page into its floors."""

    _name = "find_floors"

    def _step(self, reading: Reading) -> None:
        reading.find_floors()
        self._crawl.count("floors", len(reading.floors))
        self._crawl.count("comments", len(reading.comments))


class DensityPipeline(_StepPipeline):
    """Finds the body of a page without floors; then the item is done and loses its page."""

    _name = "find_body"

    def _step(self, reading: Reading) -> None:
        reading.find_body()

    def process_item(self, item: Any) -> Any:
        """Take the last step, and turn the item into what was read.

        :return: for a `PageItem` a ForumThread or an Article; else the item with their fields
            added where it has none of its own
        """
        super().process_item(item)
        reading = carried(item)
        if not isinstance(reading, Reading):
            return item
        found = self._finish(reading)
        self._crawl.count("threads" if isinstance(found, ForumThread) else "articles")
        self._crawl.count(f"method/{found.metadata.method}")
        return found if isinstance(item, PageItem) else filled(item, found)

    def _finish(self, reading: Reading) -> ForumThread | Article:
        try:
            return reading.item()
        except Exception:
            self._crawl.failed("finish", reading.url)
            return Article(url=reading.url)


def carried(item: Any) -> Any:
    """What an item carries as its page; None if it carries none."""
    if isinstance(item, PageItem):
        return item.page
    return ItemAdapter(item).get(PAGE_FIELD) if is_item(item) else None


def carry(item: Any, reading: Reading) -> None:
    """Put a Reading in the place of an item's page."""
    if isinstance(item, PageItem):
        item.page = reading
    else:
        ItemAdapter(item)[PAGE_FIELD] = reading


def filled(item: Any, found: ForumThread | Article) -> Any:
    """The user's item with the extracted fields it can hold and has no value for; no page."""
    adapter = ItemAdapter(item)
    possible = None if isinstance(item, dict) else set(adapter.field_names())
    for name in (field.name for field in fields(found)):
        if (possible is None or name in possible) and not adapter.get(name):
            adapter[name] = getattr(found, name)
    try:
        del adapter[PAGE_FIELD]
    except KeyError:  # a dataclass or attrs item cannot lose a field
        adapter[PAGE_FIELD] = None
    return item

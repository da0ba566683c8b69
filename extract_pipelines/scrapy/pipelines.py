"""The item pipelines: each takes one step of the core with an item's page."""

from __future__ import annotations

import logging
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from scrapy.exceptions import DropItem, NotConfigured

from extract_pipelines.items import Article, ForumThread, PageItem
from extract_pipelines.items.fields import ItemFields
from extract_pipelines.scrapy.crawl import Crawl, CrawlComponent
from extract_pipelines.scrapy.current_item import CurrentItem, begin, current_item
from extract_pipelines.scrapy.gc_schedule import without_gc_in_crawl
from extract_pipelines.scrapy.ownitems import carried, filled
from extract_pipelines.scrapy.responses import source_of
from extract_pipelines.site.reading import Reading
from extract_pipelines.site.result import item_of

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)


class _StepPipeline(CrawlComponent):
    """A pipeline that takes one step with the Reading of the item's page."""

    def process_item(self, item: Any) -> Any:
        """Take the step; an item without a page passes untouched."""
        self._try_step(item)
        return item

    def _try_step(self, item: Any) -> Reading | None:
        reading = current_item().reading
        if reading is None or source_of(carried(item)) is not current_item().source:
            return None
        with self._crawl.sparing(self._name, reading.url):
            self._take(reading)
        return reading

    @without_gc_in_crawl
    def _take(self, reading: Reading) -> None:
        self._step(reading)

    _name: str

    def _step(self, reading: Reading) -> None:
        raise NotImplementedError


class TemplatePipeline(_StepPipeline):
    """Streams the site's recorded pages into its templates; then page - template.

    What was begun already, as by the forum spider, which has to know where threads are, is gone
    on with. When the spider closes, the templates are stored.
    """

    def process_item(self, item: Any) -> Any:
        """Begin with the item: from now on its Reading goes from step to step.

        :raises DropItem: if it is a `PageItem` that was read already
        """
        source, pages = source_of(carried(item)), self._crawl.pages
        if source is None:
            begin(CurrentItem())
            _tell_read_already(item)
        else:
            crawled = pages.of_item(item, source)
            begin(CurrentItem(source, crawled, pages.take_reading(crawled)))
        return item

    def close_spider(self) -> None:
        """Called by Scrapy."""
        self._crawl.close()


def _tell_read_already(item: Any) -> None:
    """Log an error of an item that carries a `PageItem` in which its page is no more."""
    spent = item if isinstance(item, PageItem) else carried(item)
    if isinstance(spent, PageItem):
        why = f"{spent!r} was read already: make a PageItem for each item that it is yielded in"
        if spent is item:
            raise DropItem(why, log_level="ERROR")
        logger.error("%s", why)


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


class BodyPipeline(_StepPipeline):
    """Finds the body of a page without floors; then the item is done and loses its page."""

    _name = "find_body"

    def __init__(self, crawl: Crawl) -> None:
        super().__init__(crawl)
        self._told: set[str] = set()

    def _step(self, reading: Reading) -> None:
        reading.find_body()

    def process_item(self, item: Any) -> Any:
        """Take the last step, and turn the item into what was read.

        :return: for a `PageItem` a ForumThread or an Article; else the item with their fields
            added where it has none of its own
        """
        reading = self._try_step(item)
        if reading is None:
            return item
        found = self._finish(reading)
        crawled = current_item().crawled
        assert crawled is not None
        is_something = self._crawl.count_result(crawled, reading, found)
        if not isinstance(item, PageItem):
            return self._fill(item, found)
        item.page = found  # ``scrapy parse --pipelines`` shows what went in
        if isinstance(found, Article):
            self._check(found, is_something)
        elif found.metadata.probability < self._crawl.settings.min_probability:
            self._crawl.count("threads_improbable")
            raise DropItem(f"improbable thread: {found.url}", log_level="DEBUG")
        return found

    def _check(self, article: Article, is_something: bool) -> None:
        """Drop an article that is not asked for.

        :raises DropItem: if it is none that a monitored feed should have, or no feed
        """
        why = None
        if not self._crawl.settings.articles:
            why = "no thread"
        elif self._crawl.settings.monitor and not is_something:
            self._crawl.count("articles_walled")
            why = "says only what other pages say, or stands where a thread was"
        if why:
            self._crawl.count("articles_dropped")
            raise DropItem(f"{why}: {article.url}", log_level="DEBUG")

    def _fill(self, item: Any, found: ForumThread | Article) -> Any:
        wanted = self._crawl.settings.fields
        names = [field.name for field in fields(found)]
        values = wanted.of(found) if wanted else {name: getattr(found, name) for name in names}
        item, refused = filled(item, values)
        for name, error in refused.items():
            self._crawl.count("fields_refused")
            own = f"{type(item).__name__}.{name}"
            if own not in self._told:
                self._told.add(own)
                logger.warning("%s does not take what was read, and stays as it is: %s", own, error)
        return item

    @without_gc_in_crawl
    def _finish(self, reading: Reading) -> ForumThread | Article:
        try:
            return item_of(reading)
        except Exception:
            self._crawl.failed("finish", reading.url)
            return Article(url=reading.url)


# Its name before 0.2, which settings of projects may hold.
DensityPipeline = BodyPipeline


class FieldsPipeline:
    """Lets items out with the fields that are asked for (``EXTRACT_FIELDS``), as dicts."""

    def __init__(self, wanted: ItemFields) -> None:
        self._wanted = wanted

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Called by Scrapy.

        :raises NotConfigured: if no fields are asked for
        """
        wanted = Crawl.of(crawler).settings.fields
        if wanted is None:
            raise NotConfigured("EXTRACT_FIELDS is not set")
        return cls(wanted)

    def process_item(self, item: Any) -> Any:
        """Choose the fields of a thread or an article; other items pass untouched."""
        return self._wanted.of(item) if isinstance(item, ForumThread | Article) else item

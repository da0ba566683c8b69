"""Whether anything consumes the items of a crawl that has no feeds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.utils.conf import build_component_list
from scrapy.utils.misc import load_object

from extract_pipelines.scrapy.internals import listeners_of

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

# Parts of these only count, time or filter items.
FRAMEWORK = ("scrapy", "extract_pipelines")


def has_consumers(crawler: Crawler) -> bool:
    """Whether an item pipeline or a listener of the project's own may consume the items.

    A hosting service may store items by a listener of its own (signal ``item_scraped``), so any
    that comes neither with Scrapy nor with this package counts.
    """
    pipelines = build_component_list(crawler.settings.getwithbase("ITEM_PIPELINES"))
    listeners = listeners_of(crawler, signals.item_scraped)
    return any(not _is_of_framework(part) for part in (*map(load_object, pipelines), *listeners))


def _is_of_framework(part: Any) -> bool:
    package = str(part.__module__).partition(".")[0]
    return package in FRAMEWORK

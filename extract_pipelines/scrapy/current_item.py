"""The item that is in the pipelines, and what belongs to it and to no field of it."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from extract_pipelines.scrapy.pages import CrawledPage
from extract_pipelines.site.reading import Reading


@dataclass(slots=True)
class CurrentItem:
    """The item that is in the pipelines. `TemplatePipeline`, the first, makes this.

    It is beside the item, not in it: the item may be frozen, say what it takes as its page, or be
    replaced by a pipeline of the project; and Scrapy names other items where it tells how one
    ended.

    :ivar source: the response or Page that the item carries
    :ivar crawled: the page of that
    :ivar reading: what was read of the page so far
    :ivar claims: what the item is to tell of a monitored thread, by the ids of the changes.
        Handlers of signals have copies of the context, so the list is what they share
    """

    source: Any = None
    crawled: CrawledPage | None = None
    reading: Reading | None = None
    claims: list[str] = field(default_factory=list)

    @property
    def number(self) -> int | None:
        """Number in the job's journal of the request that the page came for."""
        return self.crawled.number if self.crawled else None


_ITEM: ContextVar[CurrentItem] = ContextVar("current_item")


def begin(item: CurrentItem) -> CurrentItem:
    """An item enters the pipelines."""
    _ITEM.set(item)
    return item


def current_item() -> CurrentItem:
    """The item that is in the pipelines."""
    return _ITEM.get(None) or begin(CurrentItem())

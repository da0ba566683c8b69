"""The item pipeline of the forum spider."""

from __future__ import annotations

from typing import Any

from scrapy.exceptions import DropItem

from extract_pipelines.items import Article


class ThreadsOnlyPipeline:
    """Drops what is no thread: the boards' lists, the index, profiles."""

    def process_item(self, item: Any) -> Any:
        """Called by Scrapy."""
        if isinstance(item, Article):
            raise DropItem(f"no thread: {item.url}", log_level="DEBUG")
        return item

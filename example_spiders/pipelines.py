"""A pipeline of the project's own; it comes after those of extract_pipelines."""

from __future__ import annotations

from scrapy.exceptions import DropItem

from extract_pipelines import Article, ForumThread


class ThreadsOnlyPipeline:
    """Drops what is no thread: the boards' lists, the index, profiles."""

    def process_item(self, item: ForumThread | Article) -> ForumThread | Article:
        """Called by Scrapy."""
        if isinstance(item, Article):
            raise DropItem(f"no thread: {item.url}", log_level="DEBUG")
        return item

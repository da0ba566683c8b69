"""The item pipeline that puts the pages of a thread together."""

from __future__ import annotations

from typing import Any

from scrapy.exceptions import DropItem

from extract_pipelines.items import ForumThread
from extract_pipelines.scrapy.crawl import CrawlComponent
from extract_pipelines.scrapy.current_item import current_item


class ThreadPipeline(CrawlComponent):
    """Puts the pages of a thread together (``EXTRACT_THREADS = "thread"``)."""

    def process_item(self, item: Any) -> Any:
        """Give the whole thread in place of its last page; drop the pages before.

        A page that comes again once its thread has left, by another link say, is dropped, too.
        """
        if isinstance(item, ForumThread) and item.complete is None:
            threads = self._crawl.threads
            if threads.was_sent(item):
                self._crawl.count("thread_pages_again")
                raise DropItem(f"its thread has left: {item.url}", log_level="DEBUG")
            thread = threads.add(item, current_item().number)
            if thread is None:
                raise DropItem(
                    f"waits for other pages of its thread: {item.url}", log_level="DEBUG"
                )
            item = thread
        if isinstance(item, ForumThread):
            self._crawl.count("threads_complete" if item.complete else "threads_incomplete")
        return item

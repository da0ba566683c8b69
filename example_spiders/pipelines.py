"""Pipelines of the project's own; they come after those of extract_pipelines."""

from __future__ import annotations

import sqlite3
from hashlib import blake2b
from typing import TYPE_CHECKING

from extract_pipelines import Article, Floor, ForumThread

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler

TABLES = """
CREATE TABLE IF NOT EXISTS posts (
    thread TEXT NOT NULL, post TEXT NOT NULL, label TEXT NOT NULL, title TEXT, number INTEGER,
    author TEXT, date TEXT, body TEXT NOT NULL, deleted INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (thread, post)
)
"""
PUT = """
INSERT OR REPLACE INTO posts (thread, post, label, title, number, author, date, body)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""


class SqlitePipeline:
    """Keeps a forum's posts in an SQLite file (setting POSTS_FILE): an example of a database.

    With EXTRACT_MONITOR new posts are added, deleted ones marked, and all others replaced.
    A post that comes twice, after a killed run, stands in the table once. On a forum that shows no
    ids of posts, one is known by its author and its text: when edited it stands there twice.
    """

    def __init__(self, path: str) -> None:
        self._path = path

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Called by Scrapy."""
        return cls(crawler.settings.get("POSTS_FILE", "posts.sqlite"))

    def open_spider(self) -> None:
        """Called by Scrapy."""
        self._connection = sqlite3.connect(self._path)
        self._connection.execute(TABLES)

    def process_item(self, item: ForumThread | Article) -> ForumThread | Article:
        """Called by Scrapy: one transaction for the thread."""
        if isinstance(item, ForumThread):
            thread = item.thread_id or item.url
            rows = [
                (
                    thread,
                    floor.post_id or _digest(floor),
                    floor.post_id or f"{floor.author} {floor.date}",
                    item.title,
                    floor.number,
                    floor.author,
                    floor.date,
                    floor.body,
                )
                for floor in item.floors
            ]
            gone = [(thread, label) for label in item.deleted_floors]
            with self._connection:
                self._connection.executemany(PUT, rows)
                self._connection.executemany(
                    "UPDATE posts SET deleted = 1 WHERE thread = ? AND label = ?", gone
                )
        return item

    def close_spider(self) -> None:
        """Called by Scrapy."""
        self._connection.close()


def _digest(floor: Floor) -> str:
    """What a post without an id is known by."""
    return blake2b(f"{floor.author}\n{floor.body}".encode(), digest_size=8).hexdigest()

"""The items that come out, ForumThread with its Floors and Article; and PageItem, what goes in."""

from extract_pipelines.items.items import (
    Article,
    Floor,
    ForumThread,
    Metadata,
    PageItem,
    Quote,
)

__all__ = [
    "Article",
    "Floor",
    "ForumThread",
    "Metadata",
    "PageItem",
    "Quote",
]

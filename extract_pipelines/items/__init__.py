"""The items that come out, ForumThread with its Floors and Article; and PageItem, what goes in."""

from extract_pipelines.items.items import (
    PAGE_TYPES,
    Article,
    Floor,
    ForumThread,
    Metadata,
    PageItem,
    Quote,
    known_page_type,
)

__all__ = [
    "PAGE_TYPES",
    "Article",
    "Floor",
    "ForumThread",
    "Metadata",
    "PageItem",
    "Quote",
    "known_page_type",
]

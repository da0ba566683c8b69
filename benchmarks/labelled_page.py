"""A page with labelled posts, or one that has none."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tests.forums.content import Post


@dataclass(frozen=True)
class Labelled:
    """A page and what is known of it."""

    source: str
    """Name of the set."""
    name: str
    site: str
    """Its host without ``www.``: pages of one site are in one set of the cross-validation."""
    engine: str
    """Name of the software, or of the site where that is not known: left out together as well."""
    url: str
    html: bytes | str
    kind: str
    """``thread``, ``comments`` (of an article), ``none`` or ``unknown`` (may show posts)."""
    posts: list[dict[str, Any]]
    downloaded: datetime | None = None
    title: str | None = None


def gold_of(post: Post) -> dict[str, object]:
    """A post that was made, as the sets label one."""
    return {
        "text": post.text,
        "quoted": [quote.text for quote in post.quotes],
        "author": post.author,
        "date": post.date.isoformat(),
    }

"""Compares the items of a crawl with what a forum is known to hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from tests.forums.content import Post
from tests.forums.truth import KnownForum


@dataclass
class Shares:
    """How many of the known posts came out right."""

    known: int = 0
    posts: int = 0
    authors: int = 0
    dates: int = 0
    found: int = 0
    """Floors that came out, right or wrong."""

    def __str__(self) -> str:
        shares = (
            f"{name} {number / max(1, self.known):.3f}"
            for name, number in (
                ("posts", self.posts),
                ("authors", self.authors),
                ("dates", self.dates),
            )
        )
        return f"{self.known} posts, {self.found} floors: {', '.join(shares)}"


def compare(truth: KnownForum, items: Mapping[str, dict[str, Any]]) -> Shares:
    """Count the posts found, and of these the right authors and dates.

    :param items: ForumThreads of a feed by URL
    """
    shares = Shares()
    for thread in truth.threads:
        for page in thread.pages:
            floors = list(items.get(page.url, {}).get("floors", []))
            shares.known += len(page.posts)
            shares.found += len(floors)
            for post in page.posts:
                floor = next((one for one in floors if is_own_text(one["own_text"], post)), None)
                if floor is not None:
                    floors.remove(floor)
                    shares.posts += 1
                    shares.authors += floor["author"] == post.author
                    shares.dates += is_date_of(floor["date"], post)
    return shares


def is_own_text(text: str, post: Post) -> bool:
    """Whether a text is the post's own, without what it quotes; white space aside."""
    return squeezed(text) == squeezed(post.text)


def squeezed(text: str) -> str:
    """The text without white space."""
    return "".join(text.split())


def is_date_of(date: str | None, post: Post) -> bool:
    """Whether an ISO date is the post's, to the minute; one without an offset is taken for UTC."""
    if not date or "T" not in date:
        return False
    found = datetime.fromisoformat(date)
    if found.tzinfo is None:
        found = found.replace(tzinfo=UTC)
    return found.replace(second=0, microsecond=0) == post.date.replace(second=0, microsecond=0)

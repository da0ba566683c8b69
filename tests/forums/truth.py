"""What a started forum is known to hold, page by page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from .content import Post


class Paths(NamedTuple):
    """Where a seeder has put a plan, as paths of the server that will serve it."""

    boards: dict[str, str]
    threads: list[str]
    others: list[str]
    posts_elsewhere: list[str]


class Layout(NamedTuple):
    """How an engine shows a thread."""

    pages: tuple[tuple[Post, ...], ...]
    """The posts of each page, from top to bottom."""
    parents: Mapping[int, int]
    """By the number of a comment, that of the post below which it stands."""
    query: str = ""
    """What stands before the number of a page other than the first in its address."""


@dataclass(frozen=True)
class KnownPage:
    """One page of a thread; a post can stand on several."""

    url: str
    posts: tuple[Post, ...]


@dataclass(frozen=True)
class KnownThread:
    """A thread and the board it stands in."""

    title: str
    board_url: str
    pages: tuple[KnownPage, ...]
    parents: Mapping[int, int] = field(default_factory=dict)
    """By the number of a comment, that of the post below which it stands."""

    @property
    def url(self) -> str:
        return self.pages[0].url

    @property
    def page_urls(self) -> tuple[str, ...]:
        return tuple(page.url for page in self.pages)


@dataclass(frozen=True)
class KnownBoard:
    """A board; its page lists threads."""

    title: str
    url: str


@dataclass(frozen=True)
class KnownForum:
    """All threads of a forum, and pages that are none.

    All of them are HTML and answer a stranger themselves, without sending on to another.
    """

    boards: tuple[KnownBoard, ...]
    threads: tuple[KnownThread, ...]
    others: tuple[str, ...]
    """Pages without posts that are no boards: index, login, search, a silent member."""
    posts_elsewhere: tuple[str, ...]
    """Pages that show posts, but are no threads: a member's posts, search results."""
    signatures: Mapping[str, str] = field(default_factory=dict)
    """What stands below every post of an author, not part of it."""

"""What the demo is made of: users, boards, threads, posts, articles and their blocks."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, TypeAlias

BlockKind: TypeAlias = Literal["text", "quote", "code", "list", "image", "spoiler", "table"]


@dataclass(frozen=True)
class User:
    """A member of a forum."""

    uid: int
    name: str
    joined: date
    posts: int
    points: int
    signature: str | None


@dataclass(frozen=True)
class Board:
    """A board (category) of a forum; `language` is set where it takes one language only."""

    number: int
    name: str
    slug: str
    about: str
    language: str = ""


@dataclass(frozen=True)
class Block:
    """One piece of a post or an article; which fields count depends on its kind.

    `links` are (label, address) pairs whose label occurs in `text`; `smiley` is a picture that a
    skin draws after the text; `source` is the quoted post; `text` of an image is its caption.
    """

    kind: BlockKind
    text: str = ""
    items: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    smiley: str = ""
    url: str = ""
    source: Post | None = None


@dataclass(frozen=True)
class Post:
    """One post; `number` counts from 1 in the order of the page."""

    number: int
    author: User
    date: datetime
    blocks: tuple[Block, ...]
    parent: int | None = None
    edited: datetime | None = None
    reactions: tuple[tuple[str, int], ...] = ()

    @property
    def own_text(self) -> str:
        """The author's own words: no quotes, no captions; blocks joined by newline."""
        return "\n".join(filter(None, map(_words_of, self.blocks)))


@dataclass(frozen=True)
class ThreadPlan:
    """What is known of a thread before its posts are written."""

    tid: int
    board: Board
    title: str
    language: str
    author: User
    size: int
    last: datetime
    pace: int
    nested: bool
    views: int
    tags: tuple[str, ...]


@dataclass(frozen=True)
class Thread:
    """A thread with its posts."""

    plan: ThreadPlan
    posts: tuple[Post, ...]

    @property
    def first(self) -> Post:
        """The opening post."""
        return self.posts[0]

    @property
    def latest(self) -> Post:
        """The most recent post, which in a nested thread may stand anywhere."""
        return max(self.posts, key=lambda post: post.date)


@dataclass(frozen=True)
class Article:
    """An article of the news site; `path` is its address on the site."""

    number: int
    path: str
    title: str
    author: str
    date: datetime
    language: str
    category: str
    blocks: tuple[Block, ...]

    @property
    def paragraphs(self) -> list[str]:
        """The running text, without lists, tables and captions."""
        return [block.text for block in self.blocks if block.kind == "text"]


def slugify(text: str) -> str:
    """Lower-case ASCII words of the text joined by hyphens."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss")).encode("ascii", "ignore")
    return re.sub(r"[^a-z0-9]+", "-", plain.decode().lower()).strip("-")


def _words_of(block: Block) -> str:
    if block.kind == "list":
        return "\n".join(block.items)
    return block.text if block.kind in ("text", "code", "spoiler") else ""

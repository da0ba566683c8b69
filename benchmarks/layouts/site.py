"""What stands in a made forum: members, boards, threads and the rows that lead to them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tests.forums.content import Post, Writer
from tests.forums.wording import CHINESE, ENGLISH, GERMAN, Wording

NOW = datetime(2026, 6, 1, 15, 20, tzinfo=UTC)
WORDINGS = {"en": ENGLISH, "de": GERMAN, "zh": CHINESE}
SIZES = (1, 1, 2, 3, 5, 9, 14)
OLDEST = 2500 * 24 * 60
RANKS = ("Member", "Regular", "Moderator", "Newbie", "Veteran", "Administrator")
PLACES = ("Leeds", "Kassel", "Utrecht", "", "at the window", "北京", "")


@dataclass(frozen=True)
class Member:
    """A member, as shown beside posts and on a page of their own."""

    id: int
    name: str
    rank: str
    joined: datetime
    posts: int
    place: str
    signature: str

    @property
    def avatar(self) -> str:
        """Address of the picture."""
        return f"/avatars/{self.id}.png"


@dataclass(frozen=True)
class Row:
    """A thread, as a list shows it."""

    id: int
    title: str
    board: str
    author: Member
    date: datetime
    replies: int
    views: int
    last_author: Member
    last_date: datetime
    is_sticky: bool
    last_post: str

    @property
    def excerpt(self) -> str:
        """The beginning of a post."""
        return self.last_post[:160]


@dataclass(frozen=True)
class Board:
    """A board, as the index shows it."""

    id: int
    title: str
    description: str
    threads: int
    posts: int
    last: Row


@dataclass(frozen=True)
class Thread:
    """One page of a thread."""

    id: int
    title: str
    board: str
    posts: Sequence[Post]
    views: int
    page: int
    pages: int


@dataclass(frozen=True)
class Article:
    """A page of a journal, with what its readers say of it."""

    id: int
    title: str
    board: str
    author: Member
    date: datetime
    paragraphs: Sequence[str]
    headings: Sequence[str]
    """Of parts; a long article has some."""
    comments: Sequence[Post]
    levels: Sequence[int]
    """For each comment how many others it stands below: 0 for one that answers none."""


class Forum:
    """Draws what the pages of one forum show; the same for the same name."""

    def __init__(self, name: str, language: str) -> None:
        self.name = name.replace("-", " ").title()
        self.rng = random.Random(name)
        wording: Wording = WORDINGS[language]
        self._writer = Writer(wording, self.rng)
        self.members = {
            member: Member(
                number,
                member,
                self.rng.choice(RANKS),
                self._date(),
                self.rng.randint(1, 9000),
                self.rng.choice(PLACES),
                wording.signatures.get(member, ""),
            )
            for number, member in enumerate(wording.members, 11)
        }
        self.board_titles = [self.title() for _ in range(5)]

    def _date(self) -> datetime:
        """Recent dates are as likely as all the old ones."""
        most = self.rng.choice((600, 30_000, OLDEST))
        return NOW - timedelta(minutes=self.rng.randint(1, most))

    def title(self) -> str:
        """A few words."""
        words = self.posts(1)[0].text.split("\n")[0]
        cut = words[: self.rng.randint(12, 60)]
        return (cut.rpartition(" ")[0] or cut).strip(" ,，。.")

    def posts(self, size: int) -> tuple[Post, ...]:
        """Posts of a thread, the oldest first."""
        first = self._date()
        span = max(size, int((NOW - first).total_seconds()) // 60)
        steps = sorted(self.rng.sample(range(span), size - 1)) if size > 1 else []
        return self._writer.posts([first, *(first + timedelta(minutes=one) for one in steps)])

    def thread(self, size: int) -> Thread:
        """A thread, or a later page of a long one."""
        pages = self.rng.choice((1, 1, 3))
        page = self.rng.randint(1, pages)
        board = self.rng.choice(self.board_titles)
        number, views = self.rng.randint(100, 99_999), self.rng.randint(5, 9000)
        return Thread(number, self.title(), board, self.posts(size), views, page, pages)

    def article(self, size: int) -> Article:
        """An article with so many comments."""
        first, *comments = self.posts(size + 1)
        paragraphs = [block.text for block in first.own_blocks]
        paragraphs += [self._teaser() for _ in range(self.rng.choice((0, 2, 4, 9, 16)))]
        levels: list[int] = []
        for _ in comments:
            deepest = levels[-1] + 1 if levels else 0
            levels.append(min(self.rng.choice((0, 0, 1, 2)), deepest))
        author = self.rng.choice(list(self.members.values()))
        headings = [self.title() for _ in range(len(paragraphs) // 5)]
        return Article(
            self.rng.randint(100, 99_999),
            self.title(),
            self.rng.choice(self.board_titles),
            author,
            first.date,
            paragraphs,
            headings,
            comments,
            levels,
        )

    def _teaser(self) -> str:
        return self.posts(1)[0].text.replace("\n", " ")

    def rows(self, size: int) -> list[Row]:
        """Threads of a list, the newest first, the sticky ones before them."""
        drawn = [self._row() for _ in range(size)]
        return sorted(drawn, key=lambda row: (not row.is_sticky, NOW - row.last_date))

    def _row(self) -> Row:
        first, last = sorted((self._date(), self._date()))
        author, other = (self.rng.choice(list(self.members.values())) for _ in range(2))
        return Row(
            self.rng.randint(100, 99_999),
            self.title(),
            self.rng.choice(self.board_titles),
            author,
            first,
            self.rng.randint(0, 80),
            self.rng.randint(5, 9000),
            other,
            last,
            self.rng.random() < 0.1,
            self.posts(1)[0].text,
        )

    def boards(self) -> list[Board]:
        """The boards of the index."""
        return [
            Board(
                number,
                title,
                self.posts(1)[0].text[:90],
                self.rng.randint(1, 900),
                self.rng.randint(900, 9000),
                self._row(),
            )
            for number, title in enumerate(self.board_titles, 1)
        ]

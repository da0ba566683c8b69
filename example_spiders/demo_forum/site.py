"""What the three sites share: routes, answers, paging, and the truth of a forum's threads."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from typing import TypeAlias, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

from example_spiders.demo_forum.content import Forum
from example_spiders.demo_forum.model import Board, Post, Thread, ThreadPlan, User

Clock: TypeAlias = Callable[[], datetime]
Query: TypeAlias = dict[str, str]
T = TypeVar("T")


@dataclass(frozen=True)
class Page:
    """An answer: a page, or a redirect if `location` is set."""

    html: str = ""
    status: int = 200
    location: str = ""


Handler: TypeAlias = Callable[[re.Match[str], Query], Page | None]


class Site(ABC):
    """A site: handlers by path; whatever they answer with None is a 404 page."""

    charset = "utf-8"

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.base_url = "http://127.0.0.1/"
        self._routes = [(re.compile(path), handler) for path, handler in self.routes().items()]

    @abstractmethod
    def routes(self) -> dict[str, Handler]:
        """The handlers by the regular expression that the whole path has to match."""

    @abstractmethod
    def not_found(self) -> Page:
        """The site's 404 page."""

    def respond(self, target: str) -> Page:
        """The answer to a request for a path with its query."""
        parts = urlsplit(target)
        path, query = unquote(parts.path), dict(parse_qsl(parts.query))
        for pattern, handler in self._routes:
            match = pattern.fullmatch(path)
            page = handler(match, query) if match else None
            if page:
                return page
        return self.not_found()

    def absolute(self, path: str) -> str:
        """The full address of a path of the site."""
        return self.base_url.rstrip("/") + path


class ForumSite(Site):
    """A site that shows a forum."""

    topics_per_page = 20

    def __init__(self, forum: Forum, per_page: int, clock: Clock) -> None:
        super().__init__(clock)
        self.forum = forum
        self.per_page = per_page
        self.users = {user.uid: user for user in forum.users}
        self.users_by_name = {user.name: user for user in forum.users}
        self.boards = [(board, forum.board_plans(board)) for board in forum.spec.boards]

    @abstractmethod
    def thread_path(self, plan: ThreadPlan, page: int = 1) -> str:
        """The path of a page of a thread."""

    def last_page(self, plan: ThreadPlan) -> int:
        """The number of pages of a thread."""
        return page_count(plan.size, self.per_page)

    def page_of(self, number: int) -> int:
        """The page a post stands on."""
        return (number - 1) // self.per_page + 1

    def posts_on(self, thread: Thread, page: int) -> Sequence[Post]:
        """The posts of one page of a thread."""
        return cut(thread.posts, page, self.per_page)

    def board_and_plans(self, board: Board) -> tuple[ThreadPlan, ...]:
        """The plans of the threads of a board."""
        return next(plans for known, plans in self.boards if known is board)

    def threads_by(self, user: User, limit: int = 5) -> list[ThreadPlan]:
        """The last threads a user opened."""
        return [plan for plan in self.forum.plans if plan.author is user][:limit]


def cut(things: Sequence[T], page: int, size: int) -> Sequence[T]:
    """The things that stand on a page."""
    return things[(page - 1) * size : page * size]


def page_count(things: int, size: int) -> int:
    """How many pages these things fill; never less than one."""
    return max(1, -(-things // size))


def valid_page(text: str, last: int) -> int | None:
    """The page number meant by the text; None if it is not one of the pages."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
    return number if 1 <= number <= last else None


def page_window(page: int, last: int) -> list[int | None]:
    """The numbers of a page bar: the first, the last and those around the page; None is a gap."""
    shown = sorted({1, last, *range(max(1, page - 2), min(last, page + 2) + 1)})
    window: list[int | None] = []
    for number in shown:
        if window and window[-1] != number - 1:
            window.append(None)
        window.append(number)
    return window


def link(path: str, text: str, attributes: str = "") -> str:
    """An anchor; both path and text are escaped."""
    space = " " if attributes else ""
    return f'<a href="{escape(path)}"{space}{attributes}>{escape(text)}</a>'

"""What happens in a forum after it was filled."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from .content import OwnBlock, Plan, Post, Quote, Thread


@dataclass(frozen=True)
class NewPosts:
    """Posts at the end of a thread, which is told by its title."""

    title: str
    posts: tuple[Post, ...]


@dataclass(frozen=True)
class EditedPost:
    """Other words for the post with this number."""

    title: str
    number: int
    blocks: tuple[OwnBlock | Quote, ...]


@dataclass(frozen=True)
class DeletedPost:
    """A post other than the first goes without a trace; the others keep their numbers."""

    title: str
    number: int


@dataclass(frozen=True)
class NewThread:
    """A thread in a board that is there."""

    thread: Thread


Change = NewPosts | EditedPost | DeletedPost | NewThread


class Changes(NamedTuple):
    """Changes, one after the other, of a forum that holds ``plan``."""

    plan: Plan
    changes: tuple[Change, ...]


def changed(plan: Plan, changes: Iterable[Change]) -> Plan:
    """The plan of the forum after these changes; new threads stand at its end.

    :raises ValueError: for a thread or a post that is not there
    """
    for change in changes:
        if isinstance(change, NewThread):
            plan = replace(plan, threads=(*plan.threads, change.thread))
        else:
            before = thread_with(plan, change.title)
            after = replace(before, posts=_posts_after(before, change))
            threads = (after if thread == before else thread for thread in plan.threads)
            plan = replace(plan, threads=tuple(threads))
    return plan


def thread_with(plan: Plan, title: str) -> Thread:
    for thread in plan.threads:
        if thread.title == title:
            return thread
    raise ValueError(f"no thread {title!r}")


def post_with(thread: Thread, number: int) -> Post:
    for post in thread.posts:
        if post.number == number:
            return post
    raise ValueError(f"no post {number} in {thread.title!r}")


def _posts_after(thread: Thread, change: NewPosts | EditedPost | DeletedPost) -> tuple[Post, ...]:
    if isinstance(change, NewPosts):
        return (*thread.posts, *change.posts)
    concerned = post_with(thread, change.number)
    if isinstance(change, DeletedPost):
        return tuple(post for post in thread.posts if post != concerned)
    edited = replace(concerned, blocks=change.blocks, edited=True)
    return tuple(edited if post == concerned else post for post in thread.posts)

"""What the seeders of all engines share; they run by the Python of their engine, in its site."""

from __future__ import annotations

import pickle
import sys
import textwrap
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from .changes import Changes, DeletedPost, NewPosts, NewThread, changed, post_with, thread_with
from .content import OwnBlock, Plan, Post, Quote, Thread
from .truth import Paths


class Editor(Protocol):
    """Changes a forum that is filled; a thread is told by its title, a post by its date."""

    def add_posts(self, title: str, posts: Iterable[Post]) -> None: ...

    def edit_post(self, title: str, date: datetime, post: Post) -> None:
        """Give the post of this date the words of ``post``, and mark it as edited."""

    def delete_post(self, title: str, date: datetime) -> None: ...

    def add_thread(self, thread: Thread) -> str:
        """Its path."""


def seed(fill: Callable[[Plan], Paths], editor: Callable[[], Editor] | None = None) -> None:
    """Do what the file named first asks for, write the answer to the file named second.

    A plan is handed to ``fill``, which answers where it has put it; changes are made by what
    ``editor`` gives, and answered with the paths of new threads.
    """
    import django  # type: ignore[import-not-found]
    from django.db import transaction  # type: ignore[import-not-found]

    asked_file, answer_file = map(Path, sys.argv[1:])
    asked: Plan | Changes = pickle.loads(asked_file.read_bytes())
    django.setup()
    with transaction.atomic():
        if isinstance(asked, Plan):
            answer: Paths | list[str] = fill(asked)
        elif editor:
            answer = make_changes(asked, editor())
        else:
            raise NotImplementedError("this engine's forum cannot be changed")
    answer_file.write_bytes(pickle.dumps(answer))


def make_changes(asked: Changes, editor: Editor) -> list[str]:
    """Make the changes in their order, and give the paths of the threads that are new."""
    plan, paths = asked.plan, []
    for change in asked.changes:
        after = changed(plan, [change])
        if isinstance(change, NewThread):
            paths.append(editor.add_thread(change.thread))
        elif isinstance(change, NewPosts):
            editor.add_posts(change.title, change.posts)
        else:
            date = post_with(thread_with(plan, change.title), change.number).date
            if isinstance(change, DeletedPost):
                editor.delete_post(change.title, date)
            else:
                post = post_with(thread_with(after, change.title), change.number)
                editor.edit_post(change.title, date, post)
        plan = after
    return paths


def add_users(names: tuple[str, ...]) -> dict[str, Any]:
    from django.contrib.auth import get_user_model  # type: ignore[import-not-found]

    users = get_user_model().objects
    return {
        name: users.create_user(name, email=f"member{number}@forum.example")
        for number, name in enumerate(names, 1)
    }


def users_by_name() -> dict[str, Any]:
    """The users that are there."""
    from django.contrib.auth import get_user_model

    return {user.get_username(): user for user in get_user_model().objects.all()}


def source_of(post: Post) -> str:
    """Markdown for engines that have no way of their own to quote, and none to name the quoted."""
    return "\n\n".join(map(_source_of_block, post.blocks))


def _source_of_block(block: OwnBlock | Quote) -> str:
    if isinstance(block, Quote):
        return textwrap.indent(block.text, "> ", lambda line: True)
    return block.markdown

"""Fill a fresh Spirit project: ``python -P spirit_seed.py PLAN PATHS``, by the engine's Python.

PLAN is a JSON file with what ``spirit.py`` wants to stand in the forum, PATHS the JSON file to
tell it where that stands. ``-P`` because ``spirit`` is to be the engine, not the module beside us.
"""

from __future__ import annotations

import json
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import django  # type: ignore[import-not-found]


def configure(plan: dict[str, Any]) -> None:
    from spirit.admin.forms import BasicConfigForm  # type: ignore[import-not-found]

    form = BasicConfigForm(data=plan["config"])
    if not form.is_valid():
        raise ValueError(form.errors.as_text())
    form.save()


def add_users(names: list[str]) -> dict[str, Any]:
    from django.contrib.auth import get_user_model  # type: ignore[import-not-found]

    users = get_user_model().objects
    return {
        name: users.create_user(name, email=f"member{number}@forum.example")
        for number, name in enumerate(names, 1)
    }


def add_boards(titles: list[str]) -> dict[str, Any]:
    from spirit.category.models import Category  # type: ignore[import-not-found]

    return {
        title: Category.objects.create(title=title, sort=number)
        for number, title in enumerate(titles)
    }


def add_thread(thread: dict[str, Any], users: dict[str, Any], boards: dict[str, Any]) -> Any:
    from spirit.topic.models import Topic  # type: ignore[import-not-found]

    first, last = thread["posts"][0], thread["posts"][-1]
    topic = Topic.objects.create(
        user=users[first["author"]],
        category=boards[thread["board"]],
        title=thread["title"],
        date=datetime.fromisoformat(first["date"]),
        last_active=datetime.fromisoformat(last["date"]),
        comment_count=len(thread["posts"]),
    )
    for post in thread["posts"]:
        add_post(topic, post, users)
    return topic


def add_post(topic: Any, post: dict[str, Any], users: dict[str, Any]) -> None:
    from spirit.comment.models import Comment  # type: ignore[import-not-found]
    from spirit.comment.utils import (  # type: ignore[import-not-found]
        post_comment_update,
        pre_comment_update,
    )
    from spirit.core.utils.markdown import Markdown  # type: ignore[import-not-found]

    source = "\n\n".join(source_of(part, users) for part in post["parts"])
    comment = Comment.objects.create(
        user=users[post["author"]],
        topic=topic,
        comment=source,
        comment_html=Markdown().render(source),
        date=datetime.fromisoformat(post["date"]),
    )
    if post["edited"]:
        pre_comment_update(comment)
        post_comment_update(comment)


def source_of(part: dict[str, str], users: dict[str, Any]) -> str:
    from spirit.core.utils.markdown import quotify

    if "quote" in part:
        return str(quotify(part["quote"], users[part["author"]].username)).strip()
    return part["markdown"]


def main(plan_file: Path, paths_file: Path) -> None:
    django.setup()
    from django.db import transaction  # type: ignore[import-not-found]

    plan = json.loads(plan_file.read_text("utf-8"))
    with transaction.atomic():
        configure(plan)
        users = add_users(plan["users"])
        boards = add_boards(plan["boards"])
        topics = [add_thread(thread, users, boards) for thread in plan["threads"]]
    paths = {
        "profiles": [user.st.get_absolute_url() for user in users.values()],
        "boards": {title: board.get_absolute_url() for title, board in boards.items()},
        "threads": [topic.get_absolute_url() for topic in topics],
    }
    paths_file.write_text(json.dumps(paths), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))

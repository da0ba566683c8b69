"""Fill a fresh Spirit project; see ``seeding.py``."""

from __future__ import annotations

from typing import Any

from .content import Plan, Post, Quote, Thread
from .seeding import add_users, seed
from .spirit import CONFIG
from .truth import Paths

OTHERS = (
    "index",
    "category:index",
    "topic:index-active",
    "user:auth:login",
    "user:auth:register",
    "user:auth:resend-activation",
    "user:auth:password-reset",
    "user:auth:password-reset-done",
    "user:auth:password-reset-complete",
)


def fill(plan: Plan) -> Paths:
    configure()
    users = add_users(plan.users)
    boards = add_boards(plan.boards)
    topics = [add_thread(thread, users, boards) for thread in plan.threads]
    return Paths(
        boards={title: board.get_absolute_url() for title, board in boards.items()},
        threads=[topic.get_absolute_url() for topic in topics],
        others=other_pages(),
        posts_elsewhere=[],
    )


def other_pages() -> list[str]:
    """Spirit sends strangers who ask for search, a profile or a form to post on to login."""
    from django.urls import reverse  # type: ignore[import-not-found]
    from spirit.category.models import Category  # type: ignore[import-not-found]

    paths = {name: reverse(f"spirit:{name}") for name in OTHERS}
    empty_board = Category.objects.get(title="Uncategorized")
    return [
        *paths.values(),
        f"{paths['index']}?page=2",
        f"{paths['topic:index-active']}?page=2",
        f"{paths['user:auth:login']}?next={reverse('spirit:search:search')}",
        empty_board.get_absolute_url(),
    ]


def configure() -> None:
    from spirit.admin.forms import BasicConfigForm  # type: ignore[import-not-found]

    form = BasicConfigForm(data=CONFIG)
    if not form.is_valid():
        raise ValueError(form.errors.as_text())
    form.save()


def add_boards(titles: tuple[str, ...]) -> dict[str, Any]:
    from spirit.category.models import Category

    return {
        title: Category.objects.create(title=title, sort=number)
        for number, title in enumerate(titles)
    }


def add_thread(thread: Thread, users: dict[str, Any], boards: dict[str, Any]) -> Any:
    from spirit.topic.models import Topic  # type: ignore[import-not-found]

    first, last = thread.posts[0], thread.posts[-1]
    topic = Topic.objects.create(
        user=users[first.author],
        category=boards[thread.board],
        title=thread.title,
        date=first.date,
        last_active=last.date,
        comment_count=len(thread.posts),
        is_pinned=thread.sticky,
        is_closed=thread.locked,
    )
    for post in thread.posts:
        add_post(topic, post, users)
    return topic


def add_post(topic: Any, post: Post, users: dict[str, Any]) -> None:
    from spirit.comment.models import Comment  # type: ignore[import-not-found]
    from spirit.comment.utils import (  # type: ignore[import-not-found]
        post_comment_update,
        pre_comment_update,
    )
    from spirit.core.utils.markdown import (  # type: ignore[import-not-found]
        Markdown,
        quotify,
    )

    source = "\n\n".join(
        quotify(block.text, block.author).strip() if isinstance(block, Quote) else block.markdown
        for block in post.blocks
    )
    comment = Comment.objects.create(
        user=users[post.author],
        topic=topic,
        comment=source,
        comment_html=Markdown().render(source),
        date=post.date,
    )
    if post.edited:
        pre_comment_update(comment)
        post_comment_update(comment)


if __name__ == "__main__":
    seed(fill)

"""Fill a fresh Spirit project; see ``seeding.py``."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from .content import Plan, Post, Quote, Thread
from .seeding import add_users, seed, users_by_name
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
    )

    source = source_of(post)
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


def source_of(post: Post) -> str:
    from spirit.core.utils.markdown import quotify

    return "\n\n".join(
        quotify(block.text, block.author).strip() if isinstance(block, Quote) else block.markdown
        for block in post.blocks
    )


class SpiritEditor:
    """See ``seeding.Editor``."""

    def __init__(self) -> None:
        from spirit.category.models import Category

        self._users = users_by_name()
        self._boards = {board.title: board for board in Category.objects.all()}

    def add_posts(self, title: str, posts: Iterable[Post]) -> None:
        topic = self._topic(title)
        for post in posts:
            add_post(topic, post, self._users)
        self._count_posts(topic)

    def edit_post(self, title: str, date: datetime, post: Post) -> None:
        from spirit.comment.utils import post_comment_update, pre_comment_update
        from spirit.core.utils.markdown import Markdown

        comment = self._topic(title).comment_set.get(date=date)
        pre_comment_update(comment)
        comment.comment = source_of(post)
        comment.comment_html = Markdown().render(comment.comment)
        comment.save()
        post_comment_update(comment)

    def delete_post(self, title: str, date: datetime) -> None:
        topic = self._topic(title)
        topic.comment_set.get(date=date).delete()
        self._count_posts(topic)

    def add_thread(self, thread: Thread) -> str:
        return str(add_thread(thread, self._users, self._boards).get_absolute_url())

    def _topic(self, title: str) -> Any:
        from spirit.topic.models import Topic

        return Topic.objects.get(title=title)

    def _count_posts(self, topic: Any) -> None:
        comments = topic.comment_set.order_by("date")
        topic.comment_count = comments.count()
        topic.last_active = comments.last().date
        topic.save()


if __name__ == "__main__":
    seed(fill, SpiritEditor)

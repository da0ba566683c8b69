"""Fill a fresh machina; see ``seeding.py``."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from .content import Plan, Poll, Post, Thread
from .seeding import add_users, seed, source_of, users_by_name
from .truth import Paths

READ = ("can_see_forum", "can_read_forum")
WRITE = ("can_start_new_topics", "can_reply_to_topics")
ACCOUNT_PAGES = (
    "login",
    "register",
    "password_reset",
    "password_reset_done",
    "password_reset_complete",
    "admin:login",
)
QUERIES = ("greenhouse", "Lokschuppen", "scarecrow hinge")
QUERIES_WITHOUT_RESULT = ("xylophone", "dünne Suppe")
SILENT_MEMBERS = ("newcomer", "潜水员")
PAGE_OF_POSTS = 15
EDITED_AFTER = timedelta(minutes=1)


def fill(plan: Plan) -> Paths:
    from machina.apps.forum.models import Forum  # type: ignore[import-not-found]

    name_locale_as_django_does()
    users = add_users((*plan.users, *SILENT_MEMBERS))
    silent = [users.pop(name) for name in SILENT_MEMBERS]
    add_signatures(plan, users)
    category = Forum.objects.create(name="Leisure hours", type=Forum.FORUM_CAT)
    boards = {title: add_board(title, category) for title in plan.boards}
    topics = [add_thread(thread, users, boards) for thread in plan.threads]
    free = boards[plan.boards[0]]
    admit_strangers(free)
    return Paths(
        boards={title: forum_path("forum:forum", board) for title, board in boards.items()},
        threads=[topic_path(topic) for topic in topics],
        others=[
            *general_pages(),
            forum_path("forum:forum", category),
            forum_path("forum_conversation:topic_create", free),
            *(page for user in silent for page in member_pages(user)),
        ],
        posts_elsewhere=[
            *search_pages(QUERIES),
            *(topic_path(topic, "post_create") for topic in free.topics.all()),
            *(page for user in users.values() for page in member_pages(user)),
        ],
    )


def name_locale_as_django_does() -> None:
    """Let ``zh-hans`` find machina's Chinese words, which go by the older name ``zh_CN``."""
    import machina  # type: ignore[import-not-found]
    from django.conf import settings  # type: ignore[import-not-found]

    (folder,) = settings.LOCALE_PATHS
    folder.mkdir()
    (folder / "zh_Hans").symlink_to(Path(machina.__file__).parent / "locale" / "zh_CN")


def add_signatures(plan: Plan, users: dict[str, Any]) -> None:
    from machina.apps.forum_member.models import (  # type: ignore[import-not-found]
        ForumProfile,
    )

    for name, user in users.items():
        ForumProfile.objects.create(user=user, signature=plan.signatures.get(name))


def add_board(title: str, category: Any) -> Any:
    from machina.apps.forum.models import Forum

    return Forum.objects.create(name=title, parent=category, type=Forum.FORUM_POST)


def admit_strangers(free: Any) -> None:
    """Let strangers read everything, and write in the board ``free``."""
    from django.contrib.auth.models import AnonymousUser  # type: ignore[import-not-found]
    from machina.apps.forum_permission.shortcuts import (  # type: ignore[import-not-found]
        assign_perm,
    )

    for permission in READ:
        assign_perm(permission, AnonymousUser())
    for permission in WRITE:
        assign_perm(permission, AnonymousUser(), free)


def add_thread(thread: Thread, users: dict[str, Any], boards: dict[str, Any]) -> Any:
    from machina.apps.forum_conversation.models import (  # type: ignore[import-not-found]
        Topic,
    )

    topic = Topic.objects.create(
        forum=boards[thread.board],
        subject=thread.title,
        poster=users[thread.posts[0].author],
        type=Topic.TOPIC_STICKY if thread.sticky else Topic.TOPIC_POST,
        status=Topic.TOPIC_LOCKED if thread.locked else Topic.TOPIC_UNLOCKED,
    )
    add_posts(topic, thread.posts[:1], users)
    add_posts(topic, thread.posts[1:], users)
    if thread.poll:
        add_poll(topic, thread.poll)
    Topic.objects.filter(pk=topic.pk).update(created=thread.posts[0].date)
    return topic


def add_posts(topic: Any, posts: Iterable[Post], users: dict[str, Any]) -> None:
    """Add posts; what the topic tells of them is found once, not with each: that takes longest."""
    topic.update_trackers = lambda: None
    for post in posts:
        add_post(topic, post, users)
    del topic.update_trackers
    topic.update_trackers()


def add_post(topic: Any, post: Post, users: dict[str, Any]) -> None:
    """Add ``post``; saving gives it the time it is saved, so its own dates are put in after."""
    author = users[post.author]
    saved = topic.posts.create(
        poster=author,
        subject=topic.subject if post.number == 1 else f"Re: {topic.subject}",
        content=source_of(post),
    )
    set_dates(topic, saved, post)


def set_dates(topic: Any, saved: Any, post: Post) -> None:
    edit = {"updates_count": 1, "updated_by": saved.poster} if post.edited else {}
    dates = {"created": post.date, "updated": post.date + EDITED_AFTER}
    topic.posts.filter(pk=saved.pk).update(**dates, **edit)


def add_poll(topic: Any, poll: Poll) -> None:
    from machina.apps.forum_conversation.forum_polls.models import (  # type: ignore[import-not-found]
        TopicPoll,
    )

    made = TopicPoll.objects.create(topic=topic, question=poll.question)
    for option in poll.options:
        made.options.create(text=option)


def forum_path(name: str, forum: Any) -> str:
    from django.urls import reverse  # type: ignore[import-not-found]

    return str(reverse(name, args=[forum.slug, forum.pk]))


def topic_path(topic: Any, name: str = "topic") -> str:
    from django.urls import reverse

    forum = topic.forum
    args = [forum.slug, forum.pk, topic.slug, topic.pk]
    return str(reverse(f"forum_conversation:{name}", args=args))


def general_pages() -> list[str]:
    from django.urls import reverse

    return [
        reverse("forum:index"),
        *map(reverse, ACCOUNT_PAGES),
        reverse("forum_search:search"),
        *search_pages(QUERIES_WITHOUT_RESULT),
    ]


def search_pages(queries: Iterable[str]) -> list[str]:
    from django.urls import reverse

    search = reverse("forum_search:search")
    return [f"{search}?{urlencode({'q': query})}" for query in queries]


def member_pages(user: Any) -> list[str]:
    """The profile with the last posts of the user, and all of them: much like a thread."""
    from django.urls import reverse

    posts = reverse("forum_member:user_posts", args=[user.pk])
    pages = -(-user.posts.count() // PAGE_OF_POSTS)
    more = (f"{posts}?page={number}" for number in range(2, pages + 1))
    return [reverse("forum_member:profile", args=[user.pk]), posts, *more]


class MachinaEditor:
    """See ``seeding.Editor``."""

    def __init__(self) -> None:
        from machina.apps.forum.models import Forum

        self._users = users_by_name()
        self._boards = {board.name: board for board in Forum.objects.all()}

    def add_posts(self, title: str, posts: Iterable[Post]) -> None:
        add_posts(self._topic(title), posts, self._users)

    def edit_post(self, title: str, date: datetime, post: Post) -> None:
        topic = self._topic(title)
        saved = topic.posts.get(created=date)
        saved.content = source_of(post)
        saved.save()
        set_dates(topic, saved, post)

    def delete_post(self, title: str, date: datetime) -> None:
        self._topic(title).posts.get(created=date).delete()

    def add_thread(self, thread: Thread) -> str:
        return topic_path(add_thread(thread, self._users, self._boards))

    def _topic(self, title: str) -> Any:
        from machina.apps.forum_conversation.models import Topic

        return Topic.objects.get(subject=title)


if __name__ == "__main__":
    seed(fill, MachinaEditor)

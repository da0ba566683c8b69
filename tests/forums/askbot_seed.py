"""Fill a fresh askbot; see ``seeding.py``."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import quote

from .content import Plan, Thread
from .questions import question_layout
from .seeding import add_users, seed, source_of
from .truth import Paths

GENERAL = (
    "questions",
    "tags",
    "users",
    "badges",
    "help",
    "faq",
    "about",
    "privacy",
    "terms",
    "feedback",
    "ask",
    "user_signin",
    "user_signup_with_password",
)
LISTS = (
    "scope:unanswered/sort:answers-asc/page:1/",
    "scope:all/sort:votes-desc/page:1/",
    "scope:all/sort:activity-desc/query:greenhouse/page:1/",
    "scope:all/sort:activity-desc/query:xylophone/page:1/",
)
PROFILE_TABS = ("stats", "reputation", "network", "favorites", "recent")
SILENT_MEMBERS = ("newcomer", "潜水员")
# Tells members of each new post, which is most of the time that a post takes.
NOTIFIER = "record_post_update_activity"
EDITED_AFTER = timedelta(minutes=1)


def fill(plan: Plan) -> Paths:
    from askbot.conf import settings  # type: ignore[import-not-found]
    from askbot.signals import post_updated  # type: ignore[import-not-found]

    post_updated.disconnect(dispatch_uid=NOTIFIER)
    settings.update("DEFAULT_ANSWER_SORT_METHOD", "oldest")
    users = add_users((*plan.users, *SILENT_MEMBERS))
    silent = [users.pop(name) for name in SILENT_MEMBERS]
    questions = [add_thread(thread, users) for thread in plan.threads]
    return Paths(
        boards={title: tag_page(title) for title in plan.boards},
        threads=[question.get_absolute_url() for question in questions],
        others=[
            *general_pages(),
            *profiles([*silent, users[plan.users[0]]]),
        ],
        posts_elsewhere=list(map(revisions_page, questions)),
    )


def tag_of(board: str) -> str:
    return board.replace(" ", "-")


def tag_page(board: str) -> str:
    return list_page(f"scope:all/sort:activity-desc/tags:{quote(tag_of(board))}/page:1/")


def list_page(choice: str) -> str:
    from django.urls import reverse  # type: ignore[import-not-found]

    return f"{reverse('questions')}{choice}"


def profiles(users: list[Any]) -> list[str]:
    """Profiles name the questions of a member and count the answers, but show neither."""
    return [f"{user.get_absolute_url()}?sort={tab}" for user in users for tab in PROFILE_TABS]


def revisions_page(question: Any) -> str:
    """The post as it was before each of its edits."""
    from django.urls import reverse

    return str(reverse("question_revisions", args=[question.pk]))


def add_thread(thread: Thread, users: dict[str, Any]) -> Any:
    """The question of the thread, with its answers and their comments."""
    from askbot.models import Post as Saved  # type: ignore[import-not-found]
    from askbot.models import Thread as SavedThread

    first = thread.posts[0]
    saved = SavedThread.objects.create_new(
        author=users[first.author],
        title=thread.title,
        text=source_of(first),
        tagnames=tag_of(thread.board),
        added_at=first.date,
        wiki=False,
    )
    question = saved._question_post()
    parents = question_layout(thread).parents
    posts = {first.number: question}
    for post in thread.posts[1:]:
        author, text = users[post.author], source_of(post)
        if post.number in parents:
            above = posts[parents[post.number]]
            above.add_comment(comment=text, user=author, added_at=post.date)
        else:
            posts[post.number] = Saved.objects.create_new_answer(
                thread=saved, author=author, text=text, added_at=post.date
            )
    for post in thread.posts:
        if post.edited and post.number in posts:
            posts[post.number].apply_edit(
                edited_at=post.date + EDITED_AFTER, edited_by=users[post.author]
            )
    return question


def general_pages() -> list[str]:
    from django.urls import reverse

    return [
        *map(reverse, GENERAL),
        *map(list_page, LISTS),
        f"{reverse('tags')}?sort=name",
        f"{reverse('users')}?sort=newest",
        f"{reverse('users')}?query=zzz",
    ]


if __name__ == "__main__":
    seed(fill)

"""Fill a fresh journal; see ``seeding.py``."""

from __future__ import annotations

from typing import Any

from .articles import plain, replied_to
from .content import Plan, Post, Thread
from .seeding import add_users, seed
from .truth import Paths

GENERAL = ("index", "archive", "about", "login", "password_reset", "password_reset_done")
REPLY_FORMS = 6


def fill(plan: Plan) -> Paths:
    from django.urls import reverse  # type: ignore[import-not-found]
    from django_comments_xtd.models import XtdComment  # type: ignore[import-not-found]

    from .journal_site.models import Section

    users = add_users(plan.users)
    sections = {title: Section.objects.create(title=title) for title in plan.boards}
    articles = [add_thread(thread, users, sections) for thread in plan.threads]
    comments = XtdComment.objects.order_by("pk")[:REPLY_FORMS]
    return Paths(
        boards={title: section.get_absolute_url() for title, section in sections.items()},
        threads=[article.get_absolute_url() for article in articles],
        others=list(map(reverse, GENERAL)),
        posts_elsewhere=[comment.get_reply_url() for comment in comments],
    )


def add_thread(thread: Thread, users: dict[str, Any], sections: dict[str, Any]) -> Any:
    from .journal_site.models import Article

    opening, *others = map(plain, thread.posts)
    article = Article.objects.create(
        section=sections[thread.board],
        title=thread.title,
        author=users[opening.author],
        written=opening.date,
        text=opening.text.replace("\n", "\n\n"),
    )
    parents = replied_to(thread)
    comments: dict[int, Any] = {}
    for post in others:
        above = comments.get(parents.get(post.number, 0))
        comments[post.number] = add_comment(article, post, users[post.author], above)
    return article


def add_comment(article: Any, post: Post, user: Any, above: Any) -> Any:
    from django.contrib.sites.models import Site  # type: ignore[import-not-found]
    from django_comments_xtd.models import XtdComment

    return XtdComment.objects.create(
        content_object=article,
        site=Site.objects.get_current(),
        user=user,
        comment=post.text,
        submit_date=post.date,
        parent_id=above.pk if above else 0,
    )


if __name__ == "__main__":
    seed(fill)

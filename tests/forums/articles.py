"""A thread of a plan as an article with the comments of its readers, and replies to these."""

from __future__ import annotations

from dataclasses import replace

from .content import Paragraph, Post, Thread
from .truth import Layout

DEEPEST_LEVEL = 4


def article_layout(thread: Thread) -> Layout:
    """The article, then each comment with all replies to it, on one page."""
    posts = {post.number: plain(post) for post in thread.posts}
    parents = replied_to(thread)
    article, *others = posts.values()
    top_level = [post.number for post in others if post.number not in parents]
    order = [number for top in top_level for number in _with_replies(top, parents)]
    return Layout(((article, *(posts[number] for number in order)),), parents)


def replied_to(thread: Thread) -> dict[int, int]:
    """By the number of a reply, that of the comment it stands below; the first post is the article.

    Two comments of three are replies, to one of the comments before them that is not too deep.
    """
    parents: dict[int, int] = {}
    levels: dict[int, int] = {}
    for post in thread.posts[1:]:
        open_ones = [number for number, level in levels.items() if level < DEEPEST_LEVEL]
        levels[post.number] = 0
        if open_ones and post.number % 3:
            parents[post.number] = open_ones[post.number * 7 % len(open_ones)]
            levels[post.number] = levels[parents[post.number]] + 1
    return parents


def plain(post: Post) -> Post:
    """The post in plain words: these comments have no markup."""
    return replace(post, blocks=(Paragraph(post.text),), edited=False)


def _with_replies(number: int, parents: dict[int, int]) -> list[int]:
    replies = [reply for reply, parent in parents.items() if parent == number]
    return [number, *(each for reply in replies for each in _with_replies(reply, parents))]

"""A thread of a plan as a question with answers, and comments below them."""

from __future__ import annotations

from .content import Paragraph, Post, Thread
from .truth import Layout

ANSWERS_PER_PAGE = 10
MOST_COMMENTS = 5
LONGEST_COMMENT = 300


def comments_below(thread: Thread) -> dict[int, list[Post]]:
    """The comments on the question and on each answer, which are told by their numbers.

    The first post is the question. Short posts are comments, on any earlier post that has room
    for one more; so the posts of a page do not stand in the order of their dates.
    """
    question, *others = thread.posts
    comments: dict[int, list[Post]] = {question.number: []}
    for post in others:
        with_room = [number for number, on in comments.items() if len(on) < MOST_COMMENTS]
        if is_short(post) and with_room:
            comments[with_room[post.number % len(with_room)]].append(post)
        else:
            comments[post.number] = []
    return comments


def is_short(post: Post) -> bool:
    plain = all(isinstance(block, Paragraph) for block in post.blocks)
    return plain and len(post.text) <= LONGEST_COMMENT


def question_layout(thread: Thread) -> Layout:
    """Every page begins with the question; answers stand in the order they were written in."""
    comments = comments_below(thread)
    (question, *answers) = (
        (thread.posts[number - 1], *below) for number, below in comments.items()
    )
    starts = range(0, max(1, len(answers)), ANSWERS_PER_PAGE)
    return Layout(
        pages=tuple(
            (
                *question,
                *(post for answer in answers[start : start + ANSWERS_PER_PAGE] for post in answer),
            )
            for start in starts
        ),
        parents={post.number: above for above, below in comments.items() for post in below},
        query="sort=oldest&",
    )

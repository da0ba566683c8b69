"""Posts in rows of a table: a row for the name above that of the text."""

from __future__ import annotations

import pytest

from extract_pipelines import ForumThread, Page, Site
from tests.pages import THREADS, Post

# The name and the subject stand in the first row of a post, its rank and its date in the second.
TWO_ROWS = """<tr class="posttop"><td class="td2"><b><a href="profile.php?id={name}">{name}</a></b>
</td><td class="td2"><a href="post.php?quote=1">Quote</a> <b>{title}</b></td></tr>
<tr class="post"><td class="td1">{rank}<div class="info">Registered: 12<br>{when}</div></td>
<td class="td1"><div class="content">{text}</div></td></tr>"""
RANKS = {"oldowl": "Regular", "mjones": "Regular", "tinkerer": "Newcomer"}


def page(form: str, number: int, title: str, posts: list[Post]) -> Page:
    rows = "".join(
        form.format(
            title=title, name=name, when=when, text=text, rank=RANKS.get(name, "Member"), posts=n
        )
        for n, (name, when, text) in enumerate(posts, 7)
    )
    if form == TWO_ROWS:
        rows = f"""<table class="main"><tr><td colspan="2" class="tools">Reply</td></tr>
        <tr class="head"><th>Author</th><th>Post</th></tr>{rows}<tr><td colspan="2" class="tools">
        Reply</td></tr><tr><td colspan="2" class="td2"><b>Subscribe to this topic</b></td></tr>
        </table>"""
    html = f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{rows}</body></html>"
    return Page(html, f"https://a.example/topic.php?id={number}")


def told(item: object) -> list[tuple[str | None, str]]:
    assert isinstance(item, ForumThread)
    return [(floor.author, floor.body) for floor in item.floors]


@pytest.mark.parametrize("form", [TWO_ROWS])
@pytest.mark.parametrize("title", THREADS)
def test_posts_are_read_alone(form: str, title: str) -> None:
    posts = THREADS[title]
    item = Site().extract(page(form, 1, title, posts))
    assert told(item) == [(name, text) for name, _, text in posts]


@pytest.mark.parametrize("form", [TWO_ROWS])
def test_a_lone_post_is_read_as_those_of_other_pages(form: str) -> None:
    site = Site()
    for number, (title, posts) in enumerate([*THREADS.items()] * 3):
        site.learn(page(form, number, title, posts))
    lone = page(form, 99, "Loose belt", [("heron", "2023-04-01 09:30", "It slips in the rain.")])
    site.learn(lone)
    assert told(site.extract(lone)) == [("heron", "It slips in the rain.")]

"""Floors that no rule finds are found by what was learned of other sites."""

from __future__ import annotations

import pytest

from extract_pipelines import Article, ForumThread, extract

URL = "https://forum.example/topic/812-noisy-gearbox"
POSTS = [
    (
        "oldowl",
        "My gearbox has made a noise like a coffee mill since Monday, mostly in third gear.",
    ),
    (
        "redshift",
        "Check the oil first. Mine was nearly empty last year, and nobody had told me so.",
    ),
    ("oldowl", "There was hardly any left in it, so I will fill it up tonight and tell you then."),
    (
        "kestrel",
        "Clean the magnet of the plug as well: what hangs there says more than the noise does.",
    ),
    (
        "oldowl",
        "It was full of splinters. I have ordered two bearings, they should be here on Friday.",
    ),
    (
        "bergfex",
        "Good luck! Warm the case before you press them in, or you will ruin the new ones.",
    ),
]
POST = """<article class="post" id="post{n}"><header><a class="avatar" href="/u/{name}">
<img src="/a/{name}.png" alt=""></a> <h3><a href="/u/{name}">{name}</a></h3></header>
<div class="text"><p>{text}</p></div><footer><a href="#post{n}">#{n}</a> <button>Reply</button>
</footer></article>"""
TEASER = """<article class="item"><a href="/topic/{n}-a"><img src="/t/{n}.png" alt=""></a>
<h3><a href="/topic/{n}-a">{title}</a></h3><p>{text}</p></article>"""
FRAME = """<html lang="en"><head><title>Noisy gearbox - Tinkerers</title></head><body>
<nav><a href="/">Home</a> <a href="/boards">Boards</a> <a href="/members">Members</a></nav>
<h1>Noisy gearbox</h1><main>{content}</main>{form}
<footer><a href="/terms">Terms of use</a> <a href="/help">Help</a></footer></body></html>"""
FORM = '<form action="/reply"><textarea name="text"></textarea><button>Send</button></form>'


def thread(posts: list[tuple[str, str]]) -> str:
    content = "".join(
        POST.format(n=n, name=name, text=text) for n, (name, text) in enumerate(posts, start=1)
    )
    return FRAME.format(content=content, form=FORM)


def test_posts_without_any_date_are_floors_where_the_spider_tells_a_thread() -> None:
    item = extract(thread(POSTS), URL, page_type="thread")
    assert isinstance(item, ForumThread)
    assert [(floor.author, floor.body) for floor in item.floors] == POSTS
    assert all(floor.date is floor.date_raw is None for floor in item.floors)
    assert item.metadata.probability > 0.5


def test_teasers_without_any_date_are_none() -> None:
    content = "".join(
        TEASER.format(n=n, title=f"{name} and his {text[:24]}", text=text)
        for n, (name, text) in enumerate(POSTS)
    )
    item = extract(FRAME.format(content=content, form=""), URL)
    assert isinstance(item, Article)
    assert item.comments == []


@pytest.mark.parametrize("paragraphs", [1, 6])
def test_a_text_is_no_thread(paragraphs: int) -> None:
    content = "".join(f"<p>{text}</p>" for _, text in POSTS[:paragraphs])
    item = extract(FRAME.format(content=content, form=""), URL)
    assert isinstance(item, Article)
    assert item.comments == []

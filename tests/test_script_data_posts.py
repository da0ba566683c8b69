"""Posts whose dates only the data tell that a page brings for its scripts, as Flarum's does."""

from __future__ import annotations

import json
import tracemalloc
from typing import Any

import pytest

from extract_pipelines import ForumThread, Page, extract
from extract_pipelines.page.script_data_posts import script_data_posts

POSTS = [
    ("oldowl", "2023-03-01T10:15:00+00:00", "My gearbox makes a noise like a mill since Monday."),
    ("kestrel", "2023-03-01T11:40:00+00:00", "Check the oil first, @oldowl, and then the seal."),
    ("bergfex", "2023-03-02T07:05:00+00:00", "There was hardly any left in mine, so I filled it."),
    ("maren77", "2023-03-04T21:30:00+00:00", "It is as quiet as it was when I bought it, thanks."),
    ("oldowl", "2023-03-05T08:00:00+00:00", "Glad to hear that. Mine leaks through the shaft."),
]
URL = "https://forum.example/d/7-noisy-gearbox"


def state(**changes: Any) -> dict[str, Any]:
    """What Flarum has of a discussion: its posts stand among users."""
    posts: list[dict[str, Any]] = [
        {
            "type": "posts",
            "id": str(number),
            "attributes": {
                "number": number,
                "createdAt": date,
                "contentHtml": f"<p>{text}</p>",
                "editedAt": "2024-06-05T08:00:00+00:00",
                **changes,
            },
        }
        for number, (_, date, text) in enumerate(POSTS, start=1)
    ]
    users = [
        {"type": "users", "id": name, "attributes": {"displayName": name}} for name, _, _ in POSTS
    ]
    return {"locale": "en", "apiDocument": {"included": [*posts, *users]}}


def page(told: object, dates: bool = False) -> str:
    articles = "".join(
        f'<article><div class="PostUser"><h3 class="PostUser-name">{name}</h3></div>'
        f"{f'<time>{date[:10]} {date[11:16]}</time>' if dates else ''}"
        f'<div class="Post-body"><p>{text}</p></div></article><hr>'
        for name, date, text in POSTS
    )
    source = told if isinstance(told, str) else json.dumps(told).replace("<", "\\u003c")
    return f"""<html lang="en"><head><title>Noisy gearbox - Tinkerers</title></head><body>
    <div id="app"><h1><a href="/">Tinkerers</a></h1></div><noscript id="flarum-content">
    <div class="container"><h1>Noisy gearbox</h1><div>{articles}</div></div></noscript>
    <script id="flarum-json-payload" type="application/json">{source}</script></body></html>"""


def test_posts_without_dates_have_those_of_the_state() -> None:
    item = extract(page(state()), URL)
    assert isinstance(item, ForumThread)
    assert [(floor.author, floor.date, floor.body) for floor in item.floors] == POSTS


def test_dates_that_a_page_shows_are_not_those_of_its_state() -> None:
    item = extract(page(state(createdAt="2001-01-01T00:00:00+00:00"), dates=True), URL)
    assert isinstance(item, ForumThread)
    assert [(floor.date or "")[:16] for floor in item.floors] == [date[:16] for _, date, _ in POSTS]


@pytest.mark.parametrize(
    "told",
    [
        "{" + "not JSON: <p>",
        "[" * 100_000 + "<p>",
        '"<p>"',
        "5",
        json.dumps([["<p>", {"date": True, "text": "<p>"}], None]),
        state(contentHtml="<p>Texts that the page does not show.</p>"),
        state(title="An episode of a show has a title"),
        state(createdAt="in spring", editedAt=None),
    ],
)
def test_other_states_tell_of_no_posts(told: object) -> None:
    assert not script_data_posts(Page(page(told), URL), more_than=0)


def test_very_many_values_deep_in_a_state_take_no_memory_each() -> None:
    inner = "{}," * 200_000
    told = "[" * 150 + f'{inner}"<p>"' + "]" * 150
    read = Page(page(told), URL)
    tracemalloc.start()
    assert not script_data_posts(read, more_than=0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 150 * len(inner)


def test_posts_of_a_state_are_told_where_their_texts_stand() -> None:
    read = Page(page(state()), URL)
    told = script_data_posts(read, more_than=len(POSTS) - 1)
    assert [read.tags[node] for node in told] == ["p"] * len(POSTS)
    assert list(told.values()) == [date for _, date, _ in POSTS]
    assert not script_data_posts(read, more_than=len(POSTS))

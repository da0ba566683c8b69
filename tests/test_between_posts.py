"""Advertisements between the posts of a thread, in the form of one."""

from __future__ import annotations

import pytest

from extract_pipelines import extract
from extract_pipelines.items import ForumThread
from tests.pages import THREADS

TITLE = "Noisy gearbox"
POSTS = THREADS[TITLE]
OFFER = "Gears and seals for all makes, and carriage is free from fifty pounds upwards."


def post(author: str, date: str, text: str) -> str:
    """A post with its writer in a box beside its text."""
    head = f"<div class=by><b>{author}</b><p>Posts: 12</p></div>"
    return f"<div class=post>{head}<p class=when>{date}</p><div class=text>{text}</div></div>"


def read(*between: str, end: str = "<hr class=end>") -> list[str]:
    """The texts of a thread with advertisements behind its posts.

    :param end: what parts these
    """
    rows = [post(*one) + end for one in POSTS]
    for number, shown in enumerate(between):
        rows[number] += shown + end
    source = f"<title>{TITLE}</title><h1>{TITLE}</h1><div>{''.join(rows)}</div>"
    item = extract(source, "https://a.example/thread/1")
    assert isinstance(item, ForumThread)
    return [floor.own_text for floor in item.floors]


def offer(label: str, colon: str = "") -> str:
    """An advertisement in the boxes of a post."""
    if colon:
        return f'<div class="post ad"><div class=text>{label}{colon} {OFFER}</div></div>'
    head = f"<div class=by><b>{label}</b></div>"
    return f'<div class="post ad">{head}<div class=text>{OFFER}</div></div>'


@pytest.mark.parametrize(
    "shown",
    [offer(one) for one in ("Advertisement", "Anzeige", "Реклама", "Publicité", "広告")]
    + [offer("Sponsored", ":"), offer("広告", "：")],
)
def test_what_is_called_an_advertisement_between_posts_is_no_text(shown: str) -> None:
    assert read(shown) == [text for _, _, text in POSTS]


def test_what_is_called_an_advertisement_goes_on_with_no_post() -> None:
    assert read(offer("Advertisement"), end="") == [text for _, _, text in POSTS]


def test_a_post_may_begin_with_the_word_for_an_advertisement() -> None:
    rows = "".join(
        f"<tr class=head><td><b>{author}</b></td><td>{date}</td></tr>"
        f"<tr class=text><td colspan=2>Advertisement: {text}</td></tr>"
        for author, date, text in POSTS
    )
    source = f"<title>{TITLE}</title><h1>{TITLE}</h1><table>{rows}</table>"
    item = extract(source, "https://a.example/thread/1")
    assert isinstance(item, ForumThread)
    assert item.floors[1].own_text == f"Advertisement: {POSTS[1][2]}"

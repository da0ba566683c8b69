"""Who draws his name has it in the text of a picture, where others have theirs as text."""

from __future__ import annotations

import pytest

from extract_pipelines import ForumThread, Page, Site
from tests.test_known_site import NAMES, text_of

POST = """<div class="row" id="c{id}"><div class="head"><a class="nick" href="#">{name}</a>
<span class="when">2026-0{month}-1{at} 10:2{at}</span></div><div class="said">{text}</div></div>"""
PAGE = """<html><head><title>Part {number}</title></head><body><h1>Part {number}</h1>
<div class="thread">{posts}</div><p>All times are local.</p></body></html>"""
PICTURE = '<img src="/nick/7.gif" alt="{alt}">'


def thread(number: int, first: str = "<span>oldowl</span>") -> Page:
    """A thread whose second post has its name so as told."""
    posts = [
        POST.format(
            id=100 * number + at,
            name=first if at == 1 else f"<span>{NAMES[(number + at) % len(NAMES)]}</span>",
            month=1 + number % 9,
            at=at,
            text=text_of(100 * number + at),
        )
        for at in range(4)
    ]
    source = PAGE.format(number=number, posts="".join(posts))
    return Page(source, f"https://drawn.example/thread/{number}")


@pytest.mark.parametrize(
    ("alt", "author"), [("Bear of the North", "Bear of the North"), ("nick.gif", None), ("", None)]
)
def test_the_text_of_a_picture_names_its_author(alt: str, author: str | None) -> None:
    site = Site()
    for number in range(1, 6):
        site.learn(thread(number))
    item = site.extract(thread(20, PICTURE.format(alt=alt)))
    assert isinstance(item, ForumThread)
    expected = [NAMES[20 % 7], author, NAMES[22 % 7], NAMES[23 % 7]]
    assert [floor.author for floor in item.floors] == expected


def test_a_picture_beside_a_name_names_nobody() -> None:
    site = Site()
    for number in range(1, 6):
        site.learn(thread(number))
    item = site.extract(thread(20, f"{PICTURE.format(alt='Bear of the North')}<span>oldowl</span>"))
    assert isinstance(item, ForumThread)
    assert item.floors[1].author == "oldowl"

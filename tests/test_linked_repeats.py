"""Posts whose dates nobody can read: they are found by what repeats, and by links that each has."""

from __future__ import annotations

import pytest

from extract_pipelines import Page, Site, extract
from extract_pipelines.items import Article, ForumThread
from extract_pipelines.posts.records.element_names import ElementNames
from extract_pipelines.posts.records.linked_repeats import find_linked_repeats

URL = "https://machines.example/topic/41"
POSTS = (
    (
        "Anna Berg",
        "My gearbox whines in third gear since the frost, and only when the oil is cold.",
    ),
    ("Omar", "Mine did that too. I drained it and found filings on the magnet."),
    ("Li Wei", "How many hours has it run? The maker wants the oil changed after two hundred."),
    ("Anna Berg", "About nine hundred hours, and nobody has ever changed it as far as I know."),
    (
        "Greta",
        "Then start with the oil. It costs next to nothing, and you will see what comes out.",
    ),
)
MORE = " I wrote so before."
MENU = "".join(f'<li><a href="/board/{name}">{name}</a></li>' for name in ("Engines", "Tools"))


def said_in(topic: int) -> list[tuple[str, str]]:
    first = topic % len(POSTS)
    return [(name, text + MORE * (topic % 7)) for name, text in POSTS[first:] + POSTS[:first]]


def thread_page(topic: int = 41) -> str:
    """Each topic has the posts in another order, and some more words in each."""
    posts = "".join(
        '<div class="card"><div class="side">'
        f'<a class="who" href="/member/{name[:2]}">{name}</a>'
        f"<small>Night {number} of baktun {topic}</small></div>"
        f'<div class="says"><p>{text}</p></div>'
        f'<div class="tools"><a href="/reply/{number}">Reply</a></div></div>'
        for number, (name, text) in enumerate(said_in(topic))
    )
    return (
        f"<title>Gearbox whines {topic} - Machines</title><ul class=menu>{MENU}</ul>"
        f'<main><h1>Gearbox whines {topic}</h1><div class="cards">{posts}</div></main>'
        '<footer><a href="/imprint">Imprint</a></footer>'
    )


def test_posts_whose_dates_nobody_reads_are_a_thread() -> None:
    item = extract(thread_page(), URL)
    assert isinstance(item, ForumThread)
    assert [(floor.author, floor.own_text) for floor in item.floors] == said_in(41)
    assert {floor.date for floor in item.floors} == {None}


def test_rows_of_members_without_dates_are_no_thread() -> None:
    rows = "".join(
        f'<div class="card"><a class="who" href="/member/{name[:2]}">{name}</a>'
        f"<span>Posts: {7 * number}</span></div>"
        for number, (name, _) in enumerate(POSTS * 3)
    )
    page = f"<title>Members - Machines</title><ul class=menu>{MENU}</ul><h1>Members</h1>{rows}"
    assert isinstance(extract(page, "https://machines.example/members"), Article)


def linked_repeats(html: str) -> list[list[int]]:
    page = Page(html, URL)
    found = find_linked_repeats(page, ElementNames(page.flat))
    return [[record.start for record in candidate.records] for candidate in found]


def test_elements_around_one_link_each_are_found_once() -> None:
    page = Page(thread_page(), URL)
    cards = [at for at, one in enumerate(page.elements) if one.get("class") == "card"]
    found = linked_repeats(thread_page())
    assert cards in found
    assert len(found) == len({tuple(one) for one in found})


@pytest.mark.parametrize("html", ["", "<p>No link</p>", "<a href='/x'>One</a> alone"])
def test_pages_without_links_that_repeat_have_none(html: str) -> None:
    assert linked_repeats(html) == []


def test_threads_of_a_site_without_dates_are_read_as_they_stream_in() -> None:
    site = Site()
    for topic in range(8):
        site.learn(Page(thread_page(topic), f"https://machines.example/topic/{topic}"))
    item = site.extract(Page(thread_page(), URL))
    assert isinstance(item, ForumThread)
    assert [(floor.author, floor.own_text) for floor in item.floors] == said_in(41)

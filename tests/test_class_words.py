"""Classes that say how a page looks, and not what an element is, do not hide what is where."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from extract_pipelines import Page, extract
from extract_pipelines.items import ForumThread
from extract_pipelines.posts.records.class_words import ClassWords

# Author, date and text of each post.
POSTS = [
    ("oldowl", "2023-03-01 10:15", "My gearbox makes a noise like a coffee mill since Monday."),
    ("redshift", "2023-03-01 11:40", "Check the oil first, mine was nearly empty last year."),
    ("oldowl", "2023-03-02 07:05", "There was hardly any left, so I will fill it up tonight."),
    ("kestrel", "2023-03-03 18:30", "Do not forget the seal, a new one costs next to nothing."),
    ("mjones", "2023-03-04 06:50", "And let it run for a while before you close the lid again."),
]
POST = """<div class="{post}"><div class="{head}"><div class="{badge}">Regular</div>
<div class="{author}">{name}</div><div class="{date}">{when}</div></div>
<div class="{text}">{said}</div><div class="{foot}"><div class="{like}">12 likes</div>
<div class="{reply}">Reply</div></div></div>"""
PARTS = "post head badge author date text foot like reply".split()

Named = Callable[[str], str]


def thread_page(named: Named) -> str:
    """The posts, with the classes that the parts of one are given."""
    posts = "".join(
        POST.format(name=name, when=when, said=said, **{part: named(part) for part in PARTS})
        for name, when, said in POSTS
    )
    rows = "".join(f'<div class="{named(part)}"><p>{part}</p></div>' for part in ("menu", "ads"))
    return (
        f"<html><head><title>Noisy gearbox</title></head><body><div class='{named('top')}'>{rows}"
        f"</div><h1>Noisy gearbox</h1><div class='{named('posts')}'>{posts}</div></body></html>"
    )


def one_word_on_all(part: str) -> str:
    """A word that all elements have, in front."""
    return f"box {part}"


def one_of_each() -> Named:
    """A word in front that no other element has."""
    numbers = count()

    def named(part: str) -> str:
        letters = "".join(chr(ord("a") + int(digit)) for digit in f"{next(numbers):04d}")
        return f"k{letters} {part}"

    return named


@pytest.mark.parametrize("named", [one_word_on_all, one_of_each()])
def test_words_in_front_of_those_that_tell_change_nothing(named: Named) -> None:
    item = extract(thread_page(named), "https://a.example/t/1")
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == [name for name, _, _ in POSTS]
    assert [floor.body for floor in item.floors] == [said for _, _, said in POSTS]


def test_words_for_looks_stand_beside_many_others_in_many_places() -> None:
    words = ClassWords(Page(thread_page(one_word_on_all)).flat)
    every = {"box", "menu", "ads", "top", "posts", *PARTS}
    assert {word for word in every if words.is_styling(word)} == {"box"}
    assert {word for word in every if words.is_lone(word)} == {"menu", "ads", "top", "posts"}


def test_a_word_of_many_classes_below_elements_of_one_kind_is_not_for_looks() -> None:
    items = "".join(
        f"<li class='item {name}'>{name}</li><li class='item {name}'>more</li>"
        for name in ("home", "news", "forum", "shop", "help")
    )
    words = ClassWords(Page(f"<html><body><ul class='menu'>{items}</ul></body></html>").flat)
    assert not words.is_styling("item")


def test_a_word_that_says_more_of_some_posts_is_no_name_of_theirs() -> None:
    """Those of guests are posts like the others."""
    source = thread_page(one_word_on_all).replace("box author", "box guest author", 1)
    item = extract(source, "https://a.example/t/1")
    assert isinstance(item, ForumThread)
    assert item.floors[0].author == "oldowl"


def test_names_that_share_their_first_word_with_signs_beside_them_are_told_apart() -> None:
    """As on bulletin boards, whose colours are classes; one of the signs has another one."""
    rows = "".join(
        f"<div class=push><span class='{'' if number == 1 else 'f1 '}hl sign'>\u2192 </span>"
        f"<span class='f3 hl user'>{name}</span><span class='f3 said'>: {said}</span>"
        f"<span class=when> {when}</span></div>"
        for number, (name, when, said) in enumerate(POSTS)
    )
    source = f"<html><head><title>Noisy gearbox</title></head><body>{rows}</body></html>"
    item = extract(source, "https://a.example/t/1", page_type="thread")
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == [name for name, _, _ in POSTS]


COLUMNS = """<div class="panel"><div class="heading"><b>{name}</b> <time>{when}</time></div>
<div class="row"><div class="col-2 tall">{member}</div>
<div class="col-10">{said}</div></div></div>"""


def test_columns_of_a_grid_are_told_apart_by_their_numbers() -> None:
    members = {
        "oldowl": "Regular<br>Joined: 11 Mar 2015<br>Posts: 1835<br>From: Kiel",
        "redshift": "Moderator<br>Joined: 13 May 2016<br>Posts: 2007<br>From: Bonn",
        "kestrel": "Regular<br>Joined: 22 Feb 2020<br>Posts: 282<br>From: Jena",
        "mjones": "Newcomer<br>Joined: 12 Nov 2017<br>Posts: 826<br>From: Ulm",
    }
    posts = "".join(
        COLUMNS.format(name=name, when=when, member=members[name], said=said)
        for name, when, said in POSTS
    )
    item = extract(f"<html><body><h1>Noisy gearbox</h1>{posts}</body></html>")
    assert isinstance(item, ForumThread)
    assert [floor.body for floor in item.floors] == [said for _, _, said in POSTS]

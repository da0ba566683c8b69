"""Posts that a page shows twice: what solved a thread, or is liked best, stands on top, too."""

from __future__ import annotations

import pytest

from extract_pipelines import ForumThread, extract
from extract_pipelines.items import Floor
from extract_pipelines.posts.quotes.copies import without_copies
from tests.pages import CHROME

POSTS = [
    (11, "oldowl", "2023-03-01 10:15", "My gearbox makes a noise like a coffee mill since Monday."),
    (12, "redshift", "2023-03-01 11:40", "Mine does that, too, when it is cold outside."),
    (13, "anna", "2023-03-01 19:02", "Check the oil first, mine was nearly empty last year."),
    (14, "oldowl", "2023-03-02 07:05", "There was hardly any left, so I filled it up last night."),
]
POST = (
    '<div class="post" id="post{id}"><b class="name">{name}</b> <i>{date}</i>'
    '<div class="text">{text}</div></div>'
)


def thread(*posts: str) -> ForumThread:
    content = f"<h1>Noisy gearbox</h1>{''.join(posts)}"
    item = extract(CHROME.format(title="Noisy gearbox", content=content), "https://a.example/t/1")
    assert isinstance(item, ForumThread)
    return item


def post(number: int, name: str, date: str, text: str) -> str:
    return POST.format(id=number, name=name, date=date, text=text)


def test_an_answer_that_stands_above_the_others_too_comes_out_once() -> None:
    first, *answers = (post(*told) for told in POSTS)
    best = POSTS[2][:3]
    item = thread(first, post(*best, f"<b>BEST</b> {POSTS[2][3]}"), *answers)
    assert [floor.body for floor in item.floors] == [text for *_, text in POSTS]


def test_an_answer_in_the_box_of_the_question_is_a_quote_there() -> None:
    _, name, _, text = POSTS[2]
    box = f'<div class="solution"><h3>Chosen solution</h3><p>{text}</p></div>'
    asked = (*POSTS[0][:3], f"<p>{POSTS[0][3]}</p>{box}")
    item = thread(post(*asked), *(post(*told) for told in POSTS[1:]))
    assert [floor.own_text.split("\n")[0] for floor in item.floors] == [said for *_, said in POSTS]
    assert text not in item.floors[0].own_text
    assert [(quote.author, quote.text) for quote in item.floors[0].quotes] == [(name, text)]


def test_somebody_may_say_the_same_twice() -> None:
    twice = (15, *POSTS[3][1:])
    item = thread(*(post(*told) for told in [*POSTS, twice]))
    assert [floor.body for floor in item.floors] == [text for *_, text in [*POSTS, twice]]


TEXT = "Loosen the valve first, then measure the pressure again.\nAfter that it was quiet here."
PICKED = "2026-03-04T08:00:00"


def floor(author: str, date: str, body: str, post_id: str | None = None) -> Floor:
    return Floor(author=author, date=date, body=body, own_text=body, post_id=post_id)


def with_copy(copy: Floor, post: Floor) -> list[Floor]:
    """A thread that shows one of its answers above the others, too."""
    return [
        floor("anna", "2026-03-01T10:00:00", "My boiler makes a noise at night, what is it?", "1"),
        copy,
        floor("bert", "2026-03-02T10:00:00", "Mine did so when the pump was new.", "2"),
        post,
        floor("anna", "2026-03-05T10:00:00", "That was it, thank you.", "9"),
    ]


COPIES = {
    "whole": floor("cleo", PICKED, TEXT),
    "with an id of its own": floor("cleo", PICKED, TEXT, "00"),
    "with a label": floor("cleo", PICKED, f"Best answer\n{TEXT}", "5"),
    "with who has chosen it": floor(
        "cleo", PICKED, f"{TEXT}\nA great answer - picked by dora, staff"
    ),
    "cut, with a rounded date": floor("cleo", "2026-03-01", f"{TEXT[:70]}..."),
    "cut at a word": floor("cleo", "2026-03-01", f"{TEXT[:60].rstrip()}…".replace("\n", " ")),
}


@pytest.mark.parametrize("copy", COPIES.values(), ids=COPIES)
def test_a_copy_of_an_answer_above_the_others_is_dropped(copy: Floor) -> None:
    post = floor("cleo", PICKED, TEXT, "5")
    assert without_copies(with_copy(copy, post)) == [
        one for one in with_copy(copy, post) if one is not copy
    ]


OTHERS = {
    "another author": floor("dora", PICKED, f"{TEXT[:70]}..."),
    "another text": floor("cleo", PICKED, "I have had that noise for a year now, too...", "4"),
    "a short answer given twice": floor("cleo", PICKED, "Thanks!", "4"),
    "no ellipsis": floor("cleo", "2026-03-01T11:00:00", TEXT[:70], "4"),
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_what_is_no_copy_stays(other: Floor) -> None:
    body = "Thanks!" if other.body == "Thanks!" else TEXT
    floors = with_copy(other, floor("cleo", PICKED, body, "5"))
    assert without_copies(floors) == floors


def test_who_posts_the_same_text_twice_in_a_row_has_posted_it_twice() -> None:
    twice = [floor("cleo", PICKED, TEXT, "5"), floor("cleo", PICKED, TEXT, "6")]
    assert without_copies(twice) == twice

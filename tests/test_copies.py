"""Posts that a page shows twice: what solved a thread, or is liked best, stands on top, too."""

from __future__ import annotations

from extract_pipelines import ForumThread, extract
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

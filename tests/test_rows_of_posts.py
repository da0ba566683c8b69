"""Posts of several rows each: where they begin and end."""

from __future__ import annotations

import pytest

from extract_pipelines import ForumThread, Page, extract
from extract_pipelines.page.date_mentions import find_dates_of
from extract_pipelines.posts.records.candidates import find_candidates
from extract_pipelines.posts.records.element_names import ElementNames
from extract_pipelines.posts.records.records import Record, leaves_between

TEXTS = [
    "The gearbox of my mill makes a noise since Monday.",
    "Mine did so too, until I changed the bearing.",
    "Thanks, which one did you take?",
    "A plain one from the shop on the corner, it holds.",
]
NAMES = ["anna", "old-owl", "kestrel", "anna"]
NAME_ROW = '<tr class="top"><td><b>{name}</b></td><td><a href="#p{n}">#{n}</a></td></tr>'
TEXT_ROW = '<tr class="post"><td>Member<br>{date}</td><td><div class="text">{text}</div></td></tr>'
PAGER = '<tr><td colspan="2" class="bar">Page: <a href="?page=2">2</a></td></tr>'
HEAD = "<tr><th>Author</th><th>Message</th></tr>"
PAGE = (
    "<html><head><title>Noise of the gearbox</title></head><body><h1>The Mill</h1>"
    "<table>{head}{rows}{foot}</table></body></html>"
)


def read(row: str, head: str = "", foot: str = "") -> ForumThread:
    rows = [
        row.format(n=n, name=name, text=text, date=f"Mon 0{n} May 2023 10:1{n}")
        for n, (name, text) in enumerate(zip(NAMES, TEXTS, strict=True), start=1)
    ]
    item = extract(PAGE.format(head=head, rows="".join(rows), foot=foot))
    assert isinstance(item, ForumThread)
    return item


@pytest.mark.parametrize("foot", ["", PAGER])
@pytest.mark.parametrize("head", ["", HEAD])
def test_a_row_before_the_one_with_the_date_belongs_to_its_post(head: str, foot: str) -> None:
    floors = read(NAME_ROW + TEXT_ROW, head, foot).floors
    assert [(floor.author, floor.body) for floor in floors] == list(zip(NAMES, TEXTS, strict=True))


def test_a_row_behind_the_one_with_the_date_belongs_to_its_post() -> None:
    head = '<tr class="top"><td><b>{name}</b></td><td>{date}</td></tr>'
    text = '<tr class="post"><td>Member</td><td><div class="text">{text}</div></td></tr>'
    floors = read(head + text, HEAD, PAGER).floors
    assert [(floor.author, floor.body) for floor in floors] == list(zip(NAMES, TEXTS, strict=True))


def test_a_row_with_the_note_of_an_edit_begins_no_post() -> None:
    head = "<tr><td><font><b>{name}</b> wrote on {date}:</font></td></tr>"
    text = "<tr><td><font>{text}</font></td></tr><tr><td><a href='r?{n}'>Reply</a></td></tr>"
    edited = text.replace("{text}</font>", "{text}</font><br><font>(edited {date})</font>")
    found = [
        (name, body, n) for n, (name, body) in enumerate(zip(NAMES, TEXTS, strict=True), start=1)
    ]
    rows = [
        (head + (edited if n == 2 else text)).format(
            n=n, name=name, text=body, date=f"Mon 0{n} May 2023 10:1{n}"
        )
        for name, body, n in found
    ]
    item = extract(PAGE.format(head="", rows="".join(rows), foot=""))
    assert isinstance(item, ForumThread)
    assert [(floor.author, floor.body) for floor in item.floors] == [
        (name, body) for name, body, _ in found
    ]


def test_posts_end_with_who_wrote_them_where_a_rule_follows() -> None:
    post = "<p>{text}</p>{more}<div align=right><i><b>{name}</b>, {date}</i></div><hr>"
    more = ["", "It took me all weekend to find out.", "", "I bought two, to have one more."]
    posts = [
        post.format(
            text=text,
            name=name,
            date=f"0{n}.05.2023, 10:1{n}",
            more=f"<p>{also}</p>" * (also != ""),
        )
        for n, (name, text, also) in enumerate(zip(NAMES, TEXTS, more, strict=True), start=1)
    ]
    item = extract(
        "<html><head><title>Noise of the gearbox</title></head><body><center>The Mill</center><hr>"
        f"<h2>Noise of the gearbox</h2>{''.join(posts)}<form>Text: <textarea></textarea></form>"
        "<hr><center>Rules</center></body></html>"
    )
    assert isinstance(item, ForumThread)
    assert [(floor.author, floor.date) for floor in item.floors] == [
        (name, f"2023-05-0{n}T10:1{n}:00") for n, name in enumerate(NAMES, start=1)
    ]
    assert [floor.body.split("\n")[0] for floor in item.floors] == TEXTS


def test_what_stands_before_a_table_with_a_date_is_not_of_it_for_a_list_at_the_end() -> None:
    page = Page(
        "<html><body><form><table><tr><td><a href=t>Topics</a></td></tr></table><table><tr><td>"
        "Noise of the gearbox</td></tr><tr><td>Created by:</td><td>anna 3 May 2023 16:01</td>"
        f"</tr><tr><td>Category: Mills</td></tr></table><hr><p>{TEXTS[0]}</p><hr><table><tr><td>"
        "<a href=r>Reply</a></td></tr></table><table><tr><th>Topic</th></tr><tr><td>Noise (anna 3 "
        "May 2023)</td></tr></table></form></body></html>"
    )
    found = find_candidates(page, find_dates_of(page), ElementNames(page.flat))
    runs = [one.records for one in found if one.shape.is_of_runs]
    assert any(TEXTS[0] in text_between(page, records[0]) for records in runs)
    assert not any("Topics" in text_between(page, records[0]) for records in runs)


def text_between(page: Page, record: Record) -> str:
    first, last = leaves_between(page, record.start, record.stop)
    return " ".join(page.flat.texts[first:last])

"""Boards that show a message a page, with labelled lines above it and the thread's list below."""

from __future__ import annotations

import pytest

from extract_pipelines import Article, ForumThread, Page, extract
from extract_pipelines.posts.quotes.edit_notes import is_profile

PAGE = """<html><head><title>{re}Noise of the gearbox</title></head><body>
<p align=center>[ <a href="#thread">View Thread</a> ] [ <a href="/bbs">Return to Index</a> ]</p>
<h2>The Mill</h2>
<p><b>{re}Noise of the gearbox</b><br>Posted By: <b>{name}</b> <em>(dial-7.net)</em>
<br>Date: <b>{date}</b><p>{text}<p>{more}
{thread}</body></html>"""
DATES = ["3 May 2023, at 4:12 p.m.", "3 May 2023, at 9:40 p.m.", "4 May 2023, at 7:03 a.m."]
NAMES = ["anna", "Old Owl", "kestrel"]
TEXT = "It is the bearing: mine did so too, until I changed it, and now it runs as it did before."
MORE = "Take a plain one, and some grease."


def read(at: int, *, listed: bool) -> ForumThread | Article:
    items = [
        f"<li>{title if n == at else f'<a href=?read={n}>{title}</a>'} <small>(read {n})</small>"
        f"<br><b>{NAMES[n]}</b> -- <i>{DATES[n]}</i>"
        for n, title in enumerate(["Noise of the gearbox", *["Re: Noise of the gearbox"] * 2])
    ]
    thread = f"<hr><h3>Messages In This Thread</h3><ul>{items[0]}<ul>{''.join(items[1:])}</ul></ul>"
    return extract(
        PAGE.format(
            re="Re: " * (at > 0),
            name=NAMES[at],
            date=DATES[at],
            text=TEXT,
            more=MORE,
            thread=thread * listed,
        )
    )


@pytest.mark.parametrize("at", range(3))
def test_a_message_above_the_list_of_its_thread_is_the_pages_post(at: int) -> None:
    item = read(at, listed=True)
    assert isinstance(item, ForumThread)
    assert [(floor.author, floor.body) for floor in item.floors] == [(NAMES[at], f"{TEXT}\n{MORE}")]


def test_what_was_posted_by_somebody_may_be_an_article() -> None:
    assert isinstance(read(0, listed=False), Article)


ROWS = """<table width="100%"><tr><td>{re}Noise of the gearbox</td></tr>
<tr><td><font size=1>Auteur : {name} &nbsp; Le : {date} &nbsp; En réponse à : {to}</font></td></tr>
<tr><td><font size=2>{text}</font></td></tr></table><br>"""


def test_guests_named_in_the_text_of_the_date_wrote_as_members_who_are_linked() -> None:
    said = [
        ("<a href='u?1'>anna</a>", "anna", "It makes a noise since Monday, as soon as it is warm."),
        ("Walter A.", "Walter A.", "Mine did so too, until I changed the bearing."),
        ("<a href='u?3'>kestrel</a>", "kestrel", "Thanks, which one did you take?"),
        ("<a href='u?1'>anna</a>", "anna", "A plain one from the shop on the corner."),
    ]
    rows = "".join(
        ROWS.format(
            re="Re: " * (n > 1),
            name=shown,
            date=f"{n} May 2023 16:0{n}",
            to="<a href='#1'>anna</a>",
            text=text,
        )
        for n, (shown, _, text) in enumerate(said, start=1)
    )
    item = extract(
        f"<html><head><title>Noise of the gearbox</title></head><body><h1>The Mill</h1>{rows}"
        "</body></html>"
    )
    assert isinstance(item, ForumThread)
    assert [(floor.author, floor.body) for floor in item.floors] == [
        (name, text) for _, name, text in said
    ]


@pytest.mark.parametrize(
    ("line", "is_of_profile"),
    [
        ("عضو - المشاركات : 37 - انضم في : 2015/05/01 - البلد : Kiel", True),
        ("Member | Posts: 37 | Joined: May 2015", True),
        ("I joined on 3 May 2015, and never looked back.", False),
        ("Posted: 3 May 2015", False),
        ("Joined the two halves with a bolt: 12 mm", False),
    ],
)
def test_lines_that_say_since_when_an_author_is_a_member(line: str, is_of_profile: bool) -> None:
    assert is_profile(line, Page("<p></p>")) == is_of_profile

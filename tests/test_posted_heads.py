"""Boards that show a message a page, with labelled lines above it and the thread's list below."""

from __future__ import annotations

import pytest

from extract_pipelines import Article, ForumThread, extract

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

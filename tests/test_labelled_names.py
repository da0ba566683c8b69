"""Boards that label who wrote each message, and tell his host or what he attached beside it."""

from __future__ import annotations

import pytest

from extract_pipelines import ForumThread, extract

POST = """<table width="100%"><tr><td bgcolor="#000080">&nbsp;{re}Noise of the gearbox</td></tr>
<tr><td><font>Author:&nbsp;{shown}&nbsp;({host})<br>Date:&nbsp;0{n}-05-23 16:0{n}<br><br>
{text}{file}</font><p></td></tr>
<tr><td><a href="read.php?t=7&amp;i={n}#REPLY">Reply to this message</a></td></tr></table><br>"""
SAID = [
    ("anna", "It makes a noise since Monday, as soon as it is warm. Where do I look first?"),
    ("Walter A.", "Mine did so too, until I changed the bearing. It took me all weekend."),
    ("kestrel", "Thanks!"),
    ("anna", "A plain one from the shop on the corner, and some grease."),
    ("old-owl", "Is it open on Saturdays? I have been there twice, and it was closed both times."),
    ("kestrel", "It is, until noon, but ask for the brother: he knows where they are."),
]


@pytest.mark.parametrize("name", ["log.txt", "photo_02.jpg", "export.csv"])
def test_neither_labels_nor_hosts_nor_files_are_taken_for_more(name: str) -> None:
    posts = [
        POST.format(
            re="Re: " * (n > 1),
            shown=author if n == 2 else f"<a href='profile.php?{n}'>{author}</a>",
            host="Moderator" if n == 3 else f"dial-{n}.example.net",
            n=n,
            text=text,
            file=f"<br><br><b>Files:</b> <a href='down.php?{n}'>{name}</a> (12k)" * (n == 2),
        )
        for n, (author, text) in enumerate(SAID, start=1)
    ]
    item = extract(
        "<html><head><title>The Mill - Noise of the gearbox</title></head><body>"
        f"<p>The Mill</p>{''.join(posts)}</body></html>"
    )
    assert isinstance(item, ForumThread)
    assert [(floor.author, floor.body) for floor in item.floors] == SAID

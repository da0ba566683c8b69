"""Texts behind a box that ended the paragraph around them, and lists and code between two."""

import pytest

from extract_pipelines import Page, Site

NAMES = ("Anna", "Bob", "Carl", "Dora")
TEXTS = (
    "The gearbox makes a strange noise.<br><ul><li>Only in the morning</li></ul>The oil is new.",
    "Mine did the same for a year.<br>A new seal helped.",
    "Try this:<br><pre>drain --all</pre>and fill it up again, slowly.",
    "Thanks, that was it. The noise is gone since Monday.",
)


def thread() -> str:
    posts = "".join(
        f'<li class="post"><h4>2024-03-0{day} 10:15:00 <a href="/user/{day}">{name}</a></h4>'
        f'<p>{text}</p><div class="signed">Never trust a quiet engine</div></li>'
        for day, name, text in zip(range(1, 5), NAMES, TEXTS, strict=True)
    )
    return f"<title>Noise</title><h1>Noise</h1><ul>{posts}</ul>"


def test_the_text_behind_a_box_belongs_to_its_paragraph() -> None:
    item = Site().extract(Page(thread(), "https://forum.example/thread/7"))
    bodies = [floor.body for floor in item.floors]
    assert bodies[0].endswith("Only in the morning\nThe oil is new.")
    assert bodies[2].endswith("drain --all\nand fill it up again, slowly.")
    assert not any("quiet engine" in body for body in bodies)


def test_a_row_of_links_behind_a_box_does_not() -> None:
    links = '<pre>drain --all</pre><a href="/reply/3">Reply</a> <a href="/report/3">Report</a>'
    page = thread().replace("<pre>drain --all</pre>and fill it up again, slowly.", links)
    item = Site().extract(Page(page, "https://forum.example/thread/7"))
    assert "Report" not in item.floors[2].body


@pytest.mark.parametrize(
    ("box", "said"),
    [
        ("<ul><li>5W-30</li><li>Shell 10W</li><li>0W-20</li></ul>", "5W-30\nShell 10W\n0W-20\n"),
        ("<ol><li>Out</li><li>Wash: 3</li></ol>", "Out\nWash: 3\n"),
        ("<pre>drain --all\nok: 12</pre>", "drain --all\nok: 12\n"),
    ],
)
def test_a_list_or_code_between_two_paragraphs_of_a_text_belongs_to_it(box: str, said: str) -> None:
    first, last = "Which oil do you use?", "It has been so for a year, and nobody knows why it is."
    texts = (
        "Mine did so, too.",
        f"{first}</p>{box}<p>{last}",
        "It is loud.",
        "Thanks, I will try.",
    )
    posts = "".join(
        f'<li id="p{day}"><div class="who"><a href="/u/{name}">{name}</a><ul><li>Posts: 9{day}</li>'
        f'<li>From: Bern</li></ul></div><div class="d">{day} May 2020, 10:1{day}</div>'
        f'<div class="t"><p>{text}</p></div><div class="f"><a href="#">Reply</a></div></li>'
        for day, name, text in zip(range(1, 5), NAMES, texts, strict=True)
    )
    page = f"<title>Noise</title><h1>Noise</h1><ul>{posts}</ul>"
    item = Site().extract(Page(page, "https://forum.example/thread/7"))
    assert item.floors[1].own_text == f"{first}\n{said}{last}"

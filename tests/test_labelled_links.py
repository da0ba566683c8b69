"""Links behind a label of the site that stand in the box of a post are none of its text."""

from __future__ import annotations

from extract_pipelines import ForumThread, Page, Site

NAMES = ["Anna Berg", "Bo", "Chen Li", "Dora", "Emil"]
SAID = ["leaks again since Monday", "was mended last week", "needs a new seal", "drips at night"]
POST = """<div class=post>
<div class=by><b>{author}</b> wrote on 2024-05-{day:02d} 1{at}:{number}</div>
<div class=text>{text}{end}</div></div>"""
NEXT = """<br><br><font>Next thread</font> : <a href="/t/{after}">The boiler of house {after}</a>"""
PAGE = """<html><head><title>Valve {number}</title></head><body><h1>Valve {number}</h1>
{posts}<p><a href="/list">List</a> <a href="/write/{number}">Write</a></p></body></html>"""


def page(number: int) -> tuple[Page, list[str]]:
    texts = [
        f"The valve {SAID[(number + at) % 4]}, as far as I know. That was {number * at + 3} ago."
        for at in range(1, 4)
    ]
    posts = "".join(
        POST.format(
            author=NAMES[(number + at) % 5],
            day=number - 9,
            at=at,
            number=number,
            text=text,
            end=NEXT.format(after=number + 1) if at == 2 else "",
        )
        for at, text in enumerate(texts)
    )
    return Page(
        PAGE.format(number=number, posts=posts), f"https://valves.example/t/{number}"
    ), texts


def test_links_behind_labels_of_the_site_are_no_text() -> None:
    site = Site()
    for number in range(10, 30):
        site.learn(page(number)[0])
    for number in range(30, 34):
        one, texts = page(number)
        item = site.extract(one)
        assert isinstance(item, ForumThread)
        assert [floor.body for floor in item.floors] == texts

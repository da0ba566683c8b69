"""Signs that Discuz! scatters unseen at the ends of lines are no text; what a spoiler hides is."""

from __future__ import annotations

import pytest

from extract_pipelines import ForumThread, Page, extract
from extract_pipelines.page.markup.scrambling import scrambled
from tests.pages import CHROME

POST = """<div class="plhin" id="pid{id}"><div class="authi"><a href="/uid-{id}.html">{name}</a>
<em>发表于 2024-5-1{id} 20:1{id}</em></div><div class="t_f">{text}</div></div>"""
NAMES = ["老王", "小雨", "清风", "大刘"]
LINES = ["换了一个新的水泵, 声音还是很大。", "师傅说是轴承的问题, 让我再等等看。"]


def bodies(end: str) -> list[str]:
    """The bodies of four posts whose lines end with something; `NAME` in it is the author's."""
    posts = "".join(
        POST.format(
            id=number,
            name=name,
            text=f"{LINES[0]}{end}<br>\n{name}: {LINES[1]}{end}<br>\n好的。".replace("NAME", name),
        )
        for number, name in enumerate(NAMES, start=1)
    )
    content = f"<h1>水泵的声音</h1><div id='postlist'>{posts}</div>"
    source = CHROME.format(title="水泵的声音", content=content)
    item = extract(source, "https://bbs.example/thread-7-1-1.html")
    assert isinstance(item, ForumThread)
    return [floor.body for floor in item.floors]


@pytest.mark.parametrize(
    "signs",
    [
        '<font class="jammer">$ M7 `9 e0 t</font>',
        '<span style="display:none">6 B&amp; k! y2 Z</span>',
        '<span style="display: none;">6 B&amp; k! y2 Z</span>',
    ],
)
def test_signs_against_copying_are_no_text(signs: str) -> None:
    assert bodies(signs) == bodies("")


@pytest.mark.parametrize(
    "hidden",
    [
        '<span style="display:none">其实是电容坏了</span>',
        f'<span style="display:none">It was the capacitor.{" So it was." * 5}</span>',
        '<span style="display:none">OK 2024</span> and so on',
        '<div style="display:none">OK 2024</div>',
        '<span style="color:red">OK 2024</span>',
    ],
)
def test_what_an_author_hides_is_text(hidden: str) -> None:
    page = Page(f"<div class='t_f'>{LINES[0]}{hidden}<br>{LINES[1]}</div>", "https://a.example/")
    assert len(page.leaves) > 2
    assert not scrambled(page)

"""Names of members that only a script tells, as on NGA."""

from __future__ import annotations

import pytest

from extract_pipelines import extract
from extract_pipelines.items import ForumThread

MEMBERS = {58: "oldowl", 612: "风起云涌", 7: "mjones"}
POST = """<div class="post" id="post{number}">{link}
<span class="date">2024-03-0{number} 10:15</span><div class="text">{text}</div></div>"""
TEXTS = [
    "My gearbox makes a noise like a coffee mill since Monday.",
    "Check the oil first, mine was nearly empty last year.",
    "There was hardly any left, so I will fill it up tonight.",
    "Do not forget the seal, a new one costs next to nothing.",
]
POSTERS = [58, 612, 58, 7]
BY_NUMBER = """names.setAll( {"58":{"uid":58,"username":"oldowl","sign":"a\tb"},
"612":{"username":"风起云涌"}, "7":{"username":"mjones"}} )"""
IN_A_LIST = """var all = {"users": [{"nickname": "oldowl", "id": 58},
{"nickname": "风起云涌", "id": 612}, {"nickname": "mjones", "id": 7}]};"""
LINK = '<a href="/u?go=1&amp;uid={0}" class="author"></a>'


def authors(script: str, link: str = LINK) -> list[str | None]:
    posts = "".join(
        POST.format(number=number, link=link.format(poster), text=text)
        for number, (poster, text) in enumerate(zip(POSTERS, TEXTS, strict=True), 1)
    )
    head = "<html><head><title>Noise</title></head>"
    page = f"{head}<body><script>{script}</script>{posts}</body></html>"
    item = extract(page, "https://a.example/thread/1", page_type="thread")
    assert isinstance(item, ForumThread)
    assert [floor.body for floor in item.floors] == TEXTS
    urls = [floor.author_url for floor in item.floors]
    named = [f"https://a.example/u?go=1&uid={poster}" for poster in POSTERS]
    assert urls == ([None] * 4 if item.floors[0].author is None else named)
    return [floor.author for floor in item.floors]


@pytest.mark.parametrize("script", [BY_NUMBER, f"var page = 1, at = [2];\n{BY_NUMBER}", IN_A_LIST])
def test_a_script_tells_the_names_behind_links_without_a_text(script: str) -> None:
    assert authors(script) == [MEMBERS[poster] for poster in POSTERS]


@pytest.mark.parametrize(
    "script",
    [
        "",
        BY_NUMBER.replace("username", "title"),
        BY_NUMBER.replace("}} )", "}"),
        'show({"username": "oldowl"})',
        f"({'[' * 200_000}",
        '("username":' + "=[{" * 100_000,
    ],
)
def test_what_tells_no_names_or_is_broken_names_nobody(script: str) -> None:
    assert authors(script) == [None] * 4


def test_names_that_the_page_shows_count_for_more() -> None:
    link = '<a href="/u?go=1&amp;uid={0}" class="author">member{0}</a>'
    assert authors(BY_NUMBER, link) == [f"member{poster}" for poster in POSTERS]

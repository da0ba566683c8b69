"""Chinese bulletin boards, read through the web: each post begins with the head of a letter."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from extract_pipelines import Floor, ForumThread, Page, Site

NAMES = ["kestrel", "sparrow", "heron"]
TEXTS = [
    ["上周末在水库边上看到两只红隼，停了很久才飞走。", "有人知道它们在哪里过冬吗？"],
    ["往南走，去年我在鄱阳湖边见过一次。"],
    ["谢谢楼主，照片晚上再整理。"],
]
QUOTED = "【 在 {name} (看鸟) 的大作中提到: 】"
HEAD = """发信人: {name} (看鸟), 信区: Birds
标  题: {re}水库边上的红隼
发信站: 听涛站 (Wed Jan {day} 09:48:05 2016), 站内
"""
END = ["--", "看鸟不扰鸟", "※ 来源:·听涛站 bbs.example·[FROM: 202.119.*]"]


def lines_of(number: int, *, is_quoting: bool) -> list[str]:
    """A post as the board keeps it."""
    head = HEAD.format(name=NAMES[number], re="Re: " if number else "", day=20 + number)
    quote = [QUOTED.format(name=NAMES[0]), f": {TEXTS[0][0]}"] if is_quoting else []
    return [*head.split("\n"), *TEXTS[number], *quote, *END]


def screen(number: int) -> str:
    """A post in a screen of text."""
    text = "\n".join(lines_of(number, is_quoting=number == 1))
    linked = f'<a href="bbsqry?userid={NAMES[number]}">{NAMES[number]}</a>'
    return f"<pre>{text.replace(NAMES[number], linked, 1)}</pre>[<a href='bbspst'>回复本文</a>]<br>"


def box(number: int) -> str:
    """A post beside its writer's card."""
    name, text = NAMES[number], "<br>".join(lines_of(number, is_quoting=number == 1))
    return f"""<div class="a-wrap" id="a{number}"><table class="article"><tr class="a-head">
    <td class="a-left"><a href="/user/query/{name}">{name}</a></td><td><a href="/post">回复</a>
    <span class="a-pos">第{number}楼</span></td></tr><tr class="a-body"><td class="a-left">
    <dl><dt>身份</dt><dd>用户</dd><dt>积分</dt><dd>{number * 37}</dd></dl></td>
    <td class="a-content"><p>{text}</p></td></tr></table></div>"""


def read(posts: list[str]) -> list[Floor]:
    html = f"""<html><head><title>水库边上的红隼</title></head><body>
    <div class="nav"><a href="/">首页</a> <a href="/board/Birds">讨论区</a></div>
    <center>同主题文章阅读 [讨论区: Birds]</center>{"".join(posts)}</body></html>"""
    item = Site().extract(Page(html, "https://bbs.example/article/Birds/1"))
    assert isinstance(item, ForumThread)
    return item.floors


@pytest.mark.parametrize("post", [screen, box])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_post_has_the_fields_of_its_head_and_neither_that_nor_its_end_in_its_text(
    post: Callable[[int], str], count: int
) -> None:
    floors = read([post(number) for number in range(count)])
    assert [floor.author for floor in floors] == NAMES[:count]
    assert [floor.date for floor in floors] == [
        f"2016-01-{20 + number}T09:48:05" for number in range(count)
    ]
    assert [floor.own_text.split("\n") for floor in floors] == TEXTS[:count]


@pytest.mark.parametrize("post", [screen, box])
def test_who_is_quoted_is_told_by_the_line_before(post: Callable[[int], str]) -> None:
    floors = read([post(number) for number in range(3)])
    assert [[(quote.author, quote.text) for quote in floor.quotes] for floor in floors] == [
        [],
        [("kestrel", TEXTS[0][0])],
        [],
    ]


def test_a_post_beside_its_writers_card_keeps_the_links_of_that() -> None:
    floors = read([box(number) for number in range(3)])
    assert [floor.author_url for floor in floors] == [
        f"https://bbs.example/user/query/{name}" for name in NAMES
    ]


def test_a_link_to_a_script_is_no_address_of_a_writer() -> None:
    floors = read([box(n).replace("/user/query/", "javascript:show(1)//") for n in range(3)])
    assert [(floor.author, floor.author_url) for floor in floors] == [(n, None) for n in NAMES]


def lasting(number: int) -> str:
    """A post with a rule of more hyphens above where it came from, in a row of a table."""
    name = NAMES[number]
    text = "<br>".join([*lines_of(number, is_quoting=number == 1)[:-3], "---", END[-1]])
    return f"""<table><tr><td class="t">No. {number} <a href="con?N={number}">本篇全文</a>
    本篇作者: <a href="qry?U={name}">{name}</a> 评价人数: {number}</td></tr><tr><td class="b">
    <div id="text">{text}<br></div></td></tr><tr><td>本文链接
    <a href="/con?N={number}">http://bbs.example/con?N={number}</a></td></tr></table>"""


@pytest.mark.parametrize("count", [1, 2, 3])
def test_where_a_post_came_from_is_no_part_of_its_text(count: int) -> None:
    links = "[<a href='/back'>返回上一页</a>][<a href='/list'>本讨论区</a>]"
    floors = read([*(lasting(number) for number in range(count)), links])
    assert [floor.own_text.split("\n") for floor in floors] == TEXTS[:count]
    assert [floor.author for floor in floors] == NAMES[:count]


@pytest.mark.parametrize("numbers", [(0, 1, 2), (0,), (1, 2)])
def test_the_subject_of_the_first_letter_is_the_title_where_the_head_names_the_site(
    numbers: tuple[int, ...],
) -> None:
    posts = "<hr>".join(screen(number) for number in numbers)
    html = f"""<html><head><title>听涛站</title></head><body>
    <div><a href="/">首页</a> <a href="/board/Birds">讨论区</a></div>{posts}</body></html>"""
    item = Site().extract(Page(html, "https://bbs.example/con?board=Birds&th=1"))
    assert item.title == "水库边上的红隼"

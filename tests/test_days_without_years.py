"""Posts dated by a month and a day alone, as web apps of East Asia write: 05-16."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extract_pipelines import ForumThread, Page, Site
from extract_pipelines.posts.records.analysis import analyse

POSTS = [
    ("清晨五点", "午饭后一群斑鸠在废弃的茶园里停了很久，后来雾就散开了。下次要带够热水。"),
    ("芦苇荡", "上周末我在水库边上也看到了它们，可惜相机没电了。"),
    ("山雀飞过", "同行的朋友都笑了，书上可不是这么写的，我到现在还记得。"),
    ("望远镜二号", "有人知道原因吗？去年早了十来天，雨也下得少一些。"),
]
CARD = """<div class="card"><a href="/user/{n}"><img src="{n}.png"></a><div class="main">
<div class="who"><a href="/user/{n}">{name}</a></div><div class="said"><p>{said}</p></div>
<div class="foot"><span class="when">{when}</span><button>回复</button></div></div></div>"""
ROW = '<li class="row"><a href="/t/{n}">{title}</a> <i>{name}</i> <span>{when}</span></li>'


def thread_page(form: str, rows: str = "", *, last: str = "") -> Page:
    """A thread whose posts are dated so, the last maybe otherwise. Loaded on June 3, 2026."""
    cards = "".join(
        CARD.format(
            n=n, name=name, said=said, when=(last if n == 3 else "") or form.format(day=13 + n)
        )
        for n, (name, said) in enumerate(POSTS)
    )
    html = f"""<html lang="zh-CN"><head><title>斑鸠 - 观鸟社</title></head><body>
    <ul><li><a href="/">首页</a></li><li><a href="/hot">热门</a></li></ul><h1>茶园里的斑鸠</h1>
    <div class="cards">{cards}</div><ul class="others">{rows}</ul><p>观鸟社</p></body></html>"""
    loaded = datetime(2026, 6, 3, 12, tzinfo=UTC)
    return Page(html, "https://birds.example/topic/77", downloaded=loaded)


@pytest.mark.parametrize("form", ["05-{day}", "05-{day} 广东", "发布于 05-{day}", "05/{day}"])
def test_posts_of_a_month_and_a_day_have_dates_and_authors(form: str) -> None:
    item = Site().extract(thread_page(form))
    assert isinstance(item, ForumThread)
    assert [(floor.author, floor.body) for floor in item.floors] == POSTS
    assert [floor.date for floor in item.floors] == [f"2026-05-{13 + n}" for n in range(4)]


def test_short_days_of_a_list_do_not_count_where_posts_tell_the_time() -> None:
    rows = "".join(
        ROW.format(n=n, title=said, name=name, when=f"05-{n + 10}")
        for n, (name, said) in enumerate(POSTS * 2)
    )
    long = analyse(thread_page("2026-05-{day} 12:30", rows)).dates.mentions
    assert [mention.date.precision for mention in long] == ["minute"] * 4
    mixed = analyse(thread_page("05-{day}", rows)).dates.mentions
    assert len(mixed) == 12


def test_short_days_at_the_place_of_longer_dates_count() -> None:
    page = thread_page("05-{day}", last="2026-05-16 12:30")
    assert len(analyse(page).dates.mentions) == len(POSTS)

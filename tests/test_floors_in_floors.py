"""Answers within floors, as Tieba shows them: name, whom it answers and text stand on one line."""

from __future__ import annotations

from extract_pipelines import ForumThread, Page, Site
from tests.pages import CHROME

NAMES = ["老王", "小雨", "清风", "大刘", "山水之间"]
ENDS = ["还没有修好。", "比以前安静多了。", "师傅说要换轴承。", "周末再去看看。", "花了不少钱。"]
FLOOR = """<div class="floor" id="p{id}"><a class="name" href="/u/{user}">{name}</a>
<div class="said">{text}</div>
<div class="tail"><span>{at}楼</span> <span>2024-05-{day} 20:1{at}</span></div>
<ul class="within">{within}</ul></div>"""
WITHIN = """<li class="one"><a class="pic" href="/u/{user}"><img src="/{user}.png"></a>
<div class="cnt"><a class="{looks}" href="/u/{user}">{name}</a><span class="colon">: </span>{whom}
<span class="text">{text}</span><div class="foot"><span>举报</span>
<span>2024-05-{day} 21:2{at}</span> <a href="#">回复</a></div></div></li>"""
WHOM = '<span class="to">回复 <a class="at">{name}</a> ：</span>'


def text_of(number: int, at: int) -> str:
    end = ENDS[(number + at) % 5]
    return f"第{number}号水泵的事情, {end}我这里是第{number * 7 + at}天了, {ENDS[at]}"


def thread(number: int) -> tuple[Page, list[tuple[str, str]]]:
    """A thread, and the author and text of each of its floors and of what stands in the second."""
    said: list[tuple[str, str]] = []
    floors = ""
    for at in range(4):
        user = (number + at) % 5
        said.append((NAMES[user], text_of(number, at)))
        within = ""
        for place, text in enumerate(["我家也是这样, 后来自己好了。", "不知道"] if at == 1 else []):
            by = (number + 3 + place) % 5
            whom = WHOM.format(name=NAMES[(number + 3) % 5]) if place else ""
            said.append((NAMES[by], text))
            within += WITHIN.format(
                user=by,
                name=NAMES[by],
                looks="at card",
                whom=whom,
                text=text,
                day=11 + at,
                at=place,
            )
        floors += FLOOR.format(
            id=number * 10 + at,
            user=user,
            name=NAMES[user],
            text=said[-1 if at != 1 else -3][1],
            at=at + 1,
            day=11 + at,
            within=within,
        )
    source = CHROME.format(title=f"水泵 {number}", content=f"<h1>水泵 {number}</h1>{floors}")
    return Page(source, f"https://ba.example/p/{number}"), said


def test_who_is_answered_is_no_author_and_short_answers_are_text() -> None:
    site = Site()
    for number in range(1, 12):
        site.learn(thread(number)[0])
    for number in range(20, 24):
        page, said = thread(number)
        item = site.extract(page)
        assert isinstance(item, ForumThread)
        assert [(floor.author, floor.body) for floor in item.floors] == said

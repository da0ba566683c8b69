"""A page with one message, where other kinds of pages of its site show several like it."""

from __future__ import annotations

from extract_pipelines import Page, Site
from extract_pipelines.items import Article, ForumThread

AUTHORS = ("oldowl", "redshift", "mjones", "kestrel", "bergfex")
PARTS = ("gearbox", "carburettor", "gasket", "radiator", "clutch", "starter", "fuse", "lamp")
MESSAGE = """<div class="msg" id="m{number}"><table class="head">
<tr><td class="val">{author}</td></tr>
<tr><td class="val">{day:02}.03.2023 10:{minute:02}</td></tr></table>
<div class="body"><div class="m">{text}</div></div></div>"""
ROW = """<tr><td><a href="/topic/{topic}/{number}">Re: The {part}</a></td><td>{author}</td>
<td>{day:02}.03.2023 10:{minute:02}</td></tr>"""


# What only the pages of single messages have: so they are of another kind.
BARS = "".join(
    f'<section class="bar{at}"><h3 class="n{at}">Part {at}</h3><ol class="l{at}"><li class="i{at}">'
    f'<em class="e{at}"><a class="a{at}" href="/go/{at}">Go to {at}</a></em></li></ol></section>'
    for at in range(8)
)


def message(topic: int, number: int, form: str = MESSAGE) -> str:
    part = PARTS[(topic + number) % len(PARTS)]
    return form.format(
        number=100 * topic + number,
        topic=topic,
        part=part,
        author=AUTHORS[(topic + number * number) % len(AUTHORS)],
        day=topic % 27 + 1,
        minute=10 + number,
        text=f"The {part} number {topic * 31 + number} makes a noise that I cannot explain, "
        f"and after {number + 3} days of work it still does. " * (3 + (topic + number) % 3),
    )


def page(address: str, content: str) -> Page:
    title = f"The {PARTS[len(address) % len(PARTS)]}"
    source = f"""<html lang=en><head><title>{title} - Tinkerers</title></head><body>
    <div class=top><a href="/">Home</a> <a href="/boards">Boards</a></div><h1>{title}</h1>{content}
    <div class=foot>Tinkerers, for people who repair things themselves.</div></body></html>"""
    return Page(source, f"https://a.example{address}")


def whole_thread(topic: int) -> Page:
    posts = "".join(message(topic, number) for number in range(4 + topic % 3))
    return page(f"/topic/{topic}/all", f'<div class="all">{posts}</div>')


def single_message(topic: int) -> Page:
    tree = "".join(message(topic, number, ROW) for number in range(12))
    content = f'<div class="one">{message(topic, 2)}<table class="tree">{tree}</table></div>'
    return page(f"/read/{topic}.html", f"{BARS}{content}")


def read(site: Site) -> list[type]:
    return [type(site.extract(single_message(topic))) for topic in range(50, 53)]


def test_a_lone_message_is_a_post_where_threads_show_several_like_it() -> None:
    messages = [single_message(topic) for topic in range(40, 44)]
    alone, whole = Site(), Site()
    for one in messages:
        alone.learn(one)
    for one in [*map(whole_thread, range(12)), *messages]:
        whole.learn(one)
    assert len(whole.kinds) == 2
    assert (read(alone), read(whole)) == ([Article] * 3, [ForumThread] * 3)

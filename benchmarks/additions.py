"""What administrators add to posts: lines around the text that are no part of it.

To a page with labelled posts are added, in each of these or in some, numbers and permalinks, names
of who liked it, notes of edits, buttons, what an author signs with, devices, places, attached files
and the like. What is added has one shape on a page, and a tag and classes of its own, or none.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from html import escape
from typing import Any
from zlib import crc32

from lxml import etree, html

from benchmarks.labelled_page import Labelled
from benchmarks.measures import plain
from extract_pipelines.page.source import decode

# Behind the source's name of pages with additions.
ADDITIONS = "-additions"
_DECLARATION = re.compile(r"\s*<\?xml[^>]*>")
# So much of a post's beginning tells the element that holds it, which has not much less text.
BEGINNING = 30
LEAST_HELD = 0.9
# What cannot have other elements beside it: what is added stands in it.
_CELLS = frozenset("td th dd dt li body".split())
_SILENT = frozenset(("script", "style"))
_TAGS = "div div div p span i small section".split()
_WORDS = (
    "share report quote like view profile points level member since posts from answer best help "
    "回复 举报 支持 来自 积分 等级 楼主 返信 通報 いいね ответить жалоба спасибо рейтинг antworten "
    "melden beitrag danke répondre signaler citer merci responder denunciar gracias yanıtla"
).split()
_NAMES = "Ivy Sam_77 Олег 海风 kuro Lena Paul-H Mehmet Rosa jtk Nadia Wei".split()
_MONTHS = "Jan Mar Apr Jun Aug Oct".split()
# This share of the posts has a line more that its author wrote.
SAID = 0.3
# This share of them is a quote or code.
BOXED = 0.25

# The text of an addition, by the number of the post, and its author.
Say = Callable[[int, str], str]


class Post:
    """A labelled post on a page: its label, and the element that holds its text."""

    def __init__(self, label: dict[str, Any], body: Any) -> None:
        self.label, self.body = label, body


def posts_on(root: Any, gold: Sequence[dict[str, Any]]) -> list[Post]:
    """The posts of a page; none if not all are found, each in an element of its own."""
    found: list[Post] = []
    for label in gold:
        said = plain(label["text"])
        if said:
            body = _holder(root, said, [post.body for post in found])
            if body is None:
                return []
            found.append(Post(label, body))
    bodies = {post.body for post in found}
    above = {one for body in bodies for one in body.iterancestors()}
    return found if len(bodies) == len(found) and bodies.isdisjoint(above) else []


def _holder(root: Any, said: str, taken: Sequence[Any]) -> Any:
    """The innermost element with nearly all of a text, but those that are another post's."""
    found = root.find("body")
    if found is None or said[:BEGINNING] not in _text(found):
        return None
    inner = found
    while inner is not None:
        found = inner
        inner = next(
            (
                child
                for child in found.iterchildren(etree.Element)
                if child.tag not in _SILENT
                and child not in taken
                and said[:BEGINNING] in (text := _text(child))
                and len(text) >= LEAST_HELD * len(said)
            ),
            None,
        )
    return found


def _text(element: Any) -> str:
    return plain(" ".join(element.itertext()))


def _some(chosen: random.Random, most: int = 3) -> str:
    return " ".join(chosen.sample(_WORDS, chosen.randint(1, most)))


def _linked(chosen: random.Random, text: str) -> str:
    return f'<a href="/x/{chosen.randint(1, 9999)}">{escape(text)}</a>'


def _number(chosen: random.Random) -> Say:
    """The number of the post, or a permalink with it."""
    form = chosen.choice(("#{}", "{}#", "{} 楼", "№{}", "No. {}", "{}", "{}."))
    first, is_link = chosen.choice((1, 1, 1, 21)), chosen.random() < 0.7

    def say(number: int, _author: str) -> str:
        text = form.format(number + first)
        return _linked(chosen, text) if is_link else text

    return say


def _one_of_few(chosen: random.Random) -> Say:
    """One of a few texts, such as devices, ranks or places."""
    before = chosen.choice(("", f"{_some(chosen, 1)}: ", _some(chosen, 1)))
    texts = [before + _some(chosen, 2) for _ in range(chosen.randint(2, 4))]
    return lambda _number, _author: escape(chosen.choice(texts))


def _same(chosen: random.Random) -> Say:
    """A text that all have."""
    text = escape(_some(chosen, 4)) + chosen.choice(("", ":", "."))
    return lambda _number, _author: text


def _buttons(chosen: random.Random) -> Say:
    """Links, the same in all posts."""
    labels = chosen.sample(_WORDS, chosen.randint(1, 4))
    parted = chosen.choice((" ", " | ", "<br>", "</span><span>"))

    def say(_number: int, _author: str) -> str:
        links = parted.join(_linked(chosen, label) for label in labels)
        return f"<span>{links}</span>"

    return say


def _count(chosen: random.Random) -> Say:
    """Numbers, and what they count."""
    label, often = escape(_some(chosen, 2)), chosen.randint(1, 2)
    parted = chosen.choice((" ", ": ", " · ", "</b><b>"))

    def say(_number: int, _author: str) -> str:
        counts = [f"{chosen.randint(0, 60)} {label}" for _ in range(often)]
        return f"<b>{parted.join(counts)}</b>"

    return say


def _names(chosen: random.Random) -> Say:
    """Names of others, most of them links, and what they did."""
    label, is_first, is_link = escape(_some(chosen)), chosen.random() < 0.4, chosen.random() < 0.8

    def say(_number: int, _author: str) -> str:
        names = chosen.sample(_NAMES, chosen.randint(1, 4))
        told = ", ".join(_linked(chosen, name) if is_link else name for name in names)
        return f"{label}: {told}" if is_first else f"{told} {label}"

    return say


def _dated_note(chosen: random.Random) -> Say:
    """Who did something, and when."""
    verb, named = escape(_some(chosen, 2)), chosen.random() < 0.7
    form = chosen.choice(("{d} {m} {y}", "{y}-{n:02}-{d:02} 1{h}:2{h}", "{d}.{n}.{y}, 0{h}:3{h}"))

    def say(_number: int, author: str) -> str:
        day, month = chosen.randint(1, 28), chosen.randrange(6)
        year, hour = chosen.randint(2012, 2025), chosen.randint(0, 9)
        date = form.format(d=day, m=_MONTHS[month], n=month + 1, y=year, h=hour)
        by = escape(author or chosen.choice(_NAMES)) if named else ""
        return f"{verb} {by} {date}"

    return say


def _signature(chosen: random.Random) -> Say:
    """What an author signs with; nothing for some."""
    said: dict[str, str] = {}

    def say(_number: int, author: str) -> str:
        if author not in said:
            text = escape(_some(chosen, 6).capitalize())
            link = _linked(chosen, _some(chosen, 2))
            said[author] = chosen.choice((text, f"{text}<br>{link}", link, text, ""))
        return said[author]

    return say


def _addressed(chosen: random.Random) -> Say:
    """To whom a post answers."""
    before, after = chosen.choice(((f"{_some(chosen, 2)} ", ""), ("", ":")))
    return lambda number, _author: (
        escape(before) + _linked(chosen, chosen.choice(_NAMES)) + after if number else ""
    )


def _files(chosen: random.Random) -> Say:
    """Attached files."""
    label, parted = escape(_some(chosen, 2)), chosen.choice((" ", "<br>"))
    return lambda _number, _author: (
        f"<b>{label}</b>{parted}{_linked(chosen, f'pic{chosen.randint(1, 999)}.png')}"
        f" ({chosen.randint(2, 900)} kB)"
    )


# Each kind, and the share of a page's posts that show it.
KINDS: dict[Callable[[random.Random], Say], float] = {
    _number: 1.0,
    _one_of_few: 1.0,
    _same: 1.0,
    _buttons: 1.0,
    _count: 1.0,
    _names: 0.5,
    _dated_note: 0.4,
    _signature: 1.0,
    _addressed: 0.7,
    _files: 0.3,
}


def _own_line(chosen: random.Random, words: Sequence[str]) -> str:
    """A line that somebody wrote: some words, with what else stands in such lines."""
    some = " ".join(chosen.sample(words, min(len(words), chosen.randint(1, 7))))
    day, year = chosen.randint(1, 28), chosen.randint(2012, 2025)
    date = f"{day} {chosen.choice(_MONTHS)} {year}"
    forms = (
        some,
        f"{some}:",
        f"{some}.",
        f"{some} {chosen.randint(2, 900)} GB",
        f"{some} ({chosen.randint(2, 90)} MB)",
        f"{date} {some}",
        f"{some} {date}.",
        f"{some} {day:02}.{chosen.randint(1, 12):02}.{year}:",
        f"> {some}",
        f"- {some}",
        f"@{chosen.choice(_NAMES)} {some}",
        f"@{chosen.choice(_NAMES)}",
        f"{chosen.choice(_NAMES)}",
        f"https://www.example.com/{chosen.randint(2, 90)}",
    )
    return chosen.choice(forms)


def with_additions(labelled: Labelled, number: int) -> Labelled | None:
    """A copy of a page with additions of up to three kinds; None if its posts are not found.

    Some posts have a line more of their author's own, too.

    :param number: another one gives other additions
    """
    source = labelled.html if isinstance(labelled.html, str) else decode(labelled.html)
    root = html.document_fromstring(_DECLARATION.sub("", source, count=1))
    labels = [dict(post) for post in labelled.posts]
    posts = posts_on(root, labels)
    if not posts:
        return None
    _add_around_texts(posts, random.Random(crc32(f"{labelled.name} {number}".encode())))
    changed = etree.tostring(root, encoding="unicode", method="html")
    return replace(labelled, html=changed, posts=labels, source=labelled.source + ADDITIONS)


def _add_around_texts(posts: Sequence[Post], chosen: random.Random) -> None:
    words = " ".join(post.label["text"] for post in posts).split()
    for post in posts:
        if chosen.random() < SAID:
            _say(post, _own_line(chosen, words), chosen)
    for kind in chosen.sample(list(KINDS), chosen.randint(0, 3)):
        _add(posts, kind(chosen), KINDS[kind], chosen)


def _say(post: Post, line: str, chosen: random.Random) -> None:
    """Add a line to what an author wrote, before or behind it, as its lines are parted there."""
    is_behind, text = chosen.random() < 0.5, post.label["text"]
    post.label["text"] = f"{text}\n{line}" if is_behind else f"{line}\n{text}"
    is_mention = line.startswith("@") and " " not in line
    told = _linked(chosen, line) if is_mention else escape(line)
    tag = "p" if post.body.tag == "p" or any(one.tag == "p" for one in post.body) else "br"
    if chosen.random() < BOXED:
        tag = chosen.choice(("blockquote", "pre"))
    if tag != "br":
        added = html.fragment_fromstring(f"<{tag}>{told}</{tag}>")
        _put(added, post.body, inside=post.body.tag != "p", behind=is_behind)
        return
    both = html.fragment_fromstring(
        f"<span><br>{told}</span>" if is_behind else f"<span>{told}<br></span>"
    )
    _put(both, post.body, inside=True, behind=is_behind)
    both.drop_tag()


def _add(posts: Sequence[Post], say: Say, share: float, chosen: random.Random) -> None:
    """Add one kind, at the same place of all posts; what some have only has a class."""
    tag = chosen.choice(_TAGS)
    is_named = share < 1 or chosen.random() < 0.7
    classes = f' class="{"".join(chosen.choices("bcdfgklmnprst", k=5))}"' if is_named else ""
    is_behind, is_inside = chosen.random() < 0.6, chosen.random() < 0.4
    for number, post in enumerate(posts):
        text = say(number, post.label.get("author") or "") if chosen.random() <= share else ""
        if text:
            added = html.fragment_fromstring(f"<{tag}{classes}>{text}</{tag}>")
            _put(added, post.body, inside=is_inside or post.body.tag in _CELLS, behind=is_behind)


def _put(added: Any, body: Any, *, inside: bool, behind: bool) -> None:
    if inside and behind:
        body.append(added)
    elif inside:
        added.tail, body.text = body.text, None
        body.insert(0, added)
    elif behind:
        added.tail, body.tail = body.tail, None
        body.addnext(added)
    else:
        body.addprevious(added)

"""Boxes that administrators put around the posts: who said what last, or the latest threads.

On real sites they stand beside the posts or above them, on threads as on all other pages. A box has
entries of one shape, each with some of a name, a date, a title and the beginning of a text.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import escape
from typing import Final

from lxml import etree, html

from benchmarks.labelled_page import Labelled
from extract_pipelines import Page

NAMES: Final = (
    "Ivy Sam_77 Олег 海风 kuro Lena Paul-H Mehmet Rosa jtk Nadia Wei Старый_кот Ünal".split()
)
_HEADS: Final = (
    "Latest posts|Recent comments|Newest replies|Active topics|最新回复|热门帖子|"
    "Последние сообщения|Новые комментарии|Neueste Beiträge|Letzte Kommentare|Derniers messages|"
    "Últimos mensajes|Últimas mensagens|Son mesajlar|最近の投稿|최근 댓글|Ostatnie posty|"
    "Laatste berichten|Who said what"
).split("|")
_BY: Final = ("", "", "by ", "von ", "от ", "par ", "por ", "— ", "@", "作者: ", "Posted by ")
_AGES: Final = (
    "{} minutes ago|{} hours ago|{} days ago|{}分钟前|{}小时前|vor {} Tagen|il y a {} heures|"
    "hace {} días"
).split("|")
_DAYS: Final = (
    "%Y-%m-%d|%Y-%m-%d %H:%M|%d.%m.%Y, %H:%M|%d/%m/%Y|%b %d, %Y|%d %b %Y %H:%M|%m-%d %H:%M"
)
# Tags of a box, of its entries and of an entry's parts.
_FRAMES: Final = (
    ("ul", "li"),
    ("ul", "li"),
    ("div", "div"),
    ("div", "div"),
    ("section", "article"),
    ("ol", "li"),
    ("dl", "dd"),
    ("div", "p"),
    ("table", "tr"),
)
_CLASSES: Final = (
    "box widget block module side recent latest item entry row post comment topic news media"
).split()
_LONGEST: Final = 220
Part = Callable[[], str]


class Box:
    """A box of one shape."""

    def __init__(self, chosen: random.Random, texts: Sequence[str], names: Sequence[str]) -> None:
        """Choose the shape.

        :param texts: what excerpts and titles are taken from
        :param names: who may have written them
        """
        self._chosen, self._texts, self._names = chosen, [*texts] or ["…"], [*names, *NAMES]
        self._frame, self._entry = chosen.choice(_FRAMES)
        self._classes = [" ".join(chosen.sample(_CLASSES, chosen.randint(0, 2))) for _ in range(6)]
        self._by = chosen.choice(_BY)
        self._day = chosen.choice([*_DAYS.split("|"), *_AGES])
        self._link = chosen.random() < 0.7
        self._is_long = chosen.random() < 0.6
        parts = [self._name, self._date, self._title, self._excerpt, self._picture]
        shown = [part for part in parts[:4] if chosen.random() < 0.75]
        chosen.shuffle(shown)
        self._parts: list[Part] = shown or [self._name, self._excerpt]
        if chosen.random() < 0.3:
            self._parts.insert(0, self._picture)
        self._count = chosen.randint(2, 9)
        tag, head = chosen.choice("h2 h3 h4 div strong".split()), chosen.choice(_HEADS)
        self._heading = f"<{tag}>{head}</{tag}>" if chosen.random() < 0.8 else ""
        self._tags = [chosen.choice("div span p small strong b".split()) for _ in range(6)]

    def markup(self) -> str:
        """The box, which says something else each time."""
        entries = "".join(self._one() for _ in range(self._count))
        inner = f"<{self._frame}{self._of(0)}>{entries}</{self._frame}>"
        return f"<div{self._of(1)}>{self._heading}{inner}</div>"

    def _of(self, number: int) -> str:
        names = self._classes[number]
        return f' class="{names}"' if names else ""

    def _one(self) -> str:
        cell = "td" if self._entry == "tr" else ""
        parts = []
        for number, part in enumerate(self._parts):
            tag = cell or self._tags[number]
            parts.append(f"<{tag}>{part()}</{tag}>")
        return f"<{self._entry}{self._of(2)}>{' '.join(parts)}</{self._entry}>"

    def _linked(self, text: str, folder: str) -> str:
        number = self._chosen.randint(1, 9999)
        return f'<a href="/{folder}/{number}">{escape(text)}</a>' if self._link else escape(text)

    def _name(self) -> str:
        return self._by + self._linked(self._chosen.choice(self._names), "user")

    def _date(self) -> str:
        chosen, day = self._chosen, self._day
        if "{}" in day:
            return day.format(chosen.randint(2, 23))
        when = datetime(2026, 1, 1, tzinfo=UTC) - timedelta(hours=chosen.randint(1, 9000))
        return when.strftime(day)

    def _title(self) -> str:
        words = self._chosen.choice(self._texts).split()
        return self._linked(" ".join(words[:7])[:60], "topic")

    def _excerpt(self) -> str:
        text = self._chosen.choice(self._texts)
        length = self._chosen.randint(40, _LONGEST) if self._is_long else 50
        start = self._chosen.randint(0, max(0, len(text) - length))
        return escape(text[start : start + length]) + self._chosen.choice(("…", "...", ""))

    def _picture(self) -> str:
        return f'<img src="/avatar/{self._chosen.randint(1, 99)}.png" alt="">'


def announcement(chosen: random.Random, texts: Sequence[str]) -> str:
    """The markup of a text of the site's own, with who wrote it and when."""
    name, day = chosen.choice(NAMES), datetime(2025, chosen.randint(1, 12), 3, tzinfo=UTC)
    words = escape(max(chosen.choices(texts or ["…"], k=4), key=len)[:600])
    head = f'<h3><a href="/news/7">{escape(words[:20])}</a></h3>'
    meta = f'<div class="meta">by <a href="/user/7">{name}</a>, {day:%d %b %Y %H:%M}</div>'
    return f'<div class="announcement">{head}{meta}<div class="text">{words}</div></div>'


def put_above(page: Page, markup: str) -> None:
    """Put an element above all else on a page, if that has a body."""
    for body in page.root.iter("body"):
        body.insert(0, html.fragment_fromstring(markup))
        return


def boxed(pages: Sequence[Labelled], what: str) -> list[Labelled]:
    """The pages of a site with a box above all else.

    :param what: "latest", of one shape, which says other things on each; or "announcement", by
        somebody, with a date, the same on all
    """
    chosen = random.Random(pages[0].site)
    texts = [post["text"] for page in pages for post in page.posts if post["text"].strip()]
    names = [post["author"] for page in pages for post in page.posts if post.get("author")]
    box = Box(chosen, texts, names)
    news = announcement(chosen, texts)
    found = []
    for labelled in pages:
        page = Page(labelled.html, labelled.url)
        put_above(page, box.markup() if what == "latest" else news)
        source = etree.tostring(page.root, encoding="unicode", method="html")
        found.append(replace(labelled, html=source))
    return found

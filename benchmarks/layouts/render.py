"""Renders the layouts: a template for each, which draws every type of page.

A template starts with a comment of its settings: ``{# engine: fluxbb; language: en #}``. It sees
``kind`` (``thread``, or one of its ``kinds``) and what that page shows; posts and rows are those of
`benchmarks.layouts.site`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from html import escape
from pathlib import Path
from zlib import crc32

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from benchmarks.labelled_page import Labelled, gold_of
from benchmarks.layouts.last_posts import with_last_posts
from benchmarks.layouts.site import NOW, SIZES, Forum, Row
from tests.forums.content import BulletList, Code, Image, LinkParagraph, Post, Quote

FOLDER = Path(__file__).with_name("templates")
# Layouts that nothing is learned from: what new sites give, at a look.
UNSEEN_FOLDER = Path(__file__).with_name("unseen")
ARTICLES = Path(__file__).with_name("articles")
LAYOUTS, UNSEEN = (
    sorted(path.stem for path in folder.glob("*.html")) for folder in (FOLDER, UNSEEN_FOLDER)
)
NEWS = Path(__file__).with_name("news")
# Comments below the articles of a layout, and articles of one that has none.
COMMENTS = (1, 2, 3, 5, 9, 14, 24)
NEWS_PAGES = 7
# The other pages of a layout that does not name its ``kinds``.
KINDS = "list list index profile profile search recent login"
_SETTING = re.compile(r"(\w+): *([^;#]+?) *[;#]")


def read_layouts() -> Iterator[Labelled]:
    """The pages of all layouts that are learned from."""
    for layout in LAYOUTS:
        yield from pages_of(layout)


def pages_of(layout: str, rounds: int = 1) -> Iterator[Labelled]:
    """The pages of one layout: threads of one post and more, then the other types it draws.

    Its last list comes once more, with the last post of each thread in its row.

    :param rounds: how often it draws threads of each size
    """
    folder = UNSEEN_FOLDER if layout in UNSEEN else FOLDER
    settings = _settings_of(folder / f"{layout}.html")
    forum = Forum(layout, settings["language"])
    sizes = SIZES * rounds
    kinds = [*["thread"] * len(sizes), *settings.get("kinds", KINDS).split()]
    lists: list[tuple[Labelled, list[Row]]] = []
    for number, kind in enumerate(kinds):
        size = sizes[number] if kind == "thread" else forum.rng.randint(2, 25)
        thread = forum.thread(size) if kind == "thread" else None
        rows = forum.rows(5 if kind in ("thread", "profile") else size)
        html = _ENVIRONMENT.get_template(f"{layout}.html").render(
            kind=kind,
            site=forum.name,
            now=NOW,
            members=forum.members,
            thread=thread,
            rows=rows,
            boards=forum.boards(),
            member=forum.rng.choice(list(forum.members.values())),
            draw=forum.rng,
        )
        page = Labelled(
            "layouts",
            f"{layout}/{number}-{kind}",
            layout,
            settings["engine"],
            f"https://{layout}.example/{kind}/{number}",
            html,
            "thread" if thread else "none",
            list(map(gold_of, thread.posts)) if thread else [],
            NOW,
            thread.title if thread else None,
        )
        yield page
        if kind == "list":
            lists.append((page, rows))
    for page, rows in lists[-1:]:
        if quoting := with_last_posts(str(page.html), rows, crc32(layout.encode())):
            url = f"https://{layout}.example/list/{len(kinds)}"
            yield replace(page, name=f"{layout}/{len(kinds)}-list", url=url, html=quoting)


def read_articles() -> Iterator[Labelled]:
    """The pages of all layouts of articles with comments."""
    for path in sorted(ARTICLES.glob("*.html")):
        yield from _pages_of_journal(path, COMMENTS)


def read_news() -> Iterator[Labelled]:
    """The pages of all layouts of articles that nobody comments on."""
    for path in sorted(NEWS.glob("*.html")):
        yield from _pages_of_journal(path, (0,) * NEWS_PAGES)


def _pages_of_journal(path: Path, sizes: Sequence[int]) -> Iterator[Labelled]:
    """An article for each of these numbers of comments."""
    settings = _settings_of(path)
    journal = Forum(path.stem, settings["language"])
    template = _ENVIRONMENT.get_template(f"{path.parent.name}/{path.name}")
    for number, size in enumerate(sizes):
        article = journal.article(size)
        html = template.render(
            site=journal.name,
            now=NOW,
            members=journal.members,
            article=article,
            comments=list(zip(article.comments, article.levels, strict=True)),
            rows=journal.rows(6),
            boards=journal.boards(),
            draw=journal.rng,
        )
        yield Labelled(
            path.parent.name,
            f"{path.stem}/{number}",
            path.stem,
            settings["engine"],
            f"https://{path.stem}.example/{article.date:%Y/%m}/{number}",
            html,
            "comments" if size else "none",
            list(map(gold_of, article.comments)),
            NOW,
            article.title,
        )


def _settings_of(path: Path) -> dict[str, str]:
    return dict(_SETTING.findall(path.read_text("utf-8").partition("\n")[0]))


def body(
    post: Post,
    *,
    quote: str = "<blockquote><cite>{author} wrote:</cite>{text}</blockquote>",
    paragraph: str = "{}<br><br>",
    code: str = "<pre>{}</pre>",
    listed: str = "<ul>{}</ul>",
    item: str = "<li>{}</li>",
) -> str:
    """The markup of what a post says, each block in the markup that is given for it."""
    parts = []
    for block in post.blocks:
        text = escape(block.text)
        match block:
            case Quote():
                parts.append(quote.format(author=escape(block.author), text=text))
            case Code():
                parts.append(code.format(text))
            case BulletList():
                parts.append(
                    listed.format("".join(item.format(escape(one)) for one in block.items))
                )
            case Image():
                parts.append(paragraph.format(f'<img src="{block.url}" alt="{escape(block.alt)}">'))
            case LinkParagraph():
                link = f'<a href="{block.url}">{escape(block.label)}</a>'
                parts.append(paragraph.format(escape(block.lead) + link))
            case _:
                parts.append(paragraph.format(text))
    return "".join(parts)


def ago(date: datetime, form: str = "{} {} ago") -> str:
    """How long before now, in the largest unit that fits, with an English name."""
    minutes = int((NOW - date).total_seconds()) // 60
    for unit, size in (("year", 525_600), ("month", 43_800), ("day", 1440), ("hour", 60)):
        if minutes >= size:
            count = minutes // size
            return form.format(count, unit if count == 1 else f"{unit}s")
    return form.format(minutes, "minute" if minutes == 1 else "minutes")


def day(date: datetime, form: str, today: str = "Today, %H:%M", yesterday: str = "") -> str:
    """A date as many boards write it: in words if it is of today or yesterday."""
    days = (NOW.date() - date.date()).days
    return date.strftime(
        today if days == 0 and today else yesterday if days == 1 and yesterday else form
    )


_ENVIRONMENT = Environment(
    loader=FileSystemLoader((FOLDER, UNSEEN_FOLDER, FOLDER.parent)),
    undefined=StrictUndefined,
    autoescape=True,
    trim_blocks=True,
)
_ENVIRONMENT.filters |= {
    "body": body,
    "ago": ago,
    "day": day,
    "date": lambda date, form: date.strftime(form),
}

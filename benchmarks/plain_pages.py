"""Small pages in plain markup, of which it is known what they show: threads, comments and lists.

Boards of clubs, mobile views and print views have hardly anything around their posts, and often no
class or link to tell them by; the sets of saved pages have few of them. Each style is a draw of how
records look (where the name, the date and the text stand, and in what elements), and its pages are
one site: a style is learned or left out as a whole.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from html import escape

from benchmarks.labelled_page import Labelled, gold_of
from tests.forums.content import Paragraph, Post, Writer
from tests.forums.wording import CHINESE, ENGLISH, GERMAN

STYLES = 90
# Characters of a post that is hardly more than a sentence.
TERSE = 90
LANGUAGES = ((ENGLISH, "en"), (GERMAN, "de"), (CHINESE, "zh"))
NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
SIZES = (1, 2, 2, 3, 3, 4, 5, 6, 8, 12)
DATES = {
    "en": ("%Y-%m-%d %H:%M", "%d %B %Y, %H:%M", "%b %d, %Y", "%m/%d/%Y %I:%M %p"),
    "de": ("%d.%m.%Y %H:%M", "%d.%m.%y, %H:%M", "%Y-%m-%d %H:%M"),
    "zh": ("%Y-%m-%d %H:%M", "%Y年%m月%d日 %H:%M", "%Y/%m/%d %H:%M:%S"),
}
# The element of a record, and with what class.
ROOTS = ("div.post", "li.comment", "article", "div", "li", "tr", "section.msg", "p", "dl", "div.c")
HEADS = ("<p class='by'>{}</p>", "<div>{}</div>", "<h4>{}</h4>", "<small>{}</small>", "{}<br>")
NAMES = ("<a href='/u/{0}'>{0}</a>", "<b>{0}</b>", "<span class='name'>{0}</span>", "{0}")
TIMES = ("<time datetime='{1}'>{0}</time>", "<i>{0}</i>", "<span>{0}</span>", "{0}", "({0})")
LINES = (
    "{name} {date}",
    "{date} {name}",
    "{name}, {date}",
    "{name} – {date}",
    "by {name} on {date}",
)
NOTES = ("", "", "Member", "Posts: {}", "<a href='#p{}'>#{}</a>", "<a href='/reply?p={}'>Reply</a>")
TEXTS = (
    "<p>{}</p>",
    "<div class='text'>{}</div>",
    "<div>{}</div>",
    "{}",
    "<blockquote>{}</blockquote>",
)
# The share of posts that stand apart, and say hardly more than a sentence.
SHORT_QUESTIONS = 0.5
# What tickets tell of themselves.
FIELDS = "<dl><dt>Start</dt><dd>{date}</dd><dt>Due</dt><dd>{date}</dd></dl>"
CHOICES = (ROOTS, HEADS, NAMES, TIMES, LINES, NOTES, TEXTS)
# What shows a date above the posts.
NOTICES = (
    "",
    "<div class='notice'>{date}: {text}</div>",
    "<p><a href='/board/3'>{title}</a>, started by {name}, {date}</p>",
    "<div>{date}</div>",
    "<ul><li><a href='/t/7'>{title}</a> {date}</li><li><a href='/t/9'>{text}</a> {date}</li></ul>",
)


@dataclass(frozen=True)
class Style:
    """How the records of one site look."""

    root: str
    head: str
    name: str
    time: str
    line: str
    note: str
    text: str
    is_behind: bool
    """Whether the head stands behind the text."""
    is_nested: bool
    """Whether answers stand within what they answer."""
    is_framed: bool
    """Whether there is a menu above, and a foot below."""
    date: str
    has_title: bool
    is_terse: bool
    """Whether a post is hardly more than a sentence."""

    def head_of(self, name: str, date: datetime, number: int) -> str:
        """The name, the date and what stands beside them."""
        told = self.time.format(date.strftime(self.date), date.isoformat())
        line = self.line.format(name=self.name.format(escape(name)), date=told)
        return self.head.format(line) + self.note.format(number, number)

    def record(self, head: str, text: str, inner: str = "") -> str:
        """A record with what stands within it."""
        tag, _, word = self.root.partition(".")
        opened = f"<{tag} class='{word}'>" if word else f"<{tag}>"
        text = self.text.format(text)
        parts = (text, head) if self.is_behind else (head, text)
        if tag == "tr":
            return f"<tr><td>{parts[0]}</td><td>{parts[1]}{inner}</td></tr>"
        if tag == "dl":
            return f"<dl><dt>{parts[0]}</dt><dd>{parts[1]}{inner}</dd></dl>"
        return f"{opened}{''.join(parts)}{inner}</{tag}>"

    def page(self, title: str, records: Sequence[str], above: str = "", described: str = "") -> str:
        """A page with these records.

        :param above: what stands before them
        :param described: the description in its head
        """
        body = "".join(records)
        tag = self.root.partition(".")[0]
        body = {"tr": f"<table>{body}</table>", "li": f"<ul>{body}</ul>"}.get(tag, body)
        heading = f"<h1>{escape(title)}</h1>" if self.has_title else ""
        menu = "<p><a href='/'>Start</a> <a href='/new'>New</a> <a href='/faq'>FAQ</a></p>"
        foot = "<hr><p>Run by volunteers. <a href='/imprint'>Contact</a></p>"
        before, after = (menu, foot) if self.is_framed else ("", "")
        meta = f"<meta name='description' content='{escape(described)}'>" if described else ""
        return (
            f"<html><head><title>{escape(title)}</title>{meta}</head>"
            f"<body>{before}{heading}{above}<div>{body}</div>{after}</body></html>"
        )


def read_plain() -> Iterator[Labelled]:
    """All pages, those of one style in a row; the same at each time."""
    for number in range(STYLES):
        rng = random.Random(number)
        wording, language = LANGUAGES[number % len(LANGUAGES)]
        root, head, name, time, line, note, text = map(rng.choice, CHOICES)
        is_behind, is_nested, is_framed = (rng.random() < share for share in (0.15, 0.2, 0.5))
        style = Style(
            root,
            head,
            name,
            time,
            line,
            note,
            text,
            is_behind,
            is_nested,
            is_framed,
            date=rng.choice(DATES[language]),
            has_title=rng.random() < 0.8,
            is_terse=rng.random() < 0.5,
        )
        site = Site(f"plain{number}", style, rng, Writer(wording, rng))
        yield from site.pages()


@dataclass(frozen=True)
class Site:
    """Writes the pages of one style."""

    name: str
    style: Style
    rng: random.Random
    writer: Writer

    def pages(self) -> Iterator[Labelled]:
        """Three threads, a page of each other type, and threads with more above the answers."""
        shown = [("thread", *self._thread()) for _ in range(3)]
        shown.append(("comments", *self._article(self.rng.randint(1, 6))))
        others = (self._rows, self._teasers, self._activities, self._releases)
        shown += [("none", draw(), []) for draw in others]
        shown.append(("none", *self._article(0)))
        plain = len(shown)
        shown += [("thread", *self._question(is_apart=apart)) for apart in (True, True, False)]
        for number, (kind, html, posts) in enumerate(shown):
            source = "plain" if number < plain else "questions"
            told = list(map(gold_of, posts))
            url = f"https://{self.name}.example/{kind}/{number}"
            page = f"{self.name}/{number}"
            yield Labelled(source, page, self.name, self.name, url, html, kind, told, NOW)

    def _posts(self, size: int) -> tuple[Post, ...]:
        first = NOW - timedelta(minutes=self.rng.randint(10, 900_000))
        steps = sorted(self.rng.randint(0, 9000) for _ in range(size))
        posts = self.writer.posts([first + timedelta(minutes=step) for step in steps])
        return tuple(map(_terse, posts)) if self.style.is_terse else posts

    def _title(self) -> str:
        return self._posts(1)[0].text[: self.rng.randint(15, 50)].strip()

    def _records(self, posts: Sequence[Post]) -> list[str]:
        records: list[str] = []
        for post in reversed(posts):
            quotes = "".join(f"<blockquote>{escape(one.text)}</blockquote>" for one in post.quotes)
            text = quotes + escape(post.text).replace("\n", "<br>")
            head = self.style.head_of(post.author, post.date, post.number)
            is_inside = self.style.is_nested and records and self.rng.random() < 0.5
            inner = records.pop() if is_inside else ""
            records.append(self.style.record(head, text, inner))
        return records[::-1]

    def _thread(self) -> tuple[str, Sequence[Post]]:
        posts = self._posts(self.rng.choice(SIZES))
        return self.style.page(self._title(), self._records(posts)), posts

    def _question(self, *, is_apart: bool) -> tuple[str, Sequence[Post]]:
        """A thread with other dates above the posts.

        :param is_apart: whether the first post stands above the others, and looks unlike them
        """
        posts, title = self._posts(1 + self.rng.choice(SIZES)), self._title()
        first, *answers = posts
        if is_apart and self.rng.random() < SHORT_QUESTIONS:
            first = _terse(first)
        date = self.rng.choice(posts).date.strftime(self.style.date)
        notice = self.rng.choice(NOTICES)
        above = notice.format(date=date, text=title, title=self._title(), name=first.author)
        if is_apart:
            root, head, name, time, line, _, text = map(self.rng.choice, CHOICES)
            root = "div" if root.startswith(("tr", "li")) else root
            looks = {"head": head, "name": name, "time": time, "line": line, "text": text}
            note = self.rng.choice(("", FIELDS.format(date=date)))
            style = replace(self.style, root=root, note=note, **looks)
            above += Site(self.name, style, self.rng, self.writer)._records([first])[0]
        described = self.rng.choice((first.text, first.text, answers[0].text, title, ""))[:150]
        records = self._records(answers if is_apart else posts)
        return self.style.page(title, records, above, described), (first, *answers)

    def _article(self, comments: int) -> tuple[str, Sequence[Post]]:
        """An article, with comments below it or without."""
        told = [post for _ in range(3) for post in self._posts(2)]
        date = told[0].date.strftime(self.style.date)
        text = "".join(f"<p>{escape(post.text)}</p>" for post in told)
        posts = self._posts(comments) if comments else ()
        above = f"<div>{date}{text}</div>" + ("<h3>Comments</h3>" if posts else "")
        return self.style.page(self._title(), self._records(posts), above), posts

    def _rows(self) -> str:
        """A board: titles that lead to threads, who began them, and when."""
        records = []
        for number, post in enumerate(self._posts(self.rng.randint(3, 15))):
            link = f"<a href='/thread/{number}'>{escape(self._title())}</a>"
            head = self.style.head_of(post.author, post.date, number)
            records.append(self.style.record(link, head))
        return self.style.page("Board", records)

    def _teasers(self) -> str:
        """Articles with their beginnings."""
        records = []
        for number, post in enumerate(self._posts(self.rng.randint(3, 9))):
            link = f"<h3><a href='/news/{number}'>{escape(self._title())}</a></h3>"
            date = post.date.strftime(self.style.date)
            text = f"{escape(post.text[:150])} <a href='/news/{number}'>more</a>"
            records.append(self.style.record(f"{link}<i>{date}</i>", text))
        return self.style.page("News", records)

    def _activities(self) -> str:
        """What happened where: beginnings of posts from several threads."""
        records = []
        for number, post in enumerate(self._posts(self.rng.randint(3, 12))):
            head = self.style.head_of(post.author, post.date, number)
            link = f"<a href='/thread/{number}#p{number}'>Re: {escape(self._title())}</a>"
            records.append(self.style.record(f"{link} {head}", escape(post.text[:120])))
        return self.style.page("Latest posts", records)

    def _releases(self) -> str:
        """Versions of a program, with their dates and what is new in them."""
        records = []
        for number, post in enumerate(self._posts(self.rng.randint(3, 8))):
            date = post.date.strftime(self.style.date)
            items = "".join(f"<li>{escape(line)}</li>" for line in post.text.splitlines())
            records.append(
                self.style.record(f"<h3>Version 2.{number}</h3>{date}", f"<ul>{items}</ul>")
            )
        return self.style.page("What is new", records)


def _terse(post: Post) -> Post:
    """A post with no more than its first paragraph of its own, cut to a sentence or so."""
    told = next((block.text for block in post.own_blocks if block.text), "")
    return replace(post, blocks=(Paragraph(told[:TERSE].strip()),))

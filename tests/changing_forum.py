"""A small forum whose posts can be added, edited and deleted between two crawls."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tests.crawling import Answer

CHROME = """<html lang="en"><head><title>{title} - Tinkerers</title></head><body>
<ul class="menu"><li><a href="/">Boards</a></li><li><a href="/about/">About us</a></li>
<li><a href="/login/">Log in</a></li></ul><h1>{title}</h1>
{content}
<p class="foot">Tinkerers, a forum for people who repair things themselves.</p></body></html>"""
POST = """<div class="post"{anchor}><a class="name" href="/users/{author}/">{author}</a>
<span class="when">{date}</span><div class="text">{text}</div>
<a href="/reply/">Reply</a></div>"""
BOARD = """<div class="board"><a class="board-name" href="/board/{board}/">{name}</a>
<span class="count">{count}</span></div>"""
ROW = """<div class="row"><a class="subject" href="/thread/{number}/?sid=4f{number}a">{title}</a>
by <a href="/users/{author}/">{author}</a> <span class="replies">{replies}</span>
<span class="views">{views}</span> <a href="/thread/{number}/?p={last}">{date}</a></div>"""
# Pages that a reader of threads has no use for.
TRAPS: dict[str, str | Answer] = {
    path: CHROME.format(title=path.strip("/"), content="<form><input name='q'></form>")
    for path in ("/login/", "/about/", "/reply/")
}
BOARDS = 2
ROWS = 4
NAMES = "oldowl redshift mjones tinkerer kestrel bergfex alice harrier".split()
WORDS = (
    "gearbox noise brass solder lamp valve copper winding spring bolt washer grease hinge wheel"
    " bearing motor plug cable switch clock radio pump filter tube ladder chisel vice drill belt"
).split()


@dataclass
class Post:
    author: str
    date: str
    text: str
    name: str = ""


@dataclass
class Forum:
    """Threads by number; `pages` gives what a server is to answer.

    :ivar per_page: posts on a page of a thread
    :ivar with_ids: whether posts tell ids of their own
    """

    threads: dict[int, list[Post]]
    titles: dict[int, str] = field(default_factory=dict)
    per_page: int = 5
    with_ids: bool = True
    repeats_opening: bool = False
    numbers_first: bool = False
    """Whether later pages of a thread link to its first one as ``?page=1``, which shows it, too."""
    wordless: int = 0
    """Posts whose name this number divides show a picture only; 0 for none."""

    def pages(self) -> dict[str, str | Answer]:
        made: dict[str, str | Answer] = {}
        for number, posts in self.threads.items():
            last = max(1, -(-len(posts) // self.per_page))
            for page in range(1, last + 1):
                made[path_of(number, page)] = self._page(number, posts, page, last)
            if self.numbers_first:
                made[f"/thread/{number}/?page=1"] = made[path_of(number)]
        return made

    def _link(self, number: int, page: int) -> str:
        named = page == 1 and self.numbers_first
        return f"/thread/{number}/?page=1" if named else path_of(number, page)

    def site(self) -> dict[str, str | Answer]:
        """The threads with an index, boards that list them, and pages that are neither."""
        boards = sorted({number % BOARDS for number in self.threads})
        rows = "".join(
            BOARD.format(board=board, name=f"Board of {WORDS[board]}s", count=len(self._of(board)))
            for board in boards
        )
        made = {**self.pages(), **TRAPS, "/": CHROME.format(title="Boards", content=rows)}
        for board in boards:
            made |= self._lists(board)
        return made

    def _of(self, board: int) -> list[int]:
        """Numbers of the board's threads, the one with the newest post first."""
        numbers = [number for number in self.threads if number % BOARDS == board]
        return sorted(numbers, key=lambda n: max(p.date for p in self.threads[n]), reverse=True)

    def _lists(self, board: int) -> dict[str, str | Answer]:
        numbers = self._of(board)
        starts = range(0, len(numbers), ROWS)
        made: dict[str, str | Answer] = {}
        for page, start in enumerate(starts, start=1):
            rows = "".join(map(self._row, numbers[start : start + ROWS]))
            more = f'<a href="/board/{board}/?page={page + 1}">Next</a>'
            sort = f'<a href="/board/{board}/?sort=views">Views</a>'
            content = sort + rows + (more if page < len(starts) else "")
            path = f"/board/{board}/" if page == 1 else f"/board/{board}/?page={page}"
            made[path] = CHROME.format(title=f"Board of {WORDS[board]}s", content=content)
        return made

    def _row(self, number: int) -> str:
        posts = self.threads[number]
        return ROW.format(
            number=number,
            title=self.titles.get(number, f"Thread {number}"),
            author=posts[0].author,
            replies=len(posts) - 1,
            views=number * 7,
            date=max(post.date for post in posts),
            last=posts[-1].name,
        )

    def _page(self, number: int, posts: list[Post], page: int, last: int) -> str:
        shown = posts[(page - 1) * self.per_page : page * self.per_page]
        if self.repeats_opening and page > 1:
            shown = [posts[0], *shown]
        content = "".join(self._post(post) for post in shown)
        links = (
            str(other) if other == page else f'<a href="{self._link(number, other)}">{other}</a>'
            for other in range(1, last + 1)
        )
        pager = f"<div class='pager'>{' '.join(links)}</div>" if last > 1 else ""
        return CHROME.format(
            title=self.titles.get(number, f"Thread {number}"), content=content + pager
        )

    def _post(self, post: Post) -> str:
        anchor = f' id="post-{post.name}"' if self.with_ids else ""
        wordless = self.wordless and int(post.name) % self.wordless == 0
        text = f'<img src="/images/{post.name}.png">' if wordless else post.text
        return POST.format(anchor=anchor, author=post.author, date=post.date, text=text)


def path_of(number: int, page: int = 1) -> str:
    return f"/thread/{number}/" if page == 1 else f"/thread/{number}/?page={page}"


def make_forum(sizes: dict[int, int], seed: int = 1) -> Forum:
    """Threads of these sizes; no sentence is said twice, dates are whole minutes of 2023."""
    rng = random.Random(seed)
    threads = {}
    serial = 0
    for number, size in sizes.items():
        posts = []
        for place in range(size):
            serial += 1
            posts.append(write(rng, serial, f"2023-{number:02}-{place + 1:02} {10 + place % 9}:15"))
        threads[number] = posts
    titles = {number: f"Trouble with a {WORDS[number]} again" for number in sizes}
    return Forum(threads, titles)


def write(rng: random.Random, serial: int, date: str) -> Post:
    words = " ".join(rng.choices(WORDS, k=rng.choice((6, 12, 25))))
    return Post(
        rng.choice(NAMES), date, f"Remark {serial}: the {words} is worn.", str(1000 + serial)
    )

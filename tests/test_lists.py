"""Lists of threads, posts and articles look like threads; they are told apart."""

from __future__ import annotations

import pytest

from extract_pipelines import Article, ForumThread, Page, Site, extract
from extract_pipelines.posts.authors.widening import views_with_authors
from extract_pipelines.posts.floors.lists import (
    Row,
    are_of_threads,
    is_list,
    lead_elsewhere,
    rows_of,
)
from extract_pipelines.posts.floors.slots import with_page
from extract_pipelines.posts.group_reader import GroupReader
from extract_pipelines.posts.model import FloorModel
from extract_pipelines.posts.reader import read_thread
from extract_pipelines.posts.records.analysis import analyse
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.posts.views.views import view_of
from tests.pages import CHROME

THREADS = [
    ("Which oil for a cold barn?", "2023-03-01 10:15", "My tractor hardly turns in the frost."),
    ("Old seals", "2023-03-03 07:40", "Does anybody still make these? The shop gave up."),
    ("Show us your workshop", "2023-03-08 21:05", "A picture says more than any list of tools."),
    ("Rust, again", "2023-04-02 18:30", "The door has more holes than sheet metal, the third now."),
]
ASKED = "Has anybody else seen that, and what did you do about it?"
# A title in no heading; one in a heading; one that leads where the date does.
PROFILE_ROW = """<li class="row"><div class="title"><a href="/t/{n}-x/">{title}</a></div>
<div class="preview">{text}</div><div class="when"><b>{date}</b> in
<a href="/board/1/">Barn</a></div></li>"""
BLOG_ROW = """<li class="post"><h2><a href="/?p={n}">{title}</a></h2><div>{text}</div>
<div class="on"><i>{date}</i></div></li>"""
DATED_ROW = """<li class="post"><b><a href="/?p={n}">{title}</a></b><div>{text}</div>
<div class="on"><a href="/?p={n}"><i>{date}</i></a></div></li>"""
ROWS = [PROFILE_ROW, BLOG_ROW, DATED_ROW]
FLOOR = """<div class="post"><a href="/u/{n}">{author}</a> <i>{date}</i>
<div class="text">{text}</div></div>"""

# A thread with one post, and other threads below it.
POST = """<html><head><title>Drill press - Barn</title></head><body><h2>Drill press</h2>
<div class="post" id="p4"><dl class="card"><dt><a href="/u/4">owl</a></dt><dd>Posts: 47</dd></dl>
<div class="postbody"><h3><a href="#p4">Drill press</a></h3><p class="author">by
<a href="/u/4">owl</a> » <time datetime="2023-04-04T09:00:00+00:00">Apr 4, 2023 9:00 am</time></p>
<div class="content">It wanders when I change the speed, and the table is not square to it.</div>
</div></div><h3>Similar topics</h3><ul>{}</ul></body></html>"""
TOPIC = """<li class="row"><dl><dt><a class="title" href="/t/{n}">Topic {n} about saws</a>
<div>by <a href="/u/{n}">member{n}</a> » <time datetime="2021-0{n}-11T10:20:00+00:00">then</time>
</div></dt><dd>{n} replies</dd><dd>9{n} views</dd><dd>by <a href="/u/9{n}">other{n}</a><br>
<time datetime="2022-0{n}-12T10:20:00+00:00">then</time></dd></dl></li>"""


def listed(row: str, threads: list[tuple[str, str, str]], url: str = "") -> Page:
    rows = "".join(
        row.format(n=len(text), title=title, date=date, text=text) for title, date, text in threads
    )
    head = "<title>Barn finds</title>"
    return Page(f"<html>{head}<body><h1>Barn finds</h1><ul>{rows}</ul></body></html>", url)


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("count", [2, 4])
def test_titles_that_could_be_names_are_no_authors_of_a_thread(row: str, count: int) -> None:
    threads = [THREADS[0], THREADS[2]] if count == 2 else THREADS
    item = Site().extract(listed(row, threads, "https://a.example/list"))
    assert isinstance(item, Article)
    assert item.comments == []


def test_long_names_are_still_those_of_authors() -> None:
    names = ["Wilhelmina Grasshopper", "Bartholomew of the Mill", "Maximiliane Oberhuber"]
    floors = "".join(
        FLOOR.format(n=n, author=name, date=date, text=f"{text} {ASKED}")
        for n, (name, (_, date, text)) in enumerate(zip(names, THREADS, strict=False))
    )
    source = CHROME.format(title="Barns", content=f"<h1>Barns</h1>{floors}")
    item = extract(source, "https://a.example/t/5")
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == names


@pytest.mark.parametrize("row", ROWS)
def test_a_list_with_a_single_row_is_one_where_its_kind_are_lists(row: str) -> None:
    site = Site()
    for n in range(3):
        days = [(title, date.replace("03-", f"0{n + 4}-"), text) for title, date, text in THREADS]
        site.learn(listed(row, days, f"https://a.example/board/{n}"))
    alone = listed(row, THREADS[:1], "https://a.example/board/9")
    site.learn(alone)
    item = site.extract(alone)
    assert isinstance(item, Article)
    assert item.comments == []


LONG = (
    "Mine does, too. It is the starter, I have seen that in the cellar three winters ago, and a new"
    " one is cheap."
)
TICKET_HEAD = """<tr><th><a href="msg{n}">message {n} (view)</a></th><th>Author: {author}</th>
<th>Date: {date}</th><th></th></tr><tr><td colspan="4"><pre>{text}</pre></td></tr>"""


def test_numbered_links_in_a_head_of_many_cells_make_no_list() -> None:
    messages = [
        ("oldowl", "2023-03-01.10:15:00", "The lamp stays dark when it is cold."),
        ("Anna Lindt", "2023-03-02.09:00:00", LONG),
        ("oldowl", "2023-03-02.17:45:00", "Thanks!"),
    ]
    rows = "".join(
        TICKET_HEAD.format(n=n, author=author, date=date, text=text)
        for n, (author, date, text) in enumerate(messages, start=7)
    )
    item = extract(f"<body><table>{rows}</table></body>", "https://a.example/issue3")
    assert isinstance(item, ForumThread)
    assert [(floor.author, floor.date, floor.body) for floor in item.floors] == [
        (author, date.replace(".", "T"), text) for author, date, text in messages
    ]


def test_titles_that_lead_to_their_own_posts_make_no_list() -> None:
    row = """<a id="reply-{n}"></a><div class="reply"><div class="who">
    <a href="/u/{author}">{author}</a> <span>{date}</span></div>
    <h3><a href="/reply/{n}#reply-{n}">{title}</a></h3><p>{text}</p></div>"""
    authors = ["ada", "bo", "ada", "cy"]
    replies = "".join(
        row.format(n=n, author=author, title=title, date=date, text=f"{text} {ASKED}")
        for n, (author, (title, date, text)) in enumerate(zip(authors, THREADS, strict=True))
    )
    source = CHROME.format(title="Barns", content=f"<h1>Barns</h1>{replies}")
    item = extract(source, "https://a.example/node/7")
    assert [floor.author for floor in getattr(item, "floors", [])] == authors


def test_cells_that_tell_when_are_no_posts() -> None:
    when = '<span class="when"><span class="day">{day}</span> <span>{clock}</span></span>'
    row = f"""<li class="row"><dl><dt><a href="/t/{{n}}">{{title}}</a><br>by
    <a href="/u/{{author}}">{{author}}</a> » {when}</dt><dd>{{n}} replies</dd><dd class="last">
    <span>Last post by <a href="/u/bo">bo</a><br>{when}</span></dd></dl></li>"""
    authors = ["ada", "bo", "ada", "cy"]
    rows = "".join(
        row.format(n=n, title=title, author=author, day=date[:10], clock=date[11:])
        for n, (author, (title, date, _)) in enumerate(zip(authors, THREADS, strict=True), start=3)
    )
    item = extract(f"<html><body><ul>{rows}</ul></body></html>")
    assert isinstance(item, Article)
    assert item.comments == []


def test_two_of_three_titles_make_a_list() -> None:
    row = """<li class="row"><a class="board" href="/b/{n}">{title}</a><br>{text}
    <div class="last"><a href="/u/{author}">{author}</a><br>{date}</div></li>"""
    boards = [("Rest", "ada"), ("General talk", "bo"), ("Hardware help", "cy")]
    rows = "".join(
        row.format(n=n, title=title, text=text, author=author, date=date)
        for n, ((title, author), (_, date, text)) in enumerate(
            zip(boards, THREADS, strict=False), start=3
        )
    )
    page = f"<html><body><ul>{rows}</ul></body></html>"
    item = extract(page, "https://a.example/")
    assert isinstance(item, Article)
    assert item.comments == []


def test_tabs_on_all_pages_of_a_forum_are_no_thread_where_nothing_else_is() -> None:
    says = [
        "There are no conversations in this channel.",
        "Please log in to see the posts that you subscribed to.",
        "No topics found.",
    ]
    tab = '<div class="tab"><p><b class="time">Today</b> <a href="#{}">Clear all</a></p>{}</div>'
    tabs = "".join(tab.format(n, text) for n, text in enumerate(says))
    site = Site()
    boards = []
    for number in range(6):
        posts = "".join(
            FLOOR.format(n=n % 2, author="ab"[n % 2] * 3, date=date, text=f"{text} {number} {n}")
            for n, (_, date, text) in enumerate(THREADS)
        )
        site.learn(Page(f"<h1>Oil</h1>{posts}{tabs}", f"https://a.example/topics/{number}"))
        rows = "".join(f'<tr><td><a href="/topics/{n}">Thread {n}</a><td>{n}' for n in range(12))
        source = f"<h1>Board {number}</h1><table>{rows}</table>{tabs}"
        boards.append(Page(source, f"https://a.example/boards/{number}"))
        site.learn(boards[-1])
    assert isinstance(site.extract(boards[-1]), Article)


def test_a_post_is_one_where_other_pages_of_its_kind_have_rows() -> None:
    page = Page(
        POST.format("".join(TOPIC.format(n=n) for n in range(1, 6))), "https://a.example/t/9"
    )
    model = FloorModel()
    model.votes.counts["rows"] = 2
    assert [floor.author for floor in read_thread(page, model).floors] == ["owl"]


WORDS = (
    "The lathe gear slips when cold and the belt squeals on the small pulley after lunch so we"
    " oiled it again and it was quiet"
).split()
NAMES = ["Anna", "Bertil", "Cleo", "Dietmar", "Egon"]


def says(number: int, size: int) -> str:
    """So many words, others for each number."""
    return " ".join(WORDS[(number * 7 + i * (number % 3 + 1)) % len(WORDS)] for i in range(size))


def test_results_that_look_like_posts_but_lead_to_threads_of_their_own_are_a_list() -> None:
    hit = """<div class="hit"><p class="where"><a href="/topic/{thread}">{title}</a></p>
    <p class="by">by <a href="/user/{n}">{name}</a>, {day} March 2024, 1{i}:15</p>
    <div class="excerpt">{text}.</div></div>"""
    hits = "".join(
        hit.format(
            thread=300 + i * 17,
            title=says(i, 5).capitalize(),
            i=i,
            n=i % 5,
            name=NAMES[i % 5],
            day=2 + i,
            text=says(i + 3, 24 + 3 * i),
        )
        for i in range(8)
    )
    page = f"<html><head><title>Search</title></head><body><h1>Results</h1>{hits}</body></html>"
    item = extract(page, "https://f.example/search?q=lathe")
    assert isinstance(item, Article)
    assert item.comments == []


def test_many_records_of_which_nothing_tells_that_they_are_posts_are_none() -> None:
    entry = """<item><title>{title}</title><link/>http://f.example/viewthread.php?tid={thread}
    <description>{text}</description><author>{name}</author>
    <pubdate>{day} Mar 2024 11:15:00</pubdate></item>"""
    entries = "".join(
        entry.format(
            title=says(i, 5), thread=300 + i * 7, text=says(i + 2, 6), name=NAMES[i % 5], day=2 + i
        )
        for i in range(13)
    )
    item = extract(f"<rss><channel><title>Lathes</title>{entries}</channel></rss>")
    assert isinstance(item, Article)


def found(number: int) -> str:
    """A result of a search, whose title stands below its text."""
    day = 2 + number
    return f"""<div class="hit"><div class="who"><a href="/user/{number}">{NAMES[number]}</a>
    <em>Member</em> <em>Posts: 1{number}</em> <em>From: Leeds</em></div>
    <div class="excerpt">{says(number + 3, 24 + 3 * number)}.</div>
    <p>{day} March 2024, 1{number}:15 in
    <a href="/topic/{300 + 17 * number}">{says(number, 5).capitalize()}</a></p></div>"""


def test_titles_below_the_texts_of_rows_make_a_list() -> None:
    hits = "".join(found(number) for number in range(3))
    page = Page(f"<html><body><h1>Results</h1>{hits}</body></html>", "https://f.example/search")
    analysis = analyse(page)
    records = next(one for one in analysis.candidates if one.shape.root == "div.hit")
    views = [view_of(page, record, analysis) for record in records.records]
    assert is_list(page, views, ["div.who/a"])
    assert GroupReader(page, FloorModel(), analysis).read(records) is None


def read_rows(source: str, url: str) -> tuple[Page, list[Row]]:
    """The records of a page that look best, as what they may be: the rows of a list."""
    page, known = Page(source, url), SlotStatistics()
    analysis = analyse(page)
    records = analysis.candidates[0].records
    views, authors = views_with_authors(page, records, analysis, known)
    return page, rows_of(page, views, with_page(known, page, views, authors))


@pytest.mark.parametrize(("count", "is_told"), [(3, False), (8, True)])
def test_a_few_posts_may_begin_with_links_to_what_their_authors_are(
    count: int, *, is_told: bool
) -> None:
    post = """<div class="post"><a href="/u/{n}">{name}</a>
    <a href="/groups/{n}">Friends of {title}</a> <span>{day} March 2024, 11:15</span>
    <div class="text">{text}.</div></div>"""
    posts = "".join(
        post.format(n=n, name=NAMES[n % 5], title=says(n, 2), day=2 + n, text=says(n, 9))
        for n in range(count)
    )
    page, rows = read_rows(f"<body>{posts}", "https://f.example/topic/3")
    assert len(rows) == count
    assert lead_elsewhere(page, rows) == is_told


@pytest.mark.parametrize(
    ("address", "is_told"),
    [("/topic/{n}", True), ("mailto:list@f.example?In-Reply-To={n}", False)],
)
def test_links_to_write_a_mail_lead_to_no_page(address: str, *, is_told: bool) -> None:
    post = """<div class="post"><b>{name}</b> <span>{day} March 2024, 11:15</span>
    <a href="%s">{title} by {name}</a><div class="text">{text}.</div></div>"""
    posts = "".join(
        (post % address).format(
            n=n, name=NAMES[n % 5], title=says(n, 2), day=2 + n, text=says(n, 9)
        )
        for n in range(8)
    )
    assert lead_elsewhere(*read_rows(f"<body>{posts}", "https://f.example/t/3")) == is_told


@pytest.mark.parametrize(("thread", "is_told"), [("{title}", True), ("Re: Drill press", False)])
def test_last_posts_of_a_board_lead_elsewhere_behind_its_name(
    thread: str, *, is_told: bool
) -> None:
    row = """<div class="row"><div>{n}</div><h5><a href="/board/2">News and announcements</a> /
    <a href="/topic/{n}.msg{n}">%s</a></h5><i>by {name}</i> <span>{day} March 2024, 11:15</span>
    <div class="text">{text}.</div></div>"""
    rows = "".join(
        (row % thread).format(n=n, name=NAMES[n % 5], title=says(n, 4), day=2 + n, text=says(n, 9))
        for n in range(8)
    )
    assert lead_elsewhere(*read_rows(f"<body>{rows}", "https://f.example/recent")) == is_told


@pytest.mark.parametrize(
    ("address", "title", "url", "is_told"),
    [
        ("/?topic={thread}.msg{n}#msg{n}", "Re: Drill press", "/?action=recent", True),
        ("/showthread.php?t={thread}&p={n}", "Drill press", "/search", True),
        ("/?topic=7.msg{n}#msg{n}", "Re: Drill press", "/?topic=7.0", False),
        ("/?topic=7.msg{n}#msg{n}", "Re: Drill press", "/drill-press.html", False),
        ("/topic/{thread}", "Of this I have written before", "/topic/7", False),
    ],
    ids=["last posts", "search", "own thread", "own thread, else called", "links in posts"],
)
def test_rows_with_permalinks_to_posts_of_several_threads_are_of_none(
    address: str, title: str, url: str, *, is_told: bool
) -> None:
    row = """<div class="row"><div>{n}</div><h5><a href="{address}">{title}</a></h5>
    <i>by {name}</i> <span>{day} March 2024, 11:15</span><div class="text">{text}.</div></div>"""
    rows = "".join(
        row.format(
            n=n,
            address=address.format(n=90 + n, thread=7 + n // 2),
            title=title,
            name=NAMES[n % 5],
            day=2 + n,
            text=says(n, 9),
        )
        for n in range(6)
    )
    page, read = read_rows(f"<body>{rows}", f"https://f.example{url}")
    assert len(read) == 6
    assert are_of_threads(page, read) == is_told


@pytest.mark.parametrize(("count", "are_rows"), [(2, False), (3, True)])
def test_links_at_one_place_of_two_posts_make_no_list(count: int, *, are_rows: bool) -> None:
    row = """<div class="row"><b>{name}</b> <span>{day} March 2024, 11:15</span>
    <div class="text">{text}.</div><p><i>on</i> <a href="/{n}-x">{title}</a></p></div>"""
    rows = "".join(
        row.format(n=n, name=NAMES[n], title=says(n, 4), day=2 + n, text=says(n, 9))
        for n in range(count)
    )
    page = Page(f"<body>{rows}", "https://f.example/topic/3")
    analysis = analyse(page)
    views, _ = views_with_authors(page, analysis.candidates[0].records, analysis, SlotStatistics())
    assert is_list(page, views, []) == are_rows

"""Posts that no element holds: bare text between lines with an author and a date."""

from __future__ import annotations

import pytest

from extract_pipelines import Article, ForumThread, Page, Site, extract

POSTS = [
    ("oldowl", "2023-03-04 10:15", "My gearbox makes a noise like a coffee mill since Monday."),
    ("kestrel", "2023-03-04 11:02", "Check the oil first.<br>Then the seal behind the pulley."),
    ("oldowl", "2023-03-05 07:05", "There was hardly any left."),
    ("bergfex", "2023-03-06 21:30", "Fill it up to the mark, and not a drop more."),
]
EXPECTED = [
    (name, f"{day.replace(' ', 'T')}:00", text.replace("<br>", "\n")) for name, day, text in POSTS
]
HEADS = {
    "labels on one line": "<b>Author: </b>{name} &nbsp; <b>Time: </b>{day} &nbsp;"
    "<b>Title: </b>Noisy gearbox<br><br>{text}<br><hr>",
    "a paragraph": "<p class='author'><strong>{name}</strong> posted on {day}</p>{text}",
    "a linked name": "<h4><a href='/user/{name}'>{name}</a> {day}</h4>{text}",
}


def page(head: str, posts: list[tuple[str, str, str]]) -> str:
    body = "".join(head.format(name=name, day=day, text=text) for name, day, text in posts)
    return f"""<html><head><title>Noisy gearbox - Tinkerers</title></head><body>
    <a href="/">Tinkerers</a> &raquo; Noisy gearbox<hr>{body}
    <table><tr><td>Tinkerers (https://f.example/)</td></tr></table></body></html>"""


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_bare_text_between_heads_is_read_as_posts(head: str) -> None:
    item = extract(page(f"{head}<hr>", POSTS), "https://f.example/print?t=9")
    assert isinstance(item, ForumThread)
    assert [(floor.author, floor.date, floor.body) for floor in item.floors] == EXPECTED


def test_what_a_post_quotes_is_no_own_text() -> None:
    quote = "<blockquote>There was hardly any left.</blockquote>So fill it up."
    posts = [*POSTS, ("kestrel", "2023-03-07 08:00", quote)]
    item = extract(page(HEADS["a paragraph"], posts), "https://f.example/print?t=9")
    assert isinstance(item, ForumThread)
    last = item.floors[-1]
    assert [one.text for one in last.quotes] == ["There was hardly any left."]
    assert last.own_text.startswith("So fill it up.")


def test_notes_of_edits_in_bare_text_are_left_out() -> None:
    head = HEADS["labels on one line"]
    edited = [
        (name, day, f"<i>Last edited on 2023-04-01 12:00</i><br>{text}")
        for name, day, text in POSTS
    ]
    item = extract(page(head, edited), "https://f.example/print?t=9")
    assert isinstance(item, ForumThread)
    assert [floor.body for floor in item.floors] == [body for _, _, body in EXPECTED]


def test_the_subject_of_a_post_in_bare_text_is_left_out() -> None:
    posts = [
        (name, day, f"Betreff: <b>Noisy gearbox</b><br><br>{text}") for name, day, text in POSTS
    ]
    item = extract(page(f"{HEADS['a paragraph']}<hr>", posts), "https://f.example/print?t=9")
    assert isinstance(item, ForumThread)
    assert [floor.body for floor in item.floors] == [body for _, _, body in EXPECTED]


def test_a_list_of_bare_links_is_no_thread() -> None:
    rows = [
        (name, day, f"<a href='/t/{n}'>{text}</a><br>") for n, (name, day, text) in enumerate(POSTS)
    ]
    item = extract(page(HEADS["a paragraph"], rows), "https://f.example/new")
    assert not (isinstance(item, ForumThread) and item.floors)


def test_the_head_of_an_article_makes_no_post_of_its_text() -> None:
    text = "<br><br>".join(text for _, _, text in POSTS * 3)
    source = page(HEADS["labels on one line"], [("oldowl", "2023-03-04 10:15", text)])
    item = extract(source, "https://f.example/news/9")
    assert isinstance(item, Article)
    assert item.comments == []
    assert [item.body.count(text) for _, _, text in EXPECTED] == [3] * len(EXPECTED)


def test_a_pager_below_the_last_post_is_no_part_of_it() -> None:
    pager = "<div class='pager'>Page: <b>[1]</b> <a href='?page=2'>2</a></div>"
    source = page(HEADS["a paragraph"], POSTS).replace("<table>", f"{pager}<table>")
    item = extract(source, "https://f.example/print?t=9")
    assert isinstance(item, ForumThread)
    assert [floor.body for floor in item.floors] == [body for _, _, body in EXPECTED]


@pytest.mark.parametrize("posts", [POSTS[:1], [POSTS[0], POSTS[2]]], ids=["one", "of one author"])
def test_a_page_with_few_heads_is_read_as_others_of_its_kind(
    posts: list[tuple[str, str, str]],
) -> None:
    head = f"{HEADS['a paragraph']}<hr>"
    site = Site()
    site.learn(Page(page(head, POSTS), "https://f.example/archive/t-8.html"))
    site.learn(shown := Page(page(head, posts), "https://f.example/archive/t-9.html"))
    item = site.extract(shown)
    assert isinstance(item, ForumThread)
    assert [floor.body for floor in item.floors] == [text for _, _, text in posts]


BOXED = "<b>{title}</b> - <b>{name}</b> {day} No.{n}<br><table><tr><td>{text}</td></tr></table><br>"


def boxed(title: str, posts: list[tuple[str, str, str]], number: int = 1) -> Page:
    """A thread in a cell: the first post's head in itself, those of the answers in a box of it."""
    first, *others = [
        BOXED.format(title=title, name=name, day=day, text=text, n=10 * number + n)
        for n, (name, day, text) in enumerate(posts)
    ]
    answers = f'<div style="margin-left:22px"><hr>{"".join(others)}</div>' if others else ""
    body = f"<form><table><tr><td>{first}{answers}</td></tr></table></form>"
    return Page(
        f"<title>Tinkerers</title><h1>Tinkerers</h1>{body}", f"https://f.example/?no={number}"
    )


def test_posts_in_boxes_below_bare_heads_are_read_with_the_opening_around_them() -> None:
    item = Site().extract(boxed("Re: Noisy gearbox", POSTS))
    assert isinstance(item, ForumThread)
    assert [(floor.author, floor.date, floor.body) for floor in item.floors] == EXPECTED


def test_an_opening_without_answers_is_read_as_those_of_other_threads() -> None:
    site = Site()
    for number in (1, 2, 3):
        site.learn(boxed(f"Re: Gear no. {number}", POSTS, number))
    item = site.extract(boxed("Re: Where to buy oil?", POSTS[:1], 4))
    assert isinstance(item, ForumThread)
    assert [(floor.author, floor.date, floor.body) for floor in item.floors] == EXPECTED[:1]


def test_boxes_below_heads_with_links_are_no_posts() -> None:
    item = Site().extract(boxed('<a href="/?no=7">Re: Noisy gearbox</a>', POSTS))
    assert not (isinstance(item, ForumThread) and len(item.floors) == len(POSTS))


def test_two_heads_with_one_name_alone_are_no_posts() -> None:
    posts = [POSTS[0], POSTS[2]]
    head = f"{HEADS['a paragraph']}<hr>"
    assert isinstance(extract(page(head, posts), "https://f.example/archive/t-9.html"), Article)


WALKS = (
    "出门前一群斑鸠在桥下引来不少人，后来雾就散开了。",
    "上周末邻居家的孩子在水库边上让大家等了一个钟头，我到现在还记得。",
    "每年这个季节那只白鹭在山脊背风处叫个不停，可惜相机没电了。",
    "第二次去那里我的旧三脚架在半山亭旁晒着太阳，下次要带够热水。",
    "说来奇怪，两只红隼在芦苇丛后面忽然不见了，照片晚上再整理。",
)
WALKERS = ("山雀飞过", "苍鹭", "老周", "望远镜二号", "清晨五点")


def archive(number: int, sizes: list[int]) -> Page:
    """A thread in an archive, whose posts have so many lines."""
    title = WALKS[number][:-1]
    shown = ""
    for at, size in enumerate(sizes):
        heading = "" if at else f"<h3>{title}</h3>"
        text = "".join(f"{WALKS[(number + at + line) % 5]}<br />" for line in range(size))
        shown += f"""<p class="author"><strong>{WALKERS[(number + at) % 5]}</strong>
        发表于 2026-{number + 1}-{at + 1} 07:0{at}</p>{heading}{text}"""
    return Page(
        f"""<html><head><title>{title} - 户外 - 山野论坛 - Powered by Archiver</title></head><body>
        <h2>山野论坛's Archiver</h2><div id="nav"><a href="./"><strong>山野论坛</strong></a>
        &rsaquo; <a href="f1.html">户外</a> &rsaquo; <a href="t{number}.html">{title}</a></div>
        <div id="content">{shown}</div><div id="end">查看完整版本: <a href="thread.html">
        <strong>{title}</strong></a></div></body></html>""",
        f"https://f.example/archive/t-{number}.html",
    )


def test_a_post_alone_in_an_archive_is_one_though_its_page_looks_like_an_article() -> None:
    site = Site()
    sizes = [[3], [5], [2, 1], [2, 2, 1], [2, 1, 1, 2, 1]]
    pages = [archive(number, lines) for number, lines in enumerate(sizes)]
    for one in pages:
        site.learn(one)
    items = [site.extract(one) for one in pages]
    found = [item.floors if isinstance(item, ForumThread) else [] for item in items]
    assert [[len(floor.body.split("\n")) for floor in floors] for floors in found] == sizes

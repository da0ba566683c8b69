"""Posts in rows of a table: the name in a row above that of the text, or cells that look alike."""

from __future__ import annotations

import pytest

from extract_pipelines import ForumThread, Page, Site
from extract_pipelines.page.column_heads import column_heads
from extract_pipelines.posts.records.analysis import analyse
from extract_pipelines.posts.records.element_names import ElementNames
from tests.pages import THREADS, Post

# The name and the subject stand in the first row of a post, its rank and its date in the second.
TWO_ROWS = """<tr class="posttop"><td class="td2"><b><a href="profile.php?id={name}">{name}</a></b>
</td><td class="td2"><a href="post.php?quote=1">Quote</a> <b>{title}</b></td></tr>
<tr class="post"><td class="td1">{rank}<div class="info">Registered: 12<br>{when}</div></td>
<td class="td1"><div class="content">{text}</div></td></tr>"""
# Who writes and what he says stand in cells of one class, each in a plain element.
ALIKE = """<table class="box"><tr><td class="dark" width="20%" rowspan="2"><font size="1">
<a href="profile.php?id={name}"><b>{name}</b></a><br>{rank}<br>Posts: {posts}<br></font></td>
<td class="dark"><table><tr><td><font size="1"><b>Posted on:</b> {when}</font></td></tr></table>
<hr><font size="2">{text}</font></td></tr><tr><td class="dark"><font size="1">Logged</font></td>
</tr></table>"""
RANKS = {"oldowl": "Regular", "mjones": "Regular", "tinkerer": "Newcomer"}


def page(form: str, number: int, title: str, posts: list[Post]) -> Page:
    rows = "".join(
        form.format(
            title=title, name=name, when=when, text=text, rank=RANKS.get(name, "Member"), posts=n
        )
        for n, (name, when, text) in enumerate(posts, 7)
    )
    if form == TWO_ROWS:
        rows = f"""<table class="main"><tr><td colspan="2" class="tools">Reply</td></tr>
        <tr class="head"><th>Author</th><th>Post</th></tr>{rows}<tr><td colspan="2" class="tools">
        Reply</td></tr><tr><td colspan="2" class="td2"><b>Subscribe to this topic</b></td></tr>
        </table>"""
    html = f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{rows}</body></html>"
    return Page(html, f"https://a.example/topic.php?id={number}")


def told(item: object) -> list[tuple[str | None, str]]:
    assert isinstance(item, ForumThread)
    return [(floor.author, floor.body) for floor in item.floors]


@pytest.mark.parametrize("form", [TWO_ROWS, ALIKE])
@pytest.mark.parametrize("title", THREADS)
def test_posts_are_read_alone(form: str, title: str) -> None:
    posts = THREADS[title]
    item = Site().extract(page(form, 1, title, posts))
    assert told(item) == [(name, text) for name, _, text in posts]


@pytest.mark.parametrize("form", [TWO_ROWS, ALIKE])
def test_a_lone_post_is_read_as_those_of_other_pages(form: str) -> None:
    site = Site()
    for number, (title, posts) in enumerate([*THREADS.items()] * 3):
        site.learn(page(form, number, title, posts))
    lone = page(form, 99, "Loose belt", [("heron", "2023-04-01 09:30", "It slips in the rain.")])
    site.learn(lone)
    assert told(site.extract(lone)) == [("heron", "It slips in the rain.")]


def test_cells_keep_their_place_where_others_of_their_row_are_missing() -> None:
    who = '<td class="who">oldowl</td><td class="who">Regular</td>'
    page = Page(
        f'<table><tr><td class="face"></td>{who}</tr><tr>{who}</tr></table>', "https://a.example"
    )
    names = ElementNames(page.flat)
    cells = [names.column_name(node) for node in page.flat.tagged("td")]
    assert cells == ["td.face", "td.who", "td.who:1", "td.who", "td.who:1"]


def test_a_place_to_jump_to_before_each_post_is_no_row_of_it() -> None:
    tree = "".join(
        f'<a name="p{n}" id="p{n}"></a><div class="post">{when}<p>{name}: {text}</p></div>'
        for n, (name, when, text) in enumerate(THREADS["Noisy gearbox"])
    )
    page = Page(f"<html><body>{tree}<p>Help</p></body></html>", "https://a.example/topic.php?id=1")
    shapes = {one.shape.root for one in analyse(page).candidates}
    assert "div.post^" not in shapes
    rows = tree.replace("></a>", ">Subject</a>")
    page = Page(f"<html><body>{rows}<p>Help</p></body></html>", "https://a.example/topic.php?id=1")
    assert "div.post^" in {one.shape.root for one in analyse(page).candidates}


def test_plain_cells_beside_one_for_authors_are_heads_of_columns() -> None:
    row = '<tr><td class="a">{}</td><td class="a">{}</td></tr>'
    heads = row.format("<b>Author</b>", "Message")
    html = f"<table>{heads}{row.format('oldowl', 'Check the oil first.')}</table>"
    page = Page(html, "https://a.example/topic.php?id=1")
    assert [page.flat.texts[leaf] for leaf in sorted(column_heads(page))] == ["Author", "Message"]
    page = Page(html.replace("Message", "<a href='/'>Message</a>"), "https://a.example/t")
    assert column_heads(page) == frozenset()

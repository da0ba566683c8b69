"""Rows of two colours: classes that take turns from post to post hide none of them."""

from __future__ import annotations

import pytest

from extract_pipelines import Page, Site, extract
from extract_pipelines.items import ForumThread
from extract_pipelines.page.date_mentions import find_dates_of
from extract_pipelines.posts.records.alternate_rows import (
    AlternateRows,
    find_alternating,
    joined,
)
from tests.pages import THREADS

POSTS = [*THREADS["Which solder for brass"], *THREADS["Noisy gearbox"][:1]]
# Two rows a post, as phpwind has them: who wrote it beside what, and when below.
POST = """<div class="t"><table><tr class="{row}"><td rowspan="2"><b>{name}</b><br>
<a href="profile.php?uid={name}"><img src="{name}.gif"></a><br>Posts: <span>12</span></td>
<td><a href="post.php?action=quote">quote</a><div class="content">{said}</div></td></tr>
<tr class="{row}"><td><a href="#top">[ Top ]</a> <span class="gray">Posted: {when}</span></td></tr>
</table></div>"""


def thread_page(count: int, *rows: str) -> str:
    """A page with some posts, whose rows have these classes in turn."""
    posts = "".join(
        POST.format(name=name, when=when, said=said, row=rows[n % len(rows)])
        for n, (name, when, said) in enumerate(POSTS[:count])
    )
    return (
        "<html><head><title>Which solder</title></head><body><div class='top'><a href='/'>Mills"
        f"</a></div><h1>Which solder</h1><form>{posts}</form><p class='foot'>Help</p></body>"
    )


def alternating(html: str) -> dict[str, str]:
    """Which tokens of a page stand for which others."""
    page = Page(html, "https://a.example/read.php?tid=1")
    found = find_alternating(page.flat, [date.node for date in find_dates_of(page).mentions])
    return joined(*found)


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_posts_in_rows_of_two_colours_are_all_read(count: int) -> None:
    item = extract(thread_page(count, "r_one", "r_two"), "https://a.example/read.php?tid=1")
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == [name for name, _, _ in POSTS[:count]]
    assert [floor.body for floor in item.floors] == [said for _, _, said in POSTS[:count]]


@pytest.mark.parametrize("count", [2, 3, 5])
def test_words_that_take_turns_are_one(count: int) -> None:
    assert alternating(thread_page(count, "r_one", "r_two")) == {"tr.r_two": "tr.r_one"}
    assert alternating(thread_page(count, "row", "row alt")) == {"tr.alt": ""}
    assert alternating(thread_page(count, "row", "row")) == {}


# A row for the head of a post and one for its text, which may quote with a date.
HEAD = """<tr><td class="{row}"><img src="icon.gif"> <a href="profile.php?uid={name}">{name}</a>
<i>{when}</i> <span class="tools"><a href="post.php?action=quote">quote</a></span></td></tr>
<tr><td class="{row}"><div class="content">{quote}{said}</div></td></tr>"""
QUOTE = "<blockquote><b>{name} ({when})</b><br>{said}</blockquote>"


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_dated_quotes_between_rows_of_two_colours_hide_none(count: int) -> None:
    quote = QUOTE.format(name=POSTS[0][0], when="2024-01-07", said=POSTS[0][2])
    rows = "".join(
        HEAD.format(name=name, when=when, said=said, row="ab"[n % 2], quote=quote * (n in (1, 2)))
        for n, (name, when, said) in enumerate(POSTS[:count])
    )
    html = f"<html><title>Which solder</title><body><h1>Which solder</h1><table>{rows}</table>"
    assert alternating(html) == {"td.b": "td.a"}
    item = extract(html, "https://a.example/read.php?tid=1")
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == [name for name, _, _ in POSTS[:count]]


def test_a_row_with_two_dates_in_its_own_text_is_one() -> None:
    rows = "".join(
        f"<li class='{'ab'[n % 2]}'>{when} <b>{name}</b> <br>{said}<br>{when[:-1]}9</li>"
        for n, (name, when, said) in enumerate(POSTS)
    )
    assert alternating(f"<html><body><ul>{rows}</ul></body></html>") == {"li.b": "li.a"}


def test_a_head_and_a_body_in_rows_of_their_own_are_two_kinds() -> None:
    rows = "".join(
        f"<tr class='head'><td><b>{name}</b> <span>{when}</span></td></tr>"
        f"<tr class='body'><td><p>{said}</p><p>Seen on</p> <span>{when}</span></td></tr>"
        for name, when, said in POSTS
    )
    assert alternating(f"<html><body><table>{rows}</table></body></html>") == {}


def test_two_dates_in_each_row_of_a_list_are_two_kinds() -> None:
    rows = "".join(
        f"<tr><td><a href='/t/{n}'>Thread {n}</a></td>{date('started', n)}{date('last', n)}</tr>"
        for n in range(1, 6)
    )
    assert alternating(f"<html><body><table>{rows}</table></body></html>") == {}


def test_two_runs_of_posts_are_two_kinds() -> None:
    pages = [thread_page(5, row) for row in ("r_one", "r_two")]
    runs = [page.partition("<form>")[2].partition("</form>")[0] for page in pages]
    html = "".join(f"<div class='run'>{run}</div>" for run in runs)
    assert alternating(f"<html><body>{html}</body></html>") == {}


def test_a_byline_that_stands_on_a_page_twice_makes_no_rows() -> None:
    byline = "<a href='/u/1'>oldowl</a> <img src='1.gif'> <p><em>March 1, 2024</em></p>"
    html = (
        f"<div class='head'>{byline}<p>Sold.</p></div><div class='story'>{byline}<p>So.</p></div>"
    )
    assert alternating(f"<html><body>{html}</body></html>") == {}


def date(kind: str, day: int) -> str:
    """A cell with a date, who wrote then, and their picture."""
    person = f"<img src='{day}.gif'><i><a href='/u/{day}'><b>oldowl</b></a></i>"
    when = f"2023-03-0{day} 10:0{len(kind)}"
    return f"<td class='{kind}'>{person} <span>{when}</span></td>"


def test_heads_of_few_elements_take_turns_by_the_class_of_their_cells() -> None:
    rows = "".join(
        f'<tr><td class="{row}Top"><a href="profile.php?uid={name}">{name}</a> {when}</td></tr>'
        f'<tr class="{row}Text"><td class="line"><div class="content">{said}</div></td></tr>'
        for (name, when, said), row in zip(POSTS, ["odd", "even"] * len(POSTS), strict=False)
    )
    html = f"<html><title>Which solder</title><body><h1>Which solder</h1><table>{rows}</table>"
    assert alternating(html) == {}
    html = html.replace("</a> 20", "</a> <img src='a.gif'> 20")
    assert alternating(html) == {"td.oddTop": "td.evenTop"}
    item = extract(html, "https://a.example/read.php?tid=1")
    assert isinstance(item, ForumThread)
    assert [floor.body for floor in item.floors] == [said for _, _, said in POSTS]


# Three rows a post. Those of two posts do not look alike if one was edited and quotes.
ROWS = """<tr><td class="{row}"><b>{name}</b><br><span>Joined: 2019-04-0{day}</span></td>
<td class="{row}"><div class="head"><a href="#{day}">#{day}</a> {when}</div>
<div class="said">{more}{said}</div></td></tr>
<tr><td class="{row} small"><a href="#top">top</a></td>
<td class="{row} small"><a href="reply.php">reply</a></td></tr>
<tr><td class="spacer" colspan="2"></td></tr>"""
MORE = """<div class="who">Quote of <b>oldowl</b></div><div class="quote">Not <i>that</i>.</div>
<ol class="list"><li class="item"><em class="word">One</em></li></ol>"""


def page_of_rows(first: int, count: int) -> Page:
    """A page with some of the posts, the first of which is numbered."""
    posts = enumerate((POSTS * 3)[first : first + count])
    rows = "".join(
        ROWS.format(
            name=name,
            when=when,
            said=said,
            row=("one", "two")[n % 2],
            day=n + 1,
            more=MORE * (n == 1),
        )
        for n, (name, when, said) in posts
    )
    html = f"<html><title>Part {first}</title><body><h1>Part {first}</h1><table>{rows}</table>"
    return Page(html, f"https://a.example/read.php?tid={first}")


def test_what_some_pages_tell_of_rows_is_known_on_pages_that_do_not_show_it() -> None:
    alone, known = Site(), Site()
    for site, counts in ((alone, [1, 1, 1]), (known, [5, 6, 5])):
        for first, count in enumerate(counts):
            site.learn(page_of_rows(first, count))
    page = page_of_rows(2, 2)
    assert len(getattr(alone.extract(page), "floors", ())) < 2
    item = Site.from_state(known.to_state()).extract(page_of_rows(2, 2))
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == [name for name, _, _ in POSTS[2:4]]


@pytest.mark.parametrize("rows", [("a", "b"), ("b", "a")])
def test_either_of_two_words_may_come_first(rows: tuple[str, str]) -> None:
    assert alternating(thread_page(4, *rows)) == {"tr.b": "tr.a"}


def test_words_by_which_the_first_post_differs_from_its_only_answer_tell_other_pages_nothing() -> (
    None
):
    known = Site()
    for _ in range(4):
        known.learn(Page(thread_page(2, "first", "answer"), "https://a.example/read.php?tid=1"))
    (kind,) = known.kinds
    assert kind.floor_model.rows.known() == {}


def test_one_page_alone_tells_others_nothing_and_each_knows_itself_best() -> None:
    rows, other = AlternateRows(), AlternateRows()
    rows.add({"td.row2": "td.row1", "tr.alt": ""})
    assert rows.known() == {}
    rows.add({"td.row2": "td.row1"})
    other.add({"tr.alt": ""})
    rows.merge(other)
    assert rows.known() == {"td.row2": "td.row1"}
    assert joined({"td.row3": "td.row2"}, rows.known()) == {"td.row3": "td.row2"}
    assert joined({"tr.alt": ""}, rows.known()) == {"tr.alt": "", "td.row2": "td.row1"}
    assert joined({}, rows.known(), {"td.row1": "td.row2"}) == {"td.row2": "td.row1"}
    assert AlternateRows.from_state(rows.to_state()).known() == rows.known()

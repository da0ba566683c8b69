"""Names that open a menu are written as buttons; what other buttons do is nobody's name."""

from __future__ import annotations

import pytest

from extract_pipelines import ForumThread, Page, Site, extract
from extract_pipelines.posts.authors.authors import author_scores
from extract_pipelines.posts.records.analysis import analyse
from extract_pipelines.posts.records.records import Record
from extract_pipelines.posts.views.views import RecordView, view_of
from tests.pages import THREADS

POSTS = [*THREADS["Which solder for brass"], *THREADS["Radio stays silent"]]
BOX = """<div class="message"><div class="source"><img src="{name}.png" alt="">
<button type="button" class="username" data-popover="/members/{name}">{name}</button>
<span class="when">{when}</span></div><div class="text"><p>{said}</p></div>
<div class="tools"><button class="like">{likes}</button> <button class="reply">Reply</button>
<button class="report">Report</button></div></div>"""


def thread_page(first: int, count: int) -> str:
    """A page with some of the posts, the first of which is numbered."""
    boxes = "".join(
        BOX.format(name=name, when=when, said=said, likes=("Like", "3 likes", "Like")[n % 3])
        for n, (name, when, said) in enumerate(POSTS[first : first + count])
    )
    return (
        f"<html><head><title>Solder {first} - Mills</title></head><body><ul><li><a href='/'>Mills"
        f"</a></li><li><button class='menu'>Menu</button></li></ul><h1>Solder {first}</h1>"
        f"<div class='messages'>{boxes}</div><p>Mills is a place for mills.</p></body></html>"
    )


@pytest.mark.parametrize("count", [2, 4, 7])
def test_authors_are_read_from_buttons_and_bodies_are_without_them(count: int) -> None:
    item = extract(thread_page(0, count), "https://mills.example/t/1")
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == [name for name, _, _ in POSTS[:count]]
    assert [floor.body for floor in item.floors] == [said for _, _, said in POSTS[:count]]


def test_a_lone_post_has_its_author_where_other_threads_have_them_on_buttons() -> None:
    site = Site()
    for first in range(4):
        site.learn(Page(thread_page(first, 3), f"https://mills.example/t/{first}"))
    item = site.extract(Page(thread_page(5, 1), "https://mills.example/t/5"))
    assert isinstance(item, ForumThread)
    assert [(floor.author, floor.body) for floor in item.floors] == [(POSTS[5][0], POSTS[5][2])]


def test_what_buttons_do_is_no_name() -> None:
    source = thread_page(0, 4)
    for name in {name for name, _, _ in POSTS}:
        source = source.replace(f">{name}</button>", ">Reply</button>")
    item = extract(source, "https://mills.example/t/1")
    assert isinstance(item, ForumThread)
    assert {floor.author for floor in item.floors} == {None}


def test_of_one_record_nothing_tells_that_a_button_has_a_name() -> None:
    page = Page(thread_page(0, 1), "https://mills.example/t/1")
    assert not any("button" in place for place in author_scores(page, [view_of_box(page)]))


def view_of_box(page: Page) -> RecordView:
    """The view of the page's only post."""
    analysis = analyse(page)
    start = page.tags.index("div", page.tags.index("h1") + 2)
    return view_of(
        page, Record(start, page.subtree_end[start], analysis.dates.mentions[0]), analysis
    )

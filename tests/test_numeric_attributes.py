"""Which number of a post's markup is its id."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import pytest

from extract_pipelines import ForumThread, Page, Site

POST = """<div {marks} class="card"><a href="/u/{author}">{author}</a> <i>{date}</i>
<div class="text">{text}</div></div>"""
AUTHORS = ("oldowl", "kestrel", "bergfex")
POSTS_PER_PAGE = 5
Attributes = Callable[[int, int, int], str]


def page(thread: int, number: int, marks: Attributes) -> Page:
    """A page of a thread; ``marks`` gets thread, floor and a number that no other post has."""
    posts = []
    for place in range(1, POSTS_PER_PAGE + 1):
        floor = (number - 1) * POSTS_PER_PAGE + place
        posts.append(
            POST.format(
                marks=marks(thread, floor, own_id(thread, floor)),
                author=AUTHORS[(thread + floor) % 3],
                date=f"2023-03-{thread:02} {floor + 9}:15",
                text=f"In thread {thread} this is what I say {'again and ' * place}again.",
            )
        )
    source = (
        f"<html><head><title>Thread {thread}</title></head><body>{''.join(posts)}</body></html>"
    )
    return Page(source, f"https://a.example/t/{thread}?page={number}")


def own_id(thread: int, floor: int) -> int:
    return 400 + 37 * floor + thread


def ids_of(marks: Attributes) -> list[list[str | None]]:
    pages = [page(thread, number, marks) for thread in (7, 8, 9) for number in (1, 2)]
    site = Site()
    for each in pages:
        site.learn(each)
    found = []
    for each in pages:
        item = site.extract(each)
        assert isinstance(item, ForumThread)
        found.append([floor.post_id for floor in item.floors])
    return found


def on_page(floor: int) -> int:
    return (floor - 1) % POSTS_PER_PAGE + 1


MARKS: dict[str, Attributes] = {
    "the id alone": lambda thread, floor, own: f'id="p{own}"',
    "behind the thread's": lambda thread, floor, own: f'id="t{thread}_p{own}"',
    "beside the floor's number": lambda thread, floor, own: f'id="n{floor}" data-key="{own}"',
    "beside the number on the page": (
        lambda thread, floor, own: f'id="c{on_page(floor)}" data-number="{floor}" data-pk="{own}"'
    ),
    "an attribute of its own": lambda thread, floor, own: f'id="post" post-id="{own}"',
    "beside a time": (
        lambda thread, floor, own: f'id="c{floor}" data-time="{1677600000 + own}" data-id="{own}"'
    ),
}


@pytest.mark.parametrize("marks", MARKS.values(), ids=MARKS)
def test_the_id_is_what_no_other_post_has(marks: Attributes) -> None:
    expected = [
        [
            str(own_id(thread, (number - 1) * POSTS_PER_PAGE + place))
            for place in range(1, POSTS_PER_PAGE + 1)
        ]
        for thread in (7, 8, 9)
        for number in (1, 2)
    ]
    assert ids_of(marks) == expected


def test_a_name_that_all_posts_have_leads_to_none_of_them() -> None:
    here = page(7, 1, lambda thread, floor, own: f'id="item-1111" data-id="{own}"')
    site = Site()
    site.learn(here)
    item = site.extract(here)
    assert isinstance(item, ForumThread)
    assert item.floors[0].post_id == str(own_id(7, 1))
    assert {floor.url for floor in item.floors} == {None}


def test_thread_and_floor_together_are_an_id() -> None:
    ids = ids_of(lambda thread, floor, own: f'id="post_{thread}_{floor}"')
    assert ids[0] == ["7_1", "7_2", "7_3", "7_4", "7_5"]
    assert ids[5] == ["9_6", "9_7", "9_8", "9_9", "9_10"]


def test_data_in_the_place_of_a_name_are_no_ids_and_take_no_memory() -> None:
    data = "".join(f"&amp;n{number}" for number in range(4000))
    pages = [page(7, 1, lambda thread, floor, own: f'id="{own}{data}"')]
    tracemalloc.start()
    Site().learn(pages[0])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100 * len(data)


def test_the_floors_number_is_an_id_where_there_is_no_other() -> None:
    assert ids_of(lambda thread, floor, own: f'id="post-{floor}"')[0] == ["1", "2", "3", "4", "5"]

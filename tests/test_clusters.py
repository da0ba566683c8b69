from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from extract_pipelines import Page
from extract_pipelines.published.clusters import (
    BodySideVote,
    clusters,
    cut,
    link_share,
    read_floors,
)
from extract_pipelines.published.rules import filter_leaves


def test_cuts_stand_at_the_local_maxima_of_the_differences() -> None:
    positions = [10, 11, 12, 18, 19, 21, 30, 31]
    # differences:  1   1   6   1   2   9   1
    assert cut(positions) == [range(3), range(3, 6), range(6, 8)]


def test_a_second_pass_joins_the_clusters_of_the_first() -> None:
    positions = [1, 3, 4, 8, 9, 30, 31, 34, 35, 60, 61, 65]
    first = cut(positions, passes=1)
    second = cut(positions, passes=2)
    assert len(second) < len(first)
    assert {part.start for part in second} <= {part.start for part in first}
    assert second == [range(5), range(5, 12)]


@given(st.lists(st.integers(0, 9), max_size=40), st.integers(1, 2))
def test_clusters_cover_the_sequence(steps: list[int], passes: int) -> None:
    positions = [sum(steps[:i]) for i in range(len(steps))]
    parts = cut(positions, passes)
    assert [i for part in parts for i in part] == list(range(len(positions)))


THREAD = """
<body><table>
{floors}
</table></body>
"""
FLOOR = """<tr><td><a href="/u/{name}">{name}</a></td><td><div>{date}</div>
<div><div><div>{text}</div></div></div></td></tr><tr><td></td></tr><tr><td></td></tr>"""


def thread(*floors: tuple[str, str, str]) -> Page:
    rows = (FLOOR.format(name=name, date=date, text=text) for name, date, text in floors)
    return Page(THREAD.format(floors="".join(rows)), "https://a.example/thread-1-1.html")


def test_a_date_splits_the_floor_and_the_longer_half_of_all_is_the_body() -> None:
    page = thread(
        ("小鱼儿", "2017-1-9 15:42", "我觉得这次升级很好，大家怎么看？"),
        ("北方的狼", "2017-1-9 16:00", "顶"),
        ("清风明月", "2017-1-10 8:01", "说实话，我觉得不怎么样，再等等吧"),
    )
    found = clusters(filter_leaves(page.leaves, {"Han"}), passes=1)
    vote = BodySideVote()
    vote.count(found)
    assert vote.body_is_after
    floors = read_floors(found, vote, page.url)
    assert [(floor.number, floor.author, floor.date, floor.body) for floor in floors] == [
        (1, "小鱼儿", "2017-01-09T15:42:00", "我觉得这次升级很好，大家怎么看？"),
        (2, "北方的狼", "2017-01-09T16:00:00", "顶"),
        (3, "清风明月", "2017-01-10T08:01:00", "说实话，我觉得不怎么样，再等等吧"),
    ]
    assert floors[0].author_url == "https://a.example/u/小鱼儿"
    assert floors[0].date_raw == "2017-1-9 15:42"


def test_the_vote_of_the_site_decides_for_a_page_that_looks_otherwise() -> None:
    page = thread(("一个名字非常非常长的用户也可以发帖的", "2017-1-9 15:42", "顶"))
    found = clusters(filter_leaves(page.leaves, {"Han"}), passes=1)
    after = read_floors(found, BodySideVote(before=10, after=500), page.url)
    before = read_floors(found, BodySideVote(before=500, after=10), page.url)
    assert [floor.body for floor in after] == ["顶"]
    assert [floor.body for floor in before] != ["顶"]


def test_what_has_no_date_is_no_floor() -> None:
    page = Page("<div>Menu</div><div>About us</div>")
    assert clusters(filter_leaves(page.leaves, {"Latin"})) == []


def test_the_share_of_text_in_links() -> None:
    assert link_share(Page("<p>ab<a href=x>cdefgh</a></p>").leaves) == 0.75
    assert link_share([]) == 0

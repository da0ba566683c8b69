"""What URLs and lists of a forum tell of threads, pages, and what is to be left alone."""

from __future__ import annotations

import pickle
from datetime import UTC, datetime
from urllib.parse import unquote_plus

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from extract_pipelines import Page
from extract_pipelines.forum.link_frontier import ENOUGH, LinkFrontier
from extract_pipelines.forum.page_roles import LIST, OTHER, THREAD
from extract_pipelines.forum.paging import pagination_links
from extract_pipelines.forum.rows import (
    NO_ACTIVITY,
    has_moved,
    is_newest_first,
    links_of,
    list_rows,
    reply_column,
)
from extract_pipelines.url import (
    asked_page,
    is_avoided,
    is_permalink,
    page_key,
    plain_url,
    thread_form,
    thread_id,
    thread_key,
    view_of,
)

HOST = "https://forum.example"
# Addresses of one thread: all pages, posts and sessions of it; and one of another thread.
THREADS = {
    "phpBB": (
        ["/viewtopic.php?f=3&t=15", "/viewtopic.php?t=15&start=20", "/viewtopic.php?t=15&sid=0a1b"],
        "/viewtopic.php?f=3&t=16",
    ),
    "SMF": (
        ["/index.php?topic=15.0", "/index.php?topic=15.20", "/index.php?topic=15.msg301#msg301"],
        "/index.php?topic=16.0",
    ),
    "Discuz": (
        ["/thread-15-1-1.html", "/thread-15-3-1.html", "/thread-15-1-2.html"],
        "/thread-16-1-1.html",
    ),
    "XenForo": (
        ["/threads/old-pump.15/", "/threads/old-pump.15/page-3", "/threads/new-title.15/#post-9"],
        "/threads/old-pump.16/",
    ),
    "vBulletin": (
        ["/showthread.php?t=15", "/showthread.php?t=15&page=2", "/showthread.php?s=ab12&t=15"],
        "/showthread.php?t=150",
    ),
    "Discourse": (
        ["/t/old-pump/15", "/t/old-pump/15/7", "/t/old-pump/15?page=2"],
        "/t/new-pump/16",
    ),
    "Spirit": (["/topic/15/old-pump/", "/topic/15/old-pump/?page=2"], "/topic/16/old-pump/"),
    "machina": (
        ["/forum/tools-2/topic/old-pump-15/", "/forum/tools-2/topic/old-pump-15/?page=2"],
        "/forum/tools-2/topic/old-pump-16/",
    ),
    "a year before a title": (["/2024/old-pump", "/2024/old-pump/page/2"], "/2024/hammer"),
    "an id that may be a year": (["/topic/2024/old-pump", "/topic/2024/pump"], "/topic/2025/pump"),
    "no id": (["/boards/tools/old-pump", "/boards/tools/old-pump?page=2"], "/boards/tools/hammer"),
    "session in the path": (["/topic/15;jsessionid=AB12", "/topic/15"], "/topic/16"),
}


@pytest.mark.parametrize("engine", THREADS)
def test_all_addresses_of_a_thread_have_one_key(engine: str) -> None:
    same, other = THREADS[engine]
    keys = {thread_key(HOST + path) for path in same}
    assert len(keys) == 1
    assert thread_key(HOST + other) not in keys
    assert thread_form(HOST + other) == thread_form(HOST + same[0])


def test_pages_of_a_thread_have_keys_of_their_own() -> None:
    for first, second in (
        ("/viewtopic.php?t=15", "/viewtopic.php?t=15&start=20"),
        ("/thread-15-1-1.html", "/thread-15-2-1.html"),
        ("/threads/old-pump.15/", "/threads/old-pump.15/page-2"),
        ("/topic/15/x/", "/topic/15/x/?page=2"),
    ):
        assert page_key(HOST + first) != page_key(HOST + second)
    assert page_key(HOST + "/topic/15/x/?page=1") == page_key(HOST + "/topic/15/x/#c3")
    assert page_key(HOST + "/viewtopic.php?t=15&start=0") == page_key(HOST + "/viewtopic.php?t=15")


@pytest.mark.parametrize(
    "path",
    [
        "/ucp.php?mode=login",
        "/login/",
        "/topic/15/reply/",
        "/forum/tools-2/topic/old-pump-15/post/create/",
        "/report/post/9/",
        "/viewtopic.php?t=15&view=print",
        "/viewforum.php?f=3&sort=date",
        "/members/bob.7/",
        "/space-uid-21.html",
        "/u/bob",
        "/calendar.php?day=3",
        "/search/?q=pump",
        "/comment/91/find/",
        "/feeds/forum/tools-2/topics/",
        "mailto:bob@forum.example",
    ],
)
def test_forms_people_and_other_views_are_left_alone(path: str) -> None:
    assert is_avoided(path if path.startswith("mailto") else HOST + path)


@pytest.mark.parametrize(
    "path",
    [
        "/topic/15/help/",
        "/topic/15/the-user-guide/",
        "/threads/how-to-report-a-leak.15/",
        "/thread-15-1-1.html",
        "/viewtopic.php?t=15",
        "/forum/tools-2/",
    ],
)
def test_titles_may_have_any_words(path: str) -> None:
    assert not is_avoided(HOST + path)


def test_a_permalink_names_a_post() -> None:
    assert is_permalink(HOST + "/viewtopic.php?p=123#p123")
    assert is_permalink(HOST + "/forum/tools-2/topic/old-pump-15/?post=92#92")
    assert not is_permalink(HOST + "/viewtopic.php?t=15&page=2")
    assert is_permalink(HOST + "/topics/89?r=92#message-92")
    assert is_permalink(HOST + "/topic/15/old-pump/4")
    assert not is_permalink(HOST + "/boards/1/topics/89#message-89")
    assert not is_permalink(HOST + "/viewtopic.php?t=1#p1")


def test_a_query_behind_an_id_asks_for_another_view() -> None:
    assert view_of(HOST + "/topic/15/?first-unread=1") == thread_key(HOST + "/topic/15/")
    assert view_of(HOST + "/topic/15/?page=2") is None
    assert view_of(HOST + "/viewtopic.php?t=15&mark=1") is None
    assert view_of(HOST + "/read?fish=15") is None


def test_hashes_have_one_form() -> None:
    forms = {thread_form(f"{HOST}/post/{name}") for name in ("ab6c6c2b53", "9285566790")}
    assert len(forms) == 1
    assert thread_form(HOST + "/post/15") not in forms


def test_a_number_in_front_of_a_title_tells_the_thread() -> None:
    assert thread_key(HOST + "/topic/5-top-10") != thread_key(HOST + "/topic/7-top-10")
    assert thread_key(HOST + "/topic/15/old-pump/4") == thread_key(HOST + "/topic/15/old-pump")


def test_a_board_without_posts_does_not_tell_what_boards_are() -> None:
    row = """<li><h2><a href="/board/{n}/{name}">Board of {name}</a></h2><p>{posts}</p>
    <p>{date}</p></li>"""
    names = ("lathes", "pumps", "bolts", "gears", "seals")
    rows = (
        row.format(n=n, name=name, posts=40 * (n > 3), date="2025-03-01 10:00" if n > 3 else "")
        for n, name in enumerate(names, start=1)
    )
    steps = LinkFrontier().steps(Page(f"<body><ul>{''.join(rows)}</ul></body>", HOST + "/"), LIST)
    assert [step.url for step in steps][:2] == [HOST + "/board/4/gears", HOST + "/board/5/seals"]


def test_what_each_post_of_a_thread_links_to_is_not_followed() -> None:
    posts = "".join(
        f'<div><p><a href="/u/{n}">a{n}</a> 2025-03-0{n} <a href="/post/{n}f">[link]</a></p></div>'
        for n in range(1, 6)
    )
    frontier = LinkFrontier()
    for n in range(3):
        frontier.learn(f"{HOST}/post/{n}c", THREAD)
    more = '<ul><li><a href="/post/9c">A thread like this one</a></li></ul>'
    steps = frontier.steps(Page(f"<body>{posts}{more}</body>", HOST + "/post/1c"), THREAD)
    assert [step.url for step in steps] == [HOST + "/post/9c"]


def test_sessions_are_taken_out_of_an_address() -> None:
    assert plain_url(HOST + "/t?t=5&sid=ab#p3") == HOST + "/t?t=5"
    assert plain_url(HOST + "/t/5;jsessionid=AB") == HOST + "/t/5"


@given(st.text(max_size=60))
@example(",")
def test_any_text_is_taken_for_an_address_without_harm(text: str) -> None:
    url = f"{HOST}/{text}"
    for read in (thread_key, page_key, thread_form):
        assert isinstance(read(url), str)
    assert (asked_page(url) or 1) > 0
    assert (thread_id(url) or "") in unquote_plus(url).lower()
    assert isinstance(is_permalink(url), bool)
    assert isinstance(is_avoided(url), bool)
    assert isinstance(is_avoided(text), bool)


ROW = """<tr><td><a class="subject" href="/topic/{id}/">{title}</a> by
<a href="/members/{id}/">bob</a></td><td class="replies">{replies}</td>
<td class="views">{views}</td><td>{date}</td></tr>"""
TITLES = ("The pump is leaking again", "Which solder for brass", "Radio stays silent", "Hinges")


def list_page(replies: list[int], dates: list[str], views: int = 90) -> Page:
    rows = "".join(
        ROW.format(id=at + 1, title=TITLES[at], replies=reply, views=views + at, date=date)
        for at, (reply, date) in enumerate(zip(replies, dates, strict=True))
    )
    html = f"""<html><body><a href="/">Home</a><a href="/about/">About</a><table>{rows}</table>
    <a href="/board/3/?page=2">2</a><a href="/board/3/?page=2">Next</a></body></html>"""
    now = datetime(2024, 5, 6, 12, 0, tzinfo=UTC)
    return Page(html, f"{HOST}/board/3/", downloaded=now)


DATES = ["2024-05-05 10:00", "2024-05-04 09:30", "2024-05-01 08:00", "2024-04-02 07:00"]


def test_rows_tell_title_date_and_numbers() -> None:
    page = list_page([3, 12, 0, 7], DATES)
    rows = list_rows(page, links_of(page))
    assert [row.link.text for row in rows] == list(TITLES)
    assert rows[1].activity["date"] == "2024-05-04T09:30:00"
    assert rows[1].activity["numbers"] == {"td.replies.0": 12, "td.views.0": 91}
    assert is_newest_first(rows)
    assert pagination_links(page) == [(f"{HOST}/board/3/?page=2", 2)]


def test_a_list_is_the_newest_first_though_a_row_says_now() -> None:
    titles = [f"{title}, part {part}" for part in "12" for title in TITLES[:3]]
    dates = ["now", *reversed([f"2024-05-0{day} 10:00" for day in range(1, 6)])]
    rows = "".join(
        ROW.format(id=at, title=title, replies=at, views=at + 90, date=date)
        for at, (title, date) in enumerate(zip(titles, dates, strict=True))
    )
    page = Page(f"<html><body><table>{rows}</table></body></html>", f"{HOST}/board/3/")
    found = list_rows(page, links_of(page))
    assert [row.activity["date"] for row in found][:2] == [None, "2024-05-05T10:00:00"]
    assert is_newest_first(found)
    undated = [row._replace(activity=NO_ACTIVITY) for row in found[:3]]
    assert not is_newest_first([*undated, *found[3:]])
    assert not is_newest_first(found[::-1])


def test_the_column_of_replies_is_told_by_threads_that_are_known() -> None:
    page = list_page([3, 12, 0, 7], DATES)
    rows = list_rows(page, links_of(page))
    floors = {row.link.key: count for row, count in zip(rows, (4, 13, 1), strict=False)}
    assert reply_column(rows, floors) == "td.replies.0"
    assert reply_column(rows, {}) is None


def moved(replies: list[int], dates: list[str]) -> list[bool]:
    earlier, later = list_page([3, 12, 0, 7], DATES), list_page(replies, dates, views=500)
    before = [row.activity for row in list_rows(earlier, links_of(earlier))]
    now = [row.activity for row in list_rows(later, links_of(later))]
    return [has_moved(*pair, "td.replies.0") for pair in zip(before, now, strict=True)]


def test_a_thread_has_moved_if_date_or_replies_have() -> None:
    assert moved([3, 12, 0, 7], DATES) == [False] * 4
    assert moved([3, 13, 0, 6], DATES) == [False, True, False, True]
    assert moved([3, 12, 0, 7], ["2024-05-05 10:00", "2024-05-06 11:00", *DATES[2:]])[1]


def test_a_relative_date_that_says_the_same_has_not_moved() -> None:
    # The list was read on May 6 at noon: so much before it were the dates above.
    relative = ["26 hours ago", "2 days ago", "5 days ago", "2024-04-02 07:00"]
    assert moved([3, 12, 0, 7], relative) == [False] * 4


def test_a_way_learns_what_shapes_lead_to() -> None:
    frontier = LinkFrontier()
    page = list_page([3, 12, 0, 7], DATES)
    followed = frontier.steps(page, LIST)
    assert {step.role for step in followed} == {OTHER}  # not known yet, but they head rows
    assert len(followed) == 3
    for step in followed[:2]:
        frontier.learn(step.url, THREAD)
    (rest,) = frontier.freed()
    assert (rest.url, rest.role) == (f"{HOST}/topic/4/", THREAD)
    assert frontier.role_of(f"{HOST}/topic/99/") == THREAD


def test_a_shape_that_leads_nowhere_is_not_followed_again() -> None:
    frontier = LinkFrontier()
    for number in range(3):
        frontier.learn(f"{HOST}/topic/{number}/", OTHER)
    assert frontier.steps(list_page([3, 12, 0, 7], DATES), LIST) == []


def test_links_that_head_no_row_are_tried_one_by_one_within_bounds() -> None:
    frontier = LinkFrontier()
    links = "".join(f"<a href='/pages/{word}'>{word} pages</a>" for word in "abcdefgh")
    page = Page(f"<html><body>{links}</body></html>", f"{HOST}/")
    assert frontier.steps(page, OTHER) == []
    probes = 0
    while (step := frontier.probe()) is not None:
        probes += 1
        frontier.learn(step.url, OTHER)
    assert 1 <= probes <= 3


def test_a_shape_whose_last_link_was_tried_waits_no_more() -> None:
    frontier = LinkFrontier()
    links = "".join(f"<a href='/pages/{word}'>{word} pages</a>" for word in "abcdefgh"[:ENOUGH])
    assert frontier.steps(Page(f"<body>{links}</body>", f"{HOST}/"), OTHER) == []
    while frontier.probe() is not None:
        assert list(frontier.freed()) == []


def test_more_links_lead_on() -> None:
    html = "<html><body><p>x</p><a href='/board/3/?cursor=ab12'>Load more</a></body></html>"
    assert pagination_links(Page(html, f"{HOST}/board/3/")) == [(f"{HOST}/board/3/?cursor=ab12", 2)]


def test_a_crawl_that_knows_only_the_thread_that_it_began_at_tries_all_links() -> None:
    paths = ["/" + "more/" * depth for depth in range(5)]
    links = "".join(f'<p><a href="{path}">To {path}</a></p>' for path in paths)
    page = Page(f"<h1>An old pump</h1>{links}", f"{HOST}/topic/1")
    frontier = LinkFrontier()
    frontier.learn_page(page, THREAD)
    assert frontier.steps(page, THREAD) == []
    for _ in paths:
        step = frontier.probe()
        assert step
        frontier.learn(step.url, OTHER)


@pytest.mark.parametrize(
    ("url", "own", "numbers"),
    [
        ("/topic/15-old-pump/page__st__abc", "/topic/15-old-pump", []),
        (f"/viewtopic.php?t=15&start={'9' * 5000}", "/viewtopic.php?t=15", [2]),
        ("/viewtopic.php?t=15&after=abc", "/viewtopic.php?t=15&start=40", [2]),
    ],
    ids=["a word", "too many digits", "a cursor"],
)
def test_a_page_that_no_number_tells_is_the_next_one_or_none(
    url: str, own: str, numbers: list[int]
) -> None:
    page = Page(f"<p>x</p><a href='{url}'>Load more</a>", HOST + own)
    assert [link.number for link in pagination_links(page)] == numbers


def test_a_number_of_thousands_of_digits_is_no_count_of_replies() -> None:
    cells = "".join(
        f"<tr><td><a href='/topic/{n}/a-title'>A title {n}</a></td><td>{'7' * 5000}</td>"
        "<td>1,204</td></tr>"
        for n in range(5)
    )
    page = Page(f"<table>{cells}</table>", f"{HOST}/board/3/")
    rows = list_rows(page, links_of(page))
    assert [list(row.activity["numbers"].values()) for row in rows] == [[1204]] * 5


def forbidden(frontier: LinkFrontier, pages: int) -> list[str]:
    """URLs of the threads that are tried of so many lists, of which none can be read."""
    tried: list[str] = []
    for number in range(pages):
        rows = "".join(
            ROW.format(
                id=10 * number + at, title=f"{title} {number}", replies=at, views=9, date=day
            )
            for at, (title, day) in enumerate(zip(TITLES, DATES, strict=True))
        )
        page = Page(f"<body><table>{rows}</table></body>", f"{HOST}/board/{number}/")
        steps = [*frontier.steps(page, LIST), *frontier.freed()]
        tried += [step.url for step in steps]
        for step in steps:
            frontier.learn_nothing(step.url)
    while step := frontier.probe():
        tried.append(step.url)
        frontier.learn_nothing(step.url)
    return tried


def test_of_links_that_cannot_be_read_a_few_are_tried_all_over_the_site() -> None:
    frontier, pages = LinkFrontier(), 100
    tried = forbidden(frontier, pages)
    assert len(tried) == len(set(tried)) <= 15
    boards = {int(thread_id(url) or 0) // 10 for url in tried}
    assert len(boards) > len(tried) / 2
    ((url, number),) = frontier.left_out()
    assert thread_form(url) == thread_form(tried[0])
    assert number == pages * len(TITLES) - len(tried)


def test_links_are_followed_once_some_of_them_have_led_to_threads() -> None:
    frontier = LinkFrontier()
    tried = forbidden(frontier, 5)
    for url in tried[-2:]:
        frontier.learn(url, THREAD)
    assert len(list(frontier.freed())) == 5 * len(TITLES) - len(tried)
    assert frontier.left_out() == []


def test_a_row_that_a_job_has_queued_under_its_former_name_is_read() -> None:
    page = list_page([3, 12, 0, 7], DATES)
    row, *_ = list_rows(page, links_of(page))
    queued = pickle.dumps(row, protocol=0).replace(b"ListRow", b"Row")
    assert pickle.loads(queued) == row

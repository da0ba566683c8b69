"""Boxes of latest posts and comments that a site has on all pages, beside the posts or not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from lxml import html
from parsel import Selector

from extract_pipelines import Article, ForumThread, Page, Site
from extract_pipelines.explain import explain
from extract_pipelines.posts.model import FloorModel
from extract_pipelines.posts.records.analysis import analyse
from extract_pipelines.posts.scoring.beside import SiteBoxes, lists_before

NAMES = ("anna", "bert", "cleo", "dora", "emil", "fred", "gina")
SAID = (
    "The spindle ran hot again after ten minutes, although the oil is what the manual asks for.",
    "Mine did the same last winter, and in the end it was the belt that was far too tight.",
    "You can measure it with a thermometer from the kitchen, but do not tell anybody at home.",
    "I have written to the maker twice and got the same leaflet back both times, sadly.",
    "There is a shop in the old town that grinds them while you wait, and it is not dear.",
    "Write down what you have changed, or else you will do all of it again in the spring.",
    "The second bearing is never at fault, whatever they say in the other thread about it.",
)
ENTRY = """<div class="entry"><a href="/user/{name}">{name}</a> <small>{day} March 2024</small>
<p>{text}…</p><a href="/thread/{thread}">Lathes, part {thread}</a></div>"""
POST = """<div class="post"><div class="head"><a href="/user/{name}">{name}</a>
<span class="when">{day} April 2024, 10:{minute}</span></div><div class="text">{text}</div></div>"""
FRAME = """<html><head><title>{title} - Workshop</title></head><body><div id="bar">
<a href="/">Workshop</a> <a href="/new">New</a> <a href="/search">Search</a></div>
<div class="recent"><h4>Recent comments</h4>{box}</div>{main}
<div id="foot"><a href="/rules">Rules</a> Workshop, since 1998</div></body></html>"""


def box(number: int) -> str:
    """What was said last when a page was visited."""
    entries = []
    for place in range(5):
        n = 3 * number + 2 * place
        text = f"{SAID[n % 7][: 40 + n % 23]} {SAID[(n + 3) % 7][:30]}"
        day, thread = 1 + n % 28, 1 + n % 31
        entries.append(ENTRY.format(name=NAMES[n % 7], day=day, text=text, thread=thread))
    return "".join(entries)


def posts_of(number: int) -> list[tuple[str, str]]:
    """The author and text of each post of a thread."""
    count = 2 + number % 4
    return [
        (NAMES[(number + i) % 7], f"{SAID[(number + 2 * i) % 7]} ({number}.{i}) {SAID[i]}")
        for i in range(count)
    ]


def thread(number: int) -> Page:
    main = f'<h1>Lathes, part {number}</h1><div class="posts">'
    for i, (name, text) in enumerate(posts_of(number)):
        main += POST.format(name=name, day=1 + number % 28, minute=10 + i, text=text)
    source = FRAME.format(title=f"Lathes, part {number}", box=box(number), main=f"{main}</div>")
    return Page(source, f"https://workshop.example/thread/{number}")


def profile(number: int) -> Page:
    name = NAMES[number % 7]
    source = FRAME.format(title=name, box=box(100 + number), main=f"<h1>{name}</h1>")
    return Page(source, f"https://workshop.example/user/{name}")


def pages() -> Iterator[Page]:
    """The pages of a crawl: threads, and a profile after each third."""
    for number in range(1, 25):
        yield thread(number)
        if number % 3 == 0:
            yield profile(number // 3)


@pytest.fixture(scope="module")
def site() -> Site:
    known = Site()
    for page in pages():
        known.learn(page)
    return known


def test_a_box_of_comments_above_the_posts_is_no_opening_post(site: Site) -> None:
    for number in range(1, 25):
        item = site.extract(thread(number))
        assert isinstance(item, ForumThread)
        assert [floor.author for floor in item.floors] == [name for name, _ in posts_of(number)]


def test_a_list_of_other_threads_above_the_posts_is_no_opening_post_of_an_unknown_site() -> None:
    for number in range(1, 25):
        item = Site().extract(thread(number))
        assert isinstance(item, ForumThread)
        assert [floor.author for floor in item.floors] == [name for name, _ in posts_of(number)]


@pytest.mark.parametrize(("link", "is_box"), [("/thread/{}", True), ("/thread/5#c{}", False)])
def test_comments_on_the_opening_post_are_no_such_list(link: str, is_box: bool) -> None:
    page = thread(5)
    for number, element in enumerate(page.root.iterfind(".//div[@class='entry']/a[2]")):
        element.set("href", link.format(20 + number))
    page = Page(Selector(root=page.root, type="html"), page.url)
    analysis = analyse(page)
    first = next(n for n, name in page.values("class").items() if name == "post")
    assert bool(lists_before(page, analysis.candidates, first)) is is_box


def test_such_a_box_on_a_page_without_posts_makes_it_no_thread(site: Site) -> None:
    for number in range(1, 9):
        assert isinstance(site.extract(profile(number)), Article)
    told = explain(profile(3), site=site)
    assert "stand beside the posts" in " ".join(one.verdict for one in told.candidates)


SHOUT = """<li class="small"><strong>{name}</strong>: {text}</li>
<li class="small when"><strong>Today</strong> at 09:{minute:02d}:{second:02d}</li>"""


def shouting(number: int, main: str, title: str) -> str:
    """The source of a page with what members called out last."""
    shouts = "".join(
        SHOUT.format(
            name=NAMES[(number + 2 * i) % 7],
            text=SAID[(number * 3 + i) % 7][:22],
            minute=58 - 7 * i,
            second=(number * 11 + i) % 60,
        )
        for i in range(5)
    )
    return FRAME.format(title=title, box=f"<ul>{shouts}</ul>", main=main)


def test_what_is_a_box_by_its_class_is_one_by_its_depth_too() -> None:
    known = Site()
    for number in range(1, 25):
        posts = [
            POST.format(name=name, day=1 + number % 28, minute=10 + i, text=text)
            for i, (name, text) in enumerate(posts_of(number))
        ]
        title = f"Lathes, part {number}"
        main = f'<h1>{title}</h1><div class="posts">{"".join(posts)}</div>'
        source = shouting(number, main, title)
        known.learn(Page(source, f"https://workshop.example/thread/{number}"))
        known.learn(profile_below_shouts(100 + number))
    boxes = SiteBoxes([kind.floor_model for kind in known.kinds])
    page = profile_below_shouts(140)
    alone = FloorModel().best_records(page, analyse(page))
    assert alone
    assert len(alone.records) == 5
    assert FloorModel().best_records(page, analyse(page), boxes) is None


def profile_below_shouts(number: int) -> Page:
    name = NAMES[number % 7]
    source = shouting(number, f"<h1>{name}</h1><p>Member.</p>", name)
    return Page(source, f"https://workshop.example/user/{name}")


def test_what_is_known_of_boxes_is_kept_and_merged(site: Site) -> None:
    again = Site.from_state(site.to_state())
    fresh = Site()
    fresh.merge(again)
    fresh.merge(again)
    for known in (again, fresh):
        item = known.extract(thread(30))
        assert isinstance(item, ForumThread)
        assert len(item.floors) == len(posts_of(30))
        assert isinstance(known.extract(profile(3)), Article)


NOTICE = POST.format(
    name="staff",
    day=1,
    minute=30,
    text="All oils of the house are on sale until Sunday, also for members who read along only.",
)


ADVERTISEMENT = POST.format(
    name="staff",
    day="{day}",
    minute=30,
    text="All oils of the house are on sale until Sunday, also for members who read along only."
    ' <a href="/shop">To the oils and greases</a>',
)


def long_thread(number: int, *, title: str, first: str = NOTICE) -> Page:
    """A page of a thread that shows the same post first on each."""
    posts = [
        POST.format(name=name, day=3, minute=10 + i, text=text)
        for i, (name, text) in enumerate(posts_of(number))
    ]
    main = f'<h1>{title}</h1><div class="posts">{first}{"".join(posts)}</div>'
    source = FRAME.format(title=title, box="", main=main)
    return Page(source, f"https://workshop.example/thread/7?page={number}")


@pytest.mark.parametrize("is_one_thread", [False, True])
@pytest.mark.parametrize("first", [NOTICE, ADVERTISEMENT], ids=["notice", "advertisement of today"])
def test_a_post_on_all_pages_is_one_where_they_are_of_one_thread(
    first: str, is_one_thread: bool
) -> None:
    known = Site()
    titles = ["Lathes" if is_one_thread else f"Lathes, part {n}" for n in range(12)]
    pages = [
        long_thread(number, title=title, first=first.replace("{day}", str(number + 1)))
        for number, title in enumerate(titles)
    ]
    for page in pages:
        known.learn(page)
    for number, page in enumerate(pages):
        item = known.extract(page)
        assert isinstance(item, ForumThread)
        names = [name for name, _ in posts_of(number)]
        assert [floor.author for floor in item.floors] == ["staff"] * is_one_thread + names


def test_an_announcement_on_all_pages_makes_none_of_them_a_thread() -> None:
    known = Site()
    news = f'<div class="news"><h3><a href="/news/3">Oils on sale</a></h3>{NOTICE}</div>'
    other = FRAME.format(title="Members", box="", main=f"{news}<h1>Members</h1><p>None yet.</p>")
    for number in range(12):
        source = thread(number).root
        body = source.find("body")
        assert body is not None
        body.insert(0, html.fragment_fromstring(news))
        known.learn(
            Page(Selector(root=source, type="html"), f"https://workshop.example/t/{number}")
        )
    page = Page(other, "https://workshop.example/members")
    known.learn(page)
    assert isinstance(known.extract(page), Article)
    told = explain(page, site=known)
    assert "what other threads show, too" in " ".join(one.verdict for one in told.candidates)

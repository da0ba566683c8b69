from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from urllib.error import HTTPError
from urllib.parse import urldefrag, urljoin
from urllib.request import ProxyHandler, build_opener

import pytest

from example_spiders.demo_forum import DemoForum
from extract_pipelines import Article, ForumThread, Page, Site
from extract_pipelines.site.kinds import MOST_KINDS
from extract_pipelines.site.options import Options
from extract_pipelines.url import page_form
from tests.pages import CHROME, POST, THREADS, forum, thread_page

NOW = datetime(2024, 6, 3, 15, 42, tzinfo=UTC)
OPENER = build_opener(ProxyHandler({}))
MOST_PAGES = 110
ODD = {
    "error": "<html><body><center><h1>502 Bad Gateway</h1></center><hr>nginx</body></html>",
    "empty": "",
    "captcha": "<div class=box><form><p>Are you a robot? Number {n}: <input></p></form></div>",
    "login": "<main><section><form>Name <input> Password <input><button>Go</button></form>{n}",
    "cut": "<html><body><div><ul><li><a href='/'>Ho",
}

Sources = dict[str, str]


def fetched(start: str, most: int = MOST_PAGES) -> Sources:
    """Pages of a site by URL, in the order of their links."""
    found: Sources = {}
    waiting, known = [start], {start}
    while waiting and len(found) < most:
        url = waiting.pop(0)
        try:
            with OPENER.open(url, timeout=10) as reply:
                found[url] = reply.read().decode(reply.headers.get_content_charset() or "utf-8")
        except HTTPError:
            continue
        for element in Page(found[url]).root.iter("a"):
            link = urldefrag(urljoin(url, element.get("href") or "")).url
            if link.startswith(start) and link not in known:
                known.add(link)
                waiting.append(link)
    return found


@pytest.fixture(scope="module")
def demo() -> dict[str, list[Page]]:
    """Pages of the demo's sites, all as if of one domain, in the order of their links.

    Each is parsed once: to be learned or read changes no page.
    """
    with DemoForum(now=NOW, threads=8) as served:
        sites = {name: (url, fetched(url)) for name, url in served.urls.items()}
    return {
        name: pages(
            {f"https://demo.example/{url[len(base) :]}": html for url, html in sources.items()}
        )
        for name, (base, sources) in sites.items()
    }


def pages(sources: Sources) -> list[Page]:
    return [Page(html, url, downloaded=NOW) for url, html in sources.items()]


def learned(stream: Iterable[Page], options: Options | None = None) -> Site:
    site = Site(options)
    for page in stream:
        site.learn(page)
    return site


def template_of(site: Site, page: Page) -> frozenset[int]:
    kind = site.kind_of(page)
    assert kind
    return kind.template.entries


def with_odd(stream: list[Page]) -> list[Page]:
    """The stream with odd pages in it, 5%: each other, and two kinds of error at thread URLs."""
    mixed = []
    for n, page in enumerate(stream):
        mixed.append(page)
        if n % 19 == 10:
            name, html = list(ODD.items())[n // 19 % len(ODD)]
            url = page.url if name == "error" else f"https://demo.example/{name}/{n}"
            mixed.append(Page(html.replace("{n}", str(n)), url, downloaded=NOW))
    return mixed


@pytest.mark.parametrize("name", ["classic", "modern", "news"])
def test_the_templates_are_the_same_in_any_order(demo: dict[str, list[Page]], name: str) -> None:
    crawled = demo[name]
    orders = [sorted(crawled, key=lambda page: page.url), crawled[::-1], list(crawled)]
    random.Random(4).shuffle(orders[2])
    by_links = learned(crawled)
    shapes = Counter(page_form(page.url) for page in crawled)
    for order in orders:
        site = learned(order)
        compared = 0
        for page in crawled:
            kinds = by_links.kind_of(page), site.kind_of(page)
            pages_known = min(kind.pages if kind else 0 for kind in kinds)
            if shapes[page_form(page.url)] >= 3 and pages_known >= 5:
                assert template_of(site, page) == template_of(by_links, page), page.url
                compared += 1
        assert compared > 0.7 * len(crawled)


def test_the_small_forum_has_the_same_templates_in_any_order() -> None:
    sources = {f"https://a.example{path}": html for path, html in forum().items()}
    found = set()
    for seed in range(12):
        order = pages(sources)
        random.Random(seed).shuffle(order)
        site = learned(order)
        found.add(tuple(template_of(site, page) for page in pages(sources)))
    assert len(found) == 1


@pytest.mark.parametrize("name", ["classic", "modern", "news"])
def test_kinds_are_lists_and_threads(demo: dict[str, list[Page]], name: str) -> None:
    content = {"classic": "/thread-", "modern": "/t/", "news": "/20"}[name]
    lists = {"classic": "/forum-", "modern": "/c/", "news": "/topic/"}[name]
    crawled = demo[name]
    site = learned(crawled)

    def kinds_at(prefix: str) -> set[int]:
        at = [page for page in crawled if page.url.startswith(f"https://demo.example{prefix}")]
        return {id(site.kind_of(page)) for page in at if "/reply" not in page.url}

    assert len(kinds_at(content)) == len(kinds_at(lists)) == 1
    assert kinds_at(content) != kinds_at(lists)


@pytest.mark.parametrize("name", ["classic", "modern"])
def test_odd_pages_change_no_item(demo: dict[str, list[Page]], name: str) -> None:
    crawled = demo[name]
    usual, mixed = learned(crawled), learned(with_odd(crawled))
    for page in crawled:
        if isinstance(expected := usual.extract(page), ForumThread):
            item = mixed.extract(page)
            assert isinstance(item, ForumThread)
            assert (item.title, item.floors) == (expected.title, expected.floors)
        assert template_of(mixed, page) >= template_of(usual, page)


def test_odd_pages_do_not_push_out_kinds_in_use(demo: dict[str, list[Page]]) -> None:
    site = Site()
    crawled = demo["modern"]
    for n, page in enumerate(crawled):
        site.learn(page)
        odd = f"<div class=a{'x' * n}><x{n}><y{n}>text {n}</y{n}></x{n}></div>"
        site.learn(Page(odd, downloaded=NOW))
    assert len(site.kinds) <= MOST_KINDS
    expected = learned(crawled)
    for page in crawled:
        assert template_of(site, page) == template_of(expected, page)


@pytest.mark.parametrize(("old", "new"), [("classic", "modern"), ("modern", "classic")])
@pytest.mark.parametrize("odd", [False, True])
def test_a_new_design_is_noticed_and_learned(
    demo: dict[str, list[Page]], old: str, new: str, odd: bool
) -> None:
    before, after = demo[old][:80], demo[new]
    crawled = list(after)
    if odd:
        before, after = with_odd(before), with_odd(after)
    site = learned(before)
    assert site.redesigns == 0
    for page in after[:12]:
        site.learn(page)
    assert site.redesigns == 1
    for page in after[12:]:
        site.learn(page)
    assert site.redesigns == 1
    alone = learned(after)
    for page in crawled:
        assert template_of(site, page) == template_of(alone, page)


def test_of_an_old_design_the_kinds_go_first(demo: dict[str, list[Page]]) -> None:
    old, new = demo["classic"][:80], demo["modern"]
    site = learned(old)
    of_old = list(site.kinds)
    for page in new:
        site.learn(page)
    for n in range(40):
        site.learn(Page(f"<div class=a{'x' * n}><x{n}><y{n}>text</y{n}></x{n}></div>"))
    left = {id(kind) for kind in site.kinds}
    assert not left & {id(kind) for kind in of_old}
    assert all(template_of(site, page) for page in new)


def test_new_texts_in_the_old_structure_are_noticed_and_learned() -> None:
    def skinned(number: int, chrome: str) -> Page:
        author = f"author{number}"
        html = thread_page(
            f"Thread {number}",
            [(author, f"2023-03-{n + 1:02} 10:15", f"Post {n} of {number}.") for n in range(4)],
        )
        for word in ("Home", "Boards", "About this place", "Tinkerers, a", "repair", "Tinkerers"):
            html = html.replace(word, f"{word} {chrome}")
        return Page(html, f"https://a.example/thread/{number}", downloaded=NOW)

    site = learned(skinned(n, "of old") for n in range(50))
    for n in range(50, 60):
        site.learn(skinned(n, "anew"))
    assert site.redesigns == 1
    assert len(site.kinds) == 1
    page = skinned(60, "anew")
    left = {leaf.text for leaf in site.subtract(page).leaves}
    assert "Post 1 of 60." in left
    assert not {text for text in left if "anew" in text}


@pytest.mark.parametrize("name", ["classic", "modern", "news"])
def test_a_crawl_of_one_design_sees_no_redesign(demo: dict[str, list[Page]], name: str) -> None:
    crawled = demo[name]
    by_url = sorted(crawled, key=lambda page: page.url)
    for order in (crawled, by_url, by_url[::-1], with_odd(by_url)):
        assert learned(order).redesigns == 0


@pytest.mark.parametrize("name", ["classic", "modern", "news"])
def test_two_workers_know_what_one_would(demo: dict[str, list[Page]], name: str) -> None:
    crawled = demo[name].copy()
    random.Random(2).shuffle(crawled)
    third = len(crawled) // 3
    one = learned(crawled)
    a, b = learned(crawled[: 2 * third]), learned(crawled[third:])
    merged, other_way = Site(), Site()
    for site, parts in ((merged, (a, b)), (other_way, (b, a))):
        for part in parts:
            site.merge(Site.from_state(json.loads(json.dumps(part.to_state()))))
    compared = 0
    for page in crawled:
        kinds = [site.kind_of(page) for site in (one, merged, other_way)]
        if all(kind and kind.pages >= 5 for kind in kinds):
            compared += 1
            assert len({kind.template.entries for kind in kinds if kind}) == 1
            items = [site.extract(page) for site in (merged, other_way)]
            assert type(items[0]) is type(items[1])
    assert compared > 0.9 * len(crawled)
    before = merged.to_state()
    merged.merge(a)
    merged.merge(b)
    assert merged.to_state() == before


def test_error_pages_that_one_worker_got_do_not_join_the_threads_of_the_other() -> None:
    sources = {f"https://a.example{path}": html for path, html in forum().items()}
    errors = [Page("<h1>Error 17</h1>\n<pre>at line 5", url, downloaded=NOW) for url in sources]
    a, b = learned(pages(sources)), learned(errors)
    expected = [template_of(a, page) for page in pages(sources)]
    a.merge(b)
    assert [template_of(a, page) for page in pages(sources)] == expected
    b.merge(a)
    assert [template_of(b, page) for page in pages(sources)] == expected


def test_kinds_that_two_workers_came_upon_are_no_new_design() -> None:
    def wiki(number: int) -> Page:
        chrome = "".join(f"<b>{word}</b>" for word in ("Wiki", "All pages", "Changes", "Help"))
        rows = "".join(f"<dl><dt>Term {number} {n}</dt><dd>It is {n}</dd></dl>" for n in range(6))
        html = f"<nav>{chrome}</nav><main><article>{rows}</article></main>"
        return Page(html, f"https://a.example/wiki/{number}", downloaded=NOW)

    def thread(number: int) -> Page:
        posts = [(f"member{n}", f"2023-03-{n + 1:02} 10:15", f"Post {n}.") for n in range(4)]
        html = thread_page(f"Thread {number}", posts)
        return Page(html, f"https://a.example/thread/{number}", downloaded=NOW)

    a, b = learned(map(wiki, range(8))), learned(map(thread, range(8)))
    b.merge(a)
    for number in range(8, 18):
        b.learn(wiki(number))
    assert b.redesigns == 0


def test_a_merge_leaves_the_other_site_as_it_is(demo: dict[str, list[Page]]) -> None:
    crawled = demo["modern"]
    a, b = Site(), learned(crawled[:40])
    before = json.dumps(b.to_state())
    a.merge(b)
    for page in crawled[40:]:
        a.learn(page)
    assert json.dumps(b.to_state()) == before


def test_a_merged_site_reads_what_only_the_other_worker_knew() -> None:
    sources = {f"https://a.example{path}": html for path, html in forum().items()}
    known, new = learned(pages(sources)), Site()
    new.merge(known)
    for page in pages(sources):
        assert new.extract(page) == known.extract(page)


def test_a_frozen_site_learns_nothing_and_reads_alike() -> None:
    sources = {f"https://a.example{path}": html for path, html in forum().items()}
    state = learned(pages(sources)).to_state()
    site = Site.from_state(state, frozen=True)
    items = [site.extract(page) for page in pages(sources)]
    title = "Which solder for brass"
    unknown = [
        *pages(sources),
        Page(CHROME.format(title="x", content="new"), "https://a.example/y"),
    ]
    for page in unknown:
        site.learn(page)
    site.learn(Page(thread_page(title, THREADS[title] * 3), "https://a.example/thread/7"))
    assert json.dumps(site.to_state()) == json.dumps(state)
    assert [site.extract(page) for page in pages(sources)] == items


def test_an_item_of_a_page_without_text_is_empty() -> None:
    site = learned(pages({f"https://a.example{path}": html for path, html in forum().items()}))
    before = len(site.kinds)
    kind = site.learn(Page("", "https://a.example/thread/1"))
    assert kind not in site.kinds
    assert len(site.kinds) == before
    item = site.extract(Page("", "https://a.example/thread/1"))
    assert isinstance(item, Article)
    assert item.body == ""


def test_the_state_of_another_version_is_refused() -> None:
    with pytest.raises(ValueError, match="format"):
        Site.from_state({"kinds": [], "scripts": {}})


def test_support_is_the_options(demo: dict[str, list[Page]]) -> None:
    crawled = demo["modern"]
    strict, usual = learned(crawled, Options(support=1.0)), learned(crawled)
    for page in crawled:
        assert template_of(strict, page) <= template_of(usual, page)
    assert any(template_of(strict, page) < template_of(usual, page) for page in crawled)


@pytest.mark.parametrize(
    "urls",
    [
        ["https://a.example/thread-15-2-1.html", "https://a.example/thread-7-1-12.html#p3"],
        ["https://a.example/t/old-maps/15", "https://a.example/t/%E8%AE%BA/7?page=2"],
        [
            "https://a.example/viewtopic.php?f=1&t=2",
            "https://a.example/viewtopic.php?t=7&f=9&start=20",
        ],
        ["https://a.example/threads/old-maps.15/", "https://a.example/threads/new.1/page-3"],
        ["https://a.example/showthread.php?15-t", "https://a.example/showthread.php?7-b/page3"],
        ["https://a.example/old-maps-of-the-city", "https://a.example/tea-and-coffee-for-all-2024"],
    ],
)
def test_urls_of_one_kind_have_one_shape(urls: list[str]) -> None:
    assert len({page_form(url) for url in urls}) == 1


def test_urls_of_other_kinds_have_other_shapes() -> None:
    assert not page_form("")
    urls = ["", "thread-1.html", "forum-1.html", "t/x/1", "u/x", "x.php?t=1", "x.php?u=1", "15"]
    assert len({page_form(f"https://a.example/{url}") for url in urls}) == len(urls)


def said_in(number: int) -> list[str]:
    """What the posts of a thread say."""
    told = "took me {} evenings, as one screw was rusty and no shop had the part"
    return [*(f"Step {n} of repair {number} {told.format(n + 2)}." for n in range(4)), "+1"]


def long_thread(number: int, post: str) -> Page:
    """A thread of five posts, one of them short, in the markup of a post."""
    posts = "".join(
        post.format(author=f"member{n}{number}", date=f"2023-03-{n + 1:02} 10:15", text=text)
        for n, text in enumerate(said_in(number))
    )
    html = CHROME.format(title=f"Repair {number}", content=f"<h1>Repair {number}</h1>{posts}")
    return Page(html, f"https://a.example/thread/{number}", downloaded=NOW)


def test_floors_are_read_as_well_after_hundreds_of_pages() -> None:
    site = learned(long_thread(number, POST) for number in range(200))
    bodies = said_in(500)
    item = site.extract(long_thread(500, POST))
    assert isinstance(item, ForumThread)
    assert [floor.body for floor in item.floors] == bodies
    other = (
        "<dl class='post'><dt>{text}</dt><dd><i>written</i> <b>{date}</b></dd><dd>"
        "<a href='/m/{author}'>{author}</a></dd><dd><a href='#answer'>Reply</a></dd></dl>"
    )
    item = site.extract(long_thread(500, other))
    assert isinstance(item, ForumThread)
    assert [floor.body for floor in item.floors] == bodies
    assert [floor.author for floor in item.floors] == [f"member{n}500" for n in range(5)]

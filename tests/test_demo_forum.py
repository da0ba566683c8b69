"""The demo forum serves what its truth says, and every page of it can be reached."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urldefrag, urljoin
from urllib.request import ProxyHandler, Request, build_opener

import pytest
from parsel import Selector

from example_spiders.demo_forum import DemoForum, Truth

NOW = datetime(2024, 6, 3, 15, 42, tzinfo=UTC)
OPENER = build_opener(ProxyHandler({}))
CHROME = (
    "blockquote, .pnote, .pto, .cpy, .attinfo, .lockbox b, .adrow, summary, .related, script, style"
)


@dataclass(frozen=True)
class Answer:
    url: str
    status: int
    kind: str
    length: int
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode(self.kind.rpartition("charset=")[2])

    @property
    def page(self) -> Selector:
        return Selector(self.text)


@pytest.fixture(scope="module")
def demo() -> Iterator[DemoForum]:
    with DemoForum(now=NOW) as forum:
        yield forum


@pytest.fixture(scope="module")
def truth(demo: DemoForum) -> Truth:
    return demo.truth()


def fetch(url: str, method: str = "GET") -> Answer:
    try:
        reply = OPENER.open(Request(url, method=method), timeout=10)
    except HTTPError as error:
        reply = error
    with reply:
        headers = reply.headers
        length = int(headers["Content-Length"])
        return Answer(reply.url, reply.status, headers["Content-Type"], length, reply.read())


def crawl(start: str) -> dict[str, int]:
    """All addresses of the site that can be reached by links, with their status."""
    found: dict[str, int] = {}
    waiting = [start]
    while waiting:
        url = waiting.pop()
        if url in found:
            continue
        answer = fetch(url)
        found[url] = answer.status
        links = (
            urldefrag(urljoin(url, href)).url for href in answer.page.css("a::attr(href)").getall()
        )
        waiting += [link for link in links if link.startswith(start) and link not in found]
    return found


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def text_of(page: Selector, query: str) -> str:
    return squeezed(page.css(query).xpath("string()").get(""))


def without_port(text: str) -> str:
    return re.sub(r"127\.0\.0\.1:\d+", "host", text)


@pytest.mark.parametrize(
    ("site", "path"),
    [
        ("classic", ""),
        ("classic", "forum-2-1.html"),
        ("classic", "thread-15-1-1.html"),
        ("classic", "space-uid-3.html"),
        ("classic", "member.php?mod=logging"),
        ("classic", "search.php"),
        ("classic", "announcement.php"),
        ("classic", "forum.php?mod=post&action=reply&tid=15"),
        ("classic", "forum.php?mod=viewthread&tid=15&action=printable"),
        ("classic", "forum.php?mod=redirect&tid=15&goto=lastpost"),
        ("modern", ""),
        ("modern", "latest"),
        ("modern", "c/general?page=1"),
        ("modern", "t/any-slug/17"),
        ("modern", "t/any-slug/17/reply"),
        ("modern", "u/Anna"),
        ("modern", "u/J%C3%BCrgen_K"),
        ("modern", "login"),
        ("news", ""),
        ("news", "search?q=camera"),
        ("news", "search?q=&page=2"),
        ("news", "topic/city"),
        ("news", "robots.txt"),
        ("news", "attachments/01/img_10000.jpg"),
    ],
)
def test_every_kind_of_page_is_served(demo: DemoForum, site: str, path: str) -> None:
    answer = fetch(demo.urls[site] + path)
    assert answer.status == 200
    head = fetch(answer.url, method="HEAD")
    assert (head.status, head.length, head.body) == (200, len(answer.body), b"")


@pytest.mark.parametrize(
    ("site", "path", "chrome"),
    [
        ("classic", "no-such-page.html", "Powered by"),
        ("classic", "thread-15-99-1.html", "Powered by"),
        ("classic", "thread-99999-1-1.html", "Powered by"),
        ("classic", "forum-2-0.html", "Powered by"),
        ("classic", "forum.php?mod=viewthread&tid=x", "Powered by"),
        ("modern", "t/any-slug/17?page=99", "Tinderbox"),
        ("modern", "c/general?page=-1", "Tinderbox"),
        ("modern", "u/nobody", "Tinderbox"),
        ("news", "2024/05/nothing.html", "All rights reserved"),
    ],
)
def test_unknown_pages_are_404_in_the_sites_frame(
    demo: DemoForum, site: str, path: str, chrome: str
) -> None:
    answer = fetch(demo.urls[site] + path)
    assert answer.status == 404
    assert chrome in answer.text


def test_all_pages_of_the_truth_can_be_reached_and_no_link_is_dead(
    demo: DemoForum, truth: Truth
) -> None:
    found: dict[str, int] = {}
    for url in demo.urls.values():
        found |= crawl(url)
    assert {url for url, status in found.items() if status != 200} == set()
    pages = {page for thread in truth.threads for page in thread.pages}
    assert pages | {article.url for article in truth.articles} <= found.keys()


def test_posts_of_the_truth_are_on_their_pages_once(truth: Truth) -> None:
    for thread in truth.threads:
        for url in thread.pages:
            page = fetch(url).page
            page.css(CHROME).drop()
            whole = squeezed(page.xpath("string(//body)").get(""))
            posts = [post for post in thread.posts if post.page == url]
            tid = "".join(re.findall(r"/thread-(\d+)", url))
            for post in posts:
                query = (
                    f"[id='msg{tid}_{post.number}']"
                    if thread.site == "classic"
                    else f"#post-{post.number} > .entry-main > .prose"
                )
                assert len(page.css(query)) == 1
                own = squeezed(post.text)
                assert text_of(page, query) == own
                assert len(own) < 100 or whole.count(own) == 1
            assert len(page.css(".msgcell, .prose")) == len(posts)


def test_quotes_images_signatures_and_authors_are_on_the_page(truth: Truth) -> None:
    for thread in truth.threads:
        pages = {url: fetch(url) for url in thread.pages}
        for post in thread.posts:
            answer = pages[post.page]
            whole = squeezed(answer.page.xpath("string(//body)").get(""))
            words = [post.author, *post.quotes, *filter(None, [post.signature])]
            assert [word for word in words if squeezed(word) not in whole] == []
            sources = set(answer.page.xpath("//img/@src | //img/@file").getall())
            assert {urljoin(answer.url, source) for source in sources} >= set(post.images)


def test_parents_of_the_modern_board_are_links_or_nesting(truth: Truth) -> None:
    nested = [thread for thread in truth.threads if thread.nested]
    assert nested
    for thread in (thread for thread in truth.threads if thread.site == "modern"):
        for post in thread.posts:
            article = fetch(post.page).page.css(f"#post-{post.number}")
            inside = article.xpath("ancestor::article[1]/@id").get("")
            linked = article.css(".entry-main > header > .reply-ref::text").re_first(r"#(\d+)")
            number = linked or inside.removeprefix("post-")
            assert number == str(post.parent or "")


def test_articles_hold_their_paragraphs(truth: Truth) -> None:
    assert len(truth.articles) == 12
    for article in truth.articles:
        page = fetch(article.url).page
        found = ["".join(p.xpath(".//text()").getall()) for p in page.css(".story > p")]
        assert found == article.paragraphs
        assert len(found) >= 3
        assert page.css("title::text").get() == f"{article.title} - Demo News"
        assert page.css(".story li::text").getall() == article.items
        assert page.css("figcaption::text").getall() == article.captions


def test_the_classic_board_is_gbk_with_relative_and_plain_dates(demo: DemoForum) -> None:
    truth = demo.truth()
    recent, old = (next(t for t in truth.threads if len(t.pages) == n) for n in (3, 5))
    answer = fetch(recent.pages[-1])
    assert answer.kind == "text/html; charset=gbk"
    assert b"charset=gbk" in answer.body
    assert re.search(r"发表于 \d+分钟前", answer.text)
    texts = [fetch(url).text for url in (*recent.pages, *old.pages)]
    whole = "".join(texts)
    assert re.search(r"发表于 \d+小时前", whole)
    assert re.search(r"发表于 20\d\d-[1-9]\d?-[1-9]\d? \d\d:\d\d", whole)
    for label in ("楼主", "沙发", "板凳", "5#", "本帖最后由", "引用：", "1</a> <strong>2</strong>"):
        assert label in whole


def test_same_arguments_give_the_same_truth(truth: Truth) -> None:
    with DemoForum(now=NOW) as same, DemoForum(now=NOW, seed=2) as other:
        assert without_port(same.truth().to_json()) == without_port(truth.to_json())
        assert without_port(other.truth().to_json()) != without_port(truth.to_json())


def test_threads_vary_in_length_and_titles_stay_unique() -> None:
    with DemoForum(threads=600, per_page=15) as demo:
        threads = demo.truth().threads
        assert len(threads) == len({thread.title for thread in threads}) == 600
        sizes = [len(thread.posts) for thread in threads]
        assert (min(sizes), max(sizes)) == (1, 47)
        assert fetch(demo.urls["modern"] + "latest?page=15").status == 200
        pages = next(thread.pages for thread in threads if len(thread.posts) == 47)
        assert len(pages) == 4


@pytest.mark.parametrize("threads", [0, 1])
def test_an_empty_board_has_its_pages_too(threads: int) -> None:
    with DemoForum(threads=threads) as demo:
        for url in demo.urls.values():
            assert fetch(url).status == 200
        assert len(demo.truth().threads) == threads


def test_truth_needs_addresses() -> None:
    with pytest.raises(RuntimeError, match="started"):
        DemoForum().truth()


def test_the_command_prints_addresses_and_ends_on_sigterm(tmp_path: Path) -> None:
    target = tmp_path / "truth.json"
    command = [sys.executable, "-m", "example_spiders.demo_forum", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--truth", str(target)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    with process:
        lines = [process.stdout.readline().split() for _ in range(3)]
        assert [name for name, _ in lines] == ["classic", "modern", "news"]
        assert fetch(lines[1][1]).status == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
    assert target.read_text(encoding="utf-8").startswith("{")

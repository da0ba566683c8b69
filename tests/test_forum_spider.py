"""The `forum` spider on a small forum with traps: what it asks for, at first and later."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from example_spiders.pipelines import SqlitePipeline
from extract_pipelines import Floor, ForumThread, extract
from tests.changing_forum import CHROME, POST, Forum, Post, make_forum
from tests.commands import scrapy_command
from tests.crawling import DEFAULTS, ROOT, Answer, Run, Site, crawl, run_cleanly

# Pages come in the same order in every run, so that the same is known of the site at each.
IN_ORDER = ("-s", "CONCURRENT_REQUESTS=1")
SIZES = dict(enumerate((3, 1, 12, 4, 2, 8, 1, 5, 3, 6, 2, 4), start=1))


class Followed:
    """A forum that the example spider follows, given its index alone."""

    def __init__(self, folder: Path, forum: Forum) -> None:
        self.folder = folder
        self.forum = forum
        self.site = Site(forum.site())
        self.runs = 0
        self.start = "/"
        self.hidden: dict[str, str | Answer] = {}

    def crawl(self, *options: str, failed: bool = False) -> list[dict[str, Any]]:
        """The items of one more run; the site then tells which paths were requested.

        :param failed: whether something is to fail in it
        """
        self.site.pages = {**self.forum.site(), **self.hidden}
        self.site.requested.clear()
        self.runs += 1
        feed = self.folder / f"{self.runs}.jsonl"
        command = ["crawl", "forum", "-a", f"url={self.site.url}{self.start}", "-o", str(feed)]
        command += ["-s", "AUTOTHROTTLE_ENABLED=0", "-s", "EXTRACT_MONITOR=1", *IN_ORDER]
        command += ["-s", f"EXTRACT_STORE=sqlite:///{self.folder / 'seen.sqlite'}", *options]
        self.log = scrapy_command(*command, cwd=ROOT).stderr if failed else run_cleanly(*command)
        lines = feed.read_text("utf-8").splitlines() if feed.exists() else []
        return [json.loads(line) for line in lines]


@pytest.fixture
def followed(tmp_path: Path) -> Any:
    made = Followed(tmp_path, make_forum(SIZES))
    with made.site:
        yield made


def texts_of(forum: Forum) -> list[str]:
    return sorted(post.text for posts in forum.threads.values() for post in posts)


def texts(items: list[dict[str, Any]], change: str | None = "new") -> list[str]:
    floors = [floor for item in items for floor in item["floors"]]
    return sorted(floor["body"] for floor in floors if floor["change"] == change)


def test_it_reads_every_thread_and_then_only_those_that_moved(followed: Followed) -> None:
    forum = followed.forum
    first = followed.crawl()
    requested = followed.site.requested.copy()
    assert texts(first) == sorted(post.text for posts in forum.threads.values() for post in posts)
    assert len(requested) == len(set(requested))
    assert f"{sum(SIZES.values())} floors, {len(requested)} pages read, 0 to go" in followed.log
    assert not [path for path in requested if "sort" in path or "p=1" in path or "sid" in path]
    useless = [
        path for path in requested if path.startswith(("/login", "/users", "/reply", "/about"))
    ]
    assert len(useless) <= 0.15 * len(requested)

    forum.threads[3].append(Post("alice", "2023-12-28 10:00", "Late, but here it is.", "9001"))
    forum.threads[6].pop(1)
    forum.threads[13] = [Post("kestrel", "2023-12-29 11:00", "A brand new topic.", "9002")]
    forum.titles[13] = "Rust on the bicycle chain"
    second = followed.crawl()
    assert texts(second) == ["A brand new topic.", "Late, but here it is."]
    assert [len(item["deleted_floors"]) for item in second if item["deleted_floors"]] == [1]
    threads = {path for path in followed.site.requested if path.startswith("/thread/")}
    # The long thread is read from its last page on; of the one with a post less, all pages are.
    assert threads == {"/thread/3/?page=3", "/thread/6/", "/thread/6/?page=2", "/thread/13/"}

    assert followed.crawl() == []
    assert not [path for path in followed.site.requested if path.startswith("/thread/")]


@pytest.mark.parametrize(
    "start", ["/board/1/", "/board/0/?page=2", "/thread/2/", "/thread/3/?page=2"]
)
def test_a_crawl_may_begin_at_any_page(followed: Followed, start: str) -> None:
    followed.crawl("-s", f"EXTRACT_STORE=sqlite:///{followed.folder / 'other.sqlite'}")
    from_index = len(followed.site.requested)
    followed.start = start
    posts = [post.text for posts in followed.forum.threads.values() for post in posts]
    assert texts(followed.crawl()) == sorted(posts)
    assert len(followed.site.requested) <= from_index + 1
    assert "WARNING" not in followed.log


BOARDS = {
    "wheels": "All that turns, from gearboxes to the hinges of a barn door; add a picture of it.",
    "lamps": "Lamps, clocks and radios. Say which model you have, and what you have tried already.",
}
BOARD_LIKE_A_POST = """<div class="post"><h2><a href="/board/{board}/">Board of {name}</a></h2>
<p class="text">{about}</p><div class="last"><a class="user" href="/users/oldowl/">oldowl</a> wrote
on <time>2023-12-2{board} 10:15</time>: <a href="/thread/{board}/?p=99">{board}</a></div></div>"""


def test_an_index_that_looks_like_a_thread_leads_on(followed: Followed) -> None:
    rows = "".join(
        BOARD_LIKE_A_POST.format(board=board, name=name, about=about)
        for board, (name, about) in enumerate(BOARDS.items())
    )
    index = (
        "<html lang='en'><head><title>Tinkerers</title></head><body><h1>Tinkerers</h1>"
        f"<div>{rows}</div></body></html>"
    )
    assert isinstance(extract(index, followed.site.url), ForumThread)
    followed.hidden["/"] = index
    posts = [post.text for posts in followed.forum.threads.values() for post in posts]
    assert set(texts(followed.crawl())) >= set(posts)
    with closing(sqlite3.connect(followed.folder / "seen.sqlite")) as connection:
        known = {url for (url,) in connection.execute("SELECT url FROM monitor_threads")}
    assert f"{followed.site.url}/" not in known


LONELY = {
    "nothing": CHROME.format(title="Boards", content="<p>There are no threads here yet.</p>"),
    "no answer": Answer(b"Gone", status=404),
    "a thread": "<html><body><h1>Old pump</h1>"
    + "".join(
        POST.format(anchor="", author=name, date=date, text=text)
        for name, date, text in (
            ("alice", "2023-05-01 10:00", "Where can I find a new seal for the old pump?"),
            ("oldowl", "2023-05-01 11:30", "At the flea market, with a little luck."),
            ("kestrel", "2023-05-02 08:10", "I have three of them, write me a mail."),
        )
    )
    + "</body></html>",
}


@pytest.mark.parametrize("page", LONELY)
def test_a_start_that_leads_to_no_thread_is_told(followed: Followed, page: str) -> None:
    followed.start = "/start/"
    followed.hidden = dict.fromkeys(("/", "/about/", "/start/"), LONELY[page])
    items = followed.crawl()
    assert len(items) == (page == "a thread")
    (told,) = [line for line in followed.log.splitlines() if " WARNING: " in line]
    assert f"No thread was found from {followed.site.url}/start/ on" in told
    assert ("but for the one that it shows" in told) == bool(items)
    assert "give the address of the forum's index" in told


def test_runs_that_are_cut_short_or_find_nothing_new_do_not_tell_that(followed: Followed) -> None:
    for options in (("-a", "max_pages=1"), ("-s", "CLOSESPIDER_PAGECOUNT=1"), (), ()):
        followed.crawl(*options)
        assert "WARNING" not in followed.log


def test_a_page_among_threads_is_one_however_little_is_on_it(followed: Followed) -> None:
    said = ["Who has a manual of the old lathe?", "I do."]
    followed.forum.threads[13] = [Post("alice", "", said[0]), Post("kestrel", "", said[1])]
    followed.forum.titles[13] = "Manual wanted"
    found = {item["title"]: item for item in followed.crawl()}["Manual wanted"]
    assert [floor["body"] for floor in found["floors"]] == said


def test_threads_that_a_killed_run_left_are_read_by_the_next(followed: Followed) -> None:
    first = followed.crawl("-s", "CLOSESPIDER_ITEMCOUNT=4")
    assert len(texts(first)) < sum(SIZES.values())
    second = followed.crawl()
    known = sorted(post.text for posts in followed.forum.threads.values() for post in posts)
    assert sorted(texts(first) + texts(second)) == known


def test_runs_that_are_to_ask_for_few_pages_go_on_where_the_last_has_stopped(
    tmp_path: Path,
) -> None:
    forum = make_forum({**SIZES, 3: 28})  # it has more pages than a run may ask for
    followed = Followed(tmp_path, forum)
    known = sorted(post.text for posts in forum.threads.values() for post in posts)
    told: list[str] = []
    with followed.site:
        for _ in range(10):
            told += texts(followed.crawl("-a", "max_pages=6"))
            assert len(followed.site.requested) <= 6 + len(["/robots.txt"])
        assert sorted(told) == known
        assert followed.crawl() == []


def test_such_runs_go_on_within_a_long_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.changing_forum.BOARDS", 1)
    forum = make_forum(dict.fromkeys(range(1, 29), 1))
    for number, (post,) in forum.threads.items():
        post.date = f"2023-{1 + number % 12:02}-{number:02} 10:15"
    followed = Followed(tmp_path, forum)
    told: list[str] = []
    with followed.site:
        for _ in range(16):
            told += texts(followed.crawl("-a", "max_pages=5"))
    assert sorted(told) == sorted(post.text for (post,) in forum.threads.values())


@pytest.mark.parametrize(
    "bound", [("-a", "max_pages=5"), ("-s", "CLOSESPIDER_PAGECOUNT=5")], ids=["asked", "closed"]
)
def test_no_thread_is_given_up_that_runs_did_not_come_to(
    tmp_path: Path, bound: tuple[str, str]
) -> None:
    followed = Followed(tmp_path, make_forum(dict.fromkeys(range(1, 13), 18)))
    with followed.site:
        told = [text for _ in range(6) for text in texts(followed.crawl(*bound))]
        told += texts(followed.crawl())
    posts = [post.text for posts in followed.forum.threads.values() for post in posts]
    assert sorted(told) == sorted(posts)


@pytest.mark.parametrize("answer", [Answer(b"Gone", status=404), CHROME], ids=["error", "no posts"])
def test_a_thread_that_cannot_be_read_is_asked_for_in_three_runs(
    followed: Followed, answer: str | Answer
) -> None:
    followed.crawl()
    followed.forum.threads[13] = [Post("kestrel", "2023-12-29 11:00", "A new topic.", "9002")]
    followed.hidden["/thread/13/"] = answer
    asked = []
    for _ in range(5):
        followed.crawl()
        asked.append("/thread/13/" in followed.site.requested)
    assert asked == [True, True, True, False, False]


class Failing:
    """An item pipeline that fails on one page of a thread."""

    def process_item(self, item: ForumThread) -> ForumThread:
        if item.url.endswith("/thread/3/"):
            raise OSError("disk full")
        return item


def test_a_page_that_a_pipeline_fails_on_is_told_again_though_later_ones_were_told(
    followed: Followed,
) -> None:
    failing = json.dumps({"tests.test_forum_spider.Failing": 500})
    first = followed.crawl("-s", f"ITEM_PIPELINES={failing}", failed=True)
    assert followed.forum.threads[3][0].text not in texts(first)
    known = sorted(post.text for posts in followed.forum.threads.values() for post in posts)
    assert sorted(texts(first) + texts(followed.crawl())) == known


def test_posts_can_be_kept_in_a_database(followed: Followed) -> None:
    posts = followed.folder / "posts.sqlite"
    pipelines = {"example_spiders.pipelines.SqlitePipeline": 500}
    options = ("-s", f"ITEM_PIPELINES={json.dumps(pipelines)}", "-s", f"POSTS_FILE={posts}")
    followed.crawl(*options)
    gone = followed.forum.threads[6].pop(1)
    followed.forum.threads[6].append(Post("alice", "2023-12-28 10:00", "The latest.", "9003"))
    followed.crawl(*options)
    with closing(sqlite3.connect(posts)) as connection:
        rows = connection.execute("SELECT body, deleted FROM posts").fetchall()
    known = {post.text: 0 for thread in followed.forum.threads.values() for post in thread}
    assert dict(rows) == {**known, gone.text: 1}
    assert len(rows) == len(known) + 1


def test_posts_without_ids_are_kept_once_each(tmp_path: Path) -> None:
    pipeline = SqlitePipeline(str(tmp_path / "posts.sqlite"))
    pipeline.open_spider()
    floors = [Floor(body="One."), Floor(body="Another."), Floor(author="Anna", body="A third.")]
    thread = ForumThread(url="https://a.example/1", floors=floors)
    pipeline.process_item(thread)
    floors[2].date = "2024-05-01"
    pipeline.process_item(thread)
    pipeline.process_item(replace(thread, floors=[], deleted_floors=["Anna 2024-05-01"]))
    pipeline.close_spider()
    with closing(sqlite3.connect(tmp_path / "posts.sqlite")) as connection:
        rows = connection.execute("SELECT body, date, deleted FROM posts ORDER BY body").fetchall()
    assert rows == [("A third.", "2024-05-01", 1), ("Another.", None, 0), ("One.", None, 0)]


def test_long_threads_come_out_whole(tmp_path: Path) -> None:
    forum = make_forum({1: 24, 2: 25, 3: 21, 4: 2})
    followed = Followed(tmp_path, forum)
    with followed.site:
        items = followed.crawl("-s", "EXTRACT_THREADS=thread")
    assert len(items) == len(forum.threads)
    for item in items:
        posts = forum.threads[int(item["thread_id"])]
        assert [floor["body"] for floor in item["floors"]] == [post.text for post in posts]
        assert item["complete"] is True


def test_a_job_that_was_stopped_asks_for_no_page_by_another_address(tmp_path: Path) -> None:
    forum = make_forum({1: 7, 2: 8, 3: 6, 4: 7, 5: 9, 6: 8, 7: 7})
    forum.numbers_first = True
    spider = SPIDER + '    start_urls = ["{url}/"]\n'
    settings = {**DEFAULTS, "JOBDIR": str(tmp_path / "job"), "CONCURRENT_REQUESTS": 1}
    with Site(forum.site()) as site:
        source = spider.format(url=site.url)
        stop = {"CLOSESPIDER_ITEMCOUNT": len(forum.threads)}
        early = Run(tmp_path, source, {**settings, **stop}).wait()
        assert len(texts(early.items, None)) < len(texts_of(forum))
        result = Run(tmp_path, source, settings, appends=True).wait()
        asked = [path for path in site.requested if path.endswith("?page=1")]
    assert asked == []
    assert texts(result.items, None) == texts_of(forum)


def test_a_crawl_that_ends_early_says_which_threads_are_incomplete(tmp_path: Path) -> None:
    forum = make_forum({1: 24, 2: 25, 3: 21, 4: 22})
    followed = Followed(tmp_path, forum)
    options = ("-s", "EXTRACT_THREADS=thread")
    with followed.site:
        early = followed.crawl(*options, "-s", "CLOSESPIDER_PAGECOUNT=12")
        rest = followed.crawl(*options)
    broken = [item for item in early if not item["complete"]]
    assert broken
    assert all(item["missing_pages"] for item in broken)
    for item in early:
        posts = [post.text for post in forum.threads[int(item["thread_id"])]]
        found = [posts.index(floor["body"]) for floor in item["floors"]]
        assert found == sorted(set(found))
    known = sorted(post.text for posts in forum.threads.values() for post in posts)
    assert sorted(texts(early) + texts(rest)) == known


SPIDER = """
from extract_pipelines.scrapy.spiders import ForumSpider

class Spider(ForumSpider):
    custom_settings = {{**ForumSpider.custom_settings, "AUTOTHROTTLE_ENABLED": False}}
"""
COUNTING = """
from collections import Counter
from extract_pipelines.scrapy.spiders import ForumSpider
from extract_pipelines.site.reading import Reading

sought, find = Counter(), Reading._find_floors

def counted(self):
    sought[self.url] += 1
    find(self)

Reading._find_floors = counted

class Spider(ForumSpider):
    custom_settings = {{**ForumSpider.custom_settings, "AUTOTHROTTLE_ENABLED": False}}
    start_urls = ["{url}/"]

    def closed(self, reason):
        for url, times in sought.items():
            self.crawler.stats.inc_value(f"pages sought {{times}} times")
"""


@pytest.mark.parametrize("pages_at_once", [1, 8])
def test_the_floors_of_each_page_are_found_once(tmp_path: Path, pages_at_once: int) -> None:
    forum = make_forum(SIZES)
    with Site(forum.site()) as site:
        result = crawl(
            tmp_path,
            COUNTING.format(url=site.url),
            CONCURRENT_REQUESTS=pages_at_once,
            CONCURRENT_REQUESTS_PER_DOMAIN=pages_at_once,
            STATS_CLASS="tests.crawling.KeptStats",
        )
    floors = [floor["body"] for item in result.items for floor in item["floors"]]
    assert sorted(floors) == sorted(post.text for posts in forum.threads.values() for post in posts)
    pages, held = result.stat("pages_recorded"), result.stat("items_held")
    # Those that waited for their template are read with it.
    assert held < 5 < pages
    assert result.stats["pages sought 1 times"] == pages - held
    assert result.stats.get("pages sought 2 times", 0) == held
    assert result.stat("readings") == pages + held

"""Real crawls of a forum that changes between them: what comes out, and how often."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.changing_forum import Forum, Post, make_forum, path_of
from tests.crawling import DEFAULTS, Answer, Result, Run, Site, crawl
from tests.pages import list_page
from tests.watching import SPIDER, Watched

SIZES = {1: 4, 2: 5, 3: 12, 4: 1, 5: 7}


@pytest.fixture
def watched(tmp_path: Path) -> Any:
    made = Watched(tmp_path, make_forum(SIZES))
    with made.site:
        yield made


def told(result: Result, change: str | None = "new") -> list[str]:
    """Texts of the floors with this mark, sorted."""
    floors = [floor for item in result.items for floor in item["floors"]]
    return sorted(floor["body"] for floor in floors if floor["change"] == change)


def texts(forum: Forum) -> list[str]:
    return sorted(post.text for posts in forum.threads.values() for post in posts)


def test_every_post_comes_once_then_only_what_changed(watched: Watched) -> None:
    forum = watched.forum
    first = watched.crawl()
    assert told(first) == texts(forum)
    assert first.stat("floors_new") == sum(SIZES.values())

    forum.threads[1].append(Post("alice", "2023-09-01 10:00", "I had this one, too.", "2001"))
    forum.threads[3].append(Post("kestrel", "2023-09-01 10:05", "Oil it once a year.", "2002"))
    forum.threads[5][1].text += " Mended, thank you all."
    deleted = forum.threads[3].pop(2)
    forum.threads[6] = [Post("bergfex", "2023-09-02 08:00", "A new topic of mine.", "2003")]
    second = watched.crawl()
    assert told(second) == ["A new topic of mine.", "I had this one, too.", "Oil it once a year."]
    assert told(second, "edited") == [forum.threads[5][1].text]
    gone = [name for item in second.items for name in item["deleted_floors"]]
    assert gone == [deleted.name]
    assert sum(len(item["floors"]) for item in second.items) == 4

    third = watched.crawl()
    assert third.items == []
    assert third.stat("threads_unchanged") == len(watched.site.pages)
    assert "WARNING" not in third.log


def test_only_what_is_gone_is_told_as_deleted_though_posts_move_to_other_pages(
    watched: Watched,
) -> None:
    forum = watched.forum
    watched.crawl()
    last_first = SPIDER.replace("= {urls}", "= {urls}[::-1]")
    deleted = [forum.threads[3].pop(1), forum.threads[3].pop(3), forum.threads[5].pop(6)]
    forum.threads[3].insert(1, Post("alice", "2023-03-01 11:00", "Held back till now.", "2001"))
    forum.per_page = 3
    second = watched.start(last_first).wait()
    assert told(second) == ["Held back till now."]
    gone = [name for item in second.items for name in item["deleted_floors"]]
    assert sorted(gone) == sorted(post.name for post in deleted)
    forum.per_page = 10
    assert watched.start(last_first).wait().items == []


def test_notices_in_place_of_a_thread_do_not_delete_it(watched: Watched) -> None:
    watched.crawl()
    posts, strangers = watched.forum.threads[3], make_forum({1: 3}, seed=2).threads[1]
    for post in strangers:
        post.name = f"9{post.name}"
        post.text = f"Notice of {post.date}"
    watched.forum.threads[3] = strangers
    for _ in range(2):
        result = watched.crawl()
        assert [name for item in result.items for name in item["deleted_floors"]] == []
        assert result.stat("floors_doubted") == len(posts)
    watched.forum.threads[3] = posts[:2]
    last = watched.crawl()
    gone = {name for item in last.items for name in item["deleted_floors"]}
    assert gone == {post.name for post in [*posts[2:], *strangers]}


def test_a_post_that_was_told_as_deleted_and_is_there_again_is_told(watched: Watched) -> None:
    watched.crawl()
    posts = watched.forum.threads[3]
    watched.forum.threads[3] = [*posts[:4], *posts[7:]]
    watched.crawl()
    watched.forum.threads[3] = posts
    result = watched.crawl()
    assert told(result, "restored") == sorted(post.text for post in posts[4:7])
    assert result.stat("floors_restored") == sum(len(item["floors"]) for item in result.items) == 3
    assert watched.crawl().items == []


def test_split_feeds_tell_each_post_once_too(watched: Watched) -> None:
    """Of an item that has many lines all must be in the feed before it counts as told."""
    spider = SPIDER + KILLERS["before"].replace("AFTER", "3")
    killing: dict[str, Any] = {"ITEM_PIPELINES": {"spider.Killer": 900}}
    first = watched.start(spider, EXTRACT_SPLIT=True, **killing).wait()
    assert first.returncode == -9
    second, third = (watched.crawl("again", EXTRACT_SPLIT=True) for _ in range(2))
    rows = [row["body"] for row in (*first.items, *second.items)]
    assert sorted(rows) == texts(watched.forum)
    assert len(first.items) > 3
    assert third.items == []


def test_what_another_version_has_seen_is_refused_in_a_sentence(watched: Watched) -> None:
    watched.crawl()
    with closing(sqlite3.connect(watched.folder / "seen.sqlite")) as connection, connection:
        connection.execute("UPDATE monitor_version SET version = 99")
    result = watched.start().wait()
    assert result.has_failed
    assert result.items == []
    (sentence,) = [line for line in result.log.splitlines() if "format 99" in line]
    assert "EXTRACT_STORE" in sentence
    assert "give another EXTRACT_STORE" in sentence
    assert "EXTRACT_STORE_RESET = True" in sentence
    result = watched.crawl(EXTRACT_STORE_RESET=True)
    assert told(result) == texts(watched.forum)
    (copy,) = watched.folder.glob("seen.sqlite.unreadable-*")
    assert f"a copy is {copy}, and all posts are told once more" in result.log
    assert watched.crawl(EXTRACT_STORE_RESET=True).items == []


def test_templates_of_another_version_go_and_what_was_seen_stays(watched: Watched) -> None:
    watched.crawl()
    store = watched.folder / "seen.sqlite"
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("PRAGMA user_version = 3")
    assert "has format 3" in watched.start().wait().log
    result = watched.crawl(EXTRACT_STORE_RESET=True)
    assert result.items == []
    (copy,) = watched.folder.glob("seen.sqlite.unreadable-*")
    assert f"a copy is {copy}, and templates are learned afresh" in result.log
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT count(*) FROM templates").fetchone() == (1,)
    assert watched.crawl().items == []


def test_posts_without_ids_are_known_again_though_numbers_shift(watched: Watched) -> None:
    forum = watched.forum
    forum.with_ids = False
    watched.crawl()
    forum.threads[3].pop(0)
    second = watched.crawl()
    assert told(second) == []
    assert told(second, "edited") == []
    assert sum(len(item["deleted_floors"]) for item in second.items) == 1


def test_all_floors_are_marked_where_that_is_asked_for(watched: Watched) -> None:
    watched.crawl(EXTRACT_CHANGES="all")
    watched.forum.threads[2][0].text = "I take it all back."
    second = watched.crawl(EXTRACT_CHANGES="all")
    assert told(second, "edited") == ["I take it all back."]
    assert len(told(second, "seen")) == sum(SIZES.values()) - 1


def test_a_relative_date_is_settled_once(watched: Watched) -> None:
    forum = watched.forum
    exact = {}
    for place, post in enumerate(forum.threads[5]):
        exact[post.text] = post.date.replace(" ", "T") + ":00"
        post.date = f"{place + 2} months ago" if place == 6 else f"{place + 3} hours ago"
    first = watched.crawl()
    settled = {floor["body"]: floor for item in first.items for floor in item["floors"]}
    assert {settled[text]["date_precision"] for text in list(exact)[:6]} == {"hour"}

    for post in forum.threads[5]:
        post.date = exact[post.text].replace("T", " ")[:16]
    second = watched.crawl()
    floors = [floor for item in second.items for floor in item["floors"]]
    assert {floor["change"] for floor in floors} == {"dated"}
    assert {floor["body"]: floor["date"] for floor in floors} == exact
    assert {floor["date_precision"] for floor in floors} == {"minute"}

    for post in forum.threads[5]:
        post.date = post.date[:10]
    third = watched.crawl(EXTRACT_CHANGES="all")
    kept = [f for item in third.items for f in item["floors"] if f["body"] in exact]
    assert {floor["change"] for floor in kept} == {"seen"}
    assert {floor["body"]: floor["date"] for floor in kept} == exact


KILLERS = {
    # After the claim, before the feed has the item.
    "before": """
import os, signal

class Killer:
    left = AFTER
    def process_item(self, item):
        Killer.left -= 1
        if Killer.left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return item
""",
    # After the feed has the item, before the claim is confirmed.
    "after": """
import os, signal
from extract_pipelines.forum.seen import SeenStore

confirm, left = SeenStore.confirm, [AFTER]

def killing_confirm(self, change_id):
    left[0] -= 1
    if left[0] < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    confirm(self, change_id)

SeenStore.confirm = killing_confirm
""",
}


def killed(watched: Watched, after: int, how: str, spider: str = SPIDER) -> list[str]:
    """Texts of the new floors in the feed of a crawl that is killed `how` after so many items."""
    spider += KILLERS[how].replace("AFTER", str(after))
    run = watched.start(
        spider=spider, ITEM_PIPELINES={"spider.Killer": 900} if how == "before" else {}
    )
    done = run.command.wait()
    assert done.returncode == -9, done.stderr
    feed = watched.folder / "items.jsonl"
    lines = feed.read_text("utf-8").splitlines() if feed.exists() else []
    return [floor["body"] for line in lines for floor in json.loads(line)["floors"]]


def test_of_two_runs_at_a_time_one_tells_each_post(watched: Watched) -> None:
    runs = [watched.start(folder=name, DOWNLOAD_DELAY=0.02) for name in ("one", "other")]
    results = [run.wait() for run in runs]
    assert sorted(text for result in results for text in told(result)) == texts(watched.forum)
    assert all(result.returncode == 0 for result in results)


def test_a_feed_that_is_no_list_of_lines_counts_once_it_is_whole(watched: Watched) -> None:
    feed = watched.folder / "all.json"
    spider = SPIDER + KILLERS["before"].replace("AFTER", "3")
    killing: dict[str, Any] = {"ITEM_PIPELINES": {"spider.Killer": 900}}
    assert watched.start(spider, **killing, feed=feed.name).command.wait().returncode == -9
    assert watched.start(feed=feed.name).command.wait().returncode == 0
    items = json.loads(feed.read_text("utf-8"))
    assert sorted(f["body"] for item in items for f in item["floors"]) == texts(watched.forum)


WHOLE = {"all.json": {"format": "json"}}
LOST_FEEDS: dict[str, dict[str, Any]] = {
    "no folder": {"a_file/new.jsonl": {"format": "jsonlines"}},
    "no folder, whole": {"a_file/new.json": {"format": "json"}},
    "a folder": {"a_folder": {"format": "csv"}},
    "no such values": {"new.marshal": {"format": "marshal"}},
    "no such letters": {"new.csv": {"format": "csv", "encoding": "latin-1"}},
    "one of two": {"a_file/new.csv": {"format": "csv"}, "new.jsonl": {"format": "jsonlines"}},
    "one of two, the other whole": {"new.marshal": {"format": "marshal"}, **WHOLE},
}


@pytest.mark.parametrize("feeds", LOST_FEEDS.values(), ids=LOST_FEEDS)
def test_what_a_feed_does_not_take_is_told_by_the_next_run(
    watched: Watched, feeds: dict[str, Any]
) -> None:
    for post in (post for posts in watched.forum.threads.values() for post in posts):
        post.text += " 谢谢大家"
    (watched.folder / "a_file").write_text("no folder")
    (watched.folder / "a_folder").mkdir()
    paths = {str(watched.folder / path): options for path, options in feeds.items()}
    lost = watched.start(feed=None, FEEDS=paths).wait()
    assert lost.stat("flushes_failed") == len(watched.site.pages)
    assert lost.log.count("A feed did not take an item") == 1
    again = watched.crawl()
    assert told(again) == texts(watched.forum)
    assert again.stat("flushes_failed") == 0
    assert watched.crawl().items == []


BROKEN_ENDS = """
from scrapy.exporters import JsonItemExporter

class Broken(JsonItemExporter):
    def finish_exporting(self):
        raise OSError("disk full")
"""


def test_what_a_feed_that_cannot_be_ended_held_is_told_by_the_next_run(watched: Watched) -> None:
    paths = {str(watched.folder / "all.json"): {"format": "json"}}
    other = {str(watched.folder / "new.jsonl"): {"format": "jsonlines"}}
    settings: dict[str, Any] = {"FEED_EXPORTERS": {"json": "spider.Broken"}}
    watched.start(SPIDER + BROKEN_ENDS, feed=None, FEEDS=paths | other, **settings).wait()
    assert told(watched.crawl()) == texts(watched.forum)


def test_an_item_that_a_pipeline_fails_on_is_told_again(watched: Watched) -> None:
    failing = SPIDER + (
        "\nclass Failing:\n    def process_item(self, item):\n        raise OSError('disk full')\n"
    )
    first = watched.start(spider=failing, ITEM_PIPELINES={"spider.Failing": 900}).wait()
    assert first.items == []
    assert told(watched.crawl()) == texts(watched.forum)


def crawl_without_feed(watched: Watched, spider: str = SPIDER, **settings: Any) -> str:
    """The log of a crawl that has no feed."""
    run = watched.start(spider, feed=None, **settings)
    done = run.command.wait()
    assert done.returncode == 0
    assert "Traceback" not in done.stderr, done.stderr
    return done.stderr


def test_what_a_run_writes_nowhere_is_told_by_the_next_one(watched: Watched) -> None:
    assert "EXTRACT_MONITOR: this run writes its items nowhere" in crawl_without_feed(watched)
    result = watched.crawl()
    assert told(result) == texts(watched.forum)
    assert result.stat("changes_unwritten") == 0
    assert "writes its items nowhere" not in result.log


OWN_PARTS = {
    "pipeline": """
class Own:
    def process_item(self, item):
        return item
""",
    "listener": """
from scrapy import signals

class Own:
    @classmethod
    def from_crawler(cls, crawler):
        own = cls()
        crawler.signals.connect(own.take, signal=signals.item_scraped)
        return own

    def take(self, item):
        pass
""",
}


@pytest.mark.parametrize(
    ("part", "setting"), [("pipeline", "ITEM_PIPELINES"), ("listener", "EXTENSIONS")]
)
def test_what_a_part_of_the_project_takes_is_told(
    watched: Watched, part: str, setting: str
) -> None:
    log = crawl_without_feed(watched, SPIDER + OWN_PARTS[part], **{setting: {"spider.Own": 900}})
    assert "writes its items nowhere" not in log
    assert watched.crawl().items == []


def test_a_file_of_something_else_is_no_store(watched: Watched, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a database at all, but a text file of some length")
    result = watched.start(EXTRACT_STORE=f"sqlite:///{tmp_path / 'notes.txt'}").wait()
    assert f"{tmp_path / 'notes.txt'} cannot be read" in result.log
    assert result.items == []


@pytest.mark.parametrize("repeats", [False, True])
def test_the_pages_of_a_thread_make_one_item(tmp_path: Path, repeats: bool) -> None:
    forum = make_forum({1: 12, 2: 3, 3: 14})
    forum.repeats_opening = repeats
    watched = Watched(tmp_path, forum, EXTRACT_THREADS="thread", EXTRACT_MONITOR=False)
    with watched.site:
        items = watched.crawl().items
    assert len(items) == 3
    for item in items:
        posts = forum.threads[int(item["thread_id"])]
        assert [floor["body"] for floor in item["floors"]] == [post.text for post in posts]
        assert [floor["number"] for floor in item["floors"]] == list(range(1, len(posts) + 1))
        assert item["complete"] is True
        assert item["missing_pages"] == []
        assert len(item["page_urls"]) == -(-len(posts) // forum.per_page)


def test_a_thread_that_misses_pages_says_so(tmp_path: Path) -> None:
    forum = make_forum({1: 12, 2: 3, 3: 14})
    watched = Watched(tmp_path, forum, EXTRACT_THREADS="thread", EXTRACT_MONITOR=False)
    spider = SPIDER.replace("{urls}", "[url for url in {urls} if not url.endswith('/1/?page=2')]")
    with watched.site:
        items = watched.start(spider=spider).wait().items
    by_id = {item["thread_id"]: item for item in items}
    assert by_id["1"]["complete"] is False
    assert by_id["1"]["missing_pages"] == [2]
    assert by_id["3"]["complete"] is True
    posts = forum.threads[1]
    assert [f["body"] for f in by_id["1"]["floors"]] == [p.text for p in posts[:5] + posts[10:]]


def test_threads_wait_in_bounds_only(tmp_path: Path) -> None:
    forum = make_forum({1: 12, 2: 3, 3: 14, 4: 9})
    watched = Watched(
        tmp_path, forum, EXTRACT_THREADS="thread", EXTRACT_MONITOR=False, EXTRACT_HOLD_THREADS=1
    )
    spider = SPIDER.replace("{urls}", "[url for url in {urls} if 'page=2' not in url]")
    with watched.site:
        result = watched.start(spider=spider).wait()
    assert len([item for item in result.items if not item["complete"]]) >= 3
    told = [floor["body"] for item in result.items for floor in item["floors"]]
    assert len(told) == len(set(told)) == 5 + 2 + 3 + 5 + 4 + 5


FOLLOWING = """
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule
from extract_pipelines import PageItem
from tests.crawling import StatsSpider

class Spider(CrawlSpider, StatsSpider):
    name = "following"
    start_urls = {urls}
    rules = [Rule(LinkExtractor(r"/thread/"), "parse_page", follow=True, process_request="last")]

    def last(self, request, response):
        return request.replace(priority=-request.url.endswith("?page=1"))

    def parse_page(self, response):
        yield PageItem(response)

class Numberless:
    def process_item(self, item):
        item.page_number = item.next_page_url = None
        return item
"""


def linked(forum: Forum) -> dict[str, str | Answer]:
    """The forum with an index that links to the first page of each thread."""
    index = list_page({path_of(number): f"Thread {number}" for number in forum.threads})
    return {"/": index, **forum.pages()}


@pytest.mark.parametrize("job", [False, True], ids=["no job", "job"])
def test_a_thread_is_told_once_though_links_lead_to_its_first_page_again(
    job: bool, tmp_path: Path
) -> None:
    forum = make_forum({number: 4 + number % 3 * 5 for number in range(1, 9)})
    forum.numbers_first = True
    settings = {**DEFAULTS, "EXTRACT_THREADS": "thread", "CONCURRENT_REQUESTS": 1}
    if job:  # of two runs, the second has the links
        settings |= {"JOBDIR": str(tmp_path / "job"), "CLOSESPIDER_ITEMCOUNT": len(forum.threads)}
    with Site(linked(forum)) as site:
        spider = FOLLOWING.format(urls=[f"{site.url}/"])
        result = Run(tmp_path, spider, settings).wait()
        if job:
            settings["CLOSESPIDER_ITEMCOUNT"] = 0
            result = Run(tmp_path, spider, settings, appends=True).wait()
        asked = {path for path in site.requested if path.endswith("?page=1")}
    assert len(asked) == 6
    assert sorted(int(item["thread_id"]) for item in result.items if item["complete"]) == [
        *forum.threads
    ]
    assert told(result, None) == texts(forum)
    assert "Traceback" not in result.log


def test_pages_of_which_no_number_can_be_read_are_all_told(tmp_path: Path) -> None:
    forum = make_forum({1: 12, 2: 3, 3: 14})
    with Site(linked(forum)) as site:
        spider = FOLLOWING.format(urls=[f"{site.url}/"])
        pipelines = {"spider.Numberless": 138}
        result = crawl(tmp_path, spider, EXTRACT_THREADS="thread", ITEM_PIPELINES=pipelines)
    assert told(result, None) == texts(forum)


def test_whole_threads_are_monitored_too(tmp_path: Path) -> None:
    forum = make_forum({1: 12, 2: 3, 3: 14})
    watched = Watched(tmp_path, forum, EXTRACT_THREADS="thread")
    with watched.site:
        assert told(watched.crawl()) == texts(forum)
        deleted = [forum.threads[1].pop(5), forum.threads[3].pop()]
        forum.threads[3].append(Post("alice", "2023-09-09 09:09", "At the very end.", "3001"))
        second = watched.crawl()
        assert told(second) == ["At the very end."]
        gone = {name for item in second.items for name in item["deleted_floors"]}
        assert gone == {post.name for post in deleted}
        assert watched.crawl().items == []


@pytest.mark.parametrize(("how", "after"), [("before", 3), ("after", 2)])
def test_nothing_is_lost_or_doubled_by_a_kill(watched: Watched, how: str, after: int) -> None:
    before = killed(watched, after, how)
    assert len(before) < sum(SIZES.values())
    second = watched.crawl("again")
    assert sorted([*before, *told(second)]) == texts(watched.forum)
    assert watched.crawl().items == []


LINKING = """
from scrapy import Request
from extract_pipelines import PageItem
from tests.crawling import StatsSpider

URLS = {urls}

class Spider(StatsSpider):
    name = "linking"
    start_urls = URLS[:1]

    def parse(self, response):
        yield PageItem(response)
        if response.url == URLS[0]:
            yield from map(Request, URLS[1:])
"""


def test_a_killed_job_loses_no_page_of_a_thread_that_waited(tmp_path: Path) -> None:
    forum = make_forum({1: 23, 2: 24, 3: 9})
    watched = Watched(
        tmp_path,
        forum,
        EXTRACT_THREADS="thread",
        JOBDIR=str(tmp_path / "job"),
        EXTRACT_SAVE_SECONDS=0.05,
        DOWNLOAD_DELAY=0.2,
    )
    with watched.site:
        before = killed(watched, 1, "before", LINKING)
        second = watched.start(LINKING, "again").wait()
    assert sorted([*before, *told(second)]) == texts(forum)
    assert all(item["complete"] for item in second.items)

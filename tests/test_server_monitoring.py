"""Real forum servers followed from run to run: what is new comes out, once, for few requests."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from extract_pipelines.forum.recrawl_plan import WHOLE_PAGES
from tests.comparison import squeezed
from tests.crawling import run_cleanly
from tests.forums.changes import DeletedPost, EditedPost, NewPosts, NewThread
from tests.forums.content import Paragraph, Plan, Post, Thread, make_plan
from tests.forums.engine import POSTS_PER_PAGE, RunningForum
from tests.forums.machina import start_machina
from tests.forums.spirit import start_spirit

NOW = datetime.now(UTC)
THREADS = 120


@pytest.fixture(scope="module", params=("spirit", "machina"))
def forum(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningForum]:
    plan = make_plan(seed=1, now=NOW, threads=THREADS)
    home = tmp_path_factory.mktemp(f"followed_{request.param}")
    start = (
        start_spirit(home, plan) if request.param == "spirit" else start_machina(home, plan, "en")
    )
    with start as running:
        yield running


MOLES = "They dig deep, and nobody knows what to do about it before the frost comes."


class Run:
    """One run of the example spider: its items and its stats."""

    def __init__(self, folder: Path, url: str, *options: str) -> None:
        feed = folder / "run.jsonl"
        feed.unlink(missing_ok=True)
        command = ["crawl", "forum", "-a", f"url={url}", "-o", str(feed)]
        command += ["-s", "AUTOTHROTTLE_ENABLED=0", "-s", "EXTRACT_MONITOR=1"]
        # Pages come in the same order in every run, so that the same is known of the site at each.
        command += ["-s", "CONCURRENT_REQUESTS=1"]
        command += ["-s", f"EXTRACT_STORE=sqlite:///{folder / 'seen.sqlite'}", *options]
        command += ["-s", "STATS_CLASS=tests.crawling.KeptStats"]
        command += ["-s", f"STATS_FILE={folder / 'stats.json'}"]
        run_cleanly(*command)
        lines = feed.read_text("utf-8").splitlines() if feed.exists() else []
        self.items: list[dict[str, Any]] = [json.loads(line) for line in lines]
        stats = json.loads((folder / "stats.json").read_text("utf-8"))
        self.requests = stats["downloader/request_count"]
        self.errors = {name: count for name, count in stats.items() if "error" in name.lower()}
        self.pages = {
            kind: stats.get(f"extract_pipelines/pages_{kind}", 0)
            for kind in ("list", "thread", "other")
        }

    def texts(self, change: str) -> list[str]:
        floors = [floor for item in self.items for floor in item["floors"]]
        return sorted(squeezed(floor["own_text"]) for floor in floors if floor["change"] == change)


def said(number: int, words: str) -> Post:
    date = NOW.replace(second=0, microsecond=0) + timedelta(minutes=number)
    return Post(number, "hollyhock", date, (Paragraph(words),), edited=False)


def added(thread: Thread, words: str) -> NewPosts:
    return NewPosts(thread.title, (said(len(thread.posts) + 1, words),))


def told(run: Run) -> Counter[tuple[str, str, str]]:
    """How often each post was told, by title, author and minute."""
    return Counter(
        (item["title"], floor["author"], floor["date"][:16])
        for item in run.items
        for floor in item["floors"]
    )


def known(plan: Plan) -> Counter[tuple[str, str, str]]:
    return Counter(
        (thread.title, post.author, post.date.strftime("%Y-%m-%dT%H:%M"))
        for thread in plan.threads
        for post in thread.posts
    )


def test_a_followed_forum_tells_every_post_once(forum: RunningForum, tmp_path: Path) -> None:
    first = Run(tmp_path, forum.url)
    print(first.requests, first.pages)  # noqa: T201
    assert told(first) == known(forum.plan)
    assert first.pages["other"] <= 0.15 * sum(first.pages.values())

    threads = forum.plan.threads
    long = next(thread for thread in threads if len(thread.posts) > 40)
    recent = next(thread for thread in threads if thread.title == "Slugs, once more")
    words = [f"Remark number {number} came late." for number in range(5)]
    forum.change(
        *(added(thread, text) for thread, text in zip((long, *threads[50:54]), words, strict=True)),
        EditedPost(threads[50].title, 1, (Paragraph("I take it all back."),)),
        EditedPost(long.title, len(long.posts), (Paragraph("Never mind."),)),
        DeletedPost(recent.title, 3),
        NewThread(Thread("Moles under glass", long.board, (said(1, MOLES),))),
    )
    second = Run(tmp_path, forum.url)
    print(second.requests, second.pages)  # noqa: T201
    assert second.texts("new") == sorted(map(squeezed, (*words, MOLES)))
    assert second.texts("edited") == sorted(map(squeezed, ("I take it all back.", "Never mind.")))
    assert sum(len(item["deleted_floors"]) for item in second.items) == 1
    assert second.requests <= 0.1 * first.requests

    third = Run(tmp_path, forum.url)
    print(third.requests, third.pages)  # noqa: T201
    assert third.items == []


def test_five_runs_of_a_small_forum_tell_each_change(tmp_path: Path) -> None:
    plan = make_plan(seed=1, now=NOW, threads=12)
    home = tmp_path / "forum"
    home.mkdir()
    with start_spirit(home, plan) as forum:
        runs = [Run(tmp_path, forum.url)]
        assert told(runs[0]) == known(plan)
        for number, thread in enumerate(threads_of(plan, 4)):
            words = f"Remark number {number} came late."
            forum.change(
                added(thread, words),
                EditedPost(thread.title, 1, (Paragraph(f"Taken back for the {number}th time."),)),
                DeletedPost(thread.title, 2),
            )
            run = Run(tmp_path, forum.url)
            runs.append(run)
            assert run.texts("new") == [squeezed(words)]
            assert run.texts("edited") == [squeezed(f"Taken back for the {number}th time.")]
            assert sum(len(item["deleted_floors"]) for item in run.items) == 1
    assert [run.errors for run in runs] == [{}] * 5


def threads_of(plan: Plan, count: int) -> list[Thread]:
    """Threads that are read as a whole, with a post between the first and the last."""
    longest = WHOLE_PAGES * POSTS_PER_PAGE - 1
    found = [thread for thread in plan.threads if 3 <= len(thread.posts) <= longest]
    assert len(found) >= count
    return found[:count]

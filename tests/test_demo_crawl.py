"""The example spiders on the embedded demo forum, as `make demo` runs them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from example_spiders.demo_forum import DemoForum
from example_spiders.demo_forum.server import _Handler
from tests.crawling import ROOT, example_crawl


def path_of(url: str) -> str:
    """What follows host and port: the demo's ports are others at each start."""
    return re.sub(r"https?://[^/]+", "", url)


@pytest.fixture(scope="module")
def threads(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    return example_crawl(tmp_path_factory.mktemp("forum"), "demo")


def test_every_thread_page_of_the_demo_comes_out(threads: list[dict[str, Any]]) -> None:
    with DemoForum() as demo:
        expected = {
            path_of(page): thread.title for thread in demo.truth().threads for page in thread.pages
        }
    found = {path_of(item["url"]): item for item in threads}
    assert expected.keys() <= found.keys()
    for path, title in expected.items():
        assert title in found[path]["title"]
        assert found[path]["floors"]


def test_the_floors_of_the_demo_are_its_posts(threads: list[dict[str, Any]]) -> None:
    with DemoForum() as demo:
        known = {
            path_of(url): [post.author for post in thread.posts if post.page == url]
            for thread in demo.truth().threads
            for url in thread.pages
        }
    found = {
        path_of(item["url"]): [floor["author"] for floor in item["floors"]] for item in threads
    }
    right = sum(found[path] == authors for path, authors in known.items())
    assert right >= 0.9 * len(known)
    assert all(floor["body"] and floor["date"] for item in threads for floor in item["floors"])


def test_replies_of_the_demo_tell_the_post_that_they_stand_in(
    threads: list[dict[str, Any]],
) -> None:
    with DemoForum() as demo:
        nested = {path_of(url): thread for thread in demo.truth().threads for url in thread.pages}
    answers = 0
    for item in threads:
        thread = nested[path_of(item["url"])]
        posts = [post for post in thread.posts if path_of(post.page) == path_of(item["url"])]
        pairs = list(zip(posts, item["floors"], strict=True))
        ids = {post.number: floor["post_id"] for post, floor in pairs}
        parents = [ids.get(post.parent or 0) if thread.nested else None for post in posts]
        assert [floor["parent_id"] for _, floor in pairs] == parents
        answers += len(parents) - parents.count(None)
    assert answers > 10


def test_the_table_of_the_demo_can_be_read(threads: list[dict[str, Any]], tmp_path: Path) -> None:
    feed = tmp_path / "threads.json"
    feed.write_text(json.dumps(threads))
    shown = subprocess.run(
        [sys.executable, "-m", "example_spiders.show", str(feed)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    ).stdout.splitlines()
    assert shown[0].split() == ["floors", "date", "author", "title", "url"]
    assert len(shown) == len(threads) + 3
    assert shown[-1].startswith(f"{len(threads)} thread pages, ")


@pytest.mark.parametrize("threads", [6, 9])
def test_a_new_forum_with_one_thread_in_each_board_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    """Boards are answered before threads: when they are read, no thread is known."""
    answer = _Handler.do_GET

    def answer_threads_late(handler: _Handler) -> None:
        if "/thread-" in handler.path:
            time.sleep(0.3)
        answer(handler)

    monkeypatch.setattr(_Handler, "do_GET", answer_threads_late)
    with DemoForum(threads=threads) as demo:
        home = demo.urls["classic"]
        items = example_crawl(tmp_path, "forum", "-a", f"url={home}")
        pages = {page for thread in demo.truth().threads for page in thread.pages}
    assert {item["url"] for item in items} == {page for page in pages if page.startswith(home)}


def test_a_crawl_that_begins_at_a_thread_reads_its_forum(tmp_path: Path) -> None:
    with DemoForum(threads=9) as demo:
        home = demo.urls["modern"]
        pages = {page for thread in demo.truth().threads for page in thread.pages}
        pages = {page for page in pages if page.startswith(home)}
        items = example_crawl(tmp_path, "forum", "-a", f"url={min(pages)}")
    assert {item["url"] for item in items} == pages


def test_the_articles_spider_follows_search_results(tmp_path: Path) -> None:
    items = example_crawl(tmp_path, "demo_news")
    with DemoForum() as demo:
        articles = {path_of(article.url): article for article in demo.truth().articles}
    found = {path_of(item["url"]): item for item in items}
    assert articles.keys() <= found.keys()
    for path, article in articles.items():
        assert article.title in found[path]["title"]
        text = " ".join(found[path]["body"].split())
        assert sum(paragraph in text for paragraph in article.paragraphs) >= 1


def test_the_articles_spider_reads_a_list_of_urls(tmp_path: Path) -> None:
    with DemoForum() as demo:
        urls = [article.url for article in demo.truth().articles[:3]]
        items = example_crawl(tmp_path, "articles", "-a", f"urls={' '.join(urls)}")
    assert {item["url"] for item in items} == set(urls)
    assert all(item["body"] for item in items)

"""Callbacks and page objects of scrapy-poet ask for a page as a ForumThread or an Article."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.commands import TIMEOUT
from tests.crawling import Answer, Result, Site, crawl
from tests.environ import ENVIRON
from tests.pages import THREADS, article_page, forum
from tests.test_scrapy import expected_floors, found_floors

pytest.importorskip("scrapy_poet")

POET = {"ADDONS": {"scrapy_poet.Addon": 300, "extract_pipelines.Addon": 400}}
SPIDER = """
from dataclasses import asdict, dataclass

import attrs
import scrapy
from scrapy_poet import DummyResponse
from web_poet import HttpResponse, ItemPage, field, handle_urls
from extract_pipelines import Article, ForumThread
from tests.crawling import StatsSpider

@dataclass
class Question:
    asked_by: str
    answers: int
    page: object = None
    date: str | None = None

@attrs.define
class QuestionPage(ItemPage[Question]):
    thread: ForumThread
    response: HttpResponse

    @field
    def asked_by(self):
        return self.thread.author

    @field
    def answers(self):
        return len(self.thread.floors) - 1

    @field
    def page(self):
        return self.response

@handle_urls("{host}/thread/7")
@attrs.define
class OwnThreadPage(ItemPage[ForumThread]):
    thread: ForumThread

    async def to_item(self):
        self.thread.title += ", corrected"
        return self.thread

class Poet(StatsSpider):
    name = "poet"

    async def start(self):
        for url, callback in {urls!r}:
            yield scrapy.Request(url, callback=getattr(self, callback))

    def plain_thread(self, response: DummyResponse, thread: ForumThread):
        yield thread

    def thread(self, response: DummyResponse, thread: ForumThread):
        yield {{"callback": "thread", "item": asdict(thread)}}

    def article(self, response: DummyResponse, article: Article):
        yield {{"callback": "article", "item": asdict(article)}}

    def either(self, response: DummyResponse, thread: ForumThread, article: Article):
        both = {{"thread": asdict(thread), "article": asdict(article)}}
        yield {{"callback": "either", "item": both}}

    async def page_object(self, response: DummyResponse, page: QuestionPage):
        yield await page.to_item()
"""
PATHS = [path for path in forum() if path != "/"]
ARTICLES = {f"/article/{number}": article_page(number) for number in (1, 2, 3)}
OTHERS: dict[str, str | Answer] = {
    "/thread/4": forum()["/thread/1"],
    "/thread/5": forum()["/thread/2"],
    "/thread/6": forum()["/thread/3"],
    "/thread/7": forum()["/thread/2"],
    "/article/4": article_page(4),
    "/data": Answer(b'{"a": 1}', "application/json"),
}


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with Site({**forum(), **ARTICLES, **OTHERS}) as site:
        yield site


def ask(site: Site, folder: Path, *asked: tuple[str, str], **settings: object) -> Result:
    """Crawl these pages, each with the callback of this name."""
    urls = [(site.url + path, callback) for path, callback in asked]
    spider = SPIDER.format(urls=urls, host=site.url.removeprefix("http://"))
    result = crawl(folder, spider, **{**POET, "CONCURRENT_REQUESTS": 1, **settings})
    assert "Traceback" not in result.log, result.log
    return result


@pytest.fixture(scope="module")
def crawled(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Result:
    """Pages of all kinds, for all callbacks, one after the other."""
    asked = [
        *((path, "thread") for path in PATHS),
        *((path, "article") for path in ARTICLES),
        *((path, "either") for path in ("/thread/4", "/article/4")),
        *((path, "page_object") for path in ("/thread/5", "/thread/6")),
        ("/data", "thread"),
        ("/thread/7", "thread"),
    ]
    return ask(site, tmp_path_factory.mktemp("poet"), *asked)


def items_of(result: Result, callback: str) -> list[dict[str, Any]]:
    return [item["item"] for item in result.items if item.get("callback") == callback]


def test_a_callback_is_given_threads(crawled: Result) -> None:
    *threads, nothing, _ = items_of(crawled, "thread")
    assert [item["title"] for item in threads[1:]] == list(THREADS)[1:]
    for item in threads[1:]:  # the first is read before the site's template is known
        assert found_floors(item) == expected_floors(item["title"])
    assert [item["metadata"]["pages_seen"] for item in threads] == [1, 2, 3]
    # An answer that is no page.
    assert nothing["floors"] == []
    assert nothing["metadata"]["method"] == "empty"


def test_a_callback_is_given_articles(crawled: Result) -> None:
    articles = items_of(crawled, "article")
    assert len(articles) == len(ARTICLES)
    assert all(item["body"].startswith("Sentence 0 of article") for item in articles)


def test_who_asks_for_both_gets_an_empty_one_of_what_the_page_is_not(crawled: Result) -> None:
    thread, article = items_of(crawled, "either")
    assert thread["thread"]["floors"]
    assert not thread["article"]["body"]
    assert not article["thread"]["floors"]
    assert article["article"]["body"]


def test_a_page_object_asks_for_a_thread_and_carries_a_page(crawled: Result) -> None:
    found = [item for item in crawled.items if "asked_by" in item]
    posts = [THREADS[title] for title in list(THREADS)[1:]]
    assert [item["asked_by"] for item in found] == [thread[0][0] for thread in posts]
    assert [item["answers"] for item in found] == [len(thread) - 1 for thread in posts]
    # What the page object does not give is filled from the web_poet.HttpResponse that it carries.
    assert [item["date"][:16] for item in found] == [
        thread[0][1].replace(" ", "T") for thread in posts
    ]
    assert all(item["page"] is None for item in found)


def test_a_page_object_of_the_projects_own_corrects_threads(crawled: Result) -> None:
    corrected = items_of(crawled, "thread")[-1]
    assert corrected["title"] == "Which solder for brass, corrected"
    assert corrected["floors"]


def test_such_pages_are_learned_and_counted_once(crawled: Result) -> None:
    assert crawled.stat("pages_recorded") == crawled.stat("pages_learned") == 11
    assert crawled.stat("threads") == 9  # page objects are given one, and carry one
    assert crawled.stat("articles") == 5
    assert crawled.stat("errors") == 0


def test_the_cache_of_scrapy_poet_keeps_items(site: Site, tmp_path: Path) -> None:
    asked, cache = ("/thread/2", "plain_thread"), str(tmp_path / "cache")
    first = ask(site, tmp_path, asked, SCRAPY_POET_CACHE=cache)
    again = ask(site, tmp_path, asked, SCRAPY_POET_CACHE=cache)
    assert again.stats["poet/cache/hit"] == 1
    assert again.items == first.items
    assert again.items[0]["floors"]


@pytest.mark.parametrize("path", ["/thread/2", "/article/2"])
def test_the_cache_of_scrapy_poet_serves_who_asks_for_another_item(
    path: str, site: Site, tmp_path: Path
) -> None:
    cache = str(tmp_path / "cache")
    for callback in ("thread", "article", "either", "thread"):
        result = ask(site, tmp_path, (path, callback), SCRAPY_POET_CACHE=cache)
        assert [item["callback"] for item in result.items] == [callback]
    assert result.stats["poet/cache/hit"] == 1


def test_the_cache_of_scrapy_poet_keeps_both_items(site: Site, tmp_path: Path) -> None:
    asked, cache = ("/article/2", "either"), str(tmp_path / "cache")
    results = [ask(site, tmp_path, asked, SCRAPY_POET_CACHE=cache) for _ in range(2)]
    assert results[0].items == results[1].items
    ((item,), _) = (items_of(result, "either") for result in results)
    assert item["article"]["body"]
    assert not item["thread"]["floors"]
    assert results[0].stat("readings") == 1


PAGE_OBJECT = """
import attrs
from web_poet import ItemPage, field
from extract_pipelines import ForumThread

@attrs.define
class Question:
    asked_by: str

@attrs.define
class QuestionPage(ItemPage[Question]):
    thread: ForumThread

    @field
    def asked_by(self):
        return self.thread.author
"""


def test_a_fixture_of_a_page_object_is_saved_and_passes(site: Site, tmp_path: Path) -> None:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = options\n")
    (tmp_path / "options.py").write_text(f"ADDONS = {POET['ADDONS']}\n")
    (tmp_path / "questions.py").write_text(PAGE_OBJECT)
    (tmp_path / "conftest.py").write_text("import extract_pipelines.scrapy.poet\n")
    environ = {**ENVIRON, "PYTHONPATH": str(tmp_path)}
    url = f"{site.url}/thread/2"
    for command in (
        ["scrapy", "savefixture", "questions.QuestionPage", url],
        ["pytest", "-q", "-p", "no:cacheprovider", "fixtures"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=tmp_path,
            env=environ,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    (saved,) = (tmp_path / "fixtures").rglob("output.json")
    assert json.loads(saved.read_text("utf-8")) == {"asked_by": "mjones"}


def test_a_monitor_takes_such_threads(site: Site, tmp_path: Path) -> None:
    asked = [(path, "plain_thread") for path in PATHS]
    told = [ask(site, tmp_path, *asked, EXTRACT_MONITOR=True) for _ in range(2)]
    assert [len(result.items) for result in told] == [3, 0]
    assert [result.stat("share_read_again") for result in told] == [0, 1]

"""Real crawls with the add-on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from scrapy.settings import Settings

from extract_pipelines.scrapy.settings import ExtractSettings, SettingError
from tests.crawling import DEFAULTS, Answer, Run, Site, crawl
from tests.pages import THREADS, article_page, forum, list_page, thread_page

# A spider that yields nothing but requests.
REQUESTS_ONLY = """
from tests.crawling import StatsSpider

class Follow(StatsSpider):
    name = "follow"
    start_urls = [{url!r}]

    def parse(self, response):
        yield from response.follow_all(css="dt a")
"""

YIELDS = """
import dataclasses
import attrs
import scrapy
from extract_pipelines import PageItem
from tests.crawling import StatsSpider

@dataclasses.dataclass
class DataItem:
    source: str
    title: str | None = None
    floors: list | None = None
    page: object = None

@attrs.define
class AttrsItem:
    source: str
    title: str | None = None
    floors: list | None = None
    page: object = None

class FieldItem(scrapy.Item):
    source = scrapy.Field()
    title = scrapy.Field()
    floors = scrapy.Field()
    page = scrapy.Field()

class Yields(StatsSpider):
    name = "yields"
    start_urls = {urls!r}

    def parse(self, response):
        {body}
"""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with Site(forum()) as site:
        yield site


def expected_floors(title: str) -> list[tuple[str, str, str]]:
    return [(author, date.replace(" ", "T") + ":00", text) for author, date, text in THREADS[title]]


def found_floors(item: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(floor["author"], floor["date"], floor["body"]) for floor in item["floors"]]


def test_the_addon_and_urls_are_all_that_a_bare_spider_needs(site: Site, tmp_path: Path) -> None:
    result = crawl(tmp_path, REQUESTS_ONLY.format(url=site.url), EXTRACT_URLS=[r"/thread/\d+"])
    assert {item["title"] for item in result.items} == set(THREADS)
    assert len(result.items) == len(THREADS)
    for item in result.items:
        assert found_floors(item) == expected_floors(item["title"])
        assert item["metadata"]["method"] == "records"
        assert item["metadata"]["pages_seen"] >= 2
    assert result.stat("threads") == len(THREADS)
    assert result.stat("floors") == sum(map(len, THREADS.values()))
    assert result.stat("pages_recorded") == len(THREADS) + 1
    assert result.stat("errors") == 0
    assert "WARNING" not in result.log


@pytest.mark.parametrize(
    ("urls", "read"),
    [
        ('["/thread/1", "/thread/3"]', ["1", "3"]),
        ("[/]thread/[13]$", ["1", "3"]),
        ("/thread/1,/thread/3", []),
    ],
)
def test_urls_of_the_command_line_are_one_expression_or_a_json_list(
    urls: str, read: list[str], site: Site, tmp_path: Path
) -> None:
    result = crawl(tmp_path, REQUESTS_ONLY.format(url=site.url), EXTRACT_URLS=urls)
    assert sorted(item["url"][-1] for item in result.items) == read


def test_what_is_disabled_does_nothing(site: Site, tmp_path: Path) -> None:
    spider = REQUESTS_ONLY.format(url=site.url)
    result = crawl(tmp_path, spider, EXTRACT_URLS=["/thread/"], EXTRACT_ENABLED=False)
    assert result.items == []
    assert result.stat("pages_recorded") == 0


@pytest.mark.parametrize(
    "make",
    [
        "{'source': 'own', 'page': response}",
        "{'source': 'own', 'page': PageItem(response)}",
        "DataItem(source='own', page=response)",
        "AttrsItem(source='own', page=response)",
        "FieldItem(source='own', page=response)",
    ],
)
def test_items_of_the_spiders_own_are_filled(make: str, site: Site, tmp_path: Path) -> None:
    urls = [f"{site.url}/thread/{number}" for number in (1, 2, 3)]
    result = crawl(tmp_path, YIELDS.format(urls=urls, body=f"yield {make}"))
    assert len(result.items) == 3
    for item in result.items:
        assert item["source"] == "own"
        assert not item.get("page")
        assert found_floors(item) == expected_floors(item["title"])


def test_a_field_that_has_a_value_is_kept(site: Site, tmp_path: Path) -> None:
    make = "yield {'title': 'my own', 'page': response}"
    result = crawl(tmp_path, YIELDS.format(urls=[f"{site.url}/thread/1"], body=make))
    assert [item["title"] for item in result.items] == ["my own"]
    assert len(result.items[0]["floors"]) == len(THREADS["Noisy gearbox"])


def test_items_without_a_page_pass_untouched(site: Site, tmp_path: Path) -> None:
    make = "yield {'page': 3}; yield {'a': 1}; yield DataItem(source='x')"
    result = crawl(tmp_path, YIELDS.format(urls=[f"{site.url}/thread/1"], body=make))
    assert {"page": 3} in result.items
    assert {"a": 1} in result.items
    assert {"source": "x", "title": None, "floors": None, "page": None} in result.items


def test_pages_that_a_callback_made_are_learned_and_read(site: Site, tmp_path: Path) -> None:
    urls = [f"{site.url}/thread/{number}" for number in (1, 2, 3)]
    body = "yield PageItem(Page(response.text, 'https://mirror.example' + response.url[-9:]))"
    spider = "from extract_pipelines import Page\n" + YIELDS
    result = crawl(tmp_path, spider.format(urls=urls, body=body))
    assert {item["url"] for item in result.items} == {
        f"https://mirror.example/thread/{number}" for number in (1, 2, 3)
    }
    assert all(found_floors(item) == expected_floors(item["title"]) for item in result.items)
    assert result.stat("pages_learned") == result.stat("pages_recorded") == 6
    assert result.items[-1]["metadata"]["pages_seen"] == 3


def test_pages_without_items_are_learned_though_they_do_not_wait(
    site: Site, tmp_path: Path
) -> None:
    urls = [f"{site.url}/thread/{number}" for number in (1, 2, 3)]
    body = "if response.url.endswith('3'): yield PageItem(response)"
    result = crawl(tmp_path, YIELDS.format(urls=urls, body=body), EXTRACT_QUEUE_PAGES=1)
    assert [item["url"] for item in result.items] == urls[2:]
    assert result.stat("pages_learned") == result.stat("template_pages") == 3


def test_an_item_of_the_spiders_own_stands_for_the_made_one(site: Site, tmp_path: Path) -> None:
    spider = YIELDS.format(urls=[f"{site.url}/thread/1"], body="yield PageItem(response)")
    result = crawl(tmp_path, spider, EXTRACT_URLS=["/thread/"])
    assert len(result.items) == 1


def test_asynchronous_callbacks_work(site: Site, tmp_path: Path) -> None:
    spider = YIELDS.format(
        urls=[f"{site.url}/thread/{number}" for number in (1, 2)], body="yield PageItem(response)"
    ).replace("def parse", "async def parse")
    assert len(crawl(tmp_path, spider).items) == 2


def test_articles_come_out_of_pages_without_floors(tmp_path: Path) -> None:
    with Site({f"/{number}": article_page(number) for number in range(4)}) as site:
        urls = [f"{site.url}/{number}" for number in range(4)]
        result = crawl(tmp_path, YIELDS.format(urls=urls, body="yield PageItem(response)"))
    assert sorted(item["title"] for item in result.items) == [f"Article {n}" for n in range(4)]
    for item in result.items:
        assert item["metadata"]["method"] == "auto"
        assert "floors" not in item
        assert "Sentence" in item["body"]
        assert "Terms of use" not in item["body"]
    assert result.stat("articles") == 4


def test_a_page_that_stays_alone_leaves_at_the_end(site: Site, tmp_path: Path) -> None:
    spider = YIELDS.format(urls=[f"{site.url}/thread/1"], body="yield PageItem(response)")
    result = crawl(tmp_path, spider)
    assert len(result.items) == 1
    assert result.stat("items_held") == 1
    assert result.stat("items_released_at_close") == 1


def test_a_spider_that_raises_an_error_loses_no_page(site: Site, tmp_path: Path) -> None:
    spider = YIELDS.format(
        urls=[f"{site.url}/thread/{number}" for number in (1, 2)],
        body="raise RuntimeError('of the spider')",
    )
    result = crawl(tmp_path, spider, EXTRACT_URLS=["/thread/"])
    assert len(result.items) == 2
    assert result.stats["spider_exceptions/RuntimeError"] == 2


@pytest.mark.parametrize(
    "settings",
    [
        {"CLOSESPIDER_PAGECOUNT": 1},
        {"CLOSESPIDER_ITEMCOUNT": 1},
        {"EXTRACT_HOLD_PAGES": 0},
        {"EXTRACT_HOLD_BYTES": 0},
        {"EXTRACT_WARMUP_PAGES": 99},
        {"EXTRACT_QUEUE_PAGES": 1},
    ],
    ids=str,
)
def test_every_page_that_was_crawled_leaves_once(
    settings: dict[str, int], site: Site, tmp_path: Path
) -> None:
    spider = REQUESTS_ONLY.format(url=site.url)
    result = crawl(tmp_path, spider, EXTRACT_URLS=["."], CONCURRENT_REQUESTS=1, **settings)
    urls = [item["url"] for item in result.items]
    assert len(urls) == len(set(urls)) == result.stats["response_received_count"]


def test_150_items_of_one_callback_leave(site: Site, tmp_path: Path) -> None:
    body = "for n in range(150): yield {'n': n, 'page': response}"
    result = crawl(tmp_path, YIELDS.format(urls=[f"{site.url}/thread/1"], body=body))
    assert sorted(item["n"] for item in result.items) == list(range(150))


def test_a_second_run_goes_on_from_the_first_ones_template(site: Site, tmp_path: Path) -> None:
    spider = YIELDS.format(
        urls=[f"{site.url}/thread/{number}" for number in (1, 2)], body="yield PageItem(response)"
    )
    job = str(tmp_path / "job")
    first = crawl(tmp_path, spider, JOBDIR=job)
    assert first.stat("sites_loaded") == 0
    second = crawl(
        tmp_path,
        YIELDS.format(urls=[f"{site.url}/thread/3"], body="yield PageItem(response)"),
        JOBDIR=job,
    )
    assert second.stat("sites_loaded") == 1
    assert second.stat("template_pages_loaded") == 2
    assert second.items[0]["metadata"]["pages_seen"] == 3
    assert found_floors(second.items[0]) == expected_floors("Radio stays silent")


def test_an_interrupted_run_resumes_with_its_template(tmp_path: Path) -> None:
    pages = {f"/thread/{n}": thread_page(f"T{n}", THREADS["Noisy gearbox"]) for n in range(40)}
    with Site({"/": list_page({path: path for path in pages}), **pages}) as site:
        spider = REQUESTS_ONLY.format(url=site.url)
        settings = {
            **DEFAULTS,
            "EXTRACT_URLS": ["/thread/"],
            "JOBDIR": str(tmp_path / "job"),
            "CONCURRENT_REQUESTS": 1,
        }
        run = Run(tmp_path, spider, {**settings, "DOWNLOAD_DELAY": 0.05})
        deadline = time.monotonic() + 60
        while len(site.requested) < 8 and time.monotonic() < deadline:
            time.sleep(0.02)
        run.command.interrupt()
        first = run.wait()
        second = Run(tmp_path, spider, settings).wait()
    assert 0 < len(first.items) < 40
    assert second.stat("sites_loaded") == 1
    urls = [item["url"] for item in first.items + second.items]
    assert len(urls) == len(set(urls)) == 40


def test_a_project_with_an_item_processor_of_its_own_loses_nothing(
    site: Site, tmp_path: Path
) -> None:
    own = """
from scrapy.pipelines import ItemPipelineManager

class Own(ItemPipelineManager):
    pass
"""
    (tmp_path / "own_processor.py").write_text(own)
    spider = YIELDS.format(urls=[f"{site.url}/thread/1"], body="yield PageItem(response)")
    result = crawl(tmp_path, spider, ITEM_PROCESSOR="own_processor.Own")
    assert len(result.items) == 1
    assert result.stat("items_held") == 0
    assert "ITEM_PROCESSOR" in result.log


SELECT_REACTOR = "twisted.internet.selectreactor.SelectReactor"
BAD_ANSWERS = {
    "/empty": Answer(b""),
    "/pdf": Answer(b"%PDF-1.7 \x00\x01", "application/pdf"),
    "/json": Answer(b'{"a": 1}', "application/json"),
    "/text": Answer(b"plain text", "text/plain"),
    "/charset": Answer("<p>论坛里的一句话</p>".encode("gbk"), "text/html; charset=utf-8"),
    "/nosuch": Answer(b"<p>hello", "text/html; charset=nosuch"),
    "/nul": Answer(b"<p>a\x00b</p>\x00"),
    "/long": Answer(b"<p>" + b"word " * 2_000_000),
    "/deep": Answer(b"<div>" * 20_000 + b"deep"),
    "/one": Answer(b"<p>one leaf</p>"),
    "/twin1": Answer(article_page(1).encode()),
    "/twin2": Answer(article_page(1).encode()),
    "/xml": Answer(b"<?xml version='1.0'?><a><b>text</b></a>", "application/xml"),
    "/frames": Answer(b"<frameset><frame src=x></frameset>"),
    "/broken": Answer(b"<table><tr><td><div></table></span><p>hm<td>x"),
}


def test_bad_input_passes_with_what_could_be_read(tmp_path: Path) -> None:
    with Site(BAD_ANSWERS) as site:
        urls = [site.url + path for path in BAD_ANSWERS]
        spider = YIELDS.format(urls=urls, body="yield PageItem(response)")
        result = crawl(tmp_path, spider, DOWNLOAD_WARNSIZE=0)
    items = {item["url"].rpartition("/")[2]: item for item in result.items}
    assert items.keys() == {path[1:] for path in BAD_ANSWERS}
    assert "Traceback" not in result.log
    for path in ("empty", "pdf", "json", "frames"):
        assert items[path]["metadata"]["method"] == "empty"
        assert items[path]["body"] == ""
        assert items[path]["metadata"]["probability"] == 0
    assert "Sentence 2" in items["twin1"]["body"]
    assert "Sentence 2" in items["twin2"]["body"]
    assert len(items["long"]["body"]) > 9_000_000
    assert result.stat("pages_not_html") >= 2
    assert result.stat("method/empty") >= 4


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("EXTRACT_BODY", "magic"),
        ("EXTRACT_FLOORS", 7),
        ("EXTRACT_FILTER", None.__class__.__name__),
        ("EXTRACT_CLUSTER_PASSES", 3),
        ("EXTRACT_SUPPORT", 0),
        ("EXTRACT_SUPPORT", "nan"),
        ("EXTRACT_SUPPORT", "most"),
        ("EXTRACT_CLUSTER_PASSES", "two"),
        ("EXTRACT_WARMUP_PAGES", -1),
        ("EXTRACT_HOLD_PAGES", 1.5),
        ("EXTRACT_HOLD_BYTES", True),
        ("EXTRACT_QUEUE_PAGES", 0),
        ("EXTRACT_MAX_SITES", "many"),
        ("EXTRACT_URLS", ["("]),
        ("EXTRACT_URLS", 5),
        ("EXTRACT_URLS", [rb"/thread"]),
        ("EXTRACT_PAGE_TYPE", [(rb"/thread", "thread")]),
        ("EXTRACT_ENABLED", "perhaps"),
        ("EXTRACT_FIELDS", "flors.author"),
        ("EXTRACT_FIELDS", 5),
        ("EXTRACT_STORE", "sqlite:////nowhere/templates.sqlite"),
        ("EXTRACT_STORE", "mongodb://localhost"),
        ("EXTRACT_STORE", "redis://127.0.0.1:1/0"),
        ("EXTRACT_STORE_RESET", "perhaps"),
        ("EXTRACT_FREEZE", "perhaps"),
        ("EXTRACT_SAVE_SECONDS", 0),
        ("EXTRACT_SAVE_SECONDS", "often"),
        ("EXTRACT_SAVE_SECONDS", 10**100),
        ("EXTRACT_MIN_PROBABILITY", "1e400"),
        ("EXTRACT_HOLD_SECONDS", -1),
        ("JOBDIR", "/dev/null/job"),
        ("JOBDIR", "/dev/null"),
    ],
)
def test_a_wrong_setting_stops_the_crawl_with_a_sentence_that_names_it(
    name: str, value: object, site: Site, tmp_path: Path
) -> None:
    before = len(site.requested)
    result = crawl(tmp_path, REQUESTS_ONLY.format(url=site.url), **{name: value})
    assert result.has_failed
    sentence = result.log.strip().splitlines()[-1]
    assert f"[extract_pipelines] ERROR: {name}" in sentence
    told = str(value).removeprefix("sqlite:///").removeprefix("redis://").removesuffix("/0")
    assert repr(value) in sentence or told in sentence or "(" in sentence
    assert "Traceback" not in result.log
    assert len(site.requested) == before


def test_a_wrong_setting_is_told_last_with_another_reactor_too(site: Site, tmp_path: Path) -> None:
    settings = {"EXTRACT_BODY": "magic", "TWISTED_REACTOR": SELECT_REACTOR}
    result = crawl(tmp_path, REQUESTS_ONLY.format(url=site.url), **settings)
    assert result.has_failed
    assert "[extract_pipelines] CRITICAL: EXTRACT_BODY" in result.log.strip().splitlines()[-1]


def test_a_setting_that_does_not_exist_is_told(site: Site, tmp_path: Path) -> None:
    spider = REQUESTS_ONLY.format(url=site.url)
    log = crawl(tmp_path, spider, EXTRACT_URL=["x"], EXTRACT_COLOUR="red").log
    assert "EXTRACT_URL is no setting of extract_pipelines and has no effect; perhaps" in log
    assert "perhaps EXTRACT_URLS is meant" in log
    assert "EXTRACT_COLOUR is no setting of extract_pipelines and has no effect\n" in log


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("EXTRACT_SAVE_SECONDS", 10**400),
        ("EXTRACT_MIN_PROBABILITY", 10**400),
        ("EXTRACT_SUPPORT", 10**400),
        ("EXTRACT_HOLD_PAGES", float("inf")),
    ],
)
def test_a_number_beyond_all_bounds_is_told_in_a_sentence(name: str, value: float) -> None:
    with pytest.raises(SettingError, match=f"^{name} must be ") as told:
        ExtractSettings.from_settings(Settings({name: value}))
    assert len(str(told.value)) < 300


BROKEN_STEPS = """
from extract_pipelines.site.extract import Site
from extract_pipelines.scrapy import pipelines
from extract_pipelines.site.reading import Reading

kept = {owner}.{step}

def broken(self, page=None):
    if page is None or page.leaves:
        raise RuntimeError("broken on purpose")
    return kept(self, page)

{owner}.{step} = broken
"""


@pytest.mark.parametrize(
    ("owner", "step", "stat"),
    [
        ("Site", "learn", "learn"),
        ("Site", "subtract", "subtract"),
        ("Reading", "filter", "filter"),
        ("Reading", "find_floors", "find_floors"),
        ("Reading", "find_body", "find_body"),
        ("pipelines", "item_of", "finish"),
    ],
)
def test_a_step_that_fails_loses_no_item(
    owner: str, step: str, stat: str, site: Site, tmp_path: Path
) -> None:
    spider = YIELDS.format(
        urls=[f"{site.url}/thread/{number}" for number in (1, 2)], body="yield PageItem(response)"
    )
    result = crawl(tmp_path, spider + BROKEN_STEPS.format(owner=owner, step=step))
    assert len(result.items) == 2
    assert all(item["url"].startswith(site.url) for item in result.items)
    assert result.stat(f"errors/{stat}") >= 2
    assert "broken on purpose" in result.log

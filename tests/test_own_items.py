"""Items of every kind that Scrapy knows carry a page through a real crawl, and come out filled."""

from __future__ import annotations

import ast
import json
import random
from pathlib import Path
from typing import Any

import pytest
from scrapy import Request

from extract_pipelines import ForumThread, PageItem
from tests.commands import scrapy_command
from tests.crawling import DEFAULTS, ROOT, Answer, Result, Site, crawl
from tests.environ import ENVIRON
from tests.pages import THREADS, forum
from tests.test_scrapy import YIELDS, expected_floors, found_floors

SPIDER = """
import dataclasses
from typing import Any

import attrs
import pydantic
import scrapy
import web_poet
from itemadapter import ItemAdapter
from scrapy.http import Response
from tests.crawling import StatsSpider

class FieldItem(scrapy.Item):
    kind = scrapy.Field()
    title = scrapy.Field()
    floors = scrapy.Field()
    page = scrapy.Field()

@dataclasses.dataclass
class Plain:
    kind: str
    title: str | None = None
    floors: list | None = None
    page: object = None

@dataclasses.dataclass(slots=True)
class Slotted:
    kind: str
    title: str | None = None
    floors: list | None = None
    page: object = None

@dataclasses.dataclass(frozen=True)
class Frozen:
    kind: str
    title: str | None = None
    floors: list | None = None
    page: object = None

@dataclasses.dataclass(frozen=True, slots=True)
class FrozenSlotted:
    kind: str
    title: str | None = None
    floors: list | None = None
    page: object = None

@dataclasses.dataclass
class NoDefault:
    kind: str
    page: object
    title: str | None = None
    floors: list | None = None

@attrs.define
class Attrs:
    kind: str
    title: str | None = None
    floors: list | None = None
    page: object = None

@attrs.frozen
class AttrsFrozen:
    kind: str
    title: str | None = None
    floors: list | None = None
    page: object = None

@attrs.define
class AttrsChecked:
    kind: str
    page: Any = attrs.field(validator=attrs.validators.instance_of(Response))
    title: Any = attrs.field(default=0, validator=attrs.validators.instance_of(int))
    floors: list | None = None

class Pydantic(pydantic.BaseModel):
    kind: str
    title: str | None = None
    floors: list | None = None
    page: Any = None

class PydanticFrozen(Pydantic, frozen=True):
    pass

class PydanticChecked(pydantic.BaseModel, validate_assignment=True, extra="forbid"):
    model_config = pydantic.ConfigDict(arbitrary_types_allowed=True)
    kind: str
    page: Response
    title: str | None = None
    floors: list | None = None

@attrs.frozen
class AttrsFrozenChecked:
    kind: str
    title: Any = attrs.field(default=0, validator=attrs.validators.instance_of(int))
    floors: list | None = None
    page: object = None

class PydanticFrozenChecked(pydantic.BaseModel, frozen=True):
    kind: str
    title: int = 0
    floors: list | None = pydantic.Field(default=None, alias="posts")
    page: Any = None

@dataclasses.dataclass(frozen=True)
class FrozenChecked(Frozen):
    title: str | int = 0

    def __post_init__(self):
        if isinstance(self.title, str):
            raise ValueError("no number")

@dataclasses.dataclass(frozen=True)
class FrozenOfMore(Frozen):
    more: dataclasses.InitVar[str] = dataclasses.field(kw_only=True)

KINDS = (FieldItem, Plain, Slotted, Frozen, FrozenSlotted, NoDefault, Attrs, AttrsFrozen,
         AttrsChecked, Pydantic, PydanticFrozen, PydanticChecked, AttrsFrozenChecked,
         PydanticFrozenChecked, FrozenChecked)

def as_dict(item):
    if dataclasses.is_dataclass(item):
        return dataclasses.asdict(item)
    if attrs.has(type(item)):
        return attrs.asdict(item)
    return item.model_dump() if isinstance(item, pydantic.BaseModel) else ItemAdapter(item).asdict()

class After:
    def process_item(self, item):
        told = as_dict(item)
        assert item == item
        assert repr(item)
        assert "page" not in told or told["page"] is None
        assert ItemAdapter(item).asdict().keys() == told.keys()
        assert len(told["floors"]) > 2
        return item

class Spider(StatsSpider):
    name = "own_items"
    start_urls = {urls}
    custom_settings = {{"ITEM_PIPELINES": {{After: 300}}}}

    def parse(self, response):
        yield {{"kind": "dict", "page": response}}
        for kind in KINDS:
            yield kind(kind=kind.__name__, page=response)
        yield FrozenOfMore(kind="FrozenOfMore", page=response, more="that is gone")
        ours = web_poet.HttpResponse(response.url, response.body, status=response.status)
        yield {{"kind": "HttpResponse", "page": ours}}
        yield Frozen(kind="HttpResponse in a frozen item", page=ours)
        yield {{"kind": "BrowserResponse", "page": web_poet.BrowserResponse(
            url=response.url, html=response.text)}}
"""
KINDS = (
    "dict FieldItem Plain Slotted Frozen FrozenSlotted NoDefault Attrs AttrsFrozen AttrsChecked"
    " Pydantic PydanticFrozen PydanticChecked AttrsFrozenChecked PydanticFrozenChecked"
    " FrozenChecked FrozenOfMore HttpResponse BrowserResponse"
).split()
REFUSING = {"AttrsChecked", "AttrsFrozenChecked", "PydanticFrozenChecked", "FrozenChecked"}
PAGES = 3


@pytest.fixture(scope="module")
def site() -> Any:
    with Site(forum()) as site:
        yield site


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("own")


@pytest.fixture(scope="module")
def result(site: Site, folder: Path) -> Result:
    urls = [f"{site.url}/thread/{number}" for number in range(1, PAGES + 1)]
    feeds = {str(folder / "feed.json"): {"format": "jsonfeed"}}
    return crawl(folder, SPIDER.format(urls=urls), EXTRACT_URLS=["."], FEEDS=feeds)


@pytest.mark.parametrize("kind", [*KINDS, "HttpResponse in a frozen item"])
def test_an_item_of_each_kind_comes_out_filled_and_whole(kind: str, result: Result) -> None:
    items = [item for item in result.items if item["kind"] == kind]
    assert len(items) == PAGES
    for item in items:
        assert not item.get("page")
        (title,) = (title for title in THREADS if expected_floors(title) == found_floors(item))
        assert item["title"] == (0 if kind in REFUSING else title)


def test_no_item_of_a_crawl_is_lost_or_told_as_an_error(result: Result) -> None:
    assert len(result.items) == PAGES * (len(KINDS) + 1)
    assert "Traceback" not in result.log
    assert result.stat("errors") == 0


def test_a_json_feed_has_the_floors_of_items_that_tell_no_address(
    result: Result, folder: Path
) -> None:
    entries = json.loads((folder / "feed.json").read_text("utf-8"))["items"]
    bodies = sorted(floor[2] for title in THREADS for floor in expected_floors(title))
    of_no_thread = [entry for entry in entries if "#" not in entry["id"]]
    titles = {entry.get("title") for entry in of_no_thread}
    assert titles == {*THREADS, None}
    for group in (titles - {None}, {None}):
        told = [e["content_text"] for e in of_no_thread if e.get("title") in group]
        assert sorted(told) == bodies


def test_a_value_that_an_items_class_refuses_is_told_once_and_counted(result: Result) -> None:
    assert result.stat("fields_refused") == PAGES * len(REFUSING)
    for kind in REFUSING:
        assert result.log.count(f" {kind}.title does not take what was read") == 1


def test_an_answer_of_another_library_is_the_page_that_was_recorded(result: Result) -> None:
    # The browser's are pages of their own: nothing says that they show what the server sent.
    assert result.stat("pages_recorded") == 2 * PAGES
    assert result.stat("threads") == PAGES * (len(KINDS) + 1)


def test_the_log_of_an_error_names_the_page(site: Site, tmp_path: Path) -> None:
    failing = """
class Failing:
    def process_item(self, item):
        raise OSError("no room")
"""
    url = f"{site.url}/thread/1"
    spider = YIELDS.format(urls=[url], body="yield PageItem(response)") + failing
    result = crawl(tmp_path, spider, ITEM_PIPELINES={"spider.Failing": 900})
    assert f"Error processing PageItem({url})" in result.log


def test_what_one_item_says_of_a_page_holds_for_all_that_carry_it(
    site: Site, tmp_path: Path
) -> None:
    body = """yield {"author": None, "floors": None, "page": response}
        yield PageItem(response, page_type="article")"""
    spider = YIELDS.format(urls=[f"{site.url}/thread/1"], body=body)
    before, article = crawl(tmp_path, spider).items
    assert "comments" in article
    assert before["body"] == article["body"]
    assert before["floors"] is None


@pytest.mark.parametrize(
    "other",
    [
        "https://forum.example/thread/1",
        Request("https://forum.example/thread/1"),
        ForumThread(url="https://forum.example/thread/1"),
    ],
)
def test_what_is_no_page_is_told_where_the_item_is_made(other: Any) -> None:
    name = type(other).__name__
    with pytest.raises(TypeError, match=f"takes a response or a Page, not {name}"):
        PageItem(other)


def test_a_page_item_that_is_yielded_again_is_told_as_an_error(site: Site, tmp_path: Path) -> None:
    body = """item = PageItem(response)
        yield item
        yield item
        yield {"kind": "own", "page": item}"""
    url = f"{site.url}/thread/1"
    spider = YIELDS.format(urls=[url], body=body)
    result = crawl(tmp_path, spider, EXTRACT_WARMUP_PAGES=0)
    thread, own = result.items
    assert found_floors(thread) == expected_floors("Noisy gearbox")
    assert own["kind"] == "own"
    told = [line for line in result.log.splitlines() if " ERROR: " in line]
    assert len(told) == 2
    assert all(f"PageItem({url}) was read already" in line for line in told)
    assert "Traceback" not in result.log


def test_a_spiders_own_state_is_left_alone(site: Site, tmp_path: Path) -> None:
    body = "yield PageItem(response)\n\n    state = 'Utah'"
    spider = YIELDS.format(urls=[f"{site.url}/thread/1"], body=body)
    result = crawl(tmp_path, spider, EXTRACT_THREADS="thread")
    assert len(result.items) == 1
    assert "Traceback" not in result.log


def test_scrapy_parse_shows_what_the_pipelines_read(site: Site, tmp_path: Path) -> None:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = project\n")
    settings = {**DEFAULTS, "SPIDER_MODULES": ["spiders"], "STATS_FILE": str(tmp_path / "stats")}
    values = "".join(f"{name} = {value!r}\n" for name, value in settings.items())
    (tmp_path / "project.py").write_text(values)
    url = f"{site.url}/thread/1"
    (tmp_path / "spiders.py").write_text(YIELDS.format(urls=[], body="yield PageItem(response)"))
    options = ("--spider=yields", "--pipelines", "--nolinks", "--nocolour")
    environ = {**ENVIRON, "PYTHONPATH": str(ROOT)}
    shown = scrapy_command("parse", url, *options, cwd=tmp_path, environ=environ).stdout
    (item,) = ast.literal_eval(shown[shown.index("[{") :])
    assert item["page"]["url"] == url
    assert found_floors(item["page"]) == expected_floors("Noisy gearbox")


SITEMAP = b'<?xml version="1.0"?><urlset><url><loc>http://x/</loc></url></urlset>'
NOT_HTML = {
    "/sitemap.xml": Answer(SITEMAP, "application/xml"),
    "/as_html.xml": Answer(b'<?xml version="1.0"?>\n<!-- all --><rss><channel/></rss>'),
    "/feed.xml": Answer(b"<rss><channel><title>News</title></channel></rss>", "text/xml"),
    "/robots.txt": Answer(b"User-agent: *\nDisallow:", "text/plain"),
    "/api": Answer(b'{"posts": [{"html": "<p>A post.</p>"}]}'),
    "/api.json": Answer(b'["<p>A post.</p>"]', "application/json"),
    "/pdf": Answer(b"%PDF-1.7 \x00\x01", "application/pdf"),
    "/pdf_as_html": Answer(b"%PDF-1.7\n1 0 obj\n(A post, and a second sentence.)\nendobj"),
    "/file_as_html": Answer(random.Random(1).randbytes(9000)),
    "/image.svg": Answer(b"<svg xmlns='http://www.w3.org/2000/svg'><text>A</text></svg>"),
}
TEXT = "It is written here what a reader has come to read, in more words than a menu has."
HTML = {
    "/xhtml": Answer(
        b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>'
        + TEXT.encode()
        + b"</p></body></html>",
        "application/xml",
    ),
    "/plain": Answer(f"<!doctype html><p>{TEXT}".encode(), "text/plain"),
    "/html": Answer(f"<p>{TEXT}".encode()),
}


def test_only_html_that_urls_name_is_read_whatever_its_type(tmp_path: Path) -> None:
    with Site({**NOT_HTML, **HTML}) as site:
        spider = YIELDS.format(urls=[site.url + path for path in site.pages], body="return []")
        result = crawl(tmp_path, spider, EXTRACT_URLS=["."])
    assert {item["url"].removeprefix(site.url) for item in result.items} == HTML.keys()
    assert {item["body"] for item in result.items} == {TEXT}
    assert result.stat("pages_not_html") == len(NOT_HTML)
    assert result.stat("pages_recorded") == len(HTML)

"""Feeds of real crawls: a row for each floor, nested values in CSV, and JSON Feed."""

from __future__ import annotations

import csv
import gzip
import json
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from scrapy.settings import Settings

from extract_pipelines import Addon
from extract_pipelines.scrapy.exporters import CsvExporter
from extract_pipelines.scrapy.settings import SettingError
from tests.crawling import DEFAULTS, Run, Site, crawl
from tests.pages import THREADS, forum
from tests.watching import SPIDER

BODIES = {body for posts in THREADS.values() for _, _, body in posts}
PATHS = ("/thread/1", "/thread/2", "/thread/3")
Entry = dict[str, Any]


def feed(folder: Path, name: str, options: Entry, paths: Sequence[str] = PATHS) -> Path:
    """The file that a crawl of these pages has made."""
    target = folder / name
    crawled(folder, {str(target): options}, paths)
    return target


def crawled(
    folder: Path, feeds: dict[str, Entry], paths: Sequence[str] = PATHS, **settings: Any
) -> None:
    with Site(forum()) as site:
        spider = SPIDER.format(urls=[site.url + path for path in paths])
        result = crawl(folder, spider, FEEDS=feeds, **settings)
    assert result.returncode == 0
    assert "Traceback" not in result.log, result.log


def csv_rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def split(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of split feeds, with a page that is no thread."""
    folder = tmp_path_factory.mktemp("split")
    formats = {"a.jsonl": "jsonlines", "a.json": "json", "a.csv": "csv"}
    feeds = {str(folder / name): {"format": made} for name, made in formats.items()}
    crawled(folder, feeds, ("/", *PATHS), EXTRACT_SPLIT=True)
    return folder


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of feeds that are not split."""
    folder = tmp_path_factory.mktemp("whole")
    formats = {"a.json": "json", "a.csv": "csv", "feed.json": "jsonfeed"}
    crawled(folder, {str(folder / name): {"format": made} for name, made in formats.items()})
    return folder


def test_split_gives_a_line_for_each_floor(split: Path) -> None:
    lines = (split / "a.jsonl").read_text("utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if "thread_url" in row]
    assert len(rows) == len(BODIES)
    assert {row["body"] for row in rows} == BODIES
    gearbox = [row for row in rows if row["title"] == "Noisy gearbox"]
    assert [row["number"] for row in gearbox] == [1, 2, 3]
    assert [row["author"] for row in gearbox] == ["oldowl", "redshift", "oldowl"]
    assert {row["thread_author"] for row in gearbox} == {"oldowl"}
    assert {row["thread_url"].rpartition("/")[2] for row in gearbox} == {"1"}
    assert not any("floors" in row for row in rows)


def test_split_gives_rows_of_json_and_csv_too(split: Path) -> None:
    rows = json.loads((split / "a.json").read_text("utf-8"))
    assert {row["body"] for row in rows if "thread_url" in row} == BODIES
    assert {row["body"] for row in csv_rows(split / "a.csv")} >= BODIES


def test_a_page_without_floors_stays_one_row(split: Path) -> None:
    rows = json.loads((split / "a.json").read_text("utf-8"))
    assert [row["url"][-1] for row in rows if "thread_url" not in row] == ["/"]


def test_a_feed_is_not_split_unless_asked_for(whole: Path) -> None:
    threads = json.loads((whole / "a.json").read_text("utf-8"))
    assert sorted(len(thread["floors"]) for thread in threads) == [3, 3, 4]


def test_csv_holds_floors_and_metadata_as_json(whole: Path, split: Path) -> None:
    threads = json.loads((whole / "a.json").read_text("utf-8"))
    told = csv_rows(whole / "a.csv")
    assert [json.loads(row["floors"]) for row in told] == [thread["floors"] for thread in threads]
    assert [json.loads(row["metadata"]) for row in told] == [one["metadata"] for one in threads]
    assert [row["author"] for row in told] == [thread["author"] for thread in threads]
    floors = csv_rows(split / "a.csv")
    assert {type(json.loads(row["metadata"])["probability"]) for row in floors} == {float}


def test_csv_of_other_items_holds_what_scrapy_writes_where_json_cannot() -> None:
    file = BytesIO()
    exporter = CsvExporter(file)
    unfit = object()
    exporter.export_item(
        {"tags": ["oil", "gear"], "made": [date(2023, 3, 1)], "size": {"a": unfit}}
    )
    exporter.finish_exporting()
    (row,) = csv.DictReader(StringIO(file.getvalue().decode()))
    assert row == {"tags": "oil,gear", "made": '["2023-03-01"]', "size": str({"a": unfit})}


def test_a_json_feed_is_valid_and_holds_every_floor(whole: Path) -> None:
    document = json.loads((whole / "feed.json").read_text("utf-8"))
    assert_valid(document)
    assert {entry["content_text"] for entry in document["items"]} == BODIES
    dates = [entry["date_published"] for entry in document["items"]]
    assert dates == sorted(dates, reverse=True)
    (check,) = (e for e in document["items"] if e["content_text"].startswith("Check the oil"))
    assert check["title"] == "Noisy gearbox"
    assert check["authors"][0]["name"] == "redshift"
    assert check["date_published"] == "2023-03-01T11:40:00+00:00"


def test_a_json_feed_is_added_to_and_keeps_its_newest(tmp_path: Path) -> None:
    options = {"format": "jsonfeed", "item_export_kwargs": {"title": "Tinkerers", "limit": 8}}
    feed(tmp_path, "a.json", options, PATHS[:2])
    document = json.loads(feed(tmp_path, "a.json", options).read_text("utf-8"))
    assert_valid(document)
    assert document["title"] == "Tinkerers"
    assert len(document["items"]) == 8


def test_a_json_feed_is_packed(tmp_path: Path) -> None:
    plugins = ["scrapy.extensions.postprocessing.GzipPlugin"]
    options = {"format": "jsonfeed", "overwrite": True, "postprocessing": plugins}
    for _ in range(2):
        packed = feed(tmp_path, "feed.json.gz", options)
        document = json.loads(gzip.decompress(packed.read_bytes()))
        assert_valid(document)
        assert {entry["content_text"] for entry in document["items"]} == BODIES


def test_a_json_feed_is_written_to_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "feed.json"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as reader:
        told = reader.submit(pipe.read_text, "utf-8")
        feed(tmp_path, pipe.name, {"format": "jsonfeed"})
    document = json.loads(told.result())
    assert_valid(document)
    assert {entry["content_text"] for entry in document["items"]} == BODIES


def test_a_file_that_is_no_json_feed_is_not_overwritten(tmp_path: Path) -> None:
    target = tmp_path / "notes.json"
    target.write_text("[1, 2]")
    with Site(forum()) as site:
        feeds = {str(target): {"format": "jsonfeed"}}
        result = crawl(tmp_path, SPIDER.format(urls=[f"{site.url}/thread/1"]), FEEDS=feeds)
    assert "is no JSON Feed" in result.log
    assert target.read_text() == "[1, 2]"


OWN_EXPORTER = """
from scrapy.exporters import JsonLinesItemExporter

class Own(JsonLinesItemExporter):
    pass
"""


def test_exporters_of_the_project_stand_beside_ours(tmp_path: Path) -> None:
    formats = {"own.txt": "own", "feed.json": "jsonfeed", "rows.jsonl": "jsonlines", "jl": "jl"}
    feeds = {str(tmp_path / name): {"format": made} for name, made in formats.items()}
    with Site(forum()) as site:
        spider = SPIDER.format(urls=[site.url + path for path in PATHS]) + OWN_EXPORTER
        own = {"own": "spider.Own", "jl": "spider.Own"}
        result = crawl(tmp_path, spider, FEEDS=feeds, FEED_EXPORTERS=own, EXTRACT_SPLIT=True)
    lines = {name: len((tmp_path / name).read_text("utf-8").splitlines()) for name in formats}
    assert lines["own.txt"] == lines["jl"] == len(PATHS)
    assert lines["rows.jsonl"] == len(BODIES)
    assert_valid(json.loads((tmp_path / "feed.json").read_text("utf-8")))
    assert "EXTRACT_SPLIT leaves jl feeds whole: FEED_EXPORTERS sets 'jl'" in result.log


def test_a_json_feed_is_asked_for_on_the_command_line(tmp_path: Path) -> None:
    exporters = {"jsonfeed": "extract_pipelines.scrapy.exporters.JsonFeedExporter"}
    with Site(forum()) as site:
        spider = SPIDER.format(urls=[site.url + path for path in PATHS])
        settings = {**DEFAULTS, "FEED_EXPORTERS": exporters}
        result = Run(tmp_path, spider, settings, "feed.json:jsonfeed").wait()
    assert result.returncode == 0, result.log
    assert_valid(json.loads((tmp_path / "feed.json").read_text("utf-8")))


OTHER_ITEMS = """
import datetime
import decimal

import scrapy

class Spider(scrapy.Spider):
    name = "other"
    start_urls = [{url!r}]

    def parse(self, response):
        yield from {items}
"""


def of_other_items(folder: Path, items: str, **settings: Any) -> tuple[list[Entry], list[Entry]]:
    """Entries of a JSON Feed, and lines, of a crawl that yields these items."""
    target = folder / "feed.json"
    with Site({"/": "<p>It is here."}) as site:
        spider = OTHER_ITEMS.format(url=site.url, items=items)
        feeds = {str(target): {"format": "jsonfeed"}}
        result = crawl(folder, spider, FEEDS=feeds, **settings)
    assert "Traceback" not in result.log, result.log
    return json.loads(target.read_text("utf-8"))["items"], result.items


def test_a_json_feed_has_items_whose_values_are_of_other_types(tmp_path: Path) -> None:
    items = """[
        {"url": "http://a.example/1", "date": datetime.datetime(2020, 1, 2, 3, 4)},
        {"url": "http://a.example/2", "body": datetime.date(2020, 1, 2)},
        {"url": "http://a.example/3", "metadata": "no dict", "change": "edited"},
        {"url": "http://a.example/4", "images": 3, "number": decimal.Decimal("4.50")},
        {"url": "http://a.example/5", "title": ["Tea", "Milk"], "author": {"name": "Anna"}},
        {"url": "http://[a.example/6", "in_language": 6, "title": []},
        {"url": "http://a.example/7", "body": {1}},
        {"thread_url": 8, "body": 8.5, "title": 0},
    ]"""
    entries, _ = of_other_items(tmp_path, items)
    told = {entry.pop("url")[-1]: entry for entry in entries if entry.pop("id")}
    assert told == {
        "1": {"content_text": "", "date_published": "2020-01-02T03:04:00+00:00"},
        "2": {"content_text": "2020-01-02"},
        "3": {"content_text": "", "_extract_pipelines": {"change": "edited"}},
        "4": {"content_text": "", "_extract_pipelines": {"number": "4.50"}},
        "5": {
            "content_text": "",
            "title": '["Tea", "Milk"]',
            "authors": [{"name": '{"name": "Anna"}'}],
        },
        "6": {"content_text": "", "language": "6"},
        "7": {"content_text": "[1]"},
        "8": {"content_text": "8.5"},
    }


def test_a_json_feed_has_each_of_the_items_that_say_nothing_it_knows(tmp_path: Path) -> None:
    entries, _ = of_other_items(tmp_path, '[{"colour": "red"}, {"colour": "blue"}]')
    assert len({entry["id"] for entry in entries}) == 2


@pytest.mark.parametrize(
    "foreign",
    [
        {"floors": 3},
        {"floors": ["ground", "first"]},
        {"floors": [{"number": 1, "area": 40}]},
        {"floors": "two"},
        {"deleted_floors": 2},
        {"deleted_floors": [2]},
    ],
)
def test_the_floors_of_a_house_are_no_floors_of_a_thread(foreign: Entry, tmp_path: Path) -> None:
    house = {"url": "http://a.example/1 Main St", **foreign}
    entries, lines = of_other_items(tmp_path, repr([house]), EXTRACT_SPLIT=True)
    assert lines == [house]
    assert [entry["url"] for entry in entries] == [house["url"]]


def test_rows_are_of_floors_with_fields_of_ones_own_too(tmp_path: Path) -> None:
    thread = {
        "url": "http://a.example/1",
        "floors": [{"author": "Anna", "mood": "good"}, {"author": "Ben", "mood": "bad"}],
        "deleted_floors": None,
    }
    entries, lines = of_other_items(tmp_path, repr([thread]), EXTRACT_SPLIT=True)
    shared = {"thread_url": thread["url"]}
    assert lines == [{**shared, **floor} for floor in thread["floors"]]
    assert {entry["authors"][0]["name"] for entry in entries} == {"Anna", "Ben"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("EXTRACT_SPLIT", "perhaps"),
        ("EXTRACT_SPLIT", 2),
        ("EXTRACT_SPLIT", "2"),
        ("EXTRACT_SPLIT", 1.0),
        ("EXTRACT_SPLIT", ""),
        ("EXTRACT_MONITOR", "perhaps"),
        ("EXTRACT_CHANGES", "old"),
        ("EXTRACT_THREADS", "board"),
        ("EXTRACT_HOLD_THREADS", 0),
        ("EXTRACT_STORE", 5),
    ],
)
def test_a_wrong_setting_is_named(name: str, value: object) -> None:
    with pytest.raises(SettingError, match=f"{name} must be"):
        Addon().update_settings(Settings({name: value}))


def assert_valid(document: Entry) -> None:
    """What https://www.jsonfeed.org/version/1.1/ asks of a feed and of what we put into it."""
    assert document["version"] == "https://jsonfeed.org/version/1.1"
    assert isinstance(document["title"], str)
    assert document.keys() <= {"version", "title", "home_page_url", "items"}
    assert len({entry["id"] for entry in document["items"]}) == len(document["items"])
    for entry in document["items"]:
        assert isinstance(entry["id"], str)
        assert entry["id"]
        assert isinstance(entry["content_text"], str)
        assert entry["url"].startswith("http")
        for name in ("date_published", "date_modified"):
            assert name not in entry or datetime.fromisoformat(entry[name]).tzinfo
        for author in entry.get("authors", ()):
            assert author.keys() <= {"name", "url", "avatar"}
            assert author
        own = {name for name in entry if name.startswith("_")}
        texts = {"id", "url", "title", "content_text", "image", "language"}
        assert entry.keys() - own <= texts | {"date_published", "date_modified", "authors"}
        assert all(isinstance(entry[name], str) for name in texts & entry.keys())

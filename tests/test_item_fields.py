"""`EXTRACT_FIELDS`: items come out with the fields that are asked for, and no others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from extract_pipelines import Article, Floor, ForumThread
from extract_pipelines.items import Quote
from extract_pipelines.items.fields import ItemFields
from tests.crawling import Site, crawl
from tests.pages import THREADS, article_page, forum
from tests.test_scrapy import YIELDS

THREAD = ForumThread(
    url="https://forum.example/1",
    title="Solder",
    floors=[Floor(author="anna", body="a", quotes=[Quote(author="bob", text="b")]), Floor()],
)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with Site({**forum(), "/news": article_page(1)}) as site:
        yield site


def test_fields_of_items_and_of_what_is_in_them_are_chosen() -> None:
    assert ItemFields(["floors.author", "title", "floors.quotes.text"]).of(THREAD) == {
        "floors": [
            {"author": "anna", "quotes": [{"text": "b"}]},
            {"author": None, "quotes": []},
        ],
        "title": "Solder",
    }
    assert ItemFields(["title", "floors.author"]).of(Article(url="u", title="t")) == {"title": "t"}


@pytest.mark.parametrize("names", [["floors", "floors.author"], ["floors.author", "floors"]])
def test_a_field_that_is_asked_for_whole_is_whole(names: list[str]) -> None:
    (first, _) = ItemFields(names).of(THREAD)["floors"]
    assert first["body"] == "a"
    assert first["quotes"][0] == {"author": "bob", "text": "b", "url": None}


def test_a_name_below_fields_that_have_none_is_refused_in_a_whole_sentence() -> None:
    with pytest.raises(ValueError, match=r"is no field; there are none inside it$"):
        ItemFields(["metadata.method.x"])


@pytest.mark.parametrize("name", ["flors", "floors.", "floors.floors", "title.x", "", "a.b"])
def test_a_name_that_no_item_has_is_refused_with_those_that_there_are(name: str) -> None:
    with pytest.raises(ValueError, match=r"is no field; there are .*, ") as told:
        ItemFields(["title", name])
    assert repr(name) in str(told.value)


@pytest.mark.parametrize("split", [False, True])
def test_feeds_have_the_fields_that_are_asked_for(split: bool, site: Site, tmp_path: Path) -> None:
    urls = [f"{site.url}{path}" for path in ("/thread/1", "/thread/2", "/news")]
    spider = YIELDS.format(urls=urls, body="yield PageItem(response)")
    names = "title,floors.author, floors.date"
    result = crawl(tmp_path, spider, EXTRACT_FIELDS=names, EXTRACT_SPLIT=split)
    assert "Traceback" not in result.log
    found = {item.get("thread_title", item["title"]): item for item in result.items}
    assert found.pop("Article 1") == {"title": "Article 1"}
    if split:
        assert {tuple(item) for item in found.values()} == {("title", "author", "date")}
        assert [item["author"] for item in result.items if "author" in item].count("mjones") == 2
        return
    told = [found[title]["floors"] for title in list(THREADS)[:2]]
    assert [[floor["author"] for floor in floors] for floors in told] == [
        [author for author, _, _ in posts] for posts in list(THREADS.values())[:2]
    ]
    assert all(set(floor) == {"author", "date"} for floors in told for floor in floors)


def test_items_of_one_s_own_are_filled_with_these_alone(site: Site, tmp_path: Path) -> None:
    make = "yield {'source': 'own', 'page': response}"
    spider = YIELDS.format(urls=[f"{site.url}/thread/1"], body=make)
    result = crawl(tmp_path, spider, EXTRACT_FIELDS='["url", "floors.number"]')
    assert [sorted(item) for item in result.items] == [["floors", "source", "url"]]
    assert result.items[0]["floors"] == [{"number": 1}, {"number": 2}, {"number": 3}]


def test_the_fields_are_chosen_once_threads_are_put_together_and_compared(
    site: Site, tmp_path: Path
) -> None:
    spider = YIELDS.format(urls=[f"{site.url}/thread/1"], body="yield PageItem(response)")
    settings = {"EXTRACT_FIELDS": ["thread_id", "floors.change"], "EXTRACT_MONITOR": True}
    assert crawl(tmp_path, spider, EXTRACT_THREADS="thread", **settings).items == [
        {"thread_id": "1", "floors": [{"change": "new"}] * 3}
    ]
    assert crawl(tmp_path, spider, EXTRACT_THREADS="thread", **settings).items == []


def test_a_feed_of_json_keeps_what_there_is_of_its_entries(site: Site, tmp_path: Path) -> None:
    spider = YIELDS.format(urls=[f"{site.url}/thread/1"], body="yield PageItem(response)")
    feed = tmp_path / "feed.json"
    crawl(
        tmp_path,
        spider,
        EXTRACT_FIELDS=["url", "floors.body", "floors.author"],
        FEEDS={str(feed): {"format": "jsonfeed"}},
    )
    (first, *_) = json.loads(feed.read_text("utf-8"))["items"]
    assert first["content_text"]
    assert first["authors"]

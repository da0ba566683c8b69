from __future__ import annotations

import gzip
import json
import os
import subprocess
import tomllib
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract_pipelines.scrapy.commands.feed import Feed, texts_of
from extract_pipelines.text.language_model import LanguageModel
from tests.commands import scrapy_command
from tests.environ import ENVIRON

from .crawling import ROOT, Site, crawl

# Made-up sentences of a language that no model ships for.
NOUNS = "la hundo,mia amiko,la malnova domo,via libro,la blua floro,lia patrino,nia urbo".split(",")
VERBS = "vidas,ŝatas,neniam forgesas,serĉas,tre bone konas,ĝoje salutas,ankoraŭ havas".split(",")
ENDS = [".", "!", " hodiaŭ.", " ĉiutage.", " en 1999.", ", ĉu ne?"]
TEXTS = [
    f"{a.capitalize()} {does} {b}{end}" for a, does, b, end in product(NOUNS, VERBS, NOUNS, ENDS)
]


def lines(items: Iterable[Any]) -> str:
    return "\n".join(json.dumps(item, ensure_ascii=False) for item in items)


def threads(texts: list[str]) -> list[dict[str, Any]]:
    """Threads of 20 floors with the texts, each with a quote that is not its own text."""
    floors = [{"body": f"(quoted) {text}", "own_text": text, "author": "x"} for text in texts]
    return [{"url": "u", "floors": floors[i : i + 20]} for i in range(0, len(floors), 20)]


def scrapy(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a scrapy command with the entry points of pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    info = folder / "installed" / "extract_pipelines-0.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: extract_pipelines\nVersion: 0\n")
    commands = project["entry-points"]["scrapy.commands"]
    entries = "\n".join(f"{name} = {target}" for name, target in commands.items())
    (info / "entry_points.txt").write_text(f"[scrapy.commands]\n{entries}\n")
    path = os.pathsep.join([str(info.parent), str(ROOT)])
    return scrapy_command(*arguments, cwd=folder, environ={**ENVIRON, "PYTHONPATH": path})


def test_a_model_of_a_users_feed_filters_a_crawl(tmp_path: Path) -> None:
    (tmp_path / "feed.jsonl").write_text(lines(threads(TEXTS)), "utf-8")
    done = scrapy(tmp_path, "train-language", "feed.jsonl", "-o", "eo.model")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "language eo, written in Latin" in done.stdout
    assert f"{len(TEXTS)} texts" in done.stdout

    text = "La malnova domo ĝoje salutas nia amiko en {}."
    code = "if (a[i] != b[i]) {{ return -{}; }}"
    english = "This sentence here was written by somebody else in {}."
    rows = "".join(f"<p>{row}</p>" for row in (text, code, english)).replace("{}", "{0}")
    pages = {f"/{n}": f"<html><body>{rows.format(n)}</body></html>" for n in (1, 2, 3)}
    spider = """
from tests.crawling import StatsSpider
class Spider(StatsSpider):
    name = "s"
    start_urls = ["URL/1", "URL/2", "URL/3"]
    def parse(self, response):
        pass
"""
    with Site(pages) as site:
        result = crawl(
            tmp_path,
            spider.replace("URL", site.url),
            EXTRACT_URLS=[r"/\d"],
            EXTRACT_FLOORS="none",
            EXTRACT_FILTER="language",
            EXTRACT_LANGUAGE_MODELS=["eo.model"],
        )
    bodies = sorted(item["body"] for item in result.items)
    assert bodies == [text.format(n) for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("feed.json", json.dumps(threads(TEXTS), ensure_ascii=False).encode()),
        ("feed.json", json.dumps(threads(TEXTS), indent=4).encode()),
        ("feed.jsonl.gz", gzip.compress(lines({"body": text} for text in TEXTS).encode())),
        ("feed.json.gz", gzip.compress(json.dumps([{"body": text} for text in TEXTS]).encode())),
        ("feed", b"\xef\xbb\xbf\n" + lines(threads(TEXTS)).encode()),
    ],
    ids=["json", "indented", "lines, gzipped", "json, gzipped", "lines with a byte order mark"],
)
def test_feeds_of_all_kinds_hold_the_same_texts(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    feed = Feed(path)
    assert [text for item in feed for text in texts_of(item)] == TEXTS
    assert feed.unreadable == 0


def test_items_without_own_text_give_their_body() -> None:
    assert list(texts_of({"body": "one", "floors": []})) == ["one"]
    assert list(texts_of({"body": "one", "floors": [{"body": "two"}, {"own_text": ""}]})) == ["two"]
    assert list(texts_of({"body": None})) == []
    assert list(texts_of({"floors": ["x", 1, {"body": 5}]})) == []


def test_unreadable_lines_are_counted_and_the_rest_is_read(tmp_path: Path) -> None:
    path = tmp_path / "feed.jsonl"
    path.write_text('{"body": "one"}\n\nno json\n[1]\n{"body": "two"}\n{"body": "thr', "utf-8")
    feed = Feed(path)
    assert list(feed) == [{"body": "one"}, {"body": "two"}]
    assert feed.unreadable == 2


def test_an_array_that_breaks_off_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "feed.json"
    path.write_text('[{"body": "one"},\n{"body": "two"},\n{"bo', "utf-8")
    feed = Feed(path)
    assert list(feed) == [{"body": "one"}, {"body": "two"}]
    assert feed.unreadable == 1


@given(st.lists(st.dictionaries(st.text(), st.text() | st.integers())), st.sampled_from([None, 2]))
def test_what_a_feed_holds_is_read(
    tmp_path_factory: pytest.TempPathFactory, items: list[dict[str, Any]], indent: int | None
) -> None:
    path = tmp_path_factory.getbasetemp() / "feed.json"
    path.write_text(json.dumps(items, indent=indent), "utf-8")
    assert list(Feed(path)) == items
    path.write_text("\n".join(json.dumps(item) for item in items), "utf-8")
    assert list(Feed(path)) == items


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "No such file"),
        (b'{"body": "Only a short text."}', "20000 are needed"),
        (b"<html></html>", "1 lines are no JSON"),
        (b"\x1f\x8bbroken", "No model made"),
    ],
)
def test_a_feed_that_makes_no_model_is_told(
    tmp_path: Path, content: bytes | None, why: str
) -> None:
    if content is not None:
        (tmp_path / "feed.json").write_bytes(content)
    done = scrapy(tmp_path, "train-language", "feed.json", "-o", "x.model")
    assert done.returncode == 1
    assert why in done.stdout
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "x.model").exists()


def test_the_command_says_how_it_is_used(tmp_path: Path) -> None:
    done = scrapy(tmp_path, "train-language")
    assert done.returncode == 2
    assert "-o MODEL" in done.stdout
    assert "train-language" in scrapy(tmp_path, "-h").stdout


def test_a_language_and_a_margin_can_be_given(tmp_path: Path) -> None:
    (tmp_path / "feed.jsonl").write_text(lines({"body": text} for text in TEXTS), "utf-8")
    for margin in ("0", "1.5"):
        output = f"{margin}.model"
        options = ("--language", "eo", "--margin", margin)
        scrapy(tmp_path, "train-language", "feed.jsonl", "-o", output, *options)
    strict, lenient = (LanguageModel.load(tmp_path / name) for name in ("0.model", "1.5.model"))
    assert strict.language == lenient.language == "eo"
    assert strict.thresholds[0][1] - lenient.thresholds[0][1] == pytest.approx(1.5, abs=0.01)

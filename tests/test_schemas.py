"""The JSON Schemas in the documents are those of the items, and what a crawl writes keeps them."""

from __future__ import annotations

import json
import runpy
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from tests.crawling import ROOT, Site, crawl
from tests.pages import THREADS, article_page, forum
from tests.test_scrapy import YIELDS

jsonschema = pytest.importorskip("jsonschema")
SCHEMAS = ROOT / "docs" / "schemas"
ARTICLES = {f"/article/{number}": article_page(number) for number in (1, 2, 3)}


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with Site({**forum(), **ARTICLES}) as site:
        yield site


def schema(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SCHEMAS / f"{name}.json").read_text("utf-8"))
    return found


@pytest.mark.skipif(
    tuple(map(int, version("itemadapter").split("."))) < (0, 13, 1),
    reason="this itemadapter writes other JSON Schemas",
)
def test_the_schemas_are_those_of_the_items() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "write_schemas.py"))["schemas"]()
    assert {path.stem for path in SCHEMAS.iterdir()} == made.keys()
    for name, expected in made.items():
        assert schema(name) == expected, "run python docs/write_schemas.py"


def test_each_field_is_described() -> None:
    for name in ("thread", "article", "row"):
        undescribed = [field for field, told in described(schema(name)) if not told]
        assert undescribed == []


def described(told: dict[str, Any]) -> Iterator[tuple[str, str | None]]:
    """Each field of a schema, those of items within it too, with its description."""
    for name, field in told.get("properties", {}).items():
        yield name, field.get("description")
        yield from described(field)
        yield from described(field.get("items", {}))


@pytest.mark.parametrize("split", [False, True])
def test_what_a_crawl_writes_keeps_its_schema(split: bool, site: Site, tmp_path: Path) -> None:
    urls = [site.url + path for path in (*forum(), *ARTICLES) if path != "/"]
    spider = YIELDS.format(urls=urls, body="yield PageItem(response)")
    result = crawl(tmp_path, spider, EXTRACT_SPLIT=split)
    posts = sum(map(len, THREADS.values()))
    threads = [item for item in result.items if "floors" in item or "thread_url" in item]
    articles = [item for item in result.items if "comments" in item]
    assert len(threads) == (posts if split else len(THREADS))
    assert len(articles) == len(ARTICLES)
    for item in threads:
        jsonschema.validate(item, schema("row" if split else "thread"))
    for item in articles:
        jsonschema.validate(item, schema("article"))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**articles[0], "body": None}, schema("article"))

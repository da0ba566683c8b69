"""What the documents list is what there is: settings, components, links between documents."""

from __future__ import annotations

import ast
import re
from ast import literal_eval
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from scrapy.settings import Settings
from scrapy.utils.conf import build_component_list
from scrapy.utils.misc import load_object

from extract_pipelines import Addon
from extract_pipelines.scrapy.settings import PREFIX, ExtractSettings
from extract_pipelines.site.options import Options
from tests.crawling import ROOT
from tests.docs.blocks import DOCUMENTS

SETTINGS = ROOT / "docs" / "settings.md"
CODE = ROOT / "extract_pipelines"
COMPONENTS = (
    "DOWNLOADER_MIDDLEWARES",
    "SPIDER_MIDDLEWARES",
    "ITEM_PIPELINES",
    "SCRAPY_POET_PROVIDERS",
)


def rows(document: Path) -> Iterator[list[str]]:
    """The cells of all rows of all tables."""
    for line in document.read_text("utf-8").splitlines():
        if line.startswith("| "):
            yield [cell.strip() for cell in line.strip("| ").split(" | ")]


def listed_settings(document: Path) -> dict[str, Any]:
    """The settings in a document's tables with their defaults; None where none is given."""
    return {
        name.strip("`"): literal_eval(default.strip("`")) if default.startswith("`") else None
        for name, default, *_ in rows(document)
        if name.startswith(f"`{PREFIX}")
    }


def known_settings() -> dict[str, Any]:
    values = [
        (part, getattr(chosen, part.name))
        for chosen in (ExtractSettings(), Options())
        for part in fields(chosen)
    ]
    return {
        PREFIX + part.name.upper(): list(value) if isinstance(value, tuple) else value
        for part, value in values
        if part.name != "options"
    }


def test_all_settings_are_listed_with_their_defaults() -> None:
    assert listed_settings(SETTINGS) == known_settings()


def test_all_components_are_listed_with_their_places() -> None:
    settings = Settings(
        {"EXTRACT_MONITOR": True, "EXTRACT_THREADS": "thread", "EXTRACT_FIELDS": ["url"]}
    )
    Addon().update_settings(settings)
    found = {
        f"{part.__module__}.{part.__qualname__}": (name, settings[name][part])
        for name in COMPONENTS
        for part in build_component_list(settings.getwithbase(name))
        if not isinstance(part, str) and part.__module__.startswith("extract_pipelines.")
    }
    listed = {
        cells[0].partition(",")[0].strip("`"): (cells[1].strip("`"), int(cells[2]))
        for cells in rows(SETTINGS)
        if cells[1].strip("`") in COMPONENTS
    }
    assert listed == found


def test_the_step_of_the_body_is_known_by_its_former_name() -> None:
    former = "extract_pipelines.scrapy.pipelines.DensityPipeline"
    settings = Settings({"ITEM_PIPELINES": {former: 350}})
    Addon().update_settings(settings)
    steps = [load_object(part) for part in build_component_list(settings["ITEM_PIPELINES"])]
    assert [step.__name__ for step in steps[-2:]] == ["FloorPipeline", "BodyPipeline"]
    assert len(set(steps)) == len(steps)


def anchors(document: Path) -> set[str]:
    """The names that the headings of a document, or of what it includes, can be linked by."""
    text = document.read_text("utf-8")
    included = re.findall(r"^```\{include\} (\S+)", text, re.MULTILINE)
    heads = [line for line in text.splitlines() if line.startswith("#")]
    plain = [re.sub(r"[^\w\- ]", "", head.strip("# ").lower()) for head in heads]
    own = {head.replace(" ", "-") for head in plain}
    return own.union(*(anchors(document.parent / name) for name in included))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", document.read_text("utf-8")):
        name, _, anchor = link.partition("#")
        if not name.startswith("http"):
            file = (document.parent / name).resolve() if name else document
            assert file.exists(), link
            assert not anchor or anchor in anchors(file), link


def counted(module: Path) -> Iterator[str]:
    """Names that the code counts by, as far as they are written out."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        match node:
            case ast.Call(
                func=ast.Attribute(
                    attr="count",
                    value=ast.Name(id="crawl" | "self") | ast.Attribute(attr="crawl" | "_crawl"),
                ),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield name


def test_all_stats_are_described() -> None:
    described = set(re.findall(r"`([\w/]+)`", (ROOT / "docs" / "stats.md").read_text("utf-8")))
    found = {name for module in CODE.rglob("*.py") for name in counted(module)}
    assert len(found) > 30
    assert found - described == set()

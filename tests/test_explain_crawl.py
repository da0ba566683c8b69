"""A crawl leaves a report of each page that it read with a low probability."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lxml import html as lxml_html
from scrapy.settings import Settings

from extract_pipelines import Addon
from extract_pipelines.explain import report
from extract_pipelines.scrapy.settings import SettingError
from tests.crawling import Site, crawl
from tests.pages import THREADS, forum
from tests.test_scrapy import YIELDS


def yields(site: Site, *paths: str) -> str:
    return YIELDS.format(urls=[site.url + path for path in paths], body="yield PageItem(response)")


def test_pages_that_are_read_with_a_low_probability_get_a_report(tmp_path: Path) -> None:
    threads = [f"/thread/{number}" for number in range(1, len(THREADS) + 1)]
    folder = tmp_path / "reports" / "of today"
    with Site({**forum(), "/short": "<title>Nothing</title><p>Not much.</p>"}) as site:
        spider = yields(site, "/short", *threads)
        result = crawl(tmp_path, spider, EXTRACT_EXPLAIN_DIR=str(folder), EXTRACT_EXPLAIN_BELOW=0.2)
    low = [item for item in result.items if item["metadata"]["probability"] < 0.2]
    assert 0 < len(low) < len(result.items)
    assert result.stat("pages_explained") == len(low)
    assert not result.stat("errors")
    reports = [lxml_html.parse(str(path)) for path in sorted(folder.iterdir())]
    told = {str(one.xpath("string(//*[@class='address'])")): one for one in reports}
    assert told.keys() == {item["url"] for item in low}
    assert all(path.name.startswith("0.") for path in folder.iterdir())


def test_no_more_reports_are_written_than_are_asked_for(tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    with Site(forum()) as site:
        spider = yields(site, "/thread/1", "/thread/2", "/thread/3")
        told = {"EXTRACT_EXPLAIN_BELOW": 1, "EXTRACT_EXPLAIN_PAGES": 2}
        result = crawl(tmp_path, spider, EXTRACT_EXPLAIN_DIR=str(folder), **told)
    assert len(result.items) == 3
    assert (len(list(folder.iterdir())), result.stat("pages_explained")) == (2, 2)
    assert result.log.count("EXTRACT_EXPLAIN_PAGES: 2 reports are in") == 1


def test_a_folder_that_cannot_be_written_to_stops_the_crawl(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file", "utf-8")
    with Site(forum()) as site:
        spider = yields(site, "/thread/1")
        result = crawl(tmp_path, spider, EXTRACT_EXPLAIN_DIR=str(taken / "reports"))
    assert result.has_failed
    assert "ERROR: EXTRACT_EXPLAIN_DIR is " in result.log
    assert "Traceback" not in result.log


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("EXTRACT_EXPLAIN_DIR", ""),
        ("EXTRACT_EXPLAIN_DIR", 5),
        ("EXTRACT_EXPLAIN_BELOW", 2),
        ("EXTRACT_EXPLAIN_PAGES", "many"),
    ],
)
def test_a_wrong_setting_is_named(name: str, value: Any) -> None:
    with pytest.raises(SettingError, match=f"{name} must be"):
        Addon().update_settings(Settings({name: value}))


def test_the_extra_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "find_spec", lambda name: None)
    with pytest.raises(SettingError, match=r'EXTRACT_EXPLAIN_DIR .*"extract_pipelines\[explain\]"'):
        Addon().update_settings(Settings({"EXTRACT_EXPLAIN_DIR": "reports"}))

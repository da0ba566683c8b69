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
from tests.commands import scrapy_command
from tests.crawling import ROOT, Site, crawl
from tests.environ import ENVIRON
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
    with pytest.raises(SettingError, match=r'EXTRACT_EXPLAIN_DIR .*"\.\[explain\]"'):
        Addon().update_settings(Settings({"EXTRACT_EXPLAIN_DIR": "reports"}))


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    """The exit code of a command of Scrapy, and all that it prints."""
    environ = {**ENVIRON, "PYTHONPATH": str(ROOT)}
    done = scrapy_command(*arguments, cwd=folder, environ=environ)
    return done.returncode, done.stdout + done.stderr


def facts(path: Path) -> dict[str, str]:
    document = lxml_html.parse(str(path))
    names, values = (document.xpath(f"//dl[@class='facts']//{tag}/text()") for tag in ("dt", "dd"))
    return dict(zip(map(str, names), map(str, values), strict=True))


def test_a_page_is_explained_with_what_a_store_knows_of_its_site(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/learned.sqlite"
    with Site(forum()) as site:
        crawl(tmp_path, yields(site, "/thread/1", "/thread/2", "/thread/3"), EXTRACT_STORE=store)
        command = ("templates", "explain", f"{site.url}/thread/2", "--store", store)
        code, told = run(tmp_path, *command)
        assert (code, told) == (0, "report.html: A thread: 4 floors came out.\n")
        assert facts(tmp_path / "report.html")["Pages of this kind"] == "3"


def test_extract_writes_a_report_of_one_page(tmp_path: Path) -> None:
    (tmp_path / "thread.html").write_text(forum()["/thread/1"], "utf-8")
    (tmp_path / "empty.html").write_text("<html><body></body></html>", "utf-8")
    code, told = run(tmp_path, "extract", "thread.html", "--fields", "title", "--explain", "a.html")
    assert (code, told.count("\n")) == (0, 1)
    assert facts(tmp_path / "a.html")["Method"] == "records"
    code, told = run(tmp_path, "extract", "empty.html", "--explain", "b.html")
    assert (code, told) == (1, "empty.html: nothing to read was found on this page.\n")
    assert facts(tmp_path / "b.html")["Method"] == "empty"
    code, told = run(tmp_path, "extract", "thread.html", "empty.html", "--explain", "c.html")
    assert (code, "--explain goes with one page, not with 2." in told) == (2, True)

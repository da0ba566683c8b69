"""`scrapy templates` on the store of a real crawl."""

from __future__ import annotations

import json
import os
import tomllib
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from scrapy.cmdline import execute
from scrapy.settings import Settings

from extract_pipelines import __version__
from extract_pipelines.site.extract import FORMAT
from extract_pipelines.site.stores import open_store
from tests.commands import scrapy_command
from tests.crawling import ROOT, Site, crawl
from tests.environ import ENVIRON
from tests.pages import forum
from tests.test_scrapy import YIELDS


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with a store, `templates.sqlite`, and the domain that it knows."""
    folder = tmp_path_factory.mktemp("templates")
    with Site(forum()) as site:
        urls = [f"{site.url}/thread/{number}" for number in (1, 2, 3)]
        spider = YIELDS.format(urls=urls, body="yield PageItem(response)")
        crawl(folder, spider, EXTRACT_STORE=f"sqlite:///{folder}/templates.sqlite")
    return folder, site.url.removeprefix("http://")


def templates(folder: Path, *arguments: str, store: str = "templates.sqlite") -> str:
    """What the command prints; its complaint, if it fails."""
    settings = Settings({"COMMANDS_MODULE": "extract_pipelines.scrapy.commands"})
    address = f"EXTRACT_STORE=sqlite:///{folder}/{store}"
    out, err = StringIO(), StringIO()
    command = ["scrapy", "templates", *arguments, "-s", address]
    ends = pytest.raises(SystemExit)
    with chdir(folder), redirect_stdout(out), redirect_stderr(err), ends as ended:
        execute(command, settings)
    return err.getvalue() if ended.value.code else out.getvalue()


def test_list_tells_of_each_site(shop: tuple[Path, str]) -> None:
    folder, domain = shop
    head, line = (line.split() for line in templates(folder, "list").splitlines())
    told = dict(zip(head, line, strict=True))
    assert told["domain"] == domain
    assert told["kinds"] == "1"
    assert told["pages"] == "3"
    assert int(told["entries"]) > 3
    assert int(told["slots"]) > 3
    assert int(told["bytes"]) > 1000


def test_show_tells_the_kinds_and_the_places_of_their_floors(shop: tuple[Path, str]) -> None:
    folder, domain = shop
    shown = templates(folder, "show", domain)
    assert shown.startswith(f"{domain}\n  kind 1: 3 pages, ")
    assert "author: " in shown
    assert "body: " in shown


def test_what_is_exported_can_be_read_and_imported(shop: tuple[Path, str]) -> None:
    folder, domain = shop
    exported = templates(folder, "export")
    told = json.loads(exported)["sites"][domain]
    assert told["summary"][0]["pages"] == 3
    assert told["summary"][0]["author"]
    (folder / "shipped.json").write_text(exported, "utf-8")
    command = ("import", "--file", "shipped.json")
    assert templates(folder, *command, store="other.sqlite") == f"imported {domain}\n"
    stores = [open_store(f"sqlite:///{folder}/{name}.sqlite") for name in ("templates", "other")]
    states = [row.state for row in (store.read(domain) for store in stores) if row]
    assert states[0] == states[1]
    assert "--replace" in templates(folder, *command, store="other.sqlite")
    assert "imported" in templates(folder, *command, "--replace", store="other.sqlite")
    assert templates(folder, "export", store="other.sqlite") == exported


def test_a_forgotten_site_is_not_listed(shop: tuple[Path, str]) -> None:
    folder, domain = shop
    templates(folder, "export", "--file", "kept.json")
    templates(folder, "import", "--file", "kept.json", store="short.sqlite")
    assert templates(folder, "forget", domain, store="short.sqlite") == f"forgot {domain}\n"
    assert len(templates(folder, "list", store="short.sqlite").splitlines()) == 1


def test_a_saved_page_is_explained_with_what_is_known_of_its_site(shop: tuple[Path, str]) -> None:
    folder, domain = shop
    for name, host in (("saved.html", domain), ("elsewhere.html", "other.example")):
        page = f"<link rel=canonical href=http://{host}/thread/9>{forum()['/thread/1']}"
        (folder / name).write_text(page, "utf-8")
    told = templates(folder, "explain", "saved.html", "-f", "why.html")
    assert told == "why.html: A thread: 3 floors came out.\n"
    assert "Pages of this kind</dt><dd>3</dd>" in (folder / "why.html").read_text("utf-8")
    told = templates(folder, "explain", "elsewhere.html")
    assert f"The store has no template of other.example; it knows {domain}." in told
    assert "none.html: there is no such file" in templates(folder, "explain", "none.html")
    assert "Name one page to explain" in templates(folder, "explain")
    told = templates(folder, "explain", "saved.html", "-f", "none/why.html")
    assert "none/why.html cannot be written: No such file" in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("list",), "no store at"),
        (("forget",), "no store at"),
        (("sell",), "list, show, explain, export, import, forget"),
        (("import", "--file", "broken.json"), "holds no exported templates"),
        (("import", "--file", "later.json"), f"format: expected {FORMAT}, got 99"),
        (("import", "--file", "missing.json"), "missing.json"),
        (("import",), "--file"),
    ],
)
def test_a_wrong_command_is_told(
    arguments: tuple[str, ...], told: str, shop: tuple[Path, str]
) -> None:
    folder, _ = shop
    (folder / "broken.json").write_text('{"format": 4, "sites": {"a.example": 7}}')
    (folder / "later.json").write_text('{"format": 99, "sites": {}}')
    assert told in templates(folder, *arguments, store="missing.sqlite")
    (folder / "missing.sqlite").unlink(missing_ok=True)


def test_an_unknown_domain_is_told_with_the_known_ones(shop: tuple[Path, str]) -> None:
    folder, domain = shop
    for action in ("show", "export", "list", "forget"):
        assert domain in templates(folder, action, "unknown.example")
    assert "Name the domains" in templates(folder, "forget")


def test_scrapy_finds_the_command_where_the_package_is_installed(
    shop: tuple[Path, str], tmp_path: Path
) -> None:
    folder, domain = shop
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    entry_points = project["entry-points"]["scrapy.commands"].items()
    installed = tmp_path / f"{project['name']}-{__version__}.dist-info"
    installed.mkdir()
    lines = ["[scrapy.commands]", *(f"{name} = {target}" for name, target in entry_points)]
    (installed / "entry_points.txt").write_text("\n".join(lines))
    (installed / "METADATA").write_text(f"Name: {project['name']}\nVersion: {__version__}\n")
    listed = scrapy_command(
        "templates",
        "list",
        "-s",
        "EXTRACT_STORE=sqlite:///templates.sqlite",
        cwd=folder,
        environ={**ENVIRON, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])},
    )
    assert domain in listed.stdout


def test_the_store_of_a_job_is_found_by_its_folder(tmp_path: Path) -> None:
    with Site(forum()) as site:
        spider = YIELDS.format(urls=[f"{site.url}/thread/1"], body="yield PageItem(response)")
        crawl(tmp_path, spider, JOBDIR=str(tmp_path / "job"))
    out = StringIO()
    settings = Settings({"COMMANDS_MODULE": "extract_pipelines.scrapy.commands"})
    with redirect_stdout(out), pytest.raises(SystemExit):
        execute(["scrapy", "templates", "list", "-s", f"JOBDIR={tmp_path}/job"], settings)
    assert site.url.removeprefix("http://") in out.getvalue()


def test_the_store_of_a_project_that_monitors_is_found(tmp_path: Path) -> None:
    (tmp_path / "scrapy.cfg").write_text("[settings]\n")
    with Site(forum()) as site:
        spider = YIELDS.format(urls=[f"{site.url}/thread/1"], body="yield PageItem(response)")
        crawl(tmp_path, spider, EXTRACT_MONITOR=True)
    out = StringIO()
    settings = Settings({"COMMANDS_MODULE": "extract_pipelines.scrapy.commands"})
    command = ["scrapy", "templates", "list", "-s", "EXTRACT_MONITOR=1"]
    with chdir(tmp_path), redirect_stdout(out), pytest.raises(SystemExit):
        execute(command, settings)
    assert site.url.removeprefix("http://") in out.getvalue()

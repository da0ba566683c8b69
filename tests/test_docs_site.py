"""The documents are a site: built without a warning, with every page in it and in llms.txt."""

from __future__ import annotations

import runpy
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

import extract_pipelines
from tests.commands import TIMEOUT
from tests.crawling import ROOT

DOCS = ROOT / "docs"
PAGES = sorted(path.stem for path in DOCS.glob("*.md"))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, built as ``make docs`` does."""
    folder = tmp_path_factory.mktemp("site")
    options = ["--fail-on-warning", "--keep-going", "--quiet", "--fresh-env"]
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *options, "-d", folder / "trees", DOCS, folder / "html"],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder / "html"


class _Site(HTMLParser):
    """What a page of the site links to on the site, and what can be linked to in it."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.names: set[str] = set()
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.names.add(told.get("id") or "")
        link = told.get("href") or told.get("src") or ""
        if link and "://" not in link and not link.startswith(("#", "mailto:")):
            self.links.add(link)


def test_the_site_has_all_pages(built: Path) -> None:
    assert {page for page in PAGES if not (built / f"{page}.html").exists()} == set()


def test_its_links_lead_somewhere(built: Path) -> None:
    for page in PAGES:
        for link in _Site(built / f"{page}.html").links:
            name, _, anchor = link.partition("#")
            file = built / name.partition("?")[0]
            assert file.exists(), f"{page}: {link}"
            assert not anchor or anchor in _Site(file).names, f"{page}: {link}"


def test_it_loads_nothing_from_elsewhere(built: Path) -> None:
    for page in PAGES:
        text = (built / f"{page}.html").read_text("utf-8")
        assert 'src="http' not in text, page
        assert 'rel="stylesheet" type="text/css" href="http' not in text, page


def test_the_api_has_all_public_names(built: Path) -> None:
    names = _Site(built / "api.html").names
    for name in extract_pipelines.__all__:
        own = getattr(extract_pipelines, name)
        assert {f"extract_pipelines.{name}", f"{own.__module__}.{own.__name__}"} & names, name


def test_llms_txt_tells_of_every_page(built: Path) -> None:
    title, _, summary, _, *pages = (built / "llms.txt").read_text("utf-8").splitlines()
    assert title == f"# extract_pipelines {extract_pipelines.__version__}"
    assert summary.startswith("> A Scrapy add-on")
    for page in PAGES:
        if page != "index":
            (listed,) = (line for line in pages if f"(_sources/{page}.md.txt)" in line)
            assert len(listed.partition("): ")[2]) > 20, listed
            assert (built / "_sources" / f"{page}.md.txt").exists()


def told(picture: str) -> list[tuple[str | None, str | None]]:
    """The words of a picture in their order, and the colours: not where they stand."""
    return [(part.get("fill"), part.text) for part in ElementTree.fromstring(picture).iter()]


def test_the_pictures_show_what_becomes_of_pages_today() -> None:
    drawn = runpy.run_path(str(DOCS / "write_pictures.py"))["pictures"]()
    pictures = {path.stem: path.read_text("utf-8") for path in (DOCS / "pictures").iterdir()}
    assert pictures.keys() == drawn.keys()
    for name, picture in pictures.items():
        assert told(picture) == told(drawn[name]), "run python docs/write_pictures.py"

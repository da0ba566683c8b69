"""The report in a real browser: nothing of the page runs, and it can be read by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from extract_pipelines import Page, Site
from extract_pipelines.explain import explain, write_report
from tests.browser import CHROMIUM, Tab, chromium
from tests.explained import HOSTILE, NOW, forum, hostile_page, large_page, thread

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium here (Debian's package chromium): no report is opened"
)


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with chromium(tmp_path_factory.mktemp("chromium")) as tab:
        yield tab


def report(page: Page, path: Path, site: Site | None = None) -> Path:
    write_report(explain(page, site=site), path)
    return path


@pytest.fixture(scope="module")
def of_thread(tmp_path_factory: pytest.TempPathFactory) -> Path:
    page = Page(thread(3), "https://forum.example/t/3", downloaded=NOW)
    return report(page, tmp_path_factory.mktemp("reports") / "thread.html", forum())


FOCUSED = "document.activeElement.textContent"
TOLD = "document.querySelector('.told').textContent"
VISIBLE = (
    "[...document.querySelectorAll('.page .{}')].filter(one => one.getClientRects().length).length"
)


def test_it_is_read_by_keyboard(tab: Tab, of_thread: Path) -> None:
    tab.open(of_thread)
    tab.ask("document.querySelector('.presets button:last-child').focus()")
    tab.press("Tab")
    assert tab.ask(FOCUSED) == "Home"
    assert "template: on 100% of the other pages" in tab.ask(TOLD)
    tab.press("ArrowRight")
    assert tab.ask(FOCUSED) == "New posts"
    tab.press("End", "ArrowLeft", "Home", "ArrowRight", "ArrowRight")
    assert tab.ask(FOCUSED) == "Router 3 at night"
    assert "title: the title, with a probability of" in tab.ask(TOLD)
    assert "html/body/h1 · position" in tab.ask(TOLD)
    assert tab.complaints == []


def test_the_legend_hides_and_shows(tab: Tab, of_thread: Path) -> None:
    tab.open(of_thread)
    counts = {role: tab.ask(VISIBLE.format(role)) for role in ("template", "body", "author")}
    assert all(counts.values())
    tab.ask("document.getElementById('show-body').focus()")
    tab.press(" ")
    assert tab.ask(VISIBLE.format("body")) == 0
    assert tab.ask(VISIBLE.format("author")) == counts["author"]
    tab.ask("document.querySelector('[data-show=kept]').focus()")
    tab.press("Enter")
    assert tab.ask(VISIBLE.format("template")) == 0
    assert tab.ask(VISIBLE.format("body")) == counts["body"]
    tab.ask("document.querySelector('.presets button:last-child').focus()")
    tab.press("Tab")
    assert tab.ask(FOCUSED) == "Router 3 at night"


def test_a_value_leads_to_its_place_even_if_that_is_hidden(tab: Tab, of_thread: Path) -> None:
    tab.open(of_thread)
    tab.ask("document.getElementById('show-author').click()")
    tab.ask("document.querySelector('#fields .of-author a').focus()")
    author = tab.ask(FOCUSED)
    for _ in range(2):
        tab.press("Enter")
        tab.wait_for("document.activeElement.className == 'p author here'")
        assert tab.ask(FOCUSED) == author
        assert "author: the author of post 1" in tab.ask(TOLD)
        tab.ask("document.querySelector('#fields .of-author a').focus()")


def test_nothing_of_a_hostile_page_runs(tab: Tab, tmp_path: Path) -> None:
    url = 'https://x.example/"><script>alert(1)</script>'
    path = report(Page(hostile_page(), url, downloaded=NOW), tmp_path / "hostile.html")
    tab.open(path)
    tab.ask("document.querySelectorAll('.p, a').forEach(one => one.focus())")
    assert tab.complaints == []
    assert tab.requests == [path.as_uri()]
    assert tab.ask("document.scripts.length") == 1
    shown = tab.ask("document.querySelector('.page').textContent")
    assert HOSTILE[0] in shown
    assert tab.ask("getComputedStyle(document.querySelector('h1')).display") == "block"


def test_a_script_in_the_report_would_not_run(tab: Tab, of_thread: Path, tmp_path: Path) -> None:
    """The policy is the second wall: what got in as markup would still do nothing."""
    path = tmp_path / "broken.html"
    bad = "<script>document.title='run'</script><style>h1{display:none}</style>"
    bad += "<img src=//evil.example/x onerror=\"document.title='run'\">"
    path.write_text(of_thread.read_text("utf-8").replace("</main>", f"{bad}</main>"), "utf-8")
    tab.open(path)
    assert tab.ask("document.title") != "run"
    assert tab.ask("getComputedStyle(document.querySelector('h1')).display") == "block"
    failed = [told for name, told in tab.told if name == "Network.loadingFailed"]
    assert [told["blockedReason"] for told in failed] == ["csp"]


@pytest.mark.parametrize("width", [390, 1280])
def test_it_fits_in_light_and_dark(width: int, tab: Tab, of_thread: Path) -> None:
    tab.open(of_thread)
    shades = []
    for scheme in ("light", "dark"):
        picture = tab.show(width, scheme)
        assert picture.startswith(b"\x89PNG")
        shades.append(tab.ask("getComputedStyle(document.body).backgroundColor"))
        assert tab.ask("document.documentElement.scrollWidth - innerWidth") <= 0
        assert tab.ask("document.querySelector('figure svg path.line').getBBox().width") > 300
    assert shades == ["rgb(255, 255, 255)", "rgb(21, 22, 26)"]


def test_the_report_of_a_large_page_opens(tab: Tab, tmp_path: Path) -> None:
    path = report(Page(large_page(1_500_000), "https://forum.example/t/1"), tmp_path / "large.html")
    tab.open(path)
    assert tab.ask(VISIBLE.format("author")) == 5
    assert tab.complaints == []

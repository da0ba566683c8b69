"""The report shows what is told, needs nothing else, and nothing of the page runs in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lxml import html as lxml_html

from extract_pipelines import Page, Site
from extract_pipelines.explain import Explanation, explain, report, write_report
from tests.explained import (
    NOW,
    article,
    hostile_page,
    large_page,
    post,
    texts,
    thread,
)


def shown(told: Explanation, tmp_path: Path) -> lxml_html.HtmlElement:
    """The report of an explanation, parsed."""
    path = tmp_path / "report.html"
    write_report(told, path)
    return lxml_html.document_fromstring(path.read_text("utf-8"))


def test_fields_lead_to_the_pieces_that_say_them(tmp_path: Path) -> None:
    for html in (thread(), article()):
        told = explain(Page(html, "https://x.example/1", downloaded=NOW))
        said = {field.name: field for field in told.fields}
        for name, text in (("author", said["author"].value), ("title", said["title"].value)):
            leaf = said[name].leaf
            assert leaf is not None
            assert text in told.pieces[leaf].text
        document = shown(told, tmp_path)
        links = {
            link.removeprefix("#") for link in document.xpath("//*[@id='fields']//td//a/@href")
        }
        assert len(links) > 2
        assert all(document.get_element_by_id(link) is not None for link in links)


def test_an_empty_field_says_what_was_looked_at(tmp_path: Path) -> None:
    told = explain("<p>A line.</p><p>Another line, that says a little more.</p>")
    empty = [field for field in told.fields if not field.value]
    assert {"author", "date", "canonical_url", "floors"} <= {field.name for field in empty}
    assert all(field.looked for field in empty)
    author = next(field for field in empty if field.name == "author")
    assert ("a byline", "nothing") in author.looked
    rows = shown(told, tmp_path).cssselect("#fields tr.empty")
    assert len(rows) == len(empty)
    assert all(row.cssselect("details[open] li, .looked") for row in rows)


def test_the_report_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    document = shown(explain(thread(), "https://forum.example/t/1"), tmp_path)
    loading = document.xpath(
        "//@src | //link/@href | //*[local-name()='use'] | //iframe | //object"
    )
    assert loading == []
    style = "".join(document.xpath("//style/text()"))
    assert "url(" not in style
    assert "@import" not in style
    policy = document.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    assert document.xpath("//p[@class='address']/a/@href") == ["https://forum.example/t/1"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert not document.xpath("//@style | //@*[starts-with(name(), 'on')]")


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", 'https://x.example/"><script>alert(1)</script>']
)
def test_nothing_of_a_hostile_page_becomes_markup(url: str, tmp_path: Path) -> None:
    ours = shown(explain("<p>nothing</p>", "https://x.example/"), tmp_path)
    site = Site()
    for _ in range(3):
        site.learn(Page(hostile_page(), url, downloaded=NOW))
    for told in (
        explain(Page(hostile_page(), url, downloaded=NOW)),
        explain(Page(hostile_page(), url, downloaded=NOW), site=site),
        explain(f"<p>{hostile_page()}</p>".replace("post", "x"), url),
    ):
        document = shown(told, tmp_path)
        assert [
            len(document.xpath(f"//{tag}")) for tag in ("script", "style", "img", "iframe")
        ] == [
            1,
            1,
            0,
            0,
        ]
        for tag in ("script", "style"):
            assert document.xpath(f"string(//{tag})") == ours.xpath(f"string(//{tag})")
        assert not document.xpath("//@*[starts-with(name(), 'on')] | //@style")
        links = [link for link in document.xpath("//@href") if not link.startswith("#")]
        assert links == []
        names = {str(name) for name in document.xpath("//@*/..") for name in name.attrib}
        assert (
            names <= {str(name) for one in ours.xpath("//@*/..") for name in one.attrib} | ALLOWED
        )
        text = document.text_content()
        assert "\x0b" not in text
        assert "\ufffe" not in text
        assert "alert(1)" in text
        assert "49" not in "".join(texts(told, "title"))


# Attributes that the report of a page with floors has, and that of an empty one has not.
ALLOWED = {"dir", "class", "href", "data-c", "data-g", "open", "rel", "r", "cx", "cy", "scope"}


def test_the_report_of_a_large_page_stays_small(tmp_path: Path) -> None:
    path = tmp_path / "large.html"
    told = explain(large_page(), "https://forum.example/t/1")
    write_report(told, path)
    assert path.stat().st_size < 2_000_000
    document = lxml_html.document_fromstring(path.read_text("utf-8"))
    left_out = [
        re.search(r"([0-9]+) pieces?", one.text_content()) for one in document.cssselect(".out")
    ]
    numbers = [int(found[1]) for found in left_out if found]
    assert sum(numbers) + len(document.cssselect(".page .p")) == len(told.pieces)
    drawn = document.xpath("//*[local-name()='path']/@d")
    assert max(map(len, drawn)) > 5000
    assert all(re.fullmatch(r"[MLHVZv0-9. ]*", path) for path in drawn)
    kept = {piece.leaf for piece in told.pieces if piece.role == "author"}
    assert len(kept) == 5
    assert all(document.get_element_by_id(f"t{leaf}") is not None for leaf in kept)


def test_a_long_text_is_cut(tmp_path: Path) -> None:
    told = explain(f"<p>{'long words ' * 5000}</p>")
    assert "more characters)" in shown(told, tmp_path).cssselect(".page .p")[0].text_content()


def test_long_names_of_a_page_are_cut(tmp_path: Path) -> None:
    long = "x" * 100_000
    posts = "".join(
        post(number, name, 9 + number).replace('class="', f'class="{long}{number} ')
        for number, name in enumerate(("anna", "bert", "carla"), start=1)
    )
    html = f"<title>{long}</title><{long}><{long}y>{posts}<p>{long}</p></{long}y></{long}>"
    path = tmp_path / "report.html"
    write_report(explain(html, f"https://x.example/{long}"), path)
    assert path.stat().st_size < 200_000


def test_without_jinja_it_is_told_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(report, "find_spec", lambda name: None)
    told = explain("<p>A text</p>")
    with pytest.raises(report.MissingExtraError, match=r'"jinja2>=3\.1", .* "\.\[explain\]"'):
        write_report(told, tmp_path / "report.html")

"""Pages in the charsets of the older web, with a declaration, without one, and with a wrong one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from scrapy.http import HtmlResponse

from extract_pipelines import Page
from extract_pipelines.page import text_of
from tests.crawling import ROOT, Answer, Site, crawl
from tests.language_samples import SENTENCES

WEB = [
    ("ru", "windows-1251"),
    ("ru", "koi8-r"),
    ("ja", "shift_jis"),
    ("ja", "euc-jp"),
    ("ja", "iso-2022-jp"),
    ("ko", "euc-kr"),
    ("zh", "gbk"),
    ("zh-hant", "big5"),
    ("pl", "windows-1250"),
    ("pl", "iso-8859-2"),
    ("de", "windows-1252"),
    ("fr", "windows-1252"),
]
HEADERS = {"Content-Type": "text/html"}


def sentences(language: str, charset: str) -> list[str]:
    fit = [
        one for one in SENTENCES[language] if one.encode(charset, "ignore").decode(charset) == one
    ]
    return [one for one in fit if not one.isascii()]


def page_of(texts: list[str], head: str = "") -> str:
    posts = "".join(f"<div class=post><p>{text}</p></div>\n" for text in texts)
    return f"<html><head>{head}<title>Forum</title></head><body>{posts}</body></html>"


def read(source: bytes) -> str:
    return text_of(Page(source).leaves).removeprefix("Forum\n")


@pytest.mark.parametrize(("language", "charset"), WEB)
def test_bytes_without_a_declaration_are_read_in_their_charset(language: str, charset: str) -> None:
    texts = sentences(language, charset)
    assert read(page_of(texts).encode(charset)) == "\n".join(texts)


@pytest.mark.parametrize(("language", "charset"), WEB[2:8])
def test_a_broken_character_does_not_hide_the_charset(language: str, charset: str) -> None:
    texts = sentences(language, charset) * 6
    source = page_of(texts).encode(charset) + b"<p>" + texts[0].encode(charset)[:-1] + b"</p>"
    assert read(source).startswith("\n".join(texts))


def test_the_charset_is_told_by_what_stands_far_below_the_markup() -> None:
    texts = sentences("ru", "koi8-r")
    source = page_of(["Sorry, guests cannot see this. " * 10] * 1000 + texts).encode("koi8-r")
    assert len(source) > 300_000
    assert read(source).endswith("\n".join(texts))


@pytest.mark.parametrize("charset", ["gb2312", "windows-1251", "iso-8859-1", "shift_jis"])
def test_bytes_in_utf_8_are_read_so_whatever_the_page_declares(charset: str) -> None:
    texts = SENTENCES["ru"] + SENTENCES["zh"]
    source = page_of(texts, f"<meta charset={charset}>").encode()
    assert read(source) == "\n".join(texts)
    cut = source + b"<p>" + texts[0].encode()[:-1]
    assert read(cut).startswith("\n".join(texts))


@pytest.mark.parametrize(("language", "charset"), WEB)
@pytest.mark.parametrize("header", ["text/html", "text/html; charset=utf-8"])
def test_what_is_declared_to_be_utf_8_and_is_none_is_read_in_its_own_charset(
    language: str, charset: str, header: str
) -> None:
    texts = sentences(language, charset)
    source = page_of(texts * 3, "<meta charset=utf-8>").encode(charset)
    response = HtmlResponse("https://a.example/", headers={"Content-Type": header}, body=source)
    for page in (Page(source), Page.from_response(response)):
        assert text_of(page.leaves).startswith("\n".join(texts))


def test_utf_8_with_many_characters_cut_in_two_is_utf_8() -> None:
    texts = [text[: len(text) // 2 * 2] for text in SENTENCES["zh"] if len(text) > 6]
    source = b"".join(b"<p>" + text.encode()[:-1] + b"...</p>" for text in texts)
    assert all(text[:-1] in read(source) for text in texts)


@pytest.mark.parametrize("charset", ["gb2312", "gbk"])
def test_two_characters_that_would_be_others_in_utf_8_are_those_declared(charset: str) -> None:
    assert read(page_of(["联通"], f"<meta charset={charset}>").encode(charset)) == "联通"


def response(source: bytes, content_type: str = "text/html", **options: str) -> HtmlResponse:
    headers = {"Content-Type": content_type}
    return HtmlResponse("https://a.example/1", body=source, headers=headers, **options)


def test_a_response_of_which_nothing_tells_the_charset_is_read_as_bytes_are() -> None:
    texts = sentences("ru", "windows-1251")
    source = page_of(texts).encode("windows-1251")
    assert text_of(Page.from_response(response(source)).leaves) == text_of(Page(source).leaves)
    declared = page_of(texts, "<meta charset=gb2312>").encode()
    assert texts[0] in text_of(Page.from_response(response(declared)).leaves)


@pytest.mark.parametrize(
    "answer",
    [
        response(page_of(sentences("ru", "koi8-r")).encode("koi8-r"), "text/html; charset=koi8-r"),
        response(page_of(sentences("ru", "koi8-r")).encode("koi8-r"), encoding="koi8-r"),
        response(page_of(["Grüße"], "<meta charset=latin-1>").encode("latin-1")),
        response(page_of(sentences("ru", "utf-8"), "<meta charset=utf-8>").encode()),
        response(page_of(sentences("ru", "utf-8")).encode()),
        response(b"<p>only ASCII"),
    ],
)
def test_a_response_in_the_charset_that_it_tells_is_not_parsed_again(answer: HtmlResponse) -> None:
    assert Page.from_response(answer).root is answer.selector.root


def test_the_detector_is_not_loaded_for_pages_that_need_none() -> None:
    source = """
import sys
from extract_pipelines import Page
for body in (b"<p>plain", "<p>Grüße".encode(), "<meta charset=gbk><p>论坛".encode("gbk")):
    Page(body).leaves
assert "chardet" not in sys.modules
Page("<p>Привет, как дела".encode("cp1251"))
assert "chardet" in sys.modules
"""
    subprocess.run([sys.executable, "-c", source], cwd=ROOT, check=True)


SPIDER = """
import scrapy
from extract_pipelines import PageItem
from tests.crawling import StatsSpider

class Pages(StatsSpider):
    name = "pages"
    start_urls = {urls!r}

    def parse(self, response):
        yield PageItem(response)
"""


def test_a_crawl_of_files_and_servers_that_tell_no_charset(tmp_path: Path) -> None:
    texts = sentences("ru", "windows-1251")
    source = page_of([" ".join(texts)] * 3, "<title>Почтовый ящик</title>")
    local = tmp_path / "page.html"
    local.write_bytes(source.encode("windows-1251"))
    pages = {
        "/none": Answer(source.encode("koi8-r"), "text/html"),
        "/wrong": Answer(
            source.replace("<head>", "<head><meta charset=gbk>").encode(), "text/html"
        ),
        "/told": Answer(source.encode("windows-1251"), "text/html; charset=windows-1251"),
    }
    with Site(pages) as site:
        urls = [local.as_uri(), *(site.url + path for path in pages)]
        result = crawl(tmp_path, SPIDER.format(urls=urls), EXTRACT_WARMUP_PAGES=0)
    assert [texts[0] in item["body"] for item in result.items] == [True] * 4

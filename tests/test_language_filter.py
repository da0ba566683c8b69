from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from extract_pipelines import Page, extract
from extract_pipelines.published.language_filter import (
    SHIPPED,
    choose_models,
    filter_by_language,
    load_model,
)
from extract_pipelines.site.options import Options
from extract_pipelines.text.scripts import count_scripts, expected_scripts

from .crawling import Site, crawl
from .language_samples import JUNK, PAGES, SENTENCES
from .pages import forum


def kept(texts: Sequence[str], declared: str = "", names: Sequence[str] = ()) -> list[str]:
    """The texts of a page that the filter keeps, given the page's declared language."""
    rows = "".join(f"<p>{text.replace('<', '&lt;')}</p>" for text in texts)
    page = Page(f"<html lang='{declared}'><body>{rows}</body></html>")
    scripts = expected_scripts(count_scripts("".join(texts)))
    models = choose_models(page.leaves, scripts, declared, names)
    return [marked.leaf.text for marked in filter_by_language(page.leaves, models)]


@pytest.mark.parametrize("declared", [True, False])
@pytest.mark.parametrize("language", sorted(SENTENCES))
def test_short_sentences_are_kept_and_junk_is_dropped(language: str, declared: bool) -> None:
    texts = [*PAGES[language], *SENTENCES[language]]
    found = kept([*texts, *JUNK], language if declared else "")
    assert found == texts


@pytest.mark.parametrize(
    ("language", "declared"),
    [("de", "en-US"), ("es", "en"), ("ru", "en"), ("zh", "en"), ("ja", "zh-CN"), ("fr", "xx")],
)
def test_a_wrongly_declared_language_loses_nothing(language: str, declared: str) -> None:
    texts = [*PAGES[language], *SENTENCES[language]]
    assert kept([*texts, "var x = function(){ return 1; }"], declared) == texts


@pytest.mark.parametrize("language", ["ar", "el", "fi", "tr", "uk"])
@pytest.mark.parametrize("declared", [True, False])
def test_a_language_without_a_model_is_read_by_its_script(language: str, declared: bool) -> None:
    texts = [*PAGES[language], "=== 12 ==="]
    assert kept(texts, language if declared else "") == PAGES[language]


def test_english_replies_on_a_german_page_are_kept() -> None:
    texts = [*PAGES["de"], "Why would anybody buy such crap?"]
    assert kept(texts, "de") == texts


def test_dates_and_names_are_kept() -> None:
    texts = ["2017-01-09 15:42", "tianya2008", "北方的狼", "Frédéric Joliot-Curie", "van der Berg"]
    assert kept([*PAGES["en"], *texts], "en") == [*PAGES["en"], *texts]


@pytest.mark.parametrize("text", ["d41d8cd98f00b204e9800998ecf8427e", "icon_e_smile.gif", "12 345"])
def test_what_only_resembles_a_name_is_dropped(text: str) -> None:
    assert kept([*PAGES["en"], text], "en") == PAGES["en"]


def test_given_models_are_the_only_ones() -> None:
    texts = [*PAGES["de"], *PAGES["ru"]]
    assert kept(texts, "de", ["ru"]) == PAGES["ru"]
    assert kept(texts, "de", ["ru", "de"]) == texts


def test_the_declared_language_is_tried_first() -> None:
    page = Page("".join(f"<p>{text}</p>" for text in PAGES["de"]))
    models = choose_models(page.leaves, {"Latin"}, "de-AT")["Latin"] or ()
    assert {model.language for model in models} == {"de", "en"}
    page = Page("".join(f"<p>{text}</p>" for text in PAGES["zh-hant"]))
    for declared in ("zh-TW", "zh_Hant", "zh-Hant-HK"):
        (model,) = choose_models(page.leaves, {"Han"}, declared)["Han"] or ()
        assert model.language == "zh-hant"


def test_a_model_is_loaded_by_code_or_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.model"
    load_model("fr").save(path)
    assert load_model(str(path)).language == "fr"
    with pytest.raises(OSError, match="nowhere"):
        load_model(str(tmp_path / "nowhere"))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_code_between_paragraphs_is_no_part_of_an_article(language: str) -> None:
    paragraphs = "".join(f"<p>{text}</p>" for text in PAGES[language] * 3)
    code = "<div>if (a[i] != b[i]) { return -1; }</div>"
    html = f"<html lang='{language}'><body><div>{paragraphs}{code}</div></body></html>"
    expected = "\n".join(PAGES[language] * 3)
    assert (
        extract(html, options=Options(filter="language", floors="none", body="unlinked_text")).body
        == expected
    )
    assert (
        "return -1"
        in extract(html, options=Options(filter="none", floors="none", body="unlinked_text")).body
    )


def test_a_model_that_is_none_is_told_by_the_option() -> None:
    with pytest.raises(ValueError, match=f"language_models .*{', '.join(SHIPPED)}"):
        Options(filter="language", language_models=("klingon",))


@pytest.mark.parametrize("value", [["de", "klingon"], 5, [__file__]])
def test_a_wrong_setting_stops_the_crawl(value: object, tmp_path: Path) -> None:
    spider = """
import scrapy
class S(scrapy.Spider):
    name = "s"
    start_urls = ["data:,"]
"""
    result = crawl(tmp_path, spider, EXTRACT_FILTER="language", EXTRACT_LANGUAGE_MODELS=value)
    assert result.has_failed
    assert "ERROR: EXTRACT_LANGUAGE_MODELS must" in result.log
    assert result.items == []


def test_a_crawl_filters_by_language(tmp_path: Path) -> None:
    code = "<div>document.getElementById('{}').onclick = function(e){{ send(e); }};</div><h1>"
    pages = {path: page.replace("<h1>", code.format(path)) for path, page in forum().items()}
    spider = """
import scrapy
from tests.crawling import StatsSpider
class Spider(StatsSpider):
    name = "s"
    start_urls = [f"URL/thread/{number}" for number in (1, 2, 3)]
    def parse(self, response):
        pass
"""
    with Site(pages) as site:
        source = spider.replace("URL", site.url)
        found = {
            name: crawl(
                tmp_path,
                source,
                EXTRACT_URLS=["/thread/"],
                EXTRACT_FLOORS="none",
                EXTRACT_BODY="unlinked_text",
                **filter_,
            )
            for name, filter_ in (
                ("language", {"EXTRACT_FILTER": "language", "EXTRACT_LANGUAGE_MODELS": "en, de"}),
                ("none", {"EXTRACT_FILTER": "none"}),
            )
        }
    for name, result in found.items():
        assert result.stat("errors") == 0
        bodies = [item["body"] for item in result.items]
        assert len(bodies) == 3
        assert any("coffee mill" in body for body in bodies), name
        assert any("function" in body for body in bodies) == (name == "none"), name

"""When an article was published: declared, beside its title, but not in what stands around it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extract_pipelines import Page, Site
from extract_pipelines.page.json_ld import DEEPEST_VALUE

TEXT = "<p>" + "The mill stood still, and nobody came to grind until the ice broke. " * 4 + "</p>"
NOW = datetime(2024, 6, 3, 15, 42, tzinfo=UTC)


def date_of(source: str, language: str = "") -> str | None:
    page = Page(f"<html lang='{language}'>{source}</html>", "https://a.example/", downloaded=NOW)
    return Site().extract(page).date


def article(head: str = "", above: str = "", below: str = "") -> str:
    return (
        f"<head><title>Mill stands still</title>{head}</head><body>{above}"
        f"<h1>Mill stands still</h1>{below}{TEXT * 3}</body>"
    )


@pytest.mark.parametrize(
    "head",
    [
        '<meta property="article:published_time" content="2024-05-01T08:00:00Z">',
        '<meta itemprop="datePublished" content="2024-05-01T08:00:00Z">',
        (
            '<script type="application/ld+json">{"@type": "NewsArticle", "datePublished": '
            '"2024-05-01T08:00:00Z"}</script>'
        ),
        (
            '<script type="application/ld+json">{"@graph": [{"@type": ["WebPage"], '
            '"datePublished": "2024-05-01T08:00:00Z"}]}</script>'
        ),
    ],
)
def test_a_declared_date_comes_first(head: str) -> None:
    assert date_of(article(head, below="<p>May 3, 2024</p>")) == "2024-05-01T08:00:00+00:00"


def test_a_declared_day_takes_its_time_from_the_text() -> None:
    head = '<meta name="publishdate" content="2024-05-01">'
    assert date_of(article(head, below="<p>2024-05-01 07:48</p>")) == "2024-05-01T07:48:00"
    assert date_of(article(head, below="<p>2024-05-02 07:48</p>")) == "2024-05-01"


def test_a_date_below_the_title_comes_before_those_in_a_side_bar() -> None:
    calendar = "<div>December 2023</div><div>Founded 2004-10-06</div>" + "<p>item</p>" * 30
    assert date_of(article(above=calendar, below="<p>May 1, 2024</p>")) == "2024-05-01"


def test_a_labelled_date_comes_before_another_beside_it() -> None:
    lines = "<p>2024-04-20</p><p>Published on 2024-05-01</p>"
    assert date_of(article(below=lines)) == "2024-05-01"


def test_a_date_to_come_or_an_amount_is_none() -> None:
    assert date_of(article(below="<p>2031-05-01</p>")) is None
    assert date_of(article(below="<p>140M</p>")) is None


@pytest.mark.parametrize(
    ("language", "line", "date"),
    [
        ("en-US", "03/04/2024", "2024-03-04"),
        ("en-GB", "03/04/2024", "2024-04-03"),
        ("en", "03/04/2024", None),
        ("en", "03/04/2024 7:38 PM", "2024-03-04T19:38:00"),
    ],
)
def test_language_and_clock_tell_the_order(language: str, line: str, date: str | None) -> None:
    assert date_of(article(below=f"<p>{line}</p>"), language) == date


@pytest.mark.parametrize(
    "json", ["{", "[" * 100_000, "3", '{"@type": 3, "author": [[]]}', '"\\ud800"']
)
def test_broken_json_does_no_harm(json: str) -> None:
    keys = '"author" "datePublished"'
    head = f'<script type="application/ld+json">{json}<!-- {keys} --></script>'
    head += f'<script type="application/ld+json">{json}</script>'
    assert date_of(article(head, below="<p>May 1, 2024</p>")) == "2024-05-01"


def deeper(calls: int, source: str) -> str | None:
    """The date of a page that is read from within so many calls."""
    return deeper(calls - 1, source) if calls else date_of(source)


@pytest.mark.parametrize(
    ("depth", "date"), [(DEEPEST_VALUE, "2024-05-01"), (DEEPEST_VALUE + 1, "2024-06-01")]
)
def test_how_deep_json_may_be_nested_is_the_same_for_all_callers(depth: int, date: str) -> None:
    about = "[" * (depth - 1) + "]" * (depth - 1)
    told = f'{{"@type": "NewsArticle", "about": {about}, "datePublished": "2024-05-01"}}'
    head = f'<script type="application/ld+json">{told}</script>'
    source = article(head, below="<p>June 1, 2024</p>")
    assert date_of(source) == deeper(500, source) == date


def test_the_dates_of_other_articles_in_json_are_not_its_own() -> None:
    others = ", ".join(
        f'{{"@type": "NewsArticle", "headline": "No {n}", "datePublished": "2020-01-0{n}"}}'
        for n in (1, 2)
    )
    head = f'<script type="application/ld+json">[{others}]</script>'
    assert date_of(article(head, below="<p>May 1, 2024</p>")) == "2024-05-01"


def test_a_date_above_the_title_goes_before_one_in_the_text() -> None:
    card = '<a href="/2">A goat on the bridge <span>10 January 2023</span></a>'
    text = "<p>The mill stood still, and nobody came to grind until the ice broke.</p>"
    page = (
        "<html><head><title>The mill stands still</title></head><body><div>13:52, 14 February 2023"
        f"</div><h1>The mill stands still</h1>{text}<div>{card}</div>{text * 3}</body></html>"
    )
    assert Site().extract(Page(page, "https://a.example/1")).date == "2023-02-14T13:52:00"


def test_a_date_in_a_link_that_says_more_is_that_of_another_article() -> None:
    before, after = "<a href=/b>« Before (May 1, 2024)</a>", "<a href=/n>Next (May 9, 2024) »</a>"
    day = '<h2><a href="/d">May 3, 2024</a></h2>'
    assert date_of(article(above=f"<p>{before} | {after}</p>{day}")) == "2024-05-03"
    assert date_of(article(below='<p><a href="/d">Posted: May 3, 2024</a></p>')) == "2024-05-03"


def test_articles_of_one_day_have_its_date_though_all_share_it() -> None:
    site, pages = Site(), []
    for number in range(6):
        day = "<div><a href=/>Home</a></div><p>Friday, March 8, 2024</p>"
        source = article(above=day, below="<time>March 5, 2024</time>").replace(
            "nobody came", f"{number} people came"
        )
        pages.append(Page(source, f"https://a.example/{number}", downloaded=NOW))
        site.learn(pages[-1])
    assert {site.extract(page).date for page in pages} == {"2024-03-05"}

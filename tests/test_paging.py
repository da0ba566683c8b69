from __future__ import annotations

import pytest

from extract_pipelines import Page
from extract_pipelines.page.breadcrumbs import breadcrumbs
from extract_pipelines.page.pagination import next_page_url, page_number
from extract_pipelines.url import thread_id

URL = "https://a.example/t/9"


@pytest.mark.parametrize(
    "source",
    [
        '<link rel="next" href="?page=3">',
        '<a rel="nofollow next" href="?page=3">3</a>',
        '<a href="?page=3">Next »</a>',
        '<a href="?page=3">下一页</a>',
        '<a href="?page=3"><span>Weiter</span> ›</a>',
        '<a href="?page=9">Next door, a story</a><a href="?page=3">next</a>',
        '<link rel="next" href="?page=3#sort-bottom">',
        '<a href="?page=3#answers">next</a>',
        '<p>Some text</p><b>2</b> <a href="?page=1#a">1</a> <b>2</b> <a href="?page=3#a">3</a>',
    ],
)
def test_the_next_page(source: str) -> None:
    assert next_page_url(Page(source, URL)) == "https://a.example/t/9?page=3"


def test_the_pager_tells_the_next_page() -> None:
    assert next_page_url(Page(pager(2, 5), URL)) == "https://a.example/t/9?page=3"
    assert next_page_url(Page(pager(5, 5), URL)) is None


def test_an_arrow_without_words_leads_to_the_next_page() -> None:
    source = '<a href="?page=1"><i class="left"></i></a><a href="?page=3"><i class="right"></i></a>'
    assert next_page_url(Page(source, f"{URL}?page=2")) == "https://a.example/t/9?page=3"


def test_the_last_page_has_no_next() -> None:
    assert next_page_url(Page('<a href="?page=1">Previous</a>', URL)) is None


def pager(here: int, last: int) -> str:
    numbers = [
        f"<b>{n}</b>" if n == here else f"<a href='?page={n}'>{n}</a>" for n in range(1, last + 1)
    ]
    return f"<p>Some text</p><div>{' '.join(numbers)}</div><p>Posts: 3</p>"


@pytest.mark.parametrize(
    ("source", "url", "number"),
    [
        (pager(2, 5), URL, 2),
        (pager(5, 5), URL, 5),
        ("<p>no pager", URL, 1),
        ("<p>no pager", f"{URL}?page=4", 4),
        ("<p>no pager", f"{URL}/page-3", 3),
        ("<p>no pager", "https://a.example/t/9/page/12/", 12),
        ("<ol><li>1</li><li>2</li><li>3</li></ol>", URL, 1),
        ('<a href="#answers">1</a> <i>526</i>', URL, 1),
        ('<b>1</b> <a href="#answers">14</a>', URL, 1),
        ('<a href="#">1</a> <b>2</b> <a href="#">3</a>', URL, 2),
    ],
)
def test_the_number_of_the_page(source: str, url: str, number: int) -> None:
    assert page_number(Page(source, url)) == number


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://a.example/thread-15-2-1.html", "15"),
        ("https://a.example/viewtopic.php?f=3&t=123&start=20", "123"),
        ("https://a.example/forum.php?mod=viewthread&tid=77", "77"),
        ("https://a.example/threads/best-apps-in-2019.79812/page-2", "79812"),
        ("https://a.example/t/slug-of-title/17?page=2", "17"),
        ("https://a.example/topic/5/help-me/", "5"),
        ("https://a.example/forum/board-4/topic/some-title-12/", "12"),
        ("https://a.example/topic/12/my-title-2024/", "12"),
        ("https://a.example/topic/12-my-title-2024/", "12"),
        ("https://a.example/topic/12-my-title/", "12"),
        ("https://a.example/2024-in-review-5512", "5512"),
        ("https://a.example/question/31/top-10/?sort=oldest&page=2", "31"),
        ("https://a.example/t/title-of-2020/15/4", "15"),
        ("https://a.example/forum/4/some-title-12.html", "12"),
        ("https://a.example/2024/05/17/some-title-77", "77"),
        ("https://a.example/about", None),
    ],
)
def test_the_id_of_the_thread(url: str, expected: str | None) -> None:
    assert thread_id(url) == expected


def test_breadcrumbs() -> None:
    source = '<nav aria-label="Breadcrumb"><a href=/>Home</a> › <a href=/b>Board</a> › Title</nav>'
    assert breadcrumbs(Page(source)) == ["Home", "Board"]
    assert breadcrumbs(Page("<p>x")) == []


DECLARED = {
    "JSON-LD": """<script type="application/ld+json">{"@context": "https://schema.org", "@graph": [
        {"@type": "BreadcrumbList", "itemListElement": [
        {"@type": "ListItem", "position": 2, "item": {"@id": "/b", "name": "Board &amp; co"}},
        {"@type": "ListItem", "position": 1, "name": "Home", "item": "https://a.example/"},
        {"@type": "ListItem", "position": 3, "name": "Title", "item": "/b/1"}]}]}</script>""",
    "JSON-LD without addresses": """<script type="application/ld+json">{"@type": "BreadcrumbList",
        "itemListElement": [{"position": 1, "name": "Home", "item": "/"}, {"position": 2,
        "name": "Board & co", "item": "/b"}, {"position": 3, "name": "Title"}]}</script>""",
    "microdata": """<ol itemscope itemtype="https://schema.org/BreadcrumbList">
        <li itemprop="itemListElement"><a href="/"><span itemprop="name">Home</span></a></li>
        <li itemprop="itemListElement"><a href="/b"><span itemprop="name">Board &amp; co</span></a>
        <li itemprop="itemListElement"><a href="/b/1">Title</a></ol>""",
    "RDFa": """<div vocab="https://schema.org/" typeof="BreadcrumbList"><a href="/">Home</a> /
        <a href="/b">Board &amp; co</a> / Title</div>""",
}


@pytest.mark.parametrize("declared", DECLARED.values(), ids=DECLARED)
def test_breadcrumbs_that_a_page_declares(declared: str) -> None:
    page = Page(f"<html><head></head><body>{declared}<p>Text</p></body>", "https://a.example/b/1")
    assert breadcrumbs(page) == ["Home", "Board & co"]


@pytest.mark.parametrize(
    "parts", ["7", '[3, {"position": "x"}, {"name": ["a"], "item": 5}]', "null"]
)
def test_breadcrumbs_that_make_no_sense_are_none(parts: str) -> None:
    script = f'{{"@type": "BreadcrumbList", "itemListElement": {parts}}}'
    assert breadcrumbs(Page(f'<script type="application/ld+json">{script}</script><p>x')) == []

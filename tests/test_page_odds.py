"""Pages that are sure to have no posts: their records are not looked at."""

from __future__ import annotations

from math import isfinite
from typing import Any

import pytest
from hypothesis import given

from extract_pipelines import Page, Site
from extract_pipelines.explain import explain
from extract_pipelines.items.trace import listening
from extract_pipelines.posts.records.group_facts import GroupScored
from extract_pipelines.posts.scoring.page_odds import PAGE_NAMES, page_features
from tests.test_page import markup
from tests.test_thread_marks import page, replies

SENTENCE = "The mill on the river was built in 1890, and it ground the corn of nine villages. "
LINKS = "".join(f'<li><a href="/story/{n}">Another story</a></li>' for n in range(60))
LATEST = "".join(
    f'<li><a href="/story/{n}">The latest story</a> <i>{n} March 2024</i></li>' for n in (7, 5, 2)
)
ARTICLE = f"""<!doctype html><title>The mill</title><meta property="og:type" content="article">
<body><nav><ul>{LINKS}</ul></nav><article><h1>The mill</h1><p>By Ann Miller, 9 March 2024</p>
<h2>Its wheel</h2>{f"<p>{SENTENCE * 3}</p>" * 12}<h2>Its owners</h2>{f"<p>{SENTENCE * 4}</p>" * 8}
{'<img src="/mill.jpg" alt="">' * 8}<a href="/share">Share</a></article>
<h3>Related stories</h3><ul>{LATEST}</ul><footer>{LINKS}</footer>"""
URL = "https://news.example/stories/the-mill-on-the-river"
POST = """<div class="post" id="p{n}"><a class="name" href="/user/{n}">member{n}</a>
<span class="date">2024-03-{n:02} 10:{n:02}</span><div class="text">{text}</div>
<a href="/reply/{n}">Reply</a> <a href="/quote/{n}">Quote</a></div>"""


def thread(posts: int, first: int = 1) -> str:
    told = "".join(POST.format(n=n, text=SENTENCE * n) for n in range(first, first + posts))
    return f"<!doctype html><title>The mill</title><h1>The mill</h1>{told}"


def scored(site: Site, of: Page) -> list[GroupScored]:
    """The record groups that were scored when a page was read."""
    with listening() as told:
        site.extract(of)
    return [one for one in told if isinstance(one, GroupScored)]


def test_of_an_article_no_records_are_looked_at_and_the_report_says_why() -> None:
    assert not scored(Site(), Page(ARTICLE, URL))
    (told,) = [one for one in explain(ARTICLE, URL).decision if "sure to have no posts" in one]
    assert "most by: " in told


def test_a_thread_is_looked_at() -> None:
    assert scored(Site(), Page(thread(posts=4), "https://forum.example/t/1"))


@pytest.mark.parametrize("posts", [1, 2, 4, 8, 20, 60])
def test_a_plain_thread_of_short_posts_is_looked_at(posts: int) -> None:
    told = [
        (f"member{n % 5}", f"11/{1 + n % 28:02}/2025 09:{n % 60:02} AM", f"Oil it, {n}.")
        for n in range(posts)
    ]
    assert scored(Site(), Page(page(replies(told)), "https://f.example/topics/89"))


def test_what_the_spider_says_is_a_thread_is_looked_at() -> None:
    assert scored(Site(), Page(ARTICLE, URL, page_type="thread"))


def test_a_page_is_looked_at_where_others_of_its_kind_have_posts() -> None:
    site, letters = Site(), "abcdefghij"
    for n, letter in enumerate(letters):
        site.learn(Page(ARTICLE + thread(posts=3, first=n + 1), f"{URL}-{letter}"))
    assert scored(site, Page(ARTICLE, f"{URL}-k"))


def test_a_site_that_has_seen_articles_alone_still_reads_a_thread() -> None:
    site = Site()
    for n in range(12):
        site.learn(Page(ARTICLE.replace("mill", f"mill{n}"), f"{URL}-{n}"))
    told = Page(thread(posts=4), "https://news.example/forum/t/1")
    site.learn(told)
    item: Any = site.extract(told)
    assert [floor.author for floor in item.floors] == [f"member{n}" for n in range(1, 5)]


@pytest.mark.parametrize("source", ["<p>", "<p>one", "<time datetime='2024-03-01'></time>"])
def test_a_page_with_hardly_anything_has_features(source: str) -> None:
    assert len(page_features(Page(source))) == len(PAGE_NAMES)


@given(markup())
def test_any_page_has_features_that_are_numbers(source: str) -> None:
    features = page_features(Page(source, URL))
    assert len(features) == len(PAGE_NAMES)
    assert all(map(isfinite, features))

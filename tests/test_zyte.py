"""Items as those of zyte-common-items."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from extract_pipelines import Article, Floor, ForumThread, extract
from extract_pipelines.items import Metadata
from tests.pages import THREADS, article_page, thread_page

zyte = pytest.importorskip("zyte_common_items")
URL = "https://forum.example/thread-15-1-1.html"


def test_a_thread_that_was_read_is_one_of_zyte() -> None:
    title = "Which solder for brass"
    thread = extract(thread_page(title, THREADS[title]), URL).to_zyte()
    assert isinstance(thread, zyte.ForumThread)
    assert thread.url == URL
    assert thread.topic.name == title
    assert thread.threadId == "15"
    # The page tells no offset, so neither does the item.
    assert [(post.text, post.datePublished) for post in thread.posts] == [
        (text, date.replace(" ", "T") + ":00") for _, date, text in THREADS[title]
    ]
    assert thread.metadata.get_date_downloaded_parsed() is not None


def test_an_article_that_was_read_is_one_of_zyte() -> None:
    found = extract(article_page(1), "https://news.example/1")
    article = found.to_zyte()
    assert isinstance(article, zyte.Article)
    assert article.articleBody == found.body
    assert article.headline == found.title
    assert article.authors is None
    assert article.metadata.probability is None


def test_values_take_the_form_that_zyte_asks_for() -> None:
    floor = Floor(
        date="2024-05-01T12:30:00+02:00",
        post_id="7",
        images=["https://a.example/1.png", "data:image/png;base64,AA=="],
    )
    metadata = Metadata(date_downloaded="2024-05-02T00:30:00+08:00")
    thread: Any = ForumThread(url=URL, floors=[floor], metadata=metadata).to_zyte()
    assert thread.topic is None
    (post,) = thread.posts
    assert post.url == URL
    assert post.datePublished == "2024-05-01T10:30:00Z"
    assert [media.url for media in post.mediaUrls] == ["https://a.example/1.png"]
    assert thread.metadata.dateDownloaded == "2024-05-01T16:30:00Z"
    article: Any = Article(
        url=URL, author="Anna", in_language="pt_BR", breadcrumbs=["Tea"]
    ).to_zyte()
    assert [author.name for author in article.authors] == ["Anna"]
    assert article.inLanguage == "pt"
    assert [crumb.name for crumb in article.breadcrumbs] == ["Tea"]


def test_where_the_package_is_missing_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zyte_common_items", None)
    monkeypatch.delitem(sys.modules, "extract_pipelines.items.zyte", raising=False)
    with pytest.raises(ImportError, match="pip install zyte-common-items"):
        ForumThread(url=URL).to_zyte()

"""The `articles` spider on a real journal, whose readers' comments are replies to each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.comparison import is_date_of, is_own_text, squeezed
from tests.crawling import example_crawl
from tests.forums.content import Post
from tests.forums.engine import RunningForum
from tests.forums.truth import KnownThread

Items = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def items(journal: RunningForum, tmp_path_factory: pytest.TempPathFactory) -> Items:
    folder = tmp_path_factory.mktemp("journal_crawl")
    urls = " ".join(thread.url for thread in journal.truth.threads)
    options = ("-s", "EXTRACT_FLOORS=auto", "-a", f"urls={urls}")
    return {item["url"]: item for item in example_crawl(folder, "articles", *options)}


def posts_and_comments(
    journal: RunningForum, items: Items
) -> Iterator[tuple[KnownThread, list[tuple[Post, dict[str, Any]]]]]:
    for thread in journal.truth.threads:
        _, *posts = thread.pages[0].posts
        if posts:
            yield thread, list(zip(posts, items[thread.url]["comments"], strict=True))


def test_every_comment_comes_out_with_its_author_and_date(
    journal: RunningForum, items: Items
) -> None:
    known = 0
    for thread, pairs in posts_and_comments(journal, items):
        assert items[thread.url]["title"] == thread.title
        for post, comment in pairs:
            assert is_own_text(comment["own_text"], post)
            assert is_date_of(comment["date"], post)
            assert comment["author"] == post.author
            known += 1
    assert known > 300


def test_replies_tell_the_id_of_the_comment_they_answer(
    journal: RunningForum, items: Items
) -> None:
    replies = 0
    for thread, pairs in posts_and_comments(journal, items):
        ids = {post.number: comment["post_id"] for post, comment in pairs}
        assert None not in ids.values()
        parents = [ids.get(thread.parents.get(post.number, 0)) for post, _ in pairs]
        assert [comment["parent_id"] for _, comment in pairs] == parents
        replies += len(parents) - parents.count(None)
    assert replies > 100


def test_the_article_is_no_floor(journal: RunningForum, items: Items) -> None:
    for thread, _ in posts_and_comments(journal, items):
        article, item = thread.pages[0].posts[0], items[thread.url]
        assert "floors" not in item
        assert squeezed(item["body"]) == squeezed(article.text)
        assert item["author"] == article.author


def test_an_article_that_nobody_commented_on_is_no_comment(
    journal: RunningForum, items: Items
) -> None:
    silent = [one for one in journal.truth.threads if len(one.pages[0].posts) == 1]
    assert silent
    for thread in silent:
        article, item = thread.pages[0].posts[0], items[thread.url]
        assert item["comments"] == []
        assert squeezed(item["body"]) == squeezed(article.text)
        assert item["author"] == article.author

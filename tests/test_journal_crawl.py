"""The `forum` spider on a real journal, whose readers' comments are replies to each other."""

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
    options = ("-s", "CONCURRENT_REQUESTS=1", "-a", f"url={journal.url}")
    return {item["url"]: item for item in example_crawl(folder, "forum", *options)}


def comments_and_floors(
    journal: RunningForum, items: Items
) -> Iterator[tuple[KnownThread, list[tuple[Post, dict[str, Any]]]]]:
    for thread in journal.truth.threads:
        _, *comments = thread.pages[0].posts
        if comments:
            floors = items[thread.url]["floors"][-len(comments) :]
            yield thread, list(zip(comments, floors, strict=True))


def test_every_comment_comes_out_with_its_author_and_date(
    journal: RunningForum, items: Items
) -> None:
    known = 0
    for thread, pairs in comments_and_floors(journal, items):
        assert items[thread.url]["title"] == thread.title
        for comment, floor in pairs:
            assert is_own_text(floor["own_text"], comment)
            assert is_date_of(floor["date"], comment)
            assert floor["author"] == comment.author
            known += 1
    assert known > 300


def test_replies_tell_the_id_of_the_comment_they_answer(
    journal: RunningForum, items: Items
) -> None:
    replies = 0
    for thread, pairs in comments_and_floors(journal, items):
        ids = {comment.number: floor["post_id"] for comment, floor in pairs}
        assert None not in ids.values()
        parents = [ids.get(thread.parents.get(comment.number, 0)) for comment, _ in pairs]
        assert [floor["parent_id"] for _, floor in pairs] == parents
        replies += len(parents) - parents.count(None)
    assert replies > 100


def test_the_article_is_the_first_floor(journal: RunningForum, items: Items) -> None:
    for thread, pairs in comments_and_floors(journal, items):
        article, item = thread.pages[0].posts[0], items[thread.url]
        assert len(item["floors"]) == len(pairs) + 1
        assert squeezed(item["body"]) == squeezed(article.text)
        assert item["author"] == article.author

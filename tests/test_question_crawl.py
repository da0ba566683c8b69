"""A crawl of a real askbot, whose answers have comments within them."""

from __future__ import annotations

from typing import Any
from urllib.parse import urldefrag

import pytest

from tests.comparison import is_date_of, is_own_text
from tests.crawling import crawl
from tests.forums.content import Post
from tests.forums.engine import RunningForum

SPIDER = """
from extract_pipelines import PageItem
from tests.crawling import StatsSpider

class QuestionSpider(StatsSpider):
    name = "questions"
    start_urls = {urls!r}

    def parse(self, response):
        yield PageItem(response)
"""
Items = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def items(askbot_forum: RunningForum, tmp_path_factory: pytest.TempPathFactory) -> Items:
    urls = [url for thread in askbot_forum.truth.threads for url in thread.page_urls]
    folder = tmp_path_factory.mktemp("questions")
    spider = SPIDER.format(urls=urls)
    result = crawl(
        folder, spider, CONCURRENT_REQUESTS=1, EXTRACT_WARMUP_PAGES=5, EXTRACT_CLUSTER_PASSES=2
    )
    return {item["url"]: item for item in result.items}


def test_every_page_of_a_question_tells_its_place(askbot_forum: RunningForum, items: Items) -> None:
    for thread in askbot_forum.truth.threads:
        if len(thread.pages) == 1:
            continue
        following_urls = [*thread.page_urls[1:], None]
        pages = zip(thread.page_urls, following_urls, strict=True)
        for number, (url, following) in enumerate(pages, start=1):
            assert items[url]["title"] == thread.title
            assert items[url]["page_number"] == number
            found = items[url]["next_page_url"]
            assert (found and urldefrag(found).url) == following
        assert len({items[url]["thread_id"] for url in thread.page_urls}) == 1


def test_questions_and_answers_come_out_with_their_authors_and_dates(
    askbot_forum: RunningForum, items: Items
) -> None:
    known = 0
    for thread in askbot_forum.truth.threads:
        for page in thread.pages:
            posts = [post for post in page.posts if post.number not in thread.parents]
            if len(posts) > 1:
                known += len(posts)
                floors = items[page.url]["floors"]
                assert [
                    post for post in posts if not any(is_of(floor, post) for floor in floors)
                ] == []
    assert known > 200


def is_of(floor: dict[str, Any], post: Post) -> bool:
    """Whether text, author and date are the post's."""
    right = is_own_text(floor["own_text"], post) and is_date_of(floor["date"], post)
    return right and floor["author"] == post.author

"""A crawl of a real askbot, whose answers have comments within them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.comparison import compare
from tests.crawling import crawl
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
        following_urls = [*thread.page_urls[1:], None]
        pages = zip(thread.page_urls, following_urls, strict=True)
        for number, (url, following) in enumerate(pages, start=1):
            assert items[url]["title"] == thread.title
            assert items[url]["page_number"] == number
            assert items[url]["next_page_url"] == following
        assert len({items[url]["thread_id"] for url in thread.page_urls}) == 1


def test_questions_answers_and_comments_come_out_with_authors_and_dates(
    askbot_forum: RunningForum, items: Items
) -> None:
    shares = compare(askbot_forum.truth, items)
    print(shares)  # noqa: T201
    assert shares.found == shares.posts == shares.authors == shares.dates == shares.known


def test_comments_follow_the_post_they_are_on_and_tell_its_id(
    askbot_forum: RunningForum, items: Items
) -> None:
    for thread in askbot_forum.truth.threads:
        for page in thread.pages:
            floors = items[page.url]["floors"]
            ids = [floor["post_id"] for floor in floors]
            assert len(set(ids)) == len(floors)
            assert None not in ids
            of_post = {post.number: one for post, one in zip(page.posts, ids, strict=True)}
            parents = [of_post.get(thread.parents.get(post.number, 0)) for post in page.posts]
            assert [floor["parent_id"] for floor in floors] == parents

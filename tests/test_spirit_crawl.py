"""The `forum` spider on a real django-spirit server, compared with what was seeded there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.comparison import compare
from tests.crawling import example_crawl
from tests.forums.engine import RunningForum

Items = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def items(spirit_forum: RunningForum, tmp_path_factory: pytest.TempPathFactory) -> Items:
    folder = tmp_path_factory.mktemp("crawl")
    found = example_crawl(folder, "forum", "-a", f"url={spirit_forum.url}", "-a", "max_pages=300")
    return {item["url"]: item for item in found}


def test_every_thread_page_comes_out_with_its_title(
    spirit_forum: RunningForum, items: Items
) -> None:
    for thread in spirit_forum.truth.threads:
        following_urls = [*thread.page_urls[1:], None]
        pages = zip(thread.page_urls, following_urls, strict=True)
        for number, (url, following) in enumerate(pages, start=1):
            assert url in items
            assert items[url]["title"] == thread.title
            assert items[url]["floors"]
            assert items[url]["next_page_url"] == following
            assert items[url]["page_number"] == number
        assert len({items[url]["thread_id"] for url in thread.page_urls}) == 1


def test_every_post_comes_out_with_its_author_and_date(
    spirit_forum: RunningForum, items: Items
) -> None:
    shares = compare(spirit_forum.truth, items)
    print(shares)  # noqa: T201
    assert shares.found == shares.posts == shares.authors == shares.dates == shares.known


def test_the_published_method_finds_posts_too(spirit_forum: RunningForum, tmp_path: Path) -> None:
    options = ["-a", f"url={spirit_forum.url}", "-s", "EXTRACT_FLOORS=clusters"]
    found = {item["url"]: item for item in example_crawl(tmp_path, "forum", *options)}
    shares = compare(spirit_forum.truth, found)
    print("clusters", shares)  # noqa: T201
    assert shares.posts >= 0.3 * shares.known

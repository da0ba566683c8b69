"""The `forum` spider on real forum servers, compared with what was seeded there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.comparison import compare, squeezed
from tests.crawling import example_crawl
from tests.forums.content import Post
from tests.forums.engine import RunningForum
from tests.forums.fossil import FossilForum

FORUMS = ("spirit_forum", "machina_forum", "machina_forum_zh", "fossil_forum")
Forum = RunningForum | FossilForum
Items = dict[str, dict[str, Any]]
# Pages come in the same order in every run.
IN_ORDER = ("-s", "CONCURRENT_REQUESTS=1")


@pytest.fixture(scope="module", params=FORUMS)
def forum(request: pytest.FixtureRequest) -> Forum:
    running: Forum = request.getfixturevalue(request.param)
    return running


@pytest.fixture(scope="module")
def items(forum: Forum, tmp_path_factory: pytest.TempPathFactory) -> Items:
    folder = tmp_path_factory.mktemp("crawl")
    found = example_crawl(folder, "forum", *IN_ORDER, "-a", f"url={forum.url}")
    return {item["url"]: item for item in found}


def posts_and_floors(forum: Forum, items: Items) -> list[tuple[Post, dict[str, Any]]]:
    return [
        pair
        for thread in forum.truth.threads
        for page in thread.pages
        for pair in zip(page.posts, items[page.url]["floors"], strict=True)
    ]


def test_every_thread_page_comes_out_with_its_title(forum: Forum, items: Items) -> None:
    for thread in forum.truth.threads:
        following_urls = [*thread.page_urls[1:], None]
        pages = zip(thread.page_urls, following_urls, strict=True)
        for number, (url, following) in enumerate(pages, start=1):
            assert url in items
            assert items[url]["title"] == thread.title
            assert items[url]["floors"]
            assert items[url]["next_page_url"] == following
            assert items[url]["page_number"] == number


def test_the_pages_of_a_thread_have_its_id(forum: Forum, items: Items) -> None:
    ids = [{items[url]["thread_id"] for url in thread.page_urls} for thread in forum.truth.threads]
    assert all(len(each) == 1 for each in ids)
    assert len(set.union(*ids)) == len(ids)
    assert None not in set.union(*ids)


def test_every_post_comes_out_with_its_author_and_date(forum: Forum, items: Items) -> None:
    shares = compare(forum.truth, items)
    print(shares)  # noqa: T201
    assert shares.found == shares.posts == shares.authors == shares.dates == shares.known


def test_no_two_posts_have_the_same_id(forum: Forum, items: Items) -> None:
    ids = [floor["post_id"] for _, floor in posts_and_floors(forum, items)]
    assert None not in ids
    assert len(set(ids)) == len(ids)


def test_no_signature_stands_in_a_body(forum: Forum, items: Items) -> None:
    for post, floor in posts_and_floors(forum, items):
        signature = squeezed(forum.truth.signatures.get(post.author, ""))
        if signature and not squeezed(post.text).endswith(signature):
            assert not squeezed(floor["body"]).endswith(signature)


def test_bodies_hold_the_quotes_images_and_links(forum: Forum, items: Items) -> None:
    for post, floor in posts_and_floors(forum, items):
        quotes = [squeezed(quote["text"]) for quote in floor["quotes"]]
        assert quotes == [squeezed(quote.text) for quote in post.quotes]
        assert all(quote in squeezed(floor["body"]) for quote in quotes)
        assert floor["images"] == list(post.images)
        assert [link for link in floor["links"] if "reading.example" in link] == list(post.links)


def test_the_published_method_finds_posts_too(spirit_forum: RunningForum, tmp_path: Path) -> None:
    options = ["-a", f"url={spirit_forum.url}", "-s", "EXTRACT_FLOORS=clusters"]
    found = {item["url"]: item for item in example_crawl(tmp_path, "forum", *options)}
    shares = compare(spirit_forum.truth, found)
    print("clusters", shares)  # noqa: T201
    assert shares.posts >= 0.3 * shares.known

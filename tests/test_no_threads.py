"""Pages of real forum servers that show no posts have no floors."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from urllib.parse import urljoin

import pytest

from extract_pipelines import ForumThread, Page, Site, extract
from tests.forums.engine import RunningForum

FORUMS = ("spirit_forum", "machina_forum", "machina_forum_zh", "askbot_forum", "journal")
# A member's page tells of the last posts, too.
PROFILE = re.compile(r"/member/profile/\d+/\Z")
MISSING = ("no-such-page/", "topic/999999/nothing/", "question/999999/nothing/", "users/999999/no/")


@pytest.fixture(scope="module", params=FORUMS)
def forum(request: pytest.FixtureRequest) -> RunningForum:
    running: RunningForum = request.getfixturevalue(request.param)
    return running


@pytest.fixture(scope="module")
def without_posts(forum: RunningForum) -> dict[str, bytes]:
    truth = forum.truth
    missing = (urljoin(forum.url, path) for path in MISSING)
    profiles = (url for url in truth.posts_elsewhere if PROFILE.search(url))
    urls = [*truth.others, *(board.url for board in truth.boards), *profiles, *missing]
    return {url: forum.source(url) for url in urls}


@pytest.fixture(scope="module")
def site(forum: RunningForum, without_posts: Mapping[str, bytes]) -> Site:
    """The site as a crawl of all its pages knows it."""
    urls = [url for thread in forum.truth.threads for url in thread.page_urls]
    pages = [Page(forum.source(url), url) for url in [*urls, *forum.truth.posts_elsewhere]]
    pages += [Page(html, url) for url, html in without_posts.items()]
    random.Random(7).shuffle(pages)
    site = Site()
    for page in pages:
        site.learn(page)
    # A journal has no threads, but articles with comments.
    items = map(site.extract, pages)
    assert any(isinstance(item, ForumThread) or item.comments for item in items)
    return site


def test_a_page_without_posts_has_no_floors(without_posts: Mapping[str, bytes]) -> None:
    assert len(without_posts) >= 13
    found = [url for url, html in without_posts.items() if is_thread(extract(html, url))]
    assert found == []


def test_a_page_without_posts_has_no_floors_once_the_threads_of_its_site_are_known(
    site: Site, without_posts: Mapping[str, bytes]
) -> None:
    read = {url: site.extract(Page(html, url)) for url, html in without_posts.items()}
    assert [url for url, item in read.items() if is_thread(item)] == []


def is_thread(item: object) -> bool:
    return isinstance(item, ForumThread)

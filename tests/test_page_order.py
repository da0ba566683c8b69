"""What is read of a thread page does not depend on the order in which its site was crawled."""

from __future__ import annotations

import random

import pytest

from extract_pipelines import ForumThread, Page, Site
from tests.comparison import is_own_text, squeezed
from tests.forums.engine import RunningForum

WARMUP = 5


@pytest.fixture(scope="module", params=("spirit_forum", "machina_forum"))
def forum(request: pytest.FixtureRequest) -> RunningForum:
    running: RunningForum = request.getfixturevalue(request.param)
    return running


def test_posts_are_right_in_whatever_order_the_first_pages_come(forum: RunningForum) -> None:
    known = {page.url: page.posts for thread in forum.truth.threads for page in thread.pages}
    pages = {url: Page(forum.source(url), url) for url in known}
    wrong = []
    for seed in range(8):
        order = random.Random(seed).sample(list(known), 15)
        site = Site()
        for place, url in enumerate(order, 1):
            site.learn(pages[url])
            if place >= WARMUP:
                ready = order[:WARMUP] if place == WARMUP else [url]
                for each in ready:
                    item = site.extract(pages[each])
                    assert isinstance(item, ForumThread)
                    for post, floor in zip(known[each], item.floors, strict=True):
                        quotes = [squeezed(quote.text) for quote in floor.quotes]
                        right = quotes == [squeezed(quote.text) for quote in post.quotes]
                        if not (right and is_own_text(floor.own_text, post)):
                            wrong.append((seed, place, each, post.number))
    assert wrong == []

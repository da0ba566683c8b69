"""Changes of running forums, seen on their pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from lxml import html

from .changes import DeletedPost, EditedPost, NewPosts, NewThread, changed
from .content import Paragraph, Post, Thread, make_plan
from .engine import RunningForum
from .looking import fetch, words
from .machina import start_machina
from .spirit import start_spirit

NOW = datetime.now(UTC)
PLAN = make_plan(seed=1, now=NOW, threads=6)
BEANS, SHORT = PLAN.threads[1], PLAN.threads[3]
Starter = Callable[[Path], RunningForum]


@pytest.fixture(scope="module", params=("spirit", "machina"))
def forum(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningForum]:
    starters: dict[str, Starter] = {
        "spirit": lambda home: start_spirit(home, PLAN),
        "machina": lambda home: start_machina(home, PLAN, "en"),
    }
    with starters[request.param](tmp_path_factory.mktemp("changing")) as forum:
        yield forum


def said(number: int, words: str, author: str = "hollyhock") -> Post:
    date = NOW.replace(second=0, microsecond=0) + timedelta(minutes=number)
    return Post(number, author, date, (Paragraph(words),), edited=False)


def texts(page: html.HtmlElement) -> list[str]:
    found = page.find_class("comment__text") or page.find_class("post-content")
    for text in found:
        for quote in text.findall("blockquote"):
            quote.drop_tree()
    return [words(text) for text in found]


def test_a_forum_changes_while_it_runs(forum: RunningForum) -> None:
    before = forum.truth
    size = len(BEANS.posts)
    added = tuple(said(size + place, f"Word number {place} came late.") for place in range(1, 9))
    opening = Thread("Moles under glass", BEANS.board, (said(1, "They dig."), said(2, "Do they?")))
    truth = forum.change(
        NewPosts(BEANS.title, added),
        EditedPost(SHORT.title, 2, (Paragraph("I take it all back."),)),
        DeletedPost(BEANS.title, 3),
        NewThread(opening),
    )
    assert truth is forum.truth
    assert truth != before
    assert len(truth.threads) == len(PLAN.threads) + 1
    for thread in truth.threads:
        for page in thread.pages:
            fetched = fetch(page.url)
            assert words(fetched.xpath("string(//h1)")) == thread.title
            assert texts(fetched) == [words(post.text) for post in page.posts]
    sizes = {
        thread.title: sum(len(page.posts) for page in thread.pages) for thread in truth.threads
    }
    assert sizes[BEANS.title] == size + 7
    assert [len(page.posts) for page in truth.threads[-1].pages] == [2]


def test_changes_add_up(forum: RunningForum) -> None:
    title = PLAN.threads[4].title
    last = forum.plan.threads[4].posts[-1].number
    for place in (1, 2):
        forum.change(NewPosts(title, (said(last + place, f"Step {place}."),)))
    page = forum.truth.threads[4].pages[-1]
    assert texts(fetch(page.url))[-2:] == ["Step 1.", "Step 2."]


def test_what_is_not_there_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="no thread 'Nowhere'"):
        changed(PLAN, [DeletedPost("Nowhere", 2)])
    with pytest.raises(ValueError, match="no post 99"):
        changed(PLAN, [DeletedPost(BEANS.title, 99)])

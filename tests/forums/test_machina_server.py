from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from lxml import html

from .content import make_plan
from .engine import RunningForum
from .looking import (
    Shown,
    assert_missing,
    chinese_date,
    english_date,
    fetch,
    shown_posts,
    words,
)
from .machina import start_machina
from .process import EngineError
from .truth import KnownForum

PLAN = make_plan(seed=1, now=datetime.now(UTC))
ROWS = "//div[contains(@class, 'row')][div[contains(@class, 'topic-name')]]"


class Speech(NamedTuple):
    """How machina says things in a language."""

    language: str
    byline: str
    edited: str
    date: Callable[[datetime], str]


ENGLISH = Speech(
    "en", "By: {} on {}", "Last edited by: {} on {}, edited 1 time in total.", english_date
)
CHINESE = Speech("zh-hans", "由{}于{}：", "最近编辑 {} 在 {}, 总共被编辑1 次", chinese_date)
SPEECHES = {"machina_forum": ENGLISH, "machina_forum_zh": CHINESE}


class Machina(NamedTuple):
    """A running machina and its language."""

    truth: KnownForum
    url: str
    speech: Speech


@pytest.fixture(scope="module", params=SPEECHES)
def machina(request: pytest.FixtureRequest) -> Machina:
    forum: RunningForum = request.getfixturevalue(request.param)
    return Machina(forum.truth, forum.url, SPEECHES[request.param])


@pytest.fixture(scope="module")
def shown(machina: Machina) -> list[Shown]:
    return shown_posts(machina.truth, posts_of)


def posts_of(page: html.HtmlElement) -> list[html.HtmlElement]:
    return [post for post in page.find_class("post") if post.get("id")]


def test_the_index_links_the_boards_and_these_their_threads(machina: Machina) -> None:
    index = fetch(machina.url)
    index.make_links_absolute(machina.url)
    assert index.get("lang") == machina.speech.language
    assert {board.url for board in machina.truth.boards} <= set(index.xpath("//a/@href"))
    for board in machina.truth.boards:
        page = fetch(board.url)
        page.make_links_absolute(board.url)
        linked = set(page.xpath("//a[contains(@class, 'topic-name-link')]/@href"))
        known = machina.truth.threads
        assert linked == {thread.url for thread in known if thread.board_url == board.url}


def test_other_pages_answer_and_are_no_threads(machina: Machina) -> None:
    assert len(set(machina.truth.others)) == len(machina.truth.others) >= 15
    for url in machina.truth.others:
        page = fetch(url)
        assert not page.find_class("topic-actions-block")
        assert not page.find_class("post-content")


def test_some_pages_show_posts_and_are_no_threads(machina: Machina) -> None:
    pages = machina.truth.posts_elsewhere
    assert len(set(pages)) == len(pages) >= 45
    for url in pages:
        page = fetch(url)
        assert not page.find_class("topic-actions-block")
        assert page.find_class("post-content")
    for part in ("/member/profile/", "/posts/?page=2", "/search/?q=", "/post/create/"):
        assert any(part in url for url in pages)


def test_a_thread_has_its_title_and_as_many_pages_as_told(machina: Machina) -> None:
    assert sum(len(thread.pages) > 2 for thread in machina.truth.threads) >= 5
    for thread in machina.truth.threads:
        page = fetch(thread.page_urls[-1])
        assert words(page.xpath("string(//h1)")) == thread.title
        assert page.find_class("topic-actions-block")
        assert_missing(f"{thread.url}?page={len(thread.pages) + 1}")


def test_posts_show_their_authors_twice_and_their_date(
    machina: Machina, shown: list[Shown]
) -> None:
    for each in shown:
        date = machina.speech.date(each.post.date)
        byline = words(each.element.xpath("string(.//p[1]/small)"))
        assert byline == machina.speech.byline.format(each.post.author, date)
        assert each.words("username") == each.post.author


def test_posts_show_their_own_words_and_quotes_and_nothing_else(shown: list[Shown]) -> None:
    for each in shown:
        (text,) = each.element.find_class("post-content")
        assert text.xpath("count(.//pre)") == str(each.post).count("Code(")
        quotes = [words(quote) for quote in text.findall("blockquote")]
        assert quotes == [words(quote.text) for quote in each.post.quotes]
        for quote in text.findall("blockquote"):
            quote.drop_tree()
        assert words(text) == words(each.post.text)


def test_posts_show_their_images_and_links(shown: list[Shown]) -> None:
    for post, element in shown:
        assert tuple(element.xpath(".//img/@src")) == post.images
        links = element.xpath(".//div[@class='post-content']//a/@href")
        assert tuple(links) == post.links


def test_signatures_stand_below_the_posts_of_those_who_have_one(
    machina: Machina, shown: list[Shown]
) -> None:
    signatures = machina.truth.signatures
    for post, element in shown:
        found = [words(each) for each in element.find_class("post-signature")]
        assert found == [words(signatures[name]) for name in signatures if name == post.author]
    assert {post.author in signatures for post, _ in shown} == {True, False}


def test_edited_posts_tell_by_whom_and_when(machina: Machina, shown: list[Shown]) -> None:
    for post, element in shown:
        date = machina.speech.date(post.date + timedelta(minutes=1))
        told = [words(each) for each in element.find_class("edit-info")]
        assert told == [machina.speech.edited.format(post.author, date)] * post.edited


def test_boards_mark_sticky_and_locked_threads(machina: Machina) -> None:
    boards = [fetch(board.url) for board in machina.truth.boards]
    for class_name, marked in (
        ("fa-lightbulb", [thread.title for thread in PLAN.threads if thread.sticky]),
        ("locked-indicator", [thread.title for thread in PLAN.threads if thread.locked]),
    ):
        rows = [row for page in boards for row in page.xpath(ROWS) if row.find_class(class_name)]
        titles = [words(row.find_class("topic-name-link")[0]) for row in rows]
        assert titles == marked
        assert marked


def test_a_poll_stands_above_the_first_post(machina: Machina) -> None:
    for thread, known in zip(PLAN.threads, machina.truth.threads, strict=True):
        polls = [page.find_class("poll") for page in map(fetch, known.page_urls[:2])]
        asked = [[words(poll.find_class("question")[0]) for poll in each] for each in polls]
        assert asked[0] == ([thread.poll.question] if thread.poll else [])
        assert not any(asked[1:])
    assert any(thread.poll for thread in PLAN.threads)


def test_a_machina_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "forum.sqlite3").mkdir()
    with pytest.raises(EngineError, match="migrate"):
        start_machina(tmp_path, PLAN, "en")

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from lxml import html

from .content import make_plan
from .looking import Shown, assert_missing, english_date, fetch, shown_posts, words
from .process import EngineError
from .spirit import SpiritForum, start_spirit


def comments(page: html.HtmlElement) -> list[html.HtmlElement]:
    return page.find_class("comments_list__comment")


@pytest.fixture(scope="module")
def shown(spirit_forum: SpiritForum) -> list[Shown]:
    return shown_posts(spirit_forum.truth, comments)


def test_the_index_and_the_boards_link_the_threads(spirit_forum: SpiritForum) -> None:
    for board in spirit_forum.truth.boards:
        page = fetch(board.url)
        page.make_links_absolute(board.url)
        linked = set(page.xpath("//a[contains(@class, 'topic__link')]/@href"))
        known = spirit_forum.truth.threads
        assert linked == {thread.url for thread in known if thread.board_url == board.url}
    assert fetch(spirit_forum.url).find_class("topic__link")


def test_other_pages_answer_and_are_no_threads(spirit_forum: SpiritForum) -> None:
    assert len(set(spirit_forum.truth.others)) >= 12
    for url in spirit_forum.truth.others:
        assert not comments(fetch(url))


def test_a_thread_has_its_title_and_as_many_pages_as_told(spirit_forum: SpiritForum) -> None:
    assert sum(len(thread.pages) > 2 for thread in spirit_forum.truth.threads) >= 5
    for thread in spirit_forum.truth.threads:
        assert words(fetch(thread.page_urls[-1]).xpath("string(//h1)")) == thread.title
        assert_missing(f"{thread.url}?page={len(thread.pages) + 1}")


def test_posts_show_their_authors(shown: list[Shown]) -> None:
    for each in shown:
        assert each.words("comment__info__username__link") == each.post.author


def test_posts_show_their_own_words_and_quotes_and_nothing_else(shown: list[Shown]) -> None:
    for each in shown:
        (text,) = each.element.find_class("comment__text")
        quotes = [words(quote) for quote in text.findall("blockquote")]
        assert quotes == [words(f"@{q.author} said: {q.text}") for q in each.post.quotes]
        for quote in text.findall("blockquote"):
            quote.drop_tree()
        assert words(text) == words(each.post.text)


def test_posts_show_their_images_and_links_and_marks_of_editing(shown: list[Shown]) -> None:
    for post, element in shown:
        assert tuple(element.xpath(".//img/@src")) == post.images
        links = element.xpath(".//*[contains(@class, 'comment__text')]//a/@href")
        assert tuple(link for link in links if "://" in link) == post.links
        assert bool(element.xpath(".//a[contains(@href, '/history/')]")) == post.edited


def test_the_full_date_stands_in_a_title_attribute(shown: list[Shown]) -> None:
    for post, element in shown:
        assert element.xpath(".//li/@title") == [english_date(post.date)]


def test_posts_of_today_show_their_age_and_older_ones_a_day(shown: list[Shown]) -> None:
    now = datetime.now(UTC)
    ages = dict.fromkeys("mh", 0)
    for post, element in shown:
        (short,) = element.xpath(".//li[@title]/text()")
        age = re.fullmatch(r"\d+([mh])", short)
        if age:
            ages[age[1]] += 1
        assert bool(age) == (now - post.date < timedelta(days=1))
    assert min(ages.values()) >= 2


def test_a_forum_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "forum").write_text("in the way")
    with pytest.raises(EngineError, match="startproject forum"):
        start_spirit(tmp_path, make_plan(seed=1, now=datetime.now(UTC)))

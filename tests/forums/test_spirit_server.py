from __future__ import annotations

import re
import urllib.request
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError

import pytest
from lxml import html

from .content import Post, make_plan
from .process import EngineError
from .spirit import SpiritForum, start_spirit
from .truth import KnownThread

MONTHS = "Jan. Feb. March April May June July Aug. Sept. Oct. Nov. Dec.".split()
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Shown(NamedTuple):
    """A post, and the element of a fetched page that should show it."""

    post: Post
    element: html.HtmlElement

    def words(self, class_name: str) -> str:
        return words(self.element.find_class(class_name)[0])


def fetch(url: str) -> html.HtmlElement:
    with DIRECT.open(url, timeout=30) as response:
        return html.document_fromstring(response.read().decode())


def words(text: str | html.HtmlElement) -> str:
    return " ".join((text if isinstance(text, str) else text.text_content()).split())


def comments(page: html.HtmlElement) -> list[html.HtmlElement]:
    return page.find_class("comments_list__comment")


def full_date(date: datetime) -> str:
    """The date as Django's English pages write it in full."""
    if (date.hour, date.minute) in {(0, 0), (12, 0)}:
        time = "noon" if date.hour else "midnight"
    else:
        minutes = f":{date.minute:02}" if date.minute else ""
        time = f"{date.hour % 12 or 12}{minutes} {'p.m.' if date.hour >= 12 else 'a.m.'}"
    return f"{MONTHS[date.month - 1]} {date.day}, {date.year}, {time}"


@pytest.fixture(scope="module")
def shown(spirit_forum: SpiritForum) -> list[Shown]:
    return [
        Shown(post, element)
        for thread in spirit_forum.truth.threads
        for page in thread.pages
        for post, element in zip(page.posts, comments(fetch(page.url)), strict=True)
    ]


def test_the_index_and_the_boards_link_the_threads(spirit_forum: SpiritForum) -> None:
    for board in spirit_forum.truth.boards:
        page = fetch(board.url)
        page.make_links_absolute(board.url)
        linked = set(page.xpath("//a[contains(@class, 'topic__link')]/@href"))
        known = spirit_forum.truth.threads
        assert linked == {thread.url for thread in known if thread.board_url == board.url}
    assert fetch(spirit_forum.url).find_class("topic__link")


def test_other_pages_answer_and_are_no_threads(spirit_forum: SpiritForum) -> None:
    for url in spirit_forum.truth.others:
        assert not comments(fetch(url))


def test_a_thread_has_its_title_and_as_many_pages_as_told(spirit_forum: SpiritForum) -> None:
    assert sum(len(thread.pages) > 2 for thread in spirit_forum.truth.threads) >= 5
    for thread in spirit_forum.truth.threads:
        assert_title_and_last_page(thread)


def assert_title_and_last_page(thread: KnownThread) -> None:
    assert words(fetch(thread.page_urls[-1]).xpath("string(//h1)")) == thread.title
    with pytest.raises(HTTPError) as error:
        fetch(f"{thread.url}?page={len(thread.pages) + 1}")
    with error.value:
        assert error.value.code == 404


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
        assert element.xpath(".//li/@title") == [full_date(post.date)]


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

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from lxml import html

from .askbot import start_askbot
from .content import make_plan
from .engine import RunningForum
from .looking import Shown, assert_missing, fetch, shown_posts, words
from .process import EngineError

PLAN = make_plan(seed=1, now=datetime.now(UTC))
TEMPLATE_OF_A_COMMENT = "0"


@pytest.fixture(scope="module")
def shown(askbot_forum: RunningForum) -> list[Shown]:
    return shown_posts(askbot_forum.truth, posts_of)


def posts_of(page: html.HtmlElement) -> list[html.HtmlElement]:
    """The question, answers and comments, each of the latter within the post it belongs to."""
    posts = page.xpath("//div[@data-post-id][contains(@class, 'js-post') or @class='js-comment']")
    return [
        post
        for post in posts
        if post.get("id", "").startswith("js-post-")
        and {"js-question", "js-answer", "js-comment"} & set(post.classes)
        and post.get("data-post-id") != TEMPLATE_OF_A_COMMENT
    ]


def shows_a_post(url: str) -> bool:
    shown = words(fetch(url))
    posts = [post for thread in PLAN.threads for post in thread.posts]
    return any(words(post.text) in shown for post in posts if len(post.text) > 40)


def is_comment(element: html.HtmlElement) -> bool:
    return "js-comment" in element.classes


def text_of(element: html.HtmlElement) -> html.HtmlElement:
    if is_comment(element):
        return element.find_class("js-comment-body")[0]
    return element.find_class("post-body")[0].find_class("js-editable-content")[0]


def byline_of(element: html.HtmlElement) -> html.HtmlElement:
    name = "js-comment-controls" if is_comment(element) else "post-update-info-container"
    return element.find_class(name)[0]


def test_tags_list_their_questions(askbot_forum: RunningForum) -> None:
    for board in askbot_forum.truth.boards:
        page = fetch(board.url)
        page.make_links_absolute(board.url)
        linked = set(page.xpath("//div[@class='question-summary']/h2/a/@href"))
        known = askbot_forum.truth.threads
        assert linked == {thread.url for thread in known if thread.board_url == board.url}


def test_other_pages_answer_and_show_no_posts(askbot_forum: RunningForum) -> None:
    others = askbot_forum.truth.others
    assert len(set(others)) == len(others) >= 30
    assert not [url for url in others if shows_a_post(url)]


def test_some_pages_show_posts_and_are_no_threads(askbot_forum: RunningForum) -> None:
    for url in askbot_forum.truth.posts_elsewhere:
        assert not posts_of(fetch(url))
        assert shows_a_post(url)


def test_a_question_has_its_title_and_as_many_pages_as_told(askbot_forum: RunningForum) -> None:
    assert sum(len(thread.pages) > 2 for thread in askbot_forum.truth.threads) >= 2
    for thread in askbot_forum.truth.threads:
        page = fetch(thread.page_urls[-1])
        title = page.xpath("string(//h1//*[@class='js-editable-content'])")
        assert words(title).startswith(thread.title)
        told = [pager.get("data-num-pages") for pager in page.find_class("paginator")]
        assert told == ([str(len(thread.pages))] if len(thread.pages) > 1 else [])


def test_posts_show_their_authors_and_dates(shown: list[Shown]) -> None:
    for post, element in shown:
        byline = byline_of(element)
        names = byline.xpath(".//a[contains(@class, 'js-comment-author')]")
        names = names or byline.find_class("user-name-link")
        assert [words(name) for name in names] == [post.author]
        edited = post.edited and not is_comment(element)
        dates = [post.date, post.date + timedelta(minutes=1)][: 1 + edited]
        assert [date.get("title") for date in byline.find_class("js-timeago")] == [
            f"{date:%Y-%m-%d %H:%M:%S}+00:00 +0000" for date in dates
        ]


def test_posts_show_their_own_words_and_quotes_and_nothing_else(shown: list[Shown]) -> None:
    for post, element in shown:
        text = text_of(element)
        quotes = list(text.iter("blockquote"))
        assert [words(quote) for quote in quotes] == [words(quote.text) for quote in post.quotes]
        for quote in quotes:
            quote.drop_tree()
        assert words(text) == words(post.text)


def test_posts_show_their_images_and_links(shown: list[Shown]) -> None:
    for post, element in shown:
        assert tuple(text_of(element).xpath(".//img/@src")) == post.images
        assert tuple(text_of(element).xpath(".//a/@href")) == post.links


def test_comments_stand_below_the_posts_they_are_on(
    askbot_forum: RunningForum, shown: list[Shown]
) -> None:
    texts = {words(post.text): post.number for post, _ in shown if len(post.text) > 40}
    for thread in askbot_forum.truth.threads:
        for page in thread.pages:
            for post, element in zip(page.posts, posts_of(fetch(page.url)), strict=True):
                (above,) = element.xpath("ancestor::div[contains(@class, 'js-post ')][1]") or (
                    None,
                )
                assert (above is not None) == is_comment(element) == (post.number in thread.parents)
                number = None if above is None else texts.get(words(text_of(above)))
                assert number in {None, thread.parents.get(post.number)}
    assert sum(len(thread.parents) for thread in askbot_forum.truth.threads) >= 100


def test_an_unknown_question_is_missing(askbot_forum: RunningForum) -> None:
    assert_missing(f"{askbot_forum.url}question/999999/nothing/")


def test_an_askbot_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "forum.sqlite3").mkdir()
    with pytest.raises(EngineError, match="migrate"):
        start_askbot(tmp_path, PLAN)

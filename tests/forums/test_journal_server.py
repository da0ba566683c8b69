from __future__ import annotations

from lxml import html

from .content import Post
from .engine import RunningForum
from .looking import english_date, fetch, words


def comments_of(page: html.HtmlElement) -> list[html.HtmlElement]:
    return [each for each in page.find_class("comment") if each.get("id")]


def test_sections_name_their_articles(journal: RunningForum) -> None:
    for board in journal.truth.boards:
        page = fetch(board.url)
        page.make_links_absolute(board.url)
        linked = set(page.xpath("//h2/a/@href"))
        known = journal.truth.threads
        assert linked == {thread.url for thread in known if thread.board_url == board.url}


def test_other_pages_answer_and_show_no_comments(journal: RunningForum) -> None:
    assert len(set(journal.truth.others)) >= 6
    for url in (*journal.truth.others, *journal.truth.posts_elsewhere):
        assert not comments_of(fetch(url))


def test_an_article_shows_its_author_date_and_text(journal: RunningForum) -> None:
    for thread in journal.truth.threads:
        page = fetch(thread.url)
        article = thread.pages[0].posts[0]
        assert words(page.xpath("string(//h1)")) == thread.title
        byline = f"By {article.author}, {english_date(article.date)}"
        assert words(page.xpath("string(//article/p[@class='byline'])")) == byline
        assert words(page.find_class("text")[0]) == words(article.text)


def test_comments_show_author_date_and_text_below_what_they_reply_to(
    journal: RunningForum,
) -> None:
    deepest = 0
    for thread in journal.truth.threads:
        _, *comments = thread.pages[0].posts
        elements = comments_of(fetch(thread.url))
        ids = {post.number: each.get("id") for post, each in zip(comments, elements, strict=True)}
        for post, element in zip(comments, elements, strict=True):
            assert_shown(post, element)
            above = [each.get("id") for each in element.iterancestors("div") if is_comment(each)]
            parent = thread.parents.get(post.number)
            assert above[:1] == ([ids[parent]] if parent else [])
            deepest = max(deepest, len(above))
    assert deepest >= 3


def assert_shown(post: Post, element: html.HtmlElement) -> None:
    (byline, *_) = element.find_class("comment-header")
    assert words(byline).startswith(f"{english_date(post.date)} - {post.author}")
    (text, *_) = element.find_class("content")
    assert words(text) == words(post.text)


def is_comment(element: html.HtmlElement) -> bool:
    return "comment" in element.classes

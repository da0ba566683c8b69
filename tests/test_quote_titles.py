"""Titles of quotes: legends, heads that are marked as quotes themselves, names alone."""

from __future__ import annotations

import pytest

from extract_pipelines import ForumThread, Page, extract
from extract_pipelines.items import Quote
from extract_pipelines.posts.quotes.quotes import find_quotes, read_quotes
from tests.pages import CHROME

URL = "https://forum.example/thread/7"
SAID = "My gearbox makes a noise."


def quotes_in(html: str, *writers: str) -> list[Quote]:
    page = Page(f"<div><p>Hi.</p>{html}Oil it.</div>", URL)
    return read_quotes(page, find_quotes(page, [page.tags.index("div")]), set(writers))


@pytest.mark.parametrize(
    ("title", "author"),
    [("Quote: Anna Lee", "Anna Lee"), ("引用: 小鱼儿", "小鱼儿"), ("Zitat:", None), ("引用", None)],
)
def test_a_legend_that_says_so_makes_a_quote(title: str, author: str | None) -> None:
    html = f"<fieldset><legend> {title} </legend><br>{SAID}</fieldset><br>"
    assert quotes_in(html) == [Quote(author=author, text=SAID, url=None)]


@pytest.mark.parametrize("title", ["Quote of the day", "Poll: Anna", "Anna"])
def test_another_legend_makes_none(title: str) -> None:
    assert not quotes_in(f"<fieldset><legend>{title}</legend>{SAID}</fieldset>")


@pytest.mark.parametrize(
    "head",
    [
        '<a href="#p1"><strong class="quoteheader">Anna</strong> wrote: </a>',
        '<span class="text-quote">Anna&nbsp;:</span>',
    ],
)
def test_words_above_a_quote_are_its_title_though_they_are_marked_as_one(head: str) -> None:
    html = f'{head}<div class="quote">{SAID}</div>'
    assert quotes_in(html) == [Quote(author="Anna", text=SAID, url=None)]


def test_quotes_on_one_line_are_two() -> None:
    html = f'<span class="quote">{SAID}</span><span class="quote">Since Monday.</span><br>'
    assert [quote.text for quote in quotes_in(html)] == [SAID, "Since Monday."]


POST = '<li class="post"><b class="name">{}</b> <i>{}</i><div class="text">{}</div></li>'


@pytest.mark.parametrize("told", ["Anna:", "Anna said", "<a href='/u/1'>Anna</a>"])
def test_a_writer_who_is_named_alone_above_a_quote_is_quoted(told: str) -> None:
    answer = f"<p>{told}</p><blockquote>{SAID}</blockquote><p>Oil it.</p>"
    posts = [("Anna", "2024-03-01 10:15", SAID), ("Bob", "2024-03-01 11:15", "Mine does, too.")]
    posts.append(("Carl", "2024-03-02 10:15", answer))
    content = f"<h1>Noise</h1><ol>{''.join(POST.format(*post) for post in posts)}</ol>"
    item = extract(CHROME.format(title="Noise", content=content), URL)
    assert isinstance(item, ForumThread)
    assert item.floors[2].own_text == "Oil it."
    assert item.floors[2].quotes == [Quote(author="Anna", text=SAID, url=None)]


def test_an_element_of_a_text_is_a_quote_unless_all_of_them_are() -> None:
    page = Page(f"<div><div class='reply-quote'>{SAID}</div><p>Oil it.</p></div>", URL)
    outer, quote = [node for node, tag in enumerate(page.tags) if tag == "div"]
    own = page.tags.index("p")
    for nodes in ([outer], [quote, own]):
        assert [found.start for found in find_quotes(page, nodes)] == [quote]
    assert find_quotes(page, [quote]) == []

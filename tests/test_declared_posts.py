"""The posts that a page's own data tell of."""

from __future__ import annotations

import json

import pytest

from extract_pipelines import Article, ForumThread, Page, extract
from extract_pipelines.page.declared_posts import declared_posts

TEXTS = [
    "Which oil for an old gearbox, please?",
    "Any &amp; all will do.",
    "I'd take the thin one.",
]
SHOWN = "".join(f"<div class='m'><p>{text}</p></div>" for text in TEXTS)


def stated(head: str, body: str = SHOWN) -> list[str]:
    page = Page(f"<html><head>{head}</head><body>{body}</body></html>")
    return ["".join(leaf.text for leaf in page.leaves_of(node)) for node in declared_posts(page)]


def in_json(data: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


PERSON = {"@type": "Person", "name": "Anna"}
ANSWERS = [
    {"@type": "Answer", "text": f"<p>{text}</p>\n", "author": PERSON, "upvoteCount": 1}
    for text in TEXTS[1:]
]
QUESTION = {"@type": "Question", "name": "Oil", "text": TEXTS[0], "suggestedAnswer": ANSWERS}
PAGE = {"@context": "https://schema.org", "@type": "QAPage", "mainEntity": QUESTION}


def test_the_posts_that_json_ld_tells_of_are_found_where_the_page_shows_them() -> None:
    assert stated(in_json(PAGE)) == [text.replace("&amp;", "&") for text in TEXTS]


def test_the_posts_that_microdata_mark_are_found() -> None:
    body = "".join(
        f"<div itemscope itemtype='https://schema.org/{kind}'><i>Anna</i>"
        f"<p itemprop='text'>{text}</p></div>"
        for kind, text in zip(("Question", "Answer", "Answer"), TEXTS, strict=True)
    )
    assert stated("", body) == [text.replace("&amp;", "&") for text in TEXTS]


@pytest.mark.parametrize(
    "head",
    [
        "",
        in_json(
            {**PAGE, "mainEntity": {**QUESTION, "text": 7, "suggestedAnswer": ["Answer", None]}}
        ),
        in_json(
            {"@type": "Answer", "text": "Nothing that is shown on this page.", "author": PERSON}
        ),
        in_json({"@type": "Answer", "text": "ok", "author": PERSON}),
        in_json({"@type": "NewsArticle", "articleBody": TEXTS[0], "author": PERSON}),
        '<script type="application/ld+json">{"@type": "Answer", "author": "text": }</script>',
    ],
)
def test_data_that_tell_of_no_post_on_the_page_say_nothing(head: str) -> None:
    assert stated(head) == []


def test_rows_that_are_marked_as_threads_but_have_no_texts_tell_of_no_posts() -> None:
    kind = "https://schema.org/DiscussionForumPosting"
    row = f"<li itemscope itemtype='{kind}'><a href='/t/{{0}}'>{{0}}</a>"
    assert stated("", "".join(row.format(n) for n in range(9))) == []


WORKS = (
    "Mine has been dry for years, and nobody knows what was in it when it left the works. The plate"
    " on its side tells of a grade that is not made any more, and the book is in a tongue of which"
    " I can read the figures only."
)
ONE_POST = f"""<html><head><title>Which oil?</title>{{}}</head><body>
<ul><li><a href="/">Home</a></li><li><a href="/tools">Tools</a></li><li><a href="/we">We</a></li>
</ul>
<article><h1>Which oil?</h1><p>By <b>Anna</b>, <i>2024-03-01 10:15</i></p>
<p>{TEXTS[0]} {WORKS}</p><p>{WORKS}</p><p>{WORKS}</p></article>
<h3>Read on</h3><ul><li><a href="/7">How to sharpen a chisel</a></li>
<li><a href="/8">A vice for little money</a></li></ul><p>All rights reserved.</p></body></html>"""


def test_a_lone_post_is_a_thread_where_the_page_tells_that_it_is_one() -> None:
    posting = {"@type": "DiscussionForumPosting", "text": TEXTS[0], "author": PERSON}
    assert isinstance(extract(ONE_POST.format("")), Article)
    item = extract(ONE_POST.format(in_json(posting)))
    assert isinstance(item, ForumThread)
    (floor,) = item.floors
    assert (floor.author, floor.date) == ("Anna", "2024-03-01T10:15:00")
    assert isinstance(extract(ONE_POST.format(in_json({**posting, "@type": "Article"}))), Article)

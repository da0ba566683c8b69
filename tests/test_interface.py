"""What the labels of a page's buttons and fields stand for, and what its data tell of its posts."""

from __future__ import annotations

import json

import pytest

from extract_pipelines import Page
from extract_pipelines.page.interface import KINDS, interface_nodes
from extract_pipelines.page.stated_posts import stated_posts
from extract_pipelines.text.lexicon import INTERFACE, rows


def kinds(source: str) -> set[str]:
    found = zip(KINDS, interface_nodes(Page(source)), strict=True)
    return {kind for kind, nodes in found if nodes}


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("<p>Posts: 1,204</p>", "post_count"),
        ("<dl><dt>Beiträge</dt><dd>17</dd></dl>", "post_count"),
        ("<a href='/r'>回复(3)</a>", "reply"),
        ("<a href='/r'>Ответить</a>", "reply"),
        ("<input type='submit' value='Post reply'>", "reply"),
        ("<img src='r.gif' alt='Report post'>", "report"),
        ("<a href='#' title='J’aime'><i></i></a>", "like"),
        ("<span>Senior Member</span>", "rank"),
        ("<b>相关阅读：</b>", "related"),
        ("<b>12 Kommentare</b>", "comment"),
    ],
)
def test_a_label_tells_what_it_stands_for(source: str, kind: str) -> None:
    assert kind in kinds(f"<html><body>{source}</body></html>")


@pytest.mark.parametrize(
    "source",
    [
        "<p>I wrote a reply to that post, and got no answer.</p>",
        "<p>Replying</p>",
        "<div title='Reply'>So it is.</div>",
        "<p></p><a title=''></a>",
    ],
)
def test_a_text_with_such_a_word_in_it_is_no_label(source: str) -> None:
    assert not kinds(f"<html><body>{source}</body></html>")


def test_every_label_is_of_a_known_kind_and_in_lower_case() -> None:
    for language, row in rows(INTERFACE).items():
        for kind, labels in row.items():
            assert kind in KINDS, language
            assert labels == labels.casefold()


TEXTS = [
    "Which oil for an old gearbox, please?",
    "Any &amp; all will do.",
    "I'd take the thin one.",
]
SHOWN = "".join(f"<div class='m'><p>{text}</p></div>" for text in TEXTS)


def stated(head: str, body: str = SHOWN) -> list[str]:
    page = Page(f"<html><head>{head}</head><body>{body}</body></html>")
    return ["".join(leaf.text for leaf in page.leaves_of(node)) for node in stated_posts(page)]


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

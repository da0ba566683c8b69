"""Copies of posts that stand beside them: the source of a text, to be quoted or edited."""

from __future__ import annotations

import pytest

from extract_pipelines import Page, Site
from extract_pipelines.page.markup.second_copies import second_copies
from tests.pages import CHROME

NAMES = ("Anna", "Bob", "Carl", "Dora")
TEXTS = (
    "The gearbox makes a strange noise since Monday.",
    "Thanks.",
    "Mine did the same for a year, a new seal helped.",
    "It was the oil, there was hardly any left in it.",
)
SHOWN = '<div class="content"><p>{}</p></div>'
BY_CLASS = '<div class="content-raw">{}</div>'
BY_STYLE = '<div class="content" style="Display: none">{}</div>'


def written(shown: str) -> str:
    posts = "".join(
        f'<li class="post"><b class="name">{name}</b> <i>2024-03-0{day} 10:15</i>'
        f"<div>{shown.replace('{}', text)}</div></li>"
        for day, name, text in zip(range(1, 5), NAMES, TEXTS, strict=True)
    )
    content = f"<h1>Noise</h1><ol>{posts}</ol>"
    return CHROME.format(title="Noise", content=content)


def thread(shown: str) -> Page:
    return Page(written(shown), "https://forum.example/thread/7")


def bodies(page: Page) -> list[str]:
    return [floor.body for floor in Site().extract(page).floors]


@pytest.mark.parametrize("shown", [SHOWN + BY_CLASS, SHOWN + BY_STYLE, BY_STYLE + SHOWN])
def test_a_copy_beside_a_post_is_no_part_of_it(shown: str) -> None:
    assert bodies(thread(shown)) == list(TEXTS)


def test_a_hidden_copy_may_stand_beside_what_holds_the_post() -> None:
    posts = "".join(
        f'<div id="c{n}"><span style="display:none">{text}</span><div class="row">'
        f'<a href="/user/{name}">{name}</a> said <i>2024-03-0{n} 10:15</i>'
        f'<div class="said">{text}</div></div></div>'
        for n, (name, text) in enumerate(zip(NAMES, TEXTS, strict=True), 1)
    )
    page = Page(CHROME.format(title="Noise", content=posts), "https://forum.example/thread/7")
    assert [page.flat.texts[leaf] for leaf in sorted(second_copies(page))] == list(TEXTS)


def test_a_hidden_text_that_nothing_says_again_is_part_of_its_post() -> None:
    hidden = '<div style="display:none">Spoiler: {}</div><div>It is in there.</div>'
    assert not second_copies(thread(hidden))


def test_a_copy_may_have_the_marks_of_its_source() -> None:
    shown = SHOWN.replace("{}", "<b>{}</b>") + BY_CLASS.replace("{}", "**{}**")
    assert bodies(thread(shown)) == list(TEXTS)


def test_the_source_of_a_quote_is_a_copy_where_those_of_the_other_posts_are() -> None:
    html = written(SHOWN + BY_CLASS)
    html = html.replace(f"<p>{TEXTS[2]}", f"<blockquote>Thanks.</blockquote><p>{TEXTS[2]}", 1)
    html = html.replace(f'raw">{TEXTS[2]}', f'raw">[quote=Bob]Thanks.[/quote] {TEXTS[2]}', 1)
    assert bodies(Page(html, "https://forum.example/thread/7"))[2] == f"Thanks.\n{TEXTS[2]}"


@pytest.mark.parametrize("shown", [SHOWN + SHOWN, "<b>{}</b><i>{}</i>"])
def test_elements_that_look_alike_or_stand_on_one_line_are_no_copies(shown: str) -> None:
    assert not second_copies(thread(shown))


def test_one_short_text_that_is_said_twice_is_no_copy() -> None:
    html = '<div class="a">Thanks.</div><div class="b">Thanks.</div>'
    assert not second_copies(Page(html, "https://forum.example/thread/7"))


def test_a_post_that_its_author_sent_twice_is_no_copy() -> None:
    html = "".join(f'<div class="row post_{n}"><b>Anna</b> {TEXTS[2]}</div>' for n in (1, 2))
    assert not second_copies(Page(html, "https://forum.example/thread/7"))

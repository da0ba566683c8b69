from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract_pipelines import Page
from extract_pipelines.published.rules import filter_leaves, mark_leaves
from extract_pipelines.text.names import is_name, is_token
from extract_pipelines.text.scripts import (
    RANGES,
    count_scripts,
    expected_scripts,
    script_share,
)
from extract_pipelines.url.leads import names_person

NOW = datetime(2024, 5, 10, 12, 0, tzinfo=UTC)


def kept(text: str, *scripts: str) -> bool:
    page = Page(f"<body><div>{text}</div></body>")
    return bool(filter_leaves(page.leaves, set(scripts), NOW))


@pytest.mark.parametrize(
    "text",
    [
        "发表于 2017-1-9 15:42",  # rule 1: a date
        "3小时前",
        "tianya2008",  # rule 2: one token
        "北方的狼",
        "user_1",
        "我用 Linux 系统，版本是 5.10。",  # rule 3: enough Chinese
    ],
)
def test_the_published_rules_keep(text: str) -> None:
    assert kept(text, "Han")


@pytest.mark.parametrize(
    "text",
    [
        "var x = function(){ return 1; }",  # rule 4
        "&copy; 2008-2017 Example Inc. | v3.2 | ICP 123",
        "| - | -",
        "Powered by Board! X3.2",
    ],
)
def test_the_published_rules_drop(text: str) -> None:
    assert not kept(text, "Han")


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("This sentence is read by somebody.", "Latin"),
        ("Größer, schöner, älter!", "Latin"),
        ("Это предложение кто-то читает.", "Cyrillic"),
        ("هذه جملة يقرؤها شخص ما.", "Arabic"),
        ("この文は誰かが読む。", "Kana"),
    ],
)
def test_other_sites_keep_the_text_of_their_script(text: str, script: str) -> None:
    assert kept(text, *expected_scripts(count_scripts(text)))
    assert script in expected_scripts(count_scripts(text))
    assert not kept("= { ; } => (1, 2)", script)


def test_a_date_deep_in_a_sentence_does_not_mark_it_as_one() -> None:
    text = "I bought the thing on 2017-01-09 and it has been making strange noises ever since then."
    (marked,) = mark_leaves(Page(f"<p>{text}").leaves, NOW)
    assert marked.date is None


def test_names_are_marked() -> None:
    page = Page("<div>m.jones</div><div>Big Bob</div><div>12345</div><div>Well, this is it.</div>")
    assert [marked.is_name for marked in mark_leaves(page.leaves)] == [True, True, False, False]


@pytest.mark.parametrize("text", ["Redshift", "北方的狼", "a_1", "Jürgen"])
def test_tokens_are_names(text: str) -> None:
    assert is_token(text)
    assert is_name(text)


def test_a_mixed_site_is_written_in_both_scripts() -> None:
    counts = count_scripts("论坛里大家都说中文" * 10 + "but some of the people write English" * 4)
    assert expected_scripts(counts) == {"Han", "Latin"}


def test_a_few_latin_names_do_not_make_a_chinese_site_latin() -> None:
    counts = count_scripts("论坛里大家都说中文" * 10 + "tianya2008")
    assert expected_scripts(counts) == {"Han"}


def test_the_share_of_a_script() -> None:
    assert script_share("论坛 ab", {"Han"}) == 0.5
    assert script_share("", {"Han"}) == 0


@given(st.text(alphabet="abZ 09_,éßµ\u212a中文かな한ЖΩאبไह\ud800😀", max_size=30))
def test_letters_are_counted_by_their_blocks(text: str) -> None:
    counted = {name: len(re.findall(f"[{block}]", text)) for name, block in RANGES.items()}
    assert dict(count_scripts(text)) == {name: n for name, n in counted.items() if n}


@pytest.mark.parametrize("url", ["u/7", "/u/7", "user.7", "?UID=3", "/x/members", "show_user=1"])
def test_addresses_of_people(url: str) -> None:
    assert names_person(url)
    assert names_person(f"https://a.example/{'long/' * 80}{url.lstrip('/')}")


@pytest.mark.parametrize("url", ["", "menu/7", "/t/7", "/useful", "/personal-loans", "/umbrella"])
def test_addresses_of_nobody(url: str) -> None:
    assert not names_person(url)
    assert not names_person(f"https://a.example/{'long/' * 80}{url.lstrip('/')}")

from __future__ import annotations

import pytest

from extract_pipelines import Page, extract
from extract_pipelines.page import LONGEST_TITLE
from extract_pipelines.page.head import read_head, title_parts


@pytest.mark.parametrize(
    ("whole", "parts"),
    [
        ("Which bike? - General talk - Forum", ["Which bike?", "General talk", "Forum"]),
        ("求助：路由器_综合讨论区_论坛", ["求助：路由器", "综合讨论区", "论坛"]),
        ("求助：换机油-汽车之家", ["求助：换机油", "汽车之家"]),
        ("请教：USB-C线-数码版-论坛", ["请教：USB-C线", "数码版", "论坛"]),
        ("A well-known thing | Site", ["A well-known thing", "Site"]),
        ("Site » Board » Thread", ["Site", "Board", "Thread"]),
        ("C++: a question", ["C++: a question"]),
        ("", []),
    ],
)
def test_parts_of_a_title(whole: str, parts: list[str]) -> None:
    assert title_parts(whole) == parts


def test_head_fields() -> None:
    page = Page(
        '<html lang="de"><head><title> A\n B </title><link rel="canonical" href="/t/1">'
        '<meta name="Author" content="Eve"><meta name="author" content="Other"></head>',
        "https://a.example/t/1?page=1",
    )
    head = read_head(page)
    assert head.title == "A B"
    assert head.canonical_url == "https://a.example/t/1"
    assert head.in_language == "de"
    assert head.meta["author"] == "Eve"


@pytest.mark.parametrize(
    "source",
    [
        '<html lang="pt-BR"><body lang=en>',
        '<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="pt-BR"><body>',
        '<html><body lang="pt-BR">',
        '<html><head><meta property="og:locale" content="pt_BR"></head><body>',
    ],
)
def test_the_language_is_told_in_several_ways(source: str) -> None:
    assert read_head(Page(f"{source}<p>Olá</p>")).in_language == "pt-BR"


def test_a_title_of_very_many_parts_is_read_up_to_a_length() -> None:
    source = f"<title>{'part | ' * 5_000}</title><body><p>Text.</p></body>"
    found = Page(source).title
    assert found.startswith("part | part")
    assert len(found) <= LONGEST_TITLE
    assert extract(source).title is not None

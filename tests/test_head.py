from __future__ import annotations

import pytest

from extract_pipelines import Page
from extract_pipelines.head import clean_title, read_head, title_parts
from extract_pipelines.page import LONGEST_TITLE


def title(source: str, *known: str) -> str | None:
    page = Page(source)
    return clean_title(read_head(page), page.leaves, known)


@pytest.mark.parametrize(
    ("whole", "parts"),
    [
        ("Which bike? - General talk - Forum", ["Which bike?", "General talk", "Forum"]),
        ("求助：路由器_综合讨论区_论坛", ["求助：路由器", "综合讨论区", "论坛"]),
        ("A well-known thing | Site", ["A well-known thing", "Site"]),
        ("Site » Board » Thread", ["Site", "Board", "Thread"]),
        ("C++: a question", ["C++: a question"]),
        ("", []),
    ],
)
def test_parts_of_a_title(whole: str, parts: list[str]) -> None:
    assert title_parts(whole) == parts


def test_parts_that_the_template_knows_are_taken_off_the_ends() -> None:
    source = "<title>Which bike? - yes - General talk - Forum</title><p>x"
    assert title(source, "Forum", "General talk") == "Which bike? - yes"
    assert title("<title>Forum - Which bike?</title>", "Forum") == "Which bike?"


def test_a_title_of_known_parts_only_is_not_emptied() -> None:
    assert title("<title>Forum</title>", "Forum") == "Forum"


def test_a_heading_in_the_title_says_which_part_is_meant() -> None:
    source = "<title>Which bike? - General talk - Forum</title><h1>Which bike?</h1>"
    assert title(source) == "Which bike?"


def test_a_text_that_is_one_of_the_parts_says_which_is_meant() -> None:
    source = (
        "<title>Which bike? - General talk - Forum</title><a href=/>Forum</a>"
        "<a href=/b>General talk</a><b>Which bike?</b>"
    )
    assert title(source, "Forum") == "Which bike?"


def test_a_heading_that_is_not_in_the_title_says_nothing() -> None:
    source = "<title>Which bike? | Forum</title><h1>Welcome to our boards</h1>"
    assert title(source, "Forum") == "Which bike?"


def test_og_title_and_site_name_count() -> None:
    source = (
        '<title>Which bike? · Forum</title><meta property="og:site_name" content="Forum">'
        '<meta property="og:title" content="Which bike?">'
    )
    assert title(source) == "Which bike?"


def test_without_a_title_the_heading_stands_for_it() -> None:
    assert title("<h1>Which bike?</h1>") == "Which bike?"
    assert title("<p>x") is None


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


def test_a_title_of_very_many_parts_is_read_up_to_a_length() -> None:
    page = Page(f"<title>{'part | ' * 5_000}</title><body><p>Text.</p></body>")
    found = page.title
    assert found.startswith("part | part")
    assert len(found) <= LONGEST_TITLE
    assert clean_title(read_head(page), page.leaves) is not None


@pytest.mark.parametrize(("parts", "expected"), [(5, "part3 | part4"), (50, None)])
def test_runs_of_parts_are_looked_for_in_titles_of_few(parts: int, expected: str | None) -> None:
    whole = " | ".join(f"part{part}" for part in range(parts))
    found = title(f"<title>{whole}</title><body><p>part3 | part4</p></body>")
    assert found == (expected or whole)

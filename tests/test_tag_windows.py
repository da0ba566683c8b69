from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract_pipelines import Page
from extract_pipelines.page import text_of
from extract_pipelines.published.tag_windows import (
    common_words,
    distance_to,
    largest_run,
    tag_windows,
    words,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The old Mill's plan, 2023", ["the", "old", "mill", "s", "plan", "2023"]),
        ("论坛里", ["论坛", "坛里"]),
        ("楼", ["楼"]),
        ("Linux内核5.4发布", ["linux", "内核", "5", "4", "发布"]),
        ("국회 본회의", ["국회", "본회의"]),
        ("", []),
    ],
)
def test_words_are_parted_by_spaces_or_read_as_pairs(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_the_distance_of_a_window_to_the_title() -> None:
    title = words("Mill plan accepted")
    window = words("The plan for the mill was accepted")
    # mill -> the, plan stays, for the mill was are new, accepted stays: 1 + 4 edits
    assert distance_to(title)(window) == 5
    assert common_words(5, len(title), len(window)) == 2
    assert distance_to(title)(words("Nobody had expected that")) == 4
    assert common_words(4, 3, 4) == 0


LETTERS = st.lists(st.sampled_from("abcd"), max_size=12)


def plain_distance(one: list[str], other: list[str]) -> int:
    row = list(range(len(other) + 1))
    for i, left in enumerate(one, start=1):
        before, row[0] = row[0], i
        for j, right in enumerate(other, start=1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (left != right))
    return row[-1]


@given(LETTERS, LETTERS)
def test_the_distance_is_levenshtein_s(one: list[str], other: list[str]) -> None:
    assert distance_to(one)(other) == plain_distance(one, other)


def test_the_largest_run_may_span_a_loss() -> None:
    assert largest_run([-3, 4, -1, 5, -9, 2]) == range(1, 4)
    assert largest_run([-1, 0]) == range(0)


ARTICLE = """<html><head><title>Mill plan accepted | Gazette</title></head><body>
<p>Readers write to us about the weather, the roads, and about our crossword puzzle.</p>
<ul><li><a href=/1>Bridge closed for the winter months</a></li>
<li><a href=/2>School bus takes another road from Monday</a></li></ul>
<h1>Mill plan accepted</h1><div>
<p>After three hours of talk the plan for the old mill was <b>accepted</b> on Monday evening.</p>
<p>Nobody in the hall had expected that, and some of them left before the count of votes.</p>
<p>The mill has been empty for years, and work on it begins in spring.</p></div>
<ul><li><a href=/3>What the mill looked like in old photographs of the town</a></li></ul>
</body></html>"""


def test_the_run_of_windows_near_the_title_is_the_body() -> None:
    page = Page(ARTICLE)
    # Characters near the title count 1, the other paragraph's 0.2, those of links -1: the menu
    # (77 characters) parts the body from the text before it (16 points).
    lines = text_of(tag_windows(page, page.leaves).leaves).split("\n")
    assert lines[0].startswith("After three hours of talk")
    assert lines[-1].startswith("The mill has been empty")
    assert "Nobody in the hall" in " ".join(lines)
    assert not any("weather" in line or "photographs" in line for line in lines)


def test_without_a_title_the_unlinked_windows_are_left() -> None:
    page = Page(ARTICLE.replace("<title>Mill plan accepted | Gazette</title>", ""))
    lines = [leaf.text for leaf in tag_windows(page, page.leaves).leaves]
    assert any("Nobody in the hall" in line for line in lines)
    assert not any("photographs" in line for line in lines)

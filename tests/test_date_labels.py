"""What stands before a date says that it is no post's: of an edit by somebody."""

from __future__ import annotations

import pytest

from extract_pipelines import Page
from extract_pipelines.page.date_mentions import find_dates_of


def dates(source: str) -> list[str]:
    """The dates of a page that may be posts'."""
    page = Page(f"<title>A</title><p>{source}</p>", "https://a.example/thread/1")
    return [mention.date.raw for mention in find_dates_of(page).mentions]


@pytest.mark.parametrize(
    "before",
    [
        "Edited by <a href='/u/1'>Anna</a> (",
        "2 Mal editiert, zuletzt von <a href='/u/1'>Uwe</a> <span>(</span>",
    ],
)
def test_dates_of_edits_by_somebody_are_no_posts(before: str) -> None:
    assert dates(f"{before}<time>2020-05-03 10:15</time>)") == []


@pytest.mark.parametrize("before", ["", "It has 12 MB ", "By <a href='/u/1'>Anna</a> ("])
def test_a_date_behind_a_size_in_a_sentence_or_behind_a_name_may_be_a_posts(before: str) -> None:
    assert dates(f"{before}<time>2020-05-03 10:15</time>") == ["2020-05-03 10:15"]

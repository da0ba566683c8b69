"""What record groups are told by: how their dates follow, and how their texts are written."""

from __future__ import annotations

import pytest

from extract_pipelines import Page
from extract_pipelines.posts.records.analysis import analyse
from extract_pipelines.posts.scoring.outside import OUTSIDE_NAMES, groups_with_features

POST = (
    '<div class="post"><a href="/u/{0}">{0}</a> <span>{1}</span><div class="text">{2}</div></div>'
)


def features(*posts: tuple[str, str, str]) -> dict[str, float]:
    """The features of the group that holds all the posts of a page."""
    rows = "".join(POST.format(*post) for post in posts)
    page = Page(
        f"<h1>Bearings</h1><div>{rows}</div><p>Since 5 May 2019</p>", "https://a.example/t/1"
    )
    groups = groups_with_features(page, analyse(page))
    _, found = next(row for row in groups if len(row[0].candidate.records) == len(posts))
    return dict(zip(OUTSIDE_NAMES, found, strict=True))


def dated(*dates: str) -> dict[str, float]:
    return features(*[(f"user{n}", date, "Oil it, please.") for n, date in enumerate(dates)])


def written(*texts: str) -> dict[str, float]:
    return features(*[(f"user{n}", f"{n + 1} March 2024", text) for n, text in enumerate(texts)])


def test_answers_come_later_and_lists_begin_with_the_latest() -> None:
    days = ("1 March 2024", "2 March 2024", "4 March 2024", "8 March 2024")
    assert dated(*days)["ascending"] == 1.0
    assert dated(*days)["descending"] == 0.0
    assert dated(*reversed(days))["descending"] == 1.0
    assert dated(*reversed(days))["ascending"] == 0.0


def test_how_far_dates_are_apart_is_told_in_days_and_minutes() -> None:
    found = dated("1 March 2024 10:00", "1 March 2024 10:15", "1 March 2024 10:30", "4 March 2024")
    assert found["time_span"] == pytest.approx(1.84, abs=0.02)  # log2 of 1 + 2.58 days
    assert found["time_gap"] == pytest.approx(4.0)  # log2 of 1 + 15 minutes
    assert (found["newest"], found["oldest"]) == (1.0, 0.0)


def test_dates_without_a_value_tell_nothing_of_time() -> None:
    found = dated("03/04/2024", "05/06/2024", "07/08/2024")
    assert {found[name] for name in ("ascending", "descending", "time_span", "time_gap")} == {-1.0}


def test_what_people_write_is_told_from_what_is_cut_off() -> None:
    found = written(
        "Does the spindle still run hot?", "it was the preload, thanks! :)", "The bearings are ..."
    )
    shares = {name: found[name] for name in ("asks", "exclaims", "smiles", "cut_off")}
    assert shares == pytest.approx(dict.fromkeys(shares, 1 / 3))
    assert found["begins_small"] == pytest.approx(1 / 3)
    assert found["ends_well"] == pytest.approx(2 / 3)


def test_a_time_of_day_is_no_smiley() -> None:
    assert written("See you at 10:30", "Or at 11:45, maybe", "a=1; b=2")["smiles"] == 0.0


def test_posts_differ_in_lines_and_texts_and_rows_do_not() -> None:
    alike = written("Oil it.", "Grease it.", "Leave it.")
    assert alike["lines_variation"] == alike["leaves_variation"] == 0.0
    posts = written("Oil it.<p>Then wait.<p>Then try.", "<b>Grease</b> it.", "Leave it.")
    assert posts["lines_variation"] > 0.2 < posts["leaves_variation"]
    assert posts["lines"] > alike["lines"]

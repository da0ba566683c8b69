"""Which dates such as 03/04/2024 are read, and what the item says of their order."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime

import pytest

from extract_pipelines import Article, ForumThread, Page, Site, extract
from extract_pipelines.text.date_order import KnownOrder, locale_order, stronger, strongest
from extract_pipelines.text.dates import find_date

AUTHORS = ("oldowl", "kestrel", "bergfex")
TEXTS = (
    "My gearbox makes a noise like a coffee mill since Monday.",
    "Check the oil first, mine was nearly empty last year.",
    "There was hardly any left, so I will fill it up tonight, and tell you what came of it.",
)


def thread(*dates: str, language: str = "", head: str = "", beside: str = "") -> str:
    posts = "".join(
        f"<div class=post><a href=/u/{author}>{author}</a> <i>{date}</i> <u>{beside}</u>"
        f"<div class=text>{text}</div></div>"
        for author, date, text in zip(AUTHORS, dates, TEXTS, strict=False)
    )
    return (
        f"<html lang='{language}'><head><title>Noisy gearbox</title>{head}</head>"
        f"<body><h1>Noisy gearbox</h1>{posts}</body></html>"
    )


def told(item: ForumThread | Article) -> tuple[str | None, str | None, str | None]:
    return item.date, item.metadata.date_order, item.metadata.date_order_source


HALF_DAYS = ("9/6/25 3:45 p.m.", "9/7/25 9:10 a.m.", "9/8/25 11:02 a.m.")
WHOLE_DAYS = ("06/09/2025 15:45", "07/09/2025 09:10", "08/09/2025 11:02")
LOCAL_HALF_DAYS = ("06/09/2025 lúc 3:45 CH", "07/09/2025 lúc 9:10 SA", "08/09/2025 lúc 7:20 CH")
DAYS = ("06/09/2025", "07/09/2025", "08/09/2025")
JUNE, SEPTEMBER = "2025-06-09", "2025-09-06"


@pytest.mark.parametrize(
    ("language", "dates", "expected"),
    [
        ("en", HALF_DAYS, ("2025-09-06T15:45:00", "MDY", "clock")),
        ("en", WHOLE_DAYS, (None, None, None)),
        ("en", DAYS, (None, None, None)),
        ("", HALF_DAYS, (None, None, None)),
        ("en-US", DAYS, (JUNE, "MDY", "locale")),
        ("en-US", WHOLE_DAYS, (None, None, None)),  # declared unasked, as the clock shows
        ("en-AU", HALF_DAYS, ("2025-06-09T15:45:00", "DMY", "locale")),
        ("en_GB", WHOLE_DAYS, (f"{SEPTEMBER}T15:45:00", "DMY", "locale")),
        ("de", DAYS, (SEPTEMBER, "DMY", "locale")),
        ("de", HALF_DAYS, (None, None, None)),
        ("vi", HALF_DAYS, (None, None, None)),
        ("vi", LOCAL_HALF_DAYS, (f"{SEPTEMBER}T15:45:00", "DMY", "locale")),
        ("en", (*DAYS[:2], "13/09/2025"), (SEPTEMBER, "DMY", "dates")),
        ("en-US", (*DAYS[:2], "13/09/2025"), (SEPTEMBER, "DMY", "dates")),
    ],
)
def test_floors_have_dates_by_what_tells_the_order(
    language: str, dates: tuple[str, ...], expected: tuple[str | None, ...]
) -> None:
    item = extract(thread(*dates, language=language))
    assert isinstance(item, ForumThread)
    assert told(item) == expected
    assert item.date_raw == dates[0]


def test_a_time_in_a_text_of_its_own_stands_beside_the_date() -> None:
    item = extract(thread("9/6/25", "9/7/25", "9/8/25", language="en", beside="3:45 pm"))
    assert told(item) == ("2025-09-06T15:45:00", "MDY", "clock")


def test_an_age_in_minutes_is_no_clock() -> None:
    item = extract(thread("5m", "03/04/2020", "05/04/2020", language="de"))
    assert isinstance(item, ForumThread)
    assert [floor.date for floor in item.floors[1:]] == ["2020-04-03", "2020-04-05"]
    plain = extract(thread("5m", "03/04/2020", "05/04/2020", language="en"))
    assert isinstance(plain, ForumThread)
    assert [floor.date for floor in plain.floors[1:]] == [None, None]


def test_clocks_of_both_kinds_tell_nothing() -> None:
    item = extract(thread("9/6/25 3:45 p.m.", "9/7/25 15:45", "9/8/25 11:02", language="en"))
    assert told(item) == (None, None, None)


def test_a_region_that_another_field_of_the_head_names_counts() -> None:
    head = "<meta property=og:locale content=en_GB>"
    item = extract(thread(*DAYS, language="en", head=head))
    assert told(item) == (SEPTEMBER, "DMY", "locale")
    assert item.in_language == "en"


def test_an_unambiguous_date_needs_no_order() -> None:
    item = extract(thread("2025-09-06", "2025-09-07", "2025-09-08", language="en-US"))
    assert told(item) == (SEPTEMBER, None, None)


def test_pages_of_a_site_vote_for_pages_of_another_kind() -> None:
    site = Site()
    proof = thread("13/09/2025", "14/09/2025", "15/09/2025", language="en")
    for number in range(2):
        site.learn(Page(proof.replace("post", f"entry k{number}"), f"https://a.example/q/{number}"))
    page = Page(thread(*DAYS, language="en"), "https://a.example/thread.php?id=7")
    assert told(site.extract(page)) == (SEPTEMBER, "DMY", "dates")
    again = Site.from_state(json.loads(json.dumps(site.to_state())))
    assert told(again.extract(page)) == (SEPTEMBER, "DMY", "dates")


def test_dates_of_a_page_count_more_than_what_the_site_inferred() -> None:
    site = Site()
    site.learn(Page(thread(*HALF_DAYS, language="en"), "https://a.example/thread/1"))
    assert site.order == KnownOrder("MDY", "clock")
    page = Page(thread(*DAYS[:2], "13/09/2025"), "https://a.example/thread/2")
    assert told(site.extract(page)) == (SEPTEMBER, "DMY", "dates")


def test_a_site_whose_dates_prove_nothing_has_no_order() -> None:
    site = Site()
    site.learn(Page(thread(*DAYS), "https://a.example/thread/1"))
    assert site.order is None


def test_the_declared_date_of_an_article_says_its_order() -> None:
    head = "<meta name=date content='03/04/2024'>"
    body = "<p>The mill stood still, and nobody came to grind until the ice broke.</p>" * 5
    source = f"<html lang=en-GB><head><title>Mill</title>{head}</head><body>{body}</body></html>"
    assert told(extract(source)) == ("2024-04-03", "DMY", "locale")


@pytest.mark.parametrize(
    ("locale", "hours", "order"),
    [
        ("pt_BR", None, "DMY"),
        ("zh-Hant-TW", None, "YMD"),
        ("EN-ph", 12, "MDY"),
        ("es", 12, "DMY"),
        ("en", None, None),
        ("sv", None, None),
        ("tlh", None, None),
        ("", None, None),
        (None, 12, None),
        ("--", 24, None),
    ],
)
def test_locales(locale: str | None, hours: int | None, order: str | None) -> None:
    found = locale_order(locale, hours)
    assert (found.order if found else None) == order


def test_the_strongest_source_decides_and_in_it_the_most_votes() -> None:
    proved, inferred = KnownOrder("DMY", "dates"), KnownOrder("MDY", "locale")
    votes = Counter({proved: 1, KnownOrder("MDY", "dates"): 2, inferred: 9})
    assert strongest(votes) == KnownOrder("MDY", "dates")
    assert stronger(inferred, proved) == proved
    assert stronger(None, inferred) == inferred
    assert stronger(None, None) is None


@pytest.mark.parametrize(
    ("text", "ambiguous", "hours"),
    [
        ("03/04/2020 3:45 pm", True, 12),
        ("03/04/2020 15:45", True, 24),
        ("03/04/2020", True, None),
        ("13/04/2020", False, None),
        ("05/05/2020", False, None),
        ("03/04 15:45", True, 24),
        ("3 April 2020, 3:45 pm", False, 12),
        ("3:45 pm, 03/04/2020", True, 12),
    ],
)
def test_a_date_says_if_it_depends_on_the_order(
    text: str, ambiguous: bool, hours: int | None
) -> None:
    found = find_date(text)
    assert found is not None
    assert (found.ambiguous, found.hours) == (ambiguous, hours)


@pytest.mark.parametrize(
    ("text", "language", "value", "order"),
    [
        ("26.05.28 09:19", None, "2026-05-28T09:19:00", "YMD"),  # 2028 is to come
        ("28.05.26 09:19", None, "2026-05-28T09:19:00", "DMY"),
        ("25.05.16 09:19", None, "2016-05-25T09:19:00", "DMY"),
        ("25.05.16 09:19", "de", "2016-05-25T09:19:00", "DMY"),
        ("25.05.16 09:19", "ko", None, None),
    ],
)
def test_a_year_of_two_digits_may_come_first(
    text: str, language: str | None, value: str | None, order: str | None
) -> None:
    found = find_date(text, datetime(2026, 6, 1, tzinfo=UTC), language=language)
    assert found is not None
    assert (found.value, found.order) == (value, order)
    assert found.ambiguous == (value is None)


def test_where_the_month_stands_before_the_day_a_year_does_before_both() -> None:
    found = find_date("25.05.16 09:19", order="MDY")
    assert found is not None
    assert found.value == "2025-05-16T09:19:00"


def test_boards_of_korea_write_the_year_first() -> None:
    item = extract(thread("25.05.16 09:19", "25.05.17 10:02", "25.06.03 22:40", language="ko"))
    assert told(item) == ("2025-05-16T09:19:00", "YMD", "locale")

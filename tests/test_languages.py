"""Dates in the words and calendars of many languages; Babel writes them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from babel import Locale
from babel.dates import format_date, format_time, format_timedelta
from hypothesis import given
from hypothesis import strategies as st

from extract_pipelines import Page, extract
from extract_pipelines.page.date_mentions import exact_date, find_dates_of
from extract_pipelines.page.pagination import next_page_url
from extract_pipelines.posts.quotes.quotes import find_quotes
from extract_pipelines.text.date_order import locale_order
from extract_pipelines.text.dates import find_date, has_date
from extract_pipelines.text.lexicon import CLDR, OWN, rows

from .language_samples import SENTENCES

NOW = datetime(2026, 11, 22, 9, 30, 15)
LANGUAGES = sorted(rows(CLDR))
UNITS = {
    "second": 1,
    "minute": 60,
    "hour": 3600,
    "day": 86_400,
    "week": 7 * 86_400,
    "month": 30 * 86_400,
    "year": 365 * 86_400,
}
# Babel writes these in words that CLDR has changed since.
CHANGED = {"si"}


def value_of(text: str, language: str) -> str:
    found = find_date(text, NOW, language=language)
    if found and found.ambiguous:
        told = locale_order(language, None)
        found = find_date(text, NOW, told.order if told else None, language)
    return (found.value if found else None) or ""


def days() -> Iterator[date]:
    for month in range(1, 13):
        for day in (3, 9, 28):
            yield date(2019, month, day)


def test_there_are_the_words_of_sixty_languages() -> None:
    assert len(LANGUAGES) >= 60


@pytest.mark.parametrize("width", ["full", "long", "medium"])
def test_dates_are_read_in_every_language(width: str) -> None:
    read = {
        language: sum(
            value_of(format_date(day, width, Locale.parse(language)), language) == str(day)
            for day in days()
        )
        for language in LANGUAGES
    }
    whole = sum(1 for _ in days())
    assert sum(read.values()) >= 0.97 * whole * len(LANGUAGES)
    assert {language for language, right in read.items() if right < 0.7 * whole} <= CHANGED


def test_times_are_read_in_every_language() -> None:
    moment = datetime(2019, 5, 9, 15, 42)
    wrong = []
    for language in LANGUAGES:
        locale = Locale.parse(language)
        pattern = str(locale.datetime_formats["long"]).replace("'", "")
        clock = format_time(moment, "short", locale=locale)
        text = pattern.replace("{1}", format_date(moment, "long", locale)).replace("{0}", clock)
        if value_of(text, language) != moment.isoformat():
            wrong.append(text)
    assert len(wrong) <= 0.03 * len(LANGUAGES), wrong


def test_relative_dates_are_read_in_every_language() -> None:
    wrong = []
    told = 0
    for language in LANGUAGES:
        for unit, seconds in UNITS.items():
            for count in (2, 5):
                span = timedelta(seconds=-count * seconds)
                text = format_timedelta(
                    span,
                    granularity=unit,  # type: ignore[arg-type]
                    add_direction=True,
                    threshold=99,
                    locale=Locale.parse(language),
                )
                told += 1
                value = value_of(text, language)
                off = datetime.fromisoformat(value) - NOW - span if value else None
                if off is None or abs(off) > max(timedelta(days=1), 0.1 * -span):
                    wrong.append(text)
    assert len(wrong) <= 0.09 * told, wrong


@given(st.sampled_from(LANGUAGES), st.dates(date(1990, 1, 1), date(2026, 11, 1)))
def test_no_other_day_is_read_than_is_written(language: str, day: date) -> None:
    text = format_date(day, "long", Locale.parse(language))
    if language not in CHANGED:
        assert value_of(text, language) in ("", str(day))


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("9. listopada 2017.", "hr", "2017-10-09"),
        ("9 listopada 2017", "pl", "2017-11-09"),
        ("9. listopadu 2017", "cs", "2017-11-09"),
        ("9 Mac 2017", "ms", "2017-03-09"),
        ("jana", "sw", "2026-11-21"),
        ("siku 3 zilizopita", "sw", "2026-11-19"),
        ("3 hari yang lalu", "id", "2026-11-19"),
        ("qabl", "sq", None),
    ],
)
def test_the_language_of_the_page_decides_between_meanings(
    text: str, language: str, value: str | None
) -> None:
    found = find_date(text, NOW, language=language)
    assert (found.value if found else None) == value


@pytest.mark.parametrize(
    "text",
    [
        *("Jana", "Leo", "Anna", "Ma", "Ian", "9 Mac 2017", "7 Pro 2017", "Mac 10, 2017 models"),
        *("fa 3", "for 3 days", "3 days her", "5 m fa", "set 12", "Dis 3"),
        *("room 2569", "2569", "part 1405/2", "115.11.09", "1405-08-30", "22/11/2569"),
        *("12 v 5", "3 g 100 g", "2 d 3 d", "Monday - Friday: 8:00am to 5pm"),
    ],
)
def test_words_of_rare_languages_are_no_dates_elsewhere(text: str) -> None:
    assert find_date(text, NOW, language="en") is None


def test_a_time_ends_before_a_name() -> None:
    found = find_date("9 Jan 2017 10:30 Eve", NOW)
    assert found is not None
    assert found.value == "2017-01-09T10:30:00"


def test_a_dotted_date_behind_another_is_no_time() -> None:
    found = find_date("21.09.26 — 18.11.26", NOW)
    assert found is not None
    assert found.value == "2026-09-21"


def test_prose_in_many_languages_has_no_new_dates() -> None:
    found = {
        sentence: date.raw
        for sentences in SENTENCES.values()
        for sentence in sentences
        if not any(character.isdigit() for character in sentence)
        and (date := find_date(sentence[:50], NOW))
    }
    assert not found


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        # Thai: Buddhist years
        ("22 พฤศจิกายน 2569", None, "2026-11-22"),
        ("22 พ.ย. 2569, 15:42", None, "2026-11-22T15:42:00"),
        ("22 พ.ย. 69", None, "2026-11-22"),
        ("วันอาทิตย์ที่ 22 พฤศจิกายน พ.ศ. 2569", None, "2026-11-22"),
        ("22 พฤศจิกายน พ.ศ.2569 เวลา 15:42 น.", None, "2026-11-22T15:42:00"),
        ("วันที่ 22 เดือน พฤศจิกายน พ.ศ. 2569", None, "2026-11-22"),
        ("22 เดือนพฤศจิกายน 2569", None, "2026-11-22"),
        ("๒๒ พฤศจิกายน ๒๕๖๙", None, "2026-11-22"),
        ("22 พฤศจิกายน 2026", None, "2026-11-22"),
        ("22/11/2569", "th", "2026-11-22"),
        ("2569-11-22 15:42", "th-TH", "2026-11-22T15:42:00"),
        ("22/11/2569", "en", None),
        # Iran: solar years
        ("۱ آذر ۱۴۰۵", None, "2026-11-22"),
        ("1 آذر 1405، ساعت 15:42", None, "2026-11-22T15:42:00"),
        ("۱۴۰۵/۰۹/۰۱", None, "2026-11-22"),
        ("یکشنبه ۱ آذر ۱۴۰۵", None, "2026-11-22"),
        ("1405/09/01", "fa-IR", "2026-11-22"),
        ("1405/09/01", "en", None),
        ("۳۰ اسفند ۱۴۰۳", None, "2025-03-20"),
        ("۳۰ اسفند ۱۴۰۴", None, None),
        ("۲۲ نوامبر ۲۰۲۶", None, "2026-11-22"),
        ("۳ روز پیش", None, "2026-11-19"),
        # Taiwan: years of the republic
        ("民國115年11月22日", None, "2026-11-22"),
        ("中華民國 115 年 11 月 22 日", None, "2026-11-22"),
        ("115年11月22日 15:42", "zh-TW", "2026-11-22T15:42:00"),
        ("115/11/22", "zh-Hant", "2026-11-22"),
        ("115年11月22日", "ja", None),
        # Japan: eras
        ("令和8年11月22日", None, "2026-11-22"),
        ("令和8年11月22日(日) 15時42分", None, "2026-11-22T15:42:00"),
        ("平成29年1月9日", None, "2017-01-09"),
        ("令和元年5月1日", None, "2019-05-01"),
        ("昭和64年1月7日", None, "1989-01-07"),
        # Arabia: lunar years
        ("11 ربيع الثاني 1438", None, "2017-01-09"),
        ("11 ربيع الآخر 1438هـ", None, "2017-01-09"),
        ("١٤٣٨/٠٤/١١", None, "2017-01-09"),
        ("1438/04/11", "ar", "2017-01-09"),
        ("9 يناير 2017م", None, "2017-01-09"),
        ("٩ يناير ٢٠١٧", None, "2017-01-09"),
        # Digits of India
        ("९ जनवरी २०१७", None, "2017-01-09"),
        ("৯ জানুয়ারি, ২০১৭", None, "2017-01-09"),
        ("०९-०१-२०१७ १५:४२", None, None),
    ],
)
def test_other_calendars_and_digits(text: str, language: str | None, value: str | None) -> None:
    found = find_date(text, NOW, language=language)
    assert (found.value if found else None) == value
    if value:
        assert language is not None or has_date(text)


def test_without_a_year_the_latest_day_of_the_calendar_counts() -> None:
    found = find_date("۱ آذر، ساعت 15:42", NOW.replace(hour=23))
    assert found is not None
    assert found.value == "2026-11-22T15:42:00"
    later = find_date("۲ آذر، ساعت 15:42", NOW)
    assert later is not None
    assert later.value == "2025-11-23T15:42:00"


# --- dates in attributes --------------------------------------------------------------------------

DOWNLOADED = datetime(2026, 11, 22, 9, 30, tzinfo=UTC)


def page(body: str, lang: str = "en") -> Page:
    html = f'<html lang="{lang}"><body>{body}</body></html>'
    return Page(html, "http://forum.example/", downloaded=DOWNLOADED)


@pytest.mark.parametrize(
    ("element", "value"),
    [
        ('<span class="ago" data-time="1483976520"></span>', "2017-01-09T15:42:00+00:00"),
        ('<span data-timestamp="1483976520000">a while</span>', "2017-01-09T15:42:00+00:00"),
        ('<abbr data-livestamp="1483976520"></abbr>', "2017-01-09T15:42:00+00:00"),
        ('<div data-posttime="2017-01-09 15:42"></div>', "2017-01-09T15:42:00"),
        ('<time datetime="2017-01-09T15:42:00Z"></time>', "2017-01-09T15:42:00+00:00"),
        ('<time data-date="1483976520"></time>', "2017-01-09T15:42:00+00:00"),
        ('<span class="ts" data-ts="1483976520"></span>', "2017-01-09T15:42:00+00:00"),
    ],
)
def test_dates_that_stand_only_in_attributes_are_read(element: str, value: str) -> None:
    found = find_dates_of(page(f"<p>Anna {element} wrote</p>")).mentions
    assert [mention.date.value for mention in found] == [value]


PARTS = "<abbr>Mon</abbr> <span>09</span> <abbr>Jan</abbr> <span>2017</span>"


@pytest.mark.parametrize(
    ("element", "value"),
    [
        (f"<span>{PARTS} <span>03:42PM</span> <abbr>EDT</abbr></span>", "2017-01-09T15:42:00"),
        (f"<span>{PARTS}</span>", "2017-01-09"),
        ("<div><b>9</b><i>January</i><u>2017</u></div>", "2017-01-09"),
        (f"<div>Posted {PARTS} at <span>15:42</span></div>", "2017-01-09T15:42:00"),
    ],
)
def test_a_date_of_which_each_part_has_an_element_is_one(element: str, value: str) -> None:
    found = find_dates_of(page(f"<p>Anna wrote</p> {element} <p>Works now.</p>"))
    assert [mention.date.value for mention in found.mentions] == [value]
    assert len(found.leaves) > 2


@pytest.mark.parametrize(
    "element",
    [
        "<div><a>1</a> <a>2</a> <a>2017</a></div>",
        "<div><b>9</b> <b>May</b> <b>apples, pears, and plums</b> <b>2017</b></div>",
        "<div><b>9</b> <b>Jan</b> <b>2017</b> <b>31</b> <b>votes</b></div>",
        f"<div>Last edited {PARTS}</div>",
    ],
)
def test_other_parts_beside_each_other_are_no_date_of_a_post(element: str) -> None:
    assert not find_dates_of(page(f"<p>Anna wrote</p> {element} <p>Works now.</p>")).mentions


@pytest.mark.parametrize(
    "element",
    [
        '<span data-id="1483976520">7</span>',
        '<span data-edit-time="1483976520"></span>',
        '<span data-updated-date="2017-01-09"></span>',
        '<span data-time="99999999999"></span>',
        '<span data-time="1983976520"></span>',
        '<span data-update="1483976520"></span>',
        f'<div data-time="1483976520">{"All of a post. " * 9}</div>',
    ],
)
def test_other_attributes_are_no_dates(element: str) -> None:
    assert not find_dates_of(page(f"<p>Anna {element} wrote</p>")).mentions


def test_what_a_script_is_told_of_a_short_post_is_not_all_of_its_text() -> None:
    written = '<a>Anna</a> <i data-ago="x" title="2017-01-09T15:42:00Z"></i> <p>Works now.</p>'
    here = page(f'<div data-timestamp="1483976520000">{written}</div>')
    found = find_dates_of(here)
    assert [here.tags[mention.node] for mention in found.mentions] == ["i"]
    assert not found.leaves


def test_a_script_s_moment_is_more_exact_than_the_text_beside_it() -> None:
    here = page('<p><span data-time="1483976520">9 years ago</span></p>')
    (mention,) = find_dates_of(here).mentions
    assert mention.date.relative
    assert exact_date(here, mention).value == "2017-01-09T15:42:00+00:00"


@pytest.mark.parametrize(
    "attribute", ["title", "data-tippy-content", "data-bs-original-title", "aria-label"]
)
def test_what_shows_on_a_touch_is_more_exact_than_the_text(attribute: str) -> None:
    here = page(f'<p><i {attribute}="Friday, October 4th, 2024 at 3:43:10 PM">1 year ago</i></p>')
    (mention,) = find_dates_of(here).mentions
    assert exact_date(here, mention).value == "2024-10-04T15:43:10"


def test_a_template_that_was_not_filled_in_names_a_time() -> None:
    here = page(
        '<p><i {{time="2024-10-04T15:43:10Z">x</i> <i {data-date="2024-10-04 15:43">4 Oct 2024</i>'
    )
    first, second = find_dates_of(here).mentions
    assert first.date.value == "2024-10-04T15:43:10+00:00"
    assert exact_date(here, second).value == "2024-10-04T15:43:00"


@pytest.mark.parametrize("edited", ["2017-02-01T10:00:00Z", "Invalid Date"])
def test_a_label_tells_of_the_element_behind_it_only(edited: str) -> None:
    written = '<a href="/post/7"><span title="2017-01-09T15:42:00Z"></span></a>'
    here = page(f'<p>last edited by Anna <span title="{edited}"></span> {written}</p>')
    (mention,) = find_dates_of(here).mentions
    assert mention.date.value == "2017-01-09T15:42:00+00:00"


def test_a_tooltip_that_tells_of_another_date_is_not_the_posts() -> None:
    here = page('<p><i data-tip="Last edited on May 5, 2025 at 1:00 PM">1 year ago</i></p>')
    (mention,) = find_dates_of(here).mentions
    assert exact_date(here, mention).relative


def test_a_label_tells_of_a_date_within_the_element_behind_it() -> None:
    inner = '<time datetime="2017-01-09T15:42:00Z"></time>'
    assert not find_dates_of(page(f'<p>Joined: <b title="Anna">{inner}</b></p>')).mentions


def test_a_thread_whose_dates_a_script_fills_is_read() -> None:
    posts = "".join(
        f'<div class="post"><a class="name" href="/user/{n % 3}">member{n % 3}</a>'
        f'<span class="when" data-time="{1_483_976_520 + 3600 * n}"></span>'
        f'<div class="text">What number {n} has to say of the pumps is {"long " * n}.</div></div>'
        for n in range(8)
    )
    item = extract(f"<html><body><h1>Old pumps</h1>{posts}</body></html>", "http://f.example/t/1")
    assert [floor.date for floor in item.floors][:2] == [  # type: ignore[union-attr]
        "2017-01-09T15:42:00+00:00",
        "2017-01-09T16:42:00+00:00",
    ]


# --- other words of the lexicon -------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    ["next", "nächste Seite", "Página siguiente", "ถัดไป", "หน้าถัดไป", "Trang sau", "الصفحة التالية"],
)
def test_a_link_that_says_so_leads_to_the_next_page(words: str) -> None:
    here = page(f'<p>One</p><a href="/topic/5?from=20">{words} »</a>')
    assert next_page_url(here) == "http://forum.example/topic/5?from=20"


def test_the_other_dates_of_a_page_decide_between_months_of_one_name() -> None:
    croatian = "<p>9. siječnja 2017.</p><p>3. rujna 2017.</p><p>9. listopada 2017.</p>"
    polish = "<p>9 stycznia 2017</p><p>3 września 2017</p><p>9 listopada 2017</p>"
    for written, month in ((croatian, 10), (polish, 11)):
        dates = find_dates_of(page(written)).mentions
        assert [mention.date.value for mention in dates] == [
            *("2017-01-09", "2017-09-03"),
            f"2017-{month}-09",
        ]


@pytest.mark.parametrize(
    "line",
    [
        *("Anna wrote:", "Anna a écrit :", "Anna написала:", "Anna skrev:", "Anna napisał(a):"),
        *("Anna đã viết:", "Anna írta:", "Anna yazdı:", "Anna kirjoitti:", "Anna 写道："),
        *("Anna sa:", "Anna rašė:", "Anna ha escrit:", "Anna kirjutas:", "Anna je napisal:"),
        *("Anna a dit :", "Anna dijo:", "Anna disse:", "Anna zei:", "Anna сказал(а):"),
        # With when that was, as Invision Community has it.
        *("36 minutes ago, Anna said:", "On 5/22/2024 at 7:19 PM, Anna said:"),
        *("Il y a 2 heures, Anna a dit :", "En 22/5/2024 a las 19:19, Anna dijo:"),
        *("vor 3 Stunden schrieb Anna:", "2 часа назад, Anna сказал:", "Just now, Anna said:"),
    ],
)
def test_the_first_line_of_a_quote_names_who_wrote_it(line: str) -> None:
    here = page(f"<div>Hi<blockquote><p>{line}</p><p>So be it.</p></blockquote>I agree.</div>")
    quote = next(node for node, tag in enumerate(here.tags) if tag == "blockquote")
    (found,) = find_quotes(here, [here.parents[quote]])
    assert found.read(here).author == "Anna"
    assert found.read(here).text == "So be it."


def test_every_word_of_ours_stands_in_a_row_of_its_language() -> None:
    assert rows(OWN).keys() <= set(LANGUAGES)
    for language, row in rows(OWN).items():
        for role, written in row.items():
            texts = written if isinstance(written, list) else [written]
            assert texts, (language, role)
            assert all(text == text.lower() for text in texts if isinstance(text, str)), role

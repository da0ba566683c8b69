from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from extract_pipelines import ForumThread, Page, Site
from extract_pipelines.page.date_mentions import find_dates_of
from extract_pipelines.text.clocks import stated_zone
from extract_pipelines.text.date_patterns import month_after, word_before
from extract_pipelines.text.date_words import MONTHS
from extract_pipelines.text.dates import Order, find_date, has_date

NOW = datetime(2017, 1, 11, 12, 30, 15)  # a Wednesday
AWARE = NOW.replace(tzinfo=timezone(timedelta(hours=8)))

SECOND, MINUTE, DAY = "2017-01-09T15:42:03", "2017-01-09T15:42:00", "2017-01-09"


def check(text: str, value: str | None, precision: str, now: datetime | None = None) -> None:
    """The whole text is one date."""
    found = find_date(text, now)
    assert found is not None
    assert (found.value, found.precision) == (value, precision)
    assert (found.raw, found.start, found.end) == (text, 0, len(text))
    assert has_date(text)


@pytest.mark.parametrize(
    ("text", "value", "precision"),
    [
        ("2017-1-9 15:42", MINUTE, "minute"),
        ("2017-01-09  15:42:03", SECOND, "second"),
        ("2017-01-09T15:42:03.123Z", SECOND + "+00:00", "second"),
        ("2017-01-09T15:42:03+0800", SECOND + "+08:00", "second"),
        ("2017-01-09T15:42:03-05:00", SECOND + "-05:00", "second"),
        ("2017-01-09.15:42", MINUTE, "minute"),
        ("2017-01-09-15:42", MINUTE, "minute"),
        ("2017-01-09 15:42 +08:00", MINUTE + "+08:00", "minute"),
        ("2017-01-09 15:42 (UTC+8)", MINUTE + "+08:00", "minute"),
        ("2017-01-09 15:42 GMT+5:30", MINUTE + "+05:30", "minute"),
        ("2017-01-09 15:42 UTC−3", MINUTE + "-03:00", "minute"),
        ("2017-01-09 3 PM", "2017-01-09T15:00:00", "hour"),
        ("2017-01-09 12:42 صباحاً", "2017-01-09T00:42:00", "minute"),
        ("2017-01-09 03:42 مساء", MINUTE, "minute"),
        ("2017. Szep. 9. 15:42", "2017-09-09T15:42:00", "minute"),
        ("Már 14 22:12:00 CET 2024", "2024-03-14T22:12:00", "second"),
        ("29/11/26 Вск 01:39:00", "2026-11-29T01:39:00", "second"),
        ("Cum Hzr 09, 2017 3:42 pm", "2017-06-09T15:42:00", "minute"),
        ("09 Ekm 2017", "2017-10-09", "day"),
        ("Prş Ekm 05, 2017 3:42 pm", "2017-10-05T15:42:00", "minute"),
        ("út leden 10, 2017 3:42 pm", "2017-01-10T15:42:00", "minute"),
        ("2017/1/9", DAY, "day"),
        ("2017.1.9", DAY, "day"),
        ("2017. 1. 9. 오후 3:42", MINUTE, "minute"),
        ("9.1.2017", DAY, "day"),
        ("09.01.17", DAY, "day"),
        ("9.1.17 15:42", MINUTE, "minute"),
        ("09.01.2017, 15:42 Uhr", MINUTE, "minute"),
        ("09.01.2017 (Mo) 15:42", MINUTE, "minute"),
        ("2017-01-09 (Mntg) 15:42:03", SECOND, "second"),
        ("09.12.69", "2069-12-09", "day"),
        ("09.12.70", "1970-12-09", "day"),
        ("9. 1. 2017 v 15:42", MINUTE, "minute"),
        ("２０１７-０１-０９ １５:４２", MINUTE, "minute"),
    ],
)
def test_numeric_dates(text: str, value: str, precision: str) -> None:
    check(text, value, precision)


@pytest.mark.parametrize(
    ("text", "value", "order"),
    [
        ("9.1. 15:42", MINUTE, None),
        ("09.01. 15:42 Uhr", MINUTE, None),  # not of 2015
        ("9. 1. v 15:42", MINUTE, None),
        ("31.12. 15:42", "2016-12-31T15:42:00", "DMY"),
        ("12.31 15:42", "2016-12-31T15:42:00", "MDY"),
        ("09.01 15:42", None, None),  # in January, or in September
    ],
)
def test_days_and_months_with_dots_need_no_year_before_a_time(
    text: str, value: str | None, order: str | None
) -> None:
    found = find_date(text, NOW)
    assert found is not None
    assert (found.value, found.order, found.raw) == (value, order, text)


@pytest.mark.parametrize("text", ["1.5 10:30", "Version 4.11 of 2017", "12.30 / 15.00"])
def test_other_numbers_with_dots_are_no_dates(text: str) -> None:
    found = find_date(text, NOW)
    assert found is None or found.value is None


@pytest.mark.parametrize(
    ("text", "value", "precision"),
    [
        ("2017年 1月 9日 15:42", MINUTE, "minute"),
        ("2017年1月9日 下午3:42", MINUTE, "minute"),
        ("2017年1月9日 上午12:05", "2017-01-09T00:05:00", "minute"),
        ("2017年1月9日 星期一 晚上8:42", "2017-01-09T20:42:00", "minute"),
        ("2017-1-9 星期一 15:42", MINUTE, "minute"),
        ("2017年1月9日(月) 15時42分", MINUTE, "minute"),
        ("2017年1月9日(月) 15:42:03", SECOND, "second"),
        ("2017年1月9日15时42分03秒", SECOND, "second"),
        ("2017年一月9日 15:42", MINUTE, "minute"),
        ("2017年十一月9日", "2017-11-09", "day"),
        ("周一 1月 09, 2017 3:42 pm", MINUTE, "minute"),
        ("2017년 1월 9일 오후 3:42", MINUTE, "minute"),
        ("2017년 1월 9일 월요일", DAY, "day"),
        ("2005年1月", None, "month"),
        ("2017.31.01", "2017-01-31", "day"),
    ],
)
def test_chinese_japanese_korean_dates(text: str, value: str | None, precision: str) -> None:
    found = find_date(text)
    assert found is not None
    assert (found.value, found.precision) == (value, precision)


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("01-09", "zh ja ko"),
        ("(01-09)", "zh ja ko"),
        ("01/09", "zh ja ko"),
        ("发布于 01-09", "zh ja ko"),
        ("文章发表：01-09", "zh ja ko"),
        ("01-09 广东", "zh ja ko"),
        ("01.09", "ja ko"),  # or an amount of yuan
        ("01.09.", "ja ko"),
        ("1-9", ""),
        ("01-32", ""),
        ("13-09", ""),
        ("版本 01-09", ""),
        ("01-09 的比赛", "zh ja ko"),
        ("01-09 的比赛很好看，谢谢", ""),
        ("01-09-", ""),
        ("共 01/09 页", ""),
    ],
)
def test_a_month_and_a_day_are_a_date_in_east_asia_if_a_text_tells_little_else(
    text: str, languages: str
) -> None:
    for language in ("zh", "ja", "ko", "de", None):
        found = find_date(text, NOW, language=language)
        value = DAY if language and language in languages else None
        assert (found and found.value) == value, language


@pytest.mark.parametrize(
    ("text", "value", "precision"),
    [
        ("January 9, 2017 at 3:42 PM", MINUTE, "minute"),
        ("Jan 9th, 2017, 03:42:10 am", "2017-01-09T03:42:10", "second"),
        ("JAN. 9, 2017", DAY, "day"),
        ("January 09. 2017", DAY, "day"),
        ("January 9. 2017 15:42", MINUTE, "minute"),
        ("9 Jan 2017 15:42", MINUTE, "minute"),
        ("9 Jan 17, 15:42", MINUTE, "minute"),
        ("Mon 9 Jan 17 15:42", MINUTE, "minute"),
        ("9 Jan '17", DAY, "day"),
        ("Jan 9 ’99", "1999-01-09", "day"),
        ("09-Jan-2017", DAY, "day"),
        ("Mon 09-Jan-17", DAY, "day"),
        ("09-Jan-17 15:42:03", SECOND, "second"),
        ("05-Nov-99", "1999-11-05", "day"),
        ("9/Jan/17, 3:42 PM", MINUTE, "minute"),
        ("Jan. 9, 2017, 3 p.m.", "2017-01-09T15:00:00", "hour"),
        ("Sept. 9, 2017, 7 a.m.", "2017-09-09T07:00:00", "hour"),
        ("Jan. 9, 2017, 3:42 p.m.", MINUTE, "minute"),
        ("9. Januar 2017, Mittag", "2017-01-09T12:00:00", "minute"),
        ("9 janvier 2017 minuit", "2017-01-09T00:00:00", "minute"),
        ("Lun 09 Jan 2017 15:42", MINUTE, "minute"),
        ("lun. 09 janv. 2017, 15:42", MINUTE, "minute"),
        ("mar. 10 janv. 2017 à 15h42", "2017-01-10T15:42:00", "minute"),
        ("Mié 11 Ene 2017", "2017-01-11", "day"),
        ("dom 8 gen 2017, 15:42", "2017-01-08T15:42:00", "minute"),
        ("Ma 9 jan 2017 om 15:42", MINUTE, "minute"),
        ("Mo., 9. Jan. 2017, 15:42", MINUTE, "minute"),
        ("Jan. 9, 2017, noon", "2017-01-09T12:00:00", "minute"),
        ("Jan. 9, 2017, midnight", "2017-01-09T00:00:00", "minute"),
        ("9th of January 2017", DAY, "day"),
        ("Mon, 09 Jan 2017 15:42:00 GMT", MINUTE + "+00:00", "second"),
        ("Mon, 09 Jan 2017 15:42:00 -0500", MINUTE + "-05:00", "second"),
        ("Mon Jan  9 15:42:00 2017", MINUTE, "second"),
        ("Mon Jan 09 15:42:00 +0800 2017", MINUTE + "+08:00", "second"),
        ("Mon Jan 09 15:42:00 EST 2017", MINUTE, "second"),
        ("Mon Jan 09, 2017 3:42 pm", MINUTE, "minute"),
        ("Jan 2005", None, "month"),
        ("9. Januar 2017 um 15:42", MINUTE, "minute"),
        ("Mo 9. Jan 2017", DAY, "day"),
        ("9 janvier 2017 à 15h42", MINUTE, "minute"),
        ("1er août 2017", "2017-08-01", "day"),
        ("9 de enero de 2017", DAY, "day"),
        ("9 de janeiro de 2017 às 15:42", MINUTE, "minute"),
        ("9 gennaio 2017 alle 15:42", MINUTE, "minute"),
        ("9 januari 2017 om 15:42", MINUTE, "minute"),
        ("9 stycznia 2017, 15:42", MINUTE, "minute"),
        ("9 января 2017 г. в 15:42", MINUTE, "minute"),
        ("9 янв 2017, 15:42", MINUTE, "minute"),
        ("9. januar 2017 kl. 15.42", MINUTE, "minute"),
        ("9 Ocak 2017 15:42", MINUTE, "minute"),
        ("9 Ağustos 2017", "2017-08-09", "day"),
        ("9. ledna 2017 v 15:42", MINUTE, "minute"),
        ("٩ يناير ٢٠١٧ ٣:٤٢ م", MINUTE, "minute"),
        ("9 كانون الثاني 2017", DAY, "day"),
        ("كانون\u00a0الثاني 9, 2017", DAY, "day"),
        ("9 كانون\u00a0الثاني 2017", DAY, "day"),
        ("۹ شباط ۲۰۱۷", "2017-02-09", "day"),
    ],
)
def test_dates_with_the_name_of_the_month(text: str, value: str | None, precision: str) -> None:
    check(text, value, precision)


def test_the_name_of_each_month_is_seen_beside_a_number() -> None:
    behind = {name: month_after(f" {name} 2017", 0) for name in MONTHS}
    assert [name for name, found in behind.items() if not found or found["word"] != name] == []
    before = {name: word_before(f"{name} 9", len(name) + 1) for name in MONTHS}
    unseen = [name for name, found in before.items() if not found or found["word"] != name]
    assert [name for name in unseen if not name[-1].isdigit()] == []


@pytest.mark.parametrize(
    ("text", "value", "precision"),
    [
        ("15:42 2017-1-9", MINUTE, "minute"),
        ("15:42:03 2017-01-09", SECOND, "second"),
        ("15:42 +08:00 2017-01-09", MINUTE + "+08:00", "minute"),
        ("15:42 · 2017-01-09", MINUTE, "minute"),
        ("15:42, 9 Jan 2017", MINUTE, "minute"),
        ("3:42 PM - 9 Jan 2017", MINUTE, "minute"),
        ("3pm, Monday, January 9, 2017", "2017-01-09T15:00:00", "hour"),
        ("15:42 Mon 09-Jan-17", MINUTE, "minute"),
        ("15:42 on 09.01.2017", MINUTE, "minute"),
        ("15:42 Uhr, 9.1.2017", MINUTE, "minute"),
        ("15:42 Uhr am 9. Januar 2017", MINUTE, "minute"),
        ("15h42 le 9 janvier 2017", MINUTE, "minute"),
        ("下午3:42 2017年1月9日", MINUTE, "minute"),
        ("3:42pm On Jan 9", MINUTE, "minute"),
        ("15:42, 9. Januar", MINUTE, "minute"),
        ("11:43pm on Apr 23", "2016-04-23T23:43:00", "minute"),
    ],
)
def test_a_time_may_stand_before_its_day(text: str, value: str, precision: str) -> None:
    check(text, value, precision, NOW)


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        ("2017-1-9 15:42 2017-1-10", "2017-1-9 15:42"),
        ("yesterday 15:42 2017-1-10", "yesterday 15:42"),
        ("15:42 2017-1-9 16:00", "2017-1-9 16:00"),
        ("10:00-12:00 2017-1-9", "2017-1-9"),
        ("15:42 Page 9 Jan 2017", "9 Jan 2017"),
        ("at 15:42 on Jan 9 by Bob", "15:42 on Jan 9"),
        ("at 15:42 Jan 9-10", None),
        ("at 15:42 Jan 32", None),
        ("at 15:42 Jan 9, 1950", None),
        ("15:42 5 minutes ago", "5 minutes ago"),
    ],
)
def test_a_time_belongs_to_one_day(text: str, raw: str | None) -> None:
    found = find_date(text, NOW)
    assert (found.raw if found else None) == raw


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1月9日 15:42", MINUTE),
        ("12月25日 15:42", "2016-12-25T15:42:00"),
        ("01-09 15:42", MINUTE),
        ("12-25 15:42", "2016-12-25T15:42:00"),
        ("Jan 9 at 15:42", MINUTE),
        ("9 Jan, 15:42", MINUTE),
        ("29 Feb 15:42", "2016-02-29T15:42:00"),
    ],
)
def test_dates_without_a_year(text: str, value: str) -> None:
    check(text, value, "minute", NOW)
    check(text, value, "minute", AWARE)
    check(text, None, "minute")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Today, 10:41 AM", "2017-01-11T10:41:00"),
        ("Gestern um 12:07", "2017-01-10T12:07:00"),
        ("Aujourd'hui à 10h05", "2017-01-11T10:05:00"),
        ("Hier à 22:10", "2017-01-10T22:10:00"),
        ("今天 10:05", "2017-01-11T10:05:00"),
        ("前天 10:05", "2017-01-09T10:05:00"),
        ("2020年4月20日 10:05:33", "2020-04-20T10:05:33"),
        ("2020/04/20 (月) 10:05", "2020-04-20T10:05:00"),
        ("20 апр 2020 в 10:05", "2020-04-20T10:05:00"),
        ("20 avr. 2020 à 10:05", "2020-04-20T10:05:00"),
        ("20. Apr. 2020", "2020-04-20"),
        ("Mo., 20. Apr. 2020, 10:05", "2020-04-20T10:05:00"),
        ("04-20-2020, 10:05 AM", "2020-04-20T10:05:00"),
        ("2020-04-20 10:05 AM", "2020-04-20T10:05:00"),
        ("Dim 29 Oct 2017 16:46", "2017-10-29T16:46:00"),
        ("mar. 04 sept. 2012, 10:05", "2012-09-04T10:05:00"),
        ("Tue 16-Jun-20", "2020-06-16"),
        ("Aug. 5, 2024, noon", "2024-08-05T12:00:00"),
        ("Mar 4th 19, 03:15PM", "2019-03-04T15:15:00"),
        ("2026年11月18日 (三) 12:00", "2026-11-18T12:00:00"),
        ("Mié Ago 25, 2010 10:15 pm", "2010-08-25T22:15:00"),
        ("Mag. 19 2026,17:40", "2026-05-19T17:40:00"),
        ("Set 5, 2010", "2010-09-05"),
        ("15.03.2013 / 21:22", "2013-03-15T21:22:00"),
        ("18/5 2026 kl. 08:11", "2026-05-18T08:11:00"),
        ("18/5-2026 kl 8.11", "2026-05-18T08:11:00"),
        ("18/5-26 kl. 08:11", "2026-05-18T08:11:00"),
        ("'26.5.18 2:20 PM", "2026-05-18T14:20:00"),
        ("'26.5.1 2:20 PM", "2026-05-01T14:20:00"),
        ("26.5.1 14:20", "2026-05-01T14:20:00"),
        ("18-05-'26 08:11", "2026-05-18T08:11:00"),
        ("5-18-26 8:11 PM", "2026-05-18T20:11:00"),
        ("05.18.26 @ 08:11", "2026-05-18T08:11:00"),
        ("05/18/2026 :  08:11:22", "2026-05-18T08:11:22"),
        ("18 maggio 2026 : 08:11", "2026-05-18T08:11:00"),
    ],
)
def test_dates_as_forums_write_them(text: str, value: str) -> None:
    found = find_date(text, NOW)
    assert found is not None
    assert (found.value, found.raw) == (value, text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("18. toukokuuta 2026 8.11.22 | Syy: kirjoitusvirhe", "2026-05-18T08:11:22"),
        ("18. toukokuuta 2026 8.11(UTC+3) | Syy", "2026-05-18T08:11:00+03:00"),
        ("18. toukokuuta 2026 8.11 euroa", "2026-05-18"),
        ("פורסם ב-18 במאי 2026 08:11", "2026-05-18T08:11:00"),
    ],
)
def test_what_stands_around_a_date_or_its_time(text: str, value: str) -> None:
    found = find_date(text, NOW)
    assert found is not None
    assert found.value == value


def test_a_day_and_a_month_before_a_year_apart_are_a_date_alone_only_in_the_north() -> None:
    for text in ("18/5 2026", "18/5-2026"):
        found = find_date(text, language="sv")
        assert found is not None
        assert (found.value, found.raw) == ("2026-05-18", text)
        assert find_date(text, language="en") is None
    assert find_date("25/18 2026 kl. 08:11", language="sv") is None


@pytest.mark.parametrize(
    "text", ["18-5-26", "rock'n'roll 1.18.26", "'26.15.18 2:20", "4/5-26", "10.2.1"]
)
def test_short_numbers_without_a_time_are_no_dates(text: str) -> None:
    assert find_date(text, language="en") is None


def test_a_month_and_day_without_year_and_time_is_a_date_only_alone() -> None:
    check("Jan 9", DAY, "day", NOW)
    check("9. Januar", DAY, "day", NOW)
    check("1月9日", DAY, "day", NOW)
    assert not has_date("about Jan 9 we met")


@pytest.mark.parametrize(
    ("text", "order", "value", "proved"),
    [
        ("03/04/2020", None, None, None),
        ("03/04/2020", "DMY", "2020-04-03", None),
        ("03/04/2020", "MDY", "2020-03-04", None),
        ("03-04-2020", "MDY", "2020-03-04", None),
        ("03/04/2020", "YMD", None, None),
        ("18-5-26 08:11", None, None, None),
        ("18-5-26 08:11", "DMY", "2026-05-18T08:11:00", None),
        ("26.5.18 08:11", "YMD", "2026-05-18T08:11:00", "DMY"),
        ("04/04/2020", None, "2020-04-04", None),
        ("25/12/2020", None, "2020-12-25", "DMY"),
        ("25/12/2020", "MDY", "2020-12-25", "DMY"),
        ("12/25/2020", None, "2020-12-25", "MDY"),
        ("12-25-2020 3:42 pm", None, "2020-12-25T15:42:00", "MDY"),
        ("12-25-2020, 03:42 PM", "DMY", "2020-12-25T15:42:00", "MDY"),
        ("15:42 12/25/2020", None, "2020-12-25T15:42:00", "MDY"),
        ("15:42 03/04/2020", "DMY", "2020-04-03T15:42:00", None),
        ("3.4.2020", "MDY", "2020-04-03", None),
        ("25.12.2020", None, "2020-12-25", "DMY"),
        ("2020/03/25", None, "2020-03-25", None),
        ("2020/03/04", "DMY", "2020-03-04", None),
        ("12/25/17", None, "2017-12-25", "MDY"),
        ("17/12/25", "YMD", "2017-12-25", "DMY"),
        ("95/01/09", None, "1995-01-09", "YMD"),
        ("26-11-22 08:33", "YMD", "2026-11-22T08:33:00", None),
        ("26-11-22 08:33", "DMY", "2022-11-26T08:33:00", None),
        ("26-11-22 08:33", None, None, None),
        ("12-31-17", None, "2017-12-31", "MDY"),
        ("17.01.09", "YMD", "2017-01-09", "DMY"),
        ("05-11 15:42", None, "2016-05-11T15:42:00", None),
        ("05-11 15:42", "DMY", "2016-11-05T15:42:00", None),
        ("25-11 15:42", None, "2016-11-25T15:42:00", "DMY"),
        ("05/11 15:42", None, None, None),
        ("Sun, 07/06/2025 - 16:27", None, "2025-07-06T16:27:00", "MDY"),
        ("Чт, 04/06/2026 16:27", "MDY", "2026-06-04T16:27:00", "DMY"),
        ("Mon, 07/06/2025", "DMY", "2025-06-07", None),
        ("26/05/12(火)21:49", None, "2026-05-12T21:49:00", "YMD"),
        ("12/05/26（화） 21:49", None, "2026-05-12T21:49:00", "DMY"),
        ("26/02/28(土)03:14", "YMD", "2026-02-28T03:14:00", None),
        ("26/02/28(土)03:14", "DMY", "2028-02-26T03:14:00", None),
        ("26/02/28(土)03:14", None, None, None),
        ("03/04/2024(金)", None, None, None),
        ("21/07/24(Sat)14:59", None, "2021-07-24T14:59:00", "YMD"),
        ("03/04/26(Wed)08:15:09", "DMY", "2026-03-04T08:15:09", "MDY"),
        ("03/04/2026 (Fr) 08:15", "MDY", "2026-04-03T08:15:00", "DMY"),
        ("03/04/2024 (edited)", "MDY", "2024-03-04", None),
        ("Wed, 03/04/2026 (edited)", "DMY", "2026-03-04", "MDY"),
    ],
)
def test_order_of_day_and_month(
    text: str, order: Order | None, value: str | None, proved: Order | None
) -> None:
    found = find_date(text, NOW, order)
    assert found is not None
    assert (found.value, found.order) == (value, proved)


# What Moment's locales say of the last minute.
SECONDS_AGO = (
    "hace unos segundos",
    "il y a quelques secondes",
    "vor ein paar Sekunden",
    "há poucos segundos",
    "alcuni secondi fa",
    "несколько секунд назад",
    "kilka sekund temu",
    "birkaç saniye önce",
    "een paar seconden geleden",
    "för några sekunder sedan",
    "πριν λίγα δευτερόλεπτα",
    "कुछ ही क्षण पहले",
)


@pytest.mark.parametrize(
    ("text", "value", "precision"),
    [
        *((text, "2017-01-11T12:30:15", "minute") for text in ("just now", "刚刚", "Gerade eben")),
        *((text, "2017-01-11T12:30:15", "minute") for text in SECONDS_AGO),
        ("5s", "2017-01-11T12:30:10", "second"),
        ("3m ago", "2017-01-11T12:27:15", "minute"),
        ("10天 ago", "2017-01-01", "day"),
        ("5 jours ago", "2017-01-06", "day"),
        ("1 日，9 小时 ago", "2017-01-10T03:30:00", "hour"),
        ("1 年，1 月 ago", "2015-12-11", "month"),
        ("3 月 ago", "2016-10-11", "month"),
        ("2 Monate, 1 Woche ago", "2016-11-04", "week"),
        ("6 months, 2 weeks 以前", "2016-06-27", "week"),
        ("13 hours 前", "2017-01-10T23:30:00", "hour"),
        ("3 days назад", "2017-01-08", "day"),
        ("1\xa0年，4\xa0月 ago", "2015-09-11", "month"),
        ("1年零2个月前", "2015-11-11", "month"),
        ("10时零46分前", "2017-01-11T01:44:15", "minute"),
        ("10 ヶ月 と 25 日 前", "2016-02-15", "day"),
        ("1ヶ月と2日前", "2016-12-09", "day"),
        ("14 часов и 51 минута назад", "2017-01-10T21:39:15", "minute"),
        ("2 周，1 日 ago", "2016-12-27", "day"),
        ("před 1 rok, 4 měsíce", "2015-09-11", "month"),
        ("před 5 hodin", "2017-01-11T07:30:00", "hour"),
        ("pred 2 týždne, 1 deň", "2016-12-27", "day"),
        ("pred 1 leto, 4 mesecev", "2015-09-11", "month"),
        ("3h", "2017-01-11T09:30:00", "hour"),
        ("2d", DAY, "day"),
        ("30 seconds ago", "2017-01-11T12:29:45", "second"),
        ("5 minutes ago", "2017-01-11T12:25:15", "minute"),
        ("13 hours ago", "2017-01-10T23:30:00", "hour"),
        ("27.5 hours ago", "2017-01-10T09:00:00", "hour"),
        ("vor 1,5 Stunden", "2017-01-11T11:00:00", "hour"),
        ("1.5 years ago", "2015-07-11", "year"),
        ("2 days ago", DAY, "day"),
        ("2 weeks ago", "2016-12-28", "week"),
        ("11 months ago", "2016-02-11", "month"),
        ("2 years ago", "2015-01-11", "year"),
        ("2 years, 3 months ago", "2014-10-11", "month"),
        ("1 month, 3 hours ago", "2016-12-11T09:30:00", "hour"),
        ("one day, 8 hours ago", "2017-01-10T04:30:00", "hour"),
        ("a week and 2 days ago", "2017-01-02", "day"),
        ("3 hours, one minute ago", "2017-01-11T09:29:15", "minute"),
        ("one hour, one minute ago", "2017-01-11T11:29:15", "minute"),
        ("een dag, 3 uur geleden", "2017-01-10T09:30:00", "hour"),
        ("vor einem Tag, 8 Stunden", "2017-01-10T04:30:00", "hour"),
        ("vor einer Woche und 2 Tagen", "2017-01-02", "day"),
        ("il y a un jour et 3 heures", "2017-01-10T09:30:00", "hour"),
        ("eine Woche her", "2017-01-04", "week"),
        ("10 Monate 3 Wochen her", "2016-02-19", "week"),
        ("3 Wochen her", "2016-12-21", "week"),
        ("vor 10 Monaten 3 Wochen", "2016-02-19", "week"),
        ("vor 10 Monaten und 3 Wochen", "2016-02-19", "week"),
        ("hace 2 años y 3 meses", "2014-10-11", "month"),
        ("il y a 2 ans et 3 mois", "2014-10-11", "month"),
        ("2 anni e 3 mesi fa", "2014-10-11", "month"),
        ("há 2 anos e 3 meses", "2014-10-11", "month"),
        ("2 jaar en 3 maanden geleden", "2014-10-11", "month"),
        ("2 года и 3 месяца назад", "2014-10-11", "month"),
        ("2 lata i 3 miesiące temu", "2014-10-11", "month"),
        ("2 år och 3 månader sedan", "2014-10-11", "month"),
        ("2 år og 3 måneder siden", "2014-10-11", "month"),
        ("2 yıl 3 ay önce", "2014-10-11", "month"),
        ("před 2 lety a 3 měsíci", "2014-10-11", "month"),
        ("منذ 2 سنوات و 3 أشهر", "2014-10-11", "month"),
        ("2年3个月前", "2014-10-11", "month"),
        ("1時間30分前", "2017-01-11T11:00:15", "minute"),
        ("2년 3개월 전", "2014-10-11", "month"),
        ("an hour ago", "2017-01-11T11:30:00", "hour"),
        ("vor 5 Minuten", "2017-01-11T12:25:15", "minute"),
        ("vor 2 Tagen", DAY, "day"),
        ("vor einer Stunde", "2017-01-11T11:30:00", "hour"),
        ("hace 2 días", DAY, "day"),
        ("il y a 3 heures", "2017-01-11T09:30:00", "hour"),
        ("il y a environ 3 heures", "2017-01-11T09:30:00", "hour"),
        ("il y a plus d'un an", "2016-01-11", "year"),
        ("hace más de 2 años", "2015-01-11", "year"),
        ("vor etwa einer Stunde", "2017-01-11T11:30:00", "hour"),
        ("vor fast 2 Jahren", "2015-01-11", "year"),
        ("há aproximadamente 1 hora", "2017-01-11T11:30:00", "hour"),
        ("před téměř 2 lety", "2015-01-11", "year"),
        ("πριν από περίπου 2 ώρες", "2017-01-11T10:30:00", "hour"),
        ("acum aproape 2 ani", "2015-01-11", "year"),
        ("acum 3 zile, 22 de ore", "2017-01-07T14:30:00", "hour"),
        ("منذ حوالي 3 ساعات", "2017-01-11T09:30:00", "hour"),
        ("één minuut geleden", "2017-01-11T12:29:15", "minute"),
        ("полчаса назад", "2017-01-11T12:00:15", "minute"),
        ("3 zile în urmă", "2017-01-08", "day"),
        ("egy órája", "2017-01-11T11:30:00", "hour"),
        ("πριν 3 μέρες", "2017-01-08", "day"),
        ("πριν ένα χρόνο", "2016-01-11", "year"),
        ("én time siden", "2017-01-11T11:30:00", "hour"),
        ("пре месец", "2016-12-11", "month"),
        ("5 минут назад", "2017-01-11T12:25:15", "minute"),
        ("час назад", "2017-01-11T11:30:00", "hour"),
        ("5秒前", "2017-01-11T12:30:10", "second"),
        ("5 分钟前", "2017-01-11T12:25:15", "minute"),
        ("3小时前", "2017-01-11T09:30:00", "hour"),
        ("2天前", DAY, "day"),
        ("1周前", "2017-01-04", "week"),
        ("2个月前", "2016-11-11", "month"),
        ("3年前", "2014-01-11", "year"),
        ("半小时前", "2017-01-11T12:00:15", "minute"),
        ("5分前", "2017-01-11T12:25:15", "minute"),
        ("3時間前", "2017-01-11T09:30:00", "hour"),
        ("2日前", DAY, "day"),
        ("3시간 전", "2017-01-11T09:30:00", "hour"),
        *((text, "2017-01-11", "day") for text in ("today", "heute", "oggi", "오늘", "сегодня")),
        *((text, "2017-01-10", "day") for text in ("Yesterday", "gestern", "hier", "ayer", "어제")),
        ("today at 3:42 PM", "2017-01-11T15:42:00", "minute"),
        ("Yesterday, 20:48", "2017-01-10T20:48:00", "minute"),
        ("yesterday at 20:48:15", "2017-01-10T20:48:15", "second"),
        ("昨天20:48", "2017-01-10T20:48:00", "minute"),
        ("前天 下午8:48", "2017-01-09T20:48:00", "minute"),
        ("昨日 20時48分", "2017-01-10T20:48:00", "minute"),
        ("gestern, 20:48 Uhr", "2017-01-10T20:48:00", "minute"),
        ("Heute um 09:55 Uhr", "2017-01-11T09:55:00", "minute"),
        ("Vandaag om 10:05", "2017-01-11T10:05:00", "minute"),
        ("Сегодня, 10:05", "2017-01-11T10:05:00", "minute"),
        ("Yesterday 09:14 PM", "2017-01-10T21:14:00", "minute"),
        ("vorgestern um 20:48", "2017-01-09T20:48:00", "minute"),
        ("hier à 20h48", "2017-01-10T20:48:00", "minute"),
        ("aujourd'hui à 8:48", "2017-01-11T08:48:00", "minute"),
        ("вчера в 20:48", "2017-01-10T20:48:00", "minute"),
        ("Monday at 10:02", "2017-01-09T10:02:00", "minute"),
        ("星期一 10:02", "2017-01-09T10:02:00", "minute"),
        ("Wednesday at 10:02", "2017-01-11T10:02:00", "minute"),
        ("Wednesday at 20:02", "2017-01-04T20:02:00", "minute"),
    ],
)
def test_relative_dates(text: str, value: str, precision: str) -> None:
    check(text, value, precision, NOW)
    check(text, None, precision)
    found = find_date(text, AWARE)
    assert found is not None
    assert found.relative
    assert found.value == (value + "+08:00" if "T" in value else value)


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        ("took one hour, 3 days ago", "3 days ago"),
        ("vor einem Tag, 3 Wochen Urlaub", "vor einem Tag"),
    ],
)
def test_units_in_rising_order_are_no_one_span(text: str, raw: str) -> None:
    found = find_date(text, NOW)
    assert found is not None
    assert found.raw == raw


def test_the_offset_of_the_text_goes_before_that_of_now() -> None:
    found = find_date("today at 01:48 UTC-10", AWARE)
    assert found is not None
    assert found.value == "2017-01-10T01:48:00-10:00"


def test_months_are_counted_to_the_last_day_of_a_shorter_one() -> None:
    check("1 month ago", "2017-02-28", "month", datetime(2017, 3, 31))


def test_counting_back_past_the_first_year_resolves_to_nothing() -> None:
    check("2 years ago", None, "year", datetime(1, 6, 1))
    check("2 days ago", None, "day", datetime(1, 1, 1))


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("发表于 2017-1-9 15:42", "posted"),
        ("发布时间：2017-1-9", "posted"),
        ("回复于2017-1-9", "posted"),
        ("Posted on Jan 9, 2017", "posted"),
        ("Posted by Bob on Jan 9, 2017", "posted"),
        ("posted: 2017-1-9", "posted"),
        ("geschrieben am 9.1.2017", "posted"),
        ("Verfasst am: Mo Jan 09, 2017 3:42 pm", "posted"),
        ("Posted yesterday", "posted"),
        ("Creado: 9.1.2017", "posted"),
        ("Wysłano: 2017-01-09 15:42", "posted"),
        ("Zaslal: 09.01.2017", "posted"),
        ("Inviato - 09/01/2017", "posted"),
        ("Создано 09.01.2017", "posted"),
        ("Aangemaakt op 9-1-2017", "posted"),
        ("2017-1-9 发表", "posted"),
        ("2017-1-9, 15:42 wrote:", "posted"),
        ("Last edited: 2017-1-9", "edited"),
        ("last edited by user12 on Jan 9, 2017", "edited"),
        ("本帖最后由 张三 于 2017-1-9 15:42 编辑", "edited"),
        ("最后编辑 2017-1-9", "edited"),
        ("2017-1-9 编辑于", "edited"),
        ("Последний раз редактировалось Ива_77 9.1.2017 15:42", "edited"),
        ("« Last Edit: January 09, 2017", "edited"),
        ("zuletzt bearbeitet am 9.1.2017", "edited"),
        ("2 mal editiert, zuletzt von »Anna 7« (9. Januar 2017, 15:42)", "edited"),
        ("Сообщение отредактировал user12: 9 Январь 2017 - 15:42", "edited"),
        ("Последнее редактирование: 9 янв 2017", "edited"),
        ("Dernière édition par Anna le 9 janv. 2017, 15:42", "edited"),
        ("Dernière modification par Anna ; 09/01/2017 à 15h42.", "edited"),
        ("Última edición por Anna el 9 Ene 2017", "edited"),
        ("Última edição: 9 Jan 2017", "edited"),
        ("Editado pela última vez por Anna em 9 Jan 2017", "edited"),
        ("Ultima modifica di Anna il 09/01/2017, 15:42", "edited"),
        ("Laatst aangepast door Anna : 9 januari 2017 om 15:42", "edited"),
        ("Ostatnio edytowane przez Anna: 09-01-2017 o 15:42", "edited"),
        ("Użytkownik Anna edytował ten post 9 styczeń 2017", "edited"),
        ("Senast redigerat av Anna den 2017-01-09", "edited"),
        ("Senest rettet af Anna 9 jan 2017", "edited"),
        ("Sist endret av Anna den 9 jan 2017", "edited"),
        ("Viimeksi muokannut Anna, 9 Tammi 2017", "edited"),
        ("Отредактировано: Mary O'Brien (09.01.2017 15:42)", "edited"),
        ("Düzenleyen: Anna Lindt (2017-01-09 15:42)", "edited"),
        ("Naposledy upravil(a) Anna dne 9. ledna 2017", "edited"),
        ("1 alkalommal szerkesztették, utoljára Anna 2017. jan. 9.", "edited"),
        ("Sửa lần cuối bởi Anna vào ngày 09/01/2017", "edited"),
        ("En son Anna tarafından 9 Oca 2017, 15:42 tarihinde düzenlendi", "edited"),
        ("Konu Anna tarafından (09-01-2017 Saat 15:42 ) değiştirilmiştir.", "edited"),
        ("最後に編集したユーザー Anna [ 2017年1月9日 15:42 ]", "edited"),
        ("最終更新：2017年1月9日", "edited"),
        ("마지막 편집: 2017-1-9", "edited"),
        ("Останнє редагування: 9 січня 2017", "edited"),
        ("[ 此帖被Anna在2017-01-09 15:42重新编辑 ]", "edited"),
        ("Edited: 3 times, last on 9 Jan 2017", "edited"),
        ("Отредактировано: 1 раз, последний раз 9 января 2017 в 15:42", "edited"),
        ("Отредактировал(а) Белая Сова: 09 Января, 2017 - 15:42:00", "edited"),
        ("(Última actualización 9 Ene 2017)", "edited"),
        ("Dernière mise à jour : 9 janv. 2017", "edited"),
        ("Zuletzt aktualisiert am 9.1.2017", "edited"),
        ("该回复由 张三 于 2017-1-9 15:42 修正", "edited"),
        ("发表于 2017-1-9 15:42 编辑", "posted"),
        ("التعديل الأخير تم بواسطة أحمد ; 09-01-2017 الساعة 03:42 PM", "edited"),
        ("في 9 يناير 2017 3:42 م، تم التعديل مرة واحدة.", "edited"),
        ("Esta respuesta fue modificada el 9 de enero de 2017 por Anna.", "edited"),
        ("Cette réponse a été modifiée le 9 janvier 2017 par Anna.", "edited"),
        ("Questa risposta è stata modificata il 9 gennaio 2017 da Anna.", "edited"),
        ("Ответ был изменён 9 января 2017", "edited"),
        ("Joined: Jan 2005", "joined"),
        ("Member since 9 Jan 2005", "joined"),
        ("82 posts since 9 Jan 2005", "joined"),
        ("Edited by: Marybeth56 at: 3/15/03 9:01 am", "edited"),
        ("Posts: 12 Registered: 2005-01-09", "joined"),
        ("注册时间 2005年1月9日", "joined"),
        ("Registriert seit 9.1.2005", "joined"),
        ("Registro en: 09-01-2005", "joined"),
        ("Lid geworden op: 9 jan 2005", "joined"),
        ("З нами з: 09 січня 2005", "joined"),
        ("Dernière connexion : 9/1/2005", "active"),
        ("Son ziyaret: 9 Ocak 2005", "active"),
        ("上次登入 2005-1-9", "active"),
        ("Dabei seit: 09.01.2005", "joined"),
        ("Użytkownik od: 09.01.2005", "joined"),
        ("Utente dal 09/01/2005", "joined"),
        ("Исправлено 09.01.2005, 15:42", "edited"),
        ("[Dit bericht is op 09.01.2005 15:42 door Kees uit Urk bewerkt.]", "edited"),
        ("Dieser Beitrag wurde am 09.01.2005 um 15:42 von Uwe K. bearbeitet", "edited"),
        ("Am 09.01.2005 von Uwe bearbeitete Teile", None),
        ("Last seen 5 minutes ago", "active"),
        ("last active: yesterday at 20:48", "active"),
        ("最后登录 2017-1-9", "active"),
        ("zuletzt online: 9.1.2017", "active"),
        ("Start date: 2017-1-9", "planned"),
        ("Abgabedatum 9.1.2017", "planned"),
        ("截止日期：2017-1-9", "planned"),
        ("2017-1-9 15:42", None),
        ("They posted it. And much later, in the end of it all, 2017-1-9", None),
        ("accredited 2017-1-9", None),
        ("注册会员 2017-1-9", None),
        ("未注册 2017-1-9", None),
        ("Registered User 9 Jan 2017", None),
        ("[Non Registrato] 9.1.2017", None),
        ("Nicht registriert: 9.1.2017", None),
        ("Registrato il 9.1.2017", "joined"),
        ("Usuario registrado 9/1/2017", None),
        ("注册会员 注册时间: 2017-1-9", "joined"),
        ("회원가입 2017-1-9", None),
        ("가입일 2017-1-9", "joined"),
        ("They edited it with the old tool of 9 Jan 2017", None),
    ],
)
def test_labels(text: str, label: str | None) -> None:
    found = find_date(text, NOW)
    assert found is not None
    assert found.label == label
    assert not found.raw.startswith(("P", "p", "发", "于"))


def test_the_first_date_of_a_text_has_its_own_label() -> None:
    found = find_date("Joined: Jan 2005 | posted 2017-1-9 15:42, edited 5 minutes ago", NOW)
    assert found is not None
    assert (found.raw, found.label) == ("Jan 2005", "joined")


def test_a_span_of_time_is_no_offset() -> None:
    found = find_date("2017-01-09 10:00-12:00")
    assert found is not None
    assert (found.value, found.raw) == ("2017-01-09T10:00:00", "2017-01-09 10:00")


def test_unknown_zones_are_left_out() -> None:
    found = find_date("Mon, 09 Jan 2017 15:42:00 EST")
    assert found is not None
    assert (found.value, found.raw) == (MINUTE, "Mon, 09 Jan 2017 15:42:00")


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "Log in to reply", "这个论坛", "May", "You may 5 times", "March 9 people"),
        *("2017-13-45", "2017-02-31", "31 Feb 2017", "31/02/2017", "1969-12-31", "2101-01-01"),
        *("1.2.3", "1.2.17", "v2.3.4", "10.0.0.1", "192.168.1.10", "10.10.10.10", "01.02.03.04.05"),
        *("+49 170 1234567", "555-123-4567", "555-01-2017", "$12.50", "1,234.56", "24/7/365"),
        *("10-12", "10-12 people", "1999-2005", "01-09 99:99", "15:42", "3:42 pm", "3/4", "5/5"),
        *("ISBN 978-3-16-148410-0", "0-19-852663-6", "in 2017", "2017", "20170109", "2017-01"),
        *(
            "http://a.example/2017/01/09/b",
            "/2017/01/09/",
            "report-2017-01-09.pdf",
            "?d=2017-01-09",
        ),
        *(
            "a2017-01-09",
            "2017-01-09b",
            "8f2017-01-09",
            "12017-01-09",
            "2017-01-091",
            "9 Jan 20171",
        ),
        *("yesterday I bought it", "yesterday I bought 3", "hier ist 1 Test", "I like it today"),
        *(
            "Monday",
            "on Monday",
            "I have 3 days left",
            "in 5 minutes",
            "5 s of it",
            "take 2d or 3d",
            "350W",
            "3D",
            "15 M",
        ),
        *(
            "我刚刚发现了一个问题",
            "昨天我买了3个",
            "9999 years ago",
            "9999年前",
            "3月",
            "7 Pro 2017",
        ),
        *("2 years her senior", "in 5 minutes her", "3 Tage hergestellt", "5-May-10-x"),
        *("Page 2 of 10", "Replies: 34", "set 2005", "one 2005", "many days ago"),
        *("3/4 of 1.2.3", "we set 25, 2010 of them", "set 12 10:15", "long ago 12 people, 2010"),
    ],
)
def test_what_is_no_date(text: str) -> None:
    assert find_date(text, NOW) is None
    assert not has_date(text)


@pytest.mark.parametrize(
    "text",
    [
        *("1", "1-1-1-1-", "1/1/", "1.1.", " ", "a ", "1 ", "12:", "\n", "年", "1年1月", "Jan "),
        *(
            "Jan 1 ",
            "1 Jan ",
            "yesterday ",
            "12:00 ",
            "12:00..",
            "1:00 jan ",
            "2017-1-1T",
            "edited by ",
            "前",
            "5 d ",
        ),
    ],
)
def test_hostile_texts_are_read_to_the_end(text: str) -> None:
    long = text * (1_000_000 // len(text))
    assert has_date(long) == (find_date(long, NOW) is not None)
    find_date("posted " + long, NOW)


def test_only_the_beginning_of_a_long_text_is_read() -> None:
    assert has_date("a " * 2000 + "2017-1-9")
    assert not has_date("a " * 4000 + "2017-1-9")
    assert not has_date("a long text without any number, as people write it to each other, today")


MONTH_NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
FORMS = {
    "second": [
        "{d:%Y-%m-%d %H:%M:%S}",
        "{d:%Y-%m-%dT%H:%M:%S}",
        "{d:%d.%m.%Y, %H:%M:%S}",
        "{d.year}年{d.month}月{d.day}日 {d:%H:%M:%S}",
        "{d.day} {month} {d.year} {d:%I:%M:%S} {half}",
        "Fri {month} {d.day:2} {d:%H:%M:%S} {d.year}",
    ],
    "minute": [
        "{d.year}-{d.month}-{d.day} {d:%H:%M}",
        "{d:%Y/%m/%d %H:%M}",
        "{d:%Y.%m.%d %H:%M}",
        "{d.day}.{d.month}.{d.year}, {d:%H:%M} Uhr",
        "{d.year}年{d.month}月{d.day}日 {d.hour}時{d.minute:02}分",
        "{d.year}년 {d.month}월 {d.day}일 {d:%H:%M}",
        "{month} {d.day}, {d.year} at {d:%I:%M} {half}",
        "{d:%d}-{month}-{d.year} {d:%H:%M}",
        "{d:%H:%M}, {d.day} {month} {d.year}",
        "{d:%I:%M} {half} {d:%Y-%m-%d}",
    ],
    "day": [
        "{d:%Y-%m-%d}",
        "{d.year}/{d.month}/{d.day}",
        "{d:%d.%m.%Y}",
        "{d.year}年{d.month}月{d.day}日",
        "{month} {d.day}, {d.year}",
        "{d.day}. {month} {d.year}",
    ],
}
MOMENTS = st.datetimes(datetime(1970, 1, 1), datetime(2100, 12, 31)).map(
    lambda moment: moment.replace(microsecond=0)
)


@given(MOMENTS, st.sampled_from([(name, form) for name, forms in FORMS.items() for form in forms]))
def test_every_moment_is_read_from_every_form(moment: datetime, form: tuple[str, str]) -> None:
    precision, template = form
    half = "AM" if moment.hour < 12 else "PM"
    text = template.format(d=moment, month=MONTH_NAMES[moment.month - 1], half=half)
    value = {
        "second": moment.isoformat(),
        "minute": moment.replace(second=0).isoformat(),
        "day": moment.date().isoformat(),
    }[precision]
    check(text, value, precision)


@given(MOMENTS, st.sampled_from(["DMY", "MDY"]))
def test_numeric_dates_are_read_in_the_order_of_the_site(moment: datetime, order: Order) -> None:
    text = f"{moment:%d/%m/%Y}" if order == "DMY" else f"{moment:%m/%d/%Y}"
    found = find_date(text, order=order)
    assert found is not None
    assert found.value == moment.date().isoformat()
    assert found.order in {None, order}


NUMBERS = "0 1 9 12 31 2017 99 - / . : , T Z + ' ( ) ² ①"
WORDS = (
    "年 月 日 時 分 前 刚刚 昨天 ago h d 's of de at Jan may yesterday monday vor einer hace il y "
    "Stunde Wochen her noon on Mon 12:05 hours posted edited by a am pm utc İ ß"
)
SPACED = (" ", "كانون الثاني", "كانون\u00a0الأول", "i\u00a0går")
PIECES = st.sampled_from([*NUMBERS.split(), *WORDS.split(), *SPACED])


@given(
    st.one_of(
        st.text(), st.lists(PIECES, max_size=14).map("".join), st.lists(PIECES).map(" ".join)
    ),
    st.one_of(st.none(), st.datetimes(), st.datetimes(timezones=st.timezones())),
    st.sampled_from([None, "DMY", "MDY", "YMD"]),
)
@example("1 " * 40, datetime.min, None)
def test_any_text_is_read(text: str, now: datetime | None, order: Order | None) -> None:
    date = find_date(text, now, order)
    assert has_date(text) == (date is not None)
    if date is not None:
        assert 0 <= date.start < date.end
        assert date.raw == text[date.start : date.end]
        if date.value is not None:
            datetime.fromisoformat(date.value)


def test_a_time_of_yesterday_has_no_offset_but_the_one_that_is_told() -> None:
    now = datetime(2026, 11, 28, 17, 0, tzinfo=UTC)
    found = {
        text: find_date(text, now)
        for text in ("Yesterday at 8:53 PM", "昨天 20:53", "Today 09:00 +02:00", "Friday 20:53")
    }
    assert [date and date.value for date in found.values()] == [
        "2026-11-27T20:53:00",
        "2026-11-27T20:53:00",
        "2026-11-28T09:00:00+02:00",
        "2026-11-27T20:53:00",
    ]


def test_today_is_the_day_before_where_the_time_would_be_ahead_of_all_clocks() -> None:
    now = datetime(2026, 11, 28, 2, 0, tzinfo=UTC)
    for text, value in {
        "Today 23:30": "2026-11-27T23:30:00",
        "Yesterday 23:30": "2026-11-27T23:30:00",
        "Today 09:30": "2026-11-28T09:30:00",
    }.items():
        found = find_date(text, now)
        assert found is not None
        assert found.value == value


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("今天 00:30", "zh", "2026-11-29T00:30:00"),
        ("昨天 20:53", "zh-CN", "2026-11-28T20:53:00"),
        ("昨天", "zh", "2026-11-28"),
        ("2 天前", "zh", "2026-11-27"),
        ("3 小时前", "zh", "2026-11-28T14:00:00+00:00"),
        ("11-29 01:10", "zh", "2026-11-29T01:10:00"),
        ("11-30 01:10", "zh", "2025-11-30T01:10:00"),
        ("11월 29일 01:10", "ko", "2026-11-29T01:10:00"),
        ("29 Nov, 01:10", "en", "2026-11-29T01:10:00"),
        ("30 Nov, 01:10", "en", "2025-11-30T01:10:00"),
        ("Yesterday 20:53", "en", "2026-11-27T20:53:00"),
    ],
)
def test_a_day_is_one_of_the_pages_clock(text: str, language: str, value: str) -> None:
    found = find_date(text, datetime(2026, 11, 28, 17, 0, tzinfo=UTC), language=language)
    assert found is not None
    assert found.value == value


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("All times are GMT -5. The time now is 11:39 AM.", -5.0),
        ("All times are UTC", 0.0),
        ("The team • Delete all board cookies • All times are UTC - 8 hours [ DST ]", -7.0),
        ("All times are UTC+05:30", 5.5),
        ("Alle Zeiten sind UTC+01:00", 1.0),
        ("Fuseau horaire GMT +1. Il est actuellement 23h05.", 1.0),
        ("La franja horaria es GMT −6. Ahora son las 23:05.", -6.0),
        ("Часовой пояс: UTC+03:00", 3.0),
        ("当前时区 GMT+8, 现在时间是 2026-11-22 10:57", 8.0),
        ("GMT+8, 2026-11-22 10:57 , Processed in 0.036 second(s), 6 queries .", 8.0),
        ("Arrival: 5:20pm (GMT+8)", None),
        ("I am in UTC+2 myself", None),
        ("Served by GMT-4 watches", None),
        ("2026-11-22 10:57 GMT+8", None),
        ("All times are GMT -50", None),
    ],
)
def test_the_zone_of_all_times_is_told_from_a_statement(text: str, hours: float | None) -> None:
    zone = stated_zone(text)
    found = zone.utcoffset(None).total_seconds() / 3600 if zone else None
    assert found == hours


@pytest.mark.parametrize(
    ("foot", "day"),
    [
        ("All times are GMT -5.", 27),
        ("All times are GMT.", 28),
        ("Hosted in UTC-5.", 28),
    ],
)
def test_today_is_a_day_of_the_clock_that_the_pages_foot_states(foot: str, day: int) -> None:
    posts = (
        f"<li class=post><a href=/u/{number}>user{number}</a> <span>Today, 08:1{number} AM</span>"
        f"<p>Answer number {number}, which says what it has to say in some words.</p></li>"
        for number in range(5)
    )
    source = f"<h1>Noisy gearbox</h1><ul>{''.join(posts)}</ul><div>{foot}</div>"
    now = datetime(2026, 11, 28, 3, 0, tzinfo=UTC)
    page = Page(f"<body>{source}", "https://forum.example/thread-1.html", downloaded=now)
    thread = Site().extract(page)
    assert isinstance(thread, ForumThread)
    assert [floor.date for floor in thread.floors] == [
        f"2026-11-{day}T08:1{number}:00" for number in range(5)
    ]


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("3 年，5 月 之前", "zh", "2013-08-11"),
        ("5 月，2 周 之前", "zh", "2016-07-28"),
        ("3 日，4 小时前", "zh", "2017-01-08T08:30:00"),
        ("3 روز، 4 ساعت پیش", "fa", "2017-01-08T08:30:00"),
        ("5 minutit tagasi", "et", "2017-01-11T12:25:15"),
        ("5 λεπτά πρίν", "el", "2017-01-11T12:25:15"),
        ("en timme sedan", "sv", "2017-01-11T11:30:00"),
        ("bir saat önce", "tr", "2017-01-11T11:30:00"),
    ],
)
def test_spans_are_read_as_django_writes_them(text: str, language: str, value: str) -> None:
    found = find_date(text, AWARE, language=language)
    assert found is not None
    assert (found.value, found.start, found.end) == (
        value + "+08:00" if "T" in value else value,
        0,
        len(text),
    )


def test_a_month_before_which_something_was_is_no_span() -> None:
    assert find_date("请在5月前交", AWARE, language="zh") is None
    assert find_date("5月前交", AWARE, language="zh") is None
    assert find_date("20时前", AWARE, language="zh") is None


@pytest.mark.parametrize("text", ["2月前", "发表于 2月前"])
def test_months_alone_in_a_text_are_a_span(text: str) -> None:
    found = find_date(text, datetime(2017, 1, 11), language="zh")
    assert found is not None
    assert (found.value, found.precision) == ("2016-11-11", "month")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("一小时前", "2017-01-11T11:30:00"),
        ("#3 - 两天前", "2017-01-09"),
        ("at 一年前 , 25 次浏览", "2016-01-11"),
        ("三个月前", "2016-10-11"),
        ("一日前", "2017-01-10"),
        ("我一年前买的", None),
        ("一年前买的", None),
        ("一年前，坏过一次", None),
    ],
)
def test_small_numbers_in_han_count_back_where_they_stand_apart(
    text: str, value: str | None
) -> None:
    found = find_date(text, NOW)
    assert (found and found.value) == value


def test_january_has_a_name_of_its_own_in_vietnamese() -> None:
    found = find_date("25 Tháng Giêng 2024", language="vi")
    assert found
    assert found.value == "2024-01-25"


def test_a_vietnamese_day_is_read_to_its_year_and_from_its_time() -> None:
    found = find_date("14:07 Ngày 05 tháng 1 năm 2024", language="vi")
    assert found is not None
    assert found.value == "2024-01-05T14:07:00"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        *(
            ("05 Aoû, 2026 10:15", "fr"),
            ("5 серпня 2026 10:15", "uk"),
            ("05 Сер, 2026 10:15", "uk"),
        ),
        *(
            ("5 huh 2026 10:15", "fi"),
            ("05 אוג 2026 10:15", "he"),
            ("05 Tháng tám, 2026 10:15", "vi"),
        ),
    ],
)
def test_months_are_read_as_django_shortens_them(text: str, language: str) -> None:
    found = find_date(text, language=language)
    assert found is not None
    month = 4 if language == "fi" else 8
    assert found.value == f"2026-0{month}-05T10:15:00"


@pytest.mark.parametrize("name", ["Sam", "Don", "Anna", "Tor"])
@pytest.mark.parametrize("date", ["7 May 2023 10:15", "May 7, 2023", "2023-05-07 10:15"])
def test_a_name_that_is_another_weekday_in_another_language_is_no_part_of_a_date(
    name: str, date: str
) -> None:
    found = find_date(f"posted by {name} {date}")
    assert found is not None
    assert found.raw == date


@pytest.mark.parametrize("date", ["Sam 6 mai 2023", "Sam 5 mai 2023", "Sam, 2023-05-06 10:15"])
def test_a_weekday_is_part_of_a_date(date: str) -> None:
    found = find_date(date)
    assert found is not None
    assert found.raw == date


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Posted on 2 years ago - May 03 2014 - 14:05:33", "2014-05-03T14:05:33"),
        ("2 years ago (May 3, 2014 14:05)", "2014-05-03T14:05:00"),
        ("il y a 2 ans, le 3 mai 2014 à 14:05", "2014-05-03T14:05:00"),
        # These are of other days.
        ("2 years ago | edited 3 May 2016", "2015-01-11"),
        ("2 years ago in Meeting 3 May 2014", "2015-01-11"),
    ],
)
def test_an_age_and_the_day_behind_it_are_one_date(text: str, value: str) -> None:
    date = find_date(text, NOW)
    assert date is not None
    assert date.value == value
    assert date.raw == text[date.start : date.end]


def test_the_title_of_an_icon_labels_the_date_behind_it() -> None:
    joined = '<dd><i class="icon" title="Joined"></i>&nbsp;2 May 2015, 10:15</dd>'
    posted = '<p><i class="icon"></i>&nbsp;9 May 2016, 10:15</p>'
    dates = find_dates_of(Page(f"<body>{joined}{posted}</body>", "https://a.example/t/1"))
    assert [mention.date.value for mention in dates.mentions] == ["2016-05-09T10:15:00"]


@pytest.mark.parametrize(
    ("text", "is_date"),
    [
        ("Monday - Friday / 10am - 6pm (UTC +4) New York", False),
        ("Saturday 10:00 - 14:00", False),
        ("Saturday 10:00 - 3 replies", True),
        ("yesterday 10:00 - 14:00", True),
    ],
)
def test_hours_of_a_weekday_are_no_date(text: str, is_date: bool) -> None:
    assert (find_date(text, NOW) is not None) is is_date


@pytest.mark.parametrize(
    "words", ["last edited by Anna", "last edited by Anna77", "12 posts, joined"]
)
def test_a_number_in_a_name_leaves_a_label_what_it_is(words: str) -> None:
    edited = f'<p>{words} <span title="2 May 2016, 10:15"></span></p>'
    posted = '<p><span title="1 May 2016, 10:15"></span></p>'
    dates = find_dates_of(Page(f"<body>{posted}{edited}</body>", "https://a.example/t/1"))
    assert [mention.date.value for mention in dates.mentions] == ["2016-05-01T10:15:00"]

"""Dates in a text, as people and forum software write them: `2017年1月9日 15:42`, `3 days ago`.

Every date but the spoken ones ("just now", "an hour ago") has a number in it, so the scanner goes
from number to number, tries the forms that can begin there, and looks back for the words that
stand before: a month, a weekday, "yesterday at", a label.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta, tzinfo
from functools import lru_cache
from itertools import chain, zip_longest
from typing import Final, cast

from extract_pipelines.text.date_forms import read_number
from extract_pipelines.text.date_order import locale_order
from extract_pipelines.text.date_parts import Context, Order, Precision, UnresolvedDate
from extract_pipelines.text.date_patterns import (
    NUMBER,
    SPOKEN,
)
from extract_pipelines.text.date_relative import read_spoken
from extract_pipelines.text.date_words import (
    AGO_AFTER,
    AGO_BEFORE,
    ANY,
    DAYS_AGO,
    JUST_NOW,
    LABELS,
    MONTH_LANGUAGES,
    MONTHS,
    NOW,
    ON,
    PAST_PHRASES,
    Label,
    plain,
)
from extract_pipelines.text.found_date import NO_DATE, FoundDate, found_in
from extract_pipelines.text.lexicon import words
from extract_pipelines.text.lexicon.patterns import (
    NO_LETTER_AFTER,
    NO_LETTER_BEFORE,
    LazyPattern,
    alternatives,
    any_of,
)
from extract_pipelines.text.locales import subtags_of

__all__ = [
    "NO_DATE",
    "FoundDate",
    "Label",
    "Order",
    "Precision",
    "find_date",
    "first_date",
    "has_date",
    "may_have_date",
    "may_have_dates",
]

LONGEST_SCAN: Final = 5000
LONGEST_SPOKEN: Final = 50
# Texts up to this length are remembered with their dates, so many of them.
LONGEST_KEPT: Final = 80
MOST_KEPT: Final = 4096

# A page may come from a zone where it is tomorrow.
AHEAD: Final = timedelta(days=1)

# A text with none of these has no date: a digit; a character that begins a spoken date of a script
# without spaces; a word of each of the other spoken dates.
_SPOKEN_CHARACTERS: Final = "刚剛半今昨前오어그방"
_SPOKEN_SIGN: Final = re.compile(f"[{_SPOKEN_CHARACTERS}]")
_ZEROS: Final = "0٠۰०০੦૦୦௦౦೦൦෦๐໐၀០０"
_DIGITS: Final = "".join(f"{zero}-{chr(ord(zero) + 9)}" for zero in _ZEROS)
_SIGN: Final = re.compile(f"[{_DIGITS}{_SPOKEN_CHARACTERS}]")
# What tells of no date by itself: all of ASCII but digits.
_PLAIN: Final = bytes(one for one in range(128) if chr(one) not in "0123456789\n")
_SPOKEN_WORDS: Final = frozenset(
    word.replace("'", apostrophe)
    for apostrophe in "'’"
    for word in (
        *(phrase.split()[-1] for phrase in chain(DAYS_AGO, JUST_NOW, NOW, AGO_AFTER, PAST_PHRASES)),
        *(phrase.split()[0] for phrase in AGO_BEFORE),
    )
)
_DISPUTING: Final = frozenset(code for month in MONTHS.values() for code in month.disputed)
_WORD: Final = re.compile(r"[^\W\d_]+")
# A number with one capital letter is an amount (350W, 3D, 15M): ages have small ones (3d).
_AMOUNT: Final = re.compile(r"\d+\s?[A-Z]")

# Who has registered, or has not ("Registered User", "Not registered"), as ranks tell, has no date.
_LABEL_OF: dict[str, Label | None] = {
    **{word: label for label, several in reversed(LABELS.items()) for word in several},
    **dict.fromkeys(words("registered")),
}
_LABEL_BEFORE: Final = LazyPattern(
    lambda: rf"{NO_LETTER_BEFORE}{alternatives(_LABEL_OF)}{NO_LETTER_AFTER}"
)
# A date so labelled is not when the post was written.
OTHER_DATES: Final = ("edited", "joined", "active")
# Between the label and the date: who did it ("by Bob on", "由 张三 于"), or a word or two.
_LABEL_GAP: Final = LazyPattern(
    lambda: (
        rf"\s*{any_of('by', 'done_by')}[:：]?\s.{{1,40}}|.{{1,40}}[于於][\s:：]*|[^\d\n]{{0,12}}"
    )
)
# The same where what was done stands behind the date: "该回复由 张三 于 3 天前 修正".
_DOER: Final = re.compile(r"\s?由.{1,40}[于於][\s:：]*")
# Between a word that tells of an edit and its date: the name of who did it, maybe with an address.
_EDITOR: Final = LazyPattern(
    lambda: (
        r"[:：]?\s(?:[\w.'’\-]{1,30}\s){0,2}[\w.'’\-]{1,30}"
        rf"(?:\s\([^()\n]{{1,40}}\))?\W{{1,4}}(?:{any_of('on')}\s)?"
    )
)
# Or how often it was edited: "Edited 3 times, last on".
_EDITS: Final = re.compile(r"[:：]?\s*\d{1,3}\s?[^\d\n]{1,30}")
# Behind the date may stand who did it, before what was done: "2024-03-05 10:15 被 张三 编辑", or at
# the end of a text: "op 5.3.2024 10:15 door Anna bewerkt".
_LABEL_AFTER: Final = LazyPattern(
    lambda: (
        rf"(?:(?P<doer>\s?{any_of('doer')}[^\n]{{0,30}}?)"
        rf"|\s{any_of('by')}\s[^\n:：]{{1,40}}?(?=\s{any_of('edited')}\W*\Z))?"
        rf"[\s,،|)]{{0,3}}(?:(?:[:：]\s)?(?P<edited>{any_of('edited')})|(?P<posted>{any_of('posted')}))"
        rf"(?!\W{{0,3}}\d|\s?[:：]\s?\w|[于於]|\s(?:on|at|by)\b){NO_LETTER_AFTER}"
    )
)
# Between an age and the day that it is of: "2 years ago - 3 May 2024", "il y a 2 ans, le 3 mai".
_IS: Final = LazyPattern(lambda: rf"[\s(\[,–—-]{{1,4}}(?:{any_of('on')}\s)?", re.IGNORECASE)


def find_date(
    text: str,
    now: datetime | None = None,
    order: Order | None = None,
    language: str | None = None,
    zone: tzinfo | None = None,
) -> FoundDate | None:
    """Find the first date in the text; None if there is none. Never raises.

    `now` is the moment that relative dates and dates without a year are counted from. `order` is
    the order in which the site writes numeric dates; a date that is only possible in another order
    is read in that one. `language` is what the page declares (`de`, `zh-TW`): it decides between
    months of one name, and lets short words of rare languages and years of other calendars count
    where nothing else proves them. What day today is, `zone` tells, that of the page's clock where
    the page states it, or else the language. Only the first 5000 characters are read; dates without
    any number ("an hour ago", "yesterday") are found only in texts of at most 50 characters.
    """
    return first_date(text, now, order, language, zone) if may_have_date(text) else None


def first_date(
    text: str,
    now: datetime | None,
    order: Order | None,
    language: str | None,
    zone: tzinfo | None = None,
) -> FoundDate | None:
    """The first date in a text of which `may_have_date` is known; see `find_date`."""
    readings = _readings(text)
    at = Context(now, order, _code(language), zone) if readings else None
    for reading, behind in zip_longest(readings, readings[1:]):
        if at and _counts(reading, text, at):
            date = _resolved(reading, text, at)
            between = text[reading.end : behind.start] if behind and reading.relative else ""
            if behind and not behind.relative and _IS.fullmatch(between):
                is_exact = behind.hours is None and reading.precision in ("minute", "second")
                return date if is_exact else date.told_by(_resolved(behind, text, at), text)
            return date
    return None


@lru_cache(maxsize=256)
def _code(language: str | None) -> str | None:
    return subtags_of(language)[0] or None


def disputing_language(texts: Iterable[str]) -> str | None:
    """Of the languages that dispute names of months, the one that most names in the texts are of.

    :return: None if they speak for several alike
    """
    votes: Counter[str] = Counter()
    for text in texts:
        for word in _WORD.findall(_lower(text)):
            votes.update(MONTH_LANGUAGES.get(plain(word), ANY) & _DISPUTING)
    first, second = (*votes.most_common(2), ("", 0), ("", 0))[:2]
    return first[0] if first[1] > second[1] else None


def has_date(text: str) -> bool:
    """Whether `find_date` finds a date in the text; it costs less."""
    return may_have_date(text) and any(
        not found.languages and _AMOUNT.fullmatch(text, found.start, found.end) is None
        for found in _readings(text)
    )


def may_have_date(text: str) -> bool:
    """Whether a text has a number or a word that dates have: what has none is no date."""
    return _SIGN.search(text) is not None or (len(text) <= LONGEST_SPOKEN and _may_speak(text))


def may_have_dates(texts: Sequence[str], longest: int) -> list[int]:
    """The numbers of the texts up to a length that may have a date, as `may_have_date` tells it.

    One look at all of them finds what is not plain in each, and most have nothing.

    :param texts: each on one line
    """
    whole = "\n".join([text if len(text) <= longest else "" for text in texts])
    signs = whole.encode("utf-8", "replace").translate(None, _PLAIN).split(b"\n")
    found: list[int] = []
    for number, text in enumerate(texts):
        sign = signs[number]
        if sign:
            if sign.isdigit() or may_have_date(text):
                found.append(number)
        elif len(text) <= LONGEST_SPOKEN and _may_speak(text):
            found.append(number)
    return found


@lru_cache(maxsize=MOST_KEPT)
def _may_speak(text: str) -> bool:
    """Whether a short text has a word of the dates without a number."""
    return not _SPOKEN_WORDS.isdisjoint(text.lower().strip(" .,:;()[]").split())


def _lower(text: str) -> str:
    """Lower the text without moving a character: only İ would become two."""
    return text[:LONGEST_SCAN].replace("İ", "i").lower()


def _counts(reading: UnresolvedDate, text: str, at: Context) -> bool:
    """Whether what was read is a date where it stands, and no amount."""
    if reading.languages and at.language not in reading.languages:
        return False
    return _AMOUNT.fullmatch(text, reading.start, reading.end) is None


def _resolved(reading: UnresolvedDate, text: str, at: Context) -> FoundDate:
    """The date that was read."""
    label = _find_label(_lower(text), reading.start, reading.end)
    found = found_in(text, reading, None, label)
    if reading.days and at.order is None:
        orders = _past_orders(reading.days, at)
        if len(orders) == 1:
            found.order, found.ambiguous = orders[0], False
            at = Context(at.now, orders[0], at.language, at.zone)
        elif "YMD" in orders and _writes_year_first(at.language):
            found.order, found.ambiguous = None, True
            return found
    try:
        when = reading.resolve(at)
    except (ValueError, OverflowError):  # counted back past the year 1
        when = None
    found.value = when.isoformat() if when else None
    return found


def _past_orders(days: Mapping[Order, date], at: Context) -> list[Order]:
    """The orders in which a date is none of days to come."""
    last = at.now.date() + AHEAD if at.now else date.max
    return [order for order, day in days.items() if day <= last]


def _writes_year_first(language: str | None) -> bool:
    """Whether a language writes numeric dates with the year first."""
    usual = locale_order(language, None)
    return usual is not None and usual.order == "YMD"


def _readings(text: str) -> Sequence[UnresolvedDate]:
    """The dates in a text, not yet resolved, in their order; of short texts, which recur, once."""
    return _read_short(text) if len(text) <= LONGEST_KEPT else _scan(_lower(text))


@lru_cache(maxsize=MOST_KEPT)
def _read_short(text: str) -> Sequence[UnresolvedDate]:
    return _scan(_lower(text))


def _scan(lower: str) -> list[UnresolvedDate]:
    readings = _read_numbers(lower)
    for found in _read_spoken(lower):
        if all(found.end <= other.start or other.end <= found.start for other in readings):
            readings.append(found)
    return sorted(readings, key=_start_of) if len(readings) > 1 else readings


def _start_of(reading: UnresolvedDate) -> int:
    return reading.start


def _read_spoken(lower: str) -> list[UnresolvedDate]:
    """The dates without a number in a short text."""
    if len(lower) > LONGEST_SPOKEN or not (_SPOKEN_SIGN.search(lower) or _may_speak(lower)):
        return []
    return [reading for match in SPOKEN.finditer(lower) if (reading := read_spoken(match))]


def _read_numbers(lower: str) -> list[UnresolvedDate]:
    found: list[UnresolvedDate] = []
    end = 0
    for number in NUMBER.finditer(lower):
        if number.start() >= end and (reading := read_number(number)):
            end = reading.end
            found.append(reading)
    return found


def _is_label(before: str, end: int, label: Label) -> bool:
    """Whether what stands between a label that ends at a place and the date lets it be its own."""
    gaps = (_LABEL_GAP, _EDITOR, _EDITS) if label == "edited" else (_LABEL_GAP,)
    return any(gap.fullmatch(before, end) for gap in gaps)


def _is_of_edit(before: str, told: Sequence[re.Match[str]]) -> bool:
    """Whether the last label says no more than "on" behind another, which tells of an edit."""
    if len(told) < 2 or plain(told[-1][0]) not in ON:
        return False
    edit, on = told[-2:]
    is_edit = _LABEL_OF[plain(edit[0])] == "edited"
    return is_edit and _EDITOR.fullmatch(before, edit.end(), on.start()) is not None


def _find_label(lower: str, start: int, end: int) -> Label | None:
    before = lower[max(0, start - 60) : start]
    told = [*_LABEL_BEFORE.finditer(before)] if before else []
    own = _LABEL_OF[plain(told[-1][0])] if told else None
    label = own if own and _is_label(before, told[-1].end(), own) else None
    if label == "posted" and _is_of_edit(before, told):
        return "edited"
    if label not in (None, "posted") or end >= len(lower):
        return label
    after = _LABEL_AFTER.match(lower, end)
    goes_on = label is None or _DOER.fullmatch(before, told[-1].end())
    return cast("Label", after.lastgroup) if after and (goes_on or after["doer"]) else label

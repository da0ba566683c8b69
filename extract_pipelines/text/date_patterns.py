"""The patterns of dates, all for text in lower case.

A pattern tells where a word stands; which word it is, the tables of `date_words` tell. Only words
of scripts without spaces, and those that are more than letters, are written into the patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import Final

from extract_pipelines.text.calendars import ERAS
from extract_pipelines.text.date_words import (
    ABOUT,
    AFTER_NOON,
    AFTER_YEAR,
    AGO_AFTER,
    AGO_BEFORE,
    AND,
    AT,
    BEFORE_NOON,
    BETWEEN,
    DAYS_AGO,
    HALF_HOUR,
    HAN_NUMBERS,
    JUST_NOW,
    LABELS,
    MONTHS,
    NAMED_TIMES,
    NOW,
    ON,
    ONE,
    ONE_UNITS,
    PAST_PHRASES,
    SHORT_UNITS,
    SHORT_WEEKDAYS,
    UNITS,
    WEEKDAYS,
)
from extract_pipelines.text.lexicon.patterns import (
    NO_LETTER_AFTER,
    NO_LETTER_BEFORE,
    UNSPACED,
    LazyPattern,
    alternatives,
    is_unspaced,
)
from extract_pipelines.text.scripts import MARKS

_LETTERS: Final = rf"[^\W\d_]++(?:(?:[{MARKS}]|['’](?=[^\W\d_]))[^\W\d_]*+)*+"
_is_plain = re.compile(rf"(?:(?![{UNSPACED}]){_LETTERS})\Z").match


def word_of(*tables: Iterable[str]) -> str:
    """A word that one of the tables may have, or any other of plain letters."""
    others = {word for word in chain(*tables) if not _is_plain(word)}
    spaced = {word for word in others if not is_unspaced(word)}
    return (
        rf"(?:(?=[{UNSPACED}]){alternatives(others - spaced)}"
        rf"|{alternatives(spaced)}{NO_LETTER_AFTER}|{_LETTERS})"
    )


_SPACE: Final = r"[\s\u200e\u200f]"
_BETWEEN: Final = (
    rf"(?:(?:{alternatives(BETWEEN)})\.?\s{{1,2}}|(?:d|ta)['’]\s?"
    rf"|(?:{alternatives(filter(is_unspaced, BETWEEN))})\.?)"
)
# A number that a date may begin with: none of an address, an amount or a longer word; behind an
# apostrophe the year of a day. A word or another number follows it, or a word stands before it.
_FOLLOWED: Final = (
    r"(?=[,.]?[\s\u200e\u200f]{0,2}+[^\W\d_]|[\s\u200e\u200f]?[-/.]\s?[^\W_]|[:：]\d\d|[ºª°(])"
)
_WORD_END: Final = r"(?<=[^\d#№©&|>:;/=][\s.\-]"
NUMBER: Final = re.compile(
    rf"\d(?<![^\W{UNSPACED}]\d)(?<!\w[./]\d)(?<![^\W\u05d0-\u05ea]-\d)(?<!\d[,:]\d)(?<![/=%\#@+$€£¥&?\\~]\d)"
    rf"(?:(?<!['’]\d)|(?=\d[.\-/]\d\d?[.\-/]\d))\d*+"
    rf"(?:{_FOLLOWED}|{_WORD_END}\d)|{_WORD_END}\d\d)|{_WORD_END}\d{{4}}))(?P<next>.)?",
    re.DOTALL,
)
_NO_MORE: Final = r"(?!/|[.\-](?!\d\d:\d\d)[0-9a-z])"
_ENDS: Final = rf"(?:(?=t\d\d:)|{NO_LETTER_AFTER}{_NO_MORE})"
# A year may have a letter or two behind it that say so.
_YEAR_MARK: Final = rf"(?:\s?{alternatives(AFTER_YEAR)}\b\.?)?"
_YEAR_ENDS: Final = rf"{_YEAR_MARK}{_ENDS}"
_LITTLE_ELSE: Final = r"[)）\]】.·]?(?:[\s·]{1,3}[\u4e00-\u9fff]{2,8})?\s*+\Z"
_TIME_AHEAD: Final = r"(?=[^\d:]{1,16}\d{1,2}[:：.h]\d\d)"
_YEAR: Final = r"\d{4}|['’]\d\d"
_ORDINAL: Final = r"(?:st|nd|rd|th|er|[ºª°]|\(a\)|\(e\)ko|ê)?"
_ERA: Final = rf"(?P<era>{alternatives(ERAS)})"

# What a number begins that is not followed by a word, the more telling forms first. The lookaheads
# on what follows the number are only there to pass over most numbers of a prose quickly.
NUMERIC: Final = LazyPattern(
    lambda: (
        rf"""(?:
    (?=\d{{1,4}}+{_SPACE}?[-/.]\s?\d)(?:
        (?P<year_first>(?P<y>\d{{4}}){_SPACE}?(?P<sep>[-/.])\s?(?P<m>\d\d?+){_SPACE}?(?P=sep)
            \s?(?P<d>\d\d?+){_ENDS})
        |(?P<short_year_first>(?:(?<=['’])|(?=\d\d\D\d\d?\D\d(?!\d)))
            (?P<y9>\d\d)(?P<sep9>[-/.])(?P<m9>\d\d?+)(?P=sep9)(?P<d9>\d\d?+){_ENDS})
        |(?P<year_last>(?P<a>\d\d?+){_SPACE}?(?P<sep2>[-/.])\s?(?P<b>\d\d?+){_SPACE}?(?P=sep2)
            \s?(?P<c>\d{{4}}|['’]?\d\d(?!:)){_YEAR_ENDS})
        |(?P<short_year>(?P<y0>\d{{3}})(?P<sep0>[-/.])(?P<m0>\d\d)(?P=sep0)(?P<d0>\d\d){_ENDS})
        |(?P<slashed>(?P<d5>\d\d?+)/(?P<m5>\d\d?+)
            (?:(?:\s|\s?-\s?)(?P<y5>\d{{4}})|-(?P<y8>\d\d)(?!:)){_YEAR_ENDS})
        |(?P<no_year>(?P<a2>\d\d?+)(?P<sep3>[-/])(?P<b2>\d\d?+)
            (?=[\s,]{{1,3}}\d\d?+[:：]\d\d|{_LITTLE_ELSE}))
        |(?P<dotted>(?P<a3>\d\d?+)\.\s?(?P<b3>\d\d?+)(?P<dot3>\.)?
            (?=[\s,]{{1,3}}(?:[^\W\d_]{{1,4}}\s)?\d\d?+[:：]\d\d|{_LITTLE_ELSE})))
    |(?=\d{{1,4}}+\s?[年년月월])(?:
        (?P<marked>(?:(?P<y2>\d{{1,4}})\s?[年년]\s{{0,2}}|(?<![年년])(?<![年년]\s)|(?<=元年))
            (?:(?P<m2>\d\d?+)\s?[月월]|(?P<named>(?:十[一二]?|[一二三四五六七八九])月))
            \s{{0,2}}(?P<d2>\d\d?+)
            (?:\s?[日号號일]|,\s?(?P<y3>\d{{4}}){_ENDS}))
        |(?P<marked_month>(?P<y4>\d{{1,4}})\s?[年년]\s{{0,2}}(?P<m4>\d\d?+)\s?[月월]))
    )"""
    ),
    re.VERBOSE,
)
ERA_BEFORE: Final = LazyPattern(lambda: rf"{_ERA}\s?(?P<first>元年)?\s?\Z")
BUDDHIST_BEFORE: Final = re.compile(r"พ\.\s?ศ\.?\s?\Z")
# A number and a word: a month, a unit of time, or none of these.
WORDED: Final = LazyPattern(
    lambda: (
        rf"""(?P<count>\d{{1,4}}+)(?P<rest>[.,]\d\d?+(?=\s))?+(?P<ordinal>{_ORDINAL})
    (?P<sep>[-/]|[.,]?\s{{0,2}}+)(?P<word>{word_of(MONTHS, UNITS)})"""
    ),
    re.VERBOSE,
)
_SPACED: Final = rf"(?:\s{{1,2}}|(?<=[{UNSPACED}]))"
# What follows a word that stands between a day and its month; and the beginning of it, which tells
# whether it may be a name that is more than letters.
_AFTER_BETWEEN: Final = LazyPattern(lambda: rf"[.'’]?{_SPACED}(?P<word>{word_of(MONTHS)})")
_BEGINNING: Final = rf"(?:{_LETTERS}|\d\d?-[^\W\d_]+)"
_BEGINNING_AFTER: Final = LazyPattern(lambda: rf"[.'’]?{_SPACED}(?P<word>{_BEGINNING})")
_BEGINNINGS: Final = frozenset(
    found[0] for word in MONTHS if not _is_plain(word) and (found := re.match(_BEGINNING, word))
)


def month_after(text: str, position: int) -> re.Match[str] | None:
    """What may be the name of a month behind a word such as `de`, as the group ``word``."""
    found = _BEGINNING_AFTER.match(text, position)
    if found is None or not (found["word"] in _BEGINNINGS or is_unspaced(found["word"])):
        return found
    return _AFTER_BETWEEN.match(text, position)


# A year that stands before a day and its month, with a word or a mark that says so.
YEAR_BEFORE: Final = LazyPattern(
    lambda: rf"(?<!\d)(?P<year>\d{{4}})[\s.\-]{{0,2}}{alternatives(BETWEEN)}[.,]{{0,2}}\s{{1,2}}\Z"
)
# What follows the unit of time.
AGO: Final = LazyPattern(
    lambda: (
        rf"""(?:(?:[,，،、\s]{{1,2}}(?:{alternatives(AND)}\s)?
            |(?<=[{UNSPACED}])(?:{alternatives(filter(is_unspaced, AND))})?)
        (?P<count2>\d\d?+)\s?+(?:de\s)?
        (?P<unit2>{alternatives(filter(is_unspaced, UNITS))}|{_LETTERS}))?
    \.?(?:[\s\u200b]{{0,2}}(?P<past>{alternatives(AGO_AFTER)}))?{NO_LETTER_AFTER}"""
    ),
    re.VERBOSE,
)
UNIT_FIRST_AGO: Final = LazyPattern(
    lambda: rf"\s?(?P<past>{alternatives(AGO_AFTER)}){NO_LETTER_AFTER}"
)
SHORT_AGO: Final = LazyPattern(
    lambda: rf"(?P<count>\d{{1,3}}+)\s?+(?P<unit>{alternatives(SHORT_UNITS)})(?P<ago>\sago)?\s*+\Z"
)
# What follows a day and the name of its month.
AFTER_MONTH: Final = LazyPattern(
    lambda: (
        rf"""(?:[\s,،\-/.]{{1,4}}(?:{_BETWEEN})?(?P<year>{_YEAR}){_YEAR_ENDS}
    |(?P<sep>[-/])(?P<short_year>\d\d)(?!:){_ENDS}
    |(?P<no_year>{_TIME_AHEAD}|(?=\.?\s*+\Z))
    |\.?\s(?P<two_digits>\d\d)(?=[\s,]|\Z)(?P<timed>(?=,?\s\d\d?[:：]\d\d))?)"""
    ),
    re.VERBOSE,
)
# A year, the name of a month, and the day.
DAY_AFTER_MONTH: Final = LazyPattern(
    lambda: rf"[\s\-./]{{1,3}}(?P<day>\d\d?+){_ORDINAL}(?!:\d\d)(?:\.?\s?(?:d\.)|{_ENDS})"
)
# What a number begins behind a word, and a time.
OTHERS: Final = LazyPattern(
    lambda: (
        rf"""(?:
    (?<=[\s.\-])(?:
        (?P<month_day>(?P<d6>\d\d?+){_ORDINAL}(?:
            (?:[\s,،]{{1,3}}+|\.\s)(?:{_BETWEEN})?(?P<y6>{_YEAR})(?!:){_YEAR_ENDS}
            |(?<=[a-z])\s(?P<y9>\d\d)(?=,\s\d\d?:\d\d)|{_TIME_AHEAD}|(?=\s*+\Z)))
        |(?P<month_year>(?P<y7>\d{{4}}){_ENDS}))
    |(?P<clock>\d\d?+(?:[:：]\d\d|\s?[h時时点點시]|\s?[ap]\.?m))
    )"""
    ),
    re.VERBOSE,
)


@cache
def _beside_time() -> str:
    """A word that may stand before a time."""
    return word_of(WEEKDAYS, SHORT_WEEKDAYS, AT, BEFORE_NOON, AFTER_NOON)


# One sign for a weekday, as it stands in brackets behind a day; from 0 for Monday.
WEEKDAY_SIGNS: Final = {
    sign: number
    for signs in ("月火水木金土日", "一二三四五六", "월화수목금토일")
    for number, sign in enumerate(signs)
}
WEEKDAY_SIGN: Final = f"[{''.join(WEEKDAY_SIGNS)}]"
# A time of day, with what separates it from its day.
CLOCK: Final = LazyPattern(
    lambda: (
        rf"""(?=\D{{0,40}}+\d)(?:t|(?<=\d)\s{{0,2}}[:;~»]\s{{1,2}}|[\s,，،.、·•|@/\u200f–—-]{{0,4}}+)
    (?:[(（]{WEEKDAY_SIGN}[)）]\s{{0,2}})?
    (?P<lead>(?:[(（]?{_beside_time()}[)）]?[\s,.]{{0,2}}+){{1,3}})?
    [(（]?(?P<hour>\d\d?+)
    (?:(?:[:：]|(?P<dot>\.))(?P<minute>\d\d)(?:[:：.](?P<second>\d\d)(?:[.,]\d{{1,9}}+)?)?
        |\s?[h時时点點시](?:\s?(?P<minute2>\d\d?+(?=\s?[分분])|\d\d(?!\d))\s?[分분]?
            (?:\s?(?P<second2>\d\d?+)\s?[秒초])?)?
        |(?=\s?[ap]\.?\s?m\b))
    (?:\s?(?P<half>[ap]\.?\s?m\b\.?|{alternatives((*BEFORE_NOON, *AFTER_NOON))}(?:(?=[\W_])|\Z)))?
    (?P<hours>\suhr)?
    (?:(?=z\b)|{NO_LETTER_AFTER})
    (?P<zoned>\s?(?P<open>\()?(?P<zone>z|(?:utc|gmt)?\s?[+−-]\d\d:?\d\d|(?:utc|gmt)(?:\s?[+−-]\d\d?(?::\d\d)?)?)
        \b(?(open)\)))?"""
    ),
    re.VERBOSE,
)
LEAD_WORD: Final = LazyPattern(_beside_time)
# A time of day with nothing more to it, as most are that end a text.
PLAIN_CLOCK: Final = re.compile(
    r"(?:t|[\s,，،.、·•|@/\u200f–—-]{0,4}+)(\d\d?)[:：](\d\d)(?:[:：.](\d\d))?\Z"
)
NAMED_CLOCK: Final = LazyPattern(
    lambda: (
        rf"[\s,]{{1,3}}(?:{alternatives(AT)}\s)?(?P<name>{alternatives(NAMED_TIMES)}){NO_LETTER_AFTER}"
    )
)
# After a time, a number that is no time again: a quick look whether a day may follow.
NUMBER_AHEAD: Final = re.compile(r"[\d:：.]{0,12}+\D{1,40}+(?:(?<=[+-])|(?!\d+[:：]))\d")
# "15:42 on Mon, Jan 9": the number of the day after a time, what may stand between the two, and a
# day with the name of its month but no year, that may only stand there.
DAY_AHEAD: Final = re.compile(r"[\s,，、·•|@–—-]{1,4}+[^\d\n:]{0,40}+(?=\d)")
CLOCK_GAP: Final = LazyPattern(lambda: rf"[\s,，、·•|@–—-]{{1,4}}+(?:{alternatives(ON)}\s{{1,2}})?")
BARE_DAY: Final = LazyPattern(
    lambda: (
        rf"""(?P<d>\d\d?+){_ORDINAL}
    (?:(?:-|\.?\s{{0,2}}+)(?:{_BETWEEN})?(?P<m>{_LETTERS}))?
    {NO_LETTER_AFTER}(?![\s,./:-]{{1,2}}(?:de\s)?['’]?\d)"""
    ),
    re.VERBOSE,
)
HALF_BEFORE: Final = LazyPattern(
    lambda: (
        NO_LETTER_BEFORE
        + alternatives(half for half in (*BEFORE_NOON, *AFTER_NOON) if not half.isascii())
        + r"\s?\Z"
    )
)
# "Mon Jan 9 15:42:00 EST 2017": the year after the time.
YEAR_AFTER: Final = LazyPattern(lambda: rf"(?:\s[a-z]{{3,4}})?\s(\d{{4}})(?!:){_ENDS}")
# What stands before a number is searched for in so many characters.
LONGEST_BEFORE: Final = 24
_BEFORE_NUMBER: Final = rf"(?:[.,،]{{0,2}}\s{{1,2}}|-)(?:{_BETWEEN})?\Z"
_LETTERS_BEFORE: Final = re.compile(rf"(?<![^\W\d_])(?P<word>{_LETTERS}){_BEFORE_NUMBER}")
_WORD_BEFORE: Final = LazyPattern(
    lambda: (
        rf"(?<![^\W\d_{UNSPACED}])(?P<word>{word_of(MONTHS, WEEKDAYS, SHORT_WEEKDAYS)})"
        + _BEFORE_NUMBER
    )
)
_NAMES: Final = [word for word in (*MONTHS, *WEEKDAYS, *SHORT_WEEKDAYS) if not _is_plain(word)]
# The last letters of names that are more than letters, and the last one with what follows it.
_LAST_LETTERS: Final = frozenset(
    letters[-1] for word in _NAMES if (letters := re.findall(_LETTERS, word))
)
_TAILS: Final = {found[0] for word in _NAMES if (found := re.search(r"[^\W\d_][\W\d]+\Z", word))}
_TAIL_BEFORE: Final = LazyPattern(lambda: alternatives(_TAILS) + _BEFORE_NUMBER)


def word_before(text: str, number: int) -> re.Match[str] | None:
    """The word before a number, as the group ``word``, with what parts it from the number."""
    first = max(0, number - LONGEST_BEFORE)
    found = _LETTERS_BEFORE.search(text, first, number)
    near = found["word"] if found else text[number - 3 : number]
    if near.isascii() and near not in _LAST_LETTERS and (found or not near[:1].isdigit()):
        return found
    if found and not (near in _LAST_LETTERS or near in BETWEEN or is_unspaced(near)):
        return found
    if found is None and not _TAIL_BEFORE.search(text, first, number):
        return None
    return _WORD_BEFORE.search(text, first, number)


NUMBER_BEFORE: Final = re.compile(r"\d\W{0,3}\Z")
PAST_BEFORE: Final = LazyPattern(
    lambda: (
        rf"{NO_LETTER_BEFORE}(?P<past>{alternatives(AGO_BEFORE)})"
        rf"(?:\s{alternatives(ABOUT)})?\s?\Z"
    )
)
LONGEST_PAST_BEFORE: Final = 32
# The larger of two units of time, before the smaller one.
LARGER_BEFORE: Final = LazyPattern(
    lambda: (
        rf"""{NO_LETTER_BEFORE}(?:(?P<count>\d{{1,3}})|{alternatives(ONE)})\s(?P<unit>{_LETTERS})
    (?:[,،]\s(?:{alternatives(AND)}\s)?|\s{alternatives(AND)}\s)\Z"""
    ),
    re.VERBOSE,
)
DAY_WORD: Final = LazyPattern(lambda: rf"{NO_LETTER_BEFORE}{word_of(WEEKDAYS, DAYS_AGO)}")


@cache
def _any_label() -> str:
    return alternatives(chain.from_iterable(LABELS.values()))


LABEL_ONLY: Final = LazyPattern(
    lambda: rf"\W*(?:[\u4e00-\u9fff]{{0,4}}(?:{_any_label()})\W*(?:{alternatives((*ON, *AT))}\s)?)?"
)
_HAN_UNIT: Final = alternatives(word for word in UNITS if is_unspaced(word))
# Relative dates without a number. One in Han, "一年前", stands apart: "我一年前买的" is prose.
SPOKEN: Final = LazyPattern(
    lambda: (
        rf"""{NO_LETTER_BEFORE}(?:
        (?P<now>{alternatives(JUST_NOW)})(?=\W*\Z|\s?(?:{_any_label()}))
        |(?P<phrase>{alternatives(PAST_PHRASES)})
        |(?:(?P<day>{alternatives(DAYS_AGO)})|(?P<alone>{alternatives(NOW)}))(?=\W*\Z)
        |(?<![个個])(?P<half>{alternatives(HALF_HOUR)})\s?{alternatives(AGO_AFTER)}
        |(?<![^\W\d_])(?P<han>[{"".join(HAN_NUMBERS)}])(?P<han_unit>{_HAN_UNIT})
            (?:{alternatives(filter(is_unspaced, AGO_AFTER))})(?=\s|\W*\Z)
        |(?:{alternatives(ONE)}\s(?P<unit>{_LETTERS})|(?P<one>{alternatives(ONE_UNITS)}))
            \s(?P<past>{alternatives(AGO_AFTER)})
        |(?P<past2>{alternatives(AGO_BEFORE)})\s(?:{alternatives(ABOUT)}\s?)?{alternatives(ONE)}
            \s(?P<unit2>{_LETTERS})
            (?:,?\s(?:{alternatives(AND)}\s)?(?P<count>\d\d?+)\s(?P<smaller>{_LETTERS}))?
        ){NO_LETTER_AFTER}"""
    ),
    re.VERBOSE,
)

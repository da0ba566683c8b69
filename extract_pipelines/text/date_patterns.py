"""The patterns of dates, all for text in lower case."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from extract_pipelines.text.date_words import (
    AFTER_NOON,
    AGO_AFTER,
    AGO_BEFORE,
    AND,
    AT,
    BEFORE_NOON,
    DAYS_AGO,
    HALF_HOUR,
    HER,
    JUST_NOW,
    LABELS,
    MONTHS,
    NAMED_TIMES,
    ON,
    ONE,
    ONE_UNITS,
    SHORT_UNITS,
    SHORT_WEEKDAYS,
    UNITS,
    WEEKDAYS,
)


def alternatives(words: Iterable[str]) -> str:
    """Write the words as a tree of alternatives, so that few characters decide; longest first."""
    rests: dict[str, list[str]] = {}
    for word in sorted(set(words)):
        rests.setdefault(word[:1], []).append(word[1:])
    may_end = rests.pop("", None) is not None
    branches = [
        (r"\s" if first == " " else re.escape(first)) + alternatives(rest)
        for first, rest in rests.items()
    ]
    if not branches:
        return ""
    return f"(?:{'|'.join(branches)}){'?' if may_end else ''}"


# Letters of scripts that are written without spaces may touch a date, other letters may not.
_UNSPACED = "\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af"
NO_LETTER_BEFORE: Final = rf"(?<![^\W{_UNSPACED}])"
NO_LETTER_AFTER: Final = rf"(?![^\W{_UNSPACED}])"
_NOT_GLUED = rf"{NO_LETTER_BEFORE}(?<!\w[.\-/])(?<!\d[,:])(?<![/=%\#@+$€£¥&?\\~'’])"
_ENDS = rf"(?:(?=t\d\d:)|{NO_LETTER_AFTER}(?!/|[.\-](?!\d\d:\d\d)[0-9a-z]))"
_TIME_AHEAD = r"(?=[^\d:]{1,8}\d{1,2}[:：.h]\d\d)"
_YEAR = r"\d{4}|['’]\d\d"
_UNIT = alternatives(UNITS)

# What can begin with a number, the more telling forms first. The lookaheads on what follows the
# number are only there to pass over most numbers of a prose quickly.
FORMS: Final = re.compile(
    rf"""{_NOT_GLUED}(?:
    (?=\d{{1,4}}+[-/.]\s?\d)(?:
        (?P<year_first>(?P<y>\d{{4}})(?P<sep>[-/.])\s?(?P<m>\d\d?+)(?P=sep)\s?(?P<d>\d\d?+){_ENDS})
        |(?P<year_last>(?P<a>\d\d?+)(?P<sep2>[-/.])\s?(?P<b>\d\d?+)(?P=sep2)
            \s?(?P<c>\d{{4}}|\d\d){_ENDS})
        |(?P<no_year>(?P<a2>\d\d?+)(?P<sep3>[-/])(?P<b2>\d\d?+)(?=[\s,]{{1,3}}\d\d?+[:：]\d\d)))
    |(?=\d{{1,4}}+\s?[年년月월])(?:
        (?P<marked>(?:(?P<y2>\d{{4}})\s?[年년]\s{{0,2}}|(?<![年년])(?<![年년]\s))
            (?P<m2>\d\d?+)\s?[月월]\s{{0,2}}(?P<d2>\d\d?+)
            (?:\s?[日号號일]|,\s?(?P<y3>\d{{4}}){_ENDS}))
        |(?P<marked_month>(?P<y4>\d{{4}})\s?[年년]\s{{0,2}}(?P<m4>\d\d?+)\s?[月월]))
    |(?P<ago>(?P<count>\d{{1,4}}+(?:[.,]\d\d?+)?+)\s?+(?P<unit>{_UNIT})
        (?:(?:[,\s]{{1,2}}(?:{alternatives(AND)}\s)?|(?<=[{_UNSPACED}]))(?P<count2>\d\d?+)\s?+(?P<unit2>{_UNIT}))?
        (?P<past>\s{{0,2}}{alternatives((*AGO_AFTER, HER))})?{NO_LETTER_AFTER})
    |(?P<short_ago>(?P<count3>\d{{1,3}}+)\s?+(?P<unit3>{alternatives(SHORT_UNITS)})(?:\sago)?
        (?=\s*+\Z))
    |(?P<day_month>(?P<d5>\d\d?+)(?:st|nd|rd|th|er|º|°)?
        (?:(?P<sep5>[-/])|\.\s{{0,2}}+|\s{{1,2}}+)
        (?:(?:de|of)\s|d['’])?(?P<m5>{alternatives(MONTHS)}){NO_LETTER_AFTER}
        (?:[\s,\-/.]{{1,3}}(?:(?:de|del|of)\s)?(?P<y5>{_YEAR}){_ENDS}
            |(?P=sep5)(?P<y8>\d\d)(?!:){_ENDS}|{_TIME_AHEAD}|(?=\.?\s*+\Z)))
    |(?<=[\s.])(?:
        (?P<month_day>(?P<d6>\d\d?+)(?:st|nd|rd|th|er|º)?(?:
            [\s,]{{1,3}}+(?:(?:de|of)\s)?(?P<y6>{_YEAR})(?!:){_ENDS}
            |(?<=[a-z])\s(?P<y9>\d\d)(?=,\s\d\d?:\d\d)|{_TIME_AHEAD}|(?=\s*+\Z)))
        |(?P<month_year>(?P<y7>\d{{4}}){_ENDS}))
    |(?P<clock>\d\d?+(?:[:：]\d\d|\s?[h時时点點시]|\s?[ap]\.?m))
    )""",
    re.VERBOSE,
)
# A time of day, with what separates it from its day.
CLOCK: Final = re.compile(
    rf"""(?=\D{{0,24}}+\d)(?:t|[\s,，،.、·•|@–—-]{{0,4}}+)(?:(?!\d)
        (?:[(（]?(?:[月火水木金土日一二三四五六월화수목금토일](?=[)）])
            |{alternatives((*WEEKDAYS, *SHORT_WEEKDAYS))}){NO_LETTER_AFTER}[)）]?[\s,.]{{0,2}})?
        (?:{alternatives(AT)}[\s,]{{1,2}})?
        (?:(?P<before_noon>{alternatives(BEFORE_NOON)})|(?P<after_noon>{alternatives(AFTER_NOON)}))?
        \s?)?
    (?P<hour>\d\d?+)
    (?:(?:[:：]|\.(?=\d\d\suhr)|(?<=kl\.\s\d\d)\.)
            (?P<minute>\d\d)(?:[:：](?P<second>\d\d)(?:[.,]\d{{1,9}}+)?)?
        |\s?[h時时点點시](?:\s?(?P<minute2>\d\d?+(?=\s?[分분])|\d\d(?!\d))\s?[分분]?
            (?:\s?(?P<second2>\d\d?+)\s?[秒초])?)?
        |(?=\s?[ap]\.?\s?m\b))
    (?:\s?(?:(?P<am>a\.?\s?m\b\.?|ص)|(?P<pm>p\.?\s?m\b\.?|م)))?(?:\suhr)?
    (?:(?=z\b)|{NO_LETTER_AFTER})
    (?P<zoned>\s?(?P<open>\()?(?P<zone>z|(?:utc|gmt)?\s?[+-]\d\d:?\d\d|(?:utc|gmt)(?:[+-]\d\d?)?)
        \b(?(open)\)))?""",
    re.VERBOSE,
)
NAMED_CLOCK: Final = re.compile(
    rf"[\s,]{{1,3}}(?:{alternatives(AT)}\s)?(?P<name>{alternatives(NAMED_TIMES)}){NO_LETTER_AFTER}"
)
# After a time, a number that is no time again: a quick look whether a day may follow.
NUMBER_AHEAD: Final = re.compile(r"[\d:：.]{0,12}+\D{1,40}+(?:(?<=[+-])|(?!\d+[:：]))\d")
# "15:42 on Mon, Jan 9": the number of the day after a time, what may stand between the two, and a
# day with the name of its month but no year, that may only stand there.
_WORD_AHEAD = alternatives((*ON, *WEEKDAYS, *SHORT_WEEKDAYS, *MONTHS))
DAY_AHEAD: Final = re.compile(rf"\W{{1,4}}+(?:{_WORD_AHEAD}[.,]{{0,2}}\s{{1,2}}+){{0,4}}+(?=\d)")
CLOCK_GAP: Final = re.compile(rf"[\s,，、·•|@–—-]{{1,4}}+(?:{alternatives(ON)}\s{{1,2}})?")
BARE_DAY: Final = re.compile(
    rf"""(?P<d>\d\d?+)(?:st|nd|rd|th|er|º|°)?
    (?:(?:-|\.?\s{{0,2}}+)(?:(?:de|of)\s|d['’])?(?P<m>{alternatives(MONTHS)}))?
    {NO_LETTER_AFTER}(?![\s,./:-]{{1,2}}(?:de\s)?['’]?\d)""",
    re.VERBOSE,
)
HALF_BEFORE: Final = re.compile(
    NO_LETTER_BEFORE
    + alternatives(half for half in (*BEFORE_NOON, *AFTER_NOON) if not half.isascii())
    + r"\s?\Z"
)
# "Mon Jan 9 15:42:00 EST 2017": the year after the time.
YEAR_AFTER: Final = re.compile(rf"(?:\s[a-z]{{3,4}})?\s(\d{{4}})(?!:){_ENDS}")
# What stands before a number, searched for in a few characters.
WORD_BEFORE: Final = re.compile(
    r"(?<![^\W\d_])(?P<word>[^\W\d_]{2,12}+(?:\sال[^\W\d_]{3,6})?)[.,]{0,2}\s{1,2}(?:de\s)?\Z"
)
NUMBER_BEFORE: Final = re.compile(r"\d\W{0,3}\Z")
PAST_BEFORE: Final = re.compile(rf"{NO_LETTER_BEFORE}{alternatives(AGO_BEFORE)}\s\Z")
DAY_WORD: Final = re.compile(rf"{NO_LETTER_BEFORE}{alternatives((*DAYS_AGO, *WEEKDAYS))}")
_ANY_LABEL = alternatives(label for labels in LABELS.values() for label in labels)
LABEL_ONLY: Final = re.compile(rf"\W*(?:(?:{_ANY_LABEL})\W*(?:(?:on|am|at|le|el|il)\s)?)?")
# Relative dates without a number.
SPOKEN: Final = re.compile(
    rf"""{NO_LETTER_BEFORE}(?:
    (?P<now>{alternatives(JUST_NOW)})(?=\W*\Z|\s?(?:{_ANY_LABEL}))
    |(?P<day>{alternatives(DAYS_AGO)})(?=\W*\Z)
    |(?<![个個])(?P<half>{alternatives(HALF_HOUR)})\s?{alternatives(AGO_AFTER)}
    |(?:{alternatives(ONE)}\s(?P<unit>{_UNIT})|(?P<one>{alternatives(ONE_UNITS)}))
        \s{alternatives(AGO_AFTER)}
    |{alternatives(AGO_BEFORE)}\s{alternatives(ONE)}\s(?P<unit2>{_UNIT})
    ){NO_LETTER_AFTER}""",
    re.VERBOSE,
)

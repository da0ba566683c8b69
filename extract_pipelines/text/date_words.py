"""The words that dates are written with, in lower case, with the languages that they are of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, Literal, NamedTuple, cast, get_args

from extract_pipelines.text.calendars import Calendar
from extract_pipelines.text.lexicon import (
    Languages,
    meanings,
    own_languages,
    own_words,
    phrases,
    words,
)

Label = Literal["posted", "edited", "joined", "active", "planned"]
Unit = Literal["second", "minute", "hour", "day", "week", "month", "year"]

ANY: Final[Languages] = frozenset()
"""The languages of a word that is read on every page."""
# Short words in plain letters are names and words of many languages: those of languages that few
# forums are in count only on pages of these.
LONGEST_GUARDED_MONTH: Final = 4
LONGEST_GUARDED_DAY: Final = 5
# A shorter name of a half of the day in plain letters is another word, too.
SHORTEST_HALF: Final = 5
_NONE: Final[Mapping[str, int]] = {}


class Meaning(NamedTuple):
    """What a word says: a month from 1, a weekday from 0 for Monday, or how many days ago."""

    number: int
    languages: Languages = ANY
    """Pages are in one of these where the word counts; see `ANY`."""
    others: Mapping[str, int] = _NONE
    """What it says in other languages, by their codes."""
    calendar: Calendar = "gregorian"
    disputed: Languages = ANY
    """The languages that have it, if it says different things in them."""

    def on(self, language: str | None) -> int:
        """What it says on a page in a language."""
        return self.others.get(language, self.number) if language else self.number


def _table(role: str, longest_guarded: int, first: int = 0) -> dict[str, Meaning]:
    """Words with numbers; one with several says by itself what it does in most languages."""
    trusted, common, rare = own_words(role), own_languages(), own_words("guarded")
    found = {}
    for word, by_language in meanings(role).items():
        numbers = [int(number) + first for number in by_language.values()]
        usual = max(sorted(set(numbers)), key=numbers.count)
        others = {
            code: int(n) + first for code, n in by_language.items() if int(n) + first != usual
        }
        is_short = len(word) <= longest_guarded and word.isascii() and word.isalpha()
        is_rare = is_short and word not in trusted and common.isdisjoint(by_language)
        guarded = is_rare or word in rare
        languages = frozenset(by_language)
        found[word] = Meaning(
            usual,
            languages if guarded else ANY,
            others or _NONE,
            disputed=languages if others else ANY,
        )
    return found


def _of_calendar(calendar: Calendar, role: str) -> dict[str, Meaning]:
    return {
        word: Meaning(int(next(iter(by_language.values()))) + 1, calendar=calendar)
        for word, by_language in meanings(role).items()
    }


def _only(told: Mapping[str, Mapping[str, str]]) -> dict[str, int]:
    """Words that say the same in all languages."""
    return {
        word: int(*set(days.values()))
        for word, days in told.items()
        if len(set(days.values())) == 1
    }


def _halves(role: str) -> Languages:
    """Words of a half of the day: our own, and those that are hardly other words, too."""
    others = {*ON, *AT, *BETWEEN, *WEEKDAYS, *SHORT_WEEKDAYS}
    long = {word for word in words(role) if len(word) >= SHORTEST_HALF or not word.isascii()}
    return own_words(role) | frozenset(word for word in long - others if len(word) > 1)


_MONTHS: Final = _table("months", LONGEST_GUARDED_MONTH, first=1)
MONTHS: Final[dict[str, Meaning]] = {
    **_of_calendar("islamic", "islamic_months"),
    **_of_calendar("persian", "persian_months"),
    **_MONTHS,
}
# Months in the alphabets of languages whose years may be those of another calendar.
BUDDHIST_MONTHS: Final[Languages] = frozenset(
    word for word, by_language in meanings("months").items() if "th" in by_language
)
# The languages in which a word is the name of a month.
MONTH_LANGUAGES: Final = words("months")
# Short names that are common words of other languages: months only after the number of the day.
TRAILING_MONTHS: Final[Languages] = frozenset(words("trailing"))

WEEKDAYS: Final = {
    word: meaning
    for word, meaning in _table("weekdays", LONGEST_GUARDED_DAY).items()
    if not meaning.others
}
# These stand only beside a full date. Two letters are a word of some language: only ours count.
_SHORT_WEEKDAYS: Final = meanings("short_weekdays")
SHORT_WEEKDAYS: Final = {
    word: day
    for word, day in _only(_SHORT_WEEKDAYS).items()
    if len(word) > 2 and not own_languages().isdisjoint(_SHORT_WEEKDAYS[word])
} | {word: int(next(iter(_SHORT_WEEKDAYS[word].values()))) for word in own_words("short_weekdays")}
DAYS_AGO: Final = _table("days_ago", LONGEST_GUARDED_DAY)

# What a word says of time in each language that has it: "minuta" → {"cs": "minute", …}.
UNITS: Final = cast("dict[str, dict[str, Unit]]", meanings("units"))
# The words that tell that a span of time is past, which stand behind it or before it.
AGO_AFTER: Final = words("ago_after")
AGO_BEFORE: Final = words("ago_before")
# What may stand behind the latter, as an age is rounded: "il y a environ 3 heures".
ABOUT: Final = words("about")
# Languages in which the unit stands before the number: "siku 3 zilizopita".
UNIT_FIRST: Final = words("unit_first")["yes"]
# Past spans of time in words alone: "قبل يومين".
PAST_PHRASES: Final = phrases("phrases")
# A number and one of these is a date only where it is the whole text.
SHORT_UNITS: Final = {
    word: cast("Unit", next(iter(units.values())))
    for word, units in meanings("short_units").items()
}
AND: Final = words("and")
ONE: Final = words("one")
# Spans of time that need no number before "ago".
ONE_UNITS: Final = cast("dict[str, Unit]", phrases("one_units"))
HALF_HOUR: Final = words("half_hour")
# Small numbers as they are written before a unit in Chinese and Japanese: "两天前".
HAN_NUMBERS: Final = {sign: n for n, sign in enumerate("一二三四五六七八九十", 1)} | {
    "两": 2,
    "兩": 2,
}
JUST_NOW: Final = words("just_now")
# The same where a text says nothing else: many sentences end so.
NOW: Final = words("now")

# Between a time and its day, between a day and its time, and between the parts of a day.
ON: Final = words("on")
AT: Final = words("at")
BETWEEN: Final = frozenset(word.strip(".'’ ") for word in words("between"))
# Behind the number of a year.
AFTER_YEAR: Final = words("after_year")
# The half of the day that a time is in.
BEFORE_NOON: Final = _halves("am")
AFTER_NOON: Final = _halves("pm") - BEFORE_NOON
# The times that Django and others write as words.
NAMED_TIMES: Final = {
    word: int(next(iter(hours.values()))) for word, hours in meanings("named_times").items()
}

LABELS: Final[dict[Label, tuple[str, ...]]] = {
    label: tuple(words(label)) for label in cast("tuple[Label, ...]", get_args(Label))
}


@lru_cache(maxsize=4096)
def plain(word: str) -> str:
    """A word as it is in the tables: with plain spaces and apostrophes, without joiners."""
    return " ".join(word.replace("’", "'").translate(_JOINERS).split())


_JOINERS: Final = dict.fromkeys((0x200B, 0x200C, 0x200D))


def unit_of(word: str, languages: Iterable[str]) -> Unit | None:
    """The unit of time that a word is in one of the languages; None if it is none."""
    units = UNITS.get(plain(word), {})
    return next((units[language] for language in sorted(languages) if language in units), None)

"""The words of dates in many languages: python -m benchmarks.cldr_words CLDR [--write].

CLDR is a folder with the unpacked npm packages ``cldr-core`` and ``cldr-dates-full``, the data of
the Unicode Common Locale Data Repository in JSON. Prints how many languages and words there are,
and writes them into the package. Words are in lower case and without the dot of an abbreviation; a
"_" stands for a space.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from extract_pipelines.text.lexicon import CLDR

UNITS_OF_TIME = ("second", "minute", "hour", "day", "week", "month", "year")
# Those of more than a million speakers that are written on the web, and languages of Europe.
LANGUAGES = (
    "af am ar as az be bg bn bs ca cs cy da de el en es et eu fa fi fil fo fr ga gl gu he hi hr hu "
    "hy id is it ja jv ka kk km kn ko ky lb lo lt lv mk ml mn mr ms mt my ne nl no nn or pa pl ps "
    "pt ro ru si sk sl sq sr sv sw ta te th tk tr uk ur uz vi zh"
).split()
# Locales that write a language in another script, or with other names of the months.
VARIANTS = {
    "ar": "ar-DZ ar-IQ ar-LB ar-MA ar-SA ar-TN ar-YE",
    "az": "az-Cyrl",
    "bs": "bs-Cyrl",
    "de": "de-AT",
    "en": "en-AU en-CA en-GB en-IN",
    "es": "es-AR es-MX es-PE",
    "fr": "fr-CA",
    "pt": "pt-PT",
    "sr": "sr-Latn",
    "uz": "uz-Cyrl",
    "zh": "zh-Hant zh-Hant-HK",
}
# So many units must share a word that is no unit.
LEAST_SHARING = 4
DAYS = "mon tue wed thu fri sat sun".split()
# Day periods of which all hours are in one half of the day, in most languages.
HALVES = {"am": ("am", "am-alt-variant"), "pm": ("pm", "pm-alt-variant", "afternoon1", "evening1")}
_PIECE = re.compile(r"'([^']*)'|([A-Za-z])\2*|([^A-Za-z']+)")
_EDGES = " .,،;:·()\u200e\u200f\u200b\u202f\u00a0"
# What stands before the name of a month in the forms of Catalan.
_BEFORE_NAME = re.compile(r"\A(?:de |d')(?=.)")
_LETTERS_FIRST, _LETTERS_LAST = re.compile(r"[^\W\d_]+"), re.compile(r"[^\W\d_]+\Z")
_CJK = re.compile(r"\d+(?:月|월)")


def plain(written: str) -> str:
    """A word as the tables have it."""
    lower = (
        written.replace("İ", "i")
        .lower()
        .replace("’", "'")
        .translate(dict.fromkeys((0x200B, 0x200C, 0x200D)))
    )
    return "_".join(_BEFORE_NAME.sub("", lower).strip(_EDGES).split())


def words(written: Iterable[str]) -> str:
    """Words in one text, each once."""
    return " ".join(dict.fromkeys(word for one in written if (word := plain(one))))


def pieces(pattern: str) -> list[tuple[str, str]]:
    """The fields and the texts between them in a pattern, as pairs of which one is empty."""
    found: list[tuple[str, str]] = []
    for piece in _PIECE.finditer(pattern):
        if piece[2] is not None:
            found.append((piece[2].replace("L", "M").replace("c", "E"), ""))
        else:
            text = piece[1] if piece[1] is not None else piece[3]
            if found and found[-1][1]:
                text = found.pop()[1] + text
            found.append(("", text))
    return found


def read_patterns(calendar: dict[str, Any]) -> tuple[set[str], set[str], set[str]]:
    """What stands between the parts of a date, before a time, and glued to the name of a month."""
    between: set[str] = set()
    before_time: set[str] = set()
    glued = {"{}"}
    dates = [_pattern(calendar["dateFormats"][width]) for width in ("full", "long", "medium")]
    for date in dates:
        parts = pieces(date)
        for at, (_, text) in enumerate(parts):
            before = parts[at - 1][0] if at else ""
            after = parts[at + 1][0] if at + 1 < len(parts) else ""
            if _is_unspaced(text) or not any(letter.isalpha() for letter in text):
                continue
            prefix, suffix = _LETTERS_LAST.search(text), _LETTERS_FIRST.match(text)
            if after.startswith("M") and prefix:
                glued.add(prefix[0] + "{}")
            elif before.startswith("M") and suffix:
                glued.add("{}" + suffix[0])
            else:
                between.add(text.lower().strip(" ,\u202f\u00a0-"))
    for date in calendar.get("dateTimeFormats-atTime", {}).get("standard", {}).values():
        text = re.sub(r"\{\d\}", " ", _pattern(date).replace("'", ""))
        if any(letter.isalpha() for letter in text):
            before_time.update(text.split())
    return {one for one in between if "{" not in one}, before_time, glued


def _pattern(written: Any) -> str:
    return written if isinstance(written, str) else str(written["_value"])


def _names(calendar: dict[str, Any], kind: str, key: str, widths: str) -> Iterator[str]:
    for context in ("format", "stand-alone"):
        for width in widths.split():
            name = calendar[kind][context].get(width, {}).get(key)
            if name and not _CJK.fullmatch(name):
                yield name


def read_ago(fields: dict[str, Any]) -> dict[str, Any]:
    """Units, and what stands before and after a number of them that is past.

    What the patterns of all units share is "ago", the rest is the unit.
    """
    patterns = defaultdict(set)
    phrases = {}
    for unit in UNITS_OF_TIME:
        for width in ("", "-short", "-narrow"):
            past = fields[unit + width].get("relativeTime-type-past", {})
            for count, pattern in past.items():
                before, number, after = pattern.lower().replace(" ({0})", "").partition("{0}")
                if number:
                    patterns[unit].add((before, after))
                elif count.endswith(("-one", "-two")):
                    phrases[plain(before)] = f"{1 if count.endswith('-one') else 2} {unit}"
    heads = shared([{plain(b) for b, after in pairs} for pairs in patterns.values()])
    varied = {plain(before) for pairs in patterns.values() for before, _ in pairs}
    heads = [head for head in heads if any(letter.isalpha() for letter in head)]
    unit_first = len(varied) >= LEAST_SHARING and not heads
    found: dict[str, Any] = {"phrases": phrases}
    if unit_first:
        rests = {unit: {before for before, _ in pairs} for unit, pairs in patterns.items()}
        found["ago_after"] = words(sorted({after for p in patterns.values() for _, after in p}))
        found["unit_first"] = "yes"
    else:
        rests = {unit: {after for _, after in pairs} for unit, pairs in patterns.items()}
        needs_none = heads and any(map(_is_unspaced, rests["day"]))
        tails = [] if needs_none else shared([ends(texts) for texts in rests.values()])
        tails = [one for one in tails if not (_is_unspaced(one) and _ends_longer(one, tails))]
        rests = {unit: {_cut(one, tails) for one in texts} for unit, texts in rests.items()}
        found["ago_after"] = words(tails)
        found["ago_before"] = words([] if tails else heads)
    found["units"] = {unit: words(sorted(texts)) for unit, texts in rests.items()}
    return found


def shared(groups: list[set[str]]) -> list[str]:
    """The texts that enough groups have, the longest first."""
    counts = Counter(one for group in groups for one in group if one)
    often = [one for one, count in counts.items() if count >= LEAST_SHARING]
    return sorted(often, key=lambda one: (-len(one), one))


def ends(texts: Iterable[str]) -> set[str]:
    """What texts end with: whole words, but in scripts without spaces."""
    found: set[str] = set()
    for text in texts:
        at = [place for place in range(1, len(text)) if text[place - 1].isspace()]
        found.update(text[place:] for place in (range(1, len(text)) if _is_unspaced(text) else at))
    return {one for one in found if plain(one)}


def _ends_longer(text: str, others: Iterable[str]) -> bool:
    return any(other != text and other.endswith(text) for other in others)


def _cut(text: str, tails: Iterable[str]) -> str:
    return text.removesuffix(next((tail for tail in tails if text.endswith(tail)), ""))


def _is_unspaced(text: str) -> bool:
    return any(
        "\u0e00" <= one <= "\u109f" or "\u1780" <= one <= "\u17ff" or one >= "\u3005"
        for one in text
    )


def read_locale(folder: Path, locale: str) -> dict[str, Any]:
    """The words of one locale."""
    main = next(folder.rglob(f"main/{locale}"))
    fields = json.loads((main / "dateFields.json").read_text())["main"][locale]["dates"]["fields"]
    dates = json.loads((main / "ca-gregorian.json").read_text())["main"][locale]["dates"]
    calendar = dates["calendars"]["gregorian"]
    between, before_time, glued = read_patterns(calendar)
    named = {"12": "noon", "0": "midnight"}
    return {
        "months": [
            words(
                glue.format(name)
                for name in _names(calendar, "months", str(month), "wide abbreviated")
                for glue in glued
            )
            for month in range(1, 13)
        ],
        "weekdays": [words(_names(calendar, "days", day, "wide")) for day in DAYS],
        "short_weekdays": [
            words(_names(calendar, "days", day, "abbreviated short")) for day in DAYS
        ],
        **{
            half: words(
                name
                for key in keys
                for name in _names(calendar, "dayPeriods", key, "wide abbreviated narrow")
                if len(name) > 1
            )
            for half, keys in HALVES.items()
        },
        "named_times": {
            hour: words(_names(calendar, "dayPeriods", name, "wide"))
            for hour, name in named.items()
        },
        "days_ago": [
            words([fields["day"].get(f"relative-type-{-days}" if days else "relative-type-0", "")])
            for days in range(3)
        ],
        "at": words(sorted(before_time)),
        "between": " ".join("_".join(one.split()) for one in sorted(between)),
        **read_ago(fields),
    }


def merge(one: Any, other: Any) -> Any:
    """The words of two locales of a language."""
    if isinstance(one, str):
        return " ".join(dict.fromkeys((*one.split(), *other.split())))
    if isinstance(one, list):
        return [merge(a, b) for a, b in zip(one, other, strict=True)]
    if isinstance(one, dict):
        return {
            key: merge(one[key], other[key])
            if key in one and key in other
            else one.get(key, other.get(key))
            for key in {**one, **other}
        }
    return one


def read_cldr(folder: Path) -> dict[str, Any]:
    """For each language its words."""
    found = {}
    for language in LANGUAGES:
        row = read_locale(folder, language)
        for variant in VARIANTS.get(language, "").split():
            row = merge(row, read_locale(folder, variant))
        found[language] = {key: value for key, value in row.items() if value}
    return found


def main() -> None:
    """Print the figures; write the words."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cldr", type=Path)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    found = read_cldr(asked.cldr)
    lines = (
        f" {json.dumps(name)}: {json.dumps(found[name], ensure_ascii=False)}"
        for name in sorted(found)
    )
    written = "{\n" + ",\n".join(lines) + "\n}\n"
    print(f"{len(found)} languages, {len(written.encode()) >> 10} KiB")
    if asked.write:
        CLDR.write_text(written, encoding="utf-8")
        shutil.copy(
            next(asked.cldr.glob("cldr-dates-full*/**/LICENSE")), CLDR.with_name("LICENSE-CLDR")
        )


if __name__ == "__main__":
    main()

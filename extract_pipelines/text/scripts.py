"""Which scripts a text is written in."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Set
from functools import lru_cache
from string import ascii_letters
from typing import Final

# About so many characters of a page are looked at to tell its scripts.
SAMPLE: Final = 5_000
# Unicode blocks of the scripts that web pages are commonly written in.
RANGES: Final = {
    "Latin": "A-Za-z\u00aa\u00ba\u00c0-\u024f\u1e00-\u1eff",
    "Han": "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff",
    "Kana": "\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9f",
    "Hangul": "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af",
    "Cyrillic": "\u0400-\u052f",
    "Greek": "\u0370-\u03ff\u1f00-\u1fff",
    "Arabic": "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff",
    "Hebrew": "\u0590-\u05ff",
    "Thai": "\u0e00-\u0e7f",
    "Devanagari": "\u0900-\u097f",
}
# A character of these says about as much as so many Latin letters.
WEIGHT: Final = {"Han": 3.0, "Kana": 2.0, "Hangul": 2.0}
# Least share of a site's letters that makes a script one it is written in.
EXPECTED_SHARE: Final = 0.15


def _ranges(characters: Iterable[str]) -> str:
    """The inside of a class of characters, which come in order."""
    runs: list[list[str]] = []
    for character in characters:
        if runs and ord(runs[-1][1]) + 1 == ord(character):
            runs[-1][1] = character
        else:
            runs.append([character, character])
    return "".join(first if first == last else f"{first}-{last}" for first, last in runs)


# Marks that are parts of letters, and what joins letters; `\w` has none of them.
MARKS: Final = _ranges(
    character
    for character in map(chr, (*range(0x300, 0x1C00), 0x200C, 0x200D))
    if unicodedata.category(character) in ("Mn", "Mc", "Cf") and character != "\u061c"
)


@lru_cache(maxsize=256)
def _runs(scripts: frozenset[str]) -> re.Pattern[str]:
    return re.compile(f"[{''.join(RANGES[script] for script in sorted(scripts))}]+")


# The first and the last character of each range, and its script.
_SPANS: Final = [
    (script, span[1], span[2] or span[1])
    for script, ranges in RANGES.items()
    for span in re.finditer("(.)(?:-(.))?", ranges)
]
_LETTERS: Final = ascii_letters.encode()
_LATIN: Final = frozenset({"Latin"})
_NOT_LATIN: Final = frozenset(RANGES.keys() - _LATIN)
_ASCII: Final = bytes(range(128))


def count_scripts(text: str) -> Counter[str]:
    """Number of letters of each script in the text."""
    counts = Counter({"Latin": _count_ascii(text.encode("ascii", "ignore"))})
    if not text.isascii():
        found = dict.fromkeys((*RANGES, ""), 0)
        for letter, times in Counter(_beyond_ascii(text)).items():
            found[_script_of(letter)] += times
        for script in RANGES:
            counts[script] += found[script]
    return +counts


@lru_cache(maxsize=8192)
def _script_of(letter: str) -> str:
    """The script of a letter; empty if it is of none of these."""
    return next((script for script, first, last in _SPANS if first <= letter <= last), "")


def _beyond_ascii(text: str) -> str:
    """The characters of a text that are not in ASCII: of its bytes, which costs less."""
    return text.encode("utf-8", "ignore").translate(None, _ASCII).decode()


def scripts_of(texts: Iterable[str]) -> Counter[str]:
    """Number of letters of each script in a sample from all over a page's texts."""
    whole = "".join(texts)
    return count_scripts(whole[:: 1 + len(whole) // SAMPLE])


def expected_scripts(counts: Counter[str]) -> frozenset[str]:
    """The scripts that a site is written in, from the letters counted on its pages.

    Those with at least 15% of the letters, a letter weighed by how much it says. Japanese is Han
    and Kana together.
    """
    weights = {script: count * WEIGHT.get(script, 1.0) for script, count in counts.items()}
    least = EXPECTED_SHARE * sum(weights.values())
    expected = {script for script, weight in weights.items() if weight >= least}
    return frozenset(expected | {"Han"} if "Kana" in expected else expected)


def main_script(text: str) -> str:
    """The script that most of the text's first 100 characters say; empty if it has no letters.

    Letters are weighed as in `expected_scripts`.
    """
    text = text[:100]
    if text.isascii() or not _runs(_NOT_LATIN).search(text):
        return "Latin" if _runs(_LATIN).search(text) else ""
    counts = count_scripts(text)
    return max(counts, key=lambda script: counts[script] * WEIGHT.get(script, 1.0))


def script_share(text: str, scripts: Set[str]) -> float:
    """Share of the text's characters, white space left out, that belong to the scripts; 0 to 1."""
    characters = len(text) - text.count(" ")
    return _count(text, frozenset(scripts)) / characters if characters and scripts else 0.0


def _count(text: str, scripts: frozenset[str]) -> int:
    if text.isascii():
        return _count_ascii(text.encode()) if "Latin" in scripts else 0
    return sum([len(run) for run in _runs(scripts).findall(text)])


def _count_ascii(text: bytes) -> int:
    """Number of letters in ASCII."""
    return len(text) - len(text.translate(None, _LETTERS))


def letter_weight(text: str) -> float:
    """How many Latin letters a letter of the text says as much as, on average; 1 or more."""
    if text.isascii():
        return 1.0
    counts = count_scripts(text)
    weighted = sum(count * WEIGHT.get(script, 1.0) for script, count in counts.items())
    return weighted / total if (total := sum(counts.values())) else 1.0

"""The words of languages that are looked for in pages: one row of each language in three files.

``cldr.json`` has what Unicode's CLDR tells of dates; ``benchmarks/cldr_words.py`` makes it, and its
licence stands beside it. ``words.json`` is ours: what CLDR lacks. So is ``captions.json``: what
stands on buttons and beside fields of forums and of articles. Words are in lower case; a "_" stands
for a space.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final

CLDR: Final = Path(__file__).with_name("cldr.json")
OWN: Final = Path(__file__).with_name("words.json")
CAPTIONS: Final = Path(__file__).with_name("captions.json")

Languages = frozenset[str]
"""Codes of languages: ``de``."""


@cache
def rows(path: Path) -> Mapping[str, Mapping[str, Any]]:
    """The rows of a file, by languages: what each tells of a role."""
    found: Mapping[str, Mapping[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def own_languages() -> Languages:
    """The languages of which we have words of our own: those that many forums are in."""
    return frozenset(rows(OWN))


def own_words(role: str) -> frozenset[str]:
    """The words of a role that are ours."""
    return frozenset(
        word
        for row in rows(OWN).values()
        for several in _values(row.get(role, ()))
        for word in _split(several)
    )


def words(role: str) -> dict[str, Languages]:
    """The words that have a role in any language, and the languages in which they do."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for language, written in _written(role):
        for several in _values(written):
            for word in _split(several):
                found[word].add(language)
    return {word: frozenset(languages) for word, languages in found.items()}


def captions() -> dict[str, frozenset[str]]:
    """The captions of buttons and fields, and the kinds of things that each stands for."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for row in rows(CAPTIONS).values():
        for kind, written in row.items():
            for caption in _split(written):
                found[caption].add(kind)
    return {caption: frozenset(kinds) for caption, kinds in found.items()}


def meanings(role: str) -> dict[str, dict[str, str]]:
    """The words that have a role, and what each means in the languages in which it does.

    A list of words means its place in the row, from 0 on; others have names there.
    """
    found: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for language, written in _written(role):
        named = enumerate(written) if isinstance(written, list) else written.items()
        for name, several in named:
            for word in _split(several):
                found[word].setdefault(language, str(name))
    return dict(found)


def phrases(role: str) -> dict[str, str]:
    """The phrases that have a role, and what the row tells of each."""
    pairs = chain.from_iterable(written.items() for _, written in _written(role))
    return {phrase.replace("_", " "): meaning for phrase, meaning in pairs}


def _written(role: str) -> Iterator[tuple[str, Any]]:
    for path in (OWN, CLDR):
        for language, row in rows(path).items():
            if role in row:
                yield language, row[role]


def _values(written: Any) -> Iterable[str]:
    if isinstance(written, str):
        return (written,)
    return written.values() if isinstance(written, Mapping) else written


def _split(written: str) -> list[str]:
    return [word.replace("_", " ") for word in written.split()]

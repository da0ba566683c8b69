"""Words of the lexicon as parts of regular expressions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from sys import maxsize
from typing import Final

from extract_pipelines.text.lexicon import words

# Letters of scripts that are written without spaces may touch a word, other letters may not.
UNSPACED: Final = (
    "\u0e01-\u0e4e\u0e81-\u0ece\u1000-\u103f\u1780-\u17d3\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af"
)
NO_LETTER_BEFORE: Final = rf"(?<![^\W{UNSPACED}])"
NO_LETTER_AFTER: Final = rf"(?![^\W{UNSPACED}])"
_UNSPACED: Final = re.compile(f"[{UNSPACED}]")


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A long pattern that few pages need: made when one does, not in every process at its start."""
    return re.compile(pattern)


class LazyPattern:
    """A long pattern that is written and compiled when it is first used, not at a process's start.

    :param source: writes it
    """

    __slots__ = ("_flags", "_made", "_source")

    def __init__(self, source: Callable[[], str], flags: int = 0) -> None:
        self._source = source
        self._flags = flags
        self._made: re.Pattern[str] | None = None

    @property
    def made(self) -> re.Pattern[str]:
        """The pattern itself."""
        if self._made is None:
            self._made = re.compile(self._source(), self._flags)
        return self._made

    def match(self, text: str, start: int = 0, end: int = maxsize) -> re.Match[str] | None:
        """As `re.Pattern.match`."""
        return self.made.match(text, start, end)

    def fullmatch(self, text: str, start: int = 0, end: int = maxsize) -> re.Match[str] | None:
        """As `re.Pattern.fullmatch`."""
        return self.made.fullmatch(text, start, end)

    def search(self, text: str, start: int = 0, end: int = maxsize) -> re.Match[str] | None:
        """As `re.Pattern.search`."""
        return self.made.search(text, start, end)

    def finditer(self, text: str, start: int = 0, end: int = maxsize) -> Iterator[re.Match[str]]:
        """As `re.Pattern.finditer`."""
        return self.made.finditer(text, start, end)


def is_unspaced(word: str) -> bool:
    """Whether a word has letters of a script that is written without spaces."""
    return _UNSPACED.search(word) is not None


def any_of(*roles: str, spaced: bool | None = None) -> str:
    """A pattern for the words that have one of the roles in any language.

    :param spaced: only those of scripts with spaces, or only the others
    """
    found = {word for role in roles for word in words(role)}
    if spaced is not None:
        found = {word for word in found if is_unspaced(word) is not spaced}
    return alternatives(found)


def alternatives(words: Iterable[str]) -> str:
    """Write the words as a tree of alternatives, so that few characters decide; longest first."""
    tree = _tree(words)
    return f"(?:{tree})" if tree else ""


def _tree(words: Iterable[str]) -> str:
    """The same, in no group where one is enough: they take most of the time to compile."""
    rests: dict[str, list[str]] = {}
    for word in sorted(set(words)):
        rests.setdefault(word[:1], []).append(word[1:])
    may_end = rests.pop("", None) is not None
    branches = [_character(first) + _tree(rest) for first, rest in rests.items()]
    if len(branches) > 1 or (branches and may_end):
        return f"(?:{'|'.join(branches)}){'?' if may_end else ''}"
    return "".join(branches)


def _character(written: str) -> str:
    if written == " ":
        return r"\s"
    return "['’]" if written == "'" else re.escape(written)

"""Which texts can be the name of a member."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from extract_pipelines.text.lexicon import words
from extract_pipelines.text.lexicon.patterns import alternatives, any_of
from extract_pipelines.text.scripts import MARKS

_TOKEN: Final = re.compile(r"\w+")
# What words of names are written with: letters with their marks, digits and some signs.
WORD_CHARACTERS: Final = rf"\w{MARKS}'’.·＠◆☆★\-"
# One to four words; what Reddit writes before a name, a number that parts those of the same name,
# and the names that boards of 2channel give to those who tell none.
_NAME: Final = re.compile(
    rf"(?:u/)?[^\W_][{WORD_CHARACTERS}]*(?: [{WORD_CHARACTERS}]+){{0,3}}(?:#\d+)?|\w+|\w+＠\w+。"
)
# What counts something rather than names someone: `12`, `3.`, `2.1`.
_NUMBER: Final = re.compile(r"\d+(?:[.\-]\d+)*\.?")
# What ends a word beside a name, and is no part of the name.
COLONS: Final = (":", "：")
LONGEST_NAME: Final = 40
_WORDS: Final = re.compile(r"[^\W_]+")
# First letters of a name that a picture shows; it stands so near behind them, with a date between.
MOST_INITIALS: Final = 3
BEHIND_INITIALS: Final = 3
# A name, and what says before it that it is one.
LONGEST_SIGNED: Final = 200
# Answers that are remembered of each question: the pages of a site share many short texts.
MOST_KEPT: Final = 8192
_EDITED: Final = alternatives({"changed", *(phrase.split()[0] for phrase in words("edited"))})
# What says that a name follows: `by`, `Posted by`, `Author:`, but not who edited a text.
_SIGNED: Final = re.compile(
    rf"(?:(?!{_EDITED})[^\W\d_]+\s)?{any_of('by')}(?:\s?[:：]\s*|\s+)"
    rf"|{any_of('author', 'author_label')}\s?[:：]\s*",
    re.IGNORECASE,
)
# Characters of a name's last word up to which a dot at its end may be part of it, as of "Jr."
LONGEST_DOTTED: Final = 4
# What may stand behind a name, or be a part of it.
IN_BRACKETS: Final = re.compile(r"\s?\([^()]*\)\Z")
# A text that is nothing but such a word announces a name without a colon, too.
_LABEL: Final = re.compile(
    rf"{any_of('author')}|{any_of('author_label', spaced=False)}", re.IGNORECASE
)

# Polite words behind a name, in a language without spaces.
HONORIFICS: Final = frozenset(words("honorific"))


def is_token(text: str) -> bool:
    """Whether the text is nothing but CJK or other letters, digits and underscores.

    Rule 2 of the 2017 article (part 2): such a text may be a user name, so it is kept.
    """
    return _TOKEN.fullmatch(text) is not None


def is_name(text: str) -> bool:
    """Whether the text can be a member's name: one to four words, no number, no sentence."""
    return len(text) <= LONGEST_NAME and _is_name(text)


@lru_cache(maxsize=MOST_KEPT)
def _is_name(text: str) -> bool:
    return _NAME.fullmatch(text) is not None and _NUMBER.fullmatch(text) is None


def find_initials(texts: Sequence[str]) -> list[int]:
    """Which of some texts are the first letters of a name right behind: `AL`, of a picture."""
    return [
        rank
        for rank, text in enumerate(texts)
        if len(text) <= MOST_INITIALS
        and text.isalnum()
        and text == text.upper()
        and any(_abbreviates(text, name) for name in texts[rank + 1 : rank + 1 + BEHIND_INITIALS])
    ]


def _abbreviates(text: str, name: str) -> bool:
    """Whether a text is the first letters of a name's words; it may leave out the last ones."""
    if not len(text) < len(name) <= LONGEST_NAME:
        return False
    first = "".join([word[0] for word in _WORDS.findall(name)]).upper()
    return first.startswith(text) and is_name(name)


def announces_name(text: str) -> bool:
    """Whether the text is a word or two after which a name follows: ``by``, ``Author``."""
    return len(text) <= LONGEST_NAME and _announces_name(text)


@lru_cache(maxsize=MOST_KEPT)
def _announces_name(text: str) -> bool:
    return (_SIGNED.fullmatch(f"{text} ") or _LABEL.fullmatch(text)) is not None


def signed_name(text: str) -> str | None:
    """The name in a text that says that it is one, as in ``by Anna``; None if it says nothing.

    What stands behind it in brackets, such as where it was written from, is no part of it, nor is
    the full stop of a sentence.
    """
    start = _end_of_sign(text) if len(text) <= LONGEST_SIGNED else 0
    if not start:
        return None
    name = IN_BRACKETS.sub("", text[start:])
    last = name.rpartition(" ")[2]
    if name.endswith(".") and not (last.istitle() and len(last) <= LONGEST_DOTTED):
        name = name[:-1]
    return name if is_name(name) else None


@lru_cache(maxsize=MOST_KEPT)
def _end_of_sign(text: str) -> int:
    """Where what says that a name follows ends; 0 if nothing does."""
    found = _SIGNED.match(text)
    return found.end() if found else 0

"""What one segment of a path names: the id of a thread or board, a page or a post of it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final, NamedTuple

from extract_pipelines.url.parts import EXTENSION
from extract_pipelines.url.words import (
    BOARD_KEYS,
    BOARD_WORDS,
    MONTHS,
    PAGE_WORDS,
    POST_KEYS,
    POST_WORDS,
    THREAD_KEYS,
    THREAD_WORDS,
)

_KEYED: Final = frozenset((*THREAD_KEYS, *BOARD_KEYS)) | THREAD_WORDS | BOARD_WORDS
# Keys that are no words, so that they tell an id wherever they stand: read-htm-tid-15.
_KEYS_ONLY: Final = frozenset(("tid", "fid", "bid"))
_TOKENS: Final = re.compile(r"[-_,]+")
# 15, with a page or post behind it: 15.20, 15.msg301, 15/20.
_VALUE: Final = re.compile(r"(\d+)(?:[./](?:(?:msg|post|p)(\d+)|(\d+)))?(?:[-.;/#].*)?\Z")
_TITLE_VALUE: Final = re.compile(r"([^\W_][\w-]*)(?:/(\d+))?\Z")
_WORD_NUMBER: Final = re.compile(r"([a-z]+)[-_](\d+)(?:[-_](\d+))?(?:[-_]\d+)*\Z")
# old-pump-t15, topic15, and these with how many posts stand before the page.
_JOINED: Final = re.compile(
    r"(?:(?:.*[-_])?(?=topic|thread|forum|board|post)|.*[-_](?=t\d|f\d))"
    r"([a-z]+)(\d+)(?:[-_]s?(\d+))?\Z"
)
_TWO_NUMBERS: Final = re.compile(r"(\d+)[-_](\d+)\Z")
_PAGED_ID: Final = re.compile(r".*[^\W\d_][-_](\d{3,})[-_](\d{1,2})\Z")
_NUMBER_BEFORE: Final = re.compile(r"(\d+)[.\-_](?=.*[^\W\d_])")
_NUMBER_BEHIND: Final = re.compile(r"(?<=.)([.\-_])(\d+)\Z")
_YEAR: Final = re.compile(r"(?:19|20)\d\d\Z")
_YEAR_BEFORE: Final = re.compile(r"(?:19|20)\d\d[-_](\w+)\Z")
_PAGE: Final = re.compile(rf"(?:{'|'.join(PAGE_WORDS)})[-_:]?(\d{{1,5}})\Z")
# Digits of a number that may stand at the end of a title.
LONGEST_COUNT: Final = 2


class Named(NamedTuple):
    """What a segment, or the value of a query's key, names."""

    name: str
    """The id of a thread or board; else its title's words."""
    word: str | None = None
    """What it is the id of, if that is told."""
    page: str | None = None
    post: str | None = None
    ending: str = ""
    """A number that may be a page's, or the title's own: the 2 of ``15-old-pump-2``."""
    counts_posts: bool = False
    """Whether the page is told by how many posts stand before it."""


def stem_of(segment: str) -> str:
    """A segment without the extension of a file."""
    return EXTENSION.sub("", segment)


def is_script(segment: str) -> bool:
    """Whether a segment is the name of a file."""
    return EXTENSION.search(segment) is not None


def read_segment(segment: str, *, first: bool = False) -> Named | None:
    """What a segment of a path names by a number in it; None if there is none.

    :param first: whether it is the first of the path, where any word may tell a kind
    """
    stem = stem_of(segment)
    tokens = [token for token in _TOKENS.split(stem) if token]
    if tokens and "," in stem and all(map(str.isdecimal, tokens)):  # board, thread, post
        return Named(tokens[:2][-1], post=tokens[2] if len(tokens) > 2 else None)
    return _read_keyed(tokens) or _read_joined(stem, first=first) or _read_titled(stem)


def _read_keyed(tokens: list[str]) -> Named | None:
    """What words with numbers tell: thread, 15, 2, 1; or read, htm, tid, 15, page, 2."""
    for at, token in enumerate(tokens[:-1]):
        if not token.isalpha():
            return None
        found = token in (_KEYED if at == 0 else _KEYS_ONLY) and read_value(tokens[at + 1])
        if found:
            return _with_rest(found._replace(word=token), tokens[at + 2 :])
    return None


def _with_rest(named: Named, rest: list[str]) -> Named:
    """What is named, with the page or post that the words and numbers behind it tell."""
    if rest and rest[0].isdecimal():
        return named._replace(page=rest[0])
    if len(rest) > 1 and rest[1].isdecimal():
        if rest[0] in PAGE_WORDS:
            return named._replace(page=rest[1])
        if rest[0] in POST_WORDS | POST_KEYS:
            return named._replace(post=rest[1])
    return named


def _read_joined(stem: str, *, first: bool) -> Named | None:
    """What a word and a number that belong together tell, wherever in the path any word may."""
    if (match := _WORD_NUMBER.match(stem)) and (match[3] or first):
        return Named(match[2], match[1], match[3])
    if match := _JOINED.match(stem):
        return Named(match[2], match[1], match[3], counts_posts=bool(match[3]))
    return None


def _read_titled(stem: str) -> Named | None:
    """The number before or behind a title, or one that another follows."""
    if _is_month(stem):
        return Named(stem) if _TWO_NUMBERS.match(stem) else None
    if match := _TWO_NUMBERS.match(stem):
        return Named(match[1], page=match[2])
    if (match := _PAGED_ID.match(stem)) and not _YEAR.match(match[1]):
        return Named(match[1], ending=match[2])
    number = number_in(stem)
    if number is None:
        return None
    behind = _NUMBER_BEHIND.search(stem)
    ending = behind[2] if behind and behind[1] != "." and behind[2] != number else ""
    return Named(number, ending=ending)


def read_value(value: str, *, title: bool = False) -> Named | None:
    """What the value of a key that names a thread or board tells: ``15``, ``15.20``, ``15.msg3``.

    :param title: whether it may be a title, as in ``a-title`` and ``tools/20``
    """
    if match := _VALUE.match(value):
        return Named(match[1], post=match[2], page=match[3], counts_posts=bool(match[3]))
    if title and (match := _TITLE_VALUE.match(value)):
        return Named(match[1], page=match[2], counts_posts=bool(match[2]))
    return None


def page_in(segment: str) -> Named | None:
    """The page or the post that a segment is for, of no name: ``page-3``, ``p2``, ``page__st__20``.

    :return: None if it is something else
    """
    stem = stem_of(segment)
    if match := _PAGE.match(stem):
        return Named("", page=match[1])
    word, *pairs = stem.split("__")
    if word in PAGE_WORDS and pairs:
        told = dict(pairwise(pairs))
        first = told.get("st", "")
        counts = first.isdecimal()
        return Named("", page=first if counts else None, post=told.get("p"), counts_posts=counts)
    return None


def number_in(name: str) -> str | None:
    """The number that begins or ends a name with a title: ``15-a-title``, ``a-title.15``.

    Of two, the last one is taken if a dot stands before it, or if it is longer, no year and too
    long for a count: ``3-best-cars-1234``, but ``5-top-10``.
    """
    before, behind = _NUMBER_BEFORE.match(name), _NUMBER_BEHIND.search(name)
    if before and behind:
        longer = len(behind[2]) > len(before[1]) or _YEAR.match(before[1])
        counts = len(behind[2]) <= LONGEST_COUNT or _YEAR.match(behind[2])
        is_last = behind[1] == "." or (longer and not counts)
        return behind[2] if is_last else before[1]
    return before[1] if before else behind[2] if behind else None


def _is_month(stem: str) -> bool:
    """Whether a segment names a month of an archive: ``2024-May``, ``2024-05``."""
    match = _YEAR_BEFORE.match(stem)
    return match is not None and (
        match[1] in MONTHS or (match[1].isdecimal() and 1 <= int(match[1]) <= 12)
    )

"""What a path names: the thread or board, and the page or post of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from extract_pipelines.url.segments import (
    LONGEST_COUNT,
    Named,
    is_script,
    page_in,
    read_segment,
    stem_of,
)
from extract_pipelines.url.words import (
    ACTIONS,
    BOARD_WORDS,
    PAGE_SEGMENTS,
    POST_WORDS,
    THREAD_WORDS,
    TITLE_FIRST,
)

_DATED: Final = re.compile(r"/(?:19|20)\d\d/(?:0?[1-9]|1[0-2])/")
# A year before a title, which is no id.
_OF_YEAR: Final = re.compile(r"/(?:19|20)\d\d/(?=[^/]*[^\W\d_])[^/]+/\Z")
_WORD: Final = re.compile(r"[a-z_]+\Z")
_SETTING: Final = re.compile(r"[a-z_]+:[a-z_-]+\Z")
_WORDS: Final = THREAD_WORDS | BOARD_WORDS | POST_WORDS | ACTIONS
_NUMBER: Final = re.compile(r"(\d+)(\.[a-z]+)?\Z")
_POST: Final = re.compile(r"([a-z]+)[-_](\d+)\Z")
# No page and no post.
NOTHING: Final = Named("")
# An id in front of a title, or behind a dot: of a thread with a title, not of a page called so.
_TITLED: Final = re.compile(r"\d+[-_.].*[^\W\d_]|.*[^\W\d_].*\.\d+\Z")


def by_path(segments: Sequence[str]) -> tuple[list[str], Named | None]:
    """The words of a path that are no title, and what it names.

    :param segments: of the path, none of them empty
    """
    segments, behind = _without_page(segments)
    path = f"/{'/'.join(segments)}/"
    dated = _date_in(path)
    if dated >= 0:
        return _words(path[:dated].split("/")), behind._replace(name=path[dated:].strip("/"))
    words, named = _by_number(segments) or _by_title(segments)
    if behind == NOTHING:
        return words, named
    return words, behind._replace(name=named.name if named else "", word=named and named.word)


def _date_in(path: str) -> int:
    """Where the date of an article begins: /2024/05/a-title-7.html, /2024/a-title; else -1."""
    if dated := _DATED.search(path):
        return dated.start()
    dated = _OF_YEAR.search(path)
    is_id = dated and path[: dated.start()].rpartition("/")[2] in _WORDS
    return dated.start() if dated and not is_id else -1


def _without_page(segments: Sequence[str]) -> tuple[list[str], Named]:
    """The segments that name something, and the page or post of it that those behind are for."""
    *before, last = segments or [""]
    if before and (told := page_in(last)):
        return before, told
    number = _NUMBER.match(last)
    if before and number and before[-1] in PAGE_SEGMENTS:
        return before[:-1], NOTHING._replace(page=number[1])
    if not THREAD_WORDS.isdisjoint(before[:-1]):
        if number and before[-1] in POST_WORDS:
            return before[:-1], NOTHING._replace(post=number[1])
        if (match := _POST.match(stem_of(last))) and match[1] in POST_WORDS:
            return before, NOTHING._replace(post=match[2])
    return list(segments), NOTHING


def _by_title(segments: Sequence[str]) -> tuple[list[str], Named | None]:
    """What a path without numbers of their own names: the last id in a title, or the last title."""
    for at in reversed(range(len(segments))):
        named = read_segment(segments[at], first=at == 0)
        if named is None:
            continue
        behind = segments[at + 1 :]
        if behind and at and segments[at - 1] in BOARD_WORDS and behind[0] not in ACTIONS:
            break  # the board of a thread that has no id
        return [*_words(segments[:at]), *filter(None, [named.word])], named
    if not segments:
        return [], None
    return _words(segments[:-1]), Named(segments[-1])


def _by_number(segments: Sequence[str]) -> tuple[list[str], Named] | None:
    """The same of a path with numbers of their own: /t/title/15/4 is post 4 of thread 15."""
    numbers = {
        at: match[1]
        for at, segment in enumerate(segments)
        if (match := _NUMBER.match(segment)) and not _is_board(segments, at)
    }
    if not numbers:
        return None
    last = max(numbers)
    first = last
    while first - 1 in numbers:
        first -= 1
    before = segments[:first]
    name, second = numbers[first], numbers[last] if last > first else ""
    if thread := _titled_thread(before):
        words, found = thread
        return _words(words), Named(found, post=name)
    if second and not segments[last].isdecimal() and not is_script(segments[last]):
        return _words(before), Named(second, ending=name)  # /list/20/15.page
    if before and before[-1] in THREAD_WORDS | BOARD_WORDS:
        return _words(before), Named(name, page=second or None)
    has_title = len(before) > 1 and before[-2] in THREAD_WORDS and before[-1] not in _WORDS
    words = _words(before[:-1] if has_title else before)
    return words, Named(name, ending="" if has_title else second)


def _is_board(segments: Sequence[str], at: int) -> bool:
    """Whether a number is that of the board which a thread with an id behind it stands in.

    A short number between the board's own and its title is that of a page: /forums/3/2/tools.
    """
    behind = segments[at + 1 :]
    if not at or segments[at - 1] not in BOARD_WORDS:
        return False
    if len(behind) > 1 and behind[0].isdecimal() and len(behind[0]) <= LONGEST_COUNT:
        return False
    return any(
        segment in THREAD_WORDS or _NUMBER.match(segment) or read_segment(segment)
        for segment in behind
    )


def _titled_thread(before: Sequence[str]) -> tuple[Sequence[str], str] | None:
    """The thread whose title a number stands behind: 15/a-title/4, or 15-a-title/4.

    :return: the segments before it, and its id
    """
    *words, title = before or [""]
    if title in _WORDS:
        return None
    if words and words[-1] in THREAD_WORDS - TITLE_FIRST and _TITLED.match(title):
        named = read_segment(title)
        return (words, named.name) if named else None
    if not words or not words[-1].isdecimal():
        return None
    above = words[-2] if len(words) > 1 else ""
    if above in THREAD_WORDS or (above not in BOARD_WORDS and not _WORD.match(title)):
        return words[:-1], words[-1]
    return None


def _words(segments: Sequence[str]) -> list[str]:
    """The segments that are words of the site, not titles."""
    stems = [stem_of(segment) for segment in segments]
    return [
        stem
        for stem in stems
        if stem in _WORDS or _SETTING.match(stem) or (_WORD.match(stem) and stem != "index")
    ]

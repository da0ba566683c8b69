"""What an address leads to besides threads and boards: people, forms, other views of a page."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from extract_pipelines.url.parts import parts_of
from extract_pipelines.url.segments import stem_of
from extract_pipelines.url.words import ACTIONS, AVOIDED, FEEDS, REDIRECTORS, THREAD_KEYS

_PERSON: Final = re.compile(
    # Most words begin with none of these letters: that is seen at once.
    r"[/?&;._-](?=[suvmpa_])(?:show_?|view_?|_|)"
    r"(?:u(?:id|ser_?(?:id|name)?s?)?|members?|p(?:rofiles?|eople|erson)|author|space)"
    r"(?:[/?&=.:;-]|\Z)"
)
# Of a path that is a person's as a whole: space-uid-21, user.7.
_PERSON_SEGMENT: Final = re.compile(
    r"(?:space|user|member|profile|author)(?:[-_.](?:uid|id|profile))?[-_.]\d+\Z"
)
_ID_BEHIND: Final = re.compile(r".+[.\-_](\d+)\Z")
# URLs up to this length are remembered: the pages of a site share many.
LONGEST_KEPT: Final = 300
# Links begin so that lead to no page.
_NO_PAGES: Final = ("#", "javascript:", "mailto:")
_WORD_BORDER: Final = re.compile(r"[/?&=.;]+")


def leads_to_page(href: str) -> bool:
    """Whether a link leads to a page: not to a place on its own, nor to a mail or a script."""
    return not href.startswith(_NO_PAGES)


def names_person(url: str) -> bool:
    """Whether a word of the URL's path or query says that it leads to a person's page."""
    return _kept_names_person(url) if len(url) <= LONGEST_KEPT else _names_person(url)


def _names_person(url: str) -> bool:
    return _PERSON.search(f"/{url.lower()}") is not None  # it begins a word, too


_kept_names_person = lru_cache(maxsize=8192)(_names_person)


def is_avoided(url: str) -> bool:
    """Whether a link leads to a form, a person or another view, by the words of its URL."""
    try:
        if urlsplit(url).scheme not in ("http", "https"):
            return True
        parts = parts_of(url)
    except ValueError:
        return True
    for key, value in parts.query.items():
        if not AVOIDED.isdisjoint((key, *_WORD_BORDER.split(value))):
            return True
    segments = [stem_of(segment) for segment in parts.segments]
    named = next(
        (at for at, part in enumerate(segments) if part.isdecimal() or _ID_BEHIND.match(part)),
        len(segments),
    )
    if any(map(_PERSON_SEGMENT.match, segments)):
        return True
    if segments and segments[-1].rpartition(".")[2] in FEEDS:
        return True
    avoided = AVOIDED
    if any(parts.query.get(key) for key in THREAD_KEYS):
        avoided = AVOIDED - REDIRECTORS  # /goto?t=15 is the thread's own address
    return not (avoided.isdisjoint(segments[:named]) and ACTIONS.isdisjoint(segments[named + 1 :]))

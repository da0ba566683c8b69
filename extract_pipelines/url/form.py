"""The forms of a URL, each what alike ones share: ``https://f.example/topic/15/a-title/?page=2``.

* pages of one kind (`page_form`): ``/topic/0/a``
* threads of a forum (`thread_form`): ``f.example/topic/0``
* what stands in one folder, as people do (`folder_form`): ``f.example``, ``/topic/15/a-title/`` and
  ``page``
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

from extract_pipelines.url.address import address
from extract_pipelines.url.parts import split_query, split_url
from extract_pipelines.url.words import OFFSET_KEYS, PAGE_KEYS, POST_OR_PAGE, SESSION_KEYS

_WORD: Final = re.compile(r"[^\W\d_]+")
_NUMBERS: Final = re.compile(r"\d[\d_-]*")
_PAGE: Final = re.compile(r"/(?:page|paged|seite|p)[-/]?(\d{1,5})(?:/|\.html?)?\Z", re.IGNORECASE)
_HASH: Final = re.compile(
    r"(?=.*\d)(?:[\da-f]{10}|[\da-f]{16}|[\da-f]{24}|[\da-f]{32}|[\da-f]{40})\Z"
)
# Names of a query that ask for a page of several, or for nothing.
_IGNORED_KEYS: Final = frozenset((*PAGE_KEYS, *OFFSET_KEYS, POST_OR_PAGE)) | SESSION_KEYS
LONGEST_WORD: Final = 20
MOST_WORDS: Final = 2
LONGEST_FORM: Final = 100


@lru_cache(maxsize=1024)
def page_form(url: str) -> str:
    """What the URLs of one kind of pages share, as in ``/thread-0.html`` or ``/t/a/0?highlight``.

    The first segment of the path keeps its words, if they are few: they name the kind. The others
    are numbers or words. Queries are told by name. What asks for a page of several is left out.

    :return: empty if there is no URL, or none that can be parsed
    """
    if not url:
        return ""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    route, pairs = split_query(parts.query)
    path = _PAGE.sub("", f"{unquote(parts.path)}/{route}".rstrip("/")).strip("/")
    first, *others = path.split("/")
    form = "/" + "/".join((_first_form(first), *("0" if s.isdecimal() else "a" for s in others)))
    query = "&".join(sorted({key.lower() for key, _ in pairs} - _IGNORED_KEYS))
    return (f"{form}?{query}" if query else form)[:LONGEST_FORM]


def _first_form(segment: str) -> str:
    words = _WORD.findall(segment)
    if len(words) > MOST_WORDS + ("." in segment) or max(map(len, words), default=0) > LONGEST_WORD:
        return "a"
    return _NUMBERS.sub("0", segment)


def thread_form(url: str) -> str:
    """What the addresses of all threads of a forum share, and those of all its boards.

    ``/topic/15/a-title/`` has the form ``host/topic/0``, ``/about`` the form ``host/*``, and
    ``/post/a01b23c4d5`` the form ``host/post/#``, also if all digits of the hash are decimal.
    """
    found = address(url)
    keys = ",".join(sorted(key for key, _ in parse_qsl(found.rest, keep_blank_values=True)))
    kind = ""
    if found.name is not None:
        kind = "#" if _HASH.match(found.name) else "0" if found.name.isdecimal() else "*"
    return "".join((found.base, "/", kind, f"?{keys}" if keys else ""))


@lru_cache(maxsize=4096)
def folder_form(url: str | None) -> tuple[object, ...] | None:
    """A URL without its last segment and the values of its query."""
    if not url:
        return None
    parts = split_url(url)
    folder = parts.path.rstrip("/").rpartition("/")[0]
    if parts.query:
        folder = parts.path
    return parts.netloc, folder, tuple([name for name, _ in parse_qsl(parts.query)])

"""What the URLs of one kind of pages share."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from urllib.parse import unquote, urlsplit

from extract_pipelines.url.parts import split_query
from extract_pipelines.url.words import OFFSET_KEYS, PAGE_KEYS, POST_OR_PAGE, SESSION_KEYS

_WORD: Final = re.compile(r"[^\W\d_]+")
_NUMBERS: Final = re.compile(r"\d[\d_-]*")
_PAGE: Final = re.compile(r"/(?:page|paged|seite|p)[-/]?(\d{1,5})(?:/|\.html?)?\Z", re.IGNORECASE)
# Names of a query that ask for a page of several, or for nothing.
_IGNORED_KEYS: Final = frozenset((*PAGE_KEYS, *OFFSET_KEYS, POST_OR_PAGE)) | SESSION_KEYS
LONGEST_WORD: Final = 20
MOST_WORDS: Final = 2
LONGEST_SHAPE: Final = 100


@lru_cache(maxsize=1024)
def url_shape(url: str) -> str:
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
    shape = "/" + "/".join((_first_shape(first), *("0" if s.isdecimal() else "a" for s in others)))
    query = "&".join(sorted({key.lower() for key, _ in pairs} - _IGNORED_KEYS))
    return (f"{shape}?{query}" if query else shape)[:LONGEST_SHAPE]


def _first_shape(segment: str) -> str:
    words = _WORD.findall(segment)
    if len(words) > MOST_WORDS + ("." in segment) or max(map(len, words), default=0) > LONGEST_WORD:
        return "a"
    return _NUMBERS.sub("0", segment)

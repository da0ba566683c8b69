"""What the URLs of one kind of pages share."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import parse_qsl, unquote, urlsplit

from extract_pipelines.paging import PAGE_IN_PATH, PAGE_KEYS

_WORD = re.compile(r"[^\W\d_]+")
_NUMBERS = re.compile(r"\d[\d_-]*")
# Names of a query that ask for a page of several, or for nothing.
_IGNORED_KEYS = PAGE_KEYS | {"start", "st", "offset", "sid", "s", "phpsessid"}
_PERSON = re.compile(
    r"(?:\A|[/?&;._-])(?:show|view)?_?(?:u|uid|user_?(?:id|name)?s?|members?|profiles?|people|person"
    r"|author|space)"
    r"(?:[/?&=.:;-]|\Z)",
    re.IGNORECASE,
)
LONGEST_WORD = 20
MOST_WORDS = 2
LONGEST_SHAPE = 100


@lru_cache(maxsize=1024)
def url_shape(url: str) -> str:
    """What the URLs of one kind of pages share, as in ``/thread-0.html`` or ``/t/a/0?highlight``.

    The first segment of the path keeps its words, if they are few: they name the kind. The others
    are numbers or words. Queries are told by name. What asks for a page of several is left out.

    :return: empty if there is no URL
    """
    if not url:
        return ""
    parts = urlsplit(url)
    path = PAGE_IN_PATH.sub("", unquote(parts.path)).strip("/")
    first, *others = path.split("/")
    shape = "/" + "/".join((_first_shape(first), *("0" if s.isdecimal() else "a" for s in others)))
    keys = {key.lower() for key, _ in parse_qsl(parts.query, keep_blank_values=True)}
    query = "&".join(sorted(keys - _IGNORED_KEYS))
    return (f"{shape}?{query}" if query else shape)[:LONGEST_SHAPE]


def names_person(url: str) -> bool:
    """Whether a word of the URL's path or query says that it leads to a person's page."""
    return _PERSON.search(url) is not None


def _first_shape(segment: str) -> str:
    words = _WORD.findall(segment)
    if len(words) > MOST_WORDS + ("." in segment) or max(map(len, words), default=0) > LONGEST_WORD:
        return "a"
    return _NUMBERS.sub("0", segment)

"""The parts of a URL: its path, also where the query carries it, and the keys of its query."""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from urllib.parse import SplitResult, unquote, unquote_plus, urlsplit, urlunsplit

from extract_pipelines.url.words import ROUTE_KEYS, SESSION_KEYS

# What leads to a page has one of these: a ``?15-a-title/page3`` is a path, a ``?all`` is none.
_ROUTE: Final = re.compile(r"\A\d+\Z|\A/|.[/,]|\d[-.]|[-.]\d|\.html?\Z")
_ROUTE_VALUE: Final = re.compile(r"(?=.*[^\W\d_]).*(?:/|\A\d+-)")
_PATH_SESSION: Final = re.compile(r";jsessionid=[^/?#]*", re.IGNORECASE)
_PIECE: Final = re.compile(r"[&;]*([^&;=]*)[^&;]*")
_SEPARATOR: Final = re.compile(r"[&;]")
EXTENSION: Final = re.compile(r"(?<=.)\.(?:html?|php\d?|aspx?|jsp|cgi|pl|cfm|do)\Z", re.IGNORECASE)


class Parts(NamedTuple):
    """A URL's parts in lower case, without ids of sessions."""

    host: str
    path: str
    """As it stands in the URL."""
    segments: list[str]
    """Of the path, and of one that the query carries behind it; none is empty."""
    query: dict[str, str]
    """Its keys with their values, in the order of the keys."""
    fragment: str


def parts_of(url: str) -> Parts:
    """Take a URL, or a part of one, into its parts.

    :raises ValueError: if it cannot be parsed
    """
    parts = urlsplit(url)
    path = _PATH_SESSION.sub("", unquote(parts.path).lower())
    route, pairs = split_query(parts.query)
    segments = [segment for segment in f"{path}/{route.lower()}".split("/") if segment]
    query = {key.lower(): value.lower() for key, value in pairs if key.lower() not in SESSION_KEYS}
    return Parts(_host(parts.netloc), path, segments, dict(sorted(query.items())), parts.fragment)


def split_url(url: str) -> SplitResult:
    """Split a URL as `urllib.parse.urlsplit` does; one that cannot be parsed has no parts."""
    try:
        return urlsplit(url)
    except ValueError:
        return urlsplit("")


def domain_of(url: str) -> str:
    """Host and port of a URL: what a site is known by.

    :raises ValueError: if it cannot be parsed
    """
    return _host(urlsplit(url).netloc)


def is_web_address(name: str) -> bool:
    """Whether a name is the address of a web page."""
    try:
        parts = urlsplit(name)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


def _host(netloc: str) -> str:
    return netloc.rpartition("@")[2].lower()


def split_query(query: str) -> tuple[str, list[tuple[str, str]]]:
    """The path that a query carries, if any, and its keys with their values.

    ``15-a-title/page3&pp=20``, ``q=node/15`` and ``3,15,page=2`` carry one.
    """
    pieces = [piece.partition("=") for piece in _SEPARATOR.split(query) if piece]
    pairs = [(unquote_plus(key), unquote_plus(value)) for key, _, value in pieces]
    if not pieces:
        return "", []
    (key, value), (_, equals, _) = pairs[0], pieces[0]
    if not equals and _ROUTE.search(key):
        return key, pairs[1:]
    if key.lower() in ROUTE_KEYS and _ROUTE_VALUE.match(value):
        return value, pairs[1:]
    if "," in key:
        route, _, key = key.rpartition(",")
        return route, [(key, value), *pairs[1:]]
    return "", pairs


def plain_url(url: str) -> str:
    """The URL without ids of sessions and without fragment."""
    parts = urlsplit(url)
    kept = [
        match[0]
        for match in _PIECE.finditer(parts.query)
        if unquote_plus(match[1]).lower() not in SESSION_KEYS
    ]
    query = "".join(kept).lstrip("&;")
    return urlunsplit((parts.scheme, parts.netloc, _PATH_SESSION.sub("", parts.path), query, ""))

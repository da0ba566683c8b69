"""Which links of a page a spider of reading pages follows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from scrapy.http import Response, TextResponse
from scrapy.linkextractors import LinkExtractor

# A path segment or query word that is one of these leads to a form, a person or a copy of a page.
AVOIDED = frozenset(
    "login logout logging signin signup register registration password lostpw "
    "reply newreply newthread newtopic post posting compose edit delete quote report flag like "
    "vote share print printable printview printpage search find "
    "user users member members memberlist profile space pm privmsg message messages "
    "rss feed atom xml calendar help faq admin moderate subscribe favorite bookmark "
    "whosonline online sort order orderby authorid goto redirect findpost lastpost".split()
)
SESSION_KEYS = frozenset({"sid", "s", "phpsessid", "jsessionid", "session"})
_WORD_BORDER = re.compile(r"[/?&=.;]+")
_extractor = LinkExtractor(canonicalize=False, unique=True)


def page_links(response: Response) -> Iterator[tuple[str, str]]:
    """URL and text of the links that lead to pages to read, session ids and fragments removed."""
    return ((url, text) for url, text in _links(response) if not is_avoided(url))


def flip_links(response: Response) -> Iterator[str]:
    """URLs of the other pages of a list: links to its own path that are a number to the reader."""
    path = urlsplit(response.url).path
    return (url for url, text in _links(response) if text.isdigit() and urlsplit(url).path == path)


def _links(response: Response) -> Iterator[tuple[str, str]]:
    if isinstance(response, TextResponse):
        for link in _extractor.extract_links(response):
            yield plain_url(link.url), " ".join(link.text.split())


def is_avoided(url: str) -> bool:
    """Whether a link leads to something that is no page to read, by the words of its URL."""
    parts = urlsplit(url)
    words = _WORD_BORDER.split(f"{parts.path}?{parts.query}".lower())
    return not AVOIDED.isdisjoint(words)


def plain_url(url: str) -> str:
    """The URL without session id and fragment."""
    parts = urlsplit(url)
    query = [
        (key, value)
        for key, value in parse_qsl(parts.query, keep_blank_values=True)
        if key.lower() not in SESSION_KEYS
    ]
    return urlunsplit((parts.scheme, parts.netloc, parts.path, urlencode(query), ""))

"""Responses, Scrapy's or those of a library beside it, and which of them are pages."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from lxml import etree
from scrapy.http import HtmlResponse, Request, Response, TextResponse, XmlResponse

from extract_pipelines.items import PageItem
from extract_pipelines.page import MAX_ELEMENTS, Page

# So many characters tell what a response is.
TELLING = 4096
_NO_PAGE = ("%PDF-", "<svg")
# What no text is written with: controls but white space.
_NO_TEXT = re.compile("[\x01-\x08\x0e-\x1f\x7f]")
# Compressed data have a tenth of it, even if each byte is decoded as a letter.
MOST_NO_TEXT = 0.05


def is_response(value: Any) -> bool:
    """Whether a value is a response: Scrapy's, or another one with an address and a selector.

    Such are ``web_poet.HttpResponse`` and ``web_poet.BrowserResponse``.
    """
    # They are looked for in the class: to ask for the value's own would decode and parse it.
    own = type(value)
    return isinstance(value, Response) or (
        all(hasattr(own, name) for name in ("selector", "text", "__weakref__"))
        and own.__hash__ is not None
        and hasattr(value, "url")
    )


def source_of(value: Any) -> Any:
    """The response or `Page` that a value is, or holds as a `PageItem`; None if it is neither."""
    if isinstance(value, PageItem):
        value = value.page
    return value if isinstance(value, Page) or is_response(value) else None


def asked_url(answered: Request | Response) -> str:
    """What was asked for, before any redirect."""
    return str(answered.meta.get("redirect_urls", [answered.url])[0])


def read_page(response: Any, max_elements: int = MAX_ELEMENTS) -> Page:
    """The Page of a response that is one; see `is_html`.

    :param max_elements: see `Page`
    """
    downloaded = cached_at(response)
    return Page.from_response(response, downloaded=downloaded, max_elements=max_elements)


def cached_at(response: Any) -> datetime | None:
    """When a response of Scrapy's HTTP cache was fetched, by its ``Date`` header.

    None for one that was fetched just now, or if the header tells no moment of the past.
    """
    if "cached" not in getattr(response, "flags", ()):
        return None
    try:
        sent = parsedate_to_datetime(response.headers.get("Date", b"").decode("latin-1"))
        sent = sent.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return sent if sent <= datetime.now(UTC) else None


def is_html(response: Any) -> bool:
    """Whether a response is a page, HTML or XHTML, whatever type the site gives it.

    Plain text, JSON, feeds, sitemaps and files are none.
    """
    if isinstance(response, Response) and not isinstance(response, TextResponse):
        return False
    start: str = response.text[:TELLING].lstrip("\ufeff \t\r\n\f")
    if start.startswith(_NO_PAGE) or _is_binary(start):
        return False
    if start.startswith("<?xml") or isinstance(response, XmlResponse):
        return _root_of(start) == "html"
    if isinstance(response, TextResponse) and not isinstance(response, HtmlResponse):
        return start.startswith("<")
    return not (start.startswith(("{", "[")) and _is_json(response.text))


def _is_binary(text: str) -> bool:
    """Whether a text is no text but a file, whatever it was decoded as; a page may have a few."""
    return len(_NO_TEXT.findall(text)) > MOST_NO_TEXT * len(text)


def is_success(response: Any) -> bool:
    """Whether a response is what was asked for, not an error page; so is one that does not tell."""
    status: int | None = getattr(response, "status", None)
    return status is None or 200 <= status < 300


def size_of(response: Any) -> int:
    """How much memory the source of a response takes, in bytes or characters."""
    source: bytes | str = getattr(response, "body", b"") or getattr(response, "text", "")
    return len(source)


def _root_of(xml: str) -> str | None:
    """Name of the first element of a document of which this is the beginning."""
    parser = etree.XMLPullParser(events=("start",), recover=True, resolve_entities=False)
    parser.feed(xml)
    element = next((element for _, element in parser.read_events()), None)
    return None if element is None else etree.QName(element).localname.lower()


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True

"""From the source of a page to its tree: which charset its bytes are in, and the parser."""

from __future__ import annotations

import re
from typing import Any, Final

from lxml import etree
from lxml.etree import _Element as Element
from w3lib.encoding import (
    html_body_declared_encoding,
    html_to_unicode,
    http_content_type_encoding,
    read_bom,
    resolve_encoding,
)

# Share of the bytes beyond ASCII that may be broken where nothing declares the encoding.
MOST_WRONG: Final = 0.02
# Fewer characters that are valid in UTF-8 may be others by chance.
LEAST_UTF_8: Final = 4
# Bytes that the charset is detected by.
MOST_DETECTED: Final = 200_000
# Bytes that are read of a text before its first character beyond ASCII.
BEFORE_FIRST: Final = 100
_HIGH: Final = re.compile(rb"[\x80-\xff]")
_HIGH_BYTES: Final = bytes(range(0x80, 0x100))
_LEADING_BYTES: Final = bytes(range(0xC2, 0xF5))
# A text between tags, on one line: no charset has these characters within another one.
_PIECE: Final = re.compile(rb"[^<>\r\n]+")
_ESCAPE: Final = b"\x1b$"
# Where the first character beyond ASCII stands; of ISO-2022-JP an escape tells it.
_FIRST_HIGH: Final = re.compile(rb"[\x80-\xff]|\x1b\$")
# Charsets in which a single broken byte makes a detector rule out the page's own.
_MULTI_BYTE: Final = ("gb18030", "big5hkscs", "cp932", "euc_jp", "cp949")
# What ends the tree of libxml2, which leaves out all that follows; in a browser nothing does.
_ROOT: Final = re.compile(r"<html\b[^<>]*>", re.IGNORECASE)
_END: Final = re.compile(r"</html\s*>", re.IGNORECASE)
# A cell right behind a row, which opens the next row in a browser, and not in libxml2.
_ROWLESS: Final = re.compile(r"(</tr\s*>)(?=\s*<t[dh]\b)", re.IGNORECASE)
# Either of both: with what they begin with first, they are found in half the time.
_EITHER: Final = re.compile(r"</(?:[hH][tT][mM][lL]\s*>|(?P<row>[tT][rR]\s*>)(?=\s*<[tT][dDhH]\b))")
# What shows no text, and where it ends.
_HIDDEN: Final = re.compile(r"(?P<comment><!--)|<(?:script|style)\b", re.IGNORECASE)
_HIDDEN_END: Final = re.compile(r"</(?:script|style)", re.IGNORECASE)
# What Scrapy takes a page for of which nothing tells the charset.
_GUESSES: Final = ("ascii", "cp1252")


def decode(body: bytes) -> str:
    """The text of a page: by BOM, ``<meta>`` charset, or else by what its bytes look like.

    Bytes in UTF-8 are read so, whatever the ``<meta>`` says; what says so and is none is not.
    """
    declared = html_body_declared_encoding(body)
    if declared not in (None, "utf-8") and _is_utf_8(body):
        return body.decode("utf-8-sig", "replace")
    if declared == "utf-8" and not read_bom(body)[0] and _is_no_utf_8(body):
        return body.decode(detect(body), "replace")
    return html_to_unicode(None, body, default_encoding="utf-8", auto_detect_fun=detect)[1]


def misread(response: Any) -> str | None:
    """The text of a response that was decoded in a wrong charset; None if it was in the right one.

    A charset in its headers, or one that it was made with, is right, unless it is UTF-8 and the
    bytes are none.

    :param response: what has ``body``, ``headers`` and ``encoding`` as a Scrapy response has them;
        one without them has no bytes to decode
    """
    body, headers = getattr(response, "body", None), getattr(response, "headers", None)
    if not isinstance(body, bytes) or headers is None:
        return None
    header = headers.get("Content-Type") or ""
    header = header.decode("latin-1") if isinstance(header, bytes) else header
    if read_bom(body)[0]:
        return None
    declared = html_body_declared_encoding(body)
    if response.encoding == "utf-8" and _is_no_utf_8(body):
        is_guess = True
    elif http_content_type_encoding(header):
        is_guess = False
    elif declared is None:
        is_guess = response.encoding in _GUESSES and _FIRST_HIGH.search(body) is not None
    else:
        is_guess = response.encoding == declared != "utf-8" and _is_utf_8(body)
    return decode(body) if is_guess else None


def unended(html: str) -> str:
    """The source without what ends its tree or a row too early, as it does not in a browser.

    That is ``<html/>``, ``</html>`` before text, or ``</tr>`` before a cell, which opens a row of
    its own. The very same string where nothing does.
    """
    root = _ROOT.search(html)
    opened = root[0][:-1].rstrip() if root else ""
    if root and opened.endswith("/"):
        html = f"{html[: root.start()]}{opened[:-1]}>{html[root.end() :]}"
    found = list(_EITHER.finditer(html))
    if any(one["row"] for one in found):
        html = _ROWLESS.sub(r"\1<tr>", html)
        found = list(_END.finditer(html))
    return _END.sub("", html) if found and _has_text(html, found[0].end()) else html


def _has_text(html: str, at: int) -> bool:
    """Whether a text stands behind a position, outside of tags, comments and scripts."""
    while True:
        tag = html.find("<", at)
        if tag < 0 or html[at:tag].strip():
            return bool(html[at:].strip())
        end = tag
        if hidden := _HIDDEN.match(html, tag):
            end = html.find("-->", tag) if hidden["comment"] else _end_of_script(html, tag)
        at = html.find(">", end) + 1
        if end < 0 or not at:
            return False


def _end_of_script(html: str, at: int) -> int:
    closing = _HIDDEN_END.search(html, at)
    return closing.start() if closing else -1


def parse(html: str) -> Element:
    """The tree that a Selector would have, with plain elements: they cost less to visit.

    All of the page is in it, also what follows an early ``</html>``. No element is entered in a
    table by its id, which only XPath's ``id()`` would ask for.
    """
    source = unended(html).strip().encode("utf-8", "replace").replace(b"\x00", b"")
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, collect_ids=False)
    tree = etree.fromstring(source, parser) if source else None
    return etree.Element("html") if tree is None else tree


def detect(body: bytes) -> str:
    """The charset that bytes without a declaration are likely to be in; a few may be broken."""
    first = _FIRST_HIGH.search(body)
    if first is None:
        return "utf-8"
    if first[0] == _ESCAPE:
        return "iso2022_jp"
    if _is_mostly_utf_8(body):
        return "utf-8"
    part = _telling(body, first.start())
    likely = _ask_detector(part)
    return likely if likely in _MULTI_BYTE else _mended(part) or likely


def _telling(body: bytes, first: int) -> bytes:
    """The lines of text in a page that are not in ASCII, which would only water them down.

    :param first: where the first of them has a character beyond ASCII
    """
    pieces, length = [], 0
    for match in _PIECE.finditer(body, max(0, first - BEFORE_FIRST)):
        if _HIGH.search(match[0]):
            pieces.append(match[0])
            length += len(match[0])
            if length > MOST_DETECTED:
                break
    return b"\n".join(pieces)[:MOST_DETECTED]


def _mended(part: bytes) -> str | None:
    """The charset that bytes are in once those that are broken in it are left out."""
    for encoding in _MULTI_BYTE:
        if _fits(part, encoding):
            rest = part.decode(encoding, "ignore").encode(encoding)
            if rest != part and _ask_detector(rest) == encoding:
                return encoding
    return None


def _ask_detector(part: bytes) -> str:
    from chardet import EncodingEra  # noqa: PLC0415
    from chardet import detect as ask  # noqa: PLC0415

    found = ask(part, encoding_era=EncodingEra.MODERN_WEB | EncodingEra.LEGACY_ISO)["encoding"]
    return (found and resolve_encoding(found)) or "cp1252"


def _fits(body: bytes, encoding: str) -> bool:
    """Whether hardly any of the bytes beyond ASCII are wrong in the encoding."""
    wrong = body.decode(encoding, "replace").count("\ufffd")
    return wrong <= MOST_WRONG * _count(body, _HIGH_BYTES)


def _is_utf_8(body: bytes) -> bool:
    """Whether bytes are in UTF-8 and not in ASCII: those of other charsets fail at once."""
    try:
        body.decode("utf-8")
        valid = body
    except UnicodeDecodeError as error:
        valid = body[: error.start]
    characters = _count(valid, _LEADING_BYTES)
    return characters >= LEAST_UTF_8 and (valid is body or _is_mostly_utf_8(body))


def _is_no_utf_8(body: bytes) -> bool:
    """Whether bytes beyond ASCII are of another charset."""
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return not _is_mostly_utf_8(body)
    return _ESCAPE in body and body.isascii()


def _is_mostly_utf_8(body: bytes) -> bool:
    """Whether more characters beyond ASCII are right than wrong in UTF-8; by chance few are."""
    text = body.decode("utf-8", "replace")
    wrong = text.count("\ufffd")
    return len(text) - len(text.encode("ascii", "ignore")) > 2 * wrong


def _count(body: bytes, among: bytes) -> int:
    """How many of the bytes are among some."""
    return len(body) - len(body.translate(None, among))

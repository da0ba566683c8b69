"""From the source of a page to its tree."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lxml import etree
from w3lib.encoding import html_to_unicode

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

# Share of the bytes beyond ASCII that may be broken where nothing declares the encoding.
MOST_WRONG = 0.02
_HIGH = re.compile(rb"[\x80-\xff]")
_HIGH_RUN = re.compile(rb"[\x80-\xff]{4}")


def decode(body: bytes) -> str:
    """The text of a page: by BOM, ``<meta>`` charset, or what fits of the usual encodings."""
    return html_to_unicode(None, body, default_encoding="utf-8", auto_detect_fun=_detect)[1]


def parse(html: str) -> Element:
    """The tree that a Selector would have, with plain elements: they cost less to visit."""
    source = html.strip().replace("\x00", "").encode("utf-8", "replace")
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True)
    tree = etree.fromstring(source, parser) if source else None
    return etree.Element("html") if tree is None else tree


def _detect(body: bytes) -> str:
    if _fits(body, "utf-8"):
        return "utf-8"
    # Western accents stand alone between ASCII letters; Chinese comes in runs of two-byte signs.
    return "gb18030" if _HIGH_RUN.search(body) and _fits(body, "gb18030") else "cp1252"


def _fits(body: bytes, encoding: str) -> bool:
    """Whether hardly any of the bytes beyond ASCII are wrong in the encoding."""
    wrong = body.decode(encoding, "replace").count("\ufffd")
    return wrong <= MOST_WRONG * len(_HIGH.findall(body))

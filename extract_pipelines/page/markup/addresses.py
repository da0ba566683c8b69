"""Where links and images of a page lead to, as absolute addresses."""

from __future__ import annotations

import re
from typing import Final

from lxml.etree import _Element as Element

from extract_pipelines.page import Page

_UNSAFE: Final = ("javascript:", "data:", "vbscript:")
# Where pages that load images late have their addresses; ``src`` is a placeholder then.
LATE: Final = ("data-src", "data-original", "data-lazy-src", "data-orig-src", "zoomfile", "file")
# An address that a script has to fill in, or several.
_UNFIT: Final = re.compile(r"[\s{}]")
_SETS: Final = ("srcset", "data-srcset", "data-lazy-srcset")


def address_of(page: Page, written: str | None) -> str:
    """An address made absolute; empty for a script, and for one that leads to the page itself."""
    written = (written or "").strip()
    if not written or written.startswith("#") or written.lower().startswith(_UNSAFE):
        return ""
    return page.joined(written)


def link_address(page: Page, link: Element) -> str:
    """Where an ``<a>`` leads to; empty if nowhere."""
    return address_of(page, link.get("href"))


def image_address(page: Page, image: Element) -> str:
    """What an ``<img>`` shows, once it is loaded; empty if nothing that has an address."""
    for name in LATE:
        written = (image.get(name) or "").strip()
        if written and not _UNFIT.search(written) and (found := address_of(page, written)):
            return found
    if found := address_of(page, image.get("src")):
        return found
    sets = (image.get(name) or "" for name in _SETS)
    return next((address_of(page, first[0]) for one in sets if (first := one.split())), "")

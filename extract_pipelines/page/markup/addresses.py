"""Where links and images of a page lead to, as absolute addresses."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from lxml.etree import _Element as Element

from extract_pipelines.page import Page
from extract_pipelines.page.memo import once_a_page

# Where pages that load images late have their addresses; ``src`` is a placeholder then.
LATE: Final = tuple(
    "data-src data-original data-lazy-src data-lazy data-orig-src zoomfile file".split()
)
# Elements that show an image.
IMAGES: Final = ("img", "amp-img")
# An address that a script has to fill in, or several.
_UNFIT: Final = re.compile(r"[\s{}]")
_SETS: Final = ("srcset", "data-srcset", "data-lazy-srcset")


def address_of(page: Page, written: str | None) -> str:
    """An address made absolute; empty for a script, and for one that leads to the page itself."""
    written = (written or "").strip()
    return page.joined(written) if written and written[0] != "#" else ""


def link_address(page: Page, link: Element) -> str:
    """Where an ``<a>`` leads to; empty if nowhere."""
    return address_of(page, link.get("href"))


def image_address(page: Page, image: Element) -> str:
    """What an image shows, once it is loaded; empty if nothing that has an address.

    It is empty for one that stands in another that shows the same, as it does without scripts.
    """
    found = _written_address(page, image)
    around = image.getparent()
    if around is not None and around.tag == "noscript":
        around = around.getparent()
    if found and around is not None and around.tag in IMAGES:
        return "" if _written_address(page, around) == found else found
    return found


def _written_address(page: Page, image: Element) -> str:
    said = dict(image.items())
    for name in LATE:
        if name in said:
            written = said[name].strip()
            if written and not _UNFIT.search(written) and (found := address_of(page, written)):
                return found
    if found := address_of(page, said.get("src")):
        return found
    return _first_of_sets(page, [image, *_sources(image)])


def _sources(image: Element) -> list[Element]:
    """The ``<source>`` of a ``<picture>`` around an image, which shows one of them.

    They have no end tag; the parser takes what follows each for what it holds.
    """
    around = image.getparent()
    while around is not None and around.tag == "source":
        around = around.getparent()
    return (
        list(around.iterdescendants("source"))
        if around is not None and around.tag == "picture"
        else []
    )


def _first_of_sets(page: Page, elements: Iterable[Element]) -> str:
    """The first address in the sets of some elements; empty if there is none."""
    for element in elements:
        for name in _SETS:
            written = (element.get(name) or "").split()
            if written and (found := address_of(page, written[0].rstrip(","))):
                return found
    return ""


def image_at(page: Page, node: int) -> str:
    """What the image with this index shows: looked up once."""
    known = _known_images(page)
    found = known.get(node)
    if found is None:
        found = known[node] = image_address(page, page.flat.elements[node])
    return found


@once_a_page
def _known_images(_page: Page) -> dict[int, str]:
    return {}

"""Features of a page as a whole that hint at its type: what it calls itself, and its address."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from extract_pipelines.page import Page
from extract_pipelines.page.declared_type import DeclaredType, declared_type, shared_type
from extract_pipelines.url import is_web_address

NAMES: tuple[str, ...] = (
    *"claim shared_type path_depth words_of_path digits_of_path has_query".split(),
)
_CLAIMS: Final = {None: 0, DeclaredType.ARTICLE: 1, DeclaredType.PRODUCT: 2, DeclaredType.THREAD: 3}
_SHARED: Final = {"": 0, "website": 1, "article": 2, "product": 3}
OTHER: Final = 4
NO_ADDRESS: Final = (-1, -1, -1, -1)
_DIGIT: Final = re.compile(r"\d")


def page_type_features(page: Page) -> tuple[int, ...]:
    """The page's features, named by `NAMES`; those of the address are -1 where it has none.

    What is in a file has no address on a site: in which folder it lies tells nothing.
    """
    shared = _SHARED.get(shared_type(page), OTHER)
    return (_CLAIMS[declared_type(page)], shared, *_address(page.url))


def _address(url: str) -> tuple[int, ...]:
    """Segments of the path, hyphens in the last one, digits in all; whether there is a query."""
    if not is_web_address(url):
        return NO_ADDRESS
    parts = urlsplit(url)
    segments = [segment for segment in parts.path.split("/") if segment]
    last = segments[-1] if segments else ""
    hyphens = last.count("-") + last.count("_")
    return (len(segments), hyphens, len(_DIGIT.findall(parts.path)), bool(parts.query))

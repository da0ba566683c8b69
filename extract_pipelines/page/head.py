"""What a page says of itself in its head: title, canonical address, language, meta fields."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from lxml.etree import _Element as Element

from extract_pipelines.page import Page
from extract_pipelines.page.memo import once_a_page

# What stands between the parts of a <title>. A bare hyphen or colon is one only between spaces; or,
# of hyphens, between Chinese or Japanese signs, which are written without either.
_SIGN: Final = r"[\u3001-\u30fb\u3400-\u9fff\uff01-\uff1f]"
_SEPARATOR: Final = re.compile(
    r"\s+[-–—:/»›>·•~]+\s+|\s*[|_｜»›«‹]+\s*|\s*::+\s*|\s*(?:--+|——+)\s*"
    rf"|(?<={_SIGN})[-–](?={_SIGN})"
)
_SEPARATING: Final = re.compile("[-–—:/»›>·•~|_｜«‹]")


@dataclass(frozen=True, slots=True)
class Head:
    """The head of one page."""

    title: str
    """Text of ``<title>``, white space normalised."""
    meta: dict[str, str]
    """``<meta>`` contents by lower-cased name or property; the first of a name."""
    canonical_url: str | None
    in_language: str | None
    """``<html lang>`` or its meta kin, as in ``zh-CN``."""
    locale: str | None
    """The same with the region, where any of them names one."""


@once_a_page
def unseen_elements(page: Page) -> dict[str, list[Element]]:
    """By its tag each ``<meta>``, ``<link>`` and ``<script>`` of the page, wherever it stands."""
    found: dict[str, list[Element]] = {"meta": [], "link": [], "script": []}
    for element in page.root.iter(*found):
        found[str(element.tag)].append(element)
    return found


@once_a_page
def read_head(page: Page) -> Head:
    """The page's head; fields that it lacks are empty or None."""
    meta: dict[str, str] = {}
    canonical = None
    unseen = unseen_elements(page)
    for element in unseen["link"]:
        if "canonical" in (element.get("rel") or "").lower().split() and element.get("href"):
            canonical = canonical or page.joined(element.get("href", "").strip()) or None
    for element in unseen["meta"]:
        name = element.get("property") or element.get("name") or element.get("itemprop")
        name = name or element.get("http-equiv")
        content = " ".join((element.get("content") or "").split())
        if name and content:
            meta.setdefault(name.strip().lower(), content)
    declared = [read_language(page), meta.get("content-language"), meta.get("og:locale")]
    languages = [language.strip() for language in declared if language and language.strip()]
    language = languages[0] if languages else None
    return Head(
        title=page.title,
        meta=meta,
        canonical_url=canonical,
        in_language=language and language.replace("_", "-"),
        locale=next((one for one in languages if _adds_region(one, languages[0])), language),
    )


def _adds_region(locale: str, language: str) -> bool:
    """Whether a locale (``en_GB``) is of a language (``en``) and says more."""
    return len(locale) > len(language) and locale.lower().startswith(language.lower())


def read_language(page: Page) -> str | None:
    """``<html lang>`` or ``<body lang>``, as in ``zh-CN``; ``xml:lang`` where that is missing."""
    names = ("lang", "xml:lang", "{http://www.w3.org/XML/1998/namespace}lang")
    elements = (page.root, *page.root.iterchildren("body"))
    return next((told for one in elements for name in names if (told := one.get(name))), None)


def title_parts(title: str) -> list[str]:
    """The parts of a ``<title>`` between its separators, in order."""
    parts = _SEPARATOR.split(title) if _SEPARATING.search(title) else [title]
    return [part for part in parts if part]


def part_spans(whole: str) -> list[tuple[int, int]]:
    """Where in a ``<title>`` its parts begin and end."""
    if not _SEPARATING.search(whole):
        return [(0, len(whole))] if whole else []
    borders = [0]
    for match in _SEPARATOR.finditer(whole):
        borders += match.span()
    borders.append(len(whole))
    spans = zip(borders[::2], borders[1::2], strict=True)
    return [(start, end) for start, end in spans if start < end]

"""What a page says of itself in its head: title, canonical address, language, meta fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from extract_pipelines.memo import once_a_page
from extract_pipelines.page import Leaf, Page

# What stands between the parts of a <title>. A bare hyphen or colon is one only between spaces.
_SEPARATOR = re.compile(r"\s+[-–—:/»›>·•~]+\s+|\s*[|_｜»›«‹]+\s*|\s*::+\s*|\s*(?:--+|——+)\s*")
_HEADINGS = ("/h1", "/h2", "/h3")
_IN_HEADING = re.compile(r"/h[123](?:/(?:a|b|strong|em|i|span))+\Z")
MOST_PARTS = 20


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
def read_head(page: Page) -> Head:
    """The page's head; fields that it lacks are empty or None."""
    meta: dict[str, str] = {}
    canonical = None
    for element in page.root.iter("meta", "link"):
        if element.tag == "link":
            if "canonical" in (element.get("rel") or "").lower().split() and element.get("href"):
                canonical = canonical or page.joined(element.get("href", "").strip()) or None
            continue
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
        in_language=language,
        locale=next((one for one in languages if _adds_region(one, languages[0])), language),
    )


def _adds_region(locale: str, language: str) -> bool:
    """Whether a locale (``en_GB``) is of a language (``en``) and says more."""
    return len(locale) > len(language) and locale.lower().startswith(language.lower())


def read_language(page: Page) -> str | None:
    """``<html lang>``, as in ``zh-CN``."""
    root = page.root
    return root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang")


def title_parts(title: str) -> list[str]:
    """The parts of a ``<title>`` between its separators, in order."""
    return [part for part in _SEPARATOR.split(title) if part]


def clean_title(head: Head, leaves: Sequence[Leaf], known: Iterable[str] = ()) -> str | None:
    """The page's own title: ``<title>`` without what the site adds to it.

    The parts that are known to be the site's are taken off its ends. A heading or og:title that
    stands in the rest says which part is meant: the longest one wins; else a text that is no link
    and the same as some of the parts.

    :param leaves: the page's leaves that are not the template's, where headings are looked for
    :param known: parts of ``<title>`` that the site's other pages share
    :return: None for a page without a title
    """
    whole = head.title
    known = set(known) | {head.meta.get("og:site_name", "")}
    headings = [leaf.text for leaf in leaves if leaf.path.endswith(_HEADINGS)]
    og_title = head.meta.get("og:title", "")
    if not whole:
        return og_title or next(iter(headings), None)
    own = _own_part(whole, known)
    inside = [text for text in {*headings, og_title} if text and text in own]
    if not inside:
        inside = [
            leaf.text for leaf in leaves if leaf.text in own and _IN_HEADING.search(leaf.path)
        ]
    if not inside:
        runs = _runs_of_parts(own)
        inside = [leaf.text for leaf in leaves if leaf.text in runs and not leaf.in_link]
    return max(inside, key=len) if inside else own


def _own_part(whole: str, known: set[str]) -> str:
    """The title without known parts at its ends, separators inside as they are."""
    spans = _part_spans(whole)
    while len(spans) > 1 and whole[slice(*spans[-1])] in known:
        spans.pop()
    while len(spans) > 1 and whole[slice(*spans[0])] in known:
        spans.pop(0)
    return whole[spans[0][0] : spans[-1][1]] if spans else whole


def _runs_of_parts(whole: str) -> set[str]:
    """The parts of a title, and what several of them make in a row, but not the whole."""
    spans = _part_spans(whole)
    if len(spans) > MOST_PARTS:
        return set()
    runs = {whole[start : end[1]] for i, (start, _) in enumerate(spans) for end in spans[i:]}
    return runs - {whole}


def _part_spans(whole: str) -> list[tuple[int, int]]:
    borders = [0]
    for match in _SEPARATOR.finditer(whole):
        borders += match.span()
    borders.append(len(whole))
    spans = zip(borders[::2], borders[1::2], strict=True)
    return [(start, end) for start, end in spans if start < end]

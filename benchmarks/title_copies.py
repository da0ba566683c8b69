"""Pages to learn titles from, and copies of them with less to go by, or with what misleads.

A site that is changed is changed alike on all its pages, so that what it teaches changes, too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

import numpy as np  # type: ignore[import-not-found]
from lxml import etree, html

from benchmarks.labelled_page import Labelled
from extract_pipelines import Page
from extract_pipelines.page.head import title_parts
from extract_pipelines.page.source import decode
from extract_pipelines.site.titles.candidates import NO_HEADING, TitleCandidate
from extract_pipelines.site.titles.features import PAGE_FEATURES

CHANGED, MIRRORED, UNTITLED = 1, 2, 3
COPY_NAMES = {0: "", CHANGED: " changed", MIRRORED: " mirrored", UNTITLED: " untitled"}
# What stands between the parts of a title.
_SEPARATORS = (" - ", " – ", ": ", " | ")
# What all pages of a site may have around their titles; a number of its own each.
_FRAMES = (
    *("Topic: {title}", "{title} [Archive]", "[Forum] {title}", "{title} (closed)"),
    *("#{number}: {title}", "Bug #{number} - {title}", "ticket #{number}, {title}"),
    "Thema: {title} (Gelesen {number} mal)",
)
# What software calls its pages by, instead of their titles.
_NUMBERED = (
    *("{name} #{number}", "{name} ({date})", "{date} - {name}", "View {number} :: {name}"),
    *("{name} | {number}", "{name}: {date}", "{number}"),
)
_ENDS = ("before", "after", "parts_before", "parts_behind")


@dataclass
class Example:
    """A page with what is known of each of its candidates when it comes."""

    source: str
    site: str
    engine: str
    name: str
    is_thread: bool
    copy: int
    """0 for the page itself, else which of its changed copies it is."""
    kind: int
    """Number of its kind among those of the site."""
    tells: bool
    """Whether the site learns titles from it."""
    found: Sequence[TitleCandidate]
    alone: np.ndarray[Any, Any]
    template: np.ndarray[Any, Any] | None
    """What the template tells; None where nothing is known yet."""
    right: np.ndarray[Any, Any] | None
    """Which candidates are the title; None if that is not known."""
    at: int
    """Number of the page among those of its site."""
    is_framed: bool = False
    """Whether the same stands around all titles of the site: only its other pages can tell."""


class Change:
    """Takes from all pages of a site what tells their titles, or adds what misleads."""

    def __init__(self, seed: str, pages: Sequence[Labelled]) -> None:
        rng = random.Random(seed)
        self.headings = rng.choice((0, 0, 0, 0, 1, 2, NO_HEADING, NO_HEADING))
        self.declared = rng.random() < 0.5
        self.decoys = rng.choice((0.0, 0.0, 0.3, 1.0))
        self.decoy_level = rng.choice((1, 2, 3))
        self.title = rng.choice(("", "", "same", "reversed", "site first", "short", "numbered"))
        self.numbered = rng.choice(_NUMBERED)
        names = [part for page in pages[:20] for part in title_parts(Page(page.html).title)[-1:]]
        self.name = max(names, key=names.count, default="") or "Forum"
        self.slogan = rng.choice((self.name, f"{self.name} news", "Menu", "Announcement"))
        self.separators = rng.choice((0.0, 0.3))
        self.frame = rng.choice(_FRAMES) if rng.random() < 0.3 else ""
        self.rng = rng

    def of(self, page: Labelled) -> Labelled:
        """The page with its source changed."""
        source = page.html if isinstance(page.html, str) else decode(page.html)
        title = page.title
        if title and self.rng.random() < self.separators:
            title = self._separated(title)
            source = source.replace(page.title or "", title)
        if title and self.frame:
            framed = self.frame.format(title=title, number=self.rng.randrange(1, 99999))
            source = source.replace(title, framed)
        try:
            root = html.document_fromstring(source)
        except (ValueError, etree.ParserError):
            return page
        self._change(root)
        changed: str = etree.tostring(root, encoding="unicode", method="html")
        return replace(page, html=changed, title=title)

    def _change(self, root: html.HtmlElement) -> None:
        for element in root.iter("h1", "h2", "h3", "h4", "h5", "h6") if self.headings else ():
            level = int(element.tag[1]) + self.headings
            element.tag = f"h{level}" if level < NO_HEADING else "div"
        if self.declared:
            for element in [*root.iter("meta"), *root.iter("script")]:
                element.drop_tree()
        title = next(root.iter("title"), None)
        if title is not None and title.text:
            title.text = self._title(title.text)
        body = next(root.iter("body"), None)
        if body is not None and self.rng.random() < self.decoys:
            decoy = html.Element(f"h{self.decoy_level}")
            decoy.text = self.slogan
            body.insert(self.rng.choice((0, 0, len(body))), decoy)

    def _separated(self, title: str) -> str:
        """The title with a separator in the place of one of its spaces."""
        gaps = [at for at, character in enumerate(title) if character == " "]
        if not gaps:
            return title
        at = self.rng.choice(gaps)
        return title[:at].rstrip() + self.rng.choice(_SEPARATORS) + title[at:].lstrip()

    def _numbered(self, text: str) -> str:
        """A text with a number and a date of this page."""
        day = date(2020, 1, 1) + timedelta(self.rng.randrange(2500))
        return text.format(name=self.name, number=self.rng.randrange(1, 99999), date=day)

    def _title(self, text: str) -> str:
        parts = title_parts(" ".join(text.split()))
        if self.title == "same":
            return self.name
        if self.title == "numbered":
            return self._numbered(self.numbered)
        if self.title == "reversed":
            return " - ".join(reversed(parts))
        if self.title == "site first":
            return f"{self.name}: {text}"
        return text[:40] if self.title == "short" else text


def copies(examples: Sequence[Example]) -> Iterator[Example]:
    """Copies of pages of real forums: with ``<title>`` turned round, or one that tells nothing."""
    for one in examples:
        if one.source not in ("wcxb", "layouts") and not one.copy and len(one.found):
            yield _mirrored(one)
            yield _untitled(one)


def _mirrored(one: Example) -> Example:
    """The page as if its ``<title>`` had the same parts from the last to the first."""
    columns = [PAGE_FEATURES.index(name) for name in _ENDS]
    alone = one.alone.copy()
    alone[:, columns] = alone[:, [columns[i] for i in (1, 0, 3, 2)]]
    return replace(one, alone=alone, copy=MIRRORED)


def _untitled(one: Example) -> Example:
    """The page as if all pages of its site had the site's name, or a slogan, for a ``<title>``."""
    rng = random.Random(one.site)
    is_shown, is_declared, length = rng.random() < 0.5, rng.random() < 0.3, rng.randrange(8, 60)
    kept = [i for i, c in enumerate(one.found) if any(not s.startswith("title ") for s in c.slots)]
    if not is_declared:
        kept = [i for i in kept if any(" " in s and s[:6] != "title " for s in one.found[i].slots)]
    alone = one.alone[kept]
    outside = {"title_parts": 1.0, "linked_inside": -1.0, "linked_around": -1.0}
    outside |= dict.fromkeys(_ENDS, -1.0)
    for name in (*_ENDS, *"share parts words_in_title title_words_in_it numbered grows".split()):
        alone[:, PAGE_FEATURES.index(name)] = outside.get(name, 0.0)
    for name, value in outside.items():
        alone[:, PAGE_FEATURES.index(name)] = value
    page: dict[str, float] = dict.fromkeys(PAGE_FEATURES, 0.0)
    page |= {"share": 1, "parts": 1, "title_parts": 1, "words_in_title": 1, "title_words_in_it": 1}
    page |= {"linked_inside": float(is_shown), "linked_around": 1, "heading": 7}
    page |= {"heading_order": -1, "first_linked": -1, "leads_here": -1, "declared": -1}
    page |= {"headline": -1, "crumb": -1, "site_name": -1, "first_place": -1, "lines_to_date": -41}
    page |= {"lines_to_any_date": -41, "length": length, "words": 1 + length // 7, "own_parts": 1}
    has_h1 = float(one.alone[0, PAGE_FEATURES.index("has_h1")])
    if is_shown:
        page |= {"heading": rng.choice((1, 1, 2, 7)), "shown": 1, "links": 1, "first_linked": 1}
        page |= {"heading_order": 0, "headings": 1, "first_place": 0.02, "lines_to_date": 25}
        page |= {"lines_to_any_date": 25, "leads_here": 0, "grows": 1, "within": 1}
    page["has_h1"] = has_h1
    if not is_declared:
        for name in ("declared", "headline"):
            alone[:, PAGE_FEATURES.index(name)] = -1
        for name in ("has_declared", "has_headline"):
            alone[:, PAGE_FEATURES.index(name)] = 0
    slots = ["title 0 0", *(["top of page"] if is_shown else [])]
    fake = TitleCandidate(one.site, one.site, slots=slots)
    template = one.template
    if template is not None:
        known = [template[0, 0], 1.0, 1.0, 1.0, 1.0 if is_shown else -1.0]
        template = template[kept]
        template[:, 1:4] = -1
        template = np.vstack([np.array(known, np.float32), template])
    right = None if one.right is None else np.array([False, *one.right[kept]])
    return replace(
        one,
        found=[fake, *(one.found[i] for i in kept)],
        alone=np.vstack([np.array([*page.values()], np.float32), alone]),
        template=template,
        right=right if right is not None and right.any() else None,
        copy=UNTITLED,
    )

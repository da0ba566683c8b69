"""The texts of a page that may be its title, and where each of them stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from extract_pipelines.page import Leaf, Page
from extract_pipelines.page.breadcrumbs import end_of_path, shown_breadcrumbs
from extract_pipelines.page.date_mentions import find_dates_of
from extract_pipelines.page.embedded_article import read_article
from extract_pipelines.page.head import part_spans, read_head
from extract_pipelines.page.pagination import page_number
from extract_pipelines.site.titles.cuts import (
    COLON,
    LABEL,
    LONGEST_PREFIX,
    MOST_BEFORE,
    Cut,
    cuts_of,
)
from extract_pipelines.site.titles.leading import lead_up
from extract_pipelines.text.lexicon import words

LONGEST: Final = 300
# Of a <title> of more parts only those at its ends are taken together.
MOST_PARTS: Final = 5
# Of the leaves just above the first post's date so many may be the title, or where none of these is
# likely so many, and of all headings.
NEAR_DATE: Final = 10
FAR_FROM_DATE: Final = 40
MOST_HEADINGS: Final = 16
MOST_CANDIDATES: Final = 32
# Places on the page that are looked at for each, and leaves of one line.
MOST_SHOWN: Final = 4
MOST_OF_LINE: Final = 6
NO_HEADING: Final = 7
# A number at the end that is no part of a date, with a word behind it as in 第2页, 2ページ.
_NUMBER_BEHIND: Final = re.compile(
    r"(?<![\d/.:-])(?P<number>\d+)\s?(?P<behind>[^\W\d_]{0,6})\W{0,3}\Z"
)
_LAST_WORD: Final = re.compile(r"[^\W\d_]+\Z")
_PAGE: Final = frozenset(words("page"))
# The number of a page in its address, as in bug7 or id=7.
_ADDRESS_NUMBER: Final = re.compile(r"[/=][A-Za-z_]*([0-9]+)(?=[./&?]|\Z)")
_NUMBER_SIGNS: Final = ("#", "№")
# Signs at the ends of a text that part it from others, or are a link to its own place (¶).
_EDGES: Final = re.compile(r"\A[-–—/|»›>·•]+\s+|\s+[-–—/|»›<·•]+\Z|\s*¶\Z")
_EDGE_SIGNS: Final = frozenset("-–—/|»›<>·•¶")
# What parts a text from a link right before it on its line, as in "Talk/A title".
_PARTING: Final = "/|»›>·•"
_WORD: Final = re.compile(r"\w+")
_DIGITS: Final = re.compile(r"[0-9]+")
_HEADING: Final = re.compile(r"/h([1-6])(?=/|\Z)")


@dataclass(slots=True)
class TitleCandidate:
    """A text that may be the title, with all places where it stands."""

    text: str
    key: str
    """The text in lower case."""
    slots: list[str] = field(default_factory=list)
    """Names of the places, the same on other pages of the site."""
    leaves: list[int] = field(default_factory=list)
    """Indices of the first leaves that show it."""
    shown: int = 0
    """How many leaves show it, and how many of them are links."""
    links: int = 0
    run: tuple[int, int] | None = None
    """Of the parts of ``<title>`` the first it is made of, and the one after the last."""
    stripped: bool = True
    """Whether it never stands without something before or behind it that may be no part of it."""
    cuts: list[str] = field(default_factory=list)
    """What stands around it where it was cut out of another text."""
    keeps: list[str] = field(default_factory=list)
    """What may be cut off it, so that another candidate is left."""
    ends_path: bool = False
    """Whether it names the page itself at the end of the path to it."""
    features: tuple[float, ...] = ()


class Finder:
    """Collects the texts of a page that may be its title.

    :param near: of the leaves above the first post's date how many may be
    """

    def __init__(self, page: Page, near: int = NEAR_DATE) -> None:
        self.page = page
        self.near = near
        self.head = read_head(page)
        self.title = self.head.title
        self.lower = self.title.lower()
        self.spans = part_spans(self.title)
        self.number = page_number(page)
        self.ids = frozenset(_ADDRESS_NUMBER.findall(page.url.partition("//")[2]))
        self.found: dict[str, TitleCandidate] = {}
        self.leaves = page.leaves
        self.declared = [(name, text) for name, text in declared_titles(page) if text]
        crumbs = shown_breadcrumbs(page)
        self.crumb = crumbs[-1] if crumbs else ""
        self.headings: dict[int, list[int]] = {}
        """For each level of headings the leaves that begin one."""
        self.lines_with_id: set[str] = set()
        """Lines that end with the number in the page's address, apart from what stands before."""
        self.ends: Counter[str] = Counter()
        dates = [one.leaf for one in find_dates_of(page).mentions if one.leaf >= 0]
        self.any_date = dates[0] if dates else -1
        paths = Counter(self.leaves[leaf].path for leaf in dates)
        usual = max(paths, key=paths.__getitem__, default="")
        self.date = next((leaf for leaf in dates if self.leaves[leaf].path == usual), -1)

    def find(self) -> list[TitleCandidate]:
        """The texts, those of the head first, but for numbers that the address has."""
        self._add_title()
        for name, text in self.declared:
            self._add(text, name)
        if self.crumb:
            self._add(self.crumb, "crumb")
        self._add_end_of_path()
        self._add_shown()
        found = [one for one in self.found.values() if not self._is_numbered(one)]
        found = [one for one in found if one.key not in self.ids] or found
        found = found[: MOST_CANDIDATES + self.near - NEAR_DATE]
        starts = [leaf for level in self.headings.values() for leaf in level]
        found = [one for one in found if not lead_up(self.page, one.leaves, starts)] or found
        for one in found:
            one.keeps = self._kept_by(one)
        return found

    def _add(self, text: str, slot: str, *, stripped: bool = False) -> TitleCandidate | None:
        if not text or len(text) > LONGEST:
            return None
        text = self.without_label(_without_edges(text))
        key = text.lower()
        candidate = self.found.get(key)
        if candidate is None:
            if not _WORD.search(text):
                return None
            candidate = self.found[key] = TitleCandidate(text, key)
        if slot not in candidate.slots:
            candidate.slots.append(slot)
        candidate.stripped &= stripped
        return candidate

    def _add_title(self) -> None:
        spans, count = self.spans, len(self.spans)
        for i in range(min(count, MOST_PARTS)):
            for j in range(i + 1, count + 1):
                if count <= MOST_PARTS or j == count or i == 0:
                    text = self.title[spans[i][0] : spans[j - 1][1]]
                    candidate = self._add(text, f"title {i} {count - j}")
                    bare = self._add(self.without_number(text), f"title {i} {count - j} numbered")
                    for one in filter(None, (candidate, bare)):
                        one.run = one.run or (i, j)
                    if candidate and (j - i == 1 or j - i == count):
                        self._add_cuts((bare or candidate).text, f"title {i} {count - j} part")

    def _add_end_of_path(self) -> None:
        """What names the page itself, behind the links of the path to it."""
        leaf = end_of_path(self.page)
        candidate = self._add(self.leaves[leaf].text, "path") if leaf >= 0 else None
        if candidate:
            candidate.ends_path = True

    def _add_cuts(self, text: str, slot: str) -> None:
        """What is left of a candidate without what may be no part of a title."""
        for cut in cuts_of(text):
            _note(self._add(cut.text, slot, stripped=True), cut)

    def _kept_by(self, candidate: TitleCandidate) -> list[str]:
        """What may be cut off a candidate, so that another one is left."""
        cuts = [cut for cut in cuts_of(candidate.text) if not (cut.before and cut.behind)]
        texts = [self.without_label(_without_edges(cut.text)).lower() for cut in cuts]
        return [
            cut.before or cut.behind
            for cut, text in zip(cuts, texts, strict=True)
            if text in self.found
        ]

    def _is_numbered(self, candidate: TitleCandidate) -> bool:
        """Whether it is another candidate with the page's number, or its own one, behind it."""
        bare = self.without_number(candidate.text).lower()
        return bare in self.found or candidate.key in self.lines_with_id

    def without_label(self, text: str) -> str:
        """The text without the page's own number and its label in front ("Bug #7: a title")."""
        match = LABEL.match(text) if self.ids else None
        return text[match.end() :] if match and match[1] in self.ids else text

    def without_number(self, text: str) -> str:
        """The text without the page's number at its end ("A title, page 2"); empty for others.

        A sign or a word for "page" parts the two: "A title 2" is another thread than "A title".
        """
        match = _NUMBER_BEHIND.search(text) if self.number > 1 else None
        if match is None or match["number"] != str(self.number):
            return ""
        rest = text[: match.start()].rstrip()
        before, behind = _LAST_WORD.search(rest), match["behind"].lower()
        if before and before[0].lower() in _PAGE:
            rest = rest[: before.start()]
        elif (behind or before) and behind not in _PAGE:
            return ""
        return rest.rstrip(" -–—,(|")

    def _add_shown(self) -> None:
        near = (self.date - self.near, self.date - 1) if self.date >= 0 else (0, -1)
        title, leaves = self.title, self.leaves
        known = {candidate.text for candidate in self.found.values()}
        headings = 0
        tree = self.page.flat
        levels = {path: heading_level(path) for path in set(tree.paths)}
        for index, text in enumerate(tree.texts):
            if len(text) > LONGEST:
                continue
            level = levels[tree.paths[index]]
            if level < NO_HEADING:
                self.headings.setdefault(level, []).append(index)
                headings += 1
            if ":" in text or "：" in text:
                self._add_end(text)
            if near[0] <= index <= near[1] or (level < NO_HEADING and headings <= MOST_HEADINGS):
                self._add_line(index, leaves[index])
            elif text in known or (text in title and _stands_in(text, title)):
                self._add_leaf(text, index, leaves[index])

    def texts_farther_above(self) -> list[str]:
        """In lower case the texts above the leaves near the date that are no links."""
        above = self.leaves[max(0, self.date - FAR_FROM_DATE) : max(0, self.date - self.near)]
        return [leaf.text.lower() for leaf in above if not leaf.in_link]

    def _add_end(self, text: str) -> None:
        """Count what stands behind a text's first words and colon."""
        start = text[:LONGEST_PREFIX]
        if (":" in start or "：" in start) and (match := COLON.search(text, 0, MOST_BEFORE)):
            self.ends[text[match.end() :].lower()] += 1

    def _add_leaf(self, text: str, index: int, leaf: Leaf, kind: str = "") -> TitleCandidate | None:
        text = _without_edges(text)
        if text and text[0] in _PARTING and index and self.leaves[index - 1].line == leaf.line:
            text = text.lstrip(_PARTING) or text
        known = self.found.get(self.without_label(text).lower())
        if known is None or len(known.leaves) < MOST_SHOWN:
            known = self._add(text, f"{slot_of(leaf)}{kind}", stripped=kind == " part")
            if known is None:
                return None
            known.leaves.append(index)
        known.shown += 1
        known.links += leaf.in_link
        return known

    def _add_line(self, index: int, leaf: Leaf) -> None:
        """A leaf with all of its line that it begins, and what is in front of a count in it."""
        self._add_leaf(leaf.text, index, leaf)
        texts = [leaf.text]
        line = self._line(index)
        number = line.removeprefix(leaf.text).strip(" ()")
        if number[:1] in _NUMBER_SIGNS and number[1:] in self.ids:
            self.lines_with_id.add(line.lower())
        elif line and line != leaf.text:
            self._add_leaf(line, index, leaf, " line")
            texts.append(line)
        for text in texts:
            for cut in cuts_of(text):
                _note(self._add_leaf(cut.text, index, leaf, " part"), cut)

    def _line(self, index: int) -> str:
        """All that stands on the visual line which a leaf begins; empty for its other leaves."""
        leaves, line = self.leaves, self.leaves[index].line
        if index and leaves[index - 1].line == line:
            return ""
        parts: list[str] = []
        for leaf in leaves[index : index + MOST_OF_LINE]:
            if leaf.line != line:
                break
            parts.append(f" {leaf.text}" if leaf.spaced and parts else leaf.text)
        return "".join(parts)


# Fields of the head that hold a title for those who share the page.
SHARED: Final = ("og:title", "twitter:title")


def declared_titles(page: Page) -> Iterator[tuple[str, str]]:
    """What the page's head or its microdata calls its title, each with the name of the field."""
    meta = read_head(page).meta
    for name in (*SHARED, "title", "dc.title"):
        yield name, meta.get(name, "")
    yield "headline", " ".join(read_article(page).headline.split())
    for node in page.flat.having("itemprop"):
        element = page.elements[node]
        if (mark := element.get("itemprop")) in ("headline", "name"):
            start, stop = page.flat.leaf_range(node)
            shown = page.leaves[start].text if stop - start == 1 else ""
            yield str(mark), " ".join((element.get("content") or shown).split())


@lru_cache(maxsize=8192)
def heading_level(path: str) -> int:
    """The level of the heading around a text; 7 if there is none."""
    found = _HEADING.findall(path)
    return int(found[-1]) if found else NO_HEADING


def slot_of(leaf: Leaf) -> str:
    """Name of the place of a leaf: its tag path and the classes of the elements around it."""
    element = leaf.element
    parent = element.getparent()
    outer = "" if parent is None else parent.get("class") or ""
    return f"{leaf.path} {_masked(element.get('class') or '')} {_masked(outer)}"


@lru_cache(maxsize=8192)
def _masked(names: str) -> str:
    return _DIGITS.sub("", names)


def _without_edges(text: str) -> str:
    """A text without signs at its ends that part it from others, or end what it stands in."""
    if text.endswith(" ]") and "[" not in text:
        text = text[:-1].rstrip()
    has_edge = text != "" and (text[0] in _EDGE_SIGNS or text[-1] in _EDGE_SIGNS)
    return _EDGES.sub("", text) if has_edge else text


def _note(candidate: TitleCandidate | None, cut: Cut) -> None:
    """Keep in mind what stood around a candidate that was cut out."""
    if candidate:
        around = filter(None, (cut.before, cut.behind))
        candidate.cuts += [one for one in around if one not in candidate.cuts]


def _stands_in(text: str, title: str) -> bool:
    """Whether a text stands in the title as one or several whole words."""
    at = title.find(text)
    end = at + len(text)
    before, behind = title[at - 1 : at], title[end : end + 1]
    cuts = before.isalnum() and before.isascii() and text[0].isalnum()
    cuts = cuts or (behind.isalnum() and behind.isascii() and text[-1].isalnum())
    return len(text) > 1 and not cuts

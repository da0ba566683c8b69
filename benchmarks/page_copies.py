"""Copies of labelled pages with less on them, for scorers to learn from.

With the first one to three posts only, with nothing around the posts, with links that lead nowhere,
with a few words of each text, articles with their first paragraphs only, pages that do not say
what they are, and pages without a date that can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any
from zlib import crc32

from lxml import etree
from parsel import Selector

from benchmarks.labelled import WHOLE_SITES
from benchmarks.labelled_page import Labelled
from extract_pipelines import Page
from extract_pipelines.items import Floor
from extract_pipelines.page.date_mentions import find_dates_of
from extract_pipelines.posts.group_reader import GroupReader
from extract_pipelines.posts.model import FloorModel
from extract_pipelines.posts.records.analysis import analyse
from extract_pipelines.posts.records.groups import Group
from extract_pipelines.posts.scoring.outside import groups_with_features
from extract_pipelines.text.dates import has_date

COPIES = ("-cut", "-bare", "-unlinked", "-short", "-brief", "-undeclared", "-undated")
# Posts are taken from pages that are read this well only.
WELL_READ = 0.95
# Posts of a page that is cut, at most.
MOST_POSTS = 3
# Characters and words of a text that is shortened.
SHORT, SHORT_WORDS = 40, 6
# Bytes of a paragraph of an article, and paragraphs that are left of it at most.
PARAGRAPH, MOST_PARAGRAPHS = 80, 5
# Sets of pages that were made; they do not say what they are.
MADE = ("plain", "layouts", "news")
# What says of a page, or a part of it, what it is.
DECLARING = ("itemtype", "itemprop", "itemscope")
# Attributes that stay where dates go, and how often dates are looked for: another one may be behind
# the first.
KEPT = ("class", "id", "href", "src")
MOST_LOOKS = 3

Gold = Sequence[dict[str, Any]]
# Changes a page, and gives the posts that it shows then; None if it cannot be done.
Change = Callable[[Page], Gold | None]
Best = tuple[float, Group | None, Sequence[Floor]]


def copies_of(labelled: Labelled, best: Best) -> Iterator[tuple[str, Change]]:
    """The copies to make of a page, each with how its set is called.

    :param best: worth, records and floors of the page's best group
    """
    number = crc32(labelled.name.encode())
    of_site = labelled.source in WHOLE_SITES
    rare = of_site or labelled.source == "wcxb"
    saved = labelled.source not in MADE and (not of_site or number % 3 == 0)
    wanted = (
        labelled.kind in ("thread", "comments") and (not rare or number % 3 == 0),
        not rare or number % 3 == 0,
        number % (6 if rare else 3) == 1,
        number % (6 if rare else 2) == 0,
        saved and not of_site and labelled.kind == "none",
        saved,
        number % (3 if rare else 2 if saved else 4) == 0,
    )
    changes = (
        _cut(best, 1 + number % MOST_POSTS),
        _bare(best),
        _unlinked(labelled.posts),
        _short(best),
        _brief(labelled.posts, number),
        _undeclared(labelled.posts),
        _undated(labelled.posts, number),
    )
    for suffix, change, is_wanted in zip(COPIES, changes, wanted, strict=True):
        if is_wanted:
            yield suffix, change


def _cut(best: Best, keep: int) -> Change:
    """Without all posts but the first ones."""

    def change(page: Page) -> Gold | None:
        value, group, floors = best
        records = group.candidate.records if group else []
        if value < WELL_READ or len(floors) != len(records) or len(records) <= keep:
            return None
        if any(one.inner for one in records):
            return None
        for record in records[keep:]:
            node = record.start
            while node < record.stop:
                remove(page.elements[node])
                node = page.subtree_end[node]
        return said(floors[:keep])

    return change


def _bare(best: Best) -> Change:
    """Nothing but the part of the page that holds all records of its best group."""

    def change(page: Page) -> Gold | None:
        value, group, floors = best
        body = next(page.root.iter("body"), None)
        if group is None or body is None or len(group.candidate.records) < 2:
            return None
        records = group.candidate.records
        node = page.parents[records[0].start]
        while node > 0 and page.subtree_end[node] < records[-1].stop:
            node = page.parents[node]
        kept = page.elements[node]
        if kept.tag in ("body", "html"):
            return None
        for child in list(body):
            remove(child)
        body.text = None
        body.append(kept)
        return said(floors) if value >= WELL_READ else [] if not value else None

    return change


def _unlinked(gold: Gold) -> Change:
    """With links that lead nowhere."""

    def change(page: Page) -> Gold:
        for link in page.root.iter("a"):
            link.tag = "span"
            link.attrib.pop("href", None)
        return gold

    return change


def _short(best: Best) -> Change:
    """With the first words of each text only."""

    def change(page: Page) -> Gold | None:
        value, group, _ = best
        if group is None or 0 < value < WELL_READ:
            return None
        shorten(page)
        if not value:
            return []
        html = etree.tostring(page.root, encoding="unicode", method="html")
        copy = Page(html, page.url, downloaded=page.downloaded)
        analysis = analyse(copy)
        for other, _ in groups_with_features(copy, analysis):
            if other.shapes[0] == group.shapes[0]:
                reader = GroupReader(copy, FloorModel(), analysis)
                read = reader.read(other.candidate, is_sure=True, below_article=False)
                return said(read.floors) if read else None
        return None

    return change


def _brief(gold: Gold, number: int) -> Change:
    """With the first paragraphs of its text only; each other page does not say what it is."""

    def change(page: Page) -> Gold | None:
        paragraphs = [
            one
            for one in page.root.iter("p")
            if len(" ".join(one.itertext()).encode("utf-8", "replace")) > PARAGRAPH
        ]
        for paragraph in paragraphs[1 + number % MOST_PARAGRAPHS :]:
            remove(paragraph)
        if number % 2:
            undeclare(page)
        return gold

    return change


def _undeclared(gold: Gold) -> Change:
    """Without what says of it what it is."""

    def change(page: Page) -> Gold:
        undeclare(page)
        return gold

    return change


def _undated(gold: Gold, number: int) -> Change:
    """Without dates, as a page whose language or way to write them nobody knows.

    In each other page what else stands with a date in a short text is left out, too.
    """

    def change(page: Page) -> Gold:
        for _ in range(MOST_LOOKS):
            tree = Selector(root=page.root, type="html")
            again = Page(tree, page.url, downloaded=page.downloaded)
            for mention in find_dates_of(again).mentions:
                undate(again.elements[mention.node], texts=number % 2 == 0)
        return gold

    return change


def undeclare(page: Page) -> None:
    """Remove the page's JSON-LD and microdata, and what it is called where it is shared."""
    for element in list(page.root.iter("script", "meta")):
        name = element.get("property") or element.get("name") or ""
        if "json" in element.get("type", "") or name.startswith(("og:", "article:")):
            remove(element)
    for element in page.root.iter("*"):
        for name in DECLARING:
            element.attrib.pop(name, None)


def undate(element: Any, *, texts: bool) -> None:
    """Remove the dates of an element: digits, attributes with them, short texts if asked to."""
    for one in element.iter(etree.Element):
        for name, value in list(one.attrib.items()):
            if name not in KEPT and any(map(str.isdigit, value)):
                del one.attrib[name]
        for part in ("text",) if one is element else ("text", "tail"):
            text = getattr(one, part) or ""
            if has_date(" ".join(text.split())) or not any(map(str.isalpha, text)):
                is_left = len(text) > SHORT or not texts
                rest = "".join(sign for sign in text if not sign.isdigit())
                setattr(one, part, rest if is_left else "")


def shorten(page: Page) -> None:
    """Leave the first words of each text only."""
    for element in page.root.iter():
        for part in ("text", "tail"):
            text = getattr(element, part)
            if text and len(text) > SHORT:
                setattr(element, part, _first_words(text))


def _first_words(text: str) -> str:
    words = " ".join(text[: 2 * SHORT].split()[:SHORT_WORDS])[:SHORT]
    return "".join(sign for sign in words if sign.isprintable())


def said(floors: Sequence[Floor]) -> Gold:
    """Floors as the sets label posts."""
    return [
        {
            "text": floor.own_text,
            "quoted": [quote.text for quote in floor.quotes],
            "author": floor.author,
        }
        for floor in floors
    ]


def read_again(page: Page) -> Page:
    """A page anew, as its tree was changed, or is to be."""
    html = etree.tostring(page.root, encoding="unicode", method="html")
    return Page(html, page.url, downloaded=page.downloaded)


def remove(element: Any) -> None:
    """Take an element out of its page, with all that is in it."""
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)

"""Examples for the scorers of record groups: all groups of labelled pages, and what they are worth.

A group is worth the F1 of the posts that come out where it is read as floors, on its page alone,
and a little less if others of the page have more of the authors.
Copies of pages are made: with the first one to three posts only, with nothing around the posts,
with links that lead nowhere, and with a few words of each text.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any
from zlib import crc32

from lxml import etree
from rapidfuzz import fuzz

from benchmarks.labelled import Labelled, read_labelled
from benchmarks.layouts.render import read_layouts
from benchmarks.measures import plain
from benchmarks.own_forums import read_own
from benchmarks.plain_pages import read_plain
from extract_pipelines import Page
from extract_pipelines.items import Floor
from extract_pipelines.posts.analysis import analyse
from extract_pipelines.posts.groups import Group
from extract_pipelines.posts.model import FloorModel
from extract_pipelines.posts.read_features import read_features
from extract_pipelines.posts.scoring import groups_with_features, is_deep

COPIES = ("-cut", "-bare", "-unlinked", "-short")
WHOLE_SITES = ("mirrors", "engines", "own")
# Pages of a whole site that are learned: threads of one or two posts, other threads, other pages.
MOST_SHORT, MOST_THREADS, MOST_OTHERS = 12, 16, 24
# Copies are made of pages that are read this well.
WELL_READ = 0.95
FEWEST_POSTS = 3
# Characters and words of a text that is shortened.
SHORT, SHORT_WORDS = 40, 6
# What a group is worth less that has no author, beside others that have at least so much of the
# texts that the best one has.
AUTHORS, ABOUT_AS_GOOD = 0.1, 0.8
# Roots of the records that are comments or reviews on pages of WCXB, checked by eye.
COMMENTS = json.loads(Path(__file__).with_name("comments_of_wcxb.json").read_text("utf-8"))

Gold = Sequence[dict[str, Any]]


@dataclass(slots=True)
class GroupExample:
    """A record group."""

    outside: tuple[float, ...]
    inside: tuple[float, ...]
    posts: float
    """Worth as a thread's posts, 0 to 1."""
    comments: float
    """Worth as the comments below a text."""
    floors: int
    """How many come out."""


@dataclass(slots=True)
class PageExample:
    """A labelled page with its groups."""

    source: str
    name: str
    site: str
    engine: str
    kind: str
    gold: int
    groups: list[GroupExample]

    @property
    def is_copy(self) -> bool:
        """Whether it is a page with less on it than it had."""
        return self.source.endswith(COPIES)


def read_examples(data: Path) -> list[PageExample]:
    """The examples of all labelled pages; takes some minutes on two cores."""
    with ProcessPoolExecutor(2) as pool:
        pages = chain(chosen_pages(data), read_layouts())
        found = pool.map(examples_of, pages, chunksize=8)
        return [example for several in found for example in several]


def chosen_pages(data: Path) -> Iterator[Labelled]:
    """The pages that are learned: of whole sites no more than so many."""
    counts: Counter[tuple[str, bool]] = Counter()
    for page in chain(read_labelled(data), read_own(), read_plain()):
        if page.kind == "unknown":
            continue
        if page.source in WHOLE_SITES:
            short = page.kind == "thread" and len(page.posts) < FEWEST_POSTS
            key = f"{page.source} {page.name.partition('/')[0]} {page.kind}", short
            counts[key] += 1
            most = MOST_SHORT if short else MOST_THREADS if page.kind == "thread" else MOST_OTHERS
            if counts[key] > most:
                continue
        yield page


def examples_of(labelled: Labelled) -> list[PageExample]:
    """A page, and copies of it with less on them."""
    page = Page(labelled.html, labelled.url, downloaded=labelled.downloaded)
    example, best = _example(page, labelled, labelled.posts)
    found = [example]
    number = crc32(labelled.name.encode())
    rare = labelled.source in WHOLE_SITES or labelled.source == "wcxb"
    copies = (
        (COPIES[0], not rare and labelled.kind == "thread", _cut(best, 1 + number % FEWEST_POSTS)),
        (COPIES[1], not rare or number % 3 == 0, _bare(best)),
        (COPIES[2], number % (6 if rare else 3) == 1, _unlinked(labelled.posts)),
        (COPIES[3], number % (6 if rare else 2) == 0, _short(best)),
    )
    for name, wanted, change in copies:
        copy = Page(labelled.html, labelled.url, downloaded=labelled.downloaded)
        gold = change(copy) if wanted else None
        if gold is not None:
            html = etree.tostring(copy.root, encoding="unicode", method="html")
            copy = Page(html, labelled.url, downloaded=labelled.downloaded)
            example, _ = _example(copy, labelled, gold)
            example.source += name
            found.append(example)
    return found


# Changes a page, and gives the posts that it shows then; None if it cannot be done.
Change = Callable[[Page], Gold | None]
Best = tuple[float, Group | None, Sequence[Floor]]


def _example(page: Page, labelled: Labelled, gold: Gold) -> tuple[PageExample, Best]:
    analysis = analyse(page)
    best: Best = 0.0, None, ()
    examples: list[GroupExample] = []
    named: list[float] = []
    for group, outside in groups_with_features(page, analysis):
        if is_deep(page, group.records.records[0]):
            continue
        read = FloorModel().read_group(page, analysis, group.records, is_sure=True, below=False)
        if read is None:
            continue
        value = worth(gold, read.floors) if gold else 0.0
        if labelled.source == "wcxb":
            root = COMMENTS.get(labelled.url)
            value = float(root in [shape.root for shape in group.shapes])
        posts = value if labelled.kind == "thread" else 0.0
        inside = read_features(page, analysis, group.records.records)
        authors = right_authors(gold, read.floors) if value else 1.0
        examples.append(GroupExample(outside, inside, posts, value - posts, len(read.floors)))
        named.append(authors)
        best = max(best, (value, group, read.floors), key=lambda one: one[0])
        if best[1] is None:
            best = 0.0, group, ()
    _count_authors(examples, named)
    found = PageExample(
        labelled.source,
        labelled.name,
        labelled.site,
        labelled.engine,
        labelled.kind,
        len(gold),
        examples,
    )
    return found, best


def _count_authors(groups: Sequence[GroupExample], named: Sequence[float]) -> None:
    """Make groups worth less that have fewer of the authors than others with as many of the texts.

    :param named: for each group the share of the authors that are right
    """
    top = max((group.posts + group.comments for group in groups), default=0.0)
    most = max(
        (
            authors
            for group, authors in zip(groups, named, strict=True)
            if group.posts + group.comments >= ABOUT_AS_GOOD * top
        ),
        default=0.0,
    )
    for group, authors in zip(groups, named, strict=True):
        share = 1 - AUTHORS * max(0.0, most - authors)
        group.posts *= share
        group.comments *= share


def worth(gold: Gold, floors: Sequence[Floor]) -> float:
    """F1 of floors against gold posts: texts alike by 0.80, with or without the quotes."""
    said = sum(bool(plain(floor.body)) for floor in floors)
    wanted = sum(bool(want) for want, _ in map(_texts, gold))
    return 2 * len(pairs_of(gold, floors)) / (wanted + said) if wanted and said else 0.0


def right_authors(gold: Gold, floors: Sequence[Floor]) -> float:
    """The share of the authors that are right, where posts came out; 1 if no author is labelled."""
    known = [
        (post["author"], floor.author)
        for post, floor in pairs_of(gold, floors)
        if post.get("author")
    ]
    right = sum(plain(name) == plain(found or "") for name, found in known)
    return right / len(known) if known else 1.0


def pairs_of(gold: Gold, floors: Sequence[Floor]) -> list[tuple[dict[str, Any], Floor]]:
    """Gold posts, each with the floor of its text, if one came out."""
    wants = [(post, *_texts(post)) for post in gold]
    said = [(floor, plain(floor.body), plain(floor.own_text)) for floor in floors]
    pairs = []
    for i, (_, own, whole) in enumerate(wants):
        for j, (_, body, text) in enumerate(said):
            if not own or not body:
                continue
            ratio = max(
                fuzz.ratio(own, body, score_cutoff=80),
                fuzz.ratio(own, text, score_cutoff=80),
                fuzz.ratio(whole, body, score_cutoff=80) if whole != own else 0,
            )
            if ratio:
                pairs.append((-ratio, abs(i - j), i, j))
    used: tuple[set[int], set[int]] = (set(), set())
    found = []
    for _, _, i, j in sorted(pairs):
        if i not in used[0] and j not in used[1]:
            used[0].add(i)
            used[1].add(j)
            found.append((gold[i], floors[j]))
    return found


def _texts(post: dict[str, Any]) -> tuple[str, str]:
    """The text of a gold post, and with its quotes."""
    return plain(post["text"]), plain(" ".join([*(post.get("quoted") or []), post["text"] or ""]))


def _cut(best: Best, keep: int) -> Change:
    """Without all posts but the first ones."""

    def change(page: Page) -> Gold | None:
        value, group, floors = best
        records = group.records.records if group else []
        if value < WELL_READ or len(floors) != len(records) or len(records) <= keep:
            return None
        if any(one.inner for one in records):
            return None
        for record in records[keep:]:
            node = record.start
            while node < record.stop:
                _remove(page.elements[node])
                node = page.subtree_end[node]
        return said(floors[:keep])

    return change


def _bare(best: Best) -> Change:
    """Nothing but the part of the page that holds all records of its best group."""

    def change(page: Page) -> Gold | None:
        value, group, floors = best
        body = next(page.root.iter("body"), None)
        if group is None or body is None or len(group.records.records) < 2:
            return None
        records = group.records.records
        node = page.parents[records[0].start]
        while node > 0 and page.subtree_end[node] < records[-1].stop:
            node = page.parents[node]
        kept = page.elements[node]
        if kept.tag in ("body", "html"):
            return None
        for child in list(body):
            _remove(child)
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
                read = FloorModel().read_group(
                    copy, analysis, other.records, is_sure=True, below=False
                )
                return said(read.floors) if read else None
        return None

    return change


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


def _remove(element: Any) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)

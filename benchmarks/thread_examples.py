"""Examples for the scorers of record groups: all groups of labelled pages, and what they are worth.

A group is worth the F1 of the posts that come out where it is read as floors, on its page alone,
and a little less if others of the page have more of the authors.
Copies of pages, with less on them, are examples, too.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from lxml import etree
from rapidfuzz import fuzz

from benchmarks.labelled import WHOLE_SITES, read_labelled
from benchmarks.labelled_page import Labelled
from benchmarks.layouts.render import read_articles, read_layouts, read_news
from benchmarks.measures import plain
from benchmarks.own_forums import read_own
from benchmarks.page_copies import COPIES, Best, Gold, copies_of
from benchmarks.plain_pages import read_plain
from extract_pipelines import Page
from extract_pipelines.items import Floor
from extract_pipelines.posts.group_reader import GroupReader
from extract_pipelines.posts.model import FloorModel
from extract_pipelines.posts.records.analysis import analyse
from extract_pipelines.posts.scoring.outside import groups_with_features
from extract_pipelines.posts.scoring.page_odds import page_features
from extract_pipelines.posts.scoring.read_features import read_features
from extract_pipelines.posts.scoring.scoring import is_deep

# Pages of a whole site that are learned: threads of one or two posts, other threads, other pages.
MOST_SHORT, MOST_THREADS, MOST_OTHERS = 12, 16, 24
FEWEST_POSTS = 3
# What a group is worth less that has no author, beside others that have at least so much of the
# texts that the best one has.
AUTHORS, ABOUT_AS_GOOD = 0.1, 0.8
# Roots of the records that are comments or reviews on pages without posts, checked by eye.
COMMENTS = json.loads(Path(__file__).with_name("comments_of_articles.json").read_text("utf-8"))


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
    page: tuple[float, ...]
    """Features of the page as a whole."""
    groups: list[GroupExample]

    @property
    def is_copy(self) -> bool:
        """Whether it is a page with less on it than it had."""
        return self.source.endswith(COPIES)


def read_examples(data: Path) -> list[PageExample]:
    """The examples of all labelled pages; takes 45 minutes on two cores."""
    with ProcessPoolExecutor(2) as pool:
        pages = chain(chosen_pages(data), read_layouts(), read_articles(), read_news())
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
    """A page, and copies of it."""
    page = Page(labelled.html, labelled.url, downloaded=labelled.downloaded)
    example, best = _example(page, labelled, labelled.posts)
    found = [example]
    for suffix, change in copies_of(labelled, best):
        copy = Page(labelled.html, labelled.url, downloaded=labelled.downloaded)
        gold = change(copy)
        if gold is not None:
            html = etree.tostring(copy.root, encoding="unicode", method="html")
            copy = Page(html, labelled.url, downloaded=labelled.downloaded)
            example, _ = _example(copy, labelled, gold)
            example.source += suffix
            found.append(example)
    return found


def _example(page: Page, labelled: Labelled, gold: Gold) -> tuple[PageExample, Best]:
    analysis = analyse(page)
    best: Best = 0.0, None, ()
    examples: list[GroupExample] = []
    named: list[float] = []
    for group, outside in groups_with_features(page, analysis):
        if is_deep(page, group.candidate.records[0]):
            continue
        reader = GroupReader(page, FloorModel(), analysis)
        read = reader.read(group.candidate, is_sure=True, below_article=False)
        if read is None:
            continue
        value = worth(gold, read.floors) if gold else 0.0
        if root := COMMENTS.get(labelled.url):
            value = float(root in [shape.root for shape in group.shapes])
        posts = value if labelled.kind == "thread" else 0.0
        inside = read_features(page, analysis, group.candidate.records)
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
        page_features(page),
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

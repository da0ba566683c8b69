"""Whole sites as they stream in, by scorers that never saw them: what a crawl gives on new sites.

python -m benchmarks.stream_sites DATA [--by engine] [--examples FILE] [--openings FILE]
    [--articles FILE] [--nested FILE] [--bodies FILE] [--show N] [--most N] [--pages [--learned]
    | --journals [--learned] | --layouts [--rounds N]] [--boxed WHAT] [--shipped] [--without RULE]

DATA and the examples are those of benchmarks.train_threads; those of openings are of
benchmarks.train_openings, those of articles of benchmarks.train_comments, those of comments within
posts of benchmarks.train_nested, those of bodies of benchmarks.train_bodies (a file for each
``--by``). For each of its five parts the scorers are trained without it; then each whole site of
the part is read page by page, each right after it was learned (the first ten pages are left out),
once with each page alone, and once when all of its pages are known.
--most takes so many pages of each site only, for a quicker run. --pages reads the sets of single
pages instead, each page alone, or with --learned right after it was learned, of WCXB each fourth;
--layouts the made-up layouts, each from its first page on; with --rounds each draws more threads,
as a longer crawl finds them. --boxed puts a box of the latest posts above all pages, or an
announcement, one of benchmarks.boxes for each site. --shipped reads with the scorers of the
package, which have learned from these pages.
--without tells what a rule is worth that no scorer has taken the place of: everything is read as if
it were not there.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import fmean
from types import ModuleType
from typing import Any, TypeAlias
from zlib import crc32

from benchmarks import train_bodies, train_comments, train_nested, train_openings
from benchmarks.body_examples import Example
from benchmarks.boxes import boxed
from benchmarks.labelled import read_labelled
from benchmarks.labelled_page import Labelled
from benchmarks.layouts import LAYOUTS
from benchmarks.layouts.render import pages_of, read_articles, read_news
from benchmarks.scorers import compiled, kept, trees_of
from benchmarks.thread_examples import read_examples, worth
from benchmarks.train_comments import ThreadExample
from benchmarks.train_nested import NestedExample
from benchmarks.train_openings import OpeningExample
from benchmarks.train_threads import (
    CLASSES,
    FOLDS,
    WELL_READ,
    Array,
    Rows,
    held_out,
    inside_features,
    rows_of,
    train_choice,
    train_inside,
    train_outside,
)
from extract_pipelines import Page, Site
from extract_pipelines.items import ForumThread
from extract_pipelines.page.boosted_trees import Score, load
from extract_pipelines.posts import comments, group_reader, model, reader
from extract_pipelines.posts.bodies import bodies
from extract_pipelines.posts.bodies.line_features import LINE_NAMES
from extract_pipelines.posts.bodies.place_features import PLACE_NAMES
from extract_pipelines.posts.nested import comment_model
from extract_pipelines.posts.nested.comment_features import COMMENT_NAMES
from extract_pipelines.posts.opening import opening
from extract_pipelines.posts.opening.opening_features import OPENING_NAMES
from extract_pipelines.posts.scoring import outside, rejection, scoring
from extract_pipelines.posts.scoring.outside import OUTSIDE_FORMS, OUTSIDE_NAMES
from extract_pipelines.posts.scoring.scoring import INSIDE_NAMES
from extract_pipelines.posts.thread_features import THREAD_NAMES

# So many pages of a site are learned before what is read of them counts.
FIRST = 10
# How pages are read: each alone, each right after it was learned, or when all are known.
MODES = ("alone", "stream", "known")
ROUNDS = "how many threads of each size a layout draws"
# What stands for each rule where it is left out.
RULES: dict[str, tuple[Sequence[ModuleType], str, Callable[..., Any]]] = {
    "threads and products by their claim": ([comments], "declared_type", lambda _page: None),
    "no comment is the article's text": ([group_reader], "are_called_comments", lambda *_: False),
    "opening by a member": ([group_reader], "is_by_member", lambda *_: False),
    "pages of members": ([rejection], "are_of_member", lambda *_: False),
    "posts of several threads": ([rejection], "are_of_threads", lambda *_: False),
    "form below the posts": ([reader], "without_form", lambda floors: floors),
    "posts in no element": ([reader], "read_unboxed", lambda *_: []),
    "dates of undated posts": ([model, reader], "with_dates", lambda page, analysis, found: found),
    "rows of a list": ([model, rejection], "is_list", lambda *_: False),
    "posts that the page's data tell of": ([scoring], "declared_posts", lambda _page: ()),
    "records without authors": ([group_reader], "are_unsigned", lambda *_: False),
}
# A page, the F1 of its posts, and how many came out.
Read: TypeAlias = tuple[Labelled, float, int]
# Of the single pages of WCXB one in so many is read.
EACH = 4


@dataclass(slots=True)
class Examples:
    """What the scorers learn from."""

    by: str
    """What is left out together: ``site`` or ``engine``."""
    rows: Rows
    outside: Array
    """For each group its log odds from the outside, with its own part left out."""
    openings: Sequence[OpeningExample]
    articles: Sequence[ThreadExample]
    nested: Sequence[NestedExample]
    places: Sequence[Example]
    lines: Sequence[Example]

    def without(self, fold: int) -> dict[str, Score]:
        """The scorers of groups, openings, articles, comments and bodies, without one part."""
        return {**self._of_groups(fold), **self._of_posts(fold)}

    def _of_groups(self, fold: int) -> dict[str, Score]:
        rows, others = self.rows, self.rows.folds(self.by) != fold
        features, read = inside_features(rows, self.outside)
        trees = trees_of(train_inside(rows, features, read & others))
        found = {
            f"inside_{name}": compiled(INSIDE_NAMES, trees[number :: len(CLASSES)])
            for number, name in enumerate(CLASSES)
        }
        booster = train_choice(rows, features, read & others)
        found["choice"] = compiled(INSIDE_NAMES, trees_of(booster))
        for name, one in zip(OUTSIDE_FORMS, train_outside(rows, others), strict=True):
            found[name] = compiled(OUTSIDE_NAMES, trees_of(one))
        return found

    def _of_posts(self, fold: int) -> dict[str, Score]:
        def is_seen(one: OpeningExample | ThreadExample | NestedExample | Example) -> bool:
            return crc32(getattr(one, self.by).encode()) % FOLDS != fold

        trained = {
            "openings": (OPENING_NAMES, train_openings.train, self.openings),
            "threads": (THREAD_NAMES, train_comments.train, self.articles),
            "nested": (COMMENT_NAMES, train_nested.train, self.nested),
            "places": (PLACE_NAMES, train_bodies.train_places, self.places),
            "lines": (LINE_NAMES, train_bodies.train_lines, self.lines),
        }
        return {
            name: compiled(names, trees_of(train(list(filter(is_seen, examples)))))
            for name, (names, train, examples) in trained.items()
        }


def _read_examples(arguments: argparse.Namespace) -> Examples:
    data, by = arguments.data, arguments.by
    rows = rows_of(kept(arguments.examples, lambda: read_examples(data)))

    def read_bodies() -> list[list[Example]]:
        places = train_bodies.read_places(data)
        return [places, train_bodies.read_lines(data, places, by)]

    places, lines = kept(arguments.bodies, read_bodies)
    return Examples(
        by,
        rows,
        held_out(rows, rows.folds(by)),
        kept(arguments.openings, lambda: train_openings.read_examples(data)),
        kept(arguments.articles, lambda: train_comments.read_examples(data)),
        kept(arguments.nested, lambda: train_nested.read_examples(data)),
        places,
        lines,
    )


def _scorer(scorers: Mapping[str, Score], room: str, name: str, features: Sequence[str]) -> Score:
    """Stands for `load` where scorers are tried."""
    return scorers[name] if name in scorers else load(room, name, features)


def _use(scorers: Mapping[str, Score]) -> None:
    """Let these take the place of the package's scorers; with none of them those are back."""
    for room in (outside, scoring, opening, comments, comment_model, bodies):
        setattr(room, "load", partial(_scorer, scorers))  # noqa: B010


def read_site(pages: Sequence[Labelled], mode: str, first: int = FIRST) -> list[Read]:
    """The pages that count, the F1 of their posts, and how many came out.

    :param mode: "alone", each by itself; "stream", each learned and then read; or "known", where
        all are learned before the first is read
    """
    site = Site()
    found = []
    if mode == "known":
        for labelled in pages:
            site.learn(Page(labelled.html, labelled.url, downloaded=labelled.downloaded))
    for number, labelled in enumerate(pages):
        page = Page(labelled.html, labelled.url, downloaded=labelled.downloaded)
        if mode == "stream":
            site.learn(page)
        if labelled.kind == "unknown" or number < first:
            continue
        item = site.extract(page)
        floors = item.floors if isinstance(item, ForumThread) else []
        floors = [floor for floor in floors if floor.body]
        gold = [post for post in labelled.posts if post["text"].strip()]
        empty = float(not gold and not floors)
        found.append((labelled, worth(gold, floors) or empty, len(floors)))
    return found


def tell_pages(found: Sequence[Read]) -> None:
    """Print the figures of each set of single pages."""
    for source in dict.fromkeys(page.source for page, _, _ in found):
        own = [one for one in found if one[0].source == source]
        threads = [value for page, value, _ in own if page.kind == "thread"]
        others = [count > 0 for page, _, count in own if page.kind == "none"]
        commented = [count > 0 for page, _, count in own if page.kind == "comments"]
        print(
            f"{source:<14} threads {len(threads):4}  macro F1 {fmean(threads or [0]):.3f}"
            f"  F1 >= .95 {fmean(value >= WELL_READ for value in threads or [0]):.3f}"
            f"  others {len(others):4}  false threads {sum(others)}"
            f"  with comments {len(commented):4}  as threads {sum(commented)}"
        )


def told(row: Sequence[float]) -> str:
    """Figures in words."""
    return f"macro F1 {row[0]:.3f}  pages {row[1]:.3f}  false threads {row[2]:.3f}"


def sites_of(data: Path, most: int, *, single: bool) -> dict[tuple[str, str], list[Labelled]]:
    """The labelled pages by set and site.

    :param most: pages of a whole site
    :param single: whether to take the sets of single pages, not whole sites
    """
    sites: dict[tuple[str, str], list[Labelled]] = defaultdict(list)
    for number, page in enumerate(read_labelled(data)):
        is_whole = page.source in ("mirrors", "engines")
        site = page.source, page.name.partition("/")[0] if is_whole else page.site
        if single != is_whole and (
            len(sites[site]) < most if is_whole else page.source != "wcxb" or number % EACH == 0
        ):
            sites[site].append(page)
    return sites


def tell_site(name: str, mode: str, read: Sequence[Read], show: int) -> tuple[float, ...]:
    """Print what comes of a whole site; its figures."""
    threads = [(value, page, count) for page, value, count in read if page.kind == "thread"]
    others = [count > 0 for page, _, count in read if page.kind == "none"]
    row = (
        fmean(value for value, _, _ in threads),
        fmean(value >= WELL_READ for value, _, _ in threads),
        fmean(others or [0]),
    )
    print(f"{name:<26} {mode:<7} {told(row)}", flush=True)
    for value, page, count in sorted(threads, key=lambda one: one[0])[:show]:
        if value < WELL_READ:
            print(f"   {value:.2f} gold {len(page.posts)} read {count} {page.name} {page.url}")
    return row


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--by", choices=("site", "engine"), default="site")
    parser.add_argument("--examples", type=Path)
    parser.add_argument("--openings", type=Path)
    parser.add_argument("--articles", type=Path)
    parser.add_argument("--nested", type=Path)
    parser.add_argument("--bodies", type=Path)
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--most", type=int, default=1000)
    parser.add_argument("--pages", action="store_true", help="single pages, each alone")
    parser.add_argument("--learned", action="store_true", help="single pages, learned and read")
    parser.add_argument("--journals", action="store_true", help="made-up articles and news")
    parser.add_argument("--boxed", choices=("latest", "announcement"), help="a box above all else")
    parser.add_argument("--layouts", action="store_true", help="the made-up layouts")
    parser.add_argument("--rounds", type=int, default=1, help=ROUNDS)
    parser.add_argument("--shipped", action="store_true", help="the scorers of the package")
    parser.add_argument("--without", choices=RULES, metavar="RULE", help=", ".join(RULES))
    return parser.parse_args()


def _asked_sites(arguments: argparse.Namespace) -> dict[tuple[str, str], list[Labelled]]:
    if arguments.layouts:
        return {("layouts", name): list(pages_of(name, arguments.rounds)) for name in LAYOUTS}
    if arguments.journals:
        journals: dict[tuple[str, str], list[Labelled]] = defaultdict(list)
        for page in chain(read_articles(), read_news()):
            journals[page.source, page.site].append(page)
        return journals
    sites = sites_of(arguments.data, arguments.most, single=arguments.pages)
    what = arguments.boxed
    return {name: boxed(pages, what) for name, pages in sites.items()} if what else sites


def main() -> None:
    """Read the command line."""
    arguments = _arguments()
    if arguments.without:
        modules, name, stand_in = RULES[arguments.without]
        for module in modules:
            setattr(module, name, stand_in)
    sites, first = _asked_sites(arguments), 0 if arguments.layouts else FIRST
    examples = None if arguments.shipped else _read_examples(arguments)
    singles: list[Read] = []
    figures: dict[tuple[str, str], list[tuple[float, ...]]] = defaultdict(list)
    for fold in range(FOLDS) if examples else (0,):
        if examples:
            _use(examples.without(fold))
        for (source, name), pages in sites.items():
            if examples and crc32(getattr(pages[0], arguments.by).encode()) % FOLDS != fold:
                continue
            if arguments.pages or arguments.journals:
                singles += read_site(pages, "stream" if arguments.learned else "alone", 0)
                continue
            for mode in MODES:
                read = read_site(pages, mode, first)
                figures[source, mode].append(tell_site(name, mode, read, arguments.show))
    _use({})
    tell_pages(singles)
    for (source, mode), found in figures.items():
        mean = [fmean(column) for column in zip(*found, strict=True)]
        right = fmean(row[1] >= WELL_READ for row in found)
        print(f"{source:<10} {mode:<7} sites {len(found)}  {told(mean)}  right sites {right:.3f}")


if __name__ == "__main__":
    main()

"""Train the scorer of threads against articles: python -m benchmarks.train_comments DATA [--write].

DATA is the folder of the sets that benchmarks.labelled reads; layouts teach it as well. Of each
page the likeliest group of records is taken: on threads it is posts, on articles, products and
lists that it is found on, comments. Copies of the pages have hardly more than the texts: no menus,
forms, pictures and lesser headings.
Prints how many pages are told rightly by cross-validation: five parts, all pages of a site in one
of them; then the same with all pages of an engine in one part. With --write the scorer is trained
on all pages and put into the package. --examples FILE keeps the examples, which take minutes to
make. Needs the extra ``bench``.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

import lightgbm  # type: ignore[import-not-found]
import numpy as np  # type: ignore[import-not-found]
from lxml import etree

from benchmarks.labelled import Labelled
from benchmarks.layouts.render import read_articles, read_layouts
from benchmarks.scorers import parts_of, run_trainer, trees_of, write_scorer
from benchmarks.thread_examples import chosen_pages
from extract_pipelines import Page
from extract_pipelines.page.declared_type import declared_type
from extract_pipelines.posts.analysis import analyse
from extract_pipelines.posts.comments import DECIDING
from extract_pipelines.posts.opening import find_opening
from extract_pipelines.posts.records import Candidate
from extract_pipelines.posts.scoring import LEAST_ODDS, score_groups
from extract_pipelines.posts.thread_features import THREAD_NAMES, thread_features

FOLDS = 5
OPTIONS = {"objective": "binary", "verbose": -1, "max_bin": 63, "seed": 2, "num_threads": 1}
OPTIONS |= {"learning_rate": 0.08, "num_leaves": 4, "min_data_in_leaf": 15, "deterministic": True}
OPTIONS |= {"feature_fraction": 0.5, "bagging_fraction": 0.8, "bagging_freq": 1}
TREES = 200
# Pages that were made after software weigh less than saved ones.
WEIGHTS = {"layouts": 0.2, "articles": 0.4}
COPY_WEIGHT = 0.4
BARE = "-bare"
# What a bare copy lacks, unless records stand in it, and what is no heading there.
LACKING = "form img aside nav footer script".split()
HEADINGS = "h2 h3 h4".split()
# All articles together weigh so much of what all threads do.
ARTICLES = 0.15
# Pages without posts on which records are taken for comments: those of sites with articles.
OF_ARTICLES = ("wcxb", "aeb")
Array: TypeAlias = "np.ndarray[Any, Any]"


@dataclass(slots=True)
class ThreadExample:
    """A page on which records were found."""

    source: str
    name: str
    site: str
    engine: str
    is_thread: bool
    features: tuple[float, ...]


def read_examples(data: Path) -> list[ThreadExample]:
    """The examples of all labelled pages; takes two minutes on two cores."""
    pages = chain(chosen_pages(data), read_layouts(), read_articles())
    with ProcessPoolExecutor(2) as pool:
        return [one for found in pool.map(examples_of, pages, chunksize=8) for one in found]


def examples_of(labelled: Labelled) -> list[ThreadExample]:
    """A page with its likeliest records, and a bare copy of it.

    None of a page of another type, nor of one that tells of itself what it is.
    """
    if labelled.kind not in ("thread", "comments") and labelled.source not in OF_ARTICLES:
        return []
    page = Page(labelled.html, labelled.url, downloaded=labelled.downloaded)
    best = _likeliest(page)
    if best is None or declared_type(page) in DECIDING:
        return []
    found = [_example(labelled, page, best)]
    _bare(page, best)
    html = etree.tostring(page.root, encoding="unicode", method="html")
    page = Page(html, page.url, downloaded=page.downloaded)
    if best := _likeliest(page):
        copy = _example(labelled, page, best)
        copy.source += BARE
        found.append(copy)
    return found


def _likeliest(page: Page) -> Candidate | None:
    groups = score_groups(page, analyse(page))
    best = max(groups, key=lambda group: group.odds, default=None)
    return best.records if best and best.odds >= LEAST_ODDS else None


def _example(labelled: Labelled, page: Page, best: Candidate) -> ThreadExample:
    first = find_opening(page, analyse(page), best)
    return ThreadExample(
        labelled.source,
        labelled.name,
        labelled.site,
        labelled.engine,
        labelled.kind == "thread",
        thread_features(page, best.records, first),
    )


def _bare(page: Page, best: Candidate) -> None:
    """Leave hardly more than the texts."""
    starts = [record.start for record in best.records]
    for node in page.flat.tagged(*LACKING):
        element, end = page.elements[node], page.subtree_end[node]
        holds = bisect_left(starts, end) > bisect_left(starts, node)
        if not holds and (parent := element.getparent()) is not None:
            parent.remove(element)
    for node in page.flat.tagged(*HEADINGS):
        page.elements[node].tag = "div"


def train(examples: Sequence[ThreadExample]) -> lightgbm.Booster:
    """The scorer, learned from examples; sites count alike, however many pages they have."""
    counts = Counter((one.site, one.is_thread) for one in examples)
    weights = np.array(
        [
            WEIGHTS.get(one.source.partition(BARE)[0], 1.0)
            * (COPY_WEIGHT if one.source.endswith(BARE) else 1.0)
            * counts[one.site, one.is_thread] ** -0.5
            for one in examples
        ]
    )
    threads = np.array([one.is_thread for one in examples])
    weights[~threads] *= ARTICLES * weights[threads].sum() / weights[~threads].sum()
    rows = np.array([one.features for one in examples])
    data = lightgbm.Dataset(rows, threads.astype(float), weight=weights)
    return lightgbm.train(OPTIONS, data, TREES)


def cross_validate(examples: Sequence[ThreadExample], by: str) -> None:
    """Print how many pages of sites, or engines, that were left out are told rightly."""
    right: dict[str, list[bool]] = defaultdict(list)
    for learned, others in parts_of(examples, by, FOLDS):
        booster = train(learned)
        odds: Array = booster.predict([one.features for one in others], raw_score=True)
        for one, told in zip(others, odds, strict=True):
            kind = "threads" if one.is_thread else "articles"
            right[f"{one.source:<20} {kind}"].append((told > 0) == one.is_thread)
    print(f"--- {by}s left out")
    for source, found in sorted(right.items()):
        print(f"{source:<29} pages {len(found):>4}  told rightly {sum(found) / len(found):.3f}")


def write(examples: Sequence[ThreadExample]) -> None:
    """Put the scorer that all examples teach into the package."""
    write_scorer("posts", "threads", THREAD_NAMES, trees_of(train(examples)))


if __name__ == "__main__":
    run_trainer(__doc__, read_examples, cross_validate, write)

"""Train the scorer of threads against articles: python -m benchmarks.train_comments DATA [--write].

DATA is the folder of the sets that benchmarks.labelled reads; layouts teach it as well. Of each
page the likeliest group of records is taken: on threads it is posts, on articles, products and
lists that it is found on, comments. Copies of articles have a few paragraphs only, those of threads
a description above the posts, bare copies have hardly more than the texts: no menus, forms,
pictures and lesser headings. Each page counts once more as if no caption on it were known.
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
from zlib import crc32

import lightgbm  # type: ignore[import-not-found]
import numpy as np  # type: ignore[import-not-found]
from lxml import etree

from benchmarks.labelled_page import Labelled
from benchmarks.layouts.render import read_articles, read_layouts
from benchmarks.page_copies import MOST_PARAGRAPHS, PARAGRAPH, remove
from benchmarks.scorers import parts_of, run_trainer, trees_of, write_scorer
from benchmarks.thread_examples import chosen_pages
from extract_pipelines import Page
from extract_pipelines.page.declared_type import declared_type
from extract_pipelines.posts.comments import DECIDING
from extract_pipelines.posts.opening.opening_model import OpeningModel
from extract_pipelines.posts.records.analysis import analyse
from extract_pipelines.posts.records.records import Candidate
from extract_pipelines.posts.scoring.caption_features import CAPTION_NAMES
from extract_pipelines.posts.scoring.scoring import LEAST_ODDS, score_groups
from extract_pipelines.posts.scoring.sums import sentences_of
from extract_pipelines.posts.thread_features import THREAD_NAMES, thread_features

FOLDS = 5
OPTIONS = {"objective": "binary", "verbose": -1, "max_bin": 63, "seed": 3, "num_threads": 1}
OPTIONS |= {"learning_rate": 0.08, "num_leaves": 4, "min_data_in_leaf": 15, "deterministic": True}
OPTIONS |= {"feature_fraction": 0.5, "bagging_fraction": 0.8, "bagging_freq": 1}
TREES = 200
# Pages that were made after software weigh less than saved ones.
WEIGHTS = {"layouts": 0.2, "articles": 0.4}
COPY_WEIGHT = 0.4
COPIES = SHORT, BARE = "-short", "-bare"
# What a bare copy lacks, unless records stand in it, and what is no heading there.
LACKING = "form img aside nav footer script".split()
HEADINGS = "h2 h3 h4".split()
# Characters of a text that describes a thread, and of a heading.
DESCRIBED, HEADING = 160, 20
# All articles together weigh so much of what all threads do.
ARTICLES = 0.12
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
    """The examples of all labelled pages; takes some minutes on two cores."""
    pages = chain(chosen_pages(data), read_layouts(), read_articles())
    with ProcessPoolExecutor(2) as pool:
        return [one for found in pool.map(examples_of, pages, chunksize=8) for one in found]


def examples_of(labelled: Labelled) -> list[ThreadExample]:
    """A page with its likeliest records, and copies of it.

    None of a page of another type, nor of one that tells of itself what it is.
    """
    if labelled.kind not in ("thread", "comments") and labelled.source not in OF_ARTICLES:
        return []
    page = Page(labelled.html, labelled.url, downloaded=labelled.downloaded)
    best = _likeliest(page)
    if best is None or declared_type(page) in DECIDING:
        return []
    found = [_example(labelled, page, best)]
    shorten = _describe if labelled.kind == "thread" else _shorten
    for suffix, change in ((SHORT, shorten), (BARE, _bare)):
        copy = Page(labelled.html, labelled.url, downloaded=labelled.downloaded)
        change(copy, best, crc32(labelled.name.encode()))
        html = etree.tostring(copy.root, encoding="unicode", method="html")
        copy = Page(html, copy.url, downloaded=copy.downloaded)
        if likely := _likeliest(copy):
            found.append(_example(labelled, copy, likely))
            found[-1].source += suffix
    return found


def _likeliest(page: Page) -> Candidate | None:
    groups = score_groups(page, analyse(page))
    best = max(groups, key=lambda group: group.odds, default=None)
    return best.candidate if best and best.odds >= LEAST_ODDS else None


def _example(labelled: Labelled, page: Page, best: Candidate) -> ThreadExample:
    first = OpeningModel().find(page, analyse(page), best)
    return ThreadExample(
        labelled.source,
        labelled.name,
        labelled.site,
        labelled.engine,
        labelled.kind == "thread",
        thread_features(page, best.records, first),
    )


def _shorten(page: Page, best: Candidate, number: int) -> None:
    """Leave the first paragraphs of an article."""
    first = best.records[0].start
    above = [page.elements[node] for node in page.flat.tagged("p") if node < first]
    for element in list(filter(_is_long, above))[1 + number % MOST_PARAGRAPHS :]:
        remove(element)


def _is_long(element: Any) -> bool:
    return len(" ".join(element.itertext()).encode("utf-8", "replace")) > PARAGRAPH


def _describe(page: Page, best: Candidate, number: int) -> None:
    """Put the beginnings of one or two posts above a thread, each other time with a heading."""
    sums, records = sentences_of(page), best.records
    start, stop = page.leaf_range(records[0].start)[0], page.leaf_range(records[-1].start)[1]
    said = [page.leaves[leaf].text for leaf in range(start, stop) if sums[leaf]]
    element = page.elements[records[0].start]
    around = element.getparent()
    if around is None or around.tag in ("body", "html"):
        around = element
    for text in said[-1 - number % 2 :]:
        paragraph = etree.Element("p")
        paragraph.text = text[:DESCRIBED]
        around.addprevious(paragraph)
    if said and number % 4 > 1:
        heading = etree.Element("h3")
        heading.text = said[-1][:HEADING].strip()
        around.addprevious(heading)


def _bare(page: Page, best: Candidate, _: int) -> None:
    """Leave hardly more than the texts."""
    starts = [record.start for record in best.records]
    for node in page.flat.tagged(*LACKING):
        end = page.subtree_end[node]
        if bisect_left(starts, end) == bisect_left(starts, node):
            remove(page.elements[node])
    for node in page.flat.tagged(*HEADINGS):
        page.elements[node].tag = "div"


def train(examples: Sequence[ThreadExample]) -> lightgbm.Booster:
    """The scorer, learned from examples; sites count alike, however many pages they have."""
    counts = Counter((one.site, one.is_thread) for one in examples)
    weights = np.array(
        [
            WEIGHTS.get(one.source.partition("-")[0], 1.0)
            * (COPY_WEIGHT if one.source.endswith(COPIES) else 1.0)
            * counts[one.site, one.is_thread] ** -0.5
            for one in examples
        ]
    )
    threads = np.array([one.is_thread for one in examples])
    weights[~threads] *= ARTICLES * weights[threads].sum() / weights[~threads].sum()
    rows = np.array([one.features for one in examples])
    rows = np.concatenate((rows, rows * [name not in CAPTION_NAMES for name in THREAD_NAMES]))
    labels = np.tile(threads, 2).astype(float)
    data = lightgbm.Dataset(rows, labels, weight=np.tile(weights, 2))
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

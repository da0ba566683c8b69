"""Train the scorer of comments within posts: python -m benchmarks.train_nested DATA [--write].

DATA is the folder of the sets that benchmarks.labelled reads; layouts teach it as well. Of each
page the likeliest groups of records are taken. What stands within these, with a date of its own, is
read as comments, one shape after the other: a shape is of comments if more of the posts come out
so. Copies of pages have short texts, or no more than one of several comments in
a post. Prints what comes out by cross-validation, each page read alone: five parts,
all pages of a site in one of them; then the same with all pages of an engine in one part. With
--write the scorer is trained on all pages and put into the package. --examples FILE keeps the
examples, which take minutes to make. Needs the extra ``bench``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple, TypeAlias

import lightgbm  # type: ignore[import-not-found]
import numpy as np  # type: ignore[import-not-found]

from benchmarks.labelled import WHOLE_SITES, read_labelled
from benchmarks.labelled_page import Labelled
from benchmarks.layouts.render import read_layouts
from benchmarks.measures import plain
from benchmarks.page_copies import Gold, read_again, remove, said, shorten
from benchmarks.plain_pages import read_plain
from benchmarks.scorers import parts_of, run_trainer, trees_of, write_scorer
from benchmarks.thread_examples import worth
from extract_pipelines import Page
from extract_pipelines.items import Floor
from extract_pipelines.posts.group_reader import GroupReader
from extract_pipelines.posts.model import FloorModel
from extract_pipelines.posts.nested.comment_features import COMMENT_NAMES, comment_features
from extract_pipelines.posts.nested.comment_model import (
    OF_SEVERAL,
    NestedCommentModel,
    NestedComments,
)
from extract_pipelines.posts.nested.inside import records_inside
from extract_pipelines.posts.records.analysis import Analysis, analyse
from extract_pipelines.posts.records.records import Candidate, Record, Shape
from extract_pipelines.posts.scoring.scoring import score_groups

FOLDS = 5
OPTIONS: dict[str, Any] = {"objective": "cross_entropy", "verbose": -1, "max_bin": 63, "seed": 1}
OPTIONS |= {"num_threads": 1, "deterministic": True, "num_leaves": 8, "min_data_in_leaf": 20}
OPTIONS |= {"learning_rate": 0.1, "feature_fraction": 0.5, "lambda_l2": 3}
OPTIONS |= {"bagging_fraction": 0.8, "bagging_freq": 1}
TREES = 100
# The examples of a site weigh together as their number to the power of what is left of one.
SITE_POWER = 0.5
# Layouts and plain pages are no real sites.
WEIGHTS = {"layouts": 0.3, "plain": 0.3}
# So much F1 is no difference; shapes that make none teach less.
NO_DIFFERENCE, WEIGHT_OF_NONE = 0.005, 0.4
# Threads of a site, or a layout, that are learned; the likeliest groups that are looked at; shapes.
MOST_OF_SITE, MOST_OF_LAYOUT = 16, 8
MOST_GROUPS, MOST_SHAPES = 4, 10
# Copies of pages that are read so well: what is done to them, and how much they weigh.
WELL_READ, COPY_WEIGHT = 0.9, 0.3
FEW, SHORT = "-few", "-short"
Array: TypeAlias = "np.ndarray[Any, Any]"
Change: TypeAlias = "Callable[[Page, _Reading], bool]"


@dataclass(slots=True)
class NestedExample:
    """A group of a page with records that stand within its own, in rows: one for each shape."""

    source: str
    name: str
    site: str
    engine: str
    features: Array
    scores: Sequence[float]
    """How much the records look like floors, 0 to 1: of likely shapes the best is taken."""
    without: float
    """F1 of the posts that come out if nothing is taken for comments."""
    read: Array
    """The same for each shape, if it is."""


class _Forced(NestedCommentModel):
    """Takes the records of one shape for the comments, or none."""

    def __init__(self, shape: Shape | None) -> None:
        super().__init__()
        self._shape = shape
        self.floors: Sequence[Record] = ()

    def find(self, page: Page, analysis: Analysis, floors: Sequence[Record]) -> NestedComments:
        """The records of the shape that stand in the floors."""
        self.floors = floors
        held = records_inside(page, analysis, floors).get(self._shape) if self._shape else None
        return self.read(page, analysis, held.records if held else [])


class _Shown:
    """A page with the posts that it shows."""

    def __init__(self, page: Page, gold: Gold) -> None:
        self.page = page
        self.analysis = analyse(page)
        self._gold = gold

    def read(self, group: Candidate, shape: Shape | None = None) -> _Reading:
        """What records are read as.

        :param shape: of the records in them that are taken for comments
        """
        model, comments = FloorModel(), _Forced(shape)
        model.nested = comments
        reader = GroupReader(self.page, model, self.analysis)
        read = reader.read(group, is_sure=True, below_article=False)
        floors = read.floors if read else []
        return _Reading(group, shape, comments.floors, floors, worth(self._gold, floors))


class _Reading(NamedTuple):
    """How the records of a group were read."""

    group: Candidate
    shape: Shape | None
    """Of the records in them that were taken for comments."""
    records: Sequence[Record]
    floors: Sequence[Floor]
    worth: float
    """F1 of the posts."""


def read_examples(data: Path) -> list[NestedExample]:
    """The examples of all labelled thread pages; takes five minutes on two cores."""
    pages = chain(_some(read_labelled(data)), read_plain(), _some(read_layouts()))
    threads = (page for page in pages if page.kind == "thread" and page.posts)
    with ProcessPoolExecutor(2) as pool:
        return [one for found in pool.map(examples_of, threads, chunksize=4) for one in found]


def _some(pages: Iterator[Labelled]) -> Iterator[Labelled]:
    counts: Counter[str] = Counter()
    for page in pages:
        counts[page.site] += page.kind == "thread"
        most = MOST_OF_LAYOUT if page.source == "layouts" else MOST_OF_SITE
        if page.source not in (*WHOLE_SITES, "layouts") or counts[page.site] <= most:
            yield page


def examples_of(labelled: Labelled) -> list[NestedExample]:
    """The examples of a page, one for each of its likeliest groups, and those of its copies."""
    gold = [post for post in labelled.posts if plain(post["text"])]
    shown = _Shown(Page(labelled.html, labelled.url, downloaded=labelled.downloaded), gold)
    groups = sorted(score_groups(shown.page, shown.analysis), key=lambda group: -group.odds)
    found: list[NestedExample] = []
    read = [
        _add_example(found, labelled, shown, shown.read(group.candidate))
        for group in groups[:MOST_GROUPS]
    ]
    best = max(read, key=lambda one: one.worth, default=None)
    if best and best.worth >= WELL_READ:
        for suffix, change in ((FEW, _leave_few), (SHORT, _shorten)):
            copied = _copy(shown.page, best, change)
            if copied:
                _add_example(found, replace(labelled, source=labelled.source + suffix), *copied)
    return found


def _add_example(
    found: list[NestedExample], labelled: Labelled, shown: _Shown, without: _Reading
) -> _Reading:
    """Add the example of a page, if something stands in its posts.

    :param without: the page read without comments
    :return: how it is read best
    """
    page = shown.page
    inside = records_inside(page, shown.analysis, without.records)
    rows, scores, readings = [], [], [without]
    seen: set[tuple[int, ...]] = set()
    for shape, held in sorted(inside.items(), key=lambda one: -one[1].score):
        starts = tuple(record.start for record in held.records)
        if starts not in seen and len(seen) < MOST_SHAPES:
            seen.add(starts)
            floors = len(without.records)
            rows.append(comment_features(page, held.records, held.around, floors, held.score))
            scores.append(held.score)
            readings.append(shown.read(without.group, shape))
    if rows:
        names = labelled.source, labelled.name, labelled.site, labelled.engine
        values = np.array([one.worth for one in readings[1:]])
        found.append(NestedExample(*names, np.array(rows), scores, without.worth, values))
    return max(readings, key=lambda one: one.worth)


def _copy(page: Page, best: _Reading, change: Change) -> tuple[_Shown, _Reading] | None:
    """A copy of a page, read without comments; its posts are what it is read as by the best shape.

    :param change: is done to it; tells whether that was anything
    """
    copy = read_again(page)
    if not change(copy, best):
        return None
    copy = read_again(copy)
    shape = best.group.shape
    for group in score_groups(copy, analyse(copy)):
        if shape in group.shapes:
            gold = said(_Shown(copy, []).read(group.candidate, best.shape).floors)
            shown = _Shown(copy, [post for post in gold if plain(post["text"])])
            return shown, shown.read(group.candidate)
    return None


def _shorten(page: Page, best: _Reading) -> bool:
    shorten(page)
    return True


def _leave_few(page: Page, best: _Reading) -> bool:
    """Take all comments of a post out but the first."""
    held = records_inside(page, analyse(page), best.records).get(best.shape) if best.shape else None
    seen: set[int] = set()
    several = []
    for record, floor in zip(held.records, held.around, strict=True) if held else ():
        if floor.start in seen:
            several.append(page.elements[record.start])
        seen.add(floor.start)
    for element in several:
        remove(element)
    return bool(several)


def train(examples: Sequence[NestedExample]) -> lightgbm.Booster:
    """The scorer, learned from examples."""
    counts: Counter[str] = Counter()
    for one in examples:
        counts[one.site] += len(one.scores)
    weights = [
        np.where(abs(one.read - one.without) > NO_DIFFERENCE, 1.0, WEIGHT_OF_NONE)
        * WEIGHTS.get(one.source.partition("-")[0], 1.0)
        * (COPY_WEIGHT if one.source.endswith((FEW, SHORT)) else 1.0)
        * counts[one.site] ** -SITE_POWER
        for one in examples
    ]
    rows = np.vstack([one.features for one in examples])
    labels = np.concatenate([one.read - one.without > NO_DIFFERENCE for one in examples])
    weight = np.concatenate(weights)
    data = lightgbm.Dataset(rows, labels * 1.0, weight=weight / weight.mean())
    return lightgbm.train(OPTIONS, data, TREES)


def cross_validate(examples: Sequence[NestedExample], by: str) -> None:
    """Print what comes out on pages of sites, or engines, that were left out."""
    found: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    for learned, others in parts_of(examples, by, FOLDS):
        booster = train(learned)
        for one in others:
            odds = booster.predict(one.features, raw_score=True)
            several = one.features[:, COMMENT_NAMES.index("most_in_floor")] > 0
            likely = np.flatnonzero(odds + OF_SEVERAL * several > 0)
            taken = max(likely, key=lambda i: one.scores[i], default=None)
            by_scorer = one.without if taken is None else one.read[taken]
            found[one.source].append((one.without, by_scorer, max(one.without, *one.read)))
    print(f"--- {by}s left out: F1 of posts without comments, with those of the scorer, best")
    for source, values in found.items():
        told = " ".join(f"{fmean(column):.4f}" for column in zip(*values, strict=True))
        print(f"{source:<13} {len(values):>4} pages  {told}")


def write(examples: Sequence[NestedExample]) -> None:
    """Put the scorer that all examples teach into the package."""
    write_scorer("posts", "nested", COMMENT_NAMES, trees_of(train(examples)))


if __name__ == "__main__":
    run_trainer(__doc__, read_examples, cross_validate, write)

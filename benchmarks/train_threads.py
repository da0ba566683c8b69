"""Train the scorers of record groups: python -m benchmarks.train_threads DATA [--write].

DATA is the folder of the sets that benchmarks.labelled reads. Prints what comes out by
cross-validation, each page read alone: five parts, all pages of a site in one of them; then the
same with all pages of an engine in one part. With --write the scorers are trained on all pages and
put into the package. --examples FILE keeps the examples, which take minutes to make. Needs the
extra ``bench``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean
from typing import Any, TypeAlias
from zlib import crc32

import lightgbm  # type: ignore[import-not-found]
import numpy as np  # type: ignore[import-not-found]

from benchmarks.scorers import Tree, asked_of_trainer, kept, trees_of, write_scorer
from benchmarks.thread_examples import GroupExample, PageExample, read_examples
from extract_pipelines.posts.scoring.outside import DATED_WELL, OUTSIDE_FORMS, OUTSIDE_NAMES
from extract_pipelines.posts.scoring.scoring import (
    INSIDE_NAMES,
    LEAST_ODDS,
    LOOK_ON,
    MOST_SAMPLES,
    NEAR,
    UNSURE,
)

FOLDS = 5
COMMON = {"verbose": -1, "max_bin": 63, "seed": 1, "num_threads": 1, "deterministic": True}
OUTSIDE = {"objective": "cross_entropy", "learning_rate": 0.05, "num_leaves": 15}
OUTSIDE |= {"min_data_in_leaf": 30, "feature_fraction": 0.4}
OUTSIDE |= {"bagging_fraction": 0.8, "bagging_freq": 1}
OUTSIDE_TREES = 400
INSIDE = {"objective": "multiclass", "num_class": 3, "learning_rate": 0.04, "num_leaves": 8}
INSIDE |= {"min_data_in_leaf": 20, "feature_fraction": 0.4}
INSIDE |= {"bagging_fraction": 0.8, "bagging_freq": 1}
INSIDE_TREES = 300
CHOICE = {"objective": "lambdarank", "learning_rate": 0.08, "num_leaves": 8}
CHOICE |= {"min_data_in_leaf": 20, "feature_fraction": 0.4}
CHOICE |= {"bagging_fraction": 0.8, "bagging_freq": 1, "lambdarank_truncation_level": MOST_SAMPLES}
CHOICE_TREES = 100
# Steps of what a group is worth, of which a higher one counts by its square.
STEPS = 10
CHOICE |= {"label_gain": [step**2 for step in range(STEPS + 1)]}
# To choose is learned where the best group is worth so much, and another one less by so much.
WORTH_CHOOSING, DIFFERENT = 0.5, 0.05
CLASSES = ("nothing", "posts", "comments")
# Pages of WCXB are of one site each; those that were made are no real ones.
WEIGHTS = {"wcxb": 0.6, "aeb": 0.6, "chinese": 0.6, "plain": 0.6, "questions": 0.2}
WEIGHTS |= {"layouts": 0.15, "articles": 0.3, "news": 0.5}
# What a copy of a page weighs, and one that differs little from the page.
COPY, ALIKE = 0.4, 0.2
COPIES_ALIKE = ("-brief", "-undeclared")
# Probability from which on a group is taken.
LEAST = 0.5
WELL_READ = 0.95
Array: TypeAlias = "np.ndarray[Any, Any]"


@dataclass(slots=True)
class Rows:
    """The groups of all pages as arrays, a row a group."""

    pages: list[PageExample]
    groups: list[GroupExample]
    page: Array
    """Number of the page of each group."""
    weights: Array
    outside: Array
    undated: Array
    """Whether no records with dates hold the text of a group's page."""
    inside: Array
    posts: Array
    comments: Array

    @property
    def worth(self) -> Array:
        """What each group is worth as posts or comments."""
        return self.posts + self.comments

    def of_pages(self) -> Iterator[Array]:
        """For each page the numbers of its groups."""
        starts = np.searchsorted(self.page, np.arange(len(self.pages) + 1))
        for start, stop in pairwise(starts):
            yield np.arange(start, stop)

    def folds(self, by: str) -> Array:
        """For each group its part of the cross-validation, by ``site`` or ``engine``."""
        folds = [crc32(getattr(page, by).encode()) % FOLDS for page in self.pages]
        return np.array(folds)[self.page]


def weights_of(pages: Sequence[PageExample]) -> list[float]:
    """What each page weighs; sites count alike, however many of their pages are labelled."""
    counts = Counter((page.site, page.kind) for page in pages if not page.is_copy)
    return [
        WEIGHTS.get(page.source.partition("-")[0], 1.0)
        * (ALIKE if page.source.endswith(COPIES_ALIKE) else COPY if page.is_copy else 1.0)
        / counts[page.site, page.kind] ** 0.5
        for page in pages
    ]


def rows_of(pages: Sequence[PageExample]) -> Rows:
    """All groups, each as heavy as its page."""
    of_pages = weights_of(pages)
    numbers = [i for i, page in enumerate(pages) for _ in page.groups]
    lacking = [(page, not any(map(is_dated_well, page.groups))) for page in pages]
    groups = [group for page in pages for group in page.groups]
    weights = [of_pages[number] for number in numbers]
    return Rows(
        list(pages),
        groups,
        np.array(numbers),
        np.array(weights),
        np.array([group.outside for group in groups]),
        np.array([is_undated for page, is_undated in lacking for _ in page.groups]),
        np.array([group.inside for group in groups]),
        np.array([group.posts for group in groups]),
        np.array([group.comments for group in groups]),
    )


def is_dated_well(group: GroupExample) -> bool:
    """Whether a group is of several records with dates that hold the page's text."""
    said = dict(zip(OUTSIDE_NAMES, group.outside, strict=True))
    return not said["repeat"] and said["count"] > 0 and said["score"] >= DATED_WELL


def train_outside(rows: Rows, chosen: Array) -> tuple[lightgbm.Booster, lightgbm.Booster]:
    """The scorer that sees the groups from the outside, in the order of `OUTSIDE_FORMS`.

    That of pages without dates learns from all pages: what posts are like is the same on them.
    """
    return _train_outside(rows, chosen & ~rows.undated), _train_outside(rows, chosen)


def _train_outside(rows: Rows, chosen: Array) -> lightgbm.Booster:
    worth = rows.worth[chosen]
    data = lightgbm.Dataset(rows.outside[chosen], worth, weight=rows.weights[chosen])
    return lightgbm.train({**COMMON, **OUTSIDE}, data, OUTSIDE_TREES)


def train_inside(rows: Rows, features: Array, chosen: Array) -> lightgbm.Booster:
    """The scorer of what groups say: each counts for every class by the share that it is it."""
    index = np.flatnonzero(chosen)
    shares = (1 - rows.posts - rows.comments, rows.posts, rows.comments)
    labels = np.repeat(np.arange(len(CLASSES)), len(index))
    weights = np.concatenate([rows.weights[index] * share[index] for share in shares])
    several = np.concatenate([index] * len(CLASSES))
    used = weights > 0
    data = lightgbm.Dataset(features[several[used]], labels[used], weight=weights[used])
    return lightgbm.train({**COMMON, **INSIDE}, data, INSIDE_TREES)


def train_choice(rows: Rows, features: Array, chosen: Array) -> lightgbm.Booster:
    """The scorer that chooses between the groups of a page."""
    worth = rows.worth
    several = [numbers[chosen[numbers]] for numbers in rows.of_pages()]
    several = [
        numbers
        for numbers in several
        if len(numbers) > 1
        and worth[numbers].max() >= WORTH_CHOOSING
        and np.ptp(worth[numbers]) >= DIFFERENT
    ]
    used = np.concatenate(several)
    steps = np.round(STEPS * worth[used]).astype(int)
    sizes = list(map(len, several))
    data = lightgbm.Dataset(features[used], steps, group=sizes, weight=rows.weights[used])
    return lightgbm.train({**COMMON, **CHOICE}, data, CHOICE_TREES)


def odds(booster: lightgbm.Booster, features: Array) -> Array:
    """Log odds."""
    found: Array = booster.predict(features, raw_score=True)
    return found


def held_out(rows: Rows, folds: Array) -> Array:
    """For each group its log odds by a scorer that was learned without its part."""
    found = np.zeros(len(rows.groups))
    for fold in range(FOLDS):
        for booster, undated in zip(train_outside(rows, folds != fold), (False, True), strict=True):
            chosen = (folds == fold) & (rows.undated == undated)
            found[chosen] = odds(booster, rows.outside[chosen])
    return found


def inside_features(rows: Rows, outside: Array) -> tuple[Array, Array]:
    """The features of the second scorer, and which groups are read."""
    behind, read = np.zeros(len(outside)), np.zeros(len(outside), bool)
    for numbers in rows.of_pages():
        if len(numbers):
            behind[numbers] = outside[numbers] - outside[numbers].max()
            read[numbers[np.argsort(-outside[numbers], kind="stable")[:MOST_SAMPLES]]] = True
    features = np.hstack([rows.outside, rows.inside, outside[:, None], behind[:, None]])
    return features, read


def cross_validate(rows: Rows, by: str) -> None:
    """Print what comes out of pages of sites, or engines, that were left out."""
    folds = rows.folds(by)
    outside = held_out(rows, folds)
    features, read = inside_features(rows, outside)
    chances = np.full((len(folds), len(CLASSES)), 1 / len(CLASSES))
    choice = np.zeros(len(folds))
    for fold in range(FOLDS):
        chosen, others = read & (folds == fold), read & (folds != fold)
        chances[chosen] = train_inside(rows, features, others).predict(features[chosen])
        choice[chosen] = odds(train_choice(rows, features, others), features[chosen])
    inside = np.log(1 - chances[:, 0]) - np.log(chances[:, 0])
    sure, count = decided(rows, outside, np.where(read, inside, outside), choice)
    print(f"--- {by}s left out, {count / len(rows.pages):.2f} groups read a page")
    report(rows, 1 / (1 + np.exp(-sure)), chances[:, 1] >= chances[:, 2])


def decided(rows: Rows, outside: Array, inside: Array, choice: Array) -> tuple[Array, int]:
    """The log odds of groups about as the reading has them, and how many it looks into.

    Of an example it is not known which groups share a sample: fewer are looked into here.
    """
    odds, count = outside.copy(), 0
    for numbers in rows.of_pages():
        best, read = -np.inf, []
        for group in numbers[np.argsort(-outside[numbers], kind="stable")[:MOST_SAMPLES]]:
            least = best - LOOK_ON if best < UNSURE else best
            if outside[group] < max(least, LEAST_ODDS):
                break
            odds[group] = inside[group]
            best = max(best, inside[group])
            read.append(group)
        count += len(read)
        near = np.array([group for group in read if odds[group] >= best - NEAR], int)
        if len(near) > 1:
            odds[near] = best + choice[near] - choice[near].max()
    return odds, count


def report(rows: Rows, sure: Array, posts: Array) -> None:
    """Print the figures of each set, and how well the probabilities are calibrated.

    :param sure: probability of each group
    :param posts: whether it is rather posts than comments
    """
    values: dict[str, list[float]] = defaultdict(list)
    others: dict[str, list[bool]] = defaultdict(list)
    called: dict[str, list[bool]] = defaultdict(list)
    calibration: dict[int, list[tuple[float, float]]] = defaultdict(list)
    best_worth: dict[str, list[float]] = defaultdict(list)
    for page, numbers in zip(rows.pages, rows.of_pages(), strict=True):
        best = int(numbers[np.argmax(sure[numbers])]) if len(numbers) else -1
        taken = best >= 0 and sure[best] >= LEAST
        value = rows.worth[best] if best >= 0 else 0.0
        if best >= 0:
            calibration[min(9, int(10 * sure[best]))].append((sure[best], value))
        source = f"{page.source} {page.kind}"
        is_thread = bool(taken and posts[best])
        if page.kind == "none":
            others[source].append(is_thread)
        else:
            values[source].append(value if taken else 0.0)
            best_worth[source].append(max(rows.worth[numbers], default=0.0))
            if taken:
                called[source].append(is_thread)
    for source, found in values.items():
        print(
            f"{source:<26} pages {len(found):4}  macro F1 {fmean(found):.3f}"
            f" (best group {fmean(best_worth[source]):.3f})"
            f"  F1 >= .95 {fmean(one >= WELL_READ for one in found):.3f}"
            f"  called threads {fmean(called[source] or [0]):.3f}"
        )
    for source, false in others.items():
        print(f"{source:<26} pages {len(false):4}  false threads {sum(false)}")
    print("probability  groups  said  worth")
    for step, pairs in sorted(calibration.items()):
        said, value = (fmean(column) for column in zip(*pairs, strict=True))
        print(f"{step / 10:.1f}-{step / 10 + 0.1:.1f}      {len(pairs):6}  {said:.3f}  {value:.3f}")


def final(rows: Rows) -> dict[str, tuple[Sequence[str], list[Tree]]]:
    """The scorers trained on all pages: names of their features, and their trees."""
    everything = np.ones(len(rows.groups), bool)
    outside = map(trees_of, train_outside(rows, everything))
    features, read = inside_features(rows, held_out(rows, rows.folds("site")))
    inside = trees_of(train_inside(rows, features, read))
    scorers: dict[str, tuple[Sequence[str], list[Tree]]] = {
        name: (OUTSIDE_NAMES, trees) for name, trees in zip(OUTSIDE_FORMS, outside, strict=True)
    }
    for number, name in enumerate(CLASSES):
        scorers[f"inside_{name}"] = INSIDE_NAMES, inside[number :: len(CLASSES)]
    scorers["choice"] = INSIDE_NAMES, trees_of(train_choice(rows, features, read))
    return scorers


def main() -> None:
    """Read the command line."""
    arguments = asked_of_trainer(__doc__)
    rows = rows_of(kept(arguments.examples, lambda: read_examples(arguments.data)))
    if arguments.write:
        for name, (names, trees) in final(rows).items():
            write_scorer("posts", name, names, trees)
    else:
        for by in ("site", "engine"):
            cross_validate(rows, by)


if __name__ == "__main__":
    main()

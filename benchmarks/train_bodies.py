"""Train the scorers of bodies: python -m benchmarks.train_bodies DATA [--write].

DATA is the folder that benchmarks.labelled reads; the layouts of benchmarks.layouts are learned,
too, each as a site. The first scorer learns how well each place of the records agrees with the
posts, the second which lines of a record are part of its post. Prints what the chosen lines have in
common with the posts, each page read alone, by cross-validation: five parts, all pages of a site in
one of them; then the same with all pages of an engine in one part. Lines are learned from copies of
the real pages, too, to which `benchmarks.additions` adds what administrators do. With --write the
scorers are trained on all pages and put into the package. Needs the extra ``bench``.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from statistics import fmean
from typing import Any
from zlib import crc32

import lightgbm  # type: ignore[import-not-found]
import numpy as np  # type: ignore[import-not-found]

from benchmarks.additions import ADDITIONS, with_additions
from benchmarks.body_examples import Example, PlaceOdds, line_examples, parts_of, place_example
from benchmarks.labelled import Labelled, read_labelled
from benchmarks.layouts import read_layouts
from benchmarks.scorers import trees_of, write_scorer
from extract_pipelines.posts.bodies.chosen_lines import choose_lines
from extract_pipelines.posts.bodies.line_features import LINE_NAMES
from extract_pipelines.posts.bodies.place_features import PLACE_NAMES

FOLDS = 5
COMMON: dict[str, Any] = {"objective": "cross_entropy", "verbose": -1, "max_bin": 63, "seed": 2}
COMMON |= {"num_threads": 1, "deterministic": True, "lambda_l2": 3, "learning_rate": 0.12}
PLACES = {**COMMON, "num_leaves": 12, "min_data_in_leaf": 60, "feature_fraction": 0.4}
LINES = {**COMMON, "num_leaves": 16, "min_data_in_leaf": 40, "feature_fraction": 0.5, "seed": 7}
PLACE_TREES, LINE_TREES = 50, 100
# The examples of a site weigh together as their number to the power of what is left of one.
SITE_POWER = 0.7
# Made-up pages teach less than real ones, and so do lines of a set whose posts have signatures and
# headings, or not, as it came.
PLACE_WEIGHTS = {"layouts": 0.3}
LINE_WEIGHTS = {"layouts": 0.05, "web-forum-52": 0.2, f"web-forum-52{ADDITIONS}": 0.2}
# So many copies of each real page have additions.
COPIES = 3
# Pages of a whole site that are learned: threads of one or two posts, and others.
WHOLE_SITES = ("mirrors", "engines")
MOST_SHORT, MOST_THREADS = 8, 12
# A body is well read if the words in common are so many.
WELL_READ = 0.95


def read_pages(data: Path) -> Iterator[Labelled]:
    """The pages with posts that are learned: of whole sites no more than so many."""
    counts: Counter[tuple[str, str, bool]] = Counter()
    for page in read_labelled(data):
        if not any(post.get("text") for post in page.posts):
            continue
        if page.source in WHOLE_SITES:
            key = page.source, page.name.partition("/")[0], len(page.posts) < 3
            counts[key] += 1
            if page.kind != "thread" or counts[key] > (MOST_SHORT if key[2] else MOST_THREADS):
                continue
        yield page
    yield from (page for page in read_layouts() if page.kind == "thread")


def with_copies(pages: Iterator[Labelled]) -> Iterator[Labelled]:
    """The pages, and of each real one its copies with additions."""
    for page in pages:
        yield page
        for number in range(1, COPIES + 1) if page.source != "layouts" else ():
            copy = with_additions(page, number)
            if copy:
                yield copy


def train(
    examples: Sequence[Example], options: dict[str, Any], trees: int, weighed: Mapping[str, float]
) -> lightgbm.Booster:
    """Learn from examples, those of sites with many pages counting less each.

    :param weighed: what those of some sets weigh, for 1
    """
    counts: Counter[str] = Counter()
    for example in examples:
        counts[example.site] += len(example.labels)
    weights = np.concatenate(
        [
            example.weights * counts[example.site] ** -SITE_POWER * weighed.get(example.source, 1.0)
            for example in examples
        ]
    )
    rows = np.vstack([example.features for example in examples])
    labels = np.concatenate([example.labels for example in examples])
    data = lightgbm.Dataset(rows, labels, weight=weights / weights.mean())
    return lightgbm.train(options, data, trees)


def odds_of(booster: lightgbm.Booster) -> PlaceOdds:
    """What a scorer says of rows of features."""
    return lambda rows: list(booster.predict(rows, raw_score=True, num_threads=1))


def fold_of(name: str) -> int:
    """The part of the cross-validation that a site or an engine is in."""
    return crc32(name.encode()) % FOLDS


def train_places(places: Sequence[Example]) -> lightgbm.Booster:
    """The scorer of places."""
    return train(places, PLACES, PLACE_TREES, PLACE_WEIGHTS)


def train_lines(lines: Sequence[Example]) -> lightgbm.Booster:
    """The scorer of lines."""
    return train(lines, LINES, LINE_TREES, LINE_WEIGHTS)


def places_of(labelled: Labelled) -> list[Example]:
    """The places of a page's groups of records."""
    return [example for part in parts_of(labelled) if (example := place_example(part))]


def read_places(data: Path) -> list[Example]:
    """The places of all labelled records."""
    with ProcessPoolExecutor() as pool:
        found = pool.map(places_of, read_pages(data), chunksize=8)
        return [example for several in found for example in several]


def held_out(places: Sequence[Example], by: str) -> list[str]:
    """For each part a scorer of places that was learned without it, as text."""
    parts = [[one for one in places if fold_of(getattr(one, by)) != fold] for fold in range(FOLDS)]
    return [train_places(others).model_to_string() for others in parts]


@cache
def _scorer(told: str) -> PlaceOdds:
    return odds_of(lightgbm.Booster(model_str=told))


def lines_of(labelled: Labelled, scorers: Sequence[str], by: str) -> list[Example]:
    """The lines of a page's records, their places scored by a scorer that has not seen them."""
    score = _scorer(scorers[fold_of(getattr(labelled, by))])
    return [example for part in parts_of(labelled) for example in line_examples(part, score)]


def read_lines(data: Path, places: Sequence[Example], by: str) -> list[Example]:
    """The lines of all labelled records.

    :param places: what their places are scored by, those of the same ``site``, or ``engine``, left
        out
    :param by: which of the two
    """
    lines = partial(lines_of, scorers=held_out(places, by), by=by)
    with ProcessPoolExecutor() as pool:
        found = pool.map(lines, with_copies(read_pages(data)), chunksize=8)
        return [example for several in found for example in several]


def f1(example: Example, taken: np.ndarray[Any, Any]) -> float:
    """What the lines that are taken have in common with the post."""
    total = example.total + example.words[taken].sum()
    return float(2 * example.said[taken].sum() / total) if total else 0.0


def cross_validate(lines: Sequence[Example], by: str) -> None:
    """Print how well bodies are read by scorers that have seen none of their site, or engine."""
    pages: dict[str, dict[str, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
    for fold in range(FOLDS):
        seen = [one for one in lines if fold_of(getattr(one, by)) != fold]
        scorer = train_lines(seen)
        for one in lines:
            if one.counted and fold_of(getattr(one, by)) == fold:
                odds = np.asarray(scorer.predict(one.features, raw_score=True))
                best = f1(one, 2 * one.said > one.words)
                rows = dict(enumerate(one.features.tolist()))
                chosen = list(choose_lines(rows, dict(enumerate(odds))))
                pages[one.source][one.name].append((f1(one, np.array(chosen, int)), best))
    for source, found in pages.items():
        value, best = (
            fmean(fmean(pair[side] for pair in posts) for posts in found.values())
            for side in (0, 1)
        )
        well = fmean(fmean(one >= WELL_READ for one, _ in posts) for posts in found.values())
        print(
            f"{by}s left out  {source:<12}{len(found):>4} pages"
            f"{sum(map(len, found.values())):>6} posts  words {value:.3f} (at most {best:.3f})"
            f"  well read {well:.3f}",
            flush=True,
        )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    places = read_places(arguments.data)
    for by in ("site",) if arguments.write else ("site", "engine"):
        lines = read_lines(arguments.data, places, by)
        if not arguments.write:
            cross_validate(lines, by)
            continue
        scorers = {
            "places": (PLACE_NAMES, train_places(places)),
            "lines": (LINE_NAMES, train_lines(lines)),
        }
        for name, (names, scorer) in scorers.items():
            write_scorer("posts", name, names, trees_of(scorer))


if __name__ == "__main__":
    main()

"""Train the scorer of pages: python -m benchmarks.train_pages DATA [--write].

DATA and the examples are those of benchmarks.train_threads, without the copies of pages. What the
scorer learns is what the best of a page's record groups is worth. Prints by cross-validation, five
parts, all pages of a site in one of them, and then of an engine, on which share of the pages it is
sure that there are no posts, and what that loses on those that have some. With --write it is
trained on all pages and put into the package. --examples FILE keeps the examples. Needs the extra
``bench``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

import lightgbm  # type: ignore[import-not-found]
import numpy as np  # type: ignore[import-not-found]

from benchmarks.scorers import parts_of, run_trainer, trees_of, write_scorer
from benchmarks.thread_examples import PageExample, read_examples
from benchmarks.train_threads import WEIGHTS
from extract_pipelines.posts.scoring.page_odds import NO_POSTS, PAGE_NAMES

FOLDS = 5
PARAMETERS = {"objective": "cross_entropy", "learning_rate": 0.05, "num_leaves": 15}
PARAMETERS |= {"min_data_in_leaf": 30, "feature_fraction": 0.5}
PARAMETERS |= {"bagging_fraction": 0.8, "bagging_freq": 1}
PARAMETERS |= {"verbose": -1, "seed": 1, "num_threads": 1, "deterministic": True}
TREES = 300


def read_pages(data: Path) -> list[PageExample]:
    """The labelled pages and the made ones, as they are."""
    return [page for page in read_examples(data) if not page.is_copy]


def worth(page: PageExample) -> float:
    """What the best of a page's groups is worth, as posts or as comments."""
    return max((group.posts + group.comments for group in page.groups), default=0.0)


def train(pages: Sequence[PageExample]) -> lightgbm.Booster:
    """The scorer; sites count alike, however many of their pages are labelled."""
    counts = Counter((page.site, page.kind) for page in pages)
    weights = [
        WEIGHTS.get(page.source, 1.0) / counts[page.site, page.kind] ** 0.5 for page in pages
    ]
    features, labels = np.array([page.page for page in pages]), list(map(worth, pages))
    return lightgbm.train(PARAMETERS, lightgbm.Dataset(features, labels, weight=weights), TREES)


def cross_validate(pages: Sequence[PageExample], by: str) -> None:
    """Print what comes out of pages of sites, or engines, that were left out."""
    found: dict[tuple[str, bool], list[tuple[bool, float]]] = defaultdict(list)
    for learned, others in parts_of(pages, by, FOLDS):
        odds = train(learned).predict(np.array([page.page for page in others]), raw_score=True)
        for page, one in zip(others, odds, strict=True):
            found[page.source, page.kind != "none"].append((one <= NO_POSTS, worth(page)))
    print(f"--- {by}s left out, pages that are sure to have no posts")
    for (source, has_posts), told in sorted(found.items()):
        silent = sum(is_silent for is_silent, _ in told)
        lost = sum(value for is_silent, value in told if is_silent)
        what = f"with posts, lost {lost:.2f}" if has_posts else f"without, {silent / len(told):.3f}"
        print(f"{source:<14} pages {len(told):5}  {what}")


def write(pages: Sequence[PageExample]) -> None:
    """Put the scorer into the package."""
    write_scorer("posts", "pages", PAGE_NAMES, trees_of(train(pages)))


if __name__ == "__main__":
    run_trainer(__doc__, read_pages, cross_validate, write)

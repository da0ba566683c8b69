"""Train the scorer of pages: python -m benchmarks.train_pages DATA [--write].

DATA and the examples are those of benchmarks.train_threads. What the scorer learns is what the best
of a page's record groups is worth; of a copy that shows posts as much as of the page. Prints by
cross-validation, five parts, all pages of a site in one of them, and then of an engine, on which
share of the pages it is sure that there are no posts, and what that loses on those that have some.
With --write it is trained on all pages and put into the package. --examples FILE keeps the
examples. Needs the extra ``bench``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, TypeAlias

import lightgbm  # type: ignore[import-not-found]
import numpy as np  # type: ignore[import-not-found]

from benchmarks.scorers import parts_of, run_trainer, trees_of, write_scorer
from benchmarks.thread_examples import PageExample, read_examples
from benchmarks.train_threads import weights_of
from extract_pipelines.posts.scoring.page_odds import PAGE_NAMES, PageScored

FOLDS = 5
PARAMETERS = {"objective": "cross_entropy", "learning_rate": 0.05, "num_leaves": 15}
PARAMETERS |= {"min_data_in_leaf": 30, "feature_fraction": 0.5}
PARAMETERS |= {"bagging_fraction": 0.8, "bagging_freq": 1}
PARAMETERS |= {"verbose": -1, "seed": 1, "num_threads": 1, "deterministic": True}
TREES = 300
Array: TypeAlias = "np.ndarray[Any, Any]"


def worths(pages: Sequence[PageExample]) -> list[float]:
    """What the best of each page's groups is worth, as posts or as comments; of copies, the page's.

    :param pages: the copies of each right behind it
    """
    found, worth = list[float](), 0.0
    for page in pages:
        if not page.is_copy:
            worth = max((group.posts + group.comments for group in page.groups), default=0.0)
        found.append(worth if page.gold or not page.is_copy else 0.0)
    return found


def features_of(pages: Sequence[PageExample]) -> Array:
    """The features of all, a row each."""
    return np.array([page.page for page in pages])


def train(pages: Sequence[PageExample]) -> lightgbm.Booster:
    """The scorer."""
    data = lightgbm.Dataset(features_of(pages), worths(pages), weight=weights_of(pages))
    return lightgbm.train(PARAMETERS, data, TREES)


def cross_validate(pages: Sequence[PageExample], by: str) -> None:
    """Print what comes out of pages of sites, or engines, that were left out."""
    found: dict[tuple[str, bool], list[tuple[bool, float]]] = defaultdict(list)
    for learned, others in parts_of(pages, by, FOLDS):
        odds = train(learned).predict(features_of(others), raw_score=True)
        for page, one, worth in zip(others, odds, worths(others), strict=True):
            kind = f"copies: {page.source.split('-')[-1]}" if page.is_copy else page.source
            is_silent = PageScored(page.page, one).has_no_posts
            found[kind, page.kind != "none" or worth > 0].append((is_silent, worth))
    print(f"--- {by}s left out, pages that are sure to have no posts")
    for (kind, has_posts), told in sorted(found.items()):
        silent = sum(is_silent for is_silent, _ in told)
        lost = sum(value for is_silent, value in told if is_silent)
        what = f"with posts, lost {lost:.2f}" if has_posts else f"without, {silent / len(told):.3f}"
        print(f"{kind:<18} pages {len(told):5}  {what}")


def write(pages: Sequence[PageExample]) -> None:
    """Put the scorer into the package."""
    write_scorer("posts", "pages", PAGE_NAMES, trees_of(train(pages)))


if __name__ == "__main__":
    run_trainer(__doc__, read_examples, cross_validate, write)

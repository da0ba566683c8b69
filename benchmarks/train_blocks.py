"""Train the scorers of blocks that ``auto`` uses: python -m benchmarks.train_blocks DATA [--write].

DATA is the folder of the checkouts that benchmarks.articles reads. What the scorers learn is the
share of a block's words that stand in the page's gold text, in order (longest common subsequence).
Prints word F1 by cross-validation: five parts, all pages of a domain in one of them. With --write
the scorers are trained on all pages and put into the package. Needs the extra ``bench``.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any
from urllib.parse import urlsplit
from zlib import crc32

import lightgbm  # type: ignore[import-not-found]
import numpy as np  # type: ignore[import-not-found]
from rapidfuzz.distance import LCSseq

from benchmarks.articles import GoldText, read_aeb, read_chinese, read_wcxb
from benchmarks.scorers import trees_of, write_scorer
from extract_pipelines import Page
from extract_pipelines.article.auto import LEAST_GROUP, threshold
from extract_pipelines.article.features import GROUP_NAMES, OWN_NAMES, Features
from extract_pipelines.page import lines
from extract_pipelines.page.type_features import NO_ADDRESS

SETS = {
    "wcxb": (read_wcxb, "web-content-extraction-benchmark/dev"),
    "aeb": (read_aeb, "article-extraction-benchmark"),
    "chinese": (read_chinese, "Chinese-Web-Content-Extraction-Dataset"),
}
FOLDS = 5
COMMON = {"objective": "cross_entropy", "verbose": -1, "max_bin": 63, "seed": 2}
COMMON |= {"num_threads": 2, "deterministic": True, "min_data_in_leaf": 150}
SCORERS: dict[str, tuple[dict[str, Any], int, Sequence[str]]] = {
    "blocks": (
        {"learning_rate": 0.06, "num_leaves": 20, "feature_fraction": 0.4},
        200,
        (*OWN_NAMES, *GROUP_NAMES),
    ),
    "groups": (
        {"learning_rate": 0.2, "num_leaves": 12, "feature_fraction": 0.5},
        25,
        GROUP_NAMES,
    ),
}
# A block weighs what it can change in the page's F1: its words beside those of the gold and those
# that are taken, for which a share of the page stands. A page of few words weighs no more than one
# of so many, a block no more than so many such pages.
LIKELY_TAKEN = 0.3
FEWEST_WORDS = 50
MOST_WEIGHT = 3.0
# Weights are scaled so that they stay near those that the scorers' options were chosen with. The
# small sets weigh more: they are other languages and another notion of what belongs to a text.
WEIGHTS = {"wcxb": 1.7, "aeb": 6.8, "chinese": 3.4}
# One page in so many is learned as if its address were not known.
WITHOUT_ADDRESS = 5
_WORD = re.compile(r"[\u3400-\u9fff\u3040-\u30ff]|[^\W\u3400-\u9fff\u3040-\u30ff]+")


@dataclass
class Example:
    """A labelled page."""

    source: str
    kind: str
    fold: int
    gold: list[str]
    words: list[list[str]]
    """The words of each block."""
    lengths: list[float]
    rows: np.ndarray[Any, Any]
    """Features, a row a block: its own, then its group's."""
    labels: np.ndarray[Any, Any]
    """Share of each block's words that belong to the gold, 0 to 1."""

    @property
    def weights(self) -> np.ndarray[Any, Any]:
        """How much each block counts for the page's F1; nothing where the gold is empty."""
        sizes = np.array([len(words) for words in self.words])
        whole = max(FEWEST_WORDS, len(self.gold) + LIKELY_TAKEN * sizes.sum())
        return np.minimum(sizes / whole, MOST_WEIGHT) * WEIGHTS[self.source] * bool(self.gold)

    def f1(self, chosen: Sequence[bool]) -> float:
        """Word F1 of the chosen blocks."""
        taken: Counter[str] = Counter()
        for words, use in zip(self.words, chosen, strict=True):
            taken.update(words if use else ())
        right = (taken & Counter(self.gold)).total()
        if not self.gold or not taken:
            return float(not self.gold and not taken)
        return 2 * right / (taken.total() + len(self.gold))


def words_of(text: str) -> list[str]:
    """Words in lower case; a Chinese or Japanese character is one."""
    return _WORD.findall(text.lower())


def read_examples(data: Path) -> Iterator[Example]:
    """The labelled pages of all sets."""
    for source, (read, folder) in SETS.items():
        for sample in read(data / folder):
            yield make_example(source, sample)


def make_example(source: str, sample: GoldText) -> Example:
    """A page with its features and labels."""
    page = Page(sample.source, sample.url or "")
    features = Features(page)
    starts = features.blocks.starts
    count = len(features.blocks)
    words = [
        words_of("\n".join(lines(page.leaves[start:stop]))) for start, stop in pairwise(starts)
    ]
    gold = words_of(sample.text)
    groups = [features.groups[group] for group in features.group_of]
    rows = [(*features.of_block(block), *groups[block]) for block in range(count)]
    host = urlsplit(sample.url or "").hostname
    domain = ".".join(host.split(".")[-2:]) if host else sample.text
    return Example(
        source=source,
        kind=sample.kind,
        fold=crc32(domain.encode()) % FOLDS,
        gold=gold,
        words=words,
        lengths=features.blocks.lengths,
        rows=np.array(rows, dtype=np.float32).reshape(count, len(OWN_NAMES) + len(GROUP_NAMES)),
        labels=label(words, gold),
    )


def label(blocks: Sequence[Sequence[str]], gold: Sequence[str]) -> np.ndarray[Any, Any]:
    """For each block the share of its words that are matched with the gold's, in order."""
    own = [word for words in blocks for word in words]
    number: dict[str, int] = {}
    pages = [[number.setdefault(word, len(number)) for word in side] for side in (own, gold)]
    matched = np.zeros(len(own) + 1)
    for step in LCSseq.opcodes(*pages):
        if step.tag == "equal":
            matched[step.src_start : step.src_end] = 1
    sums = np.concatenate([[0], np.cumsum(matched)])
    ends = np.cumsum([len(words) for words in blocks], dtype=int)
    sizes = np.array([len(words) for words in blocks], dtype=int)
    return (sums[ends] - sums[ends - sizes]) / np.maximum(1, sizes)


def learned_rows(example: Example) -> np.ndarray[Any, Any]:
    """The page's features as they are learned: of some pages without those of the address."""
    if crc32(" ".join(example.gold).encode()) % WITHOUT_ADDRESS:
        return example.rows
    rows = example.rows.copy()
    rows[:, -len(NO_ADDRESS) :] = NO_ADDRESS
    return rows


def train(examples: Sequence[Example], name: str) -> lightgbm.Booster:
    """Learn one of `SCORERS`."""
    options, rounds, features = SCORERS[name]
    used = [example for example in examples if len(example.words)]
    rows = np.vstack([learned_rows(example)[:, -len(features) :] for example in used])
    labels = np.concatenate([example.labels for example in used])
    weights = np.concatenate([example.weights for example in used])
    data = lightgbm.Dataset(rows, labels, weight=weights)
    return lightgbm.train({**COMMON, **options}, data, rounds)


def cross_validate(examples: Sequence[Example]) -> None:
    """Print the word F1 of pages by scorers that have seen none of their domain."""
    scores: dict[str, list[float]] = defaultdict(list)
    for fold in range(FOLDS):
        seen = [example for example in examples if example.fold != fold]
        blocks, groups = train(seen, "blocks"), train(seen, "groups")
        for example in examples:
            if example.fold == fold:
                score = example.f1(choose(example, blocks, groups))
                kinds = ("all", example.kind) if example.source == "wcxb" else ()
                for name in (example.source, *kinds):
                    scores[name].append(score)
    for name, found in scores.items():
        print(f"{name:<14}{len(found):>5} pages  F1 {fmean(found):.3f}")


def choose(example: Example, blocks: lightgbm.Booster, groups: lightgbm.Booster) -> Sequence[bool]:
    """The blocks that ``auto`` would take."""
    if not len(example.words):
        return []
    odds = groups.predict(example.rows[:, len(OWN_NAMES) :], raw_score=True)
    chances = np.where(odds < LEAST_GROUP, 0.0, blocks.predict(example.rows)).tolist()
    least = threshold(chances, example.lengths)
    return [chance >= least for chance in chances]


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    examples = list(read_examples(arguments.data))
    if arguments.write:
        for name in SCORERS:
            write_scorer("article", name, SCORERS[name][2], trees_of(train(examples, name)))
    else:
        cross_validate(examples)


if __name__ == "__main__":
    main()

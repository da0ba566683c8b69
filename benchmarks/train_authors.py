"""Train the scorer of places that name authors: python -m benchmarks.train_authors DATA [--write].

DATA is the folder that benchmarks.labelled reads; the layouts of benchmarks.layouts are learned,
too, each as a site. An example is a place in the records of one group on a labelled page; what is
learned is the share of the records with the place that it names the author of. Prints the share of
posts whose author the likeliest place names, each page read alone, by cross-validation: five parts,
all pages of a site (or of an engine) in one of them. With --write the scorer is trained on all
pages and put into the package. Needs the extra ``bench``.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple
from zlib import crc32

import lightgbm  # type: ignore[import-not-found]
import numpy as np  # type: ignore[import-not-found]

from benchmarks.labelled import read_labelled
from benchmarks.labelled_page import Labelled
from benchmarks.layouts import read_layouts
from benchmarks.scorers import trees_of, write_scorer
from extract_pipelines import Page
from extract_pipelines.posts.authors.author_features import NAMES, author_features
from extract_pipelines.posts.authors.naming import namings
from extract_pipelines.posts.opening.opening_model import OpeningModel
from extract_pipelines.posts.records.analysis import Analysis, analyse
from extract_pipelines.posts.records.records import Record, widened
from extract_pipelines.posts.views.views import RecordView, view_of

FOLDS = 5
ROUNDS = 60
OPTIONS = {"objective": "cross_entropy", "verbose": -1, "max_bin": 63, "seed": 2}
OPTIONS |= {"num_threads": 1, "deterministic": True, "min_data_in_leaf": 60, "lambda_l2": 3}
OPTIONS |= {"learning_rate": 0.12, "num_leaves": 12, "feature_fraction": 0.4}
# A site's places weigh together as its number of places to the power of what is left of one.
SITE_POWER = 0.7
# So many characters that begin a post tell the record that holds it.
BEGINNING = 60
# Of each page so many groups of records are learned from, with this share of its posts or more.
MOST_GROUPS = 3
LEAST_MATCHED = 0.3
# Parts of a group are learned from as well: pages may have so few records.
PARTS = (1, 2, 4)
# A place less likely than this is none of the author's.
LEAST_ODDS = -2.0


class Group(NamedTuple):
    """Records of a page, and who wrote those that are known."""

    records: Sequence[Record]
    authors: Mapping[Record, str]
    fit: float


@dataclass
class Example:
    """The places of one group of records."""

    source: str
    site: str
    engine: str
    counted: bool
    """Whether it is all of its page's best group: others are learned from only."""
    rows: np.ndarray[Any, Any]
    """Features, a row a place."""
    labels: np.ndarray[Any, Any]
    """Share of the records with each place that it names the author of."""
    places: list[str]
    said: list[dict[str, str]]
    """What stands at the places of each record."""
    authors: list[str]
    """Who wrote each record; empty if that is not known."""

    def right(self, odds: Sequence[float]) -> int:
        """How many records are given their author by the likeliest of the places that they have."""
        ranked = sorted(zip(odds, self.places, strict=True), reverse=True)
        places = [place for odd, place in ranked if odd > LEAST_ODDS]
        found = (
            next((said[place] for place in places if place in said), None) for said in self.said
        )
        pairs = zip(found, self.authors, strict=True)
        return sum(bool(author) and name == author for name, author in pairs)


def plain(text: str | None) -> str:
    """A text in lower case, white space normalised."""
    return " ".join((text or "").lower().split())


def squeezed(text: str) -> str:
    """The letters and digits of a text, in lower case."""
    return re.sub(r"\W+", "", text.lower())


def text_of(page: Page, view: RecordView) -> str:
    """The letters and digits of a record."""
    return squeezed("".join(page.leaves[leaf].text for leaf in view.leaves))


def groups(labelled: Labelled, page: Page, analysis: Analysis) -> list[Group]:
    """The groups of records that hold the page's posts, the best first."""
    gold = [
        (squeezed(post["text"])[:BEGINNING], plain(post.get("author"))) for post in labelled.posts
    ]
    gold = [(beginning, author) for beginning, author in gold if beginning]
    found: dict[tuple[tuple[int, int], ...], Group] = {}
    for candidate in analysis.candidates:
        wide = [widened(page, record, candidate.records) for record in candidate.records]
        for records in (candidate.records, wide):
            key = tuple((record.start, record.stop) for record in records)
            if key not in found:
                found[key] = _group(page, records, gold, analysis)
    ranked = sorted(found.values(), key=lambda group: -group.fit)[:MOST_GROUPS]
    kept = [group for group in ranked if 2 * len(group.authors) >= len(group.records)]
    kept = [group for group in kept if group.fit >= LEAST_MATCHED]
    for candidate in analysis.candidates:
        if kept and list(kept[0].records) == candidate.records:
            first = OpeningModel().find(page, analysis, candidate)
            kept += [_group(page, [first.record], gold, analysis)] if first else []
            break
    return [group for group in kept if group.authors]


def _group(
    page: Page,
    records: Sequence[Record],
    gold: Sequence[tuple[str, str]],
    analysis: Analysis,
) -> Group:
    """The records with the authors of the posts in them, and how well they fit the posts."""
    authors = {}
    posts: set[str] = set()
    reached = 0
    for record in records:
        view = view_of(page, record, analysis)
        text = text_of(page, view)
        held = [(beginning, author) for beginning, author in gold if beginning in text]
        posts.update(beginning for beginning, _ in held[:1] if len(held) == 1)
        names = {author for _, author in held}
        if len(names) == 1 and (author := names.pop()):
            authors[record] = author
            reached += author in {plain(said.name) for said in namings(page, view).values()}
    share = 2 * len(posts) / (len(records) + len(gold)) if gold else 0.0
    return Group(records, authors, share * (1 + reached / max(1, len(authors))))


def read_examples(data: Path) -> Iterator[Example]:
    """The places of all labelled posts whose authors are known."""
    for labelled in chain(read_labelled(data), read_layouts()):
        if any(post.get("author") for post in labelled.posts):
            yield from examples_of(labelled)


def examples_of(labelled: Labelled) -> Iterator[Example]:
    """The places of a page's groups of records, and of parts of them."""
    page = Page(labelled.html, labelled.url, downloaded=labelled.downloaded)
    analysis = analyse(page)
    chosen = random.Random(labelled.name)
    for number, group in enumerate(groups(labelled, page, analysis)):
        count = len(group.records)
        parts = [(0, count)]
        for size in PARTS:
            if size < count:
                start = chosen.randrange(count - size + 1)
                parts.append((start, start + size))
        for start, stop in parts:
            records = group.records[start:stop]
            views = [view_of(page, record, analysis) for record in records]
            authors = [group.authors.get(record, "") for record in records]
            counted = number == 0 and stop - start == count
            if any(authors) and (rows := author_features(page, views)):
                yield _example(labelled, page, views, rows, authors, counted=counted)


def _example(
    labelled: Labelled,
    page: Page,
    views: Sequence[RecordView],
    rows: Mapping[str, Sequence[float]],
    authors: list[str],
    *,
    counted: bool,
) -> Example:
    said = [
        {place: plain(one.name) for place, one in namings(page, view).items() if place in rows}
        for view in views
    ]
    labels = []
    for place in rows:
        told = [
            one[place] == author
            for one, author in zip(said, authors, strict=True)
            if author and place in one
        ]
        labels.append(sum(told) / len(told) if told else 0.0)
    return Example(
        labelled.source,
        labelled.site,
        labelled.engine,
        counted,
        np.array(list(rows.values()), dtype=np.float32),
        np.array(labels),
        list(rows),
        said,
        authors,
    )


def train(examples: Sequence[Example]) -> lightgbm.Booster:
    """Learn from examples, those of sites with many pages counting less each."""
    counts: Counter[str] = Counter()
    for example in examples:
        counts[example.site] += len(example.places)
    weights = np.concatenate(
        [np.full(len(example.places), counts[example.site] ** -SITE_POWER) for example in examples]
    )
    rows = np.vstack([example.rows for example in examples])
    labels = np.concatenate([example.labels for example in examples])
    data = lightgbm.Dataset(rows, labels, weight=weights / weights.mean())
    return lightgbm.train(OPTIONS, data, ROUNDS)


def cross_validate(examples: Sequence[Example], left_out: str) -> None:
    """Print the share of authors that are found by scorers that have seen none of their site.

    :param left_out: ``site`` or ``engine``
    """
    shares: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    folds = [crc32(getattr(example, left_out).encode()) % FOLDS for example in examples]
    for fold in range(FOLDS):
        seen = [one for one, own in zip(examples, folds, strict=True) if own != fold]
        scorer = train(seen)
        for example, own in zip(examples, folds, strict=True):
            if own == fold and example.counted:
                odds = list(np.asarray(scorer.predict(example.rows, raw_score=True)))
                count = shares[example.source][example.site]
                count[0] += example.right(odds)
                count[1] += sum(map(bool, example.authors))
    for source, sites in shares.items():
        right, known = (sum(count[side] for count in sites.values()) for side in (0, 1))
        mean = fmean(count[0] / count[1] for count in sites.values())
        print(
            f"{left_out}s left out  {source:<12}{len(sites):>4} sites {known:>5} posts"
            f"  authors {right / known:.3f}  mean of sites {mean:.3f}"
        )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    examples = list(read_examples(arguments.data))
    if arguments.write:
        write_scorer("posts", "authors", NAMES, trees_of(train(examples)))
    else:
        cross_validate(examples, "site")
        cross_validate(examples, "engine")


if __name__ == "__main__":
    main()

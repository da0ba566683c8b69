"""Train the scorer of titles: python -m benchmarks.train_titles DATA [--write].

DATA is the folder of the sets that `benchmarks.labelled` reads; of WCXB, pages that are no threads
have titles, too. Prints the share of right titles by cross-validation, five parts with all pages of
a site in one of them, and then with all sites of an engine in one of them: each page alone, and
as it streams in (the first ten of a site are left out). With --write the scorer is trained on all
pages and put into the package. Needs the extra ``bench``.

Sites are also learned as they would be with less to go by, or with something that misleads; see
`benchmarks.title_copies`. So are made-up layouts (`benchmarks.layouts`), of which the first five
pages are left out where they are read as they stream in.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from statistics import fmean
from typing import Any
from zlib import crc32

import lightgbm  # type: ignore[import-not-found]
import numpy as np  # type: ignore[import-not-found]

from benchmarks.articles import read_wcxb
from benchmarks.labelled import host_of, read_labelled
from benchmarks.labelled_page import Labelled
from benchmarks.layouts import read_layouts
from benchmarks.scorers import trees_of, write_scorer
from benchmarks.title_copies import COPY_NAMES, Change, Example, copies
from extract_pipelines import Page
from extract_pipelines.site.extract import Site
from extract_pipelines.site.titles.features import PAGE_FEATURES, find_candidates
from extract_pipelines.site.titles.model import (
    OF_TEMPLATE,
    STACKED,
    TitleModel,
    in_template,
    probabilities,
)

FOLDS = 5
ROUNDS = 120
INNER = 2
OPTIONS = {"objective": "binary", "verbose": -1, "max_bin": 63, "seed": 4, "num_threads": 1}
OPTIONS |= {"deterministic": True, "learning_rate": 0.15, "num_leaves": 12}
OPTIONS |= {"feature_fraction": 0.5, "min_data_in_leaf": 100, "lambda_l2": 100.0}
# Pages of a site that are learned before those that count.
WARM_UP = 10
WARM_UP_OF_LAYOUTS = 5
COPIES = 1
# Pages of a site that are changed.
MOST_CHANGED = 40
# A whole site weighs as much as so many sites of which a page or two are known.
WHOLE_SITES = 3.0
ARTICLES = 0.3
# A made-up layout weighs as much as so much of a site.
LAYOUTS = 0.3
# What speaks for a text the more there is of it, and what against it.
SIGNS = dict.fromkeys(
    "known_around known_outside slot_votes slot_differs slots_votes votes_of_best".split(), 1
)
SIGNS |= {"known_inside": -1, "known_shown": -1, "known_cut": 1, "known_kept": -1}


def plain(text: str | None) -> str:
    """A title in lower case, white space normalised: titles that are alike so are the same."""
    return " ".join((text or "").lower().split())


def read_pages(data: Path) -> Iterator[Labelled]:
    """Pages of known title, and the others of their sites."""
    for page in read_labelled(data):
        if page.source not in ("wcxb", "aeb", "chinese", "web-forum-52"):
            yield page
    folder = data / "web-content-extraction-benchmark/dev"
    files = sorted((folder / "ground-truth").glob("*.json"))
    for sample, file in zip(read_wcxb(folder), files, strict=True):
        title = json.loads(file.read_text("utf-8"))["ground_truth"].get("title")
        if sample.kind != "forum":
            url = sample.url or ""
            site = host_of(url)
            yield Labelled(
                "wcxb", file.stem, site, site, url, sample.source, "article", [], None, title
            )
    yield from read_layouts()


def read_examples(pages: Iterable[Labelled]) -> Iterator[Example]:
    """The pages of each site, as they are and as changed copies."""
    for (source, site), group in groupby(pages, key=lambda page: (page.source, page.site)):
        own = list(group)
        for copy in range(1 + COPIES):
            if copy and source == "wcxb":
                break
            yield from stream(own[:MOST_CHANGED] if copy else own, copy, f"{source} {site}")


def stream(pages: Sequence[Labelled], copy: int, seed: str) -> Iterator[Example]:
    """A site's pages as they come in, each with what is known of its kind then."""
    site = Site()
    numbers: dict[int, int] = {}
    change = Change(f"{seed} {copy}", pages) if copy else None
    for at, labelled in enumerate(pages):
        one = change.of(labelled) if change else labelled
        page = Page(one.html, one.url, downloaded=one.downloaded)
        if not page.leaves:
            continue
        kind = site.learn_kind(page)
        candidates = find_candidates(page)
        gold = plain(one.title)
        found = candidates.found
        known = kind.template.pages > 1
        yield Example(
            source=labelled.source,
            site=labelled.site,
            engine=labelled.engine,
            name=labelled.name,
            is_thread=labelled.kind == "thread",
            copy=copy,
            kind=numbers.setdefault(id(kind), len(numbers)),
            tells=kind.tells_floors,
            found=[replace(one, features=(), leaves=[]) for one in found],
            alone=np.array([one.features for one in found], dtype=np.float32).reshape(
                len(found), len(PAGE_FEATURES)
            ),
            template=np.array(
                in_template(page, candidates, kind.template), dtype=np.float32
            ).reshape(len(found), len(OF_TEMPLATE))
            if known
            else None,
            right=np.array([plain(one.text) == gold for one in found]) if gold else None,
            at=at,
            is_framed=change is not None and change.frame != "",
        )


def site_rows(
    examples: Sequence[Example], odds: Sequence[np.ndarray[Any, Any]]
) -> list[np.ndarray[Any, Any] | None]:
    """What a page alone and its site so far tell of each candidate; None if nothing is known.

    :param odds: of each page's candidates, alone: they are the votes of the site's pages
    """
    models: dict[Any, TitleModel] = {}
    told: list[np.ndarray[Any, Any] | None] = []
    for example, own in zip(examples, odds, strict=True):
        key = example.source, example.site, example.copy, example.kind
        model = models.setdefault(key, TitleModel())
        if example.tells:
            model.add(example.found, probabilities(own.tolist()))
        if example.template is None or not example.found:
            told.append(None)
            continue
        slots = np.array(model.at_slots(example.found), dtype=np.float32)
        told.append(np.column_stack([own, own.max() - own, example.template, slots]))
    return told


def split(
    scorer: lightgbm.Booster, rows: Sequence[np.ndarray[Any, Any]]
) -> list[np.ndarray[Any, Any]]:
    """The log odds of the candidates of each page."""
    odds = scorer.predict(np.vstack(rows), raw_score=True)
    found: list[np.ndarray[Any, Any]] = np.split(odds, np.cumsum([len(one) for one in rows])[:-1])
    return found


def weights(examples: Sequence[Example]) -> list[float]:
    """How much each page counts: each site alike, however many pages it has."""
    sizes: dict[tuple[str, str], int] = defaultdict(int)
    for one in examples:
        sizes[one.source, one.site] += one.right is not None
    by_source = {"mirrors": WHOLE_SITES, "engines": WHOLE_SITES, "wcxb": ARTICLES}
    by_source |= {"layouts": LAYOUTS}
    return [
        by_source.get(one.source, 1.0) / max(1, sizes[one.source, one.site]) for one in examples
    ]


def fit(
    examples: Sequence[Example],
    rows: Sequence[np.ndarray[Any, Any] | None],
    names: Sequence[str],
) -> lightgbm.Booster:
    """Learn a scorer from the pages of known title."""
    weight = weights(examples)
    used = [
        (row, one.right, each)
        for one, row, each in zip(examples, rows, weight, strict=True)
        if one.right is not None and row is not None and len(row)
    ]
    data = lightgbm.Dataset(
        np.vstack([row for row, _, _ in used]),
        np.concatenate([right for _, right, _ in used]).astype(float),
        weight=np.concatenate([np.full(len(row), 1e3 * each) for row, _, each in used]),
    )
    signs = [SIGNS.get(name, 0) for name in names]
    return lightgbm.train({**OPTIONS, "monotone_constraints": signs}, data, ROUNDS)


def train(examples: Sequence[Example]) -> tuple[lightgbm.Booster, lightgbm.Booster]:
    """Learn the scorer of pages alone, and that of sites from what others tell of their pages."""
    inner = [crc32(f"inner {one.site}".encode()) % INNER for one in examples]
    rows = [one.alone for one in examples]
    by_page = [None if one.is_framed else one.alone for one in examples]
    odds: list[Any] = [None] * len(examples)
    for part in range(INNER):
        seen = [i for i, its in enumerate(inner) if its != part]
        scorer = fit([examples[i] for i in seen], [by_page[i] for i in seen], PAGE_FEATURES)
        left = [i for i, its in enumerate(inner) if its == part]
        for i, own in zip(left, split(scorer, [rows[i] for i in left]), strict=True):
            odds[i] = own
    page = fit(examples, by_page, PAGE_FEATURES)
    return page, fit(examples, site_rows(examples, odds), STACKED)


def cross_validate(examples: Sequence[Example], by: str, show: int = 0) -> None:
    """Print the share of right titles by scorers that have seen none of the site, or engine."""
    scores: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    for fold in range(FOLDS):
        folds = [crc32(getattr(one, by).encode()) % FOLDS for one in examples]
        page, site = train([one for one, its in zip(examples, folds, strict=True) if its != fold])
        left = [one for one, its in zip(examples, folds, strict=True) if its == fold]
        alone = split(page, [one.alone for one in left])
        told = site_rows(left, alone)
        known = [row for row in told if row is not None]
        sited = iter(split(site, known))
        stream_odds = [
            next(sited) if row is not None else own for row, own in zip(told, alone, strict=True)
        ]
        odds = {"alone": alone, "stream": stream_odds}
        for at, one in enumerate(left):
            if one.right is None or not (one.is_thread or one.source == "wcxb"):
                continue
            warm_up = WARM_UP_OF_LAYOUTS if one.source == "layouts" else WARM_UP
            for mode in ("alone", "stream") if one.at >= warm_up else ("alone",):
                best = int(np.argmax(odds[mode][at])) if one.found else -1
                hit = best >= 0 and bool(one.right[best])
                source = f"{one.source}{COPY_NAMES[one.copy]}"
                scores[source, mode, one.site].append(float(hit))
                if not hit and show and not one.copy:
                    reach = bool(one.right.any())
                    print(f"  {mode} {one.name} {one.found[best].text!r} {reach}")
    print(f"left out by {by}: share of right titles, mean over sites, and the worst sites")
    for source, mode in sorted({(source, mode) for source, mode, _ in scores}):
        sites = {
            site: fmean(hits)
            for (own, its, site), hits in scores.items()
            if (own, its) == (source, mode)
        }
        worst = sorted(sites.items(), key=lambda item: item[1])[:6]
        listed = "  ".join(f"{site} {hits:.2f}" for site, hits in worst if hits < 1)
        few = listed if source.startswith(("mirrors", "engines")) else ""
        print(f"{source:<20}{mode:<7}{len(sites):>5} sites  {fmean(sites.values()):.3f}  {few}")


def write_both(examples: Sequence[Example]) -> None:
    """Train on all pages, and put the scorers into the package."""
    page, site = train(examples)
    write_scorer("site/titles", "page", PAGE_FEATURES, trees_of(page))
    write_scorer("site/titles", "site", STACKED, trees_of(site))


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--show", action="store_true", help="tell each page with a wrong title")
    arguments = parser.parse_args()
    examples = list(read_examples(read_pages(arguments.data)))
    examples += copies(examples)
    for by in ("site", "engine"):
        cross_validate(examples, by, arguments.show)
    if arguments.write:
        write_both(examples)


if __name__ == "__main__":
    main()

"""Train the scorer of opening posts: python -m benchmarks.train_openings DATA [--write].

DATA is the folder of the sets that benchmarks.labelled reads; layouts teach it as well. Of each
page the group of records is taken that holds most of its posts; where the first post is in none of
them, the parts of the page before them that are this post are to be found. Prints on how many
pages it is found by cross-validation, each page read alone: five parts, all pages of a site in one
of them; then the same with all pages of an engine in one part. With --write the scorer is trained
on all pages and put into the package. --examples FILE keeps the examples, which take minutes to
make. Needs the extra ``bench``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias
from zlib import crc32

import lightgbm  # type: ignore[import-not-found]
import numpy as np  # type: ignore[import-not-found]
from lxml import etree
from rapidfuzz import fuzz

from benchmarks.labelled_page import Labelled
from benchmarks.layouts.render import read_layouts
from benchmarks.measures import plain
from benchmarks.page_copies import read_again, said, shorten
from benchmarks.scorers import parts_of, run_trainer, trees_of, write_scorer
from benchmarks.thread_examples import chosen_pages
from extract_pipelines import Page
from extract_pipelines.items import Floor
from extract_pipelines.posts.authors.widening import views_with_authors
from extract_pipelines.posts.floors.record_floors import read_alone, read_floors
from extract_pipelines.posts.floors.slots import with_page
from extract_pipelines.posts.opening.opening import possible_openings
from extract_pipelines.posts.opening.opening_features import OPENING_NAMES
from extract_pipelines.posts.records.analysis import analyse
from extract_pipelines.posts.records.dating import with_dates
from extract_pipelines.posts.records.records import Candidate, Shape
from extract_pipelines.posts.scoring.scoring import score_groups
from extract_pipelines.posts.views.slot_statistics import SlotStatistics

FOLDS = 5
OPTIONS: dict[str, Any] = {"objective": "cross_entropy", "verbose": -1, "max_bin": 63, "seed": 22}
OPTIONS |= {"num_threads": 1, "deterministic": True, "num_leaves": 12, "min_data_in_leaf": 20}
OPTIONS |= {"learning_rate": 0.1, "feature_fraction": 0.4, "lambda_l2": 2}
OPTIONS |= {"bagging_fraction": 0.8, "bagging_freq": 1}
TREES = 120
# The pages of a site weigh together as their number to the power of what is left of one.
SITE_POWER = 0.6
# Layouts and plain pages are no real sites, nor copies real pages.
WEIGHTS = {"layouts": 0.3, "plain": 0.2, "questions": 0.6}
SHORT, APART = "-short", "-apart"
COPY_WEIGHT = 0.25
# Of a layout so many threads are learned.
MOST_OF_LAYOUT = 8
# The likeliest groups that are looked at, and the share of their records that have to be posts.
MOST_GROUPS, LEAST_POSTS = 4, 0.6
# Texts that are alike by so much are one; how well the best parts are read counts beyond that.
ALIKE, SAME = 80.0, 95.0
# Parts that are read worse than the best one by more than this count half.
NEARLY = 0.05
Array: TypeAlias = "np.ndarray[Any, Any]"


@dataclass(slots=True)
class OpeningExample:
    """A thread page: what may be its opening post, and what is."""

    source: str
    name: str
    site: str
    engine: str
    is_missing: bool
    """Whether the first post is none of the records."""
    features: Array
    """Of each part before them, a row a part."""
    worth: Array
    """How well each is read as the first post, 0 to 1; 0 where that is one of the records."""


class _Shown(NamedTuple):
    """A page with the posts that it shows."""

    labelled: Labelled
    page: Page
    gold: Sequence[dict[str, Any]]
    suffix: str = ""
    """What was done to the page."""


class _Answers(NamedTuple):
    """The records of a page that hold most of its posts."""

    records: Candidate
    floors: Sequence[Floor]
    statistics: SlotStatistics


def read_examples(data: Path) -> list[OpeningExample]:
    """The examples of all labelled thread pages; takes four minutes on two cores."""
    pages = (page for page in chain(chosen_pages(data), _some_layouts()) if page.posts)
    with ProcessPoolExecutor(2) as pool:
        return [one for found in pool.map(examples_of, pages, chunksize=4) for one in found]


def _some_layouts() -> Iterator[Labelled]:
    counts: Counter[str] = Counter()
    for page in read_layouts():
        counts[page.site] += page.kind == "thread"
        if page.kind == "thread" and counts[page.site] <= MOST_OF_LAYOUT:
            yield page


def examples_of(labelled: Labelled) -> list[OpeningExample]:
    """A page, the same with short texts, and copies of both with the first post apart.

    None where the page's other posts are not found.
    """
    gold = [post for post in labelled.posts if plain(post["text"])]
    page = Page(labelled.html, labelled.url, downloaded=labelled.downloaded)
    shown = _Shown(labelled, page, gold)
    answers = _answers(shown) if gold else None
    if answers is None:
        return []
    number = crc32(labelled.name.encode())
    found = _with_copy(shown, answers, number)
    if not found[0].is_missing:
        shorten(page)
        page = read_again(page)
        floors = _floors_of_shape(page, answers.records.shape)
        shown = shown._replace(page=page, gold=said(floors), suffix=SHORT)
        if floors and (answers := _answers(shown)):
            found += _with_copy(shown, answers, number >> 4)
    return found


def _with_copy(shown: _Shown, answers: _Answers, number: int) -> list[OpeningExample]:
    """A page, and a copy of it with its first post apart, if it is one of the records.

    :param number: by chance, for what is done to it
    """
    found = [_example(shown, answers)]
    copy = shown._replace(page=read_again(shown.page), suffix=shown.suffix + APART)
    same = None if found[0].is_missing else _answers(copy)
    if same and _move_first(copy.page, same.records, number):
        copy = copy._replace(page=read_again(copy.page))
        if others := _answers(copy):
            example = _example(copy, others)
            found.extend([example] if example.is_missing else [])
    return found


def _floors_of_shape(page: Page, shape: Shape) -> Sequence[Floor]:
    """What the records of a shape are read as; nothing if there are none."""
    groups = score_groups(page, analyse(page))
    read = (_read(page, group.candidate) for group in groups if shape in group.shapes)
    return next((answers.floors for answers in read if answers), ())


def _move_first(page: Page, answers: Candidate, number: int) -> bool:
    """Take the first record from the others: with another tag, and by chance elsewhere or bare.

    By chance its links lead nowhere, and the description in the page's head begins with its text.

    :return: whether it could be done
    """
    records = answers.records
    node = records[0].start
    if len(records) < 2 or records[0].inner or page.subtree_end[node] != records[0].stop:
        return False
    first = page.elements[node]
    around = first.getparent()
    if first.tag in ("td", "tbody", "body") or around is None or around.tag in ("body", "html"):
        return False
    first.tag = "section" if first.tag == "div" else "div"
    bare = list(first.iter()) if number & 1 else [first]
    for element in bare:
        for name in ("class", "id", "itemtype", "itemprop"):
            element.attrib.pop(name, None)
    if number & 2:
        around.addprevious(first)
    if number & 4:
        for link in first.iter("a"):
            link.attrib.pop("href", None)
    if number & 8:
        _describe(page, "".join(first.itertext()))
    return True


def _describe(page: Page, text: str) -> None:
    """Let the description in the page's head be the beginning of a text."""
    for node in page.flat.tagged("meta"):
        element = page.elements[node]
        if "description" in (element.get("name") or element.get("property") or ""):
            element.getparent().remove(element)
    for head in page.root.iter("head"):
        etree.SubElement(head, "meta", name="description", content=" ".join(text.split())[:150])


def _example(shown: _Shown, answers: _Answers) -> OpeningExample:
    labelled, page, gold, suffix = shown
    is_missing = 0 not in [_post_of(floor, gold) for floor in answers.floors]
    rows, worth = [], []
    for record, features in possible_openings(page, analyse(page), answers.records):
        rows.append(features)
        found = 0.0
        if is_missing:
            floor = read_alone(page, record, analyse(page), answers.statistics)
            found = likeness(gold[0], floor)
        value = 0.5 + (found - ALIKE) / 2 / (SAME - ALIKE)
        worth.append(min(1.0, value) if found >= ALIKE else 0.0)
    best = max(worth, default=0.0)
    return OpeningExample(
        labelled.source + suffix,
        labelled.name,
        labelled.site,
        labelled.engine,
        is_missing,
        np.array(rows).reshape(-1, len(OPENING_NAMES)),
        np.array([one if one >= best - NEARLY else one / 2 for one in worth]),
    )


def _answers(shown: _Shown) -> _Answers | None:
    """Of the likeliest groups the one that holds most of the posts; None if hardly any is one."""
    page, gold = shown.page, shown.gold
    best: tuple[float, _Answers | None] = 0.0, None
    groups = sorted(score_groups(page, analyse(page)), key=lambda group: -group.odds)
    for group in groups[:MOST_GROUPS]:
        read = _read(page, group.candidate)
        if read is None:
            continue
        posts = sum(_post_of(floor, gold) is not None for floor in read.floors)
        f1 = 2 * posts / (len(read.floors) + len(gold))
        if posts >= LEAST_POSTS * len(read.floors) and f1 > best[0]:
            best = f1, read
    return best[1]


def _read(page: Page, found: Candidate) -> _Answers | None:
    """Records as floors, by what their page tells; None if nothing comes out."""
    analysis = analyse(page)
    records = with_dates(page, analysis, found)
    views, authors = views_with_authors(page, records.records, analysis, SlotStatistics())
    records = records._replace(records=[view.record for view in views])
    statistics = with_page(SlotStatistics(), page, views, authors)
    floors = read_floors(page, views, records, statistics, analysis) if views else []
    return _Answers(records, floors, statistics) if floors else None


def _post_of(floor: Floor, gold: Sequence[dict[str, Any]]) -> int | None:
    """The number of the post that a floor is; None if it is none."""
    likely = [likeness(post, floor) for post in gold]
    best = max(likely)
    return likely.index(best) if best >= ALIKE else None


def likeness(post: dict[str, Any], floor: Floor) -> float:
    """How alike the texts of a post and a floor are, with or without the quotes; 0 to 100."""
    own = plain(post["text"])
    whole = plain(" ".join([*(post.get("quoted") or []), post["text"] or ""]))
    texts = filter(None, (plain(floor.body), plain(floor.own_text)))
    return max((fuzz.ratio(want, text) for text in texts for want in {own, whole}), default=0.0)


def train(examples: Sequence[OpeningExample]) -> lightgbm.Booster:
    """The scorer, learned from examples."""
    counts = Counter((one.site, one.is_missing) for one in examples)
    weights = [
        np.full(
            len(one.worth),
            WEIGHTS.get(one.source.partition("-")[0], 1.0)
            * (COPY_WEIGHT if one.source.endswith((SHORT, APART)) else 1.0)
            * counts[one.site, one.is_missing] ** -SITE_POWER,
        )
        for one in examples
    ]
    rows = np.vstack([one.features for one in examples])
    worth = np.concatenate([one.worth for one in examples])
    data = lightgbm.Dataset(rows, worth, weight=np.concatenate(weights))
    return lightgbm.train(OPTIONS, data, TREES)


def cross_validate(examples: Sequence[OpeningExample], by: str) -> None:
    """Print what is found on pages of sites, or engines, that were left out."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for learned, others in parts_of(examples, by, FOLDS):
        booster = train(learned)
        for one in others:
            count = counts[one.source]
            odds = booster.predict(one.features, raw_score=True) if len(one.worth) else [-1.0]
            is_taken, best = max(odds) > 0, int(np.argmax(odds))
            count["missing" if one.is_missing else "others"] += 1
            count["possible"] += bool(one.worth.any())
            if is_taken and not one.is_missing:
                count["one too many"] += 1
            elif is_taken:
                count["found" if one.worth[best] else "wrong"] += 1
    print(f"--- {by}s left out")
    for source, count in counts.items():
        print(
            f"{source:<13} first post none of the records {count['missing']:>4}: found"
            f" {count['found']:>3} (possible {count['possible']:>3}), wrong {count['wrong']}"
            f"   others {count['others']:>4}: one too many {count['one too many']}"
        )


def write(examples: Sequence[OpeningExample]) -> None:
    """Put the scorer that all examples teach into the package."""
    write_scorer("posts", "openings", OPENING_NAMES, trees_of(train(examples)))


if __name__ == "__main__":
    run_trainer(__doc__, read_examples, cross_validate, write)

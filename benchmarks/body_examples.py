"""Examples for the scorers of bodies: places and lines of labelled records, and what they hold.

The records of a page's best groups are paired with its gold posts, and their words with the words
of the post and of what it quotes.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, NamedTuple, TypeAlias

import numpy as np  # type: ignore[import-not-found]

from benchmarks.labelled import Labelled
from extract_pipelines import Page
from extract_pipelines.posts.authors.authors import author_of, author_scores
from extract_pipelines.posts.bodies.bodies import Bodies, BodyPlace
from extract_pipelines.posts.bodies.line_features import LINE_NAMES
from extract_pipelines.posts.bodies.place_features import PlaceRow, place_features
from extract_pipelines.posts.bodies.record_lines import RecordLine
from extract_pipelines.posts.floors.slots import add_places, compare
from extract_pipelines.posts.records.analysis import Analysis, analyse
from extract_pipelines.posts.records.groups import distinct
from extract_pipelines.posts.records.records import widened
from extract_pipelines.posts.records.repeats import find_repeats
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.posts.views.views import RecordView, view_of

# Groups that are looked at: so many with a date a record, and so many of any structure.
MOST_DATED, MOST_REPEATS = 14, 8
# Of each page so many groups of records are learned from, with this share of its posts or more.
MOST_GROUPS = 3
LEAST_MATCHED = 0.3
# Parts of a group are learned from as well: pages may have so few records.
PARTS = (1, 2, 4)
# This share of them as if the site were known from all the page's records.
KNOWN = 0.5
# So many characters that begin a post tell the record that holds it; fewer may stand anywhere.
BEGINNING, FEWEST = 60, 10
# Records of more words are left out: to align them takes minutes.
MOST_WORDS = 6000
_WORDS = re.compile(r"[^\W_]+|[^\w\s]")
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
Array: TypeAlias = "np.ndarray[Any, Any]"
# Gives the log odds of places, by their features.
PlaceOdds = Callable[[Array], Sequence[float]]


# Records of a group with the numbers of the posts in them, and how good it is, the best first.
_Ranked = tuple[tuple[float, int, int], Sequence[RecordView], dict[RecordView, int]]


class Gold(NamedTuple):
    """How many words of a record's leaves there are, and how many of them the post has."""

    words: Mapping[int, int]
    said: Mapping[int, int]

    def of(self, leaves: Sequence[int]) -> tuple[int, int]:
        """Words of leaves, and those that the post has."""
        return sum(self.words[i] for i in leaves), sum(self.said[i] for i in leaves)


@dataclass
class Part:
    """Records of a page with their posts."""

    labelled: Labelled
    page: Page
    views: Sequence[RecordView]
    gold: Mapping[RecordView, Gold]
    counted: bool
    """Whether it is all of its page's best group: others are learned from only."""
    known: Part | None = None
    """What is known of the site before; None if nothing is."""
    _places: dict[str, BodyPlace] | None = None

    def statistics(self) -> tuple[SlotStatistics, list[int]]:
        """What the page alone tells of the places but the bodies', and the authors' leaves."""
        statistics = SlotStatistics()
        if self.known:
            statistics.add(self.known.statistics()[0])
        statistics.records += len(self.views)
        statistics.authors.update(author_scores(self.page, self.views))
        named = statistics.author_places(self.views)[:1]
        writers = [author_of(self.page, view, named) for view in self.views]
        compare(self.page, self.views, writers, statistics)
        return statistics, [writer.leaf if writer else -1 for writer in writers]

    def places(self) -> dict[str, PlaceRow]:
        """The places of the records, measured."""
        statistics, authors = self.statistics()
        return place_features(self.page, self.views, authors, statistics)

    def scored(self, odds: PlaceOdds) -> dict[str, BodyPlace]:
        """The places of the records, scored."""
        if self._places is None:
            rows = self.places()
            features = np.array([row.features for row in rows.values()], dtype=np.float32)
            found = odds(features) if rows else ()
            self._places = {
                place: BodyPlace(float(1 / (1 + np.exp(-odd))), row.size)
                for (place, row), odd in zip(rows.items(), found, strict=True)
            }
        return self._places


@dataclass
class Example:
    """Places of a part, or lines of a record, with their features and labels."""

    source: str
    name: str
    site: str
    engine: str
    counted: bool
    features: Array
    labels: Array
    """Places: how well what stands there agrees with the post. Lines: share that is in it."""
    weights: Array
    words: Array
    said: Array
    """Of lines, how many of their words are the post's."""
    total: int = 0
    """Words that the post has in the record."""


def parts_of(labelled: Labelled) -> Iterator[Part]:
    """The groups of records that hold a page's posts, the best first, and parts of them."""
    page = Page(labelled.html, labelled.url, downloaded=labelled.downloaded)
    analysis = analyse(page)
    chosen = random.Random(labelled.name)
    for number, (views, posts) in enumerate(_groups(page, analysis, labelled.posts)):
        gold = {
            view: found
            for view, post in posts.items()
            if (found := _align(page, view, labelled.posts[post]))
        }
        if not gold:
            continue
        whole = Part(labelled, page, views, gold, number == 0)
        yield whole
        for size in PARTS:
            if size < len(views):
                start = chosen.randrange(len(views) - size + 1)
                part = views[start : start + size]
                own = {view: gold[view] for view in part if view in gold}
                known = whole if chosen.random() < KNOWN else None
                if own:
                    yield Part(labelled, page, part, own, False, known)


def _groups(
    page: Page, analysis: Analysis, posts: Sequence[dict[str, Any]]
) -> list[tuple[Sequence[RecordView], dict[RecordView, int]]]:
    """Groups of records with the posts in them, the best first."""
    repeats = find_repeats(page, analysis.dates.mentions, analysis.names)
    groups = [*distinct(analysis.candidates, MOST_DATED), *distinct(repeats, MOST_REPEATS)]
    found: dict[tuple[tuple[int, int], ...], _Ranked] = {}
    for group in groups:
        own = group.candidate.records
        for records in (own, [widened(page, record, own) for record in own]):
            key = tuple((record.start, record.stop) for record in records)
            if key not in found:
                views = [view_of(page, record, analysis) for record in records]
                pairs = _paired(page, views, posts)
                fit = 2 * len(pairs) / (len(views) + len(posts))
                size = sum(len(view.leaves) for view in views)
                if fit >= LEAST_MATCHED and 2 * len(pairs) >= len(views):
                    found[key] = (-fit, size, len(found)), views, pairs
    ranked = sorted(found.values(), key=lambda one: one[0])[:MOST_GROUPS]
    return [(views, pairs) for _, views, pairs in ranked]


def _paired(
    page: Page, views: Sequence[RecordView], posts: Sequence[dict[str, Any]]
) -> dict[RecordView, int]:
    """The number of the post that each record holds, where it holds a single one."""
    said = [_squeezed("".join(page.leaves[leaf].text for leaf in view.leaves)) for view in views]
    golds = [_squeezed(post["text"]) for post in posts]
    held = [
        [i for i, gold in enumerate(golds) if len(gold) >= FEWEST and gold[:BEGINNING] in text]
        for text in said
    ]
    counts = Counter(post for one in held for post in one)
    pairs = {}
    for number, one in enumerate(held):
        sure = [post for post in one if counts[post] == 1] or one
        if len(sure) == 1:
            pairs[number] = sure[0]
    if len(views) == len(posts) and all(number == post for number, post in pairs.items()):
        pairs |= {
            number: number
            for number, gold in enumerate(golds)
            if gold and not held[number] and gold in said[number]
        }
    used = {post: number for number, post in reversed(pairs.items())}
    return {views[number]: post for post, number in sorted(used.items())}


def _align(page: Page, view: RecordView, post: Mapping[str, Any]) -> Gold | None:
    """Which words of a record its post has; None if that takes too long, or it has none."""
    words = [(word, leaf) for leaf in view.leaves for word in _words_of(page.leaves[leaf].text)]
    if len(words) > MOST_WORDS:
        return None
    taken = [False] * len(words)
    for text in (post["text"], *(post.get("quoted") or ())):
        left: list[Any] = [
            None if used else word for (word, _), used in zip(words, taken, strict=True)
        ]
        matcher = SequenceMatcher(None, left, _words_of(text or ""), autojunk=False)
        for start, _, size in matcher.get_matching_blocks():
            taken[start : start + size] = [True] * size
    every = Counter(leaf for _, leaf in words)
    said = Counter(leaf for (_, leaf), used in zip(words, taken, strict=True) if used)
    return Gold(every, said) if said else None


def _squeezed(text: str | None) -> str:
    """The letters and digits of a text, in lower case."""
    return re.sub(r"\W+", "", (text or "").lower())


def _words_of(text: str) -> list[str]:
    """Words and signs; of scripts without spaces each letter."""
    words = _WORDS.findall(text.lower())
    return [one for word in words for one in (word if _UNSPACED.search(word) else (word,))]


def place_example(part: Part) -> Example | None:
    """The places of a part: how well each agrees with the posts, as the F1 of its words."""
    rows = part.places()
    found: dict[str, list[float]] = defaultdict(list)
    for view, gold in part.gold.items():
        date = view.record.mention.leaf
        total = sum(gold.said.values())
        for place, leaves in view.leaves_at.items():
            words, said = gold.of([leaf for leaf in leaves if leaf != date])
            found[place].append(min(1.0, 2 * said / (total + words)) if words else 0.0)
    places = [place for place in rows if place in found]
    if not places:
        return None
    labels = np.array([sum(found[place]) / len(found[place]) for place in places])
    features = np.array([rows[place].features for place in places], dtype=np.float32)
    return _example(part, features, labels, np.ones(len(labels)))


def line_examples(part: Part, odds: PlaceOdds) -> Iterator[Example]:
    """The lines of each of a part's records.

    :param odds: a scorer of places that has not seen the site
    """
    statistics, _ = part.statistics()
    for one in filter(None, (part.known, part)):
        add_places(one.views, one.scored(odds), statistics)
    bodies = Bodies(part.page, part.views, statistics)
    for view, gold in part.gold.items():
        lines, features = bodies.lines_of(view), bodies.features(view, every=True).rows
        example = _lines(part, view, gold, lines, features) if features else None
        if example and example.total > 0:
            yield example


def _lines(
    part: Part,
    view: RecordView,
    gold: Gold,
    lines: Sequence[RecordLine],
    features: Mapping[int, Sequence[float]],
) -> Example:
    counts = np.array([gold.of(lines[number].leaves) for number in features])
    words, said = counts[:, 0], counts[:, 1]
    total = sum(gold.said.values())
    unknown = np.array([bool(row[LINE_NAMES.index("quote")]) for row in features.values()])
    # What is quoted belongs to a body, whether it is labelled or not.
    weights = np.minimum(1.0, words / total) ** 0.5 * ~unknown
    example = _example(
        part,
        np.array(list(features.values()), dtype=np.float32),
        said / np.maximum(1, words),
        weights,
    )
    example.words, example.said = words * ~unknown, said * ~unknown
    example.total = total - int(said[unknown].sum())
    return example


def _example(part: Part, features: Array, labels: Array, weights: Array) -> Example:
    one = part.labelled
    none = np.zeros(0)
    return Example(
        one.source,
        one.name,
        one.site,
        one.engine,
        part.counted,
        features,
        labels,
        weights,
        none,
        none,
    )

"""Features of records that stand within floors: what tells comments from other things with a date.

But for captions, none has a word in it: counts, shares, ratios and logarithms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log2
from statistics import fmean, pstdev
from typing import Final, NamedTuple

from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import exact_date
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.posts.records.groups import spread
from extract_pipelines.posts.records.records import Record, leaves_between
from extract_pipelines.posts.scoring.caption_features import CAPTION_NAMES, caption_features
from extract_pipelines.posts.scoring.features import MOST_SAMPLED
from extract_pipelines.posts.scoring.sums import counts_before, elements_of, sentences_of, sums_of
from extract_pipelines.url import names_person

COMMENT_NAMES: tuple[str, ...] = (
    *"count most_in_floor floors with_any per_floor score variation distinct".split(),
    *"people_beside own ratio short linked sentences before behind leaves elements depth".split(),
    *"longest named people with_people pictures first_linked".split(),
    *"date_first date_last date_is_all".split(),
    *"later earlier same unknown relative timed".split(),
    *CAPTION_NAMES,
)
# A text of fewer characters is short.
SHORT: Final = 12
# A link with a longer text names nobody.
LONGEST_NAME: Final = 30
# Levels, and links to people, are counted up to so many.
MOST_COUNTED: Final = 30
MOST_PEOPLE: Final = 3
# Characters of a date with a time of day: "2026-05-18T08:11".
TO_MINUTE: Final = 16


class _Sums(NamedTuple):
    """Prefix sums over the leaves or the elements of a page."""

    own: list[int]
    """Over leaves: characters outside links."""
    linked: list[int]
    """Over leaves: characters in links."""
    sentences: list[int]
    """Over leaves: characters in sentences."""
    people: list[int]
    """Over elements: links to people."""
    pictures: list[int]


@once_a_page
def _sums_of(page: Page) -> _Sums:
    tree = page.flat
    links = tree.values("href").items()
    people = [node for node, href in links if tree.tags[node] == "a" and names_person(href)]
    sizes = zip(tree.texts, tree.in_link, strict=True)
    return _Sums(
        page.flat.unlinked_before,
        sums_of([len(text) if linked else 0 for text, linked in sizes]),
        sums_of(sentences_of(page)),
        counts_before(people, len(tree.tags)),
        counts_before(tree.tagged("img"), len(tree.tags)),
    )


def comment_features(
    page: Page, records: Sequence[Record], around: Sequence[Record], floors: int, score: float
) -> tuple[float, ...]:
    """The features of records of one shape, named by `COMMENT_NAMES`.

    :param around: for each record the floor that it stands in
    :param floors: how many the page has
    :param score: how much the records look like floors, 0 to 1
    """
    in_floor = Counter(floor.start for floor in around)
    some = spread(list(zip(records, around, strict=True)), MOST_SAMPLED)
    sums = _sums_of(page)
    measured = [(*_texts(page, sums, *one), *_elements(page, sums, *one)) for one in some]
    sizes = [_size(page, sums, record) for record, _ in some]
    texts = {" ".join(page.flat.texts[slice(*_leaves(page, record))]) for record, _ in some}
    return (
        log2(1 + len(records)),
        log2(max(in_floor.values())),
        log2(1 + floors),
        len(in_floor) / floors,
        len(records) / floors,
        score,
        pstdev(sizes) / max(1.0, fmean(sizes)),
        len(texts) / len(some),
        fmean([_people_beside(sums, *one) for one in some]),
        *map(fmean, zip(*measured, strict=True)),
        *_dates(page, some),
        *caption_features(page).of(elements_of([record for record, _ in some])),
    )


def _leaves(page: Page, record: Record) -> tuple[int, int]:
    return leaves_between(page, record.start, record.stop)


def _size(page: Page, sums: _Sums, record: Record) -> int:
    """The record's characters outside links."""
    first, last = _leaves(page, record)
    return sums.own[last] - sums.own[first]


def _people_beside(sums: _Sums, record: Record, floor: Record) -> float:
    """Whether the rest of the floor links to a person."""
    people = sums.people
    inside = people[record.stop] - people[record.start]
    return float(people[floor.stop] - people[floor.start] > inside)


def _texts(page: Page, sums: _Sums, record: Record, floor: Record) -> tuple[float, ...]:
    """What one record says, and where in the text of its floor it stands."""
    own = sums.own
    first, last = _leaves(page, record)
    begin, end = _leaves(page, floor)
    size, linked = own[last] - own[first], sums.linked[last] - sums.linked[first]
    whole = max(1, own[end] - own[begin])
    return (
        log2(1 + size),
        size / whole,
        float(size < SHORT),
        linked / max(1, linked + size),
        (sums.sentences[last] - sums.sentences[first]) / max(1, size),
        (own[first] - own[begin]) / whole,
        (own[end] - own[last]) / whole,
        log2(1 + last - first),
    )


def _elements(page: Page, sums: _Sums, record: Record, floor: Record) -> tuple[float, ...]:
    """What one record holds besides, and how deep in its floor."""
    first, last = _leaves(page, record)
    people = sums.people[record.stop] - sums.people[record.start]
    texts, in_link = page.flat.texts, page.flat.in_link
    at = page.flat.leaf_start[record.mention.node]
    return (
        log2(1 + record.stop - record.start),
        float(min(MOST_COUNTED, page.flat.depth(record.start, floor.start))),
        log2(1 + max([len(texts[i]) for i in range(first, last) if not in_link[i]], default=0)),
        float(any(in_link[i] and _may_name(texts[i]) for i in range(first, last) if i != at)),
        float(min(MOST_PEOPLE, people)),
        float(people > 0),
        float(sums.pictures[record.stop] > sums.pictures[record.start]),
        float(first < last and in_link[first]),
        float(at <= first),
        float(at >= last - 1),
        float(record.start == record.mention.node),
    )


def _may_name(text: str) -> bool:
    return len(text) <= LONGEST_NAME and not text.isdigit()


def _dates(page: Page, some: Sequence[tuple[Record, Record]]) -> tuple[float, ...]:
    """Which share of the records is later than their floors, and so on; see `COMMENT_NAMES`."""
    told: Counter[str] = Counter()
    for record, floor in some:
        date, of_floor = (exact_date(page, one.mention) for one in (record, floor))
        told["relative"] += date.relative
        told["timed"] += date.hours is not None
        told[_order_of(date.value, of_floor.value)] += 1
    names = ("later", "earlier", "same", "unknown", "relative", "timed")
    return tuple(told[name] / len(some) for name in names)


def _order_of(date: str | None, other: str | None) -> str:
    """Whether a date is later than another one, earlier or the same, as far as both are told."""
    if not date or not other:
        return "unknown"
    told = min(len(date), len(other), TO_MINUTE)
    first, second = date[:told], other[:told]
    return "same" if first == second else "later" if first > second else "earlier"

"""Features of a record group of which a sample was read: what its authors and bodies look like."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import log2, sqrt
from typing import Final

from extract_pipelines.items import Floor
from extract_pipelines.page import Page
from extract_pipelines.posts.authors.widening import views_with_authors
from extract_pipelines.posts.bodies.bodies import Bodies
from extract_pipelines.posts.floors.fields import read_floor
from extract_pipelines.posts.floors.group_floors import GroupFloors
from extract_pipelines.posts.floors.slots import gather
from extract_pipelines.posts.records.analysis import Analysis
from extract_pipelines.posts.records.groups import spread
from extract_pipelines.posts.records.records import Record
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.text.sentences import is_sentence

# Of a group so many records are read, spread evenly.
MOST_READ: Final = 8
# Lines of a floor that are looked at for a sentence.
FIRST_LINES: Final = 5
# Characters that a link's text may have: makes a share of a number of links.
LINK: Final = 40
# A shorter name may stand in a text by chance.
SHORTEST_NAME: Final = 3
READ_NAMES: tuple[str, ...] = (
    *"floors kept".split(),
    *"signed writers author_score author_links links_alike author_length in_title".split(),
    *"said empty said_length said_variation said_distinct with_prose link_share images".split(),
    *"ids ids_distinct permalinks rising resolved days quotes named".split(),
)


def read_features(page: Page, analysis: Analysis, records: Sequence[Record]) -> tuple[float, ...]:
    """The features of a group, named by `READ_NAMES`; all 0 where nothing comes out."""
    read = _read_sample(page, analysis, records)
    floors, views = [floor for floor in read.floors if floor.body or floor.images], read.views
    if not floors:
        return (0.0,) * len(READ_NAMES)
    return (
        log2(len(floors)),
        len(floors) / len(views),
        *_authors(page, floors, read.statistics),
        *_texts(page, read),
        *_marks(floors),
    )


def _read_sample(page: Page, analysis: Analysis, records: Sequence[Record]) -> GroupFloors:
    """Some of the records as floors, by what they tell themselves."""
    known = SlotStatistics()
    sample = spread(records, MOST_READ)
    views, authors = views_with_authors(page, sample, analysis, known, among=records)
    statistics = gather(page, views, known, authors=authors)
    bodies = Bodies(page, views, statistics)
    order = analysis.order
    floors = [read_floor(page, view, bodies, statistics, order, is_sample=True) for view in views]
    return GroupFloors(floors, views, statistics)


def _authors(page: Page, floors: Sequence[Floor], statistics: SlotStatistics) -> tuple[float, ...]:
    signed = [floor for floor in floors if floor.author]
    linked = [floor for floor in floors if floor.author_url]
    names = {floor.author or "" for floor in signed}
    leading = {(floor.author, floor.author_url) for floor in linked}
    most = max(statistics.authors.values(), default=0.0)
    return (
        len(signed) / len(floors),
        len(names) / len(floors),
        most / max(1, statistics.records),
        len(linked) / len(floors),
        len(names) / len(leading) if leading else -1.0,
        sum(len(floor.author or "") for floor in signed) / max(1, len(signed)),
        sum(name in page.title for name in names) / max(1, len(names)),
    )


def _texts(page: Page, read: GroupFloors) -> tuple[float, ...]:
    floors, n = read.floors, len(read.floors)
    lengths = [len(floor.body) for floor in floors]
    mean = sum(lengths) / n
    deviation = sqrt(sum((length - mean) ** 2 for length in lengths) / n)
    held = (page.leaves[index] for view in read.views for index in view.leaves)
    return (
        sum(lengths) / max(1, sum(len(leaf.text) for leaf in held if not leaf.in_link)),
        sum(not floor.body for floor in floors) / n,
        log2(1 + mean),
        deviation / mean if mean else 0.0,
        len({floor.body for floor in floors}) / n,
        sum(_sentences(floor.body) for floor in floors) / n,
        LINK * sum(len(floor.links) for floor in floors) / max(1, sum(lengths)),
        sum(len(floor.images) for floor in floors) / n,
    )


def _sentences(body: str) -> int:
    """How many of a body's first lines are sentences."""
    first = body.split("\n", FIRST_LINES)[:FIRST_LINES]
    return sum(map(is_sentence, first))


def _marks(floors: Sequence[Floor]) -> tuple[float, ...]:
    """Ids, addresses, the order of the dates, quotes and who is named in others' texts."""
    n = len(floors)
    ids = [floor.post_id for floor in floors if floor.post_id]
    dates = [floor.date[:16] for floor in floors if floor.date]
    steps = list(pairwise(dates))
    rising = sum(one <= other for one, other in steps)
    falling = sum(one >= other for one, other in steps)
    names = {floor.author for floor in floors if floor.author}
    names = {name for name in names if len(name) >= SHORTEST_NAME}
    named = sum(any(name in floor.body for name in names - {floor.author}) for floor in floors)
    return (
        len(ids) / n,
        len(set(ids)) / max(1, len(ids)),
        sum(floor.url is not None for floor in floors) / n,
        max(rising, falling) / len(steps) if steps else -1.0,
        len(dates) / n,
        len({date[:10] for date in dates}) / max(1, len(dates)),
        sum(bool(floor.quotes) for floor in floors) / n,
        named / n,
    )

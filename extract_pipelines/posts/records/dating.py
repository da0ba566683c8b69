"""The dates of records that were found by their structure alone."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import chain
from operator import attrgetter

from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import DateMention, is_timed
from extract_pipelines.page.markup.quote_marks import quoted_leaves
from extract_pipelines.posts.records.analysis import Analysis
from extract_pipelines.posts.records.groups import ranges_of
from extract_pipelines.posts.records.records import Candidate, Record


def with_dates(page: Page, analysis: Analysis, found: Candidate) -> Candidate:
    """The records, each with its own date.

    Where they are of a shape without one, it is the date at the place where most records have one;
    what has none then is no post. Nor is the form for an answer, which has a field for it and no
    date. Where most have none, the dates may stand in heads: elements just before the records,
    which then are part of them.

    Where all records have two, one is that of their authors, who joined then or were last seen. It
    is told by having no order and no time of day, and being alike where one wrote several.
    """
    if found.shape.is_dated:
        ranges, count = ranges_of(found), len(found.records)
        several = (one for one in analysis.candidates if len(one.records) == count)
        alike = (one for one in several if ranges_of(one) == ranges)
        return max((found, *alike), key=partial(_telling, page))
    mentions = analysis.dates.mentions
    records = _without_forms(page, mentions, found.records)
    own = [_own(mentions, record) for record in records]
    if 2 * sum(map(bool, own)) <= len(own):
        return found._replace(records=_with_heads(page, mentions, records))
    records = with_own_dates(page, analysis, records)
    kept = [record for record, inside in zip(records, own, strict=True) if inside]
    return found._replace(records=kept)


def _telling(page: Page, candidate: Candidate) -> tuple[float, int, int, int]:
    """Its score, and how many dates have a time of day, are different, are said to be of posts.

    The scores of the same records differ in the order of their dates only.
    """
    mentions = [record.mention for record in candidate.records]
    timed = sum([is_timed(page, mention) for mention in mentions])
    quoted = quoted_leaves(page)
    own = [one for one in mentions if page.flat.leaf_range(one.node)[0] not in quoted]
    posted = sum([mention.date.label == "posted" for mention in own])
    return candidate.score, timed, len({mention.date.raw for mention in mentions}), posted


def with_own_dates(page: Page, analysis: Analysis, records: Sequence[Record]) -> list[Record]:
    """The records, those that hold dates each with the one at the place where most have one."""
    own = [_own(analysis.dates.mentions, record) for record in records]
    place_of = analysis.names.date_place
    held = [{place_of(one.node): one.date.raw for one in inside} for inside in own]
    times = Counter(chain.from_iterable(held))
    unlike = Counter(place for place, _ in {one for inside in held for one in inside.items()})

    def worth(mention: DateMention) -> tuple[int, bool, int]:
        place = place_of(mention.node)
        return times[place], is_timed(page, mention), unlike[place]

    return [
        record._replace(mention=max(inside, key=worth)) if inside else record
        for record, inside in zip(records, own, strict=True)
    ]


def _own(mentions: Sequence[DateMention], record: Record) -> list[DateMention]:
    """The dates that belong to a record itself."""
    inside = _between(mentions, record.start, record.stop)
    return [mention for mention in inside if record.holds(mention.node)]


def _without_forms(
    page: Page, mentions: Sequence[DateMention], records: list[Record]
) -> list[Record]:
    """The records without those that have a field for a text and no date; else all of them."""
    fields = page.flat.tagged("textarea")
    kept = [
        record
        for record in records
        if bisect_left(fields, record.start) == bisect_left(fields, record.stop)
        or _own(mentions, record)
    ]
    return kept or records


def _with_heads(
    page: Page, mentions: Sequence[DateMention], records: Sequence[Record]
) -> list[Record]:
    """The records with the elements before them, if most of these hold a date; else as they are."""
    wider = []
    stops = [1, *(record.stop for record in records[:-1])]
    starts = [*(record.start for record in records[1:]), len(page.elements)]
    for record, before, after in zip(records, stops, starts, strict=True):
        head = _element_before(page, record.start, after)
        inside = _between(mentions, head, page.subtree_end[head]) if head >= before else ()
        if inside:
            wider.append(record._replace(start=head, mention=inside[0]))
        else:
            wider.append(record)
    changed = sum(one.start != other.start for one, other in zip(wider, records, strict=True))
    return wider if 2 * changed > len(records) else list(records)


def _element_before(page: Page, node: int, after: int) -> int:
    """Index of the sibling before an element, or before one that it is the first of; 0 for none.

    :param after: where the next record starts: what holds that as well is not looked at
    """
    while 0 < node == page.parents[node] + 1 and page.subtree_end[node - 1] <= after:
        node -= 1
    parent, before = page.parents[node], node - 1
    while before > parent and page.parents[before] != parent:
        before = page.parents[before]
    return max(0, before)


def _between(mentions: Sequence[DateMention], start: int, stop: int) -> Sequence[DateMention]:
    """The dates in the elements from one index to another."""
    first = bisect_left(mentions, start, key=attrgetter("node"))
    return mentions[first : bisect_left(mentions, stop, lo=first, key=attrgetter("node"))]

"""The opening post of a thread, where it has another shape than the answers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterator, Sequence, Set
from typing import NamedTuple

from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import DateMention, exact_date, leaf_lengths
from extract_pipelines.posts.analysis import Analysis
from extract_pipelines.posts.labels import Labels
from extract_pipelines.posts.records import (
    Candidate,
    Record,
    leaves_between,
    length_between,
    text_length,
)

# An opening post has at least so many characters, or as many as the shorter of the others have.
LEAST_OPENING = 150
# Characters of a text that is a sentence, and spaces in it where its script has any.
LEAST_SENTENCE = 40
LEAST_SPACES = 5


class OpeningPlace(NamedTuple):
    """Where an opening post stands on the pages of a kind, by the labels of elements."""

    first: str
    """Of the element that it is in, or that it begins with."""
    behind: str
    """Of the element that follows those it is made of; empty if it is in one."""


class Opening(NamedTuple):
    """What may be the opening post."""

    record: Record
    place: OpeningPlace
    is_long: bool
    """Whether it has as much text as a post, or is where others are."""


def find_opening(
    page: Page, analysis: Analysis, answers: Candidate, usual: Container[OpeningPlace] = ()
) -> Opening | None:
    """The opening post, where it stands before the answers and has another shape.

    It is the largest part of the page before the first answer that holds a date, at the place of
    the answers' own dates or else alone. An element in it has a class of the answers' roots, or it
    has some of its text in sentences, and as much as a post, or it stands where the opening posts
    of other pages do. It is no younger than the answers.

    :param usual: where opening posts stand on other pages
    """
    labels = analysis.labels
    first = answers.records[0].start
    before = [mention for mention in analysis.dates.mentions if mention.node < first]
    same = [mention for mention in before if labels.place(mention.node) == answers.shape.date]
    lengths = leaf_lengths(page)
    others = sorted(text_length(page, record, lengths) for record in answers.records)
    least = min(others[len(others) // 4], LEAST_OPENING)
    nodes = [mention.node for mention in same or before]
    days = [day for record in answers.records if (day := _day(page, record.mention))]
    best: tuple[int, Opening] | None = None
    for mention in same or before:
        if days and not "" < _day(page, mention) <= min(days):
            continue
        for start, stop in _parts(page, mention.node, first):
            if bisect_left(nodes, stop) - bisect_left(nodes, start) != 1:
                continue
            record = Record(start, stop, mention)
            length = length_between(page, start, stop, lengths)
            place = _place(page, labels, record)
            long = place in usual or (length >= least and _has_sentence(page, record))
            if (long or _has_class(labels, page, mention.node, start, answers.records)) and (
                best is None or length > best[0]
            ):
                best = (length, Opening(record, place, long))
                break
    return best[1] if best else None


def find_alone(page: Page, analysis: Analysis, usual: Set[OpeningPlace]) -> Record | None:
    """The first part of a page that stands where opening posts do, and holds a single date."""
    firsts = {place.first for place in usual}
    nodes = [mention.node for mention in analysis.dates.mentions]
    for mention in analysis.dates.mentions:
        node = mention.node
        while node > 0:
            if analysis.labels.label(node) in firsts:
                for record in _runs(page, node, mention):
                    dates = bisect_left(nodes, record.stop) - bisect_left(nodes, record.start)
                    if dates == 1 and _place(page, analysis.labels, record) in usual:
                        return record
            node = page.parents[node]
    return None


def _runs(page: Page, node: int, mention: DateMention) -> Iterator[Record]:
    """An element, and it with those that follow it, up to each of its parent's."""
    stop, end = page.subtree_end[node], page.subtree_end[page.parents[node]]
    yield Record(node, stop, mention)
    while stop < end and (stop := page.subtree_end[stop]) < end:
        yield Record(node, stop, mention)


def _place(page: Page, labels: Labels, record: Record) -> OpeningPlace:
    is_one = page.subtree_end[record.start] == record.stop
    behind = "" if is_one else labels.label(record.stop)
    return OpeningPlace(labels.label(record.start), behind)


def _parts(page: Page, inner: int, answers: int) -> Iterator[tuple[int, int]]:
    """What the opening may be: the largest element around a date that ends before the answers.

    Else that and what follows it: its head and its text may stand side by side.
    """
    node, behind = inner, answers
    while node > 0 and page.subtree_end[page.parents[node]] <= answers:
        node = page.parents[node]
    yield node, page.subtree_end[node]
    while page.parents[behind] > page.parents[node]:
        behind = page.parents[behind]
    if behind > page.subtree_end[node]:
        yield node, behind


def _has_sentence(page: Page, record: Record) -> bool:
    start, stop = leaves_between(page, record.start, record.stop)
    return any(_is_sentence(leaf.text) and not leaf.in_link for leaf in page.leaves[start:stop])


def _day(page: Page, mention: DateMention) -> str:
    """The day of a date; empty if that is not known."""
    date = mention.date if mention.date.value else exact_date(page, mention)
    return (date.value or "")[:10]


def _has_class(
    labels: Labels, page: Page, inner: int, outer: int, records: Sequence[Record]
) -> bool:
    """Whether an element from the inner to the outer one has a class of all the records' roots."""
    shared = set.intersection(*(set(labels.tokens(record.start)) for record in records))
    node = inner
    while node >= outer:
        if not shared.isdisjoint(labels.tokens(node)):
            return True
        node = page.parents[node]
    return False


def _is_sentence(text: str) -> bool:
    """Whether a text is a sentence rather than a label, an address or a number."""
    spaced = text.count(" ") >= LEAST_SPACES or not text.isascii()
    return len(text) >= LEAST_SENTENCE and spaced

"""The opening post of a thread, where it has another shape than the answers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from extract_pipelines.page import Page
from extract_pipelines.page.boosted_trees import load
from extract_pipelines.page.date_mentions import DateMention
from extract_pipelines.posts.opening.opening_features import (
    MOST_PIECES,
    OPENING_NAMES,
    OpeningFeatures,
    parts_before,
)
from extract_pipelines.posts.records.analysis import Analysis
from extract_pipelines.posts.records.element_names import ElementNames
from extract_pipelines.posts.records.records import Candidate, Record

# Log odds from which on it needs no author who is linked as the answers' authors are.
SURE_BY_ITSELF: Final = 1.0
# What the name of an element begins with that stands further in than an opening post's first one.
INNER: Final = "/"


class OpeningPlace(NamedTuple):
    """Where an opening post stands on the pages of a kind, by the names of elements."""

    first: str
    """Of the element that it is in, or that it begins with."""
    behind: str
    """Of the element that follows those it is made of; empty if it is in one.

    It begins with a slash where that stands further in than they do.
    """


class PossibleOpening(NamedTuple):
    """A part of a page before the answers that holds a date."""

    record: Record
    place: OpeningPlace
    odds: float
    """Log odds that it is the opening post, by what the page tells by itself."""


class Opening(NamedTuple):
    """What may be the opening post."""

    record: Record
    place: OpeningPlace
    is_sure: bool
    """Whether it is one whoever wrote it."""


def likeliest(
    openings: Sequence[PossibleOpening], told: Mapping[OpeningPlace, float]
) -> Opening | None:
    """Of what may be the opening post what is so most likely, if anything is likely.

    :param told: log odds that opening posts stand at a place, by other pages
    """
    best, found = 0.0, None
    for record, place, own in openings:
        odds = own + told.get(place, 0.0)
        if odds > best:
            best, found = odds, Opening(record, place, odds > SURE_BY_ITSELF)
    return found


def score_openings(page: Page, analysis: Analysis, answers: Candidate) -> list[PossibleOpening]:
    """What may be the opening post, each with its log odds.

    They are told by a scorer of boosted trees that was learned on labelled pages of many sites.
    """
    score = load("posts", "openings", OPENING_NAMES)
    return [
        PossibleOpening(record, _place(page, analysis.names, record), score(*features))
        for record, features in possible_openings(page, analysis, answers)
    ]


def possible_openings(
    page: Page, analysis: Analysis, answers: Candidate
) -> list[tuple[Record, tuple[float, ...]]]:
    """What may be the opening post, each with its features; see `OPENING_NAMES`.

    Its date is the first at a place of the answers' own, or else the first in it.
    """
    parts = parts_before(page, analysis, answers.records[0].start)
    if not parts:
        return []
    features = OpeningFeatures(page, analysis, answers)
    names = analysis.names
    places = {names.date_place(record.mention.node) for record in answers.records}
    found = []
    for part in parts:
        alike = (date for date in part.dates if names.date_place(date.node) in places)
        date = next(alike, part.dates[0])
        found.append((Record(part.start, part.stop, date), features.of(part)))
    return found


def find_alone(
    page: Page, analysis: Analysis, usual: Mapping[OpeningPlace, float]
) -> Record | None:
    """What stands where the opening posts of other pages do.

    That is the first such part of a page that holds a single date, of several with the same date
    the one at the likeliest place; or else the only element of a name, whatever it holds; or a
    part that ends further in than it begins.

    :param usual: where opening posts stand, and how likely that is
    """
    found = _with_one_date(page, analysis, usual)
    return found or _of_name(page, analysis, usual) or _ending_inside(page, analysis, usual)


def _with_one_date(
    page: Page, analysis: Analysis, usual: Mapping[OpeningPlace, float]
) -> Record | None:
    firsts = {place.first for place in usual}
    nodes = [mention.node for mention in analysis.dates.mentions]
    before = 0
    for mention in analysis.dates.mentions:
        for siblings in _around(page, mention.node, before):
            found = [
                (usual[place], record.stop - record.start, record)
                for first in siblings
                if analysis.names.full_name(first) in firsts
                for record in _runs(page, first, mention, nodes)
                if (place := _place(page, analysis.names, record)) in usual
            ]
            if found:
                return max(found, key=lambda one: one[:2])[2]
        before = mention.node
    return None


def _of_name(page: Page, analysis: Analysis, usual: Mapping[OpeningPlace, float]) -> Record | None:
    """The element at the likeliest place with a name; none where others with a date have it."""
    named = [place for place in usual if not place.behind and "/" not in place.first]
    if not named:
        return None
    name = max(named, key=lambda place: usual[place]).first
    first: dict[int, DateMention] = {}  # of each element around a date the first one that it holds
    for mention in analysis.dates.mentions:
        node = mention.node
        while node > 0 and node not in first:
            first[node] = mention
            node = page.parents[node]
    found = [node for node in first if analysis.names.full_name(node) == name]
    if len(found) != 1:
        return None
    return Record(found[0], page.subtree_end[found[0]], first[found[0]])


def _ending_inside(
    page: Page, analysis: Analysis, usual: Mapping[OpeningPlace, float]
) -> Record | None:
    """The first part with one date that ends at an element further in, at the likeliest place."""
    inner = {place: odds for place, odds in usual.items() if place.behind.startswith(INNER)}
    name_of, mentions, before = analysis.names.full_name, analysis.dates.mentions, 0
    stops = [mention.node for mention in mentions[1:]] + [len(page.parents)]
    for mention, stop in zip(mentions, stops, strict=True) if inner else ():
        ends = _ends(page, analysis.names, inner, range(page.subtree_end[mention.node], stop))
        found = [
            (odds, Record(first, end, mention))
            for siblings in (_around(page, mention.node, before) if ends else ())
            for first in siblings
            for place, odds in inner.items()
            if place.first == name_of(first)
            and 0 < (end := ends.get(place.behind[1:], 0)) <= page.subtree_end[page.parents[first]]
        ]
        if found:
            return max(found, key=lambda one: one[0])[1]
        before = mention.node
    return None


def _ends(
    page: Page, names: ElementNames, inner: Iterable[OpeningPlace], nodes: range
) -> dict[str, int]:
    """Where opening posts end, by the name of the element there: the first with text before it.

    An element that begins the one around it is rather the post's, as the first of a list: then it
    ends with that.
    """
    ending = {place.behind[1:] for place in inner}
    starts, behind, around = page.flat.leaf_start, dict[str, int](), dict[str, int]()
    for node in nodes:
        if (name := names.full_name(node)) in ending:
            parent = page.parents[node]
            if starts[parent] < starts[node]:
                behind.setdefault(name, node)
            else:
                around.setdefault(name, page.subtree_end[parent])
    return around | behind


def _around(page: Page, node: int, before: int) -> Iterator[list[int]]:
    """An element, and each around it, with its siblings that stand ahead of it.

    Only those are given that have text, and stand behind the element with the date before.
    """
    children, child = {}, before
    while child > 0:
        children[page.parents[child]] = child
        child = page.parents[child]
    while node > 0:
        parent = page.parents[node]
        sibling = page.subtree_end[children[parent]] if parent in children else parent + 1
        if sibling > node:
            return
        siblings = []
        while sibling <= node:
            if _has_text(page, sibling):
                siblings.append(sibling)
            sibling = page.subtree_end[sibling]
        yield siblings
        node = parent


def _has_text(page: Page, node: int) -> bool:
    return page.flat.leaf_start[node] < page.flat.leaf_end[node]


def _runs(page: Page, first: int, mention: DateMention, dates: Sequence[int]) -> Iterator[Record]:
    """An element, and it with those that follow it, where they hold a date and no other.

    Not up to the last one of their parent's.

    :param dates: indices of the elements that hold the page's dates
    """
    stop, end, pieces = page.subtree_end[first], page.subtree_end[page.parents[first]], 1
    while pieces <= MOST_PIECES and bisect_left(dates, stop) - bisect_left(dates, first) <= 1:
        if stop > mention.node:
            yield Record(first, stop, mention)
        following = page.subtree_end[stop] if stop < end else end
        if following == end:
            return
        pieces += _has_text(page, stop)
        stop = following


def _place(page: Page, names: ElementNames, record: Record) -> OpeningPlace:
    first = names.full_name(record.start)
    if page.subtree_end[record.start] == record.stop:
        return OpeningPlace(first, "")
    is_beside = page.parents[record.stop] == page.parents[record.start]
    behind = names.full_name(record.stop)
    return OpeningPlace(first, behind if is_beside else INNER + behind)

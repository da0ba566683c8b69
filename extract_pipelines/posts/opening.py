"""The opening post of a thread, where it has another shape than the answers."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Sequence
from typing import NamedTuple

from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import DateMention, exact_date, leaf_lengths
from extract_pipelines.posts.analysis import Analysis
from extract_pipelines.posts.labels import Labels
from extract_pipelines.posts.records import Candidate, Record, length_between, text_length

# An opening post has at least so many characters, or as many as the shorter of the others have.
LEAST_OPENING = 150
# Characters of a text that is a sentence, and spaces in it where its script has any.
LEAST_SENTENCE = 40
LEAST_SPACES = 5


class Opening(NamedTuple):
    """What may be the opening post."""

    record: Record
    is_long: bool
    """Whether it has as much text as a post, or is where others are."""


def opening(
    page: Page, analysis: Analysis, found: Candidate, usual: Container[str] = ()
) -> Opening | None:
    """The opening post, where it stands before the records and has another shape.

    It is the largest part of the page before the first record that holds a date, at the place of
    the records' own dates or else alone. An element in it has a class of the records' roots, or it
    has some of its text in sentences, and as much as a post, or is where the opening posts of other
    pages are. It is no younger than the records.

    :param usual: labels of opening posts
    """
    labels = analysis.labels
    first = found.records[0].start
    before = [mention for mention in analysis.dates.mentions if mention.node < first]
    same = [mention for mention in before if labels.place(mention.node) == found.shape.date]
    lengths = leaf_lengths(page.leaves)
    others = sorted(text_length(page, record, lengths) for record in found.records)
    least = min(others[len(others) // 4], LEAST_OPENING)
    nodes = [mention.node for mention in same or before]
    days = [day for record in found.records if (day := _day(page, record.mention))]
    best: tuple[int, Opening] | None = None
    for mention in same or before:
        node = mention.node
        while node > 0 and page.subtree_end[page.parents[node]] <= first:
            node = page.parents[node]
        end = page.subtree_end[node]
        if bisect_left(nodes, end) - bisect_left(nodes, node) != 1:
            continue
        if days and not "" < _day(page, mention) <= min(days):
            continue
        length = length_between(page, node, end, lengths)
        sentences = any(
            _is_sentence(leaf.text) and not leaf.in_link for leaf in page.leaves_of(node)
        )
        long = sentences and (length >= least or labels.label(node) in usual)
        if (long or _has_class(labels, page, mention.node, node, found.records)) and (
            best is None or length > best[0]
        ):
            best = (length, Opening(Record(node, end, mention), long))
    return best[1] if best else None


def find_opening(page: Page, analysis: Analysis, usual: Container[str]) -> Record | None:
    """The first part of a page that is labelled as opening posts are, and holds a single date."""
    nodes = [mention.node for mention in analysis.dates.mentions]
    for mention in analysis.dates.mentions:
        node = mention.node
        while node > 0 and analysis.labels.label(node) not in usual:
            node = page.parents[node]
        end = page.subtree_end[node]
        if node > 0 and bisect_left(nodes, end) - bisect_left(nodes, node) == 1:
            return Record(node, end, mention)
    return None


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

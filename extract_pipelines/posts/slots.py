"""Slots: which place inside the records holds the body, and which hold chrome or signatures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from extract_pipelines.page import Page
from extract_pipelines.posts.authors import author_of, author_scores
from extract_pipelines.posts.numeric_attributes import count_marks
from extract_pipelines.posts.slot_statistics import SlotStatistics, body_place
from extract_pipelines.posts.views import RecordView
from extract_pipelines.text.names import is_name

# A line of so many bytes is prose and no label or name (a Chinese character has three).
LEAST_PROSE = 40
# A text that begins and ends with so many bytes as others did says them again.
LEAST_COPIED = 20
# A link says less about what is content than text that is none.
LINK_WEIGHT = 0.5
# So does what may be a name, or a label beside a value.
NAME_WEIGHT = 0.25
# So many records tell so much that those of one page more change nothing.
PLENTY = 200
_DIGITS = re.compile(r"\d+")


def gather(
    page: Page,
    views: Sequence[RecordView],
    known: SlotStatistics,
    *,
    authors: Counter[str] | None = None,
    alone: bool = False,
) -> SlotStatistics:
    """What the records of one page tell.

    :param known: what other pages told
    :param authors: the `author_scores` of the records, if they are known
    :param alone: whether nothing but prose tells where in a record its body is
    """
    statistics = SlotStatistics()
    statistics.records = len(views)
    statistics.authors = author_scores(page, views) if authors is None else authors
    counts = count_marks(page, [view.marks for view in views])
    statistics.marks, statistics.marks_shared = counts.seen, counts.shared
    statistics.marks_pages, statistics.marks_restarts = counts.pages, counts.restarts
    both = SlotStatistics()
    both.add(known)
    both.add(statistics)
    places = both.author_places(views)[:1]
    writers = [author_of(page, view, places) for view in views]
    names = [writer.name if writer else None for writer in writers]
    contents = [
        _contents(page, view, writer.leaf if writer else -1)
        for view, writer in zip(views, writers, strict=True)
    ]
    _compare(contents, names, statistics)
    both.add(statistics)
    masked = [_masked_leaves(page, view) for view in views]
    repeated = Counter(text for texts in masked for text in texts)
    chrome = {
        place for place in set().union(*(view.leaves_at for view in views)) if both.is_chrome(place)
    }
    for view, writer, texts in zip(views, writers, masked, strict=True):
        skipped = {view.record.mention.leaf, writer.leaf if writer else None}
        skipped |= {
            index
            for index, text, above in zip(view.leaves, texts, view.above, strict=True)
            if repeated[text] > 1 or not chrome.isdisjoint(above)
        }
        skipped |= _copies(page, view)
        if alone:
            skipped |= _beside_prose(page, view)
        _fit(page, view, skipped, statistics)
    return statistics


def _masked_leaves(page: Page, view: RecordView) -> list[tuple[str, str]]:
    """For each leaf of a record its place and its text without digits."""
    leaves = page.leaves
    return [
        (above[0], _DIGITS.sub("", leaves[index].text))
        for index, above in zip(view.leaves, view.above, strict=True)
    ]


def with_page(
    known: SlotStatistics,
    page: Page,
    views: Sequence[RecordView],
    authors: Counter[str] | None = None,
) -> SlotStatistics:
    """What other pages told, and what the records of one page tell.

    Where much is known of all places in the records it is left at that: to gather costs more than
    all else that is done with a record.

    :param authors: the `author_scores` of the records, if they are known
    """
    if known.records >= PLENTY and all(
        place in known.counts for view in views for place in view.leaves_at
    ):
        return known
    statistics = SlotStatistics()
    statistics.add(known)
    statistics.add(gather(page, views, known, authors=authors))
    return statistics


def _copies(page: Page, view: RecordView) -> set[int]:
    """The record's leaves that say once more, as it was written, what others show."""
    beginnings: set[bytes] = set()
    endings: set[bytes] = set()
    found = set()
    for index in view.leaves:
        leaf = page.leaves[index]
        text = leaf.text.encode("utf-8", "replace")
        if len(text) >= LEAST_COPIED and not leaf.in_link:
            beginning, ending = text[:LEAST_COPIED], text[-LEAST_COPIED:]
            if beginning in beginnings and ending in endings:
                found.add(index)
            beginnings.add(beginning)
            endings.add(ending)
    return found


def _beside_prose(page: Page, view: RecordView) -> set[int]:
    """The record's leaves on lines that are no prose; none if it has no line of prose."""
    lengths: Counter[int] = Counter()
    for index in view.leaves:
        leaf = page.leaves[index]
        size = 0 if leaf.in_link or index in view.dated else len(leaf.text.encode())
        lengths[leaf.line] += size
    if max(lengths.values(), default=0) < LEAST_PROSE:
        return set()
    return {index for index in view.leaves if lengths[page.leaves[index].line] < LEAST_PROSE}


def _contents(page: Page, view: RecordView, author: int) -> dict[str, str]:
    """The text below each place of a record, but date and author; digits masked on its line."""
    texts = {
        index: _DIGITS.sub("#", leaf.text) if leaf.line == view.date_line else leaf.text
        for index in view.leaves
        if index != author and index not in view.dated and (leaf := page.leaves[index])
    }
    contents = {
        place: "".join([texts[index] for index in indices if index in texts])
        for place, indices in view.leaves_at.items()
    }
    return {place: text for place, text in contents.items() if text}


def _compare(
    contents: Sequence[dict[str, str]], authors: Sequence[str | None], statistics: SlotStatistics
) -> None:
    """Count at which places the text is the one of the record before, or of the same author."""
    of_author: dict[str | None, dict[str, str]] = {}
    last: dict[str, str] = {}
    for texts, author in zip(contents, authors, strict=True):
        own = of_author.setdefault(author, {}) if author else {}
        for place, text in texts.items():
            if place in own:
                statistics.compared_by_author[place] += 1
                statistics.alike_by_author[place] += own[place] == text
            elif place in last:
                statistics.compared[place] += 1
                statistics.alike[place] += last[place] == text
        own.update(texts)
        last.update(texts)


def _fit(
    page: Page, view: RecordView, skipped: set[int | None], statistics: SlotStatistics
) -> None:
    """Add to the statistics how well each place fits the content of one record.

    The fit is the harmonic mean of the share of the record's content that stands at the place and
    the share of what stands there that is content.

    :param skipped: leaves that are no content: the author, what is repeated, chrome
    """
    leaves = page.leaves
    weights: dict[int, float] = {}
    for index in view.leaves:
        leaf = leaves[index]
        if not (index in skipped or index in view.dated or leaf.text.isdigit()):
            weight = len(leaf.text) * (LINK_WEIGHT if leaf.in_link else 1.0)
            is_label = is_name(leaf.text) and not leaf.text.endswith(".")
            weights[index] = weight * (NAME_WEIGHT if is_label else 1.0)
    total = sum(weights.values())
    if not total:
        return
    for place, indices in view.leaves_at.items():
        weight = sum([weights[index] for index in indices if index in weights])
        size = sum([len(leaves[index].text) for index in indices])
        statistics.fits[place] += 2 * weight / (total + size)  # type: ignore[assignment]
        statistics.counts[place] += 1
        statistics.sizes[place] += size


class Body(NamedTuple):
    """The body of a record."""

    leaves: list[int]
    """Indices of its leaves."""
    nodes: list[int]
    """Indices of the elements that hold it."""


def body_of(page: Page, view: RecordView, statistics: SlotStatistics, skipped: set[int]) -> Body:
    """A record's body: what stands at the best of its places, without lines that are all chrome.

    Where the element that holds the other records' bodies is empty, so is this one's.

    :param skipped: leaves that are none of it (the date, the author)
    """
    places = [place for place, indices in view.leaves_at.items() if not skipped.issuperset(indices)]
    usual = statistics.usual_body()
    if usual and usual not in places and (empty := view.node_at(usual)) is not None:
        return Body([], _around_images(page, view, empty))
    best = body_place(statistics, places)
    if best is None:
        return Body([], [])
    found = [index for index in view.leaves_at[best] if index not in skipped]
    content = {
        page.leaves[index].line
        for index in found
        if not _in_chrome(page, view, index, best, statistics)
    }
    leaves = [index for index in found if page.leaves[index].line in content]
    return Body(leaves, view.nodes_at(best, found))


def _around_images(page: Page, view: RecordView, node: int) -> list[int]:
    """An empty element, or what is around it and holds images, or it and those that follow it."""
    outer, date = node, view.record.mention.node
    while outer > view.record.start and not outer <= date < page.subtree_end[outer]:
        if any(page.tags[i] == "img" for i in range(outer, page.subtree_end[outer])):
            return [outer]
        outer = page.parents[outer]
    after = page.leaf_range(node)[1]
    stop = page.leaves[after].node if after < len(page.leaves) else view.record.stop
    end = min(stop, view.record.stop)
    return [node, *(i for i in range(node + 1, end) if page.tags[i] == "img")]


def _in_chrome(
    page: Page, view: RecordView, leaf: int, body: str, statistics: SlotStatistics
) -> bool:
    """Whether a leaf of the body stands at a place of chrome in it.

    In a quote, that is only what is the same for all: who is always quoted by one author is none.
    """
    node = page.leaves[leaf].node
    inner = list(takewhile(lambda place: place != body, view.places_above(node)))
    if not any(map(statistics.is_chrome, inner)):
        return False
    while node > view.record.start and view.place(node) != body:
        if page.tags[node] == "blockquote":
            return any(map(statistics.is_constant, inner))
        node = page.parents[node]
    return True

"""Slots: what the records of a page tell of the places in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.memo import once_a_page, once_a_view
from extract_pipelines.posts.authors.authors import author_of, author_scores
from extract_pipelines.posts.authors.naming import Naming
from extract_pipelines.posts.bodies.bodies import BodyPlace, body_places
from extract_pipelines.posts.views.numeric_attributes import count_ids
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.posts.views.views import RecordView

# So many records tell so much that those of one page more change nothing.
PLENTY: Final = 200
# Records that stand alone on their pages tell so much by fewer: each is of another page.
PLENTY_ALONE: Final = 12
_DIGITS: Final = re.compile(r"\d+")


def gather(
    page: Page,
    views: Sequence[RecordView],
    known: SlotStatistics,
    *,
    authors: dict[str, float] | None = None,
) -> SlotStatistics:
    """What the records of one page tell.

    Where other pages told nothing, it is kept: the same records may be read as a sample, then as
    the page's floors.

    :param known: what other pages told
    :param authors: the `author_scores` of the records, if they are known
    """
    if known.records:
        return _gather(page, views, known, authors)
    kept, asked = _gathered(page), tuple(views)
    if asked not in kept:
        kept[asked] = _gather(page, views, known, authors)
    return kept[asked]


@once_a_page
def _gathered(page: Page) -> dict[tuple[RecordView, ...], SlotStatistics]:
    """What records of a page tell of which no other page has told."""
    return {}


def _gather(
    page: Page, views: Sequence[RecordView], known: SlotStatistics, authors: dict[str, float] | None
) -> SlotStatistics:
    statistics = SlotStatistics()
    statistics.records = len(views)
    statistics.authors = author_scores(page, views) if authors is None else authors
    counts = count_ids(page, [view.id_candidates for view in views])
    statistics.ids, statistics.ids_shared = counts.seen, counts.shared
    statistics.ids_pages, statistics.ids_restarts = counts.pages, counts.restarts
    both = SlotStatistics()
    both.add(known)
    both.add(statistics)
    named = both.author_places(views)[:1]
    writers = [author_of(page, view, named) for view in views]
    compare(page, views, writers, statistics)
    both.add(statistics)
    leaves = [writer.leaf if writer else -1 for writer in writers]
    places = body_places(page, views, leaves, both)
    add_places(views, places, statistics)
    return statistics


def add_places(
    views: Sequence[RecordView], places: Mapping[str, BodyPlace], statistics: SlotStatistics
) -> None:
    """Add how well the places of records fit as those of their bodies."""
    records = Counter(chain.from_iterable([view.leaves_at for view in views]))
    counts, fits, sizes = statistics.counts, statistics.fits, statistics.sizes
    for place, count in records.items():
        found = places.get(place)
        if found is not None:
            fit, size = fits.get(place, 0.0), sizes.get(place, 0.0)
            for _ in range(count):  # one by one: a product may end in other digits
                fit += found.fit
                size += found.size
            counts[place] = counts.get(place, 0) + count
            fits[place], sizes[place] = fit, size


def with_page(
    known: SlotStatistics,
    page: Page,
    views: Sequence[RecordView],
    authors: dict[str, float] | None = None,
) -> SlotStatistics:
    """What other pages told, and what the records of one page tell.

    Where much is known of all places in the records it is left at that: to gather costs more than
    all else that is done with a record.

    :param authors: the `author_scores` of the records, if they are known
    """
    new = of_new_places(views, known)
    if not new:
        return known
    statistics = SlotStatistics()
    statistics.add(known)
    told = gather(page, new, known, authors=authors if len(new) == len(views) else None)
    statistics.add(told)
    return statistics


def of_new_places(views: Sequence[RecordView], known: SlotStatistics) -> Sequence[RecordView]:
    """The records in which a place is new; all, where not much is known."""
    if known.records < (PLENTY if len(views) > 1 else PLENTY_ALONE):
        return views
    return [view for view in views if not known.counts.keys() >= view.leaves_at.keys()]


def _contents(page: Page, view: RecordView, author: int) -> dict[str, str]:
    """The text below each place of a record, but date and author; digits masked on its line.

    It is kept with the view: the record may be read as one of a sample, then as one of all.
    """
    known = _known_contents(page, view)
    found = known.get(author)
    if found is None:
        found = known[author] = _find_contents(page, view, author)
    return found


@once_a_view
def _known_contents(page: Page, view: RecordView) -> dict[int, dict[str, str]]:
    """What `_contents` has given for a record, by its author's leaf."""
    return {}


def _find_contents(page: Page, view: RecordView, author: int) -> dict[str, str]:
    texts, lines, dated = page.flat.texts, page.flat.lines, view.dated_leaves
    said: list[str] = []
    ranks: dict[int, int] = {}
    bounds = [0]
    for rank, index in enumerate(view.leaves):
        text = "" if index == author or index in dated else texts[index]
        if text and lines[index] == view.date_line:
            text = _DIGITS.sub("#", text)
        ranks[index] = rank
        said.append(text)
        bounds.append(bounds[-1] + len(text))
    whole = "".join(said)
    contents: dict[str, str] = {}
    for place, indices in view.leaves_at.items():
        first, count = ranks[indices[0]], len(indices)
        if count == 1:
            text = said[first]
        elif indices[-1] - indices[0] + 1 == count:
            text = whole[bounds[first] : bounds[first + count]]
        else:
            text = "".join([said[ranks[index]] for index in indices])
        if text:
            contents[place] = text
    return contents


def compare(
    page: Page,
    views: Sequence[RecordView],
    writers: Sequence[Naming | None],
    statistics: SlotStatistics,
) -> None:
    """Count for each place how often its text is the one that was there before.

    It is compared with the author's own last record that has the place; else with the last record.
    """
    compared, alike = statistics.compared, statistics.alike
    by_author, alike_by_author = statistics.compared_by_author, statistics.alike_by_author
    of_author: dict[str | None, dict[str, str]] = {}
    last: dict[str, str] = {}
    for view, writer in zip(views, writers, strict=True):
        texts = _contents(page, view, writer.leaf if writer else -1)
        own = of_author.setdefault(writer.name, {}) if writer else {}
        for place, text in texts.items():
            if place in own:
                by_author[place] = by_author.get(place, 0) + 1
                alike_by_author[place] = alike_by_author.get(place, 0) + (own[place] == text)
            elif place in last:
                compared[place] = compared.get(place, 0) + 1
                alike[place] = alike.get(place, 0) + (last[place] == text)
        own.update(texts)
        last.update(texts)

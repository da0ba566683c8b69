"""When an article was published: what the page declares, or else a date beside its title."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from extract_pipelines.article.bounds import Bounds
from extract_pipelines.items.trace import FieldSought, tell
from extract_pipelines.page import Leaf, Page
from extract_pipelines.page.date_mentions import DateMention, exact_date
from extract_pipelines.page.date_reading import read_date
from extract_pipelines.text.dates import AHEAD, FoundDate, Order

# The <meta> fields that date an article, in order of preference.
META_DATES: Final = (
    *("article:published_time", "article:published", "og:published_time", "og:pubdate"),
    *("datepublished", "publish_date", "publish-date", "publishdate", "pubdate"),
    *("parsely-pub-date", "sailthru.date", "cxenseparse:recs:publishtime"),
    *(
        "citation_publication_date",
        "citation_date",
        "dc.date.issued",
        "dcterms.issued",
        "dcterms.created",
        "dcterms.date",
    ),
    *("dc.date", "article.published", "date"),
)
# Leaves on each side of the title and at the end of the text where its date is looked for.
NEAR: Final = 8
# A shorter relative date is an amount: 100m.
SHORTEST_RELATIVE: Final = 4
# How well a place at the beginning of the text fits.
NEAR_TEXT: Final = 3
# A date of the site's counts among so many leaves behind the title.
BEHIND: Final = 3


def meta_dates(meta: Mapping[str, str]) -> list[str]:
    """What the page's ``<meta>`` fields give as the date."""
    return [meta[name] for name in META_DATES if name in meta]


def own_dates(
    page: Page, dates: Sequence[DateMention], leaves: Sequence[Leaf]
) -> Sequence[DateMention]:
    """The dates on a page that do not stand in its template.

    :param leaves: the page's leaves that are not the template's
    """
    if len(leaves) == len(page.leaves):
        return dates
    own = {leaf.node for leaf in leaves}
    return [date for date in dates if date.leaf < 0 or date.node in own]


def find_published(
    page: Page,
    declared: Iterable[str],
    mentions: Sequence[DateMention],
    bounds: Bounds,
    order: Order | None,
    *,
    shared: Sequence[DateMention],
) -> FoundDate | None:
    """The date that the page declares for its article, or else the likeliest in its text.

    A declared day is given its time by the text, if that shows the same day with one. Articles of
    one day share its date, which is the site's then: right behind the title it counts nevertheless.

    :param declared: what it gives as the date, in order of trust
    :param mentions: the dates in its text that are not the site's
    :param bounds: where its article stands
    :param order: in which ambiguous dates are read
    :param shared: all dates in its text
    """
    looked: list[tuple[str, str | None]] = []
    for written in declared:
        date = read_date(page, written, order)
        looked.append(("declared by the page", written))
        if date and _is_past(date, page.downloaded):
            tell(lambda: FieldSought("date", looked))
            return _with_time(page, date, mentions, order)
    rank, best = _likeliest(page, mentions, bounds, order)
    if rank < NEAR_TEXT:
        title = bounds.title
        next_to = range(title + 1, title + 1 + BEHIND) if title >= 0 else ()
        behind = [one for one in shared if _leaf_of(page, one) in next_to]
        best = _likeliest(page, behind, bounds, order)[1] or best
    shown = [best] if best else mentions
    looked += (("shown on the page", mention.date.raw) for mention in shown)
    leaf = page.leaves[best.leaf] if best and best.leaf >= 0 else None
    tell(lambda: FieldSought("date", looked, leaf))
    return exact_date(page, best, order) if best else None


def _is_past(date: FoundDate, now: datetime) -> bool:
    """Whether a date is a day or more exact, and lies not in the future."""
    if date.value is None:
        return False
    when = datetime.fromisoformat(date.value)
    return (when if when.tzinfo else when.replace(tzinfo=UTC)) <= now + AHEAD


def _with_time(
    page: Page, date: FoundDate, mentions: Sequence[DateMention], order: Order | None
) -> FoundDate:
    if date.precision != "day" or date.value is None:
        return date
    for mention in mentions:
        exact = exact_date(page, mention, order)
        if (
            exact.value
            and len(exact.value) > len(date.value)
            and exact.value.startswith(date.value)
        ):
            return exact
    return date


def _likeliest(
    page: Page, mentions: Sequence[DateMention], bounds: Bounds, order: Order | None
) -> tuple[int, DateMention | None]:
    """The date with the best place, and how well that fits; the first of those that do as well."""
    best, best_rank = None, 0
    for mention in mentions:
        found = mention
        if mention.date.value is None and order:
            again = read_date(page, mention.date.raw, order)
            found = mention._replace(date=again) if again else mention
        if not _is_past(found.date, page.downloaded):
            continue
        rank = _rank(page, found, bounds)
        if rank > best_rank:
            best, best_rank = found, rank
    return best_rank, best


def _leaf_of(page: Page, mention: DateMention) -> int:
    """The leaf that a date stands in, or else the first one behind it."""
    return mention.leaf if mention.leaf >= 0 else page.flat.leaf_range(mention.node)[0]


def _rank(page: Page, mention: DateMention, bounds: Bounds) -> int:
    """How well the place of a date and its label fit the article's; 0 if they do not."""
    leaf, date = _leaf_of(page, mention), mention.date
    above = bounds.beginning
    below = max(above, bounds.start)
    near = above - NEAR <= leaf < below + NEAR
    if date.relative and (not near or len(date.raw) <= SHORTEST_RELATIVE):
        return 0
    if date.label == "posted" and above - NEAR <= leaf < below + 2 * NEAR:
        return 6
    if near and not bounds.start < leaf < bounds.end and not _is_said_in_link(page, mention):
        return 5 if leaf > bounds.title else 4
    if near or (date.label == "posted" and leaf < bounds.end + NEAR):
        return NEAR_TEXT
    return 2 if bounds.end - NEAR <= leaf < bounds.end + NEAR else 1


def _is_said_in_link(page: Page, mention: DateMention) -> bool:
    """Whether a date is one part of a linked text, as that of the article before."""
    if mention.leaf < 0 or not page.leaves[mention.leaf].in_link:
        return False
    before, _, behind = page.leaves[mention.leaf].text.partition(mention.date.raw)
    return sum(map(str.isalpha, before + behind)) > 1

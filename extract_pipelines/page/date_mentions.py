"""The dates of a page, each with the element that it stands in: what floors are found by."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from extract_pipelines.page import Page
from extract_pipelines.page.date_labels import label_before, label_of_leaf
from extract_pipelines.page.date_reading import LONGEST_TEXT, read_date
from extract_pipelines.page.dated_attributes import LONGEST_REST, dated_attributes, dated_values
from extract_pipelines.page.day_clocks import dates_of_clocks
from extract_pipelines.page.head import read_head
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.page.script_data_posts import script_data_posts
from extract_pipelines.page.split_dates import day_with_clock, raised_ordinals, split_dates
from extract_pipelines.page.stated_clock import zone_of
from extract_pipelines.text.date_order import KnownOrder, Votes, locale_order, stronger, strongest
from extract_pipelines.text.dates import (
    OTHER_DATES,
    FoundDate,
    Order,
    find_date,
    first_date,
    may_have_dates,
)

# Characters around a date in brackets, with spaces in these.
MOST_BRACKETS: Final = 4
# Dates of a page that are looked into, from its beginning.
MOST_DATES: Final = 5000
# Labels of dates that are no posts'.
OTHERS: Final = (*OTHER_DATES, "planned")
# A time that stands before its day: "11:43pm On Apr 23".
_CLOCK_BEFORE: Final = re.compile(
    r"([0-9]{1,2}[:h][0-9]{2}(?:\s?[ap]m)?)\W{0,3}(?:on|am|um|le)?\W{0,3}\Z", re.IGNORECASE
)
# A time that stands behind its day, in a text of its own.
_CLOCK: Final = re.compile(
    r"\W*[0-9]{1,2}[:.h][0-9]{2}(?::[0-9]{2})?(?:\s?[ap]\.?m\.?)?\W*", re.IGNORECASE
)
_AM_PM: Final = re.compile(r"(?<![^\W\d_])[ap]\.?\s?m\b", re.IGNORECASE)
_PRECISION: Final = {
    name: place
    for place, name in enumerate(("second", "minute", "hour", "day", "week", "month", "year"))
}


class DateMention(NamedTuple):
    """A date on a page."""

    node: int
    """Index of its element."""
    leaf: int
    """Index of its leaf among the page's; -1 where only an attribute holds the date."""
    date: FoundDate


class PageDates(NamedTuple):
    """The dates of a page."""

    mentions: list[DateMention]
    """Those that may be a post's, in document order, one for each place that shows one."""
    edits: list[DateMention]
    """Those that tell when something was edited, in document order."""
    leaves: frozenset[int]
    """Indices of the leaves that hold these or other dates (of an edit, of joining)."""
    truncated: bool
    """Whether there may be more dates than `MOST_DATES`."""


@once_a_page
def find_dates_of(page: Page) -> PageDates:
    """Find the dates of a page, those that are ambiguous without a value; see `with_order`.

    A ``<time>`` with a date in its attribute and in its text is one date. A date whose label, in
    the same text or the one before it, says that it tells of something else is no post's.
    """
    told, leaves, dated = _dates_in_texts(page)
    for split in split_dates(page, leaves):
        label = split.date.label or label_of_leaf(page, split.leaves.start)
        told.append((DateMention(split.node, -1, split.date), label))
        leaves.update(split.leaves)
        dated.add(split.node)
    labelled = end = 0
    for node, written in dated_attributes(page):
        if len(dated) >= MOST_DATES:
            break
        first, last = page.flat.leaf_range(node)
        # A text says what the element behind it tells, and not the next one, which may have none.
        is_next = first == labelled and node >= end
        before = page.leaves[first - 1].text if first and not is_next else ""
        labelled, end = first, page.subtree_end[node]
        if (
            page.parents[node] not in dated
            and dated.isdisjoint(range(node, page.subtree_end[node]))
            and (date := read_date(page, written))
        ):
            dated.add(node)
            leaves.update(range(first, last))
            told.append((DateMention(node, -1, date), date.label or label_before(before)))
    for node, written in script_data_posts(page, more_than=len(told)).items():
        if node not in dated and (date := read_date(page, written)):
            told.append((DateMention(node, -1, date), None))
    truncated = max(len(leaves), len(dated)) >= MOST_DATES
    found = sorted(mention for mention, label in told if label not in OTHERS)
    edits = sorted(mention for mention, label in told if label == "edited")
    return PageDates(
        [_settled(page, mention) for mention in found],
        [_settled(page, mention) for mention in edits],
        frozenset(leaves),
        truncated,
    )


def _dates_in_texts(
    page: Page,
) -> tuple[list[tuple[DateMention, str | None]], set[int], set[int]]:
    """The dates in the texts of a page, each with what its label says; their leaves and elements.

    Where times of day stand alone below days, as in logs, those are the dates.
    """
    language, now, zone = read_head(page).in_language, page.downloaded, zone_of(page)
    told: list[tuple[DateMention, str | None]] = []
    leaves: set[int] = set()
    texts, nodes = page.flat.texts, page.flat.nodes
    raised = raised_ordinals(page)
    for index in may_have_dates(texts, LONGEST_TEXT):
        if index in leaves:
            continue
        text, end = raised.get(index, (texts[index], index + 1))
        date = first_date(text, now, None, language, zone)
        held = range(index, end)
        if date is None and (timed := day_with_clock(page, index)):
            text, held = timed
            date = first_date(text, now, None, language, zone)
        if date and len(text) - len(date.raw) <= LONGEST_REST:
            leaves.update(held)
            if told and told[-1][0].leaf == index - 1 and _repeats(page, text, date, told[-1][0]):
                continue
            label = date.label or label_of_leaf(page, index)
            told.append((DateMention(nodes[index], index, date), label))
        elif index - 1 in leaves and is_clock(text):
            leaves.add(index)
        if len(leaves) >= MOST_DATES:
            break
    dated = {mention.node for mention, _ in told}
    clocks, days = dates_of_clocks(page, {one.leaf: one.date for one, _ in told}, MOST_DATES)
    if clocks:
        told = [(one, label) for one, label in told if one.leaf not in days]
        told += [(DateMention(nodes[leaf], leaf, date), None) for leaf, date in clocks.items()]
        leaves.update(clocks)
        dated.update([nodes[leaf] for leaf in clocks])
    return told, leaves, dated


def _repeats(page: Page, text: str, date: FoundDate, before: DateMention) -> bool:
    """Whether a text counts in brackets how long before now a date right before it was.

    It does not if it is the more exact one: a day does not tell which of its hours is meant.
    """
    ends = text[0] in "([（" and text[-1] in ")]）" and len(text) - len(date.raw) <= MOST_BRACKETS
    if not ends or not date.relative or before.date.relative or before.date.value is None:
        return False
    is_exact = before.date.hours is not None or not date.tells_time
    return is_exact or len(dated_values(page.flat.elements[before.node])) > 0


def _settled(page: Page, mention: DateMention) -> DateMention:
    """The mention, read in the language that the page's dates are in if its month depends on it."""
    return _read_again(page, mention) if mention.date.disputed else mention


def _read_again(page: Page, mention: DateMention, order: Order | None = None) -> DateMention:
    """The mention with the value that its date has in an order, or in the page's language."""
    date = read_date(page, mention.date.raw, order)
    return mention._replace(date=mention.date.with_value(date.value)) if date else mention


def exact_date(page: Page, mention: DateMention, order: Order | None = None) -> FoundDate:
    """The mention's date, or the more exact one in an attribute of its element or its parents."""
    known, asked = _exact_dates(page), (mention, order)
    found = known.get(asked)
    if found is None:
        found = known[asked] = _exact_date(page, mention, order)
    return found


@once_a_page
def _exact_dates(page: Page) -> dict[tuple[DateMention, Order | None], FoundDate]:
    """The exact dates of a page that were asked for."""
    return {}


def _exact_date(page: Page, mention: DateMention, order: Order | None) -> FoundDate:
    best = mention.date
    if best.precision == "day" and mention.leaf >= 0:
        line = _line_around(page, mention.leaf)
        # What stands alone on its line was read already.
        known = order is None and not best.disputed and line == page.leaves[mention.leaf].text
        clock = _CLOCK_BEFORE.search(line[: max(0, line.find(best.raw))])
        below = "".join([leaf.text for leaf in page.leaves[mention.leaf + 1 : mention.leaf + 2]])
        behind = f"{best.raw} {below}" if is_clock(below) else ""
        before = f"{best.raw} {clock[1]}" if clock else ""
        for text in filter(None, ("" if known else line, before, behind)):
            date = read_date(page, text, order)
            if date and is_better(date, best):
                best = date
    element = page.elements[mention.node]
    for _ in range(2):
        for text in dated_values(element):
            if _is_best(best):
                return best
            date = read_date(page, text, order)
            if date and date.value and date.label not in OTHERS and is_better(date, best):
                best = date
        parent = element.getparent()
        if parent is None:
            break
        element = parent
    return best


def is_timed(page: Page, mention: DateMention) -> bool:
    """Whether a date has a time of day, is counted from now, or is marked as a time.

    Posts rather have such dates than authors.
    """
    date = mention.date
    return date.hours is not None or date.relative or page.tags[mention.node] == "time"


def is_clock(text: str) -> bool:
    """Whether a text is a time of day alone, as stands behind its day."""
    return _CLOCK.fullmatch(text) is not None


def _line_around(page: Page, leaf: int) -> str:
    """The leaf's text with its neighbours on the same visual line."""
    line = page.leaves[leaf].line
    near = page.leaves[max(0, leaf - 2) : leaf + 3]
    return " ".join(
        [one.text for one in near if one.line == line and len(one.text) <= LONGEST_REST]
    )


def order_votes(page: Page, mentions: Sequence[DateMention], declared: Iterable[str] = ()) -> Votes:
    """What tells the order of day and month on a page, and how often.

    Dates prove one, by their text or by what says it exactly. The page's locale tells one if some
    numeric dates are ambiguous, by the clock that stands beside all of them; with the language's
    own words for the halves of the day ("7:20 CH") it may have twelve hours whatever the locale's.

    :param declared: what the page gives as its date without showing it
    """
    dates = [_most_telling(page, mention) for mention in mentions]
    dates += filter(None, map(find_date, declared))
    votes = Counter(KnownOrder(date.order, "dates") for date in dates if date.order)
    if any(date.ambiguous for date in dates):
        numeric = (date for date in dates if date.order or date.ambiguous)
        clocks = {None if _halves_in_words(date) else date.hours for date in numeric if date.hours}
        told = locale_order(read_head(page).locale, next(iter(clocks), None))
        if told and len(clocks) < 2:
            votes[told] += 1
    return votes


def _halves_in_words(date: FoundDate) -> bool:
    """Whether a clock of twelve hours has other words for the halves of the day than am and pm."""
    return date.hours == 12 and _AM_PM.search(date.raw) is None


def _most_telling(page: Page, mention: DateMention) -> FoundDate:
    """A mention's date, with what stands around it if that can tell more of the order."""
    date = mention.date
    is_open = date.relative or (date.ambiguous and not date.hours)
    return exact_date(page, mention) if is_open else date


def page_order(
    page: Page,
    mentions: Sequence[DateMention],
    known: KnownOrder | None,
    declared: Iterable[str] = (),
) -> KnownOrder | None:
    """The order of day and month on a page: the site's, or a page's own that is known better.

    :param known: the site's
    :param declared: see `order_votes`
    """
    if known and known.source == "dates":
        return known
    return stronger(known, strongest(order_votes(page, mentions, declared)))


def with_order(page: Page, dates: PageDates, order: Order) -> PageDates:
    """The dates of a page, those that are ambiguous read in an order."""
    mentions, edits = (
        [_read_again(page, one, order) if one.date.ambiguous else one for one in several]
        for several in (dates.mentions, dates.edits)
    )
    return dates._replace(mentions=mentions, edits=edits)


def order_share(mentions: Sequence[DateMention]) -> float:
    """How far dates follow each other, up or down: posts do, other dates do not.

    :return: 0.5 for no order at all to 1
    """
    values = [mention.date.value for mention in mentions]
    known = [value[:16] for value in values if value]
    if len(known) < 3:
        return 1.0
    ups = sum([a <= b for a, b in pairwise(known)])
    downs = sum([a >= b for a, b in pairwise(known)])
    return max(ups, downs) / (len(known) - 1)


def _is_best(date: FoundDate) -> bool:
    """Whether no date is better."""
    return date.precision == "second" and date.value is not None and not date.relative


def is_better(date: FoundDate, than: FoundDate) -> bool:
    """Whether one date says more than another: more exactly, or without what stands around it.

    So may be its year, and the order of day and month.
    """
    if than.value is None or than.relative:
        return True
    if date.precision != than.precision:
        return _PRECISION[date.precision] < _PRECISION[than.precision]
    return date.value != than.value and _is_whole(date) and not _is_whole(than)


def _is_whole(date: FoundDate) -> bool:
    """Whether a date tells by itself which day it is."""
    alone = find_date(date.raw)
    return alone is not None and alone.value is not None

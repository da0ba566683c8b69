"""The dates and the record groups of one page, found once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from typing import Any, Final, NamedTuple
from urllib.parse import urldefrag

from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import (
    DateMention,
    PageDates,
    exact_date,
    find_dates_of,
    page_order,
    with_order,
)
from extract_pipelines.page.declared_type import DeclaredType, declared_type
from extract_pipelines.posts.records.alternate_rows import find_alternating, joined
from extract_pipelines.posts.records.candidates import find_candidates
from extract_pipelines.posts.records.element_names import ElementNames
from extract_pipelines.posts.records.records import Candidate, Record
from extract_pipelines.text.date_order import KnownOrder
from extract_pipelines.text.dates import Order
from extract_pipelines.url import page_form

# Characters that a link to a thread has beside the text with its date, at least.
LEAST_TITLE: Final = 6
# An article shows its own date no more often than so.
MOST_SHOWN: Final = 3
# A month and a day alone.
_SHORT: Final = re.compile(r"\d\d[-/.]\d\d\.?")
_TIMED: Final = ("minute", "second")
NO_WORDS: Final[Mapping[str, str]] = {}


class Analysis(NamedTuple):
    """The dates and the records of one page."""

    dates: PageDates
    names: ElementNames
    candidates: list[Candidate]
    known: KnownOrder | None
    """Order of day and month: the site's, or what the page tells better."""
    alternating: Mapping[str, str]
    """Words of classes that take turns in several rows of the page, as it tells itself."""
    views: dict[Record, Any]
    """The views of records that were looked into, each made once by `views.view_of`."""
    template: Set[int] = frozenset()
    """Indices of the page's leaves that are the site's template."""
    shared: Set[int] = frozenset()
    """The same, unless its pages are of one thread: nothing in these is a post's."""
    boilerplate: Set[int] = frozenset()
    """Kinds of elements in the bodies of posts that say the same in all threads."""

    @property
    def order(self) -> Order | None:
        """Order of day and month, however it is known."""
        return self.known.order if self.known else None


def analyse(
    page: Page, known: KnownOrder | None = None, alternating: Mapping[str, str] = NO_WORDS
) -> Analysis:
    """Find the dates and the records of a page; once for a page that is learned and then read.

    :param known: order of day and month on the site, if it is known
    :param alternating: words of classes that take turns on other pages of the kind, each with the
        one that stands for it
    """
    given = known, alternating
    kept: tuple[Any, Analysis | None] = page.kept.get(_analyse, (None, None))
    before, found = kept
    if found is None or before != given:
        found = _analyse(page, known, alternating)
        page.kept[_analyse] = given, found
    return found


def _analyse(page: Page, known: KnownOrder | None, alternating: Mapping[str, str]) -> Analysis:
    dates, known = ordered_dates(page, known)
    own = find_alternating(page.flat, [mention.node for mention in dates.mentions])
    names = ElementNames(page.flat, joined(own.of_several, alternating, own.of_two))
    candidates = find_candidates(page, dates, names)
    candidates = [one for one in candidates if not shows_one_date(page, one)]
    return Analysis(dates, names, candidates, known, own.of_several, {})


def ordered_dates(page: Page, known: KnownOrder | None) -> tuple[PageDates, KnownOrder | None]:
    """The dates of a page, and the order of day and month that they are read in, if one is known.

    :param known: that of the site
    """
    dates = _dates_of_posts(page)
    if known := page_order(page, dates.mentions, known):
        dates = with_order(page, dates, known.order)
    return dates, known


def _dates_of_posts(page: Page) -> PageDates:
    """The dates of a page but those in links to others like it; where most tell of edits, these."""
    dates = find_dates_of(page)
    if len(dates.edits) > len(dates.mentions):
        return dates._replace(mentions=sorted((*dates.mentions, *dates.edits)), edits=[])
    own = [one for one in dates.mentions if not _is_of_other(page, one)]
    own = _without_days_of_lists(page, own)
    return dates if len(own) == len(dates.mentions) else dates._replace(mentions=own)


def _without_days_of_lists(page: Page, mentions: list[DateMention]) -> list[DateMention]:
    """Leave out months and days alone where other dates of the page tell the time of day.

    Lists write shortly what posts write in full. Those on the tag path of a longer date stay.
    """
    short = {number for number, one in enumerate(mentions) if _SHORT.fullmatch(one.date.raw)}
    if not short or all(one.date.precision not in _TIMED for one in mentions):
        return mentions
    paths = page.flat.paths
    longer = {
        paths[one.leaf]
        for number, one in enumerate(mentions)
        if number not in short and one.leaf >= 0
    }
    return [
        one
        for number, one in enumerate(mentions)
        if number not in short or (one.leaf >= 0 and paths[one.leaf] in longer)
    ]


def _is_of_other(page: Page, mention: DateMention) -> bool:
    """Whether a link to another page of the page's kind holds a date, and tells more, as its title.

    So the threads before and after one are shown.
    """
    if mention.leaf < 0 or not page.flat.in_link[mention.leaf]:
        return False
    node = mention.node
    while node > 0 and page.tags[node] != "a":
        node = page.parents[node]
    if node <= 0 or not _tells_more(page, node, mention.leaf):
        return False
    own, address = (
        urldefrag(url).url
        for url in (page.url, page.joined(page.flat.values("href").get(node, "")))
    )
    return address != own and page_form(address) == page_form(own) != ""


def _tells_more(page: Page, node: int, dated: int) -> bool:
    """Whether an element has more texts than that with a date; no more is looked at than needed."""
    least = LEAST_TITLE
    for leaf in range(*page.flat.leaf_range(node)):
        if leaf != dated:
            least -= len(page.flat.texts[leaf])
        if least <= 0:
            return True
    return False


def shows_one_date(page: Page, candidate: Candidate) -> bool:
    """Whether the date of all records is that of the page, which calls itself an article.

    Posts of one day, or of "3 years ago", may show nothing else of their dates; then they share a
    class. No two posts are of one second, if it is told: a page that tells it twice tells its own.
    """
    if not 1 < len(candidate.records) <= MOST_SHOWN:
        return False
    exact = [exact_date(page, record.mention) for record in candidate.records]
    if exact[0].value is None or len({date.value for date in exact}) > 1:
        return False
    if exact[0].precision == "second" and exact[0].value[17:19] not in ("", "00"):
        return True
    if exact[0].precision not in ("second", "minute") and not candidate.shape.is_of_depth:
        return False
    return declared_type(page) is DeclaredType.ARTICLE

"""Features of what may be a thread's opening post: parts of the page before the answers.

None has a word in it: shares, ratios, counts and logarithms of what stands in a part, before it,
and in the answers.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import log2
from statistics import median_high
from typing import Final, NamedTuple

from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import DateMention, exact_date
from extract_pipelines.page.head import read_head
from extract_pipelines.posts.opening.shared_marks import SHARED_NAMES, SharedMarks
from extract_pipelines.posts.records.analysis import Analysis
from extract_pipelines.posts.records.groups import spread
from extract_pipelines.posts.records.records import Candidate, leaves_between, text_length
from extract_pipelines.posts.scoring.features import MOST_RATIO, MOST_SAMPLED
from extract_pipelines.posts.scoring.sums import sentences_of, shown_title

OPENING_NAMES: tuple[str, ...] = (
    *"length ratio before_share prose_share longest pieces elements pictures".split(),
    *"dates dates_before dates_behind older behind_date titled title_gap below_title".split(),
    *"described described_first before answers".split(),
    *SHARED_NAMES,
)
# Parts that are looked at, the nearest to the answers first, and elements in a row of them.
MOST_PARTS: Final = 40
MOST_PIECES: Final = 8
# Places further in at which the text of one may end whose head stands around.
MOST_ENDS: Final = 3
# A count is no greater than this.
MOST_COUNTED: Final = 6
# Characters, less white space, by which the description in a page's head is found on the page.
BEGINNING: Final = 24


class PagePart(NamedTuple):
    """A part of the page before the answers: an element, or siblings up to the answers."""

    start: int
    stop: int
    pieces: int
    """How many siblings with text it is made of."""
    dates: Sequence[DateMention]
    """The dates in it."""


def parts_before(page: Page, analysis: Analysis, first: int) -> list[PagePart]:
    """The parts before the answers that hold dates, each once, the nearest first.

    :param first: index of the element that the answers begin with
    """
    mentions = analysis.dates.mentions
    nodes = [mention.node for mention in mentions]
    if not nodes or nodes[0] >= first:
        return []
    found: dict[tuple[int, int], PagePart] = {}
    for start, stop, pieces in _ranges(page, first, nodes):
        dates = mentions[bisect_left(nodes, start) : bisect_left(nodes, stop)]
        if dates:
            found.setdefault(
                leaves_between(page, start, stop), PagePart(start, stop, pieces, dates)
            )
            if len(found) == MOST_PARTS:
                break
    return list(found.values())


def _ranges(page: Page, first: int, dates: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """What may be such parts, as (first index, index after the last, number of siblings).

    These are the siblings before the answers, and before each element around them. Where no date
    stands further in, a text may of which they are the head: it is longer than they.

    :param dates: indices of the elements that hold the page's dates
    """
    behind = first
    undated: list[int] = []  # where texts without a date end that stand further in
    while behind > 0:
        parent = page.parents[behind]
        beside = _with_text(page, parent, behind)
        is_dated = bisect_left(dates, behind) > bisect_left(dates, parent + 1)
        ends = undated if is_dated else []
        for pieces, node in enumerate(reversed(beside), start=1):
            yield node, page.subtree_end[node], 1
            if pieces <= MOST_PIECES:
                if pieces > 1:
                    yield node, behind, pieces
                for end in ends:
                    if _says_more(page, node, behind, end):
                        yield node, end, pieces + 1
        if is_dated:
            undated = []
        elif beside:
            undated = [*undated, behind][-MOST_ENDS:]
        behind = parent


def _says_more(page: Page, start: int, middle: int, stop: int) -> bool:
    """Whether there is more text outside links from one element to another than before it."""
    first, then, last = (page.flat.leaf_start[node] for node in (start, middle, stop))
    lengths = page.flat.unlinked_before
    return lengths[last] - lengths[then] > lengths[then] - lengths[first]


def _with_text(page: Page, parent: int, behind: int) -> list[int]:
    """The children of an element that have text, up to one of them."""
    tree, node, found = page.flat, parent + 1, []
    while node < behind:
        if tree.leaf_start[node] < tree.leaf_end[node]:
            found.append(node)
        node = page.subtree_end[node]
    return found


class OpeningFeatures:
    """Computes the features of the parts before the answers of one page."""

    def __init__(self, page: Page, analysis: Analysis, answers: Candidate) -> None:
        self._page = page
        self._lengths = lengths = page.flat.unlinked_before
        self._first = answers.records[0].start
        end = page.flat.leaf_start[self._first]
        self._dates = [mention.node for mention in analysis.dates.mentions]
        self._pictures = page.flat.tagged("img")
        some = spread(answers.records, MOST_SAMPLED)
        sizes = [text_length(page, record, lengths) for record in some]
        self._usual = max(1, median_high(sizes))
        self._elements = median_high([record.stop - record.start for record in some])
        days = [day_of(page, record.mention) for record in answers.records]
        self._earliest = min(filter(None, days), default="")
        self._before = max(1, lengths[end])
        texts, in_link = page.flat.texts[:end], page.flat.in_link
        self._own = [0 if in_link[i] else len(text) for i, text in enumerate(texts)]
        self._sentences = [0, *accumulate(sentences_of(page)[:end])]
        self._title = shown_title(page)
        self._description = _description_of(page)
        answer = leaves_between(page, *answers.records[0][:2])
        self._told = self._find_description(0, end)
        self._whole = (
            float(bool(self._find_description(*answer))),
            lengths[end] / max(1, lengths[-1]),
            log2(len(answers.records)),
        )
        self._shared = SharedMarks(page, analysis.names, some, self._first)

    def of(self, part: PagePart) -> tuple[float, ...]:
        """The features of a part, named by `OPENING_NAMES`."""
        page, title = self._page, self._title
        start, stop, pieces, dates = part
        first, last = leaves_between(page, start, stop)
        own = self._lengths[last] - self._lengths[first]
        sentences = self._sentences[last] - self._sentences[first]
        at = bisect_left(self._dates, start)
        behind = bisect_left(self._dates, self._first) - at - len(dates)
        pictures = bisect_left(self._pictures, stop) - bisect_left(self._pictures, start)
        is_above = 0 <= title < first
        return (
            log2(1 + own),
            min(MOST_RATIO, own / self._usual),
            own / self._before,
            sentences / max(1, self._sentences[-1]),
            log2(1 + max(self._own[first:last], default=0)),
            pieces,
            min(MOST_RATIO, (stop - start) / self._elements),
            min(MOST_COUNTED, pictures),
            min(MOST_COUNTED, len(dates)),
            min(MOST_COUNTED, at),
            min(MOST_COUNTED, behind),
            self._age(dates),
            self._share_behind(page.flat.leaf_start[dates[0].node], first, last),
            0.0 if title < 0 else 2.0 if first <= title < last else 1.0 if is_above else -1.0,
            log2(1 + first - title) if is_above else -1.0,
            self._share_behind(title, first, last),
            self._holds_description(first, last),
            *self._whole,
            *self._shared.of(start, stop),
        )

    def _share_behind(self, leaf: int, first: int, last: int) -> float:
        """The share of the text of leaves that stands behind one of the page's; -1 for none."""
        if leaf < 0:
            return -1.0
        lengths = self._lengths
        behind = lengths[last] - lengths[min(last, max(first, leaf))]
        return behind / max(1, lengths[last] - lengths[first])

    def _age(self, dates: Sequence[DateMention]) -> float:
        """1 if a part is no younger than the answers, -1 if it is; 0 if that is not known."""
        days = [day for mention in dates if (day := day_of(self._page, mention))]
        if not (days and self._earliest):
            return 0.0
        return 1.0 if min(days) <= self._earliest else -1.0

    def _find_description(self, first: int, last: int) -> list[tuple[int, int]]:
        """The first and the last leaf of what leaves say that the page's description begins with.

        All places are looked for in one search.
        """
        if not self._description:
            return []
        texts = [_unspaced(text) for text in self._page.flat.texts[first:last]]
        stops = list(accumulate(map(len, texts)))
        whole, found = "".join(texts), []
        at = whole.find(self._description)
        while at >= 0:
            end = at + len(self._description) - 1
            found.append((first + bisect_right(stops, at), first + bisect_right(stops, end)))
            at = whole.find(self._description, end + 1)
        return found

    def _holds_description(self, first: int, last: int) -> float:
        """1 if leaves say what the description begins with, -1 if not; 0 if there is none."""
        if not self._description:
            return 0.0
        return 1.0 if any(first <= one and other < last for one, other in self._told) else -1.0


def day_of(page: Page, mention: DateMention) -> str:
    """The day of a date; empty if that is not known."""
    date = mention.date if mention.date.value else exact_date(page, mention)
    return (date.value or "")[:10]


def _description_of(page: Page) -> str:
    """What the description in the page's head begins with; empty if it says too little."""
    meta = read_head(page).meta
    names = ("og:description", "description", "twitter:description")
    told = _unspaced(next((meta[name] for name in names if name in meta), ""))
    return told[:BEGINNING] if len(told) >= BEGINNING else ""


def _unspaced(text: str) -> str:
    return "".join(text.split())

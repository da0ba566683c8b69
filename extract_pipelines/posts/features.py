"""Features of record groups: what tells a thread's posts from rows, comments and all else.

None has a unit or a word in it: shares, ratios, ranks and counts of what stands in the records,
around them, and on the page.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import log2, sqrt

from extract_pipelines.page import Page
from extract_pipelines.page import type_features as page_type
from extract_pipelines.page.date_mentions import DateMention, in_order
from extract_pipelines.posts.analysis import Analysis
from extract_pipelines.posts.groups import spread
from extract_pipelines.posts.records import Candidate, Record
from extract_pipelines.posts.sums import Ranges, Sums, count_in, holding, part_of, sums_over
from extract_pipelines.posts.text_features import TextFeatures
from extract_pipelines.text.names import LONGEST_NAME

# Of a group so many records, spread evenly, are looked into.
MOST_SAMPLED = 12
# A ratio is no greater than this, nor less than one over it.
MOST_RATIO = 64.0
_ROOTS = "li tr td div article section dl dd table tbody ul ol p blockquote span a".split()
_ROOT_NUMBER = {tag: number for number, tag in enumerate(_ROOTS)}

NAMES: tuple[str, ...] = (
    *"count alone dated coverage links_in sentences_in prose_share bare_share length".split(),
    *"variation least_share middle_share order distinct_dates clock_share relative_share".split(),
    *"unresolved_share starts ends between sentences_before sentences_after section".split(),
    *"below_title titled links people places pictures controls headings times elements".split(),
    *"rows rows_distinct rows_leaving same_title wide".split(),
    *"above above_distinct above_leaving unique_links repeated leaves".split(),
    *"names names_linked names_distinct names_first numbered numbered_first".split(),
    *"depth root unlike across run other_dates before_dates rank score best_score".split(),
    *"larger siblings gap same_dates nested several most_dates".split(),
    *"page_length page_links page_sentences forms passwords".split(),
    *page_type.NAMES,
)


class GroupFeatures:
    """Computes the features of the record groups of one page."""

    def __init__(self, page: Page, analysis: Analysis) -> None:
        self._page = page
        self._sums = sums = Sums(page)
        self._type = page_type.page_type(page)
        self._mentions = [mention.node for mention in analysis.dates.mentions]
        self._labels = analysis.labels
        self._date_places = Counter(map(analysis.labels.place, self._mentions))
        self._own = sums.own[-1] or 1
        self._texts = TextFeatures(page, sums)
        self._whole = (
            log2(1 + sums.own[-1]),
            sums.linked[-1] / max(1, sums.linked[-1] + sums.own[-1]),
            sums.sentences[-1] / self._own,
            len(page.flat.tagged("textarea")),
            sum(
                page.elements[node].get("type") == "password" for node in page.flat.tagged("input")
            ),
        )

    def of(self, group: Candidate, others: Sequence[Candidate]) -> tuple[float, ...]:
        """The features of a group, named by `NAMES`.

        :param others: all groups of the page, the best first
        """
        sums = self._sums
        parts = [part_of(sums, record) for record in group.records]
        leaves = [held for held, _ in parts]
        lengths = sums_over(leaves, sums.own)
        n = len(parts)
        own = sum(lengths)
        linked = sum(sums_over(leaves, sums.linked))
        sentences = sums_over(leaves, sums.sentences)
        prose = sum(sentences)
        bare = sum([length <= 2 * LONGEST_NAME for length in lengths])
        mean = own / n
        deviation = sqrt(sum([(length - mean) ** 2 for length in lengths]) / n)
        middle = sorted(lengths)[n // 2]
        own_share = own / self._own
        first, last = leaves[0][0][0], max([ranges[-1][1] for ranges in leaves])
        before, after = sums.own[first] / self._own, 1 - sums.own[last] / self._own
        records, some = spread(group.records, MOST_SAMPLED), spread(parts, MOST_SAMPLED)
        nodes = [held for _, held in some]
        texts = [held for held, _ in some]
        per = [
            holding(nodes, held) / len(some)
            for held in (
                sums.people,
                sums.places,
                sums.pictures,
                sums.controls,
                sums.headings,
                sums.times,
            )
        ]
        links = count_in(nodes, sums.links) / len(some)
        elements = sum([stop - start for ranges in nodes for start, stop in ranges]) / len(some)
        return (
            log2(n),
            group.alone,
            float(group.records[0].mention.date.raw != ""),
            own_share,
            linked / max(1, linked + own),
            prose / max(1, own),
            sum(map(bool, sentences)) / n,
            bare / n,
            log2(1 + mean),
            deviation / mean if mean else 0.0,
            min(lengths) / mean if mean else 0.0,
            middle / mean if mean else 0.0,
            *self._dates(group.records),
            before,
            after,
            1 - before - after - own_share,
            *self._around(group.records, prose, first, last),
            links,
            *per,
            log2(1 + elements),
            *self._texts.rows(records, texts),
            *self._texts.titles_above(spread(gaps_before(leaves), MOST_SAMPLED)),
            *self._texts.differing(texts),
            *self._texts.names(records, texts),
            *self._shape(group),
            *self._others(group, others, own_share),
            *self._nesting(group.records),
            *self._whole,
            *self._type,
        )

    def _dates(self, records: Sequence[Record]) -> tuple[float, ...]:
        mentions: list[DateMention] = [record.mention for record in records]
        dates = [mention.date for mention in mentions]
        n = len(dates)
        return (
            in_order(mentions),
            len({date.raw for date in dates}) / n,
            sum([date.precision in ("minute", "second") for date in dates]) / n,
            sum([date.relative for date in dates]) / n,
            sum([date.value is None for date in dates]) / n,
        )

    def _around(
        self, records: Sequence[Record], inside: int, first: int, last: int
    ) -> tuple[float, ...]:
        """What stands outside the records, over what stands inside."""
        sums = self._sums
        # Those that begin before and at a sentence; it may stand in one of the last few of them.
        starts = [record.start for record in records]
        stops = [-1, -1, -1, *(record.stop for record in records)]
        sections: dict[int, int] = {}
        largest = 0
        for node, size, section in sums.long:
            at = bisect_left(starts, node + 1)
            if node >= stops[at + 2] and node >= stops[at + 1] and node >= stops[at]:
                found = sections[section] = sections.get(section, 0) + size
                largest = max(largest, found)
        title, _ = sums.title
        below = sums.own[first] - sums.own[title] if 0 <= title < first else 0
        inside = max(1, inside)
        return (
            _ratio(sums.sentences[first], inside),
            _ratio(sums.sentences[-1] - sums.sentences[last], inside),
            _ratio(largest, inside),
            below / self._own,
            (title >= 0) + (0 <= title < first),
        )

    def _shape(self, group: Candidate) -> tuple[float, ...]:
        page, start = self._page, group.records[0].start
        depth, node = 0, start
        while node > 0:
            node = page.parents[node]
            depth += 1
        parents = {page.parents[record.start] for record in group.records}
        return (
            depth,
            _ROOT_NUMBER.get(page.tags[start], len(_ROOTS)),
            float("@" in group.shape.root),
            log2(len(parents)),
            float(group.shape.root.endswith("+")),
        )

    def _others(
        self, group: Candidate, others: Sequence[Candidate], coverage: float
    ) -> tuple[float, ...]:
        """How the group stands among the page's other dates and groups."""
        count = len(self._mentions)
        start, stop = group.records[0].start, group.records[-1].stop
        before = bisect_left(self._mentions, start)
        rank = next((i for i, one in enumerate(others) if one.records == group.records), 0)
        best = others[0].score if others else 0.0
        larger = sum(len(one.records) > len(group.records) for one in others)
        page = self._page
        first = group.records[0].start
        parent = page.parents[first]
        siblings = sum(page.parents[record.start] == parent for record in group.records)
        gaps = sum(after.start - one.stop for one, after in pairwise(group.records))
        return (
            1 - len(group.records) / max(1, count),
            before / max(1, count),
            rank,
            group.score,
            group.score / best if best else 0.0,
            larger / max(1, len(others)),
            siblings / len(group.records),
            max(0, gaps) / max(1, stop - start),
        )

    def _nesting(self, records: Sequence[Record]) -> tuple[float, ...]:
        """How far all dates of one place are a record's own, and records hold others or more dates.

        A post may hold the answers to it; then what looks like posts may be a part of them only.
        """
        date = records[0].mention
        alike = self._date_places[self._labels.place(date.node)] if date.date.raw else 0
        dates = [self._dates_in(record) for record in spread(records, MOST_SAMPLED)]
        return (
            len(records) / alike if alike else -1.0,
            sum([bool(record.inner) for record in records]) / len(records),
            sum([count > 1 for count in dates]) / len(dates),
            log2(1 + max(dates)),
        )

    def _dates_in(self, record: Record) -> int:
        """How many dates belong to a record itself."""
        mentions = self._mentions
        count = bisect_left(mentions, record.stop) - bisect_left(mentions, record.start)
        for start, stop in record.inner:
            count -= bisect_left(mentions, stop) - bisect_left(mentions, start)
        return count


def gaps_before(records: Sequence[Ranges]) -> list[tuple[int, int]]:
    """For each record the range of leaves behind the one before it."""
    stops = [0, *[ranges[-1][1] for ranges in records[:-1]]]
    return [(stop, ranges[0][0]) for stop, ranges in zip(stops, records, strict=True)]


def _ratio(one: float, other: float) -> float:
    return min(MOST_RATIO, one / other)

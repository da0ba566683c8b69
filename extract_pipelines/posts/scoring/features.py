"""Features of record groups: what tells a thread's posts from rows, comments and all else.

But for captions none has a word in it: shares, ratios, ranks and counts of what stands in the
records, around them, and on the page, and how far dates are apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log2, sqrt
from typing import ClassVar, Final, final

from extract_pipelines.page import Page, type_features
from extract_pipelines.posts.records.analysis import Analysis
from extract_pipelines.posts.records.groups import spread
from extract_pipelines.posts.records.records import Candidate, Record
from extract_pipelines.posts.scoring.caption_features import CAPTION_NAMES, caption_features
from extract_pipelines.posts.scoring.date_features import DATE_NAMES, DateFeatures
from extract_pipelines.posts.scoring.sums import RecordRanges, Sums, elements_of, leaves_of
from extract_pipelines.posts.scoring.text_features import TextFeatures
from extract_pipelines.posts.scoring.writing_features import WRITING_NAMES, WritingFeatures
from extract_pipelines.text.names import LONGEST_NAME

# Of a group so many records, spread evenly, are looked into.
MOST_SAMPLED: Final = 12
# A ratio is no greater than this, nor less than one over it.
MOST_RATIO: Final = 64.0
_ROOTS: Final = "li tr td div article section dl dd table tbody ul ol p blockquote span a".split()
_ROOT_NUMBER: Final = {tag: number for number, tag in enumerate(_ROOTS)}

Row = tuple[float, ...]


@final
class _Texts:
    """What the texts of records tell, whichever elements around these the records are.

    :ivar leaves: those of the records themselves
    :ivar some: those of the records that are looked into
    """

    def __init__(self, leaves: RecordRanges, some: RecordRanges) -> None:
        self.leaves, self.some = leaves, some
        self.sentences = 0
        """Characters of sentences."""
        self.lengths: Row = ()
        """How much text the records have, and how it varies."""
        self.outside: Row = ()
        """The shares of the page's text before, behind and between them."""
        self.above: Row = ()
        """The titles above them; see `TextFeatures.titles_above`."""
        self.differing: Row = ()
        """See `TextFeatures.differing`."""
        self.writing: Row = ()
        """See `WritingFeatures`."""
        self.names: dict[tuple[int, ...], Row] = {}
        """See `TextFeatures.names`; by the texts of their dates, or where these would stand."""


class GroupFeatures:
    """Computes the features of the record groups of one page."""

    _WHOLE_NAMES: ClassVar = tuple("page_length page_links page_sentences forms passwords".split())

    def __init__(self, page: Page, analysis: Analysis) -> None:
        self._tree = tree = page.flat
        self._tags, self._parents = tree.tags, tree.parents
        self._type = type_features.page_type_features(page)
        mentions = [mention.node for mention in analysis.dates.mentions]
        self._count = len(mentions)
        self._element_names = analysis.names
        self._date_places = Counter(map(analysis.names.date_place, mentions))
        self._sums = sums = Sums(page, mentions)
        self._own = sums.own[-1] or 1
        self._texts = TextFeatures(page, sums)
        self._writing = WritingFeatures(page, sums)
        self._captions = caption_features(page)
        self._dates = DateFeatures(analysis.dates.mentions)
        self._told: dict[tuple[tuple[int, ...], ...], _Texts] = {}
        inputs = [tree.elements[node].get("type") for node in tree.tagged("input")]
        self._whole = (
            log2(1 + sums.own[-1]),
            sums.linked[-1] / max(1, sums.linked[-1] + sums.own[-1]),
            sums.sentences[-1] / self._own,
            len(tree.tagged("textarea")),
            inputs.count("password"),
        )

    _COUNT_NAMES: ClassVar = tuple("count alone dated".split())

    _HELD_NAMES: ClassVar = tuple(
        "links people places pictures controls headings times elements".split()
    )

    def of(self, candidate: Candidate, others: Sequence[Candidate]) -> tuple[float, ...]:
        """The features of a candidate, named by `NAMES`.

        :param others: all candidates of the page, the best first
        """
        sums, records = self._sums, candidate.records
        some = spread(records, MOST_SAMPLED)
        texts, nodes, size = self._texts_of(records, some), elements_of(some), len(some)
        elements = (sum(nodes.stops) - sum(nodes.starts)) / size
        return (
            log2(len(records)),
            candidate.alone,
            float(records[0].mention.date.raw != ""),
            *texts.lengths,
            *self._dates.of(records),
            *texts.outside,
            *self._around(records, texts),
            sum(nodes.over(sums.links)) / size,
            *[nodes.holding(kind) / size for kind in sums.kinds],
            log2(1 + elements),
            *self._texts.rows(some, texts.some),
            *texts.above,
            *texts.differing,
            *self._names(some, texts),
            *texts.writing,
            *self._shape(candidate),
            *self._others(candidate, others),
            *self._nesting(records, nodes),
            *self._whole,
            *self._type,
            *self._captions.of(nodes),
        )

    def _texts_of(self, records: Sequence[Record], some: Sequence[Record]) -> _Texts:
        """What the texts of records tell: the same for all groups that have these leaves.

        :param some: the records that are looked into
        """
        leaves = leaves_of(self._sums, records)
        asked = tuple(leaves.starts), tuple(leaves.stops), tuple(leaves.ends)
        found = self._told.get(asked)
        if found is None:
            texts = leaves if some is records else leaves_of(self._sums, some)
            found = self._told[asked] = _Texts(leaves, texts)
            self._measure(found)
            gaps = spread(gaps_before(leaves), MOST_SAMPLED)
            found.above = self._texts.titles_above(gaps)
            found.differing = self._texts.differing(texts)
            found.writing = self._writing.of(texts)
        return found

    _LENGTH_NAMES: ClassVar = (
        *"coverage links_in sentences_in prose_share bare_share length variation".split(),
        *"least_share middle_share".split(),
    )

    _OUTSIDE_NAMES: ClassVar = tuple("starts ends between".split())

    def _measure(self, texts: _Texts) -> None:
        """Find how much text there is in the records, and around them."""
        sums, leaves = self._sums, texts.leaves
        lengths, sentences = leaves.over(sums.own), leaves.over(sums.sentences)
        n, own, linked = len(lengths), sum(lengths), sum(leaves.over(sums.linked))
        mean = own / n
        deviation = sqrt(sum([(length - mean) ** 2 for length in lengths]) / n)
        own_share = own / self._own
        first, last = leaves.starts[0], max(leaves.stops)
        before, after = sums.own[first] / self._own, 1 - sums.own[last] / self._own
        texts.sentences = sum(sentences)
        texts.outside = before, after, 1 - before - after - own_share
        texts.lengths = (
            own_share,
            linked / max(1, linked + own),
            texts.sentences / max(1, own),
            (n - sentences.count(0)) / n,
            sum([length <= 2 * LONGEST_NAME for length in lengths]) / n,
            log2(1 + mean),
            deviation / mean if mean else 0.0,
            min(lengths) / mean if mean else 0.0,
            sorted(lengths)[n // 2] / mean if mean else 0.0,
        )

    def _names(self, some: Sequence[Record], texts: _Texts) -> Row:
        """Names and numbers near the dates: the same where the dates stand in the same texts."""
        starts = self._sums.first
        mentions = [record.mention for record in some]
        dated = tuple([one.leaf if one.leaf >= 0 else ~starts[one.node] for one in mentions])
        found = texts.names.get(dated)
        if found is None:
            found = texts.names[dated] = self._texts.names(dated, texts.some)
        return found

    _AROUND_NAMES: ClassVar = tuple(
        "sentences_before sentences_after section below_title titled".split()
    )

    def _around(self, records: Sequence[Record], texts: _Texts) -> tuple[float, ...]:
        """Ratios of the sentences before, behind and between the records to theirs; the title."""
        sums = self._sums
        first, last = texts.leaves.starts[0], max(texts.leaves.stops)
        # Those that begin before and at a sentence; it may stand in one of the last few of them.
        starts = [record.start for record in records]
        stops = [-1, -1, -1, *[record.stop for record in records]]
        sections: dict[int, int] = {}
        at = largest = 0
        for node, size, section in sums.long:
            while at < len(starts) and starts[at] <= node:
                at += 1
            while at and starts[at - 1] > node:  # behind what stands in its element
                at -= 1
            if node >= stops[at + 2] and node >= stops[at + 1] and node >= stops[at]:
                found = sections[section] = sections.get(section, 0) + size
                largest = max(largest, found)
        title, _ = sums.title
        below = sums.own[first] - sums.own[title] if 0 <= title < first else 0
        inside = max(1, texts.sentences)
        return (
            _ratio(sums.sentences[first], inside),
            _ratio(sums.sentences[-1] - sums.sentences[last], inside),
            _ratio(largest, inside),
            below / self._own,
            (title >= 0) + (0 <= title < first),
        )

    _SHAPE_NAMES: ClassVar = tuple("depth root unlike across run".split())

    def _shape(self, candidate: Candidate) -> tuple[float, ...]:
        start, shape = candidate.records[0].start, candidate.shape
        parents = {self._parents[record.start] for record in candidate.records}
        return (
            self._tree.depth(start),
            _ROOT_NUMBER.get(self._tags[start], len(_ROOTS)),
            float(shape.is_of_depth),
            log2(len(parents)),
            float(shape.is_of_runs),
        )

    _OTHERS_NAMES: ClassVar = tuple(
        "other_dates before_dates rank score best_score larger siblings gap".split()
    )

    def _others(self, candidate: Candidate, others: Sequence[Candidate]) -> tuple[float, ...]:
        """How the candidate stands among the page's other dates and candidates."""
        records, count = candidate.records, max(1, self._count)
        best = others[0].score if others else 0.0
        larger = rank = 0
        for number, other in enumerate(others):
            larger += len(other.records) > len(records)
            if other.records is records:
                rank = number
        start, stop = records[0].start, records[0].start
        parent, siblings, gaps = self._parents[start], 0, 0
        for record in records:
            siblings += self._parents[record.start] == parent
            gaps += record.start - stop
            stop = record.stop
        return (
            1 - len(records) / count,
            self._sums.dates[start] / count,
            rank,
            candidate.score,
            candidate.score / best if best else 0.0,
            larger / max(1, len(others)),
            siblings / len(records),
            max(0, gaps) / max(1, stop - start),
        )

    _NESTING_NAMES: ClassVar = tuple("same_dates nested several most_dates".split())

    def _nesting(self, records: Sequence[Record], nodes: RecordRanges) -> tuple[float, ...]:
        """Records for each date at their dates' place; shares with records or several dates inside.

        A post may hold the answers to it; then what looks like posts may be a part of them only.

        :param nodes: the elements of some of the records
        """
        date = records[0].mention
        alike = self._date_places[self._element_names.date_place(date.node)] if date.date.raw else 0
        dates = nodes.over(self._sums.dates)
        return (
            len(records) / alike if alike else -1.0,
            sum([record.inner != () for record in records]) / len(records),
            sum([count > 1 for count in dates]) / len(dates),
            log2(1 + max(dates)),
        )


# In the order in which `GroupFeatures.of` gives them.
NAMES: tuple[str, ...] = (
    *GroupFeatures._COUNT_NAMES,
    *GroupFeatures._LENGTH_NAMES,
    *DATE_NAMES,
    *GroupFeatures._OUTSIDE_NAMES,
    *GroupFeatures._AROUND_NAMES,
    *GroupFeatures._HELD_NAMES,
    *TextFeatures.ROW_NAMES,
    *TextFeatures.ABOVE_NAMES,
    *TextFeatures.DIFFERING_NAMES,
    *TextFeatures.NAMING_NAMES,
    *WRITING_NAMES,
    *GroupFeatures._SHAPE_NAMES,
    *GroupFeatures._OTHERS_NAMES,
    *GroupFeatures._NESTING_NAMES,
    *GroupFeatures._WHOLE_NAMES,
    *type_features.NAMES,
    *CAPTION_NAMES,
)


def gaps_before(leaves: RecordRanges) -> list[tuple[int, int]]:
    """For each record the range of leaves behind the one before it."""
    gaps: list[tuple[int, int]] = []
    stop = at = 0
    for end in leaves.ends:
        gaps.append((stop, leaves.starts[at]))
        stop, at = leaves.stops[end - 1], end
    return gaps


def _ratio(one: float, other: float) -> float:
    return min(MOST_RATIO, one / other)

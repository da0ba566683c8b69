"""Features of record groups: what tells a thread's posts from rows, comments and all else.

None has a unit or a word in it: shares, ratios, ranks and counts of what stands in the records,
around them, and on the page.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import chain, pairwise
from math import log2, sqrt

from extract_pipelines.page import Page, link_of
from extract_pipelines.page import type_features as page_type
from extract_pipelines.page.date_mentions import DateMention, in_order
from extract_pipelines.posts.analysis import Analysis
from extract_pipelines.posts.groups import spread
from extract_pipelines.posts.records import Candidate, Record
from extract_pipelines.posts.sums import Part, Sums, part_of
from extract_pipelines.text.names import LONGEST_NAME, is_name
from extract_pipelines.url import names_person

# A link with a text of so many bytes can be the title of a page.
TITLE = 10
# The title stands among so many texts at the beginning of its row.
FIRST_LEAVES = 3
# A name stands no more than so many texts away from its date.
NEAR = 6
# A text up to this length, with a number up to that one, may be the number of its record.
LONGEST_NUMBERED, LONGEST_NUMBER = 8, 5
# Of a group so many records, spread evenly, are looked into.
MOST_SAMPLED = 12
# A ratio is no greater than this, nor less than one over it.
MOST_RATIO = 64.0
_ROOTS = "li tr td div article section dl dd table tbody ul ol p blockquote span a".split()
_ROOT_NUMBER = {tag: number for number, tag in enumerate(_ROOTS)}
_DIGITS = re.compile(r"\d+")

NAMES: tuple[str, ...] = (
    *"count alone dated coverage links_in sentences_in prose_share bare_share length".split(),
    *"variation least_share middle_share order distinct_dates clock_share relative_share".split(),
    *"unresolved_share starts ends between sentences_before sentences_after section".split(),
    *"below_title titled links people places pictures controls headings times elements".split(),
    *"rows rows_distinct rows_leaving same_title wide unique_links repeated leaves".split(),
    *"names names_linked names_distinct names_first numbered numbered_first".split(),
    *"depth root unlike across run other_dates before_dates rank score best_score".split(),
    *"larger siblings gap page_length page_links page_sentences forms passwords".split(),
    *page_type.NAMES,
)


class GroupFeatures:
    """Computes the features of the record groups of one page."""

    def __init__(self, page: Page, analysis: Analysis) -> None:
        self._page = page
        self._sums = sums = Sums(page)
        self._type = page_type.page_type(page)
        self._mentions = [mention.node for mention in analysis.dates.mentions]
        self._own = sums.own[-1] or 1
        self._here = page.url.partition("#")[0]
        self._titles: dict[int, tuple[str, bool] | None] = {}
        self._numbers = [_number_in(leaf.text) for leaf in page.leaves]
        self._whole = (
            log2(1 + sums.own[-1]),
            sums.linked[-1] / max(1, sums.linked[-1] + sums.own[-1]),
            sums.sentences[-1] / self._own,
            sum(tag == "textarea" for tag in page.tags),
            sum(
                page.elements[node].get("type") == "password"
                for node in page.having("type")
                if page.tags[node] == "input"
            ),
        )

    def of(self, group: Candidate, others: Sequence[Candidate]) -> tuple[float, ...]:
        """The features of a group, named by `NAMES`.

        :param others: all groups of the page, the best first
        """
        sums = self._sums
        parts = [part_of(sums, record) for record in group.records]
        lengths = [part.of_leaves(sums.own) for part in parts]
        n = len(parts)
        own = sum(lengths)
        linked = sum(part.of_leaves(sums.linked) for part in parts)
        sentences = [part.of_leaves(sums.sentences) for part in parts]
        prose = sum(sentences)
        bare = sum(length <= 2 * LONGEST_NAME for length in lengths)
        mean = own / n
        deviation = sqrt(sum((length - mean) ** 2 for length in lengths) / n)
        middle = sorted(lengths)[n // 2]
        own_share = own / self._own
        first, last = parts[0].leaves[0][0], max(part.leaves[-1][1] for part in parts)
        before, after = sums.own[first] / self._own, 1 - sums.own[last] / self._own
        records, some = spread(group.records, MOST_SAMPLED), spread(parts, MOST_SAMPLED)
        per = [
            sum(part.of_nodes(counts) > 0 for part in some) / len(some)
            for counts in (
                sums.people,
                sums.places,
                sums.pictures,
                sums.controls,
                sums.headings,
                sums.times,
            )
        ]
        links = sum(part.of_nodes(sums.links) for part in some) / len(some)
        elements = sum(stop - start for part in some for start, stop in part.nodes) / len(some)
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
            *self._rows(records, some),
            *self._texts(some),
            *self._names(records, some),
            *self._shape(group),
            *self._others(group, others, own_share),
            *self._whole,
            *self._type,
        )

    def _dates(self, records: Sequence[Record]) -> tuple[float, ...]:
        mentions: list[DateMention] = [record.mention for record in records]
        n = len(mentions)
        return (
            in_order(mentions),
            len({mention.date.raw for mention in mentions}) / n,
            sum(mention.date.precision in ("minute", "second") for mention in mentions) / n,
            sum(mention.date.relative for mention in mentions) / n,
            sum(mention.date.value is None for mention in mentions) / n,
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

    def _rows(self, records: Sequence[Record], parts: Sequence[Part]) -> tuple[float, ...]:
        """How far the records look like rows that lead elsewhere."""
        page = self._page
        titles: list[str] = []
        leaving = same = wide = 0
        sampled = list(zip(records, parts, strict=True))
        _, title = self._sums.title
        for record, part in sampled:
            dated = record.mention.leaf
            early = [index for index in _indices(part, FIRST_LEAVES + 1) if index != dated][
                :FIRST_LEAVES
            ]
            texts = [page.leaves[index].text for index in early]
            same += any(len(text) >= 4 and text.lower() in title for text in texts)
            found = next(filter(None, map(self._title_at, early)), None)
            if found is not None:
                titles.append(found[0])
                leaving += found[1]
            root = page.elements[record.start]
            wide += root.tag == "tr" and len(root) >= 4
        n = len(sampled)
        return (
            len(titles) / n,
            len(set(titles)) / max(1, len(titles)) if titles else -1.0,
            leaving / n,
            same / n,
            wide / n,
        )

    def _title_at(self, index: int) -> tuple[str, bool] | None:
        """A leaf that may be a row's title, without digits, and whether it leads elsewhere."""
        if index not in self._titles:
            leaf, found = self._page.leaves[index], None
            if leaf.in_link and len(leaf.text.encode()) >= TITLE:
                href = link_of(leaf)
                if href and not href.startswith("#") and not names_person(href):
                    leads = self._page.joined(href).partition("#")[0] != self._here
                    found = _DIGITS.sub("", leaf.text), leads
            self._titles[index] = found
        return self._titles[index]

    def _texts(self, parts: Sequence[Part]) -> tuple[float, ...]:
        """How much of what differs from record to record is linked; what is the same in most."""
        leaves, alike = self._page.leaves, self._sums.alike
        held = [
            [i for start, stop in part.leaves for i in alike[start : min(stop, start + 200)]]
            for part in parts
        ]
        seen = Counter(i for one in held for i in set(one))
        linked = unique = repeated = 0
        often = max(2, len(parts) / 2)
        for i in chain.from_iterable(held):
            times = seen[i]
            if times >= often:
                repeated += 1
            elif times == 1 and not (text := leaves[i].text).isdigit():
                unique += len(text)
                linked += len(text) if leaves[i].in_link else 0
        total = sum(map(len, held))
        return linked / max(1, unique), repeated / max(1, total), log2(1 + total / len(parts))

    def _names(self, records: Sequence[Record], parts: Sequence[Part]) -> tuple[float, ...]:
        """Names and numbers near the dates."""
        page = self._page
        leaves = page.leaves
        sampled = list(zip(records, parts, strict=True))
        names: list[str] = []
        linked = early = 0
        numbers: list[int] = []
        for record, part in sampled:
            own = _indices(part, 60)
            mention = record.mention
            at = mention.leaf if mention.leaf >= 0 else page.leaf_range(mention.node)[0]
            place = bisect_left(own, at)
            near = [i for i in own[max(0, place - NEAR) : place + NEAR] if i != mention.leaf]
            named = [i for i in near if is_name(leaves[i].text)]
            best = next((i for i in named if leaves[i].in_link), None)
            if best is None:
                best = next(iter(named), None)
            if best is not None:
                names.append(leaves[best].text)
                linked += leaves[best].in_link
                early += best in own[:FIRST_LEAVES]
            counted = (self._numbers[i] for i in own if i != mention.leaf)
            numbers.append(next((number for number in counted if number >= 0), -1))
        n = len(sampled)
        steps = [b - a for a, b in pairwise(numbers)]
        rising = sum(step == 1 for step in steps) / max(1, len(steps))
        return (
            len(names) / n,
            linked / n,
            len(set(names)) / max(1, len(names)),
            early / n,
            rising if n > 1 else -1.0,
            float(numbers[0] == 1),
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


def _number_in(text: str) -> int:
    """The first number in a short text; -1 if it is a long one, or there is none."""
    found = _DIGITS.search(text) if len(text) <= LONGEST_NUMBERED else None
    return int(found[0]) if found and len(found[0]) <= LONGEST_NUMBER else -1


def _indices(part: Part, most: int) -> list[int]:
    """The first leaves of a record."""
    found: list[int] = []
    for start, stop in part.leaves:
        found.extend(range(start, min(stop, start + most - len(found))))
        if len(found) >= most:
            break
    return found


def _ratio(one: float, other: float) -> float:
    return min(MOST_RATIO, one / other)

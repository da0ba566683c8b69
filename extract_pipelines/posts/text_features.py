"""Features of record groups by the texts in them: titles of rows, what differs, names, numbers."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import chain, pairwise
from math import log2

from extract_pipelines.page import Page, link_of
from extract_pipelines.posts.records import Record
from extract_pipelines.posts.sums import Ranges, Sums
from extract_pipelines.text.names import is_name
from extract_pipelines.url import names_person

# A link with a text of so many bytes can be the title of a page.
TITLE = 10
# The title stands among so many texts at the beginning of its row.
FIRST_LEAVES = 3
# The title of a row that has records in it stands no more than so many texts above them.
MOST_ABOVE = 16
# A name stands no more than so many texts away from its date.
NEAR = 6
# A text up to this length, with a number up to that one, may be the number of its record.
LONGEST_NUMBERED, LONGEST_NUMBER = 8, 5
_DIGITS = re.compile(r"\d+")


class TextFeatures:
    """Computes them for the groups of one page, and looks once at a text that several hold."""

    def __init__(self, page: Page, sums: Sums) -> None:
        self._page = page
        self._sums = sums
        self._here = page.url.partition("#")[0]
        self._titles: dict[int, tuple[str, bool] | None] = {}
        self._named: dict[int, bool] = {}
        self._of_title: dict[int, bool] = {}
        self._numbers: dict[int, int] = {}
        self._numbered: list[int] = []
        self._differing: dict[tuple[tuple[tuple[int, int], ...], ...], tuple[float, ...]] = {}
        texts = page.flat.texts
        for index, size in enumerate(sums.sizes):
            if size <= LONGEST_NUMBERED and (number := _number_in(texts[index])) >= 0:
                self._numbers[index] = number
                self._numbered.append(index)
        self._sizes = [
            0 if text.isdigit() else size for text, size in zip(texts, sums.sizes, strict=True)
        ]

    def rows(self, records: Sequence[Record], parts: Sequence[Ranges]) -> tuple[float, ...]:
        """How far the records look like rows that lead elsewhere."""
        page = self._page
        titles: list[str] = []
        leaving = same = wide = 0
        for record, part in zip(records, parts, strict=True):
            dated = record.mention.leaf
            early = [i for i in _indices(part, FIRST_LEAVES + 1) if i != dated][:FIRST_LEAVES]
            for index in early:
                if self._is_of_title(index):
                    same += 1
                    break
            for index in early:
                found = self._title_at(index)
                if found is not None:
                    titles.append(found[0])
                    leaving += found[1]
                    break
            wide += page.tags[record.start] == "tr" and len(page.elements[record.start]) >= 4
        n = len(records)
        return (
            len(titles) / n,
            len(set(titles)) / max(1, len(titles)) if titles else -1.0,
            leaving / n,
            same / n,
            wide / n,
        )

    def titles_above(self, gaps: Sequence[tuple[int, int]]) -> tuple[float, ...]:
        """How far the records look like parts of rows, with the titles of these above them."""
        titles: list[str] = []
        leaving = 0
        for start, stop in gaps:
            for index in range(max(start, stop - MOST_ABOVE), stop):
                found = self._title_at(index)
                if found is not None:
                    titles.append(found[0])
                    leaving += found[1]
                    break
        n = len(gaps)
        return len(titles) / n, len(set(titles)) / len(titles) if titles else -1.0, leaving / n

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

    def _is_of_title(self, index: int) -> bool:
        """Whether a leaf stands in the page's title."""
        found = self._of_title.get(index)
        if found is None:
            text = self._page.leaves[index].text
            found = len(text) >= 4 and text.lower() in self._sums.title[1]
            self._of_title[index] = found
        return found

    def differing(self, parts: Sequence[Ranges]) -> tuple[float, ...]:
        """How much of what differs from record to record is linked; what is the same in most.

        Records with the same leaves tell the same, whichever elements around these they are.
        """
        asked = tuple([tuple(part) for part in parts])
        found = self._differing.get(asked)
        if found is None:
            found = self._differing[asked] = self._find_differing(parts)
        return found

    def _find_differing(self, parts: Sequence[Ranges]) -> tuple[float, ...]:
        alike, sizes, links = self._sums.alike, self._sizes, self._sums.in_link
        held = [
            [i for start, stop in part for i in alike[start : min(stop, start + 200)]]
            for part in parts
        ]
        total = sum(map(len, held))
        once = list(map(set, held))
        seen: dict[int, int] = dict(Counter(chain.from_iterable(once)))
        numbers = seen
        if sum(map(len, once)) < total:  # some stand more than once in one record
            numbers = dict(Counter(chain.from_iterable(held)))
        linked = unique = repeated = 0
        often = max(2, len(parts) / 2)
        for i, number in numbers.items():
            times = seen[i]
            if times == 1:
                unique += number * sizes[i]
                if links[i]:
                    linked += number * sizes[i]
            elif times >= often:
                repeated += number
        return linked / max(1, unique), repeated / max(1, total), log2(1 + total / len(parts))

    def names(self, records: Sequence[Record], parts: Sequence[Ranges]) -> tuple[float, ...]:
        """Names and numbers near the dates."""
        page = self._page
        leaves, links = page.leaves, self._sums.in_link
        names: list[str] = []
        linked = early = 0
        numbers: list[int] = []
        for record, part in zip(records, parts, strict=True):
            own = _indices(part, 60)
            mention = record.mention
            at = mention.leaf if mention.leaf >= 0 else page.leaf_range(mention.node)[0]
            place = bisect_left(own, at)
            best = -1
            for i in own[max(0, place - NEAR) : place + NEAR]:
                if i != mention.leaf and (best < 0 or links[i]) and self._is_name(i):
                    best = i
                    if links[i]:
                        break
            if best >= 0:
                names.append(leaves[best].text)
                linked += links[best]
                early += best in own[:FIRST_LEAVES]
            numbers.append(self._first_number(own, mention.leaf))
        n = len(records)
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

    def _is_name(self, index: int) -> bool:
        found = self._named.get(index)
        if found is None:
            found = self._named[index] = is_name(self._page.leaves[index].text)
        return found

    def _first_number(self, leaves: Sequence[int], dated: int) -> int:
        """The first number in a text of its own that is not the date's; -1 if there is none."""
        numbered = self._numbered
        at = bisect_left(numbered, leaves[0]) if leaves else len(numbered)
        while at < len(numbered) and numbered[at] <= leaves[-1]:
            if numbered[at] != dated and numbered[at] in leaves:
                return self._numbers[numbered[at]]
            at += 1
        return -1


def _number_in(text: str) -> int:
    """The first number in a short text; -1 if it is a long one, or there is none."""
    found = _DIGITS.search(text) if len(text) <= LONGEST_NUMBERED else None
    return int(found[0]) if found and len(found[0]) <= LONGEST_NUMBER else -1


def _indices(part: Ranges, most: int) -> list[int]:
    """The first leaves of a record."""
    start, stop = part[0]
    found = list(range(start, min(stop, start + most)))
    for start, stop in part[1:]:
        if len(found) >= most:
            break
        found.extend(range(start, min(stop, start + most - len(found))))
    return found

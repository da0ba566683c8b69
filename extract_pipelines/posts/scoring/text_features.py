"""Features of record groups by the texts in them: titles of rows, what differs, names, numbers."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from math import log2
from typing import ClassVar, Final

from extract_pipelines.page import Page, link_of
from extract_pipelines.posts.records.records import Record
from extract_pipelines.posts.scoring.sums import RecordRanges, Sums
from extract_pipelines.text.digits import without_digits
from extract_pipelines.text.names import is_name
from extract_pipelines.url import names_person

# A link with a text of so many bytes can be the title of a page.
TITLE: Final = 10
# The title stands among so many texts at the beginning of its row.
FIRST_LEAVES: Final = 3
# The title of a row that has records in it stands no more than so many texts above them.
MOST_ABOVE: Final = 16
# A name stands no more than so many texts away from its date.
NEAR: Final = 6
# So many texts of a record are looked at for a name and a number, and of a part of it compared.
MOST_NAMING: Final = 60
MOST_COMPARED: Final = 200
# A text up to this length, with a number up to that one, may be the number of its record.
LONGEST_NUMBERED: Final = 8
LONGEST_NUMBER: Final = 5
_DIGITS: Final = re.compile(r"\d+")


# What a leaf is to a row: no title, one that leads to the page itself, or one that leads elsewhere.
_NO_TITLE: Final = 0
_STAYING: Final = 1
_LEAVING: Final = 2
_UNKNOWN: Final = -1


class TextFeatures:
    """Computes them for the groups of one page, and looks once at a text that several hold."""

    def __init__(self, page: Page, sums: Sums) -> None:
        self._page, self._tree, self._sums = page, page.flat, sums
        self._texts = texts = page.flat.texts
        self._here = page.url.partition("#")[0]
        self._every = list(range(len(texts)))
        unknown = [_UNKNOWN] * len(texts)
        self._titles = [""] * len(texts)
        self._leads, self._of_title, self._named = unknown.copy(), unknown.copy(), unknown
        self._numbers: dict[int, int] = {}
        self._numbered: list[int] = []
        for index, size in enumerate(sums.sizes):
            if size <= LONGEST_NUMBERED and (number := _number_in(texts[index])) >= 0:
                self._numbers[index] = number
                self._numbered.append(index)
        self._sizes = [
            0 if text.isdigit() else size for text, size in zip(texts, sums.sizes, strict=True)
        ]
        # Of each leaf, while a group is looked at: how often it stands in a record, in how many of
        # them, and which is the last.
        self._standing, self._holders = [0] * len(texts), [0] * len(texts)
        self._last_holder = [_UNKNOWN] * len(texts)

    ROW_NAMES: ClassVar = tuple("rows rows_distinct rows_leaving same_title wide".split())

    def rows(self, records: Sequence[Record], parts: RecordRanges) -> tuple[float, ...]:
        """How far the records look like rows that lead elsewhere."""
        titles: list[str] = []
        leaving = same = wide = 0
        for number, record in enumerate(records):
            dated, start = record.mention.leaf, record.start
            early = [i for i in self._first(parts, number, FIRST_LEAVES + 1) if i != dated]
            del early[FIRST_LEAVES:]
            for index in early:
                if self._is_of_title(index):
                    same += 1
                    break
            leaving += self._add_title(early, titles)
            wide += self._tree.tags[start] == "tr" and len(self._tree.elements[start]) >= 4
        n = len(records)
        return (
            len(titles) / n,
            len(set(titles)) / max(1, len(titles)) if titles else -1.0,
            leaving / n,
            same / n,
            wide / n,
        )

    ABOVE_NAMES: ClassVar = tuple("above above_distinct above_leaving".split())

    def titles_above(self, gaps: Sequence[tuple[int, int]]) -> tuple[float, ...]:
        """How far the records look like parts of rows, with the titles of these above them."""
        titles: list[str] = []
        leaving = 0
        for start, stop in gaps:
            leaving += self._add_title(self._every[max(start, stop - MOST_ABOVE) : stop], titles)
        n = len(gaps)
        return len(titles) / n, len(set(titles)) / len(titles) if titles else -1.0, leaving / n

    def _add_title(self, leaves: list[int], titles: list[str]) -> bool:
        """Add the first title among some leaves, and tell whether it leads elsewhere."""
        for index in leaves:
            leads = self._leads[index]
            if leads == _UNKNOWN:
                leads = self._leads[index] = self._title_at(index)
            if leads != _NO_TITLE:
                titles.append(self._titles[index])
                return leads == _LEAVING
        return False

    def _title_at(self, index: int) -> int:
        """Whether a leaf may be a row's title, which is kept without digits, and where it leads."""
        text = self._texts[index]
        if not self._sums.in_link[index] or len(text.encode()) < TITLE:
            return _NO_TITLE
        href = link_of(self._tree.leaves[index])
        if not href or href.startswith("#") or names_person(href):
            return _NO_TITLE
        self._titles[index] = without_digits(text)
        return _STAYING if self._page.joined(href).partition("#")[0] == self._here else _LEAVING

    def _is_of_title(self, index: int) -> bool:
        """Whether a leaf stands in the page's title."""
        found = self._of_title[index]
        if found == _UNKNOWN:
            text = self._texts[index]
            found = int(len(text) >= 4 and text.lower() in self._sums.title[1])
            self._of_title[index] = found
        return found == 1

    DIFFERING_NAMES: ClassVar = tuple("unique_links repeated leaves".split())

    def differing(self, parts: RecordRanges) -> tuple[float, ...]:
        """Three features of how alike the texts of the records are.

        Of the characters of texts that stand in one record only the share in links; the share of
        texts that stand in at least half of the records; log2(1 + texts for each record).
        """
        standing, holders, sizes = self._standing, self._holders, self._sizes
        held = self._count_held(parts)
        linked = unique = repeated = total = 0
        often = max(2, len(parts.ends) / 2)
        for leaf in held:
            number, times = standing[leaf], holders[leaf]
            total += number
            if times == 1:
                unique += number * sizes[leaf]
                if self._sums.in_link[leaf]:
                    linked += number * sizes[leaf]
            elif times >= often:
                repeated += number
            standing[leaf] = holders[leaf] = 0
            self._last_holder[leaf] = _UNKNOWN
        mean = total / len(parts.ends)
        return linked / max(1, unique), repeated / max(1, total), log2(1 + mean)

    def _count_held(self, parts: RecordRanges) -> list[int]:
        """Count how often each text stands in the records, and in how many of them.

        :return: for each different text the index of its first leaf on the page
        """
        alike, last_holder = self._sums.alike, self._last_holder
        standing, holders = self._standing, self._holders
        held: list[int] = []
        at = 0
        for record, end in enumerate(parts.ends):
            while at < end:
                start, stop = parts.starts[at], parts.stops[at]
                for leaf in alike[start : min(stop, start + MOST_COMPARED)]:
                    if not standing[leaf]:
                        held.append(leaf)
                    standing[leaf] = standing[leaf] + 1
                    if last_holder[leaf] != record:
                        last_holder[leaf] = record
                        holders[leaf] = holders[leaf] + 1
                at += 1
        return held

    NAMING_NAMES: ClassVar = tuple(
        "names names_linked names_distinct names_first numbered numbered_first".split()
    )

    def names(self, dates: Sequence[int], parts: RecordRanges) -> tuple[float, ...]:
        """Names and numbers near the dates.

        :param dates: for each record the index of its date's leaf; where no leaf holds the date,
            ~i with i the index of the leaf behind it
        """
        links = self._sums.in_link
        names: list[str] = []
        linked = early = 0
        numbers: list[int] = []
        for number, dated in enumerate(dates):
            own = self._first(parts, number, MOST_NAMING)
            place = bisect_left(own, dated if dated >= 0 else ~dated)
            best = -1
            for i in own[max(0, place - NEAR) : place + NEAR]:
                if i != dated and (best < 0 or links[i]) and self._is_name(i):
                    best = i
                    if links[i]:
                        break
            if best >= 0:
                names.append(self._texts[best])
                linked += links[best]
                early += best in own[:FIRST_LEAVES]
            numbers.append(self._first_number(own, dated))
        n = len(dates)
        rising = sum([b - a == 1 for a, b in pairwise(numbers)]) / max(1, n - 1)
        return (
            len(names) / n,
            linked / n,
            len(set(names)) / max(1, len(names)),
            early / n,
            rising if n > 1 else -1.0,
            float(numbers[0] == 1),
        )

    def _is_name(self, index: int) -> bool:
        found = self._named[index]
        if found == _UNKNOWN:
            found = self._named[index] = int(is_name(self._texts[index]))
        return found == 1

    def _first_number(self, leaves: list[int], dated: int) -> int:
        """The first number in a text of its own that is not the date's; -1 if there is none."""
        if not leaves:
            return -1
        numbered, last = self._numbered, leaves[-1]
        at = bisect_left(numbered, leaves[0])
        while at < len(numbered) and numbered[at] <= last:
            if numbered[at] != dated and numbered[at] in leaves:
                return self._numbers[numbered[at]]
            at += 1
        return -1

    def _first(self, parts: RecordRanges, number: int, most: int) -> list[int]:
        """The first leaves of a record."""
        at, end = parts.ends[number - 1] if number else 0, parts.ends[number]
        start = parts.starts[at]
        found = self._every[start : min(parts.stops[at], start + most)]
        while len(found) < most and at + 1 < end:
            at += 1
            start = parts.starts[at]
            found += self._every[start : min(parts.stops[at], start + most - len(found))]
        return found


def _number_in(text: str) -> int:
    """The first number in a short text; -1 if it is a long one, or there is none."""
    found = _DIGITS.search(text) if any(sign.isdigit() for sign in text) else None
    return int(found[0]) if found and len(found[0]) <= LONGEST_NUMBER else -1

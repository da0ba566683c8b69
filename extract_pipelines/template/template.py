"""The site's template: what pages of one kind share."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence, Set
from functools import lru_cache
from hashlib import blake2b
from typing import Any, ClassVar, Final, NamedTuple

from extract_pipelines.learned.state import COUNT, fields, hashes, hashes_of, optional, text_of
from extract_pipelines.page import Leaf, Page
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.template.sample import PageSample, packed, unpacked
from extract_pipelines.text.digits import without_digits
from extract_pipelines.text.sentences import is_sentence

# Least share of a kind's pages that an entry of its template stands on.
SUPPORT: Final = 0.5
# A redesign: this share of a template, and so many entries, have gone from the latest pages.
GONE_SHARE: Final = 0.5
LEAST_GONE: Final = 3
# Pages that a template is made of before a redesign of it can be told.
LEAST_KNOWN: Final = 4
# A sentence is a notice and no content, if it stands on this share of the pages, and on so many:
# a site in two languages, or with a box of its author, has each on a part of its pages.
NOTICE_SUPPORT: Final = 0.25
FEWEST_NOTICES: Final = 4
# Where more than this share of the sentences would go, the page is a copy of others, and they stay.
MOST_NOTICES: Final = 0.5
# Texts of so many characters are remembered with their entries.
SHORT_TEXT: Final = 40
# Entries that a stored intersection (a support of 1.0) may have.
MOST_SHARED: Final = 1 << 20
# Characters of a class token that tell it.
LONGEST_WORD: Final = 100


def entry(path: str, text: str) -> int:
    """The template's entry of a text: a 64-bit fingerprint of its tag path and itself."""
    digest = _started(path).copy()
    digest.update(text.encode("utf-8", "surrogatepass"))
    return int.from_bytes(digest.digest())


# Short texts are mostly menus and labels: the pages of a site share them.
_short_entry = lru_cache(maxsize=8192)(entry)


@lru_cache(maxsize=8192)
def _started(path: str) -> blake2b:
    return blake2b(f"{path}\0".encode("utf-8", "surrogatepass"), digest_size=8)


class Entries(NamedTuple):
    """The entries of one page."""

    leaves: list[int]
    """For each leaf its entry."""
    structure: frozenset[int]
    """Hashes of 32 bits of the tag paths, and of the class tokens, digits left out."""


@once_a_page
def entries_of(page: Page) -> Entries:
    """The page's entries."""
    paths, texts = page.flat.paths, page.flat.texts
    structure = {_path_entry(path) for path in set(paths)}
    words = {word for names in page.flat.by_value("class") for word in names.split()}
    structure.update(_class_entry(word[:LONGEST_WORD]) for word in words)
    leaves = [
        _short_entry(paths[leaf], text) if len(text) <= SHORT_TEXT else entry(paths[leaf], text)
        for leaf, text in enumerate(texts)
    ]
    return Entries(leaves, frozenset(structure))


@lru_cache(maxsize=8192)
def _path_entry(path: str) -> int:
    return int.from_bytes(_started(path).digest()[:4])


@lru_cache(maxsize=4096)
def _class_entry(word: str) -> int:
    return entry("", without_digits(word)) >> 32


class Template:
    """S, what the pages of one kind share (Su Jianlin 2017, part 1), streamed and bounded.

    A page h is the set of its entries. With a support of 1.0 S is the published intersection,
    S = ∩ h, from the second page on. With less, S holds the entries that stand on more than that
    share of the pages: on n·s + √(n·s·(1 - s)) of n pages or more, that is by one standard error
    more, and on three at least where there are three. So an entry of few pages has to be on all of
    them, and what two pages share by chance is content from the third page on.

    The frequencies are counted on a `PageSample`; how exact they are is told there. Order does not
    matter, and a page learned again changes nothing.

    A redesign is noticed by the latest `sample.RECENT` pages: if half of S stands on at most one
    of them, S is learned from these pages afresh. With a support of 1.0 it never is.

    :param support: the share s, over 0 and up to 1
    """

    def __init__(self, support: float = SUPPORT) -> None:
        if not 0 < support <= 1:
            raise ValueError(f"support must be over 0 and not over 1, not {support!r}")
        self.support = support
        self.redesigns = 0
        """How often the template was learned afresh."""
        self._sample = PageSample()
        self._intersection: frozenset[int] | None = None
        self._shared = b""
        self._stale = False
        self._version = 0
        self._confirmed = b""
        self._notices: frozenset[int] | None = None

    @property
    def pages(self) -> int:
        """Number of distinct pages that were learned; see `PageSample.pages`."""
        return self._sample.pages

    @property
    def version(self) -> int:
        """Number of changes of S."""
        self._packed()
        return self._version

    @property
    def keys(self) -> frozenset[int]:
        """What tells its pages; of many those with the smallest hashes."""
        return self._sample.keys

    def learn(self, page: Set[int], key: int | None = None, time: float | None = None) -> None:
        """Add one more page, given as the set of its entries. One without entries is not counted.

        :param key: 64-bit hash of what tells the page, its address say: a page that is learned
            again in another version takes the place of the first. Its entries tell it if not given
            or if the support is 1.0
        :param time: when the page was seen, in seconds; after all others if not given
        """
        if not page:
            return
        if self.support == 1:
            known = self._intersection
            self._intersection = frozenset(page) if known is None else known & page
            self._sample.add(page, time=time)
            self._stale = True
            return
        self._stale |= self._sample.add(page, key, time)
        if self._is_redesigned(page):
            self._sample.restart()
            self.redesigns += 1
            self._stale = True
            self._confirmed = self._packed()

    def _is_redesigned(self, page: Set[int]) -> bool:
        """Whether the template that older pages confirmed has gone from the latest ones."""
        known = unpacked(self._confirmed)
        least = max(LEAST_GONE, GONE_SHARE * len(known))
        missing = known - page
        if len(missing) < least:
            if self.pages >= LEAST_KNOWN:
                self._confirmed = self._packed()
            return False
        counts = self._sample.recent_counts(missing)
        return counts is not None and sum(count <= 1 for count in counts) >= least

    def merge(self, other: Template) -> None:
        """Add the pages that another worker's template of the same kind was learned from.

        Commutative, associative and idempotent: the merged template is that of one worker who
        learned the pages of both, whichever of them both have seen. Of templates that
        saw a redesign, the one that saw it later is kept alone.
        """
        before = (self._packed(), self.version), (other._packed(), other.version)
        version = max(self.version, other.version)
        self._sample.merge(other._sample)
        if self._intersection is None:
            self._intersection = other._intersection
        elif other._intersection is not None:
            self._intersection &= other._intersection
        self.redesigns = max(self.redesigns, other.redesigns)
        self._stale = True
        self._confirmed = self._packed()
        self._version = version + ((self._shared, version) not in before)

    @property
    def entries(self) -> frozenset[int]:
        """S; empty before the second page."""
        return unpacked(self._packed())

    def _packed(self) -> bytes:
        if self._stale:
            self._stale = False
            self._notices = None
            shared = packed(self._counted())
            if shared != self._shared or (self._version == 0 and self.pages > 1):
                self._version += 1
                self._shared = shared
        return self._shared

    def _counted(self) -> frozenset[int]:
        if self.pages < 2:
            return frozenset()
        if self._intersection is not None:
            return self._intersection
        return self._sample.frequent(self._least, least_pages=2)

    def _least(self, pages: int) -> int:
        """On how many of so many pages an entry of the template stands."""
        s = self.support
        return max(min(pages, 3), 2, math.ceil(pages * s + math.sqrt(pages * s * (1 - s))))

    def shares(self, entries: Sequence[int]) -> list[float]:
        """For each entry the share of the other pages that it stands on, one page being its own."""
        counts, pages = self._sample.counts(entries)
        return [max(0, count - 1) / max(1, pages - 1) for count in counts]

    def __contains__(self, entry: int) -> bool:
        return entry in self.entries

    def effective(self, leaves: Sequence[Leaf], entries: Sequence[int]) -> list[Leaf]:
        """Effective leaves, h - S: those whose entry is not in the template, in order.

        :param entries: the entry of each leaf; see `entries_of`
        """
        shared = self.entries
        return [leaf for number, leaf in enumerate(leaves) if entries[number] not in shared]

    def without_notices(self, leaves: Sequence[Leaf], entries: Sequence[int]) -> list[Leaf]:
        """The effective leaves, less sentences that a part of the pages shares.

        :param leaves: leaves of a page
        :param entries: the entry of each; see `entries_of`
        """
        shared = self.entries
        own = [number for number, entry in enumerate(entries) if entry not in shared]
        if self.support < 1 and self.pages >= FEWEST_NOTICES:
            if self._notices is None:
                self._notices = self._sample.frequent(_least_notices)
            sentences = {entries[number] for number in own if is_sentence(leaves[number].text)}
            notices = self._notices & sentences
            if len(notices) <= MOST_NOTICES * len(sentences):
                own = [number for number in own if entries[number] not in notices]
        return [leaves[number] for number in own]

    STATE: ClassVar = fields(
        version=COUNT,
        redesigns=COUNT,
        sample=PageSample.state(),
        intersection=optional(hashes(MOST_SHARED)),
    )

    def to_state(self) -> dict[str, Any]:
        """Plain values (JSON) that `from_state` takes back."""
        whole = self._intersection
        return {
            "version": self.version,
            "redesigns": self.redesigns,
            "sample": self._sample.to_state(),
            "intersection": None if whole is None else text_of(array("Q", sorted(whole))),
        }

    @classmethod
    def from_state(cls, state: dict[str, Any], support: float = SUPPORT) -> Template:
        """The template of which `to_state` gave the values.

        With a support of 1.0 a template that was learned with less begins with the pages of its
        sample.
        """
        template = cls(support)
        template._sample = PageSample.from_state(state["sample"])
        template.redesigns = state["redesigns"]
        if support == 1:
            whole = state["intersection"]
            template._intersection = (
                template._sample.frequent(lambda pages: pages)
                if whole is None
                else frozenset(hashes_of(whole))
            )
        template._shared = packed(template._counted())
        template._version = state["version"]
        template._confirmed = template._shared
        return template


def _least_notices(pages: int) -> int:
    return max(FEWEST_NOTICES, math.ceil(pages * NOTICE_SUPPORT))

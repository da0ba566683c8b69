"""A bounded sample of a stream of pages, on which document frequencies are counted."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import lru_cache
from hashlib import blake2b
from itertools import chain
from typing import Any, Final, NamedTuple

from extract_pipelines.learned.state import (
    NUMBER,
    Check,
    bytes_of,
    cells,
    fields,
    hashes,
    hashes_of,
    items,
    text_of,
    whole,
)
from extract_pipelines.template.tally import Tally

# One more than the largest key or entry.
ALL: Final = 1 << 64
# Bounds of a sample: pages, entries over all of them, entries of one page.
MOST_PAGES: Final = 32
MOST_ENTRIES = 8192
MOST_OF_PAGE = 1024
# The latest pages are kept, too: so many that differ tell a redesign, and are what is known after
# one. Twice as many are held, as some may have the same entries: an error page, a log-in form.
RECENT: Final = 8
# Distinct pages that are told apart exactly; more are estimated.
MOST_COUNTED: Final = 512


class SampledPage(NamedTuple):
    """One page of a sample."""

    time: float
    entries: array[int]
    """Its entries, ascending; of more than `MOST_OF_PAGE` the smallest."""
    limit: int
    """All entries of the page below this are among them."""
    size: int
    """The most entries that it had in any version of the page: what it counts for the bound,
    so that it does not matter which version came first."""


class PageSample:
    """The pages with the smallest keys of a stream, each as the set of its entries.

    A key is a hash, so these are a uniform sample of the distinct pages of the stream (bottom-k
    sketch: Cohen and Kaplan, PODC 2007), whatever their order and however often they come. Samples
    merge without loss: that of two streams is the sample of both together, so merging is
    commutative, associative and idempotent. Of a page that is seen again with other content, the
    later version counts; of versions of the same time, the one with the greater entries.

    Document frequencies are exact up to ``most_pages`` pages. Of more, the frequency of an entry in
    the sample is off by more than e with a probability of at most 2·exp(-2·n·e²), where n is the
    number of pages in the sample (Hoeffding 1963, section 6: sampling without replacement).
    Large pages make the sample smaller: n is at least `MOST_ENTRIES` / `MOST_OF_PAGE`.
    Of an entry that some pages were cut before, the other pages tell the frequency.

    Memory: `MOST_ENTRIES` + 3 · ``recent`` · `MOST_OF_PAGE` entries of 8 bytes at most (4, if
    they are hashes of 32 bits), however many pages; see `Tally` for that of their counts.

    :param most_pages: pages that are sampled
    :param recent: differing pages among the latest ones, of which twice as many are kept, too
    """

    def __init__(self, most_pages: int = MOST_PAGES, recent: int = RECENT) -> None:
        self._most_pages = most_pages
        self._most_recent = recent
        self._pages: dict[int, SampledPage] = {}
        self._below = ALL
        self._since = 0.0
        self._keys = array("Q")
        self._outside = 0
        self._tally = Tally()

    @property
    def pages(self) -> int:
        """Number of distinct pages; beyond `MOST_COUNTED` an estimate with an error of about 5%."""
        if len(self._keys) < MOST_COUNTED:
            return len(self._keys)
        return (MOST_COUNTED - 1) * ALL // self._keys[-1]

    @property
    def keys(self) -> frozenset[int]:
        """Keys of the pages, at most the `MOST_COUNTED` smallest."""
        return frozenset(self._keys)

    def add(self, entries: Set[int], key: int | None = None, time: float | None = None) -> bool:
        """Add a page.

        :param entries: at least one hash of 64 bits or fewer
        :param key: 64-bit hash of what tells the page; of its entries if not given
        :param time: when the page was seen, in seconds; after all others if not given
        :return: whether frequencies may have changed
        """
        kept = _array(sorted(entries))
        limit = ALL
        if len(kept) > MOST_OF_PAGE:
            limit = kept[MOST_OF_PAGE]
            kept = kept[:MOST_OF_PAGE]
        if key is None:
            key = _hash(kept)
        if time is None:
            time = max((page.time for page in self._pages.values()), default=0.0) + 1
        before = self._pages.get(key)
        if time < self._since or not self._put(key, SampledPage(time, kept, limit, len(kept))):
            return False
        self._count(key)
        if key < self._below:
            gone = self._shrink()
            if before is not None:
                gone.append(before)
            self._tally.change(self._pages[key].entries, [page.entries for page in gone])
            return True
        self._outside += 1
        if self._outside > self._most_recent:
            self._forget()
        return False

    def merge(self, other: PageSample) -> None:
        """Add the pages of another sample.

        Of samples that were restarted, the one that was so later is kept alone.
        """
        if other._since < self._since:
            return
        if other._since > self._since:
            self._since, self._below = other._since, other._below
            self._pages, self._keys = {}, array("Q")
        self._below = min(self._below, other._below)
        for key, page in other._pages.items():
            self._put(key, page)
        for key in other._keys:
            self._count(key)
        self._shrink()
        self._forget()
        self._tally.forget()

    def restart(self) -> None:
        """Forget all pages but the latest ones."""
        kept = self._recent()
        self._pages = {key: self._pages[key] for key in kept}
        self._since = min((page.time for page in self._pages.values()), default=self._since)
        self._below = ALL
        self._keys = array("Q", sorted(kept))
        self._tally.forget()

    def frequent(self, least: Callable[[int], int], least_pages: int = 1) -> frozenset[int]:
        """The entries that stand on enough of the pages. Pages with the same entries are one.

        :param least: how many pages an entry has to stand on, of so many pages
        :param least_pages: of fewer pages nothing is told
        """
        sampled = self._sampled()
        distinct = list({page.entries.tobytes(): page for page in sampled}.values())
        if len(distinct) < least_pages:
            return frozenset()
        entries = [page.entries for page in distinct]
        same = len(distinct) == len(sampled)
        counts = self._tally.of(entries) if same else Counter(chain.from_iterable(entries))
        limits = sorted([page.limit for page in distinct])
        if limits[0] == ALL:
            need = least(len(distinct))
            return frozenset([e for e, count in counts.items() if count >= need])
        needs = [least(len(distinct) - cut) for cut in range(bisect_left(limits, ALL) + 1)]
        fewest = min(needs)  # most entries stand on fewer
        often = [e for e, count in counts.items() if count >= fewest]
        return frozenset([e for e in often if counts[e] >= needs[bisect_left(limits, e + 1)]])

    def counts(self, entries: Sequence[int]) -> tuple[list[int], int]:
        """On how many pages of the sample each entry stands, and how many pages there are."""
        sampled = self._sampled()
        counts = self._tally.of([page.entries for page in sampled])
        return [counts.get(entry, 0) for entry in entries], len(sampled)

    def recent_counts(self, entries: Iterable[int]) -> list[int] | None:
        """On how many of the latest pages each entry stands.

        None if they are all pages, or too few of the latest ones differ.
        """
        recent = self._recent() if len(self._pages) > self._most_recent else []
        if len(recent) < self._most_recent:
            return None
        counts = Counter(chain.from_iterable(self._pages[key].entries for key in recent))
        return [counts[e] for e in entries]

    def _sampled(self) -> list[SampledPage]:
        """The pages of the sample, without those that are only of the latest pages."""
        return [page for key, page in self._pages.items() if key < self._below]

    def _put(self, key: int, page: SampledPage) -> bool:
        known = self._pages.get(key)
        if known is not None:
            page = max(known, page)._replace(size=max(known.size, page.size))
        self._pages[key] = page
        return page != known

    def _count(self, key: int) -> None:
        keys = self._keys
        if len(keys) >= MOST_COUNTED and key >= keys[-1]:
            return
        at = bisect_left(keys, key)
        if at == len(keys) or keys[at] != key:
            keys.insert(at, key)
            del keys[MOST_COUNTED:]

    def _latest(self) -> list[int]:
        """Keys of the latest pages, the latest first."""
        latest = sorted(self._pages, key=lambda key: (self._pages[key].time, key), reverse=True)
        return latest[: 2 * self._most_recent]

    def _recent(self) -> list[int]:
        """Keys of those of the latest pages that differ."""
        differing: dict[bytes, int] = {}
        for key in self._latest():
            differing.setdefault(self._pages[key].entries.tobytes(), key)
        return list(differing.values())[: self._most_recent]

    def _shrink(self) -> list[SampledPage]:
        """Lower the greatest key of the sample until it keeps its bounds.

        :return: the pages that are of the sample no more
        """
        sampled = sorted(key for key in self._pages if key < self._below)
        entries = sum([self._pages[key].size for key in sampled])
        gone: list[SampledPage] = []
        while len(sampled) > self._most_pages or entries > MOST_ENTRIES:
            self._below = sampled.pop()
            gone.append(self._pages[self._below])
            entries -= gone[-1].size
        return gone

    def _forget(self) -> None:
        """Drop the pages that are neither in the sample nor of the latest pages."""
        self._outside = 0
        latest = set(self._latest())
        self._pages = {
            key: page if key < self._below else page._replace(size=len(page.entries))
            for key, page in self._pages.items()
            if key < self._below or key in latest
        }

    @staticmethod
    def state(most_pages: int = MOST_PAGES, recent: int = RECENT) -> Check:
        """What the state of such a sample may hold."""
        page = cells(
            whole(0, ALL - 1),
            NUMBER,
            whole(0, ALL),
            whole(1, MOST_OF_PAGE),
            hashes(MOST_OF_PAGE),
        )
        return fields(
            below=whole(0, ALL),
            since=NUMBER,
            keys=hashes(MOST_COUNTED),
            rows=items(page, most_pages + 2 * recent),
        )

    def to_state(self) -> dict[str, Any]:
        """Plain values that `from_state` takes back."""
        self._forget()
        return {
            "below": self._below,
            "since": self._since,
            "keys": text_of(self._keys),
            "rows": [
                [key, page.time, page.limit, page.size, text_of(array("Q", page.entries))]
                for key, page in sorted(self._pages.items())
            ],
        }

    @classmethod
    def from_state(
        cls, state: Mapping[str, Any], most_pages: int = MOST_PAGES, recent: int = RECENT
    ) -> PageSample:
        """The sample of which `to_state` gave the values."""
        sample = cls(most_pages, recent)
        sample._below = state["below"]
        sample._since = float(state["since"])
        sample._keys = hashes_of(state["keys"])
        sample._pages = {
            key: SampledPage(time, _array(hashes_of(entries)), limit, size)
            for key, time, limit, size, entries in state["rows"]
        }
        return sample


def packed(entries: Iterable[int]) -> bytes:
    """A set of entries in 8 bytes each; see `unpacked`."""
    return array("Q", sorted(entries)).tobytes()


@lru_cache(maxsize=64)
def unpacked(entries: bytes) -> frozenset[int]:
    """The set of entries that were `packed`.

    Sets take ten times the memory: only those that were used last are kept.
    """
    return frozenset(array("Q", entries))


def _array(entries: Sequence[int]) -> array[int]:
    """Sorted entries as an array, in 4 bytes each if they are all so small."""
    return array("Q" if entries and entries[-1] >> 32 else "I", entries)


def _hash(entries: array[int]) -> int:
    return int.from_bytes(blake2b(bytes_of(entries), digest_size=8).digest())

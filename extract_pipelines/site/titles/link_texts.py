"""What the links of a site call the pages that they lead to: a list of threads has their titles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Set
from typing import Any, ClassVar, Final
from zlib import crc32

from extract_pipelines.learned.counts import keep, keep_larger
from extract_pipelines.learned.state import COUNT, Check, cells, items, whole
from extract_pipelines.page import Page

# So many links are remembered, the latest ones; and twice as many until older ones are forgotten.
MOST_LINKS: Final = 1500
# Characters of a text that may be a title, and leaves that it is made of.
SHORTEST, LONGEST = 2, 300
MOST_LEAVES: Final = 4
# A text that leads to more pages is a button.
MOST_PAGES: Final = 2


class LinkTexts:
    """The texts of links, by the pages that they lead to.

    Addresses are told apart by the last two parts of their paths and their queries, which need not
    be made absolute: a page may have a thousand links.
    """

    def __init__(self) -> None:
        self.seen: dict[tuple[int, int], int] = {}
        """For a page and a text, as hashes of 32 bits, when a link had them last, in seconds."""
        self._texts: dict[int, set[int]] = {}
        self._pages: Counter[int] = Counter()

    def learn(self, page: Page) -> None:
        """Add the links of a page to others."""
        time, own = int(page.downloaded.timestamp()), _hashed(_ending(page.url))
        folder = page.base.partition("?")[0].rpartition("/")[0]
        for address, text in _links(page):
            is_beside = "/" not in address
            leads_to = _hashed(_ending(f"{folder}/{address}" if is_beside else address))
            if leads_to != own:
                self._add((leads_to, hash_of(text)), time)
        if len(self.seen) > 2 * MOST_LINKS:
            self._forget()

    def of(self, page: Page) -> Set[int]:
        """What links on other pages call a page, and hardly any other one; see `hash_of`."""
        texts = self._texts.get(_hashed(_ending(page.url)), set())
        return {text for text in texts if self._pages[text] <= MOST_PAGES}

    def _add(self, link: tuple[int, int], time: int) -> None:
        if link not in self.seen:
            page, text = link
            self._texts.setdefault(page, set()).add(text)
            self._pages[text] += 1
        self.seen[link] = max(time, self.seen.get(link, 0))

    def _forget(self) -> None:
        keep(self.seen, MOST_LINKS)
        kept, self.seen, self._texts, self._pages = self.seen, {}, {}, Counter()
        for link, time in kept.items():
            self._add(link, time)

    def merge(self, other: LinkTexts) -> None:
        """Add the links that another worker saw: a merge that is done again changes nothing."""
        keep_larger(self.seen, other.seen)
        self._forget()

    STATE: ClassVar[Check] = items(
        cells(whole(most=2**32 - 1), whole(most=2**32 - 1), COUNT), 2 * MOST_LINKS
    )

    def to_state(self) -> list[list[int]]:
        """Plain values that `from_state` takes back."""
        return [[*link, time] for link, time in self.seen.items()]

    @classmethod
    def from_state(cls, state: list[Any]) -> LinkTexts:
        """The texts of which `to_state` gave the values."""
        texts = cls()
        for page, text, time in state:
            texts._add((page, text), time)
        return texts


def hash_of(text: str) -> int:
    """The hash of a link's text, however its letters are written."""
    return _hashed(text.lower())


def _links(page: Page) -> Iterator[tuple[str, str]]:
    """The addresses of a page's links, as they are written there, and their texts."""
    tags, leaves = page.tags, page.leaves
    for node, address in page.values("href").items():
        first, last = page.leaf_range(node)
        if tags[node] != "a" or not 0 < last - first <= MOST_LEAVES or address.startswith("#"):
            continue
        text = " ".join([leaf.text for leaf in leaves[first:last]])
        if SHORTEST <= len(text) <= LONGEST:
            yield address, text


def _ending(address: str) -> str:
    """The last two parts of an address's path, and its query."""
    path, mark, query = address.partition("#")[0].partition("?")
    whole_path = path.partition("://")[2].partition("/")[2] if "://" in path else path
    return "/".join(whole_path.strip("/").split("/")[-2:]) + mark + query


def _hashed(text: str) -> int:
    return crc32(text.encode("utf-8", "surrogatepass"))

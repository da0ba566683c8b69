"""What the links of a site call the pages that they lead to: a list of threads has their titles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

from extract_pipelines.learned.counts import keep, keep_larger
from extract_pipelines.learned.hashes import hashed
from extract_pipelines.learned.state import COUNT, Check, cells, items, whole
from extract_pipelines.page import Page

# So many links are remembered, the latest ones; and twice as many until older ones are forgotten.
MOST_LINKS: Final = 1500
# Characters of a text that may be a title, and leaves that it is made of.
SHORTEST, LONGEST = 2, 300
MOST_LEAVES: Final = 4
# A text that leads to so many pages is a button: its links to more are not remembered.
PAGES_OF_BUTTON: Final = 3
_BITS: Final = 32
_HASH: Final = (1 << _BITS) - 1


class LinkTexts:
    """The texts of links, and the pages that they lead to, both as hashes of 32 bits.

    Addresses are told apart by the last two parts of their paths and their queries, which need not
    be made absolute: a page may have a thousand links.
    """

    def __init__(self) -> None:
        self.seen: dict[int, int] = {}
        """For each text (its hash times `PAGES_OF_BUTTON`, and the number of a page it leads to)
        when it was last seen, in seconds, and in the lower 32 bits that page."""

    def learn(self, page: Page) -> None:
        """Add the links of a page to others."""
        time, own = int(page.downloaded.timestamp()), hashed(_ending(page.url))
        folder = page.base.partition("?")[0].rpartition("/")[0]
        for address, text in _links(page):
            is_beside = "/" not in address
            leads_to = hashed(_ending(f"{folder}/{address}" if is_beside else address))
            if leads_to != own:
                self._add(hashed(text.lower()), leads_to, time)
        if len(self.seen) > 2 * MOST_LINKS:
            keep(self.seen, MOST_LINKS)

    def _add(self, text: int, page: int, time: int) -> None:
        for place in range(text * PAGES_OF_BUTTON, (text + 1) * PAGES_OF_BUTTON):
            known = self.seen.get(place)
            if known is None or known & _HASH == page:
                self.seen[place] = max(known or 0, time << _BITS | page)
                return

    def call(self, page: Page, texts: Sequence[str]) -> list[bool]:
        """For each text whether links on other pages call a page so, and hardly any other one.

        :param texts: in lower case
        """
        if not self.seen:
            return [False] * len(texts)
        own = hashed(_ending(page.url))
        return [self._leads_to(hashed(text), own) for text in texts]

    def _leads_to(self, text: int, page: int) -> bool:
        first = text * PAGES_OF_BUTTON
        pages = [self.seen.get(place) for place in range(first, first + PAGES_OF_BUTTON)]
        return None in pages and any(one is not None and one & _HASH == page for one in pages)

    def merge(self, other: LinkTexts) -> None:
        """Add the links that another worker saw: a merge that is done again changes nothing."""
        keep_larger(self.seen, other.seen)
        keep(self.seen, 2 * MOST_LINKS)

    STATE: ClassVar[Check] = items(
        cells(whole(most=_HASH * PAGES_OF_BUTTON + PAGES_OF_BUTTON), whole(most=_HASH), COUNT),
        2 * MOST_LINKS,
    )

    def to_state(self) -> list[list[int]]:
        """Plain values that `from_state` takes back."""
        return [[place, one & _HASH, one >> _BITS] for place, one in self.seen.items()]

    @classmethod
    def from_state(cls, state: list[Any]) -> LinkTexts:
        """The texts of which `to_state` gave the values."""
        texts = cls()
        texts.seen.update({place: time << _BITS | page for place, page, time in state})
        return texts


def _links(page: Page) -> Iterator[tuple[str, str]]:
    """The addresses of a page's links, as they are written there, and their texts."""
    tags, leaves = page.tags, page.leaves
    for node, address in page.flat.values("href").items():
        first, last = page.flat.leaf_range(node)
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

"""Who opens the pages of a kind, and who answers there: in a forum these are the same members.

An article has an author of the site's own, and readers who comment. A thread is opened by one of
those who answer elsewhere, each by another one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final
from zlib import crc32

from extract_pipelines.learned.counts import keep
from extract_pipelines.learned.state import COUNT, TEXT, cells, fields, items, whole
from extract_pipelines.page import Page
from extract_pipelines.posts.records.element_names import ElementNames

# Log odds of a thread where members open the pages. So many of them tell it, if they opened such a
# share of the pages, and not the same few opened all of them, as those who run a blog do.
MEMBERS_OPEN: Final = 2.5
FEWEST_OPENERS: Final = 3
LEAST_SHARE: Final = 0.05
LEAST_VARIETY: Final = 0.15
MOST_NAMES: Final = 500
MOST_OPENERS: Final = 200
# Characters of a line that tells who opened a page, and when.
LONGEST_LINE: Final = 120
# What parts a name from what else stands in such a line: "anna / 2022.05.24 / 85".
_EDGES: Final = re.compile(r"\s*[/|·,:，：—–]\s*|\s+-\s+|\s{2,}")


class Members:
    """The names of those who answered on pages of a kind, and who of them opened others.

    Names are kept as hashes of 32 bits.
    """

    def __init__(self) -> None:
        self.pages = 0
        self.names: Counter[int] = Counter()
        """On how many pages somebody answered."""
        self.openers: Counter[tuple[str, int]] = Counter()
        """How many pages somebody opened who had answered on others, by the place of the name."""
        self.doubtful = 0
        """On how many pages answers were taken for comments that would be posts by `odds`."""

    def add(self, page: Page, names: ElementNames, start: int, authors: Iterable[str]) -> None:
        """Add a page.

        :param names: the names of its elements
        :param start: index of the first element of its answers
        :param authors: who answered
        """
        self.pages += 1
        if self.names:
            self.openers.update(self._named_before(page, names, start))
            keep(self.openers, MOST_OPENERS)
        self.names.update({_hashed(author) for author in authors})
        keep(self.names, MOST_NAMES)

    def _named_before(
        self, page: Page, names: ElementNames, start: int
    ) -> Iterator[tuple[str, int]]:
        """Members who are named before the answers, each where no other one is named.

        Where several are, a list tells of the latest posts, or of who is online.
        """
        named: dict[str, list[int]] = {}
        for leaf in page.leaves[: page.leaf_range(start)[0]]:
            text = leaf.text
            if len(text) <= LONGEST_LINE:
                known = {_hashed(part) for part in _EDGES.split(text) if part} & self.names.keys()
                if known:
                    named.setdefault(names.full_name(leaf.node), []).extend(known)
        for place, found in named.items():
            if len(found) == 1:
                yield place, found[0]

    @property
    def odds(self) -> float:
        """Log odds that the pages are threads, by whether those who answer open them, too."""
        return MEMBERS_OPEN if self.count_openers() else 0.0

    def count_openers(self) -> int:
        """How many members open pages; 0 if they are too few to tell."""
        opened: dict[str, list[int]] = {}
        for (place, _), pages in self.openers.items():
            opened.setdefault(place, []).append(pages)
        telling = (
            len(pages)
            for pages in opened.values()
            if len(pages) >= max(FEWEST_OPENERS, LEAST_VARIETY * sum(pages))
            and sum(pages) >= LEAST_SHARE * self.pages
        )
        return max(telling, default=0)

    def merge(self, other: Members) -> None:
        """Keep of each count the larger: a merge that is done again changes nothing."""
        self.pages = max(self.pages, other.pages)
        self.doubtful = max(self.doubtful, other.doubtful)
        self.names |= other.names
        self.openers |= other.openers
        keep(self.names, MOST_NAMES)
        keep(self.openers, MOST_OPENERS)

    STATE: ClassVar = fields(
        pages=COUNT,
        doubtful=COUNT,
        names=items(cells(whole(most=2**32 - 1), COUNT), MOST_NAMES),
        openers=items(cells(TEXT, whole(most=2**32 - 1), COUNT), MOST_OPENERS),
    )

    def to_state(self) -> dict[str, Any]:
        """Plain values that `from_state` takes back."""
        return {
            "pages": self.pages,
            "doubtful": self.doubtful,
            "names": [[name, pages] for name, pages in self.names.items()],
            "openers": [[place, name, pages] for (place, name), pages in self.openers.items()],
        }

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Members:
        """The members of whom `to_state` told."""
        members = cls()
        members.pages, members.doubtful = state["pages"], state["doubtful"]
        members.names.update(dict(state["names"]))
        for place, name, pages in state["openers"]:
            members.openers[place, name] = pages
        return members


def _hashed(name: str) -> int:
    return crc32(name.encode("utf-8", "surrogatepass"))

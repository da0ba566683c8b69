"""Who opens the pages of a kind, and who answers there: in a forum these are the same members.

An article has an author of the site's own, and readers who comment. A thread is opened by one of
those who answer elsewhere, each by another one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import pairwise
from typing import Any, ClassVar, Final

from extract_pipelines.learned.counts import keep
from extract_pipelines.learned.hashes import hashed
from extract_pipelines.learned.state import COUNT, TEXT, cells, fields, items, whole
from extract_pipelines.page import Page
from extract_pipelines.posts.records.element_names import ElementNames

# Log odds of a thread where members open the pages. So many of them tell it, if they opened such a
# share of the pages, and gave such a share of the answers on pages of others: authors give few.
# Of two pages that members opened one opened both so rarely: those who run a blog are few.
MEMBERS_OPEN: Final = 2.5
FEWEST_OPENERS: Final = 4
LEAST_SHARE: Final = 0.05
LEAST_ANSWERS: Final = 0.3
MOST_BY_ONE: Final = 1 / 7
MOST_NAMES: Final = 500
MOST_OPENERS: Final = 500
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
        """On how many pages somebody answered, other than those that he opened."""
        self.openers: Counter[tuple[str, int]] = Counter()
        """How many pages somebody opened, by the place of the name: one where a member stood."""
        self.doubtful = 0
        """On how many pages answers were taken for comments that would be posts by `odds`."""

    def add(self, page: Page, names: ElementNames, start: int, authors: Iterable[str]) -> None:
        """Add a page.

        :param names: the names of its elements
        :param start: index of the first element of its answers
        :param authors: who answered
        """
        self.pages += 1
        answered = {hashed(author) for author in authors}
        members = self.names.keys() | answered
        places = {place for place, _ in self.openers}
        for place, leaves in _named(page, names, start, places).items():
            known = {name for parts in leaves for name in parts if name in members}
            if len(known) > 1:  # a list tells of the latest posts, or of who is online
                continue
            answered.difference_update(known)
            is_place = len(leaves) == 1 and (known or place in places)
            self.openers.update((place, name) for name in (leaves[0] if is_place else known))
        self.names.update(answered)
        keep(self.names, MOST_NAMES)
        keep(self.openers, MOST_OPENERS)

    @property
    def odds(self) -> float:
        """Log odds that the pages are threads, by whether those who answer open them, too."""
        return MEMBERS_OPEN if self.count_openers() else 0.0

    def count_openers(self) -> int:
        """How many members open pages; 0 if they are too few to tell."""
        opened: dict[str, dict[int, int]] = {}
        for (place, name), pages in self.openers.items():
            if name in self.names:
                opened.setdefault(place, {})[name] = pages
        return max((len(pages) for pages in opened.values() if self._tells(pages)), default=0)

    def _tells(self, opened: Mapping[int, int]) -> bool:
        """Whether those who opened so many pages each are members like those who answer."""
        pages = sum(opened.values())
        pairs = pages * (pages - 1) // 2
        twice = sum(own * (own - 1) // 2 for own in opened.values())
        answers = sum(self.names[name] for name in opened)
        return (
            len(opened) >= FEWEST_OPENERS
            and pages >= LEAST_SHARE * self.pages
            and twice <= MOST_BY_ONE * pairs
            and answers >= LEAST_ANSWERS * self.names.total()
        )

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


def _named(
    page: Page, names: ElementNames, start: int, places: Set[str]
) -> dict[str, list[set[int]]]:
    """What may be names in the short texts before the answers, by their places.

    What stands at one of some known places, if nothing does before the answers, may stand behind:
    the opening post was taken for the first answer.
    """
    named: dict[str, list[set[int]]] = {}
    behind: dict[str, list[set[int]]] = {}
    first = page.flat.leaf_range(start)[0]
    for index, leaf in enumerate(page.leaves if places else page.leaves[:first]):
        if len(text := leaf.text) <= LONGEST_LINE:
            place = names.full_name(leaf.node)
            if index < first or place in places:
                parts = set(map(hashed, _parts(text)))
                (named if index < first else behind).setdefault(place, []).append(parts)
    return behind | named


def _parts(line: str) -> Iterator[str]:
    """What may be a name in a line; of one with a number, maybe a date, also words and pairs."""
    yield from filter(None, _EDGES.split(line))
    if any(map(str.isdigit, line)):  # "Posted by Anna Berg on 24 May 2022"
        words = line.split()
        yield from words
        yield from map(" ".join, pairwise(words))

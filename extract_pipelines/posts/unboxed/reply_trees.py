"""Boards of one message a page: what tells of several pages that they answer each other.

Each page has a head at the same place, with another author and date, and lines with dates that
lead to pages of its kind. Those of a thread lead to each other; articles lead to others that do
not lead back, or all to the same ones.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence, Set
from typing import Any, ClassVar, Final

from extract_pipelines.items import Floor
from extract_pipelines.learned.counts import keep
from extract_pipelines.learned.hashes import hashed
from extract_pipelines.learned.state import COUNT, TEXT, cells, fields, items, whole
from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import DateMention
from extract_pipelines.posts.unboxed.lone_messages import find_message, read_message

# So many pairs of pages lead to each other, and such a share of those that lead to pages that are
# known; but of all pairs no more lead to each other: those are several threads.
FEWEST_PAIRS: Final = 3
LEAST_MUTUAL: Final = 0.6
MOST_LINKED: Final = 0.5
# A page before it and one behind it, with their dates, are no tree: so many pages are in one.
MOST_NEIGHBOURS: Final = 2
FEWEST_BRANCHING: Final = 2
FEWEST_AUTHORS: Final = 3
# Dates that lead nowhere are those of other posts on the page: so few pages have several.
MOST_UNLINKED: Final = 1
MOST_OTHERS: Final = 0.2
# Where so many have, and more than have none, no more pages of the kind are looked at.
ENOUGH_OTHERS: Final = 8
# Last lines of a message that are looked at, and the share of messages that end with the same.
MOST_ENDING: Final = 3
LEAST_ENDING: Final = 0.5
FEWEST_ENDING: Final = 4
MOST_PAGES: Final = 256
MOST_ROWS: Final = 64
MOST_HEADS: Final = 500
MOST_ENDINGS: Final = 100
_HASH: Final = whole(most=2**32 - 1)


class ReplyTrees:
    """Where the messages of a kind of pages lead, and who wrote them.

    Addresses and names are kept as hashes of 32 bits, of pages those with the smallest.
    """

    def __init__(self) -> None:
        self.pages: dict[int, frozenset[int]] = {}
        """Where a page leads, by its address."""
        self.heads: Counter[tuple[str, int]] = Counter()
        """On how many pages somebody is named beside a date, by the place of that."""
        self.others = 0
        """How many pages have several posts."""
        self.endings: Counter[int] = Counter()
        """How many messages end with a line, apart from their authors' names."""
        self.read = 0
        """How many messages were read for that."""
        self._places: Set[str] | None = None

    def add(self, page: Page, mentions: Sequence[DateMention]) -> None:
        """Add a page.

        :param mentions: its dates
        """
        if self.others >= max(ENOUGH_OTHERS, self.heads.total()):
            return
        message = find_message(page, mentions)
        if message is None or not page.url:
            return
        if message.unlinked > MOST_UNLINKED:
            self.others += 1
            self._places = None
            return
        own = page.url.partition("#")[0]
        rows = sorted(hashed(row) for row in message.rows - {own})
        self.pages[hashed(own)] = frozenset(rows[:MOST_ROWS])
        self._keep_pages()
        self.heads[message.place, hashed(message.head.author)] += 1
        keep(self.heads, MOST_HEADS)
        self._places = None
        places = self.places()
        for floor in read_message(page, mentions, None, places) if places else []:
            self.read += 1
            lines = floor.body.split("\n")[-MOST_ENDING:]
            self.endings.update({_without(line, floor.author) for line in lines})
            keep(self.endings, MOST_ENDINGS)

    def places(self) -> Set[str]:
        """Where the heads of messages have their dates, if the pages of the kind are messages."""
        if self._places is None:
            self._places = self._find_places()
        return self._places

    def _find_places(self) -> Set[str]:
        authors = defaultdict[str, set[int]](set)
        for place, author in self.heads:
            authors[place].add(author)
        found = {place for place, named in authors.items() if len(named) >= FEWEST_AUTHORS}
        return found if found and self._answer_each_other() else set()

    def without_endings(self, floors: list[Floor]) -> list[Floor]:
        """Messages without the lines that most of the kind end with, whoever wrote them."""
        for floor in floors:
            lines, own = floor.body.split("\n"), floor.own_text.split("\n")
            while len(lines) > 1 and self._is_ending(lines[-1], floor.author):
                if own[-1] == lines.pop():
                    own.pop()
            floor.body, floor.own_text = "\n".join(lines), "\n".join(own)
        return floors

    def _is_ending(self, line: str, author: str | None) -> bool:
        pages = self.endings[_without(line, author)]
        return pages >= max(FEWEST_ENDING, LEAST_ENDING * self.read)

    def _answer_each_other(self) -> bool:
        if self.others > MOST_OTHERS * self.heads.total():
            return False
        known = [(page, rows.intersection(self.pages)) for page, rows in self.pages.items()]
        linked = sum(len(rows) for _, rows in known)
        mutual = sum(page in self.pages[row] for page, rows in known for row in rows)
        branching = sum(map(self._branches, self.pages.values()))
        return (
            mutual >= 2 * FEWEST_PAIRS
            and mutual >= LEAST_MUTUAL * linked
            and linked <= MOST_LINKED * len(known) * (len(known) - 1)
            and branching >= FEWEST_BRANCHING
        )

    def _branches(self, rows: Set[int]) -> bool:
        """Whether a page is no link of a chain: it leads to more, or these to each other."""
        if len(rows) != MOST_NEIGHBOURS:
            return len(rows) > MOST_NEIGHBOURS
        one, other = rows
        return other in self.pages.get(one, ()) or one in self.pages.get(other, ())

    def _keep_pages(self) -> None:
        """Of too many pages keep those with the smallest hashes, whatever came first."""
        for page in sorted(self.pages)[MOST_PAGES:]:
            del self.pages[page]

    def merge(self, other: ReplyTrees) -> None:
        """Add what another worker learned: a merge that is done again changes nothing."""
        for page, rows in other.pages.items():
            both = sorted(self.pages.get(page, frozenset()) | rows)
            self.pages[page] = frozenset(both[:MOST_ROWS])
        self._keep_pages()
        self.heads |= other.heads
        self.endings |= other.endings
        self.read = max(self.read, other.read)
        self.others = max(self.others, other.others)
        self._places = None
        keep(self.endings, MOST_ENDINGS)
        keep(self.heads, MOST_HEADS)

    STATE: ClassVar = fields(
        pages=items(cells(_HASH, items(_HASH, MOST_ROWS)), MOST_PAGES),
        heads=items(cells(TEXT, _HASH, COUNT), MOST_HEADS),
        endings=items(cells(_HASH, COUNT), MOST_ENDINGS),
        others=COUNT,
        read=COUNT,
    )

    def to_state(self) -> dict[str, Any]:
        """Plain values that `from_state` takes back."""
        return {
            "pages": [[page, sorted(rows)] for page, rows in self.pages.items()],
            "heads": [[place, name, pages] for (place, name), pages in self.heads.items()],
            "endings": [[line, pages] for line, pages in self.endings.items()],
            "others": self.others,
            "read": self.read,
        }

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> ReplyTrees:
        """The trees of which `to_state` told."""
        trees = cls()
        trees.pages = {page: frozenset(rows) for page, rows in state["pages"]}
        for place, name, pages in state["heads"]:
            trees.heads[place, name] = pages
        trees.endings.update(dict(state["endings"]))
        trees.others, trees.read = state["others"], state["read"]
        return trees


def _without(line: str, author: str | None) -> int:
    """A line without the name of its author, as a hash."""
    return hashed(line.replace(author, "") if author else line)

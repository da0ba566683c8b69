"""What the pages of a kind say that their records are: the posts of a thread, comments, or rows."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar, Final

from extract_pipelines.learned.state import COUNT, one_of, table

VERDICTS: Final[tuple[str, ...]] = ("floors", "comments", "rows")
# Of so many learned pages one is looked at as if little of the kind were known.
EACH_IN_FULL: Final = 8


class PageVotes:
    """For each of `VERDICTS` on how many pages with several records these looked like it."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def add(self, verdict: str) -> None:
        """Add a page.

        :param verdict: one of `VERDICTS`
        """
        self.counts[verdict] += 1

    def turn(self, verdict: str, into: str, pages: int) -> None:
        """Count some pages of one verdict for another one, as something tells it better."""
        pages = min(pages, self.counts[verdict])
        self.counts[verdict] -= pages
        self.counts[into] += pages

    @property
    def learns_in_full(self) -> bool:
        """Whether the next page is learned without shortcuts: one of `EACH_IN_FULL` pages is."""
        return self.counts.total() % EACH_IN_FULL == 0

    def are_no_rows(self) -> bool:
        """Whether most pages of the kind are no lists."""
        return self.counts.total() > 2 * self.counts["rows"]

    def are_rows(self) -> bool:
        """Whether most pages of the kind are lists."""
        return 2 * self.counts["rows"] > self.counts.total()

    def are_threads(self) -> bool:
        """Whether more pages have floors than anything else."""
        return self.counts["floors"] > self.counts["comments"] + self.counts["rows"]

    def floors_less_comments(self) -> int:
        """How many more pages have floors than comments."""
        return self.counts["floors"] - self.counts["comments"]

    def merge(self, other: PageVotes) -> None:
        """Keep of each count the larger: a merge that is done again changes nothing."""
        self.counts |= other.counts

    STATE: ClassVar = table(COUNT, len(VERDICTS), one_of(*VERDICTS))

    def to_state(self) -> dict[str, int]:
        """Plain values that `from_state` takes back."""
        return dict(self.counts)

    @classmethod
    def from_state(cls, state: dict[str, int]) -> PageVotes:
        """The votes of which `to_state` gave the values."""
        votes = cls()
        votes.counts.update(state)
        return votes

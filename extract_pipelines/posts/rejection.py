"""What makes it doubtful that records are floors, once they have been read."""

from __future__ import annotations

from collections.abc import Sequence

from extract_pipelines.items import Floor
from extract_pipelines.items.trace import GroupRefused, tell
from extract_pipelines.page import Page
from extract_pipelines.posts.records import Candidate
from extract_pipelines.posts.views import RecordView

# Fewer records do not tell by themselves what they are.
FEWEST_ROWS = 3
# Least score of two records that are no comments.
LEAST_OF_TWO = 0.1
# Least share of the records that have an author.
LEAST_SIGNED = 0.3
# Most of the records that may say nothing in their own element; half of it if others say the same.
MOST_EMPTY = 0.7
# Least share of the text in records that floors say, where some of the records say nothing.
LEAST_SAID = 0.1


def are_few(best: Candidate) -> bool:
    """Whether the records are too few for what they score."""
    return len(best.records) < FEWEST_ROWS and best.score < LEAST_OF_TWO


def are_unsigned(floors: Sequence[Floor]) -> bool:
    """Whether hardly one of the floors has an author."""
    return sum(floor.author is not None for floor in floors) < LEAST_SIGNED * len(floors)


def are_empty(floors: Sequence[Floor]) -> bool:
    """Whether hardly one of the floors says anything of its own, as cells do that tell when."""
    empty = sum(not (floor.body or floor.images) for floor in floors)
    most = MOST_EMPTY if len({floor.body for floor in floors}) > 2 else MOST_EMPTY / 2
    return len(floors) >= FEWEST_ROWS and empty > most * len(floors)


def say_little(page: Page, views: Sequence[RecordView], floors: Sequence[Floor]) -> bool:
    """Whether the floors have next to nothing of what their records hold: they were misread."""
    leaves = (page.leaves[index] for view in views for index in view.leaves)
    held = sum(len(leaf.text) for leaf in leaves if not leaf.in_link)
    return sum(len(floor.body) for floor in floors) < LEAST_SAID * held


def tell_refused(group: Candidate, why: str) -> None:
    """Tell who listens why records are no floors."""
    tell(lambda: GroupRefused(group, why))


def without_form(floors: list[Floor]) -> list[Floor]:
    """The floors without the last, if it alone has no author: the form for an answer has none."""
    *others, last = floors
    is_form = not last.author and len(others) > 1 and all(floor.author for floor in others)
    return others if is_form else floors

"""Where on a page its article begins and ends: what is above and below is of others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from extract_pipelines.page import Leaf

# A shorter text may stand in the title by chance.
SHORTEST_TITLE: Final = 5
# Leaves of the body that may be its title and byline still.
FIRST_LEAVES: Final = 3


class Bounds(NamedTuple):
    """Indices into a page's leaves."""

    title: int
    """The leaf that shows the title; -1 if none does."""
    start: int
    """The first leaf of the body."""
    end: int
    """The one after the body's last."""

    @property
    def beginning(self) -> int:
        """The leaf that the article begins with: its title's, or else its body's first."""
        return self.start if self.title < 0 else self.title


def find_bounds(leaves: Sequence[Leaf], body: Sequence[Leaf], title: str) -> Bounds:
    """Where the article stands among the leaves.

    The title is a main heading in the text that is a part of ``<title>``, or else the last text
    before or at its beginning that is, or else the last heading there.

    :param leaves: the page's leaves
    :param body: those of its main text, in document order
    :param title: text of ``<title>``
    """
    if not body:
        return Bounds(-1, 0, len(leaves))
    start = next(index for index, leaf in enumerate(leaves) if leaf is body[0])
    end = next(index for index in range(len(leaves), 0, -1) if leaves[index - 1] is body[-1])
    for index in range(start + FIRST_LEAVES, end):
        if "/h1" in leaves[index].path and leaves[index].text in title:
            return Bounds(index, start, end)
    heading = -1
    for index in range(min(start + FIRST_LEAVES, end) - 1, -1, -1):
        leaf = leaves[index]
        if len(leaf.text) >= SHORTEST_TITLE and leaf.text in title and not leaf.in_link:
            return Bounds(index, start, end)
        if heading < 0 and ("/h1" in leaf.path or "/h2" in leaf.path):
            heading = index
    return Bounds(heading, start, end)

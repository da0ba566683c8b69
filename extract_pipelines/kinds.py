"""The kinds of pages of one site (index, list, thread, ...), told apart by their structure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import asdict, dataclass, field
from typing import Any

from extract_pipelines.floors.clusters import HalfVote
from extract_pipelines.floors.model import FloorModel
from extract_pipelines.template import Template

# Least likeness of a page to the pages of a kind; measured: threads of one site .57 and more,
# pages of two kinds of one site .54 and less.
SAME_KIND = 0.55
# A tag path that stands on this share of a kind's pages is one of its marks.
COMMON_PATH = 0.25
MOST_KINDS = 16
MOST_PATHS = 1000


@dataclass(slots=True)
class Kind:
    """Pages of one structure on one site (threads, say) and what they share."""

    template: Template = field(default_factory=Template)
    pages: int = 0
    """Pages that were taken for this kind, repeated ones too."""
    paths: Counter[str] = field(default_factory=Counter)
    """On how many of the pages each tag path stands."""
    halves: HalfVote = field(default_factory=HalfVote)
    """Which half of a floor is the body, by all floors of the kind."""
    thread_pages: int = 0
    """Pages with several floors."""
    records: FloorModel = field(default_factory=FloorModel)
    """The records of the kind's pages and the slots in them."""

    def likeness(self, paths: Set[str]) -> float:
        """How alike a page with these tag paths is to the kind's pages, 0 to 1.

        The mean of the Jaccard and the overlap coefficient: parts that some pages lack weigh less
        than structure that none of the kind has.
        """
        marks = {path for path, count in self.paths.items() if count >= COMMON_PATH * self.pages}
        if not paths or not marks:
            return 0.0
        both = len(paths & marks)
        return (both / len(paths | marks) + both / min(len(paths), len(marks))) / 2

    def count(self, paths: Set[str]) -> None:
        """Add a page of the kind with these tag paths."""
        self.pages += 1
        self.paths.update(paths)
        if len(self.paths) > MOST_PATHS:
            self.paths = Counter(dict(self.paths.most_common(MOST_PATHS // 2)))

    def to_state(self) -> dict[str, Any]:
        """Plain values that `from_state` takes back."""
        return {
            "template": self.template.to_state(),
            "pages": self.pages,
            "paths": dict(self.paths),
            "halves": asdict(self.halves),
            "thread_pages": self.thread_pages,
            "records": self.records.to_state(),
        }

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Kind:
        """The kind of which `to_state` gave the values."""
        return cls(
            template=Template.from_state(state["template"]),
            pages=state["pages"],
            paths=Counter(state["paths"]),
            halves=HalfVote(**state["halves"]),
            thread_pages=state["thread_pages"],
            records=FloorModel.from_state(state["records"]),
        )


def nearest(kinds: Sequence[Kind], paths: Set[str]) -> Kind | None:
    """The kind that a page with these tag paths is most alike to, if alike enough."""
    likeness = [kind.likeness(paths) for kind in kinds]
    best = max(range(len(kinds)), key=likeness.__getitem__, default=None)
    if best is None or (likeness[best] < SAME_KIND and len(kinds) < MOST_KINDS):
        return None
    return kinds[best]

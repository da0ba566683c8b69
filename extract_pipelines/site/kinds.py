"""The kinds of pages of one site (index, list, thread, ...), told apart by their structure."""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from typing import Any, ClassVar, Final, overload

from extract_pipelines.learned.state import COUNT, NUMBER, all_of, fields, items, whole
from extract_pipelines.site.kind import STRUCTURE_PAGES, Fingerprints, Kind
from extract_pipelines.template import LEAST_KNOWN, SUPPORT

# Least likeness of a page to the pages of its kind. Measured on forums, by structure alone: threads
# of one site .67 and more, a list and a thread .64 and less, other pages without threads up to .75.
SAME_KIND: Final = 0.75
# Least likeness of a page that is read as one of a kind, but not learned.
READ_AS_KIND: Final = 0.55
# Least likeness of two kinds that are one.
JOINED: Final = 0.85
MOST_KINDS: Final = 16
# So many pages in a row with nothing of the older kinds' templates, so many of them with a template
# of their own, are a new design of a site.
REDESIGN_PAGES: Final = 8
LEAST_NEW: Final = 3
# Of a template a page of another design has less than this share, or less than so many entries.
DESIGN_SHARE: Final = 0.1
LEAST_DESIGN: Final = 3


def _are_numbered(state: dict[str, Any], path: str) -> None:
    """The pages of the kinds have numbers among those of the site."""
    for i, kind in enumerate(state["kinds"]):
        whole(0, state["pages"])(kind["last"], f"{path}.kinds[{i}].last")
        whole(0, kind["last"])(kind["first"], f"{path}.kinds[{i}].first")


class Kinds(Sequence[Kind]):
    """The kinds of one site's pages, told apart as the pages stream in.

    At most `MOST_KINDS` are kept: the one that is least in use goes first, so that odd pages take
    the place of each other, and the kinds of an old design go when there is no room.

    :ivar pages: pages that were learned
    :ivar redesigns: new designs that were noticed: a template that was learned afresh, or new kinds
        of pages only that have nothing of the older kinds' templates
    :param support: see `Template`
    """

    def __init__(self, support: float = SUPPORT) -> None:
        self.support = support
        self.pages = 0
        self.redesigns = 0
        self._kinds: list[Kind] = []
        self._time = 0.0
        """When the last page was seen; of pages seen at the same time the order counts."""
        self._design_since = 0
        """Number of the last page that had something of an older kind's template."""
        self._new_design = 0
        """Pages since then that tell of another design."""

    def __len__(self) -> int:
        return len(self._kinds)

    @overload
    def __getitem__(self, index: int) -> Kind: ...
    @overload
    def __getitem__(self, index: slice) -> list[Kind]: ...
    def __getitem__(self, index: int | slice) -> Kind | list[Kind]:
        return self._kinds[index]

    def nearest(self, structure: Set[int], shape: str, least: float = SAME_KIND) -> Kind | None:
        """The kind that a page of this structure is most alike to, if it is at least so alike."""
        likeness = [kind.likeness(structure, shape) for kind in self._kinds]
        best = max(range(len(likeness)), key=likeness.__getitem__, default=None)
        return None if best is None or likeness[best] < least else self._kinds[best]

    def learn(self, page: Fingerprints) -> Kind:
        """Stream one more page into its kind, a new one if it is like none.

        :return: the kind
        """
        kind = self.nearest(page.structure, page.shape)
        self.pages += 1
        self._time = max(page.time, math.nextafter(self._time, math.inf))
        page = page._replace(time=self._time)
        if kind is None:
            kind = Kind(self.support)
            self._kinds.append(kind)
        redesigns = kind.template.redesigns
        kind.learn(page, self.pages)
        self.redesigns += kind.template.redesigns - redesigns
        if kind.pages <= STRUCTURE_PAGES:
            self._join(kind)
        self._keep(MOST_KINDS, but=kind)
        self._watch(kind, page.texts)
        return kind

    def _join(self, kind: Kind) -> None:
        """Join another kind to this one if they turned out to be one: whichever page came first."""
        for other in self._kinds:
            if other is not kind and other.likeness(kind.structure, kind.shape) >= JOINED:
                kind.merge(other)
                other.template = kind.template
                self._kinds.remove(other)
                return

    def _keep(self, most: int, but: Kind | None = None) -> None:
        while len(self._kinds) > most:
            others = [kind for kind in self._kinds if kind is not but]
            self._kinds.remove(min(others, key=lambda kind: kind.use(self.pages)))

    def _watch(self, kind: Kind, page: Set[int]) -> None:
        """Notice that the older kinds' design is gone: they are retired then.

        Pages of new kinds tell so that share something, have texts of their own, and have nothing
        of the older kinds. Error pages and the like tell nothing.
        """
        older = [known for known in self._kinds if self._is_older(known)]
        if not older or any(_has_design(page, known.template.entries) for known in older):
            self._design_since, self._new_design = self.pages, 0
            return
        shared = kind.template.entries
        is_new = kind.first > self._design_since and len(shared) >= LEAST_DESIGN
        self._new_design += is_new and len(page - shared) >= LEAST_DESIGN
        if self.pages - self._design_since >= REDESIGN_PAGES and self._new_design >= LEAST_NEW:
            self.redesigns += 1
            for known in self._kinds:
                if known.last <= self._design_since:
                    known.retire()
            self._design_since, self._new_design = self.pages, 0

    def _is_older(self, kind: Kind) -> bool:
        known = kind.template
        return (
            kind.first <= self._design_since
            and known.pages >= LEAST_KNOWN
            and len(known.entries) >= LEAST_DESIGN
        )

    def merge(self, other: Kinds) -> None:
        """Add what another worker learned of the same site; see `Kind.merge`.

        Kinds of both are the same if their structure is alike, or if it is about so and they have
        pages in common.
        """
        for theirs in other:
            own = self._with_pages_of(theirs) or self.nearest(theirs.structure, theirs.shape)
            if own is None:
                own = Kind(self.support)
                self._kinds.append(own)
            own.merge(theirs)
        self.pages = max(self.pages, other.pages)
        self.redesigns = max(self.redesigns, other.redesigns)
        self._time = max(self._time, other._time)
        self._design_since = max(self._design_since, other._design_since)
        self._keep(MOST_KINDS)

    def _with_pages_of(self, other: Kind) -> Kind | None:
        """The kind with the most of the other's pages, if it is about like it."""
        keys = other.template.keys
        like = [
            kind
            for kind in self._kinds
            if kind.likeness(other.structure, other.shape) >= READ_AS_KIND
            and not keys.isdisjoint(kind.template.keys)
        ]
        return max(like, key=lambda kind: len(kind.template.keys & keys), default=None)

    STATE: ClassVar = all_of(
        fields(
            pages=COUNT,
            redesigns=COUNT,
            time=NUMBER,
            design_since=COUNT,
            new_design=COUNT,
            kinds=items(Kind.STATE, MOST_KINDS),
        ),
        _are_numbered,
    )

    def to_state(self) -> dict[str, Any]:
        """Plain values (JSON) that `from_state` takes back."""
        return {
            "pages": self.pages,
            "redesigns": self.redesigns,
            "time": self._time,
            "design_since": self._design_since,
            "new_design": self._new_design,
            "kinds": [kind.to_state() for kind in self._kinds],
        }

    @classmethod
    def from_state(cls, state: dict[str, Any], support: float = SUPPORT) -> Kinds:
        """The kinds of which `to_state` gave the values."""
        kinds = cls(support)
        kinds.pages = state["pages"]
        kinds.redesigns = state["redesigns"]
        kinds._time = state["time"]
        kinds._design_since = state["design_since"]
        kinds._new_design = state["new_design"]
        kinds._kinds = [Kind.from_state(kind, support) for kind in state["kinds"]]
        return kinds


def _has_design(page: Set[int], shared: Set[int]) -> bool:
    return len(page & shared) >= max(LEAST_DESIGN, DESIGN_SHARE * len(shared))

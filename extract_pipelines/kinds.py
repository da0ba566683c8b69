"""The kinds of pages of one site (index, list, thread, ...), told apart by their structure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import asdict, replace
from typing import Any, NamedTuple, overload

from extract_pipelines.floors.clusters import HalfVote
from extract_pipelines.floors.model import FloorModel
from extract_pipelines.sample import PageSample
from extract_pipelines.template import LEAST_KNOWN, SUPPORT, Template, entry
from extract_pipelines.urls import url_shape

# Least likeness of a page to the pages of a kind, and what the same shape of URL adds to it.
# Measured on forums: threads of one site .67 and more, a list and a thread .64 and less, other
# pages that are no threads up to .75.
SAME_KIND = 0.75
SAME_SHAPE = 0.15
# Least likeness of a page that is read as one of a kind, but not learned.
READ_AS_KIND = 0.55
# Least likeness of two kinds that are one.
JOINED = 0.85
# What stands on this share of a kind's pages is one of its marks.
COMMON = 0.4
# Pages that a kind's marks are told by, and how many of the latest are kept.
MARKED_PAGES = 8
RECENT_MARKED = 2
MOST_KINDS = 16
# Shapes of URLs that a kind remembers.
MOST_SHAPES = 8
# So many pages in a row with nothing of the older kinds' templates, so many of them with a template
# of their own, are a new skin of a site.
NEW_SKIN = 8
LEAST_NEW = 3
# Of a template a page of another skin has less than this share, or less than so many entries.
SKIN_SHARE = 0.1
LEAST_SKIN = 3
# Learned pages of the site after which a page of a kind counts half for its keeping.
HALF_LIFE = 500


class Fingerprints(NamedTuple):
    """What is learned of one page: hashes of its parts; see `entry`."""

    texts: Set[int]
    """The entries of its texts, and of the parts of its title."""
    structure: Set[int]
    """The entries of its tag paths and class tokens."""
    url: str
    time: float
    """When it was seen, in seconds."""

    @property
    def shape(self) -> str:
        """The shape of its URL; see `url_shape`."""
        return url_shape(self.url)

    @property
    def key(self) -> int | None:
        """What tells the page in a stream: a hash of its address; None if that is not known."""
        address = self.url.partition("#")[0]
        return entry("", address) if address else None


class Kind:
    """Pages of one structure on one site (threads, say) and what they share.

    :ivar pages: pages that were taken for this kind, repeated ones too
    :ivar shapes: on how many of them each shape of URL stood
    :ivar halves: which half of a floor is the body, by all floors of the kind
    :ivar thread_pages: pages with several floors
    :ivar records: the records of the kind's pages and the slots in them

    :param support: see `Template`
    """

    def __init__(self, support: float = SUPPORT) -> None:
        self.template = Template(support)
        self.pages = 0
        self.shapes: Counter[str] = Counter()
        self.halves = HalfVote()
        self.thread_pages = 0
        self.records = FloorModel()
        self.last = 0
        """Number of the last page of the kind among those of the site."""
        self.first = 0
        """Number of the first page."""
        self._use = 0.0
        self._structure = PageSample(MARKED_PAGES, RECENT_MARKED)
        self._marks: frozenset[int] | None = None

    @property
    def marks(self) -> frozenset[int]:
        """Entries of the structure that a good part of the kind's pages have."""
        if self._marks is None:
            self._marks = self._structure.frequent(lambda pages: max(1, round(COMMON * pages)))
        return self._marks

    @property
    def shape(self) -> str:
        """The most common shape of its URLs."""
        return max(self.shapes, key=lambda shape: (self.shapes[shape], shape), default="")

    def likeness(self, structure: Set[int], shape: str = "") -> float:
        """How alike a page is to the kind's pages: 0 to 1, and `SAME_SHAPE` more.

        The mean of the Jaccard and the overlap coefficient: parts that some pages lack weigh less
        than structure that none of the kind has. Pages without a URL count as of the same shape.
        """
        marks = self.marks
        if not structure or not marks:
            return 0.0
        both = len(structure & marks)
        jaccard = both / (len(structure) + len(marks) - both)
        overlap = both / min(len(structure), len(marks))
        return (jaccard + overlap) / 2 + SAME_SHAPE * (not shape or shape in self.shapes)

    def learn(self, page: Fingerprints, number: int) -> None:
        """Add a page of the kind.

        :param number: its number among the site's pages
        """
        self.pages += 1
        self._use = self.use(number) + 1
        self.first = self.first or number
        self.last = number
        self.shapes[page.shape] += 1
        if len(self.shapes) > 2 * MOST_SHAPES:
            self.shapes = Counter(dict(self.shapes.most_common(MOST_SHAPES)))
        redesigns = self.template.redesigns
        self.template.learn(page.texts, page.key, page.time)
        if self._structure.add(page.structure, page.key, page.time):
            self._marks = None
        if self.template.redesigns > redesigns:
            self._structure.restart()
            self._marks = None

    def use(self, number: int) -> float:
        """How much the kind is in use: its pages, the recent ones most.

        :param number: how many pages the site has
        """
        return self._use * math.exp2((self.last - number) / HALF_LIFE)

    def retire(self) -> None:
        """Let the kind be the first to go: another skin has taken its place."""
        self._use = 0.0

    def merge(self, other: Kind) -> None:
        """Add what another worker learned of the same kind of pages.

        Templates and structure merge without loss. Of everything else, what more
        pages told is kept, so that a merge that is done again changes nothing.
        """
        self.template.merge(other.template)
        self._structure.merge(other._structure)
        self._marks = None
        self.records.merge(other.records)
        halves = max(self.halves, other.halves, key=lambda h: (h.before + h.after, h.before))
        self.halves = replace(halves)
        self._use = max(self._use, other._use)
        self.last = max(self.last, other.last)
        self.pages = max(self.pages, other.pages, self.template.pages)
        self.thread_pages = max(self.thread_pages, other.thread_pages)
        self.shapes |= other.shapes

    def to_state(self) -> dict[str, Any]:
        """Plain values (JSON) that `from_state` takes back."""
        return {
            "template": self.template.to_state(),
            "structure": self._structure.to_state(),
            "pages": self.pages,
            "shapes": dict(self.shapes),
            "use": self._use,
            "first": self.first,
            "last": self.last,
            "halves": asdict(self.halves),
            "thread_pages": self.thread_pages,
            "records": self.records.to_state(),
        }

    @classmethod
    def from_state(cls, state: dict[str, Any], support: float = SUPPORT) -> Kind:
        """The kind of which `to_state` gave the values."""
        kind = cls(support)
        kind.template = Template.from_state(state["template"], support)
        kind._structure = PageSample.from_state(state["structure"], MARKED_PAGES, RECENT_MARKED)
        kind.pages = state["pages"]
        kind.shapes = Counter(state["shapes"])
        kind._use = state["use"]
        kind.first = state["first"]
        kind.last = state["last"]
        kind.halves = HalfVote(**state["halves"])
        kind.thread_pages = state["thread_pages"]
        kind.records = FloorModel.from_state(state["records"])
        return kind


class Kinds(Sequence[Kind]):
    """The kinds of one site's pages, told apart as the pages stream in.

    At most `MOST_KINDS` are kept: the one that is least in use goes first, so that odd pages take
    the place of each other, and the kinds of an old skin go when there is no room.

    :ivar pages: pages that were learned
    :ivar redesigns: new skins that were noticed: a template that was learned afresh, or new kinds
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
        self._skin_since = 0
        """Number of the last page that had something of an older kind's template."""
        self._new_skin = 0
        """Pages since then that tell of another skin."""

    def __len__(self) -> int:
        return len(self._kinds)

    @overload
    def __getitem__(self, index: int) -> Kind: ...
    @overload
    def __getitem__(self, index: slice) -> list[Kind]: ...
    def __getitem__(self, index: int | slice) -> Kind | list[Kind]:
        return self._kinds[index]

    def nearest(
        self, structure: Set[int], shape: str = "", least: float = SAME_KIND
    ) -> Kind | None:
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
        if kind.pages <= MARKED_PAGES:
            self._join(kind)
        self._keep(MOST_KINDS, but=kind)
        self._watch(kind, page.texts)
        return kind

    def _join(self, kind: Kind) -> None:
        """Join another kind to this one if they turned out to be one: whichever page came first."""
        for other in self._kinds:
            if other is not kind and other.likeness(kind.marks, kind.shape) >= JOINED:
                kind.merge(other)
                other.template = kind.template
                self._kinds.remove(other)
                return

    def _keep(self, most: int, but: Kind | None = None) -> None:
        while len(self._kinds) > most:
            others = [kind for kind in self._kinds if kind is not but]
            self._kinds.remove(min(others, key=lambda kind: kind.use(self.pages)))

    def _watch(self, kind: Kind, page: Set[int]) -> None:
        """Notice that the older kinds' skin is gone: they are retired then.

        Pages of new kinds tell so that share something, have texts of their own, and have nothing
        of the older kinds. Error pages and the like tell nothing.
        """
        older = [known for known in self._kinds if self._is_older(known)]
        if not older or any(_has_skin(page, known.template.entries) for known in older):
            self._skin_since, self._new_skin = self.pages, 0
            return
        shared = kind.template.entries
        is_new = kind.first > self._skin_since and len(shared) >= LEAST_SKIN
        self._new_skin += is_new and len(page - shared) >= LEAST_SKIN
        if self.pages - self._skin_since >= NEW_SKIN and self._new_skin >= LEAST_NEW:
            self.redesigns += 1
            for known in self._kinds:
                if known.last <= self._skin_since:
                    known.retire()
            self._skin_since, self._new_skin = self.pages, 0

    def _is_older(self, kind: Kind) -> bool:
        known = kind.template
        return (
            kind.first <= self._skin_since
            and known.pages >= LEAST_KNOWN
            and len(known.entries) >= LEAST_SKIN
        )

    def merge(self, other: Kinds) -> None:
        """Add what another worker learned of the same site; see `Kind.merge`.

        Kinds of both are the same if they have pages in common, or else if their structure is
        alike.
        """
        for theirs in other:
            own = self._with_pages_of(theirs) or self.nearest(theirs.marks, theirs.shape)
            if own is None:
                own = Kind(self.support)
                self._kinds.append(own)
            own.merge(theirs)
        self.pages = max(self.pages, other.pages)
        self.redesigns = max(self.redesigns, other.redesigns)
        self._time = max(self._time, other._time)
        self._skin_since = max(self._skin_since, other._skin_since)
        self._keep(MOST_KINDS)

    def _with_pages_of(self, other: Kind) -> Kind | None:
        keys = other.template.keys
        common = [len(kind.template.keys & keys) for kind in self._kinds]
        best = max(range(len(common)), key=common.__getitem__, default=None)
        return None if best is None or not common[best] else self._kinds[best]

    def to_state(self) -> dict[str, Any]:
        """Plain values (JSON) that `from_state` takes back."""
        return {
            "pages": self.pages,
            "redesigns": self.redesigns,
            "time": self._time,
            "skin_since": self._skin_since,
            "new_skin": self._new_skin,
            "kinds": [kind.to_state() for kind in self._kinds],
        }

    @classmethod
    def from_state(cls, state: dict[str, Any], support: float = SUPPORT) -> Kinds:
        """The kinds of which `to_state` gave the values."""
        kinds = cls(support)
        kinds.pages = state["pages"]
        kinds.redesigns = state["redesigns"]
        kinds._time = state["time"]
        kinds._skin_since = state["skin_since"]
        kinds._new_skin = state["new_skin"]
        kinds._kinds = [Kind.from_state(kind, support) for kind in state["kinds"]]
        return kinds


def _has_skin(page: Set[int], shared: Set[int]) -> bool:
    return len(page & shared) >= max(LEAST_SKIN, SKIN_SHARE * len(shared))

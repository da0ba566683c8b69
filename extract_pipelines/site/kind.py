"""One kind of pages of a site, and what they share."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Set
from dataclasses import asdict, replace
from typing import Any, ClassVar, Final, NamedTuple

from extract_pipelines.learned.counts import keep
from extract_pipelines.learned.state import COUNT, NUMBER, fields, table
from extract_pipelines.posts.model import FloorModel
from extract_pipelines.published.clusters import BodySideVote
from extract_pipelines.site.titles.model import TitleModel
from extract_pipelines.template import SUPPORT, Template, entry
from extract_pipelines.template.sample import PageSample, packed, unpacked
from extract_pipelines.url import page_form

# What the same form of URL adds to the likeness of a page to those of a kind.
SAME_SHAPE: Final = 0.15
# What stands on this share of a kind's pages is part of its structure.
COMMON: Final = 0.4
# Pages that tell a kind's structure, and how many of the latest are kept.
STRUCTURE_PAGES: Final = 8
RECENT_PAGES: Final = 2
# Shapes of URLs that a kind remembers.
MOST_SHAPES: Final = 8
# So many pages tell how the floors of a kind are built; of later ones each eighth is learned.
TELLING_PAGES: Final = 64
THINNED: Final = 8
# Learned pages of the site after which a page of a kind counts half for its keeping.
HALF_LIFE: Final = 500


class Fingerprints(NamedTuple):
    """What is learned of one page: hashes of its parts; see `entry`."""

    texts: Set[int]
    """The entries of its texts, and of the parts of its title."""
    structure: Set[int]
    """The hashes of its tag paths and class tokens; see `Entries`."""
    url: str
    time: float
    """When it was seen, in seconds."""

    @property
    def shape(self) -> str:
        """The form of its URL; see `page_form`."""
        return page_form(self.url)

    @property
    def key(self) -> int | None:
        """What tells the page in a stream: a hash of its address; None if that is not known."""
        address = self.url.partition("#")[0]
        return entry("", address) if address else None


class Kind:
    """Pages of one structure on one site (threads, say) and what they share.

    :ivar pages: pages that were taken for this kind, repeated ones too
    :ivar shapes: on how many of them each form of URL stood
    :ivar body_side: whether the body stands before or after the date, by all floors of the kind
    :ivar thread_pages: pages with several floors
    :ivar records: the records of the kind's pages and the slots in them
    :ivar titles: where on its pages their titles stand

    :param support: see `Template`
    """

    def __init__(self, support: float) -> None:
        self.template = Template(support)
        self.pages = 0
        self.shapes: Counter[str] = Counter()
        self.body_side = BodySideVote()
        self.thread_pages = 0
        self.floor_model = FloorModel()
        self.titles = TitleModel()
        self.last = 0
        """Number of the last page of the kind among those of the site."""
        self.first = 0
        """Number of the first page."""
        self._use = 0.0
        self._design_pages = 0
        self._structures = PageSample(STRUCTURE_PAGES, RECENT_PAGES)
        self._common: bytes | None = None

    @property
    def structure(self) -> frozenset[int]:
        """What of the structure a good part of the kind's pages have."""
        if self._common is None:
            common = self._structures.frequent(lambda pages: max(1, round(COMMON * pages)))
            self._common = packed(common)
        return unpacked(self._common)

    @property
    def shape(self) -> str:
        """The most common form of its URLs."""
        return max(self.shapes, key=lambda shape: (self.shapes[shape], shape), default="")

    @property
    def tells_floors(self) -> bool:
        """Whether the latest page is worth learning the floors from: not all are in the long run.

        A new design begins anew.
        """
        return self._design_pages <= TELLING_PAGES or self._design_pages % THINNED == 0

    def likeness(self, structure: Set[int], shape: str) -> float:
        """How alike a page is to the kind's pages: 0 to 1, and `SAME_SHAPE` more.

        The mean of the Jaccard and the overlap coefficient: parts that some pages lack weigh less
        than structure that none of the kind has. Pages without a URL count as of the same form.
        """
        common = self.structure
        if not structure or not common:
            return 0.0
        both = len(structure & common)
        jaccard = both / (len(structure) + len(common) - both)
        overlap = both / min(len(structure), len(common))
        return (jaccard + overlap) / 2 + SAME_SHAPE * (not shape or shape in self.shapes)

    def learn(self, page: Fingerprints, number: int) -> None:
        """Add a page of the kind.

        :param number: its number among the site's pages
        """
        self.pages += 1
        self._design_pages += 1
        self._use = self.use(number) + 1
        self.first = self.first or number
        self.last = number
        self.shapes[page.shape] += 1
        if len(self.shapes) > 2 * MOST_SHAPES:
            keep(self.shapes, MOST_SHAPES)
        redesigns = self.template.redesigns
        key = page.key
        self.template.learn(page.texts, key, page.time)
        if self._structures.add(page.structure, key, page.time):
            self._common = None
        if self.template.redesigns > redesigns:
            self._structures.restart()
            self._common = None
            self._design_pages = 0
            self.titles = TitleModel()

    def use(self, number: int) -> float:
        """How much the kind is in use: its pages, the recent ones most.

        :param number: how many pages the site has
        """
        return self._use * math.exp2((self.last - number) / HALF_LIFE)

    def retire(self) -> None:
        """Let the kind be the first to go: another design has taken its place."""
        self._use = 0.0

    def merge(self, other: Kind) -> None:
        """Add what another worker learned of the same kind of pages.

        Templates and structure merge without loss. Of everything else, what more
        pages told is kept, so that a merge that is done again changes nothing.
        """
        self.template.merge(other.template)
        self._structures.merge(other._structures)
        self._common = None
        self.floor_model.merge(other.floor_model)
        self.titles.merge(other.titles)
        body_side = max(
            self.body_side, other.body_side, key=lambda h: (h.before + h.after, h.before)
        )
        self.body_side = replace(body_side)
        self._use = max(self._use, other._use)
        self.first = min(filter(None, (self.first, other.first)), default=0)
        self.last = max(self.last, other.last)
        self.pages = max(self.pages, other.pages, self.template.pages)
        self.thread_pages = max(self.thread_pages, other.thread_pages)
        self.shapes |= other.shapes
        keep(self.shapes, 2 * MOST_SHAPES)

    STATE: ClassVar = fields(
        template=Template.STATE,
        structure=PageSample.state(STRUCTURE_PAGES, RECENT_PAGES),
        pages=COUNT,
        shapes=table(COUNT, 2 * MOST_SHAPES),
        use=NUMBER,
        first=COUNT,
        last=COUNT,
        body_side=fields(before=COUNT, after=COUNT),
        thread_pages=COUNT,
        records=FloorModel.STATE,
        titles=TitleModel.STATE,
    )

    def to_state(self) -> dict[str, Any]:
        """Plain values (JSON) that `from_state` takes back."""
        return {
            "template": self.template.to_state(),
            "structure": self._structures.to_state(),
            "pages": self.pages,
            "shapes": dict(self.shapes),
            "use": self._use,
            "first": self.first,
            "last": self.last,
            "body_side": asdict(self.body_side),
            "thread_pages": self.thread_pages,
            "records": self.floor_model.to_state(),
            "titles": self.titles.to_state(),
        }

    @classmethod
    def from_state(cls, state: dict[str, Any], support: float = SUPPORT) -> Kind:
        """The kind of which `to_state` gave the values."""
        kind = cls(support)
        kind.template = Template.from_state(state["template"], support)
        kind._structures = PageSample.from_state(state["structure"], STRUCTURE_PAGES, RECENT_PAGES)
        kind.pages = kind._design_pages = state["pages"]
        kind.shapes = Counter(state["shapes"])
        kind._use = state["use"]
        kind.first = state["first"]
        kind.last = state["last"]
        kind.body_side = BodySideVote(**state["body_side"])
        kind.thread_pages = state["thread_pages"]
        kind.floor_model = FloorModel.from_state(state["records"])
        kind.titles = TitleModel.from_state(state["titles"])
        return kind

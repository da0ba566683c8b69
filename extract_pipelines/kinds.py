"""The kinds of pages of one site (index, list, thread, ...), told apart by their structure."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import asdict
from typing import Any, NamedTuple, overload
from urllib.parse import parse_qsl, urlsplit

from extract_pipelines.floors.clusters import HalfVote
from extract_pipelines.floors.model import FloorModel
from extract_pipelines.sample import PageSample
from extract_pipelines.template import LEAST_KNOWN, SUPPORT, Template, entry

# Least likeness of a page to the pages of a kind; measured: threads of one site .57 and more,
# pages of two kinds of one site .54 and less.
SAME_KIND = 0.55
# What the same shape of URL adds to the likeness.
SAME_SHAPE = 0.05
# A tag path that stands on this share of a kind's pages is one of its marks.
COMMON_PATH = 0.25
MOST_KINDS = 16
# Shapes of URLs that a kind remembers.
MOST_SHAPES = 8
# So many pages in a row that have nothing of a site's templates are a new skin of it, if they
# have texts of their own besides what they share.
NEW_SKIN = 8
# Of a template a page of another skin has less than this share, or less than so many entries.
SKIN_SHARE = 0.1
LEAST_SKIN = 3
# Learned pages of the site after which a page of a kind counts half for its keeping.
HALF_LIFE = 500


class Fingerprints(NamedTuple):
    """What is learned of one page: hashes of its parts; see `entry`."""

    texts: Set[int]
    """The entries of its texts, and of the parts of its title."""
    paths: Set[int]
    """The entries of its tag paths."""
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
        self._paths = PageSample()
        self._marks: frozenset[int] | None = None

    @property
    def marks(self) -> frozenset[int]:
        """The tag paths that a good part of the kind's pages have, as entries."""
        if self._marks is None:
            self._marks = self._paths.frequent(lambda pages: max(1, round(COMMON_PATH * pages)))
        return self._marks

    def likeness(self, paths: Set[int], shape: str = "") -> float:
        """How alike a page with these tag paths is to the kind's pages, 0 to 1.

        The mean of the Jaccard and the overlap coefficient: parts that some pages lack weigh less
        than structure that none of the kind has. The same shape of URL adds a little.
        """
        marks = self.marks
        if not paths or not marks:
            return 0.0
        both = len(paths & marks)
        alike = (both / len(paths | marks) + both / min(len(paths), len(marks))) / 2
        return alike + SAME_SHAPE * (bool(shape) and shape in self.shapes)

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
        self._paths.add(page.paths, page.key, page.time)
        if self.template.redesigns > redesigns:
            self._paths.restart()
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
        self._paths.merge(other._paths)
        self._marks = None
        self.records.merge(other.records)
        self.halves = max(self.halves, other.halves, key=lambda h: (h.before + h.after, h.before))
        self._use = max(self._use, other._use)
        self.last = max(self.last, other.last)
        self.pages = max(self.pages, other.pages, self.template.pages)
        self.thread_pages = max(self.thread_pages, other.thread_pages)
        self.shapes |= other.shapes

    def to_state(self) -> dict[str, Any]:
        """Plain values (JSON) that `from_state` takes back."""
        return {
            "template": self.template.to_state(),
            "paths": self._paths.to_state(),
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
        kind._paths = PageSample.from_state(state["paths"])
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
        self._skin_since = 0
        """Number of the last page that had something of an older kind's template."""

    def __len__(self) -> int:
        return len(self._kinds)

    @overload
    def __getitem__(self, index: int) -> Kind: ...
    @overload
    def __getitem__(self, index: slice) -> list[Kind]: ...
    def __getitem__(self, index: int | slice) -> Kind | list[Kind]:
        return self._kinds[index]

    def nearest(self, paths: Set[int], shape: str = "") -> Kind | None:
        """The kind that a page with these tag paths is most alike to, if alike enough."""
        likeness = [kind.likeness(paths, shape) for kind in self._kinds]
        best = max(range(len(likeness)), key=likeness.__getitem__, default=None)
        return None if best is None or likeness[best] < SAME_KIND else self._kinds[best]

    def learn(self, page: Fingerprints) -> Kind:
        """Stream one more page into its kind, a new one if it is like none.

        :return: the kind
        """
        kind = self.nearest(page.paths, page.shape)
        self.pages += 1
        if kind is None:
            kind = Kind(self.support)
            self._kinds.append(kind)
        redesigns = kind.template.redesigns
        kind.learn(page, self.pages)
        self._keep(MOST_KINDS, but=kind)
        self.redesigns += kind.template.redesigns - redesigns
        self._watch(kind, page.texts)
        return kind

    def _keep(self, most: int, but: Kind | None = None) -> None:
        while len(self._kinds) > most:
            others = [kind for kind in self._kinds if kind is not but]
            self._kinds.remove(min(others, key=lambda kind: kind.use(self.pages)))

    def _watch(self, kind: Kind, page: Set[int]) -> None:
        """Notice that the older kinds' skin is gone: they are retired then."""
        older = [
            known
            for known in self._kinds
            if known.first <= self._skin_since and known.template.pages >= LEAST_KNOWN
        ]
        if not older or any(_has_skin(page, known.template.entries) for known in older):
            self._skin_since = self.pages
            return
        shared = kind.template.entries
        if self.pages - self._skin_since < NEW_SKIN or not LEAST_SKIN <= len(shared) < len(page):
            return
        self._skin_since = self.pages
        self.redesigns += 1
        for known in older:
            known.retire()

    def merge(self, other: Kinds) -> None:
        """Add what another worker learned of the same site; see `Kind.merge`.

        Kinds of both are the same if their tag paths are alike.
        """
        for theirs in other:
            own = self.nearest(theirs.marks)
            if own is None:
                own = Kind(self.support)
                self._kinds.append(own)
            own.merge(theirs)
        self.pages = max(self.pages, other.pages)
        self.redesigns = max(self.redesigns, other.redesigns)
        self._skin_since = max(self._skin_since, other._skin_since)
        self._keep(MOST_KINDS)

    def to_state(self) -> dict[str, Any]:
        """Plain values (JSON) that `from_state` takes back."""
        return {
            "pages": self.pages,
            "redesigns": self.redesigns,
            "skin_since": self._skin_since,
            "kinds": [kind.to_state() for kind in self._kinds],
        }

    @classmethod
    def from_state(cls, state: dict[str, Any], support: float = SUPPORT) -> Kinds:
        """The kinds of which `to_state` gave the values."""
        kinds = cls(support)
        kinds.pages = state["pages"]
        kinds.redesigns = state["redesigns"]
        kinds._skin_since = state["skin_since"]
        kinds._kinds = [Kind.from_state(kind, support) for kind in state["kinds"]]
        return kinds


def _has_skin(page: Set[int], shared: Set[int]) -> bool:
    return len(page & shared) >= max(LEAST_SKIN, SKIN_SHARE * len(shared))


_DIGITS = re.compile(r"\d+")
_WORDS = re.compile(r"[^\W\d_]+(?:[-_+.][^\W\d_]+)+|[^\W\d_]{21,}|[^\x00-\x7f]+")


def url_shape(url: str) -> str:
    """What the URLs of one kind of pages share: numbers and titles masked, queries by name."""
    if not url:
        return ""
    parts = urlsplit(url)
    first, *others = parts.path.strip("/").split("/")
    masked = [_masked(first), *(re.sub(r"[^\W\d_]+", "a", _masked(part)) for part in others)]
    keys = sorted({key for key, _ in parse_qsl(parts.query, keep_blank_values=True)})
    return "/".join(masked)[:100] + ("?" + "&".join(keys)[:100] if keys else "")


def _masked(segment: str) -> str:
    name, dot, suffix = segment.rpartition(".")
    if not dot or not suffix.isalpha():
        name, dot, suffix = segment, "", ""
    return _DIGITS.sub("0", _WORDS.sub("a", name)) + dot + suffix

"""Which records stand beside the posts: boxes of latest posts, say, which all pages of a site have.

What stands beside posts on threads is none on other pages of the site, as on its index, and what
is said in them for the most part is no opening post.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, ClassVar, Final, Protocol
from urllib.parse import urldefrag

from extract_pipelines.learned.counts import keep
from extract_pipelines.learned.state import COUNT, TEXT, cells, fields, items
from extract_pipelines.page import Page
from extract_pipelines.posts.records.records import Candidate, Record, Shape, length_between
from extract_pipelines.url import page_form

# On so many pages records stand beside posts, and on so many times as many as among them.
FEWEST_PAGES: Final = 3
LEAST_RATIO: Final = 4
# So many records before the posts are a list; of each so many links are looked at.
FEWEST_LISTED: Final = 3
MOST_LINKS: Final = 8
MOST_SHAPES: Final = 80
NO_SHAPE: Final = Shape("", "")
_COUNTS: Final = items(cells(TEXT, TEXT, COUNT), MOST_SHAPES)


class Beside:
    """Where records of a shape stood on the pages of a kind, and on how many pages each."""

    def __init__(self) -> None:
        self.beside: Counter[Shape] = Counter()
        self.among: Counter[Shape] = Counter()
        """Those that are posts, or stand in them, around them, or both before and behind them."""
        self.alone: Counter[Shape] = Counter()
        """Those on pages without posts as most of the kind's pages have them."""

    def add(self, candidates: Iterable[Candidate], posts: Sequence[Record]) -> None:
        """Add a page with several posts.

        :param candidates: its records
        :param posts: those that are its posts
        """
        start, stop = posts[0].start, max(post.stop for post in posts)
        for shape, records, *_ in candidates:
            if len(records) > 1:
                is_apart = records[0].start >= stop or all(one.stop <= start for one in records)
                (self.beside if is_apart else self.among)[shape] += 1
        self._keep()

    def add_without(self, candidates: Sequence[Candidate], usual: Shape) -> None:
        """Add a page, if it has no posts.

        :param candidates: its records
        :param usual: the shape of the posts on most pages of the kind, if that is known
        """
        if usual.is_dated and all(candidate.shape.root != usual.root for candidate in candidates):
            self.alone.update(one.shape for one in candidates if len(one.records) > 1)
            self._keep()

    def _keep(self) -> None:
        for counts in (self.beside, self.among, self.alone):
            keep(counts, MOST_SHAPES)

    def tells_box(self, shape: Shape) -> bool:
        """Whether records of a shape stand beside the posts, and hardly ever among them.

        Elements without a class, told by their depth, may be anything on another page.
        """
        pages = self.beside.get(shape, 0)
        is_beside = pages >= FEWEST_PAGES and pages >= LEAST_RATIO * self.among[shape]
        return is_beside and not shape.is_of_depth

    def merge(self, other: Beside) -> None:
        """Keep the larger counts: a merge that is done again changes nothing."""
        self.beside |= other.beside
        self.among |= other.among
        self.alone |= other.alone
        self._keep()

    STATE: ClassVar = fields(beside=_COUNTS, among=_COUNTS, alone=_COUNTS)

    def to_state(self) -> dict[str, Any]:
        """Plain values that `from_state` takes back."""
        named = {"beside": self.beside, "among": self.among, "alone": self.alone}
        return {
            name: [[*shape, pages] for shape, pages in counts.items()]
            for name, counts in named.items()
        }

    @classmethod
    def from_state(cls, state: Mapping[str, Any]) -> Beside:
        """The counts of which `to_state` gave the values."""
        found = cls()
        for name, rows in state.items():
            counts = getattr(found, name)
            counts.update({Shape(root, date): pages for root, date, pages in rows})
        return found


def usual_of(several: Mapping[Shape, int]) -> Shape:
    """The shape that most pages had several posts in."""
    return max(several, key=lambda shape: several[shape], default=NO_SHAPE)


class KindRecords(Protocol):
    """What is known of the records of one kind of pages."""

    beside: Beside
    shapes: dict[Shape, float]
    """The shapes of dated records on its pages."""
    several: Counter[Shape]
    """On how many pages a shape had the best records, and several of them."""

    def has_posts(self, shape: Shape) -> bool:
        """Whether it is sure that threads of the kind have several posts of a shape."""
        ...


class SiteBoxes:
    """What the kinds of a site's pages tell of each other's records: which are boxes, or posts.

    Boxes stand beside the posts of one kind, and on others without such posts.

    :param kinds: all kinds of the site's pages
    """

    def __init__(self, kinds: Sequence[KindRecords] = ()) -> None:
        self._kinds = kinds
        self._roots: dict[Shape, Set[str]] = {}

    def are_posts(self, shape: Shape) -> bool:
        """Whether threads of some kind have several posts of a shape."""
        return any(kind.has_posts(shape) for kind in self._kinds)

    def beside(self, shape: Shape) -> Set[str]:
        """The roots of the posts that records of a shape stand beside; none if they are no box."""
        if shape not in self._roots:
            self._roots[shape] = frozenset(self._roots_beside(shape))
        return self._roots[shape]

    def _roots_beside(self, shape: Shape) -> Iterator[str]:
        for kind in self._kinds:
            if kind.beside.tells_box(shape):
                posts = usual_of(kind.several)
                others = (one.shapes for one in self._kinds if shape in one.shapes)
                is_elsewhere = kind.beside.alone[shape] > 0 or any(
                    posts not in one for one in others
                )
                if posts.is_dated and is_elsewhere:
                    yield posts.root

    def lone_on(self, shown: Iterable[tuple[Shape, Candidate]]) -> LoneBoxes:
        """Where such boxes are on a page without the posts that they stand beside.

        :param shown: the records on the page, by each of their shapes
        """
        if not self._kinds:
            return LoneBoxes([])
        every = list(shown)
        posts = {shape.root for shape, _ in every}
        lone = [one for shape, one in every if (r := self.beside(shape)) and r.isdisjoint(posts)]
        return LoneBoxes([(box.records[0].start, box.records[-1].stop) for box in lone])

    def on_page(self, candidates: Iterable[Candidate]) -> list[Candidate]:
        """The records of a page that are such boxes."""
        if not self._kinds:
            return []
        return [one for one in candidates if len(one.records) > 1 and self.beside(one.shape)]


class LoneBoxes:
    """Where on a page boxes are without the posts that they stand beside on others.

    :param ranges: the elements of each, from one index to another
    """

    def __init__(self, ranges: Sequence[tuple[int, int]]) -> None:
        self._ranges = set(ranges)

    def hold(self, candidate: Candidate) -> bool:
        """Whether one of them holds all of some records, whatever these are told by."""
        first, last = candidate.records[0].start, candidate.records[-1].stop
        return any(start <= first and last <= stop for start, stop in self._ranges)


def lists_before(page: Page, candidates: Iterable[Candidate], first: int) -> list[Candidate]:
    """The lists of other threads before the posts: boxes, whatever is known of the site.

    :param first: index of the element that the posts begin with
    """
    return [
        one
        for one in candidates
        if len(one.records) >= FEWEST_LISTED
        and one.records[-1].stop <= first
        and _lead_to_others(page, one.records[:FEWEST_LISTED])
    ]


def _lead_to_others(page: Page, records: Sequence[Record]) -> bool:
    """Whether most records lead to other pages: one may tell of the page's own thread."""
    return 2 * sum(_leads_to_other(page, record) for record in records) > len(records)


def _leads_to_other(page: Page, record: Record) -> bool:
    """Whether a link in a record leads to another page of the page's form."""
    own, links = urldefrag(page.url).url, page.flat.tagged("a")
    form, addresses = page_form(own), page.flat.values("href")
    inside = links[bisect_left(links, record.start) : bisect_left(links, record.stop)]
    for node in inside[:MOST_LINKS]:
        address = urldefrag(page.joined(addresses.get(node, ""))).url
        if address != own and page_form(address) == form != "":
            return True
    return False


def is_of_box(page: Page, record: Record, boxes: Iterable[Candidate]) -> bool:
    """Whether at least half of what a record says stands in one of some boxes."""
    lengths = page.flat.unlinked_before
    whole = length_between(page, record.start, record.stop, lengths)
    for box in boxes:
        first = max(record.start, box.records[0].start)
        last = min(record.stop, max(one.stop for one in box.records))
        if first < last and 2 * length_between(page, first, last, lengths) >= whole:
            return True
    return False


NO_BOXES: Final = SiteBoxes()

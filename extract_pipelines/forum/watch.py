"""What one run meets on each site, in numbers: the figures that runs are compared by."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from extract_pipelines.forum.figures import FIELDS, Share
from extract_pipelines.forum.rows import links_of, list_rows
from extract_pipelines.items import Article, ForumThread
from extract_pipelines.page import Leaf, Page
from extract_pipelines.url import page_key, thread_key

# A page is compared with so many pages of its site that were read before it.
LATEST = 4


class EarlierRuns(Protocol):
    """What is known from the runs before."""

    def has_thread(self, key: str) -> bool:
        """Whether posts of a thread were told."""

    def had_threads(self, site: str) -> bool:
        """Whether a run met threads on a site."""


class RequestedPage(NamedTuple):
    """What was requested, of which a page was received."""

    site: str
    """The site that was asked for it."""
    url: str
    """What was asked for, before any redirect."""
    is_known: bool
    """Whether that is a thread of which posts were told."""


class SiteWatch:
    """One site in one run.

    :ivar counts: of requests, pages and floors
    :ivar met_threads: whether a thread was read, or a known one stood in a list
    :param had_threads: whether a run before met threads
    """

    def __init__(self, had_threads: bool) -> None:
        self.counts: Counter[str] = Counter()
        self.met_threads = False
        self.had_threads = had_threads
        self._latest: deque[tuple[str, frozenset[str]]] = deque(maxlen=LATEST)

    @property
    def is_met(self) -> bool:
        """Whether anything was read: threads, where runs before have met some."""
        return self.met_threads or (not self.had_threads and self.counts["with_own_text"] > 0)

    @property
    def all_went_well(self) -> bool:
        """Whether all that was asked was answered, and no page was another than expected."""
        return (
            self.counts["answered"] == self.counts["requests"] > 0
            and self.counts["read_again"] == self.counts["known"]
        )

    def own_text(self, asked: str, texts: frozenset[str]) -> frozenset[str]:
        """The texts of a page that none of the latest pages with another address has.

        :param texts: of the page, without the template's
        """
        others = (seen for address, seen in self._latest if address != asked)
        own = texts.difference(*others)
        self._latest.append((asked, texts))
        return own

    def figures(self) -> dict[str, Share]:
        """The figures of which there was anything to count."""
        counts = self.counts
        shares = {
            "answered": Share(counts["answered"], counts["requests"]),
            "read_again": Share(counts["read_again"], counts["known"]),
            "kept": Share(counts["kept"], counts["compared"]),
            "with_own_text": Share(counts["with_own_text"], counts["read"]),
            **{f"with_{name}": Share(counts[f"with_{name}"], counts["floors"]) for name in FIELDS},
            **dict(self._methods()),
        }
        return {name: share for name, share in shares.items() if share.of}

    def _methods(self) -> Iterator[tuple[str, Share]]:
        """How many pages of threads, or articles, each method read."""
        for name, count in self.counts.items():
            kind, _, method = name.partition("/")
            if method:
                yield f"by_{method}", Share(count, self.counts[kind])


class Watch:
    """The sites of one run; a bounded number of them.

    :param most: most sites that are watched
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self.earlier_runs: EarlierRuns | None = None
        """Set where the runs before are known."""
        self.cut_short = False
        """Whether the spider left out pages, as it was to ask for so many only."""
        self.sites: dict[str, SiteWatch] = {}

    def site(self, site: str) -> SiteWatch | None:
        """A site, from now on watched; None if there are too many."""
        if site not in self.sites and len(self.sites) < self._most:
            self.sites[site] = SiteWatch(
                self.earlier_runs is not None and self.earlier_runs.had_threads(site)
            )
        return self.sites.get(site)

    def asked(self, site: str, *, answered: bool) -> None:
        """A request had an outcome."""
        if watched := self.site(site):
            watched.counts["requests"] += 1
            watched.counts["answered"] += answered

    def received(self, site: str, url: str, page: Page) -> RequestedPage:
        """A page was received.

        :param url: what was asked for, before any redirect
        """
        is_known = self.earlier_runs is not None and self.earlier_runs.has_thread(thread_key(url))
        watched = self.site(site)
        if self.earlier_runs and watched:
            watched.counts["known"] += is_known
            if watched.had_threads and not watched.met_threads:
                watched.met_threads = self._lists_threads(page, self.earlier_runs)
        return RequestedPage(site, url, is_known)

    def _lists_threads(self, page: Page, known: EarlierRuns) -> bool:
        """Whether a thread of the runs before stands in a list of the page."""
        links = links_of(page)
        shapes = {link.shape for link in links if known.has_thread(link.key)}
        return bool(shapes) and any(
            known.has_thread(row.link.key) for row in list_rows(page, links, shapes)
        )

    def count_result(
        self, requested: RequestedPage, leaves: Sequence[Leaf], found: ForumThread | Article
    ) -> bool:
        """Count what came out of a page.

        :param leaves: what is left of the page without the template
        :param found: what was read
        :return: whether it is something: a thread, or else no page that should be a thread's, and
            none that says what pages with other addresses say
        """
        floors = found.floors if isinstance(found, ForumThread) else []
        texts = frozenset(leaf.text for leaf in leaves)
        watched = self.site(requested.site)
        if watched is None:
            return bool(floors) or not requested.is_known
        own = watched.own_text(page_key(requested.url), texts)
        counts, kind = watched.counts, "threads" if floors else "articles"
        counts["read"] += 1
        # By length: names, dates and numbers of posts are short, and many pages say the same.
        counts["with_own_text"] += 2 * sum(map(len, own)) > sum(map(len, texts))
        counts[kind] += 1
        counts[f"{kind}/{found.metadata.method}"] += 1
        counts["read_again"] += bool(floors) and requested.is_known
        counts["floors"] += len(floors)
        for name in FIELDS:
            counts[f"with_{name}"] += sum(bool(getattr(floor, name)) for floor in floors)
        watched.met_threads |= bool(floors)
        return bool(floors) or (bool(own) and not requested.is_known)

    def compared(self, site: str, known: int, gone: int) -> None:
        """A known thread was compared with what was seen of it.

        :param known: its floors that were seen before and should be on the pages read
        :param gone: those of them that are not
        """
        if known and (watched := self.site(site)):
            watched.counts["compared"] += 1
            watched.counts["kept"] += 2 * gone <= known

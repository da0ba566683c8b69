"""Which links of a forum to follow: what URLs lead to is learned from what they have led to.

The idea is that of FoCUS (Jiang, Yu, Lin: "FoCUS: Learning to Crawl Web Forums", WWW 2012 and IEEE
TKDE 2013): the URLs of boards, threads and pagination links of a forum have shapes of their own,
which can be told by where their links stand on a page and by the kind of page that they lead to.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from extract_pipelines.forum.rows import SHORTEST_TITLE, PageLink, Row, links_of, rows_of
from extract_pipelines.page import Page
from extract_pipelines.url import (
    address,
    has_thread_id,
    shape_of,
    thread_key,
    view_of,
)

# What a page may be to a reader of forums.
THREAD, LIST, OTHER = "thread", "list", "other"
# So many pages of a shape tell what it leads to, if most of them agree.
ENOUGH = 2
AGREEING = 0.5
# Pages that lead nowhere, as a share of all that were read, and so many more at the beginning.
WASTE = 0.06
FIRST_WASTE = 1
# So many links wait until it is known what their shape leads to.
MOST_WAITING = 2000
# Shapes of pages that are nothing known of which the rows are kept.
MOST_KEPT = 200
# A text that so many links of a thread's page have is of its posts' buttons ("[link]").
FEWEST_BUTTONS = 3


class Step(NamedTuple):
    """A link to follow."""

    url: str
    key: str
    """What its thread or board is known by."""
    kind: str
    """What it is expected to be: ``thread``, ``list``, or ``other`` where that is not known."""
    row: Row | None = None
    """The row that it is the title of."""


@dataclass(slots=True)
class LinkFrontier:
    """What is known of one site's links.

    :ivar outcomes: for each shape of URLs, how many led to pages of each kind
    """

    outcomes: dict[str, Counter[str]] = field(default_factory=dict)
    pages: Counter[str] = field(default_factory=Counter)
    has_found: bool = False
    """Whether a thread was read that the crawl has not begun with."""
    _start: str | None = None
    """Key of the thread or list that it has begun with."""
    _buttons: set[tuple[str, str]] = field(default_factory=set)
    _asked: set[str] = field(default_factory=set)
    _probed: Counter[str] = field(default_factory=Counter)
    _waiting: dict[str, deque[Step]] = field(default_factory=lambda: defaultdict(deque))
    _single_rows: dict[str, dict[str, set[str]]] = field(default_factory=dict)
    """Of pages that are nothing known, by their shapes: the single rows that they have, by what
    these link to, as shapes and keys."""

    def kind_of(self, url: str) -> str | None:
        """What pages with such a URL are, if enough is known."""
        outcomes = self.outcomes.get(shape_of(url))
        if not outcomes or outcomes.total() < ENOUGH:
            return THREAD if has_thread_id(url) else None
        kind, count = outcomes.most_common(1)[0]
        return kind if count > AGREEING * outcomes.total() else None

    def leads_to_thread(self, url: str) -> bool:
        """Whether enough pages with such a URL were read, and most were of threads."""
        outcomes = self.outcomes.get(shape_of(url), Counter())
        return outcomes.total() >= ENOUGH and self.kind_of(url) == THREAD

    def learn(self, url: str, kind: str) -> None:
        """A page was read, and this is what it is."""
        self.pages[kind] += 1
        self.outcomes.setdefault(shape_of(url), Counter())[kind] += 1

    def learn_page(self, page: Page, kind: str) -> None:
        """A page was read: what it is, and for one that is nothing known what it may turn out as.

        A board with a single thread shows one row, as many pages do: it is a list only once it is
        known that the row leads to a thread. Which of the two is read first does not matter so.
        """
        key = thread_key(page.url)
        if self._start is None:
            self._start = key
        self.has_found |= kind == THREAD and key != self._start
        self.learn(page.url, kind)
        if kind == OTHER:
            self._keep_single_rows(page)
        elif kind == THREAD:
            self._tell_lists(shape_of(page.url))

    def _keep_single_rows(self, page: Page) -> None:
        own = shape_of(page.url)
        if own not in self._single_rows and len(self._single_rows) >= MOST_KEPT:
            return
        rows = self._single_rows.setdefault(own, {})
        links = [link for link in links_of(page) if link.shape != own]
        for row in rows_of(page, links, {link.shape for link in links}):
            keys = rows.setdefault(row.link.shape, set())
            if len(keys) < ENOUGH:
                keys.add(row.link.key)

    def _may_be_list(self, shape: str) -> bool:
        """Whether the rows of pages with such URLs may still turn out to lead to threads."""
        rows = self._single_rows.get(shape, {})
        return any(
            len(keys) >= ENOUGH and self.outcomes.get(led, Counter()).total() <= ENOUGH
            for led, keys in rows.items()
        )

    def _tell_lists(self, thread: str) -> None:
        """Count pages as lists whose rows have turned out to lead to different threads.

        :param thread: a shape of threads
        """
        for shape, rows in list(self._single_rows.items()):
            if shape != thread and len(rows.get(thread, ())) >= ENOUGH:
                del self._single_rows[shape]
                outcomes = self.outcomes[shape]
                mistaken = outcomes.pop(OTHER, 0)
                outcomes[LIST] += mistaken
                self.pages.update({LIST: mistaken, OTHER: -mistaken})

    def to_state(self) -> dict[str, dict[str, int]]:
        """Plain values (JSON) that `from_state` takes back."""
        return {shape: dict(outcomes) for shape, outcomes in self.outcomes.items()}

    @classmethod
    def from_state(cls, state: dict[str, dict[str, int]]) -> LinkFrontier:
        """A frontier that knows what an earlier run has learned."""
        return cls({shape: Counter(outcomes) for shape, outcomes in state.items()})

    def is_listing(self, page: Page) -> bool:
        """Whether a page without floors is a list: of threads, or of boards."""
        return len(self.rows(page)) > 1 or self.kind_of(page.url) == LIST

    def rows(self, page: Page) -> list[Row]:
        """The rows of the page's lists."""
        known = {
            shape
            for shape, outcomes in self.outcomes.items()
            if outcomes.most_common(1)[0][0] in (THREAD, LIST)
        }
        links = [link for link in links_of(page) if self.kind_of(link.url) != OTHER]
        return rows_of(page, links, known)

    def steps(
        self, page: Page, kind: str, failed: Callable[[str], None] | None = None
    ) -> list[Step]:
        """The links of a page to follow now, in the order of the page.

        Links of shapes that are not known wait until a few of them have shown where they lead:
        see `freed`. Those of a thread's page do so only where the crawl has begun: nothing else
        leads on from there.

        :param kind: what the page is
        :param failed: called in the place of a link that an exception came of, with its URL;
            without it the exception is raised
        """
        rows = {row.link.node: row for row in (self.rows(page) if kind != THREAD else ())}
        links = [link for link in links_of(page) if link.key != thread_key(page.url)]
        if kind == THREAD:
            links = self._without_buttons(links)
        asked = self._asked | {link.key for link in links} | {thread_key(page.url)}
        links = [link for link in links if view_of(link.url) not in asked]
        links.sort(key=lambda link: _is_empty(rows.get(link.node)))
        steps = []
        if thread_key(page.url) == self._start:
            kind = OTHER
        for link in links:
            try:
                step = self._step(link, rows.get(link.node), kind)
            except Exception:
                if failed is None:
                    raise
                failed(link.url)
            else:
                steps += [step] if step else []
        return steps

    def _without_buttons(self, links: list[PageLink]) -> list[PageLink]:
        """The links of a thread's page without those that each post has, in the same words."""
        words = Counter(
            (link.path, link.text) for link in {link.url: link for link in links}.values()
        )
        self._buttons.update(one for one, count in words.items() if count >= FEWEST_BUTTONS)
        return [link for link in links if (link.path, link.text) not in self._buttons]

    def _step(self, link: PageLink, row: Row | None, kind: str) -> Step | None:
        expected = self.kind_of(link.url)
        if expected == OTHER or link.key in self._asked or not _is_first_page(link):
            return None
        step = Step(link.url, link.key, expected or OTHER, row)
        if expected is None and row is None:
            if kind != THREAD:
                self._wait(link.shape, step)
            return None
        if expected is None and self._probed[link.shape] > ENOUGH and not self._is_good(link.shape):
            self._wait(link.shape, step)
            return None
        self._probed[link.shape] += 1
        self._asked.add(link.key)
        return step

    def _is_good(self, shape: str) -> bool:
        outcomes = self.outcomes.get(shape)
        return bool(outcomes) and outcomes[OTHER] < AGREEING * outcomes.total()  # type: ignore[index,union-attr]

    def _wait(self, shape: str, step: Step) -> None:
        if sum(map(len, self._waiting.values())) < MOST_WAITING:
            self._waiting[shape].append(step)

    def freed(self) -> Iterator[Step]:
        """Links that waited and can be followed now."""
        for shape, steps in list(self._waiting.items()):
            kind = self.kind_of(steps[0].url)
            if kind is None and not self._is_good(shape):
                continue
            if kind == OTHER and self._may_be_list(shape):
                continue
            for step in self._waiting.pop(shape):
                if kind != OTHER and step.key not in self._asked:
                    self._asked.add(step.key)
                    yield step._replace(kind=kind or OTHER)

    def probe(self) -> Step | None:
        """A link of a shape that is not known yet, if the waste so far allows for one.

        Until a thread is found nothing is wasted: on a small forum no list shows where one is.
        """
        if self.has_found and self.pages[OTHER] > WASTE * self.pages.total() + FIRST_WASTE:
            return None
        for shape, steps in sorted(self._waiting.items(), key=lambda pair: -len(pair[1])):
            while steps and self._probed[shape] <= ENOUGH:
                step = steps.popleft()
                if not steps:
                    del self._waiting[shape]
                if step.key not in self._asked:
                    self._probed[shape] += 1
                    self._asked.add(step.key)
                    return step
        return None


def _is_empty(row: Row | None) -> bool:
    """Whether a row tells of no post: a board without threads leads to nothing that tells of it."""
    return (
        row is not None and not row.activity["date"] and not any(row.activity["numbers"].values())
    )


def _is_first_page(link: PageLink) -> bool:
    """Whether a link leads to a thread or list itself; its other pages are reached from there.

    A number at the end of an address is its title's where the link says a title.
    """
    found = address(link.url)
    titled = not found.ending or len(link.text.encode()) >= SHORTEST_TITLE
    return not link.text.isdigit() and found.page in ("1", "0", "") and titled

"""Which links of a forum to follow: what URLs lead to is learned from what they have led to.

The idea is that of FoCUS (Jiang, Yu, Lin: "FoCUS: Learning to Crawl Web Forums", WWW 2012 and IEEE
TKDE 2013): the URLs of boards, threads and pagination links of a forum have shapes of their own,
which can be told by where their links stand on a page and by what page they lead to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from extract_pipelines.forum.page_roles import LIST, OTHER, THREAD, PageRole
from extract_pipelines.forum.rows import SHORTEST_TITLE, ListRow, PageLink, links_of, list_rows
from extract_pipelines.forum.single_rows import SingleRows
from extract_pipelines.forum.trials import LinkGroup, Step, Trials
from extract_pipelines.page import Page
from extract_pipelines.text.digits import without_digits
from extract_pipelines.url import (
    address,
    has_thread_id,
    page_key,
    thread_form,
    thread_key,
    view_of,
)

# So many pages of a shape tell what it leads to, if most of them agree.
ENOUGH = 2
AGREEING = 0.5
# Pages that lead nowhere, as a share of all that were read, and so many more at the beginning.
WASTE = 0.06
FIRST_WASTE = 1
# A text that so many links of a thread's page have is of its posts' buttons ("[link]").
FEWEST_BUTTONS = 3


@dataclass(slots=True)
class LinkFrontier:
    """What is known of one site's links.

    :ivar outcomes: for each shape of URLs, how many led to threads, to lists, to others
    """

    outcomes: dict[str, Counter[PageRole]] = field(default_factory=dict)
    pages: Counter[PageRole] = field(default_factory=Counter)
    has_found: bool = False
    """Whether a thread was read that the crawl has not begun with."""
    _start: str | None = None
    """Key of the thread or list that it has begun with."""
    _buttons: set[tuple[str, str]] = field(default_factory=set)
    _asked: set[str] = field(default_factory=set)
    _trials: Trials = field(default_factory=Trials)
    _other_texts: set[int] = field(default_factory=set)
    """What pages that are nothing known say."""
    _redirected: dict[str, tuple[str, PageRole]] = field(default_factory=dict)
    """For each page that a link was redirected to: the link's shape, and what the page is."""
    _single_rows: SingleRows = field(default_factory=lambda: SingleRows(ENOUGH))

    def role_of(self, url: str) -> PageRole | None:
        """What pages with such a URL are, if enough is known."""
        outcomes = self.outcomes.get(thread_form(url))
        if not outcomes or outcomes.total() < ENOUGH:
            return THREAD if has_thread_id(url) else None
        role, count = outcomes.most_common(1)[0]
        return role if count > AGREEING * outcomes.total() else None

    def leads_to_thread(self, url: str) -> bool:
        """Whether enough pages with such a URL were read, and most were of threads."""
        outcomes = self.outcomes.get(thread_form(url), Counter())
        return outcomes.total() >= ENOUGH and self.role_of(url) == THREAD

    def learn(self, url: str, role: PageRole) -> None:
        """A page was read, and this is what it is."""
        self.pages[role] += 1
        self.outcomes.setdefault(thread_form(url), Counter())[role] += 1

    def learn_page(self, page: Page, role: PageRole) -> bool:
        """A page was read: what it is, and for one that is nothing known what it may turn out as.

        A board with a single thread shows one row, as many pages do: it is a list only once it is
        known that the row leads to a thread. Which of the two is read first does not matter so.

        :return: whether that tells what such URLs lead to: the form to log in does not, which
            other addresses have shown as well
        """
        key = thread_key(page.url)
        if self._start is None:
            self._start = key
        self.has_found |= role == THREAD and key != self._start
        if role == OTHER and not self._single_rows.keep(page) and self._repeats(page):
            self.learn_nothing(page.url)
            return False
        self.learn(page.url, role)
        if role == THREAD:
            self._tell_lists(thread_form(page.url))
        return True

    def learn_nothing(self, url: str) -> None:
        """A link was followed, and what came does not tell what its like lead to."""
        self._trials.void[thread_form(url)] += 1

    def learn_redirect(self, asked: str, answered: str, role: PageRole) -> None:
        """A link was redirected to a page that no other link has led to: this is what it is."""
        shape = thread_form(asked)
        self._redirected[page_key(answered)] = shape, role
        if shape != thread_form(answered):
            self.outcomes.setdefault(shape, Counter())[role] += 1

    def learn_sent_back(self, asked: str, answered: str, *, in_row: bool) -> PageRole | None:
        """A link was redirected to a page that another one has led to before.

        Where several are redirected to one page, as to a form to log in, that tells nothing of
        any of them.

        :param in_row: whether the link is the title of a row
        :return: what such links lead to: a thread, or nothing more than is known; None if that is
            not told
        """
        key, shape = page_key(answered), thread_form(asked)
        before: str | None
        role: PageRole
        before, role = self._redirected.get(key, (None, OTHER))
        # Links to a thread and to its last post are redirected to the same page, too.
        is_shared = before is not None and (role != THREAD or before == shape)
        if not is_shared and self.role_of(answered) == THREAD:
            told: PageRole = THREAD if in_row else OTHER
            self.learn(asked, told)
            return told
        if is_shared and before and before != thread_form(answered):
            self.outcomes[before][role] -= 1
            self._trials.void[before] += 1
        self._redirected[key] = "", OTHER
        self.learn_nothing(asked)
        return None

    def _repeats(self, page: Page) -> bool:
        """Whether a page without rows says what another has said, but for numbers as of a clock."""
        said = hash(tuple(without_digits(leaf.text) for leaf in page.leaves))
        is_known = said in self._other_texts
        self._other_texts.add(said)
        return is_known

    def _tell_lists(self, thread: str) -> None:
        """Count pages as lists whose rows have turned out to lead to different threads.

        :param thread: a shape of threads
        """
        for shape in self._single_rows.take_lists(thread):
            outcomes = self.outcomes[shape]
            mistaken = outcomes.pop(OTHER, 0)
            outcomes[LIST] += mistaken
            self.pages.update({LIST: mistaken, OTHER: -mistaken})

    def to_state(self) -> dict[str, dict[PageRole, int]]:
        """Plain values (JSON) that `from_state` takes back."""
        return {shape: dict(outcomes) for shape, outcomes in self.outcomes.items()}

    @classmethod
    def from_state(cls, state: dict[str, dict[PageRole, int]]) -> LinkFrontier:
        """A frontier that knows what an earlier run has learned."""
        return cls({shape: Counter(outcomes) for shape, outcomes in state.items()})

    def is_listing(self, page: Page) -> bool:
        """Whether a page without floors is a list: of threads, or of boards."""
        return len(self.rows(page)) > 1 or self.role_of(page.url) == LIST

    def rows(self, page: Page) -> list[ListRow]:
        """The rows of the page's lists.

        Titles that have led to nothing so far count where the page has no others, until they are
        given up: the first threads of a forum may be the ones that are not there for all.
        """
        known = {
            shape
            for shape, outcomes in self.outcomes.items()
            if outcomes.most_common(1)[0][0] in (THREAD, LIST)
        }
        links = links_of(page)
        doubtful = {link.shape for link in links if self.role_of(link.url) == OTHER}
        useful = [link for link in links if link.shape not in doubtful]
        found = list_rows(page, useful, known)
        if found or not doubtful:
            return found
        lost = {shape for shape in doubtful if not self._is_worth_a_try(LinkGroup(shape, True))}
        return list_rows(page, [link for link in links if link.shape not in lost], known)

    def steps(
        self, page: Page, role: PageRole, failed: Callable[[str], None] | None = None
    ) -> list[Step]:
        """The links of a page to follow now, in the order of the page.

        Links of shapes that are not known wait until a few of them have shown where they lead:
        see `freed`. Those of a thread's page do so only where the crawl has begun: nothing else
        leads on from there.

        :param role: what the page is
        :param failed: called in the place of a link that an exception came of, with its URL;
            without it the exception is raised
        """
        rows = {row.link.node: row for row in (self.rows(page) if role != THREAD else ())}
        links = [link for link in links_of(page) if link.key != thread_key(page.url)]
        if role == THREAD:
            links = self._without_buttons(links)
        asked = self._asked | {link.key for link in links} | {thread_key(page.url)}
        links = [link for link in links if view_of(link.url) not in asked]
        links.sort(key=lambda link: _is_empty(rows.get(link.node)))
        steps = []
        if thread_key(page.url) == self._start:
            role = OTHER
        for link in links:
            try:
                step = self._step(link, rows.get(link.node), role)
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

    def _step(self, link: PageLink, row: ListRow | None, role: PageRole) -> Step | None:
        expected = self.role_of(link.url)
        if link.key in self._asked or not _is_first_page(link):
            return None
        if expected == OTHER and not (row and self._is_worth_a_try(LinkGroup(link.shape, True))):
            return None
        step = Step(link.url, link.key, expected or OTHER, row)
        if expected is None and row is None:
            if role != THREAD:
                self._trials.wait(link.shape, step)
            return None
        if expected == OTHER or (expected is None and self._is_to_wait(link.shape)):
            self._trials.wait(link.shape, step)
            return None
        return self._ask(link.shape, step)

    def _ask(self, shape: str, step: Step) -> Step:
        self._trials.tried[shape] += 1
        self._asked.add(step.key)
        return step

    def _is_to_wait(self, shape: str) -> bool:
        """Whether enough titles of rows are tried; a few for those that have told nothing."""
        void = min(ENOUGH, self._trials.void[shape])
        return self._trials.tried[shape] - void > ENOUGH and not self._is_good(shape)

    def _is_good(self, shape: str) -> bool:
        outcomes = self.outcomes.get(shape, Counter())
        return outcomes[OTHER] < AGREEING * outcomes.total()

    def _finds(self, shape: str) -> int:
        """How many links of a shape have led to a thread or list."""
        outcomes = self.outcomes.get(shape, Counter())
        return outcomes[THREAD] + outcomes[LIST]

    def _is_worth_a_try(self, group: LinkGroup) -> bool:
        """Whether one more link of a shape may be tried, after what those before have led to.

        Titles of rows are tried for longer: that is what threads and boards stand in.
        """
        shape, trials = group.shape, self._trials
        missed = trials.void[shape]
        if group.in_rows:
            missed += self.outcomes.get(shape, Counter())[OTHER]
        elif trials.tried[shape] - missed > ENOUGH:
            return False
        return missed - self._finds(shape) <= ENOUGH + trials.most_misses(group)

    def freed(self) -> Iterator[Step]:
        """Links that waited and can be followed now; of many that wait, one that is tried."""
        for group in self._trials.groups():
            role = self.role_of(self._trials.first(group).url)
            if role in (THREAD, LIST) or (role is None and self._is_good(group.shape)):
                for step in self._trials.pop(group):
                    if step.key not in self._asked:
                        self._asked.add(step.key)
                        yield step._replace(role=role or OTHER)
            elif group.in_rows and self._is_worth_a_try(group):
                if self._trials.is_due(group) and (tried := self._try(group)):
                    yield tried
            elif role == OTHER and not self._single_rows.may_be_lists(group.shape, self.outcomes):
                self._trials.drop(group)

    def probe(self) -> Step | None:
        """A link of a shape that is not known yet, if the waste so far allows for one.

        Until a thread is found nothing is wasted: on a small forum no list shows where one is. Nor
        is it with the like of what has led to a thread or list, and of rows that have not told.
        """
        wasted = self.pages[OTHER] > WASTE * self.pages.total() + FIRST_WASTE
        for group in self._trials.groups():
            is_likely = self._finds(group.shape) or (
                group.in_rows and not self.outcomes.get(group.shape, Counter())[OTHER]
            )
            if (is_likely or not (self.has_found and wasted)) and (step := self._try(group)):
                return step
        return None

    def _try(self, group: LinkGroup) -> Step | None:
        while self._trials.size(group) and self._is_worth_a_try(group):
            step = self._trials.take(group)
            if step.key not in self._asked:
                return self._ask(group.shape, step)
        return None

    def left_out(self) -> list[tuple[str, int]]:
        """Titles of rows that were not followed, as what was tried of their like told nothing.

        :return: for each shape the URL of one, and how many there are
        """
        left = self._trials.left_out()
        return [(url, number) for shape, url, number in left if self._trials.void[shape]]


def _is_empty(row: ListRow | None) -> bool:
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

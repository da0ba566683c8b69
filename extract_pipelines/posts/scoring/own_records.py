"""Records that say something of their own: page − template, for a group of records and for a post.

A box that all threads of a site have says the same on them, and on the site's other pages: most of
its records have nothing else. They look like posts, though, and stand beside threads of one post.
An announcement or an advertisement in the form of a post says the same, too.
"""

from __future__ import annotations

from collections.abc import Set
from itertools import accumulate
from typing import Final, final

from extract_pipelines.items import Floor
from extract_pipelines.items.trace import tell_dropped
from extract_pipelines.page import Page
from extract_pipelines.posts.records.records import Candidate, Record, leaves_between
from extract_pipelines.posts.scoring.rejection import tell_refused
from extract_pipelines.text.sentences import is_sentence

# No more of an announcement's text than this is of one thread alone.
MOST_OWN: Final = 0.2
# Characters of the longest text that is compared so.
LONGEST_SHARED: Final = 10_000
SHARED: Final = "most say nothing but what other threads show, too"


@final
class OwnRecords:
    """Tells which groups of records on a page, and which posts, are its own.

    :param shared: indices of the leaves that most pages of its kind have
    """

    def __init__(self, page: Page, shared: Set[int]) -> None:
        self._page = page
        is_shared = [leaf in shared for leaf in range(len(page.flat.texts))] if shared else []
        self._before = [0, *accumulate(is_shared)]

    def are_own(self, candidate: Candidate) -> bool:
        """Whether half of the records or more have a text that other threads have not."""
        if len(self._before) == 1:
            return True
        are_own = 2 * sum(map(self._is_own, candidate.records)) >= len(candidate.records)
        if not are_own:
            tell_refused(candidate, SHARED)
        return are_own

    def _is_own(self, record: Record) -> bool:
        first, last = leaves_between(self._page, record.start, record.stop)
        return self._before[last] - self._before[first] < last - first

    def has_own(self, record: Record, floor: Floor) -> bool:
        """Whether more than a part of a post's text stands in leaves that other threads have not.

        :param floor: the post, read from the record
        """
        if len(self._before) == 1 or len(floor.body) > LONGEST_SHARED:
            return True
        is_own = self._says_own(record, floor.body)
        if not is_own:
            tell_dropped(floor, "other threads show most of its text, too")
        return is_own

    def _says_own(self, record: Record, body: str) -> bool:
        leaves = range(*leaves_between(self._page, record.start, record.stop))
        texts, before, own = self._page.flat.texts, self._before, 0
        for leaf in leaves:
            if before[leaf] == before[leaf + 1] and texts[leaf] in body:
                own += len(texts[leaf])
                if own > MOST_OWN * len(body):
                    return True
        shared = (texts[leaf] for leaf in leaves if before[leaf] < before[leaf + 1])
        return not any(is_sentence(text) and text in body for text in shared)

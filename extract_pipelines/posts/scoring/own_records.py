"""Records that say something of their own: page − template, for a group of records.

A box that all threads of a site have says the same on them, and on the site's other pages: most of
its records have nothing else. They look like posts, though, and stand beside threads of one post.
"""

from __future__ import annotations

from collections.abc import Set
from itertools import accumulate
from typing import final

from extract_pipelines.page import Page
from extract_pipelines.posts.records.records import Candidate, Record, leaves_between
from extract_pipelines.posts.scoring.rejection import tell_refused


@final
class OwnRecords:
    """Tells which groups of records on a page are its own.

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
            tell_refused(candidate, "most say nothing but what other threads show, too")
        return are_own

    def _is_own(self, record: Record) -> bool:
        first, last = leaves_between(self._page, record.start, record.stop)
        return self._before[last] - self._before[first] < last - first

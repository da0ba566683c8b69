"""Which threads one run has asked for, and whether it got all that it had to ask for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set


class Attempts:
    """The requests of one run, by thread.

    A run that is cut short, in whichever way, has not failed to read what it did not come to.
    """

    def __init__(self) -> None:
        self._under_way: Counter[str] = Counter()
        self._left_out: set[str] = set()
        self._failed: set[str] = set()

    def ask(self, thread: str) -> None:
        """A page of the thread is to be asked for."""
        self._under_way[thread] += 1

    def leave_out(self, thread: str) -> None:
        """A page of the thread is not asked for, as the run is to ask for so many only."""
        self._left_out.add(thread)

    def end(self, thread: str, *, failed: bool = False) -> None:
        """A request for a page of the thread has come to an end; the first page of a crawl, too.

        :param failed: whether it gave no page
        """
        if self._under_way[thread]:
            self._under_way[thread] -= 1
        if failed:
            self._failed.add(thread)

    def over(self) -> Set[str]:
        """The threads that must be read by now, or else this run has failed to read them."""
        ended = {thread for thread, requests in self._under_way.items() if not requests}
        return (ended - self._left_out) | self._failed

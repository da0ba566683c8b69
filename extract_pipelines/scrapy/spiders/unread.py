"""What was asked for and could not be read, and what the log says of it."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable

from scrapy.exceptions import IgnoreRequest
from scrapy.spidermiddlewares.httperror import HttpError

logger = logging.getLogger(__name__)

# Why no page was read, as the log says it of so many.
EMPTY = "empty pages"
FORBIDDEN = "forbidden by robots.txt"
REDIRECTED = "redirected to one page"
REPEATED = "pages that say the same"
IGNORED = "not asked for, as a component of the project has it"
UNANSWERED = "not answered"
NOTHING_FOUND = (
    "No thread was found from %s on%s: give the address of the forum's index, or of a board, as"
    " -a url=; if it is one, `scrapy extract --explain report.html %s` shows how it is read%s"
)
NOTHING_READ = (
    "No thread was found from %s on%s: it links to lists, but what these lead to could not be"
    " read%s. What only members may read needs a login: see `Forums behind a login` in the guides"
)
LEFT_OUT = (
    "%d links that stand in lists were not followed, such as %s: what was tried of their like"
    " could not be read%s"
)


def reason_of(error: BaseException | None) -> str:
    """Why a request led to no page."""
    if isinstance(error, HttpError):
        return f"answered with status {error.response.status}"
    if isinstance(error, IgnoreRequest):
        return FORBIDDEN if "robots.txt" in str(error) else IGNORED
    return UNANSWERED


class Unread:
    """What one crawl has asked for and could not read, by the reasons."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._examples: dict[str, str] = {}

    def add(self, reason: str, url: str) -> None:
        """Something could not be read.

        :param url: what was asked for; or where several links were redirected to
        """
        self._counts[reason] += 1
        self._examples.setdefault(reason, url)

    def __str__(self) -> str:
        """All reasons, as the end of a sentence."""
        told = (
            f"{count} {reason} ({self._examples[reason]})"
            for reason, count in self._counts.most_common()
        )
        return f" ({'; '.join(told)})" if self._counts else ""

    def warn_of_nothing_found(self, url: str, *, is_read: bool, is_list: bool) -> None:
        """Warn of a start that has led to no thread.

        :param is_read: whether a thread is what the crawl has begun with
        :param is_list: whether it has come to lists
        """
        but = ", but for the one that it shows" if is_read else ""
        if is_list and self._counts:
            logger.warning(NOTHING_READ, url, but, self)
        else:
            logger.warning(NOTHING_FOUND, url, but, url, self)

    def warn_of_left_out(self, left_out: Iterable[tuple[str, int]]) -> None:
        """Warn of links that were given up.

        :param left_out: see `LinkFrontier.left_out`
        """
        for url, number in left_out:
            logger.warning(LEFT_OUT, number, url, self)

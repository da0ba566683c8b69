"""When Python looks for garbage in a crawl: it does not search the pages that are held."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import wraps
from time import perf_counter
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
# The generation of what was searched no more than once.
YOUNG = 1
# Between two searches of everything goes by so many times what the first of them took.
REST = 50


class _Searches:
    """Searches for garbage between steps of pages."""

    def __init__(self) -> None:
        self._due = 0.0
        """When everything is searched next, in seconds."""

    def search(self) -> None:
        """Search what is new, or everything when that is due."""
        started = perf_counter()
        if started < self._due:
            gc.collect(YOUNG)
            return
        gc.collect()
        ended = perf_counter()
        self._due = ended + REST * (ended - started)


_searches = _Searches()


def without_gc_in_crawl(step: Callable[P, T]) -> Callable[P, T]:
    """Let a step of a page run without the collector of garbage, if that is on.

    What the step has made counts as searched: it is freed with its page, and to search all pages
    that are held each time that a few more are takes a quarter of a crawl. Everything is searched
    in a fiftieth of the time; where a program has frozen what it keeps, only as Python does by
    itself.
    """

    @wraps(step)
    def without(*args: P.args, **kwargs: P.kwargs) -> T:
        if not gc.isenabled() or gc.get_freeze_count():
            return step(*args, **kwargs)
        _searches.search()
        gc.disable()
        try:
            return step(*args, **kwargs)
        finally:
            gc.freeze()
            gc.unfreeze()
            gc.enable()

    return without

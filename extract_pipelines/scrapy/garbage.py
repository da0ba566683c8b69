"""When Python looks for garbage in a crawl: it does not search the pages that are held."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import wraps
from itertools import count
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
# The generation of what was searched no more than once, and that of all.
YOUNG, OLD = 1, 2
# Steps of pages between two searches of everything: some five steps make a page.
STEPS = 1000

_steps = count(1)


def searched_later(step: Callable[P, T]) -> Callable[P, T]:
    """Let a step of a page run without the collector of garbage, if that is on.

    What the step has made counts as searched: it is freed with its page, and to search all pages
    that are held each time that a few more are takes a quarter of a crawl. Everything is searched
    after `STEPS` steps; where a program has frozen what it keeps, only as Python does by itself.
    """

    @wraps(step)
    def without(*args: P.args, **kwargs: P.kwargs) -> T:
        if not gc.isenabled() or gc.get_freeze_count():
            return step(*args, **kwargs)
        gc.collect(YOUNG if next(_steps) % STEPS else OLD)
        gc.disable()
        try:
            return step(*args, **kwargs)
        finally:
            gc.freeze()
            gc.unfreeze()
            gc.enable()

    return without

"""When Python looks for garbage: not while a page is read."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def without_gc(read: Callable[P, T]) -> Callable[P, T]:
    """Let a function run without the collector of garbage, if that is on; then it is on again.

    What is made of a page lives as long as the page, and is freed with it: to search it for
    garbage over and over finds none, and took a tenth of the time.
    """

    @wraps(read)
    def without(*args: P.args, **kwargs: P.kwargs) -> T:
        if not gc.isenabled():
            return read(*args, **kwargs)
        gc.disable()
        try:
            return read(*args, **kwargs)
        finally:
            gc.enable()

    return without

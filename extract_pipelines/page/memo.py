"""What is read of a page once, whichever step asks for it first."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from extract_pipelines.page import Page

T = TypeVar("T")


def once_a_page(read: Callable[[Page], T]) -> Callable[[Page], T]:
    """Call a function once for each page, and keep what it gives with the page.

    :param read: its result must not hold the page, which would be freed only when Python looks for
        garbage
    """

    @wraps(read)
    def kept(page: Page) -> T:
        known: dict[object, T] = page.kept
        if read in known:
            return known[read]
        found = known[read] = read(page)
        return found

    return kept

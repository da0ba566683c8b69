"""What is read of a page once, whichever step asks for it first."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from extract_pipelines.page import Page

T = TypeVar("T")


def once_a_page(read: Callable[[Page], T]) -> Callable[[Page], T]:
    """Call a function once for each page, and keep what it gives as long as the page.

    :param read: its result must not hold the page, which would never be freed
    """
    known: WeakKeyDictionary[Page, T] = WeakKeyDictionary()

    @wraps(read)
    def kept(page: Page) -> T:
        try:
            return known[page]
        except KeyError:
            found = known[page] = read(page)
            return found

    return kept

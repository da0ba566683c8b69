"""What is read of a page, or of a part of it, once, whichever step asks for it first."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar

from extract_pipelines.page import Page

T = TypeVar("T")


class Keeps(Protocol):
    """A view of a part of a page; what is read of it is kept with it."""

    kept: dict[object, Any]


V = TypeVar("V", bound=Keeps)


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


def once_a_view(read: Callable[[Page, V], T]) -> Callable[[Page, V], T]:
    """Call a function once for each view of a part of a page, and keep what it gives with the view.

    :param read: its result must hold neither the view nor the page, which would be freed only when
        Python looks for garbage
    """

    @wraps(read)
    def kept(page: Page, view: V) -> T:
        known: dict[object, T] = view.kept
        if read in known:
            return known[read]
        found = known[read] = read(page, view)
        return found

    return kept

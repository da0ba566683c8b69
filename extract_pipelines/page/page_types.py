"""What a page may be known to be before it is read."""

from __future__ import annotations

from typing import Final

PAGE_TYPES: Final = ("thread", "article")


def known_page_type(name: str | None) -> str | None:
    """A type that a page may be known to be of before it is read, or None where none is known.

    :raises ValueError: for another name than those of `PAGE_TYPES`
    """
    if name is not None and name not in PAGE_TYPES:
        raise ValueError(f"page_type is one of {', '.join(PAGE_TYPES)}, not {name!r}")
    return name

"""Where a later run goes on with what was not read to its end."""

from __future__ import annotations

from typing import NamedTuple


class ResumePoint(NamedTuple):
    """The first page of a thread or list that is not read: all pages before it were."""

    page: int
    """Its number."""
    url: str

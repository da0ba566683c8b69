"""Finding the main text of a page that has no floors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from extract_pipelines.page import Leaf


class Body(NamedTuple):
    """The main text of a page, as a strategy found it."""

    leaves: Sequence[Leaf]
    """Its leaves in document order; none where nothing was found."""
    node: int | None
    """Index in `Page.elements` of the element that holds it, where it is one element's."""

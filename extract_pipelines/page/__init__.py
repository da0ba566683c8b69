"""The parsed page: its elements, leaves and tag paths, and what its head and markup declare."""

from extract_pipelines.page.dom import (
    DEEPEST,
    LONGEST_TITLE,
    MAX_ELEMENTS,
    FlatTree,
    Leaf,
    Page,
)
from extract_pipelines.page.texts import html_of, lines, link_of, text_of

__all__ = [
    "DEEPEST",
    "LONGEST_TITLE",
    "MAX_ELEMENTS",
    "FlatTree",
    "Leaf",
    "Page",
    "html_of",
    "lines",
    "link_of",
    "text_of",
]

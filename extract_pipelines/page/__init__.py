"""The parsed page: its elements, leaves and tag paths, and what its head and markup declare."""

from extract_pipelines.page.dom import LONGEST_TITLE, MAX_ELEMENTS, Page
from extract_pipelines.page.flat_tree import DEEPEST, FlatTree, Leaf
from extract_pipelines.page.texts import block_around, html_of, lines, link_of, text_of

__all__ = [
    "DEEPEST",
    "LONGEST_TITLE",
    "MAX_ELEMENTS",
    "FlatTree",
    "Leaf",
    "Page",
    "block_around",
    "html_of",
    "lines",
    "link_of",
    "text_of",
]

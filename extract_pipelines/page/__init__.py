"""The parsed page: its elements, leaves and tag paths, and what its head and markup declare."""

from extract_pipelines.page.dom import LONGEST_TITLE, MAX_ELEMENTS, Page
from extract_pipelines.page.flat_tree import FlatTree
from extract_pipelines.page.texts import (
    block_around,
    html_of,
    lines,
    link_of,
    space_between,
    text_of,
)
from extract_pipelines.page.tree_walk import DEEPEST, Leaf

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
    "space_between",
    "text_of",
]

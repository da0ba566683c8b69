"""The strategies for the body, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from extract_pipelines.body import Body
from extract_pipelines.body.line_blocks import line_blocks
from extract_pipelines.body.text_density import text_density
from extract_pipelines.body.unlinked_text import unlinked_text
from extract_pipelines.page import Leaf, Page

STRATEGIES: Mapping[str, Callable[[Page, Sequence[Leaf]], Body]] = {
    "density": text_density,
    "line_blocks": line_blocks,
    "unlinked_text": unlinked_text,
}

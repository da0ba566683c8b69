"""The strategies for the body, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from extract_pipelines.body import Body
from extract_pipelines.body.line_blocks import line_blocks
from extract_pipelines.body.noise_removal import noise_removal
from extract_pipelines.body.segmentation import segmentation
from extract_pipelines.body.symbol_density import text_and_symbol_density
from extract_pipelines.body.tag_windows import tag_windows
from extract_pipelines.body.text_density import text_density
from extract_pipelines.body.unlinked_text import unlinked_text
from extract_pipelines.page import Leaf, Page

STRATEGIES: Mapping[str, Callable[[Page, Sequence[Leaf]], Body]] = {
    "density": text_density,
    "symbol_density": text_and_symbol_density,
    "line_blocks": line_blocks,
    "tag_windows": tag_windows,
    "noise_removal": noise_removal,
    "segmentation": segmentation,
    "unlinked_text": unlinked_text,
}

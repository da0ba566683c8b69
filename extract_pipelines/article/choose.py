"""The strategies for the body by name, and how sure what they find is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from extract_pipelines.article.auto import auto
from extract_pipelines.article.embedded import confirmed
from extract_pipelines.page import Leaf, Page
from extract_pipelines.published.body import Body
from extract_pipelines.published.line_blocks import line_blocks
from extract_pipelines.published.noise_removal import noise_removal
from extract_pipelines.published.segmentation import segmentation
from extract_pipelines.published.symbol_density import text_and_symbol_density
from extract_pipelines.published.tag_windows import tag_windows
from extract_pipelines.published.text_density import text_density
from extract_pipelines.published.unlinked_text import unlinked_text
from extract_pipelines.text.encoded import is_encoded

STRATEGIES: Mapping[str, Callable[[Page, Sequence[Leaf]], Body]] = {
    "auto": auto,
    "density": text_density,
    "symbol_density": text_and_symbol_density,
    "line_blocks": line_blocks,
    "tag_windows": tag_windows,
    "noise_removal": noise_removal,
    "segmentation": segmentation,
    "unlinked_text": unlinked_text,
}

# Bytes of text in a body, from which on its length speaks for it (a Chinese character has three).
ENOUGH_TEXT: Final = 200


def find_body(name: str, page: Page, leaves: Sequence[Leaf], told: str = "") -> Body:
    """The main text by a strategy; encoded data are no text.

    :param name: a key of `STRATEGIES`
    :param leaves: the page's leaves that are worth reading
    :param told: what the page's structured data give as the text; ``auto`` listens to it
    :raises KeyError: if no strategy has that name
    """
    leaves = [leaf for leaf in leaves if not is_encoded(leaf.text)]
    body = STRATEGIES[name](page, leaves)
    return confirmed(page, leaves, body, told) if told and name == "auto" else body


def body_share(body: Body, leaves: Sequence[Leaf]) -> float:
    """A body's share of the text worth reading, less its share in links, 0 to 1.

    A body of less than 200 bytes has so much less. It tells how sure the body is, but is no chance.

    :param leaves: the page's leaves that are worth reading
    """
    length = sum(len(leaf.text) for leaf in body.leaves)
    linked = sum(len(leaf.text) for leaf in body.leaves if leaf.in_link)
    size = sum(len(leaf.text.encode("utf-8", "replace")) for leaf in body.leaves)
    share = (length - linked) / max(1, sum(len(leaf.text) for leaf in leaves))
    return share * min(1.0, size / ENOUGH_TEXT)

"""The text of an article as clean HTML, and its images."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from extract_pipelines.page import Leaf, Page
from extract_pipelines.page.markup.addresses import image_at
from extract_pipelines.page.markup.clean import clean_nodes
from extract_pipelines.page.markup.html import html_of_blocks


def clean_html(page: Page, leaves: Sequence[Leaf]) -> str | None:
    """The leaves as HTML, without anything else of the page; see `clean_tree`.

    :param leaves: leaves of the page in document order
    :return: None for no leaves
    """
    return html_of_blocks(clean_nodes(page, leaves)) or None


def images_of(page: Page, leaves: Sequence[Leaf]) -> list[str]:
    """Addresses of the images between the first and the last leaf, in document order, each once."""
    first, last = (leaves[0].node, leaves[-1].node) if leaves else (0, 0)
    images = page.flat.tagged("img")
    images = images[bisect_left(images, first) : bisect_left(images, last)]
    found = dict.fromkeys([image_at(page, image) for image in images])
    return [address for address in found if address]

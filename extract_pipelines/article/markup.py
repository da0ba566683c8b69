"""The text of an article as clean HTML, and its images."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from extract_pipelines.page import Leaf, Page
from extract_pipelines.page.markup.addresses import IMAGES, image_at
from extract_pipelines.page.markup.clean import clean_nodes
from extract_pipelines.page.markup.html import html_of_blocks


def clean_html(page: Page, leaves: Sequence[Leaf], own: Sequence[Leaf] = ()) -> str | None:
    """The leaves as HTML, with the figures between them and nothing else; see `clean_tree`.

    :param leaves: leaves of the page in document order
    :param own: the page's leaves that count as text: the captions of the figures are among them
    :return: None for no leaves
    """
    return html_of_blocks(clean_nodes(page, with_captions(page, leaves, own))) or None


def with_captions(page: Page, leaves: Sequence[Leaf], own: Sequence[Leaf]) -> Sequence[Leaf]:
    """The leaves, and the captions of images between the first and the last of them.

    What is a link as a whole leads to what the figure shows: it is no caption.
    """
    captions = page.flat.tagged("figcaption") if leaves and own else ()
    within = [node for node in captions if leaves[0].node < node < leaves[-1].node]
    added = [
        leaf
        for caption in within
        if any(not leaf.in_link for leaf in page.leaves_of(caption)) and _has_image(page, caption)
        for leaf in page.leaves_of(caption)
    ]
    if not added:
        return leaves
    counted = set(map(id, own))
    wanted = {*map(id, leaves), *(id(leaf) for leaf in added if id(leaf) in counted)}
    return [leaf for leaf in page.leaves if id(leaf) in wanted]


def _has_image(page: Page, caption: int) -> bool:
    """Whether an image stands in the figure around a caption."""
    figure = page.parents[caption]
    while figure >= 0 and page.tags[figure] != "figure":
        figure = page.parents[figure]
    if figure < 0:
        return False
    images = page.flat.tagged(*IMAGES)
    inside = images[bisect_left(images, figure) : bisect_left(images, page.subtree_end[figure])]
    return any(image_at(page, image) for image in inside)


def images_of(page: Page, leaves: Sequence[Leaf]) -> list[str]:
    """Addresses of the images between the first and the last leaf, in document order, each once."""
    first, last = (leaves[0].node, leaves[-1].node) if leaves else (0, 0)
    images = page.flat.tagged(*IMAGES)
    images = images[bisect_left(images, first) : bisect_left(images, last)]
    found = dict.fromkeys([image_at(page, image) for image in images])
    return [address for address in found if address]

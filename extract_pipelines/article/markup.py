"""Chosen leaves as clean HTML: headings, paragraphs, lists, code, links and images; no chrome."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import NamedTuple

from extract_pipelines.page import Leaf, Page, link_of
from extract_pipelines.published.body import by_line

_BLOCKS = frozenset("p h1 h2 h3 h4 h5 h6 li pre blockquote td th dt dd figcaption".split())
# What a block is written as where its own tag needs others around it.
_PLAIN = {"td": "p", "th": "p", "dt": "p", "dd": "p", "figcaption": "p"}
_UNSAFE = ("javascript:", "data:", "vbscript:")


class Image(NamedTuple):
    """An image of a page."""

    node: int
    """Index of its element."""
    url: str
    text: str
    """What it shows, where the page says so."""


def clean_html(page: Page, leaves: Sequence[Leaf], images: Sequence[Image]) -> str | None:
    """The leaves as HTML, a block a visual line; addresses of links and images are absolute.

    :param leaves: leaves of the page in document order
    :param images: images that stand between them
    :return: None for no leaves
    """
    blocks = [(_block_tag(line[0].path), line) for line in by_line(leaves)]
    coming = deque(images)
    written: list[str] = []
    for tag, group in groupby(blocks, key=lambda block: block[0]):
        items = []
        for _, line in group:
            while coming and coming[0].node < line[0].node:
                image = coming.popleft()
                items.append(f'<img src="{escape(image.url)}" alt="{escape(image.text)}">')
            items.append(f"<{tag}>{_inline(page, line)}</{tag}>")
        written += ["<ul>", *items, "</ul>"] if tag == "li" else items
    return "\n".join(written) or None


@lru_cache(maxsize=4096)
def _block_tag(path: str) -> str:
    tags = path.split("/")
    if "pre" in tags:
        return "pre"
    tag = next((tag for tag in reversed(tags) if tag in _BLOCKS), "p")
    if tag == "p" and "blockquote" in tags:
        tag = "blockquote"
    return _PLAIN.get(tag, tag)


def _inline(page: Page, line: Sequence[Leaf]) -> str:
    if len(line) == 1 and not line[0].in_link and "/pre" not in line[0].path:
        return escape(line[0].text, quote=False)
    parts: list[str] = []
    for href, linked in groupby(line, key=lambda leaf: _href(page, leaf)):
        text = ""
        for leaf in linked:
            code = "/pre" in leaf.path
            own = escape(leaf.raw if code else leaf.text, quote=False)
            text += own if code or not leaf.spaced else f" {own}"
        space = " " if text.startswith(" ") and parts else ""
        text = text.lstrip(" ") if "/pre" not in line[0].path else text
        parts.append(space + (f'<a href="{escape(href)}">{text}</a>' if href else text))
    return "".join(parts)


def _href(page: Page, leaf: Leaf) -> str:
    return _address(page, link_of(leaf)) if leaf.in_link else ""


def _address(page: Page, written: str) -> str:
    if not written or written.startswith("#") or written.lower().startswith(_UNSAFE):
        return ""
    return page.joined(written)


def images_of(page: Page, leaves: Sequence[Leaf]) -> list[Image]:
    """The images between the first and the last leaf, in document order."""
    found = []
    first, last = (leaves[0].node, leaves[-1].node) if leaves else (0, 0)
    for node, tag in enumerate(page.tags[first:last], start=first):
        if tag == "img":
            element = page.elements[node]
            if url := _address(page, (element.get("src") or "").strip()):
                found.append(Image(node, url, element.get("alt") or ""))
    return found

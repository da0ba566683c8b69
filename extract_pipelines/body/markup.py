"""Chosen leaves as clean HTML: headings, paragraphs, lists, code, links and images; no chrome."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from extract_pipelines.page import Leaf, Page, link_of

_BLOCKS = frozenset("p h1 h2 h3 h4 h5 h6 li pre blockquote td th dt dd figcaption".split())
# What a block is written as where its own tag needs others around it.
_PLAIN = {"td": "p", "th": "p", "dt": "p", "dd": "p", "figcaption": "p"}
_UNSAFE = ("javascript:", "data:", "vbscript:")


def clean_html(page: Page, leaves: Sequence[Leaf]) -> str | None:
    """The leaves as HTML, a block a visual line; addresses of links and images are absolute.

    Images are taken where they stand between leaves that are.

    :param leaves: leaves of the page in document order
    :return: None for no leaves
    """
    blocks = [(_block_tag(line[0]), line) for line in _lines(leaves)]
    images = deque(_images(page, leaves))
    written: list[str] = []
    for tag, group in groupby(blocks, key=lambda block: block[0]):
        items = []
        for _, line in group:
            while images and images[0][0] < line[0].node:
                _, source, text = images.popleft()
                items.append(f'<img src="{escape(source)}" alt="{escape(text)}">')
            items.append(f"<{tag}>{_inline(page, line)}</{tag}>")
        written += ["<ul>", *items, "</ul>"] if tag == "li" else items
    return "\n".join(written) or None


def _lines(leaves: Sequence[Leaf]) -> Iterator[list[Leaf]]:
    for _, line in groupby(leaves, key=lambda leaf: leaf.line):
        yield list(line)


def _block_tag(leaf: Leaf) -> str:
    tags = leaf.path.split("/")
    if "pre" in tags:
        return "pre"
    tag = next((tag for tag in reversed(tags) if tag in _BLOCKS), "p")
    if tag == "p" and "blockquote" in tags:
        tag = "blockquote"
    return _PLAIN.get(tag, tag)


def _inline(page: Page, line: Sequence[Leaf]) -> str:
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


def images_of(page: Page, leaves: Sequence[Leaf]) -> list[str]:
    """Absolute addresses of the images between the first and the last leaf, each once."""
    return list(dict.fromkeys(source for _, source, _ in _images(page, leaves)))


def _images(page: Page, leaves: Sequence[Leaf]) -> Iterator[tuple[int, str, str]]:
    """Index, address and text of the images between the first and the last leaf."""
    first, last = (leaves[0].node, leaves[-1].node) if leaves else (0, 0)
    for node, element in enumerate(page.elements[first:last], start=first):
        if element.tag == "img" and (source := _address(page, (element.get("src") or "").strip())):
            yield node, source, element.get("alt") or ""

"""Headings that name more than the page: they lead to the site's root, or to a folder above it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from extract_pipelines.page import Page, link_of
from extract_pipelines.page.tag_paths import in_heading


def lead_up(page: Page, leaves: Sequence[int], headings: Iterable[int]) -> bool:
    """Whether what stands in a heading leads to a folder above the page: it names that.

    One that leads to the site's root does; others only where a heading leads to the page itself,
    as the further pages of a thread lead to its first one.

    :param leaves: indices of the leaves that show the text
    :param headings: indices of the leaves that begin headings
    """
    above = [_heading_path(page, leaf) for leaf in leaves]
    if not above or not all(above):
        return False
    own = _path(page.url)
    folders = [path for path in above if path != own and own.startswith(path)]
    if len(folders) < len(leaves):
        return False
    return folders == ["/"] or any(_heading_path(page, leaf) == own for leaf in headings)


def _heading_path(page: Page, leaf: int) -> str:
    """The path that a heading leads to, with a slash at its end; empty if it is no such link."""
    one = page.leaves[leaf]
    if not (one.in_link and in_heading(one.path)):
        return ""
    return _path(page.joined(link_of(one)))


def _path(url: str) -> str:
    """The path of an address, with a slash at its end; empty for one with a query."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return "" if parts.query or not parts.path else f"{parts.path.rstrip('/')}/"

"""Lines that are the title of their page, or a part of it: the subject of a post."""

from __future__ import annotations

import re
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.head import part_spans
from extract_pipelines.page.memo import once_a_page

# Characters before a title that a post has as its subject.
LONGEST_MARK: Final = 12
# How often it was read or answered, behind it: "(Read 191 times)", "[1961阅/10回]".
_COUNTS: Final = re.compile(r"\s?[\[(（【][^\[(（【]{0,24}\d[^\[(（【]{0,24}[])）】]$")
_CLOSING: Final = tuple("])）】")


def is_subject(page: Page, text: str) -> bool:
    """Whether a line is the thread's title with a mark before it, as "Re: Noisy gearbox" is.

    Behind it may stand how often it was read.
    """
    beginning = text[: LONGEST_MARK + 1]
    colon = "：" if "：" in beginning else ":"
    if colon not in beginning:
        return False
    title = text.partition(colon)[2].strip()
    if is_title(page, title) or title in _headings(page):
        return True
    bare = _COUNTS.sub("", title) if title.endswith(_CLOSING) else title
    return bare != title and (is_title(page, bare) or bare in _headings(page))


def is_title(page: Page, text: str) -> bool:
    """Whether a text is one or more whole parts of the page's title, side by side."""
    title = page.title
    if not text or text not in title:
        return False
    starts, stops = _bounds_of_parts(page)
    return any(title.startswith(text, start) and start + len(text) in stops for start in starts)


@once_a_page
def _headings(page: Page) -> frozenset[str]:
    """What the page's first headings begin with: the title, without its "(Page 2)" behind it."""
    ranges = [page.flat.leaf_range(node) for node in page.flat.tagged("h1")]
    return frozenset(page.flat.texts[start] for start, stop in ranges if start < stop)


@once_a_page
def _bounds_of_parts(page: Page) -> tuple[list[int], list[int]]:
    """Where the parts of the page's title begin, and where they end."""
    spans = part_spans(page.title)
    return [start for start, _ in spans], [stop for _, stop in spans]

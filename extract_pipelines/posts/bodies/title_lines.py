"""The thread's title among the lines of its posts: over each of them as its subject, or once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.head import part_spans
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.page.tag_paths import in_heading
from extract_pipelines.posts.bodies.record_lines import RecordLine

# Characters before a title that a post has as its subject.
LONGEST_MARK: Final = 12


@once_a_page
def title_headings(page: Page) -> frozenset[int]:
    """Indices of the leaves that are headings and repeat the page's title."""
    texts, paths, title = page.flat.texts, page.flat.paths, page.title
    of_headings = {path for path in set(paths) if in_heading(path)}
    headings = [index for index, path in enumerate(paths) if path in of_headings]
    return frozenset([index for index in headings if texts[index] in title])


def without_titles(page: Page, lines: Sequence[RecordLine]) -> list[RecordLine]:
    """The lines of a record without those that are the thread's title.

    A line that is nothing else is a title where no other stands at its place, as a text may begin
    with what its thread is called, and where one follows.
    """
    kept = [line for line in lines if not _is_subject(page, line.text)]
    titles = [line for line in kept[:-1] if _is_title(page, line.text)]
    if not titles:
        return kept
    places = Counter(line.above[0] for line in kept)
    return [line for line in kept if line not in titles or places[line.above[0]] > 1]


def _is_subject(page: Page, text: str) -> bool:
    """Whether a line is the thread's title with a mark before it, as "Re: Noisy gearbox" is."""
    beginning = text[: LONGEST_MARK + 1]
    colon = "：" if "：" in beginning else ":"
    return colon in beginning and _is_title(page, text.partition(colon)[2].strip())


def _is_title(page: Page, text: str) -> bool:
    """Whether a text is one or more whole parts of the page's title, side by side."""
    title = page.title
    if not text or text not in title:
        return False
    starts, stops = _bounds_of_parts(page)
    return any(title.startswith(text, start) and start + len(text) in stops for start in starts)


@once_a_page
def _bounds_of_parts(page: Page) -> tuple[list[int], list[int]]:
    """Where the parts of the page's title begin, and where they end."""
    spans = part_spans(page.title)
    return [start for start, _ in spans], [stop for _, stop in spans]

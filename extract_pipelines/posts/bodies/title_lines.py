"""The thread's title among the lines of its posts: over each of them as its subject, or once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from extract_pipelines.page import Page
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.page.tag_paths import in_heading
from extract_pipelines.page.title_parts import is_subject, is_title
from extract_pipelines.posts.bodies.record_lines import RecordLine


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
    kept = [line for line in lines if not is_subject(page, line.text)]
    titles = [line for line in kept[:-1] if is_title(page, line.text)]
    if not titles:
        return kept
    places = Counter(line.above[0] for line in kept)
    return [line for line in kept if line not in titles or places[line.above[0]] > 1]

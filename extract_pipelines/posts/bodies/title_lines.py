"""The thread's title among the lines of its posts: over each of them as its subject, or once.

And the subject that software makes of a post's first words where its author gave none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from itertools import pairwise

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


def made_subjects(records: Iterable[Sequence[RecordLine]]) -> frozenset[str]:
    """The places at which most lines of the records are the beginning of the text below them.

    Not all of it: a copy of a short text may stand behind it.
    """
    lines, made, of_more = Counter[str](), Counter[str](), set[str]()
    for record in records:
        lines.update([line.above[0] for line in record])
        for line, below in pairwise(record):
            if is_made_of(line, below):
                made[line.above[0]] += 1
                of_more.update([line.above[0]] if line.text != below.text else ())
    return frozenset([place for place in of_more if 2 * made[place] > lines[place]])


def is_made_of(line: RecordLine, below: RecordLine) -> bool:
    """Whether a line is the beginning of the next one, which a named element around it parts."""
    is_beginning = line.quote < 0 and below.text.startswith(line.text)
    return is_beginning and any("/" not in place for place in {*below.above} - {*line.above})


def without_subjects(lines: list[RecordLine], places: Set[str]) -> list[RecordLine]:
    """The lines but those at places of subjects that are the beginning of the text below them."""
    kept = [
        line
        for line, below in pairwise(lines)
        if line.above[0] not in places or not is_made_of(line, below)
    ]
    return kept + lines[-1:]

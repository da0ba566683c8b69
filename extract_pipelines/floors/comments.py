"""Records below an article are its readers' comments; what tells them from a thread's floors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from urllib.parse import parse_qsl, urlsplit

from extract_pipelines.floors.records import Record
from extract_pipelines.items import Floor
from extract_pipelines.page import Page
from extract_pipelines.tag_paths import INLINE

# Bytes from which on a text that is no link is a sentence (a Chinese character has three).
LEAST_SENTENCE = 60
# An article has at least so many bytes in sentences, and this share of what its comments have.
LEAST_ARTICLE = 300
LEAST_SHARE = 0.5


def are_comments(page: Page, records: Sequence[Record]) -> bool:
    """Whether the records are comments: an element outside them says much beside what they say.

    Sentences count for the innermost element around them that is more than a paragraph.

    :param records: the page's records, the opening post among them if it is one
    """
    inside = 0
    outside: Counter[int] = Counter()
    covered = bytearray(len(page.elements))
    for record in records:
        covered[record.start : record.stop] = b"\1" * (record.stop - record.start)
    for leaf in page.leaves:
        size = 0 if leaf.in_link else len(leaf.text.encode("utf-8", "replace"))
        if size <= LEAST_SENTENCE:
            continue
        if covered[leaf.node]:
            inside += size
        else:
            outside[_section(page, leaf.node)] += size
    return max(outside.values(), default=0) > max(LEAST_ARTICLE, LEAST_SHARE * inside)


def _section(page: Page, node: int) -> int:
    while page.elements[node].tag in INLINE and page.parents[node] > 0:
        node = page.parents[node]
    return node


def is_by_member(opening: Floor, floors: Sequence[Floor]) -> bool:
    """Whether an opening post's author is linked as the other floors' authors are."""
    own = _shape(opening.author_url)
    return own is not None and any(_shape(floor.author_url) == own for floor in floors)


def _shape(url: str | None) -> tuple[object, ...] | None:
    """A URL without its last segment and the values of its query."""
    if not url:
        return None
    parts = urlsplit(url)
    folder = parts.path.rstrip("/").rpartition("/")[0]
    if parts.query:
        folder = parts.path
    return parts.netloc, folder, tuple(name for name, _ in parse_qsl(parts.query))

"""Records below an article are its readers' comments; what tells them from a thread's floors."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar
from urllib.parse import parse_qsl, urlsplit

from extract_pipelines.items import Floor
from extract_pipelines.page import Leaf, Page
from extract_pipelines.page.date_mentions import DateMention
from extract_pipelines.page.declared_type import DeclaredType, declared_type
from extract_pipelines.page.json_ld import read_article
from extract_pipelines.page.tag_paths import INLINE, in_heading
from extract_pipelines.posts.records import Record

T = TypeVar("T", Leaf, DateMention)
# Bytes from which on a text that is no link is a sentence (a Chinese character has three).
LEAST_SENTENCE = 60
# An article has at least so many bytes in sentences, and this share of what its comments have.
LEAST_ARTICLE = 300
LEAST_SHARE = 0.5
# That share above the records of a page that calls itself an article, and below those of others.
LEAST_CLAIMED = 0.1
LEAST_BELOW = 2.0
# Tags of parts of an article.
PARTS = INLINE | frozenset(("li", "ul", "ol", "blockquote", "dl", "dt", "dd", "pre"))
# Of what is called comments, the article has at least so many bytes in sentences.
LEAST_BELOW_TITLE = 100
_TITLE = re.compile(r"/h[12](?:/|\Z)")
_COMMENTS = re.compile(
    r"comment|kommentar|comentario|commento|коммент|respon[sd]|评论|評論|留言|コメント|댓글",
    re.IGNORECASE,
)


def are_comments(page: Page, records: Sequence[Record], *, opened: bool) -> bool:
    """Whether the records are comments: an element outside them says much beside what they say.

    Sentences count for the innermost element around them that is more than a paragraph or a list.
    Notices stand below most pages, so that an article there has to say more. What the page calls
    itself counts, too: a thread has no comments; what stands below a product, or below what JSON-LD
    calls an article, is no thread; what is called an article in another way may be short. Where the
    records are called comments, a sentence or two below the page's title are enough.

    :param records: the page's records, the opening post among them if it is one
    :param opened: whether an opening post of another shape was found
    """
    claim = declared_type(page)
    if claim in (DeclaredType.THREAD, DeclaredType.PRODUCT):
        return claim is DeclaredType.PRODUCT
    if read_article(page).says_article:
        return True
    first = min(record.start for record in records)
    title = "" if opened else page.title
    titled = called = False
    inside = below_title = 0
    outside: Counter[int] = Counter()
    covered = bytearray(len(page.elements))
    for record in records:
        covered[record.start : record.stop] = b"\1" * (record.stop - record.start)
    for leaf in page.leaves:
        if leaf.node < first and in_heading(leaf.path):
            called = _COMMENTS.search(leaf.text) is not None
        if leaf.node < first and leaf.text in title and _shows_title(leaf, title):
            titled, below_title = True, 0
        size = 0 if leaf.in_link else len(leaf.text.encode("utf-8", "replace"))
        if size <= LEAST_SENTENCE:
            continue
        if covered[leaf.node]:
            inside += size
        else:
            outside[_section(page, leaf.node)] += size
            below_title += size if titled and leaf.node < first else 0
    called = called or are_called_comments(page, records[0])
    if called and below_title >= LEAST_BELOW_TITLE:
        return True
    above = LEAST_CLAIMED if claim is DeclaredType.ARTICLE else LEAST_SHARE
    below = LEAST_SHARE if claim is DeclaredType.ARTICLE else LEAST_BELOW
    return any(
        size > max(LEAST_ARTICLE, (above if node < first else below) * inside)
        for node, size in outside.items()
    )


def are_called_comments(page: Page, record: Record) -> bool:
    """Whether a record's own class or id says that it is a comment."""
    root = page.elements[record.start]
    return _COMMENTS.search(f"{root.get('class')} {root.get('id')}") is not None


def _shows_title(leaf: Leaf, title: str) -> bool:
    return _TITLE.search(leaf.path) is not None or (leaf.text == title and not leaf.in_link)


def _section(page: Page, node: int) -> int:
    while page.tags[node] in PARTS and page.parents[node] > 0:
        node = page.parents[node]
    return node


def outside(spans: Iterable[tuple[int, int]], found: Iterable[T]) -> list[T]:
    """What does not stand in these elements; each is the index of a first one, and after a last."""
    inside = {node for start, stop in spans for node in range(start, stop)}
    return [one for one in found if one.node not in inside]


def is_by_member(page: Page, opening: Floor, floors: Sequence[Floor]) -> bool:
    """Whether an opening post's author is linked as the floors' authors are, and in no article."""
    if declared_type(page) is DeclaredType.ARTICLE:
        return False
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

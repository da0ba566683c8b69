"""Posts that no elements hold: letters, talk pages, bare text between heads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from extract_pipelines.items import Floor
from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import DateMention
from extract_pipelines.posts.records.groups import Group
from extract_pipelines.posts.records.records import Shape
from extract_pipelines.posts.unboxed.bare_text import read_bare_text
from extract_pipelines.posts.unboxed.mail_archive import read_letters
from extract_pipelines.posts.unboxed.talk_page import read_signed
from extract_pipelines.text.dates import Order

# What the root of their shape begins with: the tag path of their dates follows.
_BARE: Final = "text between heads with dates in "


def read_unboxed(
    page: Page,
    mentions: Sequence[DateMention],
    order: Order | None = None,
    several: Iterable[Shape] = (),
) -> list[Floor]:
    """The posts of a page in which no elements hold them; none if it is no such page.

    :param mentions: the page's dates
    :param order: order of day and month
    :param several: shapes of which pages of the kind have several posts
    """
    letters = read_letters(page, mentions) or read_signed(page, mentions)
    known = {shape.root.removeprefix(_BARE) for shape in several if shape.root.startswith(_BARE)}
    return letters or read_bare_text(page, mentions, order, known).floors


def bare_shapes(page: Page, mentions: Sequence[DateMention]) -> list[Shape]:
    """The shape of the posts of a page that are bare text between heads, if it has several."""
    found = read_bare_text(page, mentions)
    return [Shape(f"{_BARE}{found.path}", "")] if found.floors else []


def are_boxed(
    page: Page, written: Sequence[Floor], likeliest: Group, *, is_usual: bool = False
) -> bool:
    """Whether the likeliest records hold such posts, too: their links and images are known then.

    Preformatted text keeps its lines only as it is written.

    :param is_usual: whether other pages have several such records; else one alone may be an article
    """
    first = likeliest.candidate.records[0] if likeliest.is_decided else None
    if first is None or len(written) != len(likeliest.candidate.records):
        return False
    if len(written) == 1 and not is_usual:
        return False
    return not any(first.start <= node < first.stop for node in page.flat.tagged("pre"))

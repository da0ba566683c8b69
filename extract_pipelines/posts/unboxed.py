"""Posts that no elements hold: letters, talk pages, bare text between heads."""

from __future__ import annotations

from collections.abc import Sequence

from extract_pipelines.items import Floor
from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import DateMention
from extract_pipelines.posts.bare_text import read_bare_text
from extract_pipelines.posts.groups import Group
from extract_pipelines.posts.mail_archive import read_letters
from extract_pipelines.posts.talk_page import read_signed
from extract_pipelines.text.dates import Order


def read_unboxed(
    page: Page, mentions: Sequence[DateMention], order: Order | None = None
) -> list[Floor]:
    """The posts of a page in which no elements hold them; none if it is no such page.

    :param mentions: the page's dates
    :param order: order of day and month
    """
    letters = read_letters(page, mentions) or read_signed(page, mentions)
    return letters or read_bare_text(page, mentions, order)


def are_boxed(page: Page, written: Sequence[Floor], likeliest: Group) -> bool:
    """Whether the likeliest records hold such posts, too: their links and images are known then.

    Preformatted text keeps its lines only as it is written.
    """
    first = likeliest.records.records[0] if likeliest.is_decided else None
    if first is None or len(likeliest.records.records) != len(written):
        return False
    return not any(first.start <= node < first.stop for node in page.flat.tagged("pre"))

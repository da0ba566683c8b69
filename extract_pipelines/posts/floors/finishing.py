"""What is done with the floors of a page once all of them are read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from typing import Final

from extract_pipelines.items import Floor
from extract_pipelines.page import Page
from extract_pipelines.posts.floors.replies import parents_of
from extract_pipelines.posts.quotes.bbcode import read_bbcode
from extract_pipelines.posts.quotes.copies import without_copies
from extract_pipelines.posts.quotes.quotes import name_quoted
from extract_pipelines.posts.quotes.signatures import drop_signatures
from extract_pipelines.posts.quotes.typed_quotes import take_typed_quotes
from extract_pipelines.posts.records.element_names import ElementNames
from extract_pipelines.posts.records.records import Record

_NUMBER: Final = re.compile(r"#\s?\d{1,7}")


def finished_floors(
    page: Page,
    names: ElementNames,
    told: Mapping[Record, Floor],
    groups: Sequence[Sequence[Record]],
) -> list[Floor]:
    """The floors that say something, in the order of the page and numbered, as they are told.

    Each has the one that it answers; signatures are gone, and what a page shows twice is told once.
    Quotes that are typed or in BBCode are quotes, too, and of each it is said whom it is of.

    :param told: what each record says, as it was read
    :param groups: records that are alike
    """
    records = sorted(told, key=lambda record: (record.start, -record.stop))
    for record, above in parents_of(page, names, records, groups).items():
        told[record].parent_id = told[above].post_id
    drop_signatures(told.values())
    writers = {floor.author for floor in told.values() if floor.author}
    shown = [
        floor
        for record in records
        if (floor := told[record]).images or (floor.body and not _is_head(floor.body, writers))
    ]
    kept = without_copies(shown)
    read_bbcode(page, kept)
    take_typed_quotes(kept)
    name_quoted(kept)
    for number, floor in enumerate(kept, start=1):
        floor.number = floor.number or number
    return kept


def _is_head(text: str, writers: Set[str]) -> bool:
    """Whether a text is a post's number, and at most who wrote it: the head of a post, or quote."""
    left = _NUMBER.sub("", text, count=1).strip()
    return len(left) < len(text) and (not left or left in writers)

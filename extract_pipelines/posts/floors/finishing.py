"""What is done with the floors of a page once all of them are read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import zip_longest
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
    shown = [told[record] for record in records if told[record].body or told[record].images]
    kept = without_copies(without_heads(shown))
    read_bbcode(page, kept)
    take_typed_quotes(kept)
    name_quoted(kept)
    for number, floor in enumerate(kept, start=1):
        floor.number = floor.number or number
    return kept


def without_heads(floors: Sequence[Floor]) -> list[Floor]:
    """The floors but those that say a number, and at most who wrote it: heads of posts, or quotes.

    Nobody wrote them, or who did has the floor behind, too.
    """
    writers = {floor.author for floor in floors}
    kept: list[Floor] = []
    for floor, behind in zip_longest(floors, floors[1:]):
        left = _NUMBER.sub("", floor.body, count=1).strip()
        is_number = len(left) < len(floor.body) and (not left or left in writers)
        is_head = floor.author is None or (behind and behind.author == floor.author)
        if floor.images or not (is_number and is_head):
            kept.append(floor)
    return kept

"""A record as a Floor: its author, date, body, quotes, images, links, id."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from extract_pipelines.items import Floor
from extract_pipelines.markup.addresses import image_address, link_address
from extract_pipelines.page import Page, html_of, link_of, text_of
from extract_pipelines.page.date_mentions import exact_date
from extract_pipelines.posts.authors import author_of
from extract_pipelines.posts.numeric_attributes import Mark
from extract_pipelines.posts.quotes import find_quotes
from extract_pipelines.posts.slot_statistics import SlotStatistics
from extract_pipelines.posts.slots import body_of
from extract_pipelines.posts.views import RecordView
from extract_pipelines.text.dates import OTHER_DATES, Order, find_date
from extract_pipelines.trace import FloorParts, tell

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_HEADING = re.compile(r"/h[1-6](?:/|$)")
_NUMBER = re.compile(r"\d+")
# A line with the date of an edit is no longer than this.
LONGEST_NOTE = 200
# What a signature is parted by from the text above it, and how long one may be.
_SIGNATURE_LINE = re.compile(r"_{10,}")
LONGEST_SIGNATURE = 500


class RecordRead(NamedTuple):
    """A record that was read as a floor, and what was known of its places."""

    floor: Floor
    view: RecordView
    statistics: SlotStatistics


def read_floor(
    page: Page, view: RecordView, statistics: SlotStatistics, order: Order | None
) -> Floor:
    """The record's fields, by the slots that are known."""
    author = author_of(page, view, statistics.author_places([view]))
    dated = view.record.mention.leaf
    skipped = {dated, *_titles(page, view)}
    if dated >= 0 and dated + 1 in view.dated:  # the time behind its day
        skipped.add(dated + 1)
    if author:
        skipped.add(author.leaf)
    body = body_of(page, view, statistics, skipped)
    noted = _without_notes(page, body.leaves)
    kept = _without_signature(page, noted)
    quotes = find_quotes(page, body.nodes)
    quoted = {node for quote in quotes for node in range(quote.start, quote.stop)}
    leads = {index for quote in quotes for index in quote.lead}
    own = (page.leaves[index] for index in kept if index not in leads)
    date = exact_date(page, view.record.mention, order)
    href = link_of(page.leaves[author.leaf]) if author else ""
    mark = statistics.id_of(view.marks)
    floor = Floor(
        post_id=mark.value if mark else None,
        url=_permalink(page, view, mark),
        author=author.name if author else None,
        author_url=page.joined(href) or None if href else None,
        date=date.value,
        date_raw=date.raw or None,
        date_precision=date.exactness,
        body=text_of(page.leaves[index] for index in kept),
        own_text=text_of(leaf for leaf in own if leaf.node not in quoted),
        quotes=[quote.read(page) for quote in quotes],
        body_html="".join(html_of(page, node) for node in body.nodes) or None,
        images=_addresses(page, body.nodes, "img", image_address),
        links=_addresses(page, body.nodes, "a", link_address),
    )
    tell(lambda: RecordRead(floor, view, statistics))
    tell(
        lambda: FloorParts(
            floor,
            page.leaves[author.leaf] if author else None,
            page.leaves[dated] if dated >= 0 else None,
            body=[page.leaves[index] for index in kept],
            quotes=[
                page.leaves[index]
                for index in kept
                if index in leads or page.leaves[index].node in quoted
            ],
            notes=[page.leaves[index] for index in body.leaves if index not in noted],
            signature=[page.leaves[index] for index in noted if index not in kept],
        )
    )
    return floor


def _addresses(
    page: Page, nodes: Sequence[int], tag: str, address: Callable[[Page, Element], str]
) -> list[str]:
    """Absolute addresses that the elements of a tag below the nodes lead to, each once."""
    elements = (element for node in nodes for element in page.elements[node].iter(tag))
    return list(dict.fromkeys(filter(None, (address(page, element) for element in elements))))


def _titles(page: Page, view: RecordView) -> list[int]:
    """Indices of headings that repeat the page's title."""
    headings = [index for index in view.leaves if _HEADING.search(page.leaves[index].path)]
    return [index for index in headings if page.leaves[index].text in page.title]


def _without_notes(page: Page, body: Sequence[int]) -> list[int]:
    """The body without lines that tell when it was edited."""
    by_line: dict[int, list[int]] = {}
    for index in body:
        by_line.setdefault(page.leaves[index].line, []).append(index)
    kept = []
    for indices in by_line.values():
        text = " ".join(page.leaves[index].text for index in indices)
        date = find_date(text) if len(text) <= LONGEST_NOTE and _NUMBER.search(text) else None
        if date is None or date.label not in OTHER_DATES:
            kept += indices
    return kept


def _without_signature(page: Page, body: list[int]) -> list[int]:
    """The body without what follows its last long line of underscores."""
    for place in reversed(range(len(body))):
        leaf = page.leaves[body[place]]
        if _SIGNATURE_LINE.fullmatch(leaf.text) and _is_alone(page, body, place):
            rest = sum(len(page.leaves[index].text) for index in body[place:])
            return body[:place] if rest <= LONGEST_SIGNATURE else body
    return body


def _is_alone(page: Page, body: Sequence[int], place: int) -> bool:
    """Whether no other leaf of the body stands on the visual line of the one at a place."""
    line = page.leaves[body[place]].line
    near = (body[at] for at in (place - 1, place + 1) if 0 <= at < len(body))
    return all(page.leaves[index].line != line for index in near)


def _permalink(page: Page, view: RecordView, own: Mark | None) -> str | None:
    """The address of the post: of a link in it to its own mark, or of a mark on this page."""
    if own is None:
        return None
    tags = page.tags
    for node in view.record.nodes():
        if tags[node] == "a":
            written = (page.elements[node].get("href") or "").strip()
            _, hash_sign, fragment = written.rpartition("#")
            word = fragment.removesuffix(own.value)
            if hash_sign and word != fragment and not _NUMBER.search(word):
                return page.joined(written) or None
    named = own.fragment or next((mark.fragment for mark in view.marks if mark.fragment), None)
    return page.joined(f"#{named}") or None if page.url and named else None

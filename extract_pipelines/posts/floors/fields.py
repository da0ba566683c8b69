"""A record as a Floor: its author, date, body, quotes, images, links, id."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from lxml.etree import _Element as Element

from extract_pipelines.items import Floor
from extract_pipelines.items.trace import FloorParts, tell
from extract_pipelines.page import Page, html_of, link_of, text_of
from extract_pipelines.page.date_mentions import exact_date, is_better
from extract_pipelines.page.date_reading import read_date
from extract_pipelines.page.markup.addresses import IMAGES, image_address, link_address
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.page.microdata import marked_dates
from extract_pipelines.posts.authors.naming import Naming
from extract_pipelines.posts.authors.pictured import pictured_author
from extract_pipelines.posts.authors.scripted import scripted_author
from extract_pipelines.posts.bodies.bodies import Bodies
from extract_pipelines.posts.quotes.quotes import find_quotes, read_quotes
from extract_pipelines.posts.quotes.signatures import without_signature
from extract_pipelines.posts.views.numeric_attributes import IdCandidate
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.posts.views.views import RecordView
from extract_pipelines.text.dates import FoundDate, Order

_NUMBER: Final = re.compile(r"\d+")
# What parts a text from the name before it on its line; a smiley is none.
_COLON: Final = re.compile(r"\A(?:：\s*|:(?:\s+|(?=\w\w)))")
# And from a date there.
_DASH: Final = re.compile(r"\A[-–—|·]\s+(?=\S)")


class RecordRead(NamedTuple):
    """A record that was read as a floor, and what was known of its places."""

    floor: Floor
    view: RecordView
    statistics: SlotStatistics


def read_floor(
    page: Page,
    view: RecordView,
    bodies: Bodies,
    statistics: SlotStatistics,
    order: Order | None,
    *,
    is_sample: bool = False,
) -> Floor:
    """The record's fields, by the slots that are known.

    :param bodies: reads the authors and bodies of this record and those beside it
    :param is_sample: whether to leave out what nothing is told by: its own text and its source, and
        all quotes but one
    """
    author = bodies.author_of(view)
    places = () if author else statistics.author_places()
    dated = view.record.mention.leaf
    body = bodies.body_of(view)
    quotes = find_quotes(page, body.nodes, bodies.writers, view.record.inner)
    quoted = {node for quote in quotes for node in range(quote.start, quote.stop)}
    leads = {index for quote in quotes for index in quote.lead}
    text = _said(page, body.leaves, author, dated)
    own_text = text
    sources = () if is_sample else body.nodes
    shown = quotes[:1] if is_sample else quotes
    if quotes and not is_sample:
        nodes = page.flat.nodes
        own = [at for at in body.leaves if at not in leads and nodes[at] not in quoted]
        own_text = _said(page, own, author, dated)
    date = _date_of(page, view, order)
    name = author.name if author else pictured_author(page, view, places)
    href = link_of(page.leaves[author.leaf]) if author else ""
    if name is None:
        name, href = scripted_author(page, view)
    own_id = statistics.id_of(view.id_candidates)
    floor = Floor(
        post_id=own_id.value if own_id else None,
        url=_permalink(page, view, own_id, statistics),
        author=name,
        author_url=page.joined(href) or None if href else None,
        date=date.value,
        date_raw=date.raw or None,
        date_precision=date.exactness,
        body=text,
        own_text=own_text,
        quotes=read_quotes(page, shown, bodies.writers),
        body_html="".join([_source(page, view, node) for node in sources]) or None,
        images=_addresses(page, view, body.nodes, _images(page), image_address),
        links=_addresses(page, view, body.nodes, page.flat.tagged("a"), link_address),
    )
    tell(lambda: RecordRead(floor, view, statistics))
    tell(
        lambda: FloorParts(
            floor,
            page.leaves[author.leaf] if author else None,
            page.leaves[dated] if dated >= 0 else None,
            body=[page.leaves[index] for index in body.leaves],
            quotes=[
                page.leaves[index]
                for index in body.leaves
                if index in leads or page.leaves[index].node in quoted
            ],
            notes=[page.leaves[index] for index in body.notes],
            signature=[page.leaves[index] for index in body.signature],
        )
    )
    return floor


def _said(page: Page, leaves: Sequence[int], author: Naming | None, dated: int) -> str:
    """The text of leaves without a signature, and without what parts it from a name or a date.

    That is the colon of a line as "Anna: I agree", and the dash of "3 May 2024 - I agree".

    :param leaves: their indices
    :param dated: index of the date's leaf; -1 if it has none
    """
    text = without_signature(text_of([page.leaves[index] for index in leaves]))
    before, lines = leaves[0] - 1 if leaves else -1, page.flat.lines
    if before < 0 or lines[before] != lines[leaves[0]]:
        return text
    if author and before == author.leaf:
        return _COLON.sub("", text, count=1)
    return _DASH.sub("", text, count=1) if before == dated else text


def _date_of(page: Page, view: RecordView, order: Order | None) -> FoundDate:
    """The date that a record shows, or the one that it is marked with, if this says it better."""
    shown = exact_date(page, view.record.mention, order)
    record, marked = view.record, marked_dates(page)
    nodes = marked.nodes
    held = range(bisect_left(nodes, record.start), bisect_left(nodes, record.stop))
    own = {marked.values[at] for at in held if record.holds(nodes[at])}
    date = read_date(page, own.pop()) if len(own) == 1 else None
    if date is None or date.value is None or not is_better(date, shown):
        return shown
    return date if shown.relative or _is_about(date.value, shown.value) else shown


def _is_about(date: str, shown: str | None) -> bool:
    """Whether a date is one that is shown, whatever the zone that it is shown for."""
    days = [datetime.fromisoformat(one[:10]) for one in (date, shown or date)]
    return abs(days[0] - days[1]) <= timedelta(days=1)


def _source(page: Page, view: RecordView, node: int) -> str:
    """The source of an element, without the answers that stand in it."""
    source, ends = html_of(page, node), page.subtree_end
    for start, stop in view.record.inner:
        at = start if node < start < ends[node] else stop
        while at < stop:
            source = source.replace(html_of(page, at), "", 1)
            at = ends[at]
    return source


@once_a_page
def _images(page: Page) -> Sequence[int]:
    return page.flat.tagged(*IMAGES)


def _addresses(
    page: Page,
    view: RecordView,
    nodes: Sequence[int],
    tagged: Sequence[int],
    address: Callable[[Page, Element], str],
) -> list[str]:
    """Absolute addresses that a record's own images, or links, lead to, each once.

    :param nodes: elements in or below which they stand
    :param tagged: those of the page, in document order
    """
    found: dict[str, None] = {}
    for node in nodes:
        end = page.subtree_end[node]
        for at in tagged[bisect_left(tagged, node) : bisect_left(tagged, end)]:
            written = address(page, page.elements[at]) if view.record.holds(at) else ""
            if written:
                found[written] = None
    return list(found)


def _permalink(
    page: Page, view: RecordView, own: IdCandidate | None, statistics: SlotStatistics
) -> str | None:
    """The address of the post: of a link in it to its own anchor, or of an anchor on this page."""
    if own is None:
        return None
    record, anchors = view.record, _links_to_anchors(page)
    nodes = anchors.nodes
    for number in range(bisect_left(nodes, record.start), bisect_left(nodes, record.stop)):
        fragment = anchors.fragments[number]
        word = fragment.removesuffix(own.value)
        is_own = word != fragment and not _NUMBER.search(word)
        if is_own and record.holds(nodes[number]):
            return page.joined(anchors.addresses[number]) or None
    own_names = (one for one in view.id_candidates if not statistics.is_shared(one))
    named = own.fragment or next((one.fragment for one in own_names if one.fragment), None)
    return page.joined(f"#{named}") or None if page.url and named else None


class _LinksToAnchors(NamedTuple):
    """The links of a page to what has a name on a page, in document order."""

    nodes: list[int]
    """Indices of their elements."""
    addresses: list[str]
    fragments: list[str]


@once_a_page
def _links_to_anchors(page: Page) -> _LinksToAnchors:
    hrefs = page.flat.values("href")
    nodes = [node for node in page.flat.tagged("a") if "#" in hrefs.get(node, "")]
    addresses = [hrefs[node].strip() for node in nodes]
    return _LinksToAnchors(nodes, addresses, [one.rpartition("#")[2] for one in addresses])

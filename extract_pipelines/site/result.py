"""The item of a page that was read: a thread with its floors, or an article."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from extract_pipelines.article.bounds import Bounds, find_bounds
from extract_pipelines.article.byline import find_author
from extract_pipelines.article.choose import body_share
from extract_pipelines.article.dateline import find_published, meta_dates, own_dates
from extract_pipelines.article.embedded import replaces
from extract_pipelines.article.markup import clean_html, images_of
from extract_pipelines.items import Article, ForumThread, Metadata
from extract_pipelines.page import Leaf, text_of
from extract_pipelines.page.breadcrumbs import breadcrumbs
from extract_pipelines.page.date_mentions import find_dates_of, page_order
from extract_pipelines.page.head import Head, read_head
from extract_pipelines.page.microdata import Microdata, read_microdata
from extract_pipelines.page.pagination import next_page_url, page_number
from extract_pipelines.site.reading import Reading, part_in
from extract_pipelines.text.date_order import KnownOrder
from extract_pipelines.text.dates import FoundDate
from extract_pipelines.url import thread_id


def item_of(reading: Reading) -> ForumThread | Article:
    """What was read of a page, when its floors and its body have been looked for."""
    page, kind = reading.page, reading.kind
    head = read_head(page)
    fields = {
        "url": reading.url,
        "canonical_url": head.canonical_url,
        "in_language": head.in_language,
        "title": kind.titles.choose(page, kind.template, reading.links),
        "breadcrumbs": breadcrumbs(page),
    }
    return _thread(reading, fields) if reading.floors else _article(reading, head, fields)


def _thread(reading: Reading, fields: dict[str, Any]) -> ForumThread:
    first = reading.floors[0]
    return ForumThread(
        **fields,
        date=first.date,
        date_raw=first.date_raw,
        author=first.author,
        body=first.body,
        body_html=first.body_html,
        floors=reading.floors,
        floor_count=len(reading.floors),
        thread_id=thread_id(fields["canonical_url"] or reading.url),
        page_number=page_number(reading.page),
        next_page_url=next_page_url(reading.page),
        metadata=_metadata(reading, reading.method, reading.probability, reading.order),
    )


def _article(reading: Reading, head: Head, fields: dict[str, Any]) -> Article:
    page, post = reading.page, reading.article_post
    body = _body(reading)
    bounds = find_bounds(page.leaves, body.leaves, head.title)
    microdata = read_microdata(page)
    found, order = _published(reading, head, microdata, bounds)
    author = find_author(page, head.meta, reading.embedded, microdata.authors, bounds)
    return Article(
        **fields,
        date=found.value if found else post.date,
        date_raw=found.raw if found else post.date_raw,
        author=author or post.author,
        body=body.text,
        images=body.images,
        comments=reading.comments,
        body_html=clean_html(page, body.leaves, reading.leaves_for(reading.options.body)),
        metadata=_metadata(reading, body.method, body.probability, order),
    )


class _ArticleBody(NamedTuple):
    text: str
    leaves: Sequence[Leaf]
    """What it was read from; none where JSON-LD gave the text."""
    images: list[str]
    method: str
    probability: float


def _body(reading: Reading) -> _ArticleBody:
    """The text that was found, or that of the page's JSON-LD where it says more."""
    leaves = part_in(reading.article_post.body, reading.body.leaves) or reading.body.leaves
    images = images_of(reading.page, leaves)
    text, method, told = text_of(leaves), reading.options.body, reading.embedded.text
    if method == "auto" and replaces(told, text):
        return _ArticleBody(told, (), images, "embedded", 0.0)
    if not text:
        return _ArticleBody(text, leaves, images, "empty", 0.0)
    share = body_share(reading.body, reading.leaves_for(method))
    return _ArticleBody(text, leaves, images, method, share)


def _published(
    reading: Reading, head: Head, microdata: Microdata, bounds: Bounds
) -> tuple[FoundDate | None, KnownOrder | None]:
    """When an article was published, and the order of day and month that its page's dates have."""
    page = reading.page
    told = (reading.embedded.published, *meta_dates(head.meta), *microdata.dates)
    declared = [date for date in told if date]
    all_dates = reading.shown_dates()
    shown = own_dates(page, all_dates, reading.leaves)
    order = page_order(page, shown, reading.site_order, declared)
    by_order = order.order if order else None
    found = find_published(page, declared, shown, bounds, by_order, shared=all_dates)
    return found, order if found and found.ambiguous else reading.order


def _metadata(
    reading: Reading, method: str, probability: float, order: KnownOrder | None
) -> Metadata:
    page, template = reading.page, reading.kind.template
    return Metadata(
        date_downloaded=page.downloaded.isoformat(timespec="seconds"),
        method=method,
        probability=round(probability, 3),
        template_version=template.version,
        pages_seen=template.pages,
        truncated=page.truncated or find_dates_of(page).truncated,
        date_order=order.order if order else None,
        date_order_source=order.source if order else None,
    )

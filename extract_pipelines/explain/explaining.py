"""How one page was read: asks the reading, and tells it as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version

from extract_pipelines.explain.candidates import candidates, decision, site_told
from extract_pipelines.explain.explanation import Explanation
from extract_pipelines.explain.fields import fields, floors
from extract_pipelines.explain.figures import figures
from extract_pipelines.explain.methods import methods
from extract_pipelines.explain.pieces import pieces
from extract_pipelines.explain.traced_reading import TracedReading
from extract_pipelines.explain.words import clipped, counted
from extract_pipelines.items import ForumThread
from extract_pipelines.page import Page
from extract_pipelines.site.extract import Site


def explain(page: str | bytes | Page, url: str = "", site: Site | None = None) -> Explanation:
    """Tell how a page is read: what came out, what became of all its text, and why.

    :param page: its source, or a Page of it
    :param url: its address, for absolute links; a Page knows its own
    :param site: what is known of its site; nothing if it is not given. Nothing is learned
    :raises TypeError: if the source or the address is of another type
    """
    site = site or Site()
    if not isinstance(page, Page):
        page = Page(page, url, max_elements=site.options.max_elements)
    traced = TracedReading(page, site)
    item = traced.item
    is_thread = isinstance(item, ForumThread)
    return Explanation(
        url=page.url,
        title=clipped(item.title),
        result=_result(traced),
        method=item.metadata.method,
        probability=item.metadata.probability,
        made_with=f"extract_pipelines {version('extract_pipelines')}",
        facts=tuple(_facts(traced)),
        pieces=pieces(traced),
        fields=fields(traced),
        floors=floors(traced),
        floors_name="floors" if is_thread else "comments",
        site=tuple(site_told(traced)),
        decision=tuple(decision(traced)),
        candidates=candidates(traced),
        slots=tuple(traced.slots),
        methods=tuple(methods(traced)),
        figures=tuple(figures(traced)),
    )


def _result(traced: TracedReading) -> str:
    item = traced.item
    if isinstance(item, ForumThread):
        return f"A thread: {counted(len(item.floors), 'floor')} came out."
    if not item.body:
        return "Nothing was read: the page has neither floors nor a main text."
    comments = f" and {counted(len(item.comments), 'comment')}" if item.comments else ""
    return f"An article: a text of {len(item.body):,} characters{comments} came out."


def _facts(traced: TracedReading) -> Iterator[tuple[str, str]]:
    page, told = traced.page, traced.item.metadata
    yield "Method", told.method
    yield "Probability", f"{told.probability:.3f}"
    yield "Pages its template has seen", f"{told.pages_seen}"
    yield "Pieces of text", f"{len(page.leaves):,}"
    yield "Elements", f"{len(page.elements):,}{', cut off there' if told.truncated else ''}"
    yield "Fetched", f"{page.downloaded:%Y-%m-%d %H:%M %Z}"

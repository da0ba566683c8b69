"""The fields of what came out: what each says, where it stands, and why one is empty."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from extract_pipelines.explain.explanation import ExplainedField, ExplainedFloor, LookedAt
from extract_pipelines.explain.pieces import field_leaf
from extract_pipelines.explain.traced_reading import TracedReading, probability
from extract_pipelines.explain.words import clipped, counted
from extract_pipelines.items import Article, Floor, ForumThread
from extract_pipelines.page.date_mentions import find_dates_of
from extract_pipelines.page.head import read_head

# Candidates of a field that are told.
MOST_LOOKED = 6


def fields(traced: TracedReading) -> tuple[ExplainedField, ...]:
    """The fields of the item."""
    item = traced.item
    found = [_title(traced)]
    found += _of_thread(traced, item) if isinstance(item, ForumThread) else _of_article(traced)
    head = read_head(traced.page)
    found += [
        _plain("canonical_url", item.canonical_url, "<link rel=canonical>"),
        _plain("in_language", item.in_language, "<html lang> or <meta>"),
        _plain("breadcrumbs", " › ".join(item.breadcrumbs), "an element marked as breadcrumbs"),
    ]
    if order := item.metadata.date_order:
        source = f"known by {item.metadata.date_order_source}; the page's locale is {head.locale}"
        found.append(ExplainedField("metadata.date_order", order, source))
    return tuple(found)


def _plain(name: str, value: object, source: str) -> ExplainedField:
    """A field that stands at one place only."""
    text = clipped(value)
    looked = () if text else (LookedAt(source, "none on this page"),)
    return ExplainedField(name, text, source if text else "", None, looked)


def _title(traced: TracedReading) -> ExplainedField:
    told = traced.title
    ranked = sorted(
        zip(told.probabilities, told.candidates, told.called, strict=True) if told else (),
        key=lambda one: -one[0],
    )
    title = clipped(traced.item.title)
    if not ranked:
        looked = (LookedAt("<title>, the head and the headings", "no text that may be a title"),)
        return ExplainedField("title", title, "", None, looked)
    chance, best, is_called = ranked[0]
    names = dict.fromkeys(name.partition(" ")[0] for name in best.slots)
    places = ", ".join("<title>" if name == "title" else name for name in names)
    if is_called:
        places += ", and in links to the page on others"
    return ExplainedField(
        "title",
        title,
        f"the likeliest of {len(ranked)} texts, probability {chance:.2f}; it stands at {places}",
        best.leaves[0] if best.leaves else None,
        tuple(
            LookedAt(f"probability {chance:.2f}", clipped(one.text))
            for chance, one, _ in ranked[1:MOST_LOOKED]
        ),
    )


def _of_thread(traced: TracedReading, item: ForumThread) -> Iterator[ExplainedField]:
    first = _floor(traced, 0)
    for field in first.fields:
        if field.name in ("author", "date", "body"):
            yield replace(field, source="the first floor")
    yield ExplainedField("floors", f"{len(item.floors)}", f"the method {item.metadata.method}")
    yield _plain("thread_id", item.thread_id, "a number in the address")
    yield _plain("page_number", item.page_number, "the pager, or the address")
    yield _plain("next_page_url", item.next_page_url, "rel=next, a link that says so, or the pager")


def _of_article(traced: TracedReading) -> Iterator[ExplainedField]:
    item = traced.item
    assert isinstance(item, Article)
    yield _sought(traced, "author", item.author)
    yield _sought(traced, "date", item.date or item.date_raw)
    leaves = list(traced.numbers(traced.reading.body.leaves))
    yield ExplainedField(
        "body",
        clipped(item.body),
        f"the method {item.metadata.method}, probability {item.metadata.probability:.2f}",
        leaves[0] if leaves and item.body else None,
        () if item.body else (LookedAt("the text of the page", _why_no_body(traced)),),
    )
    yield ExplainedField(
        "floors",
        "",
        "",
        None,
        tuple(why_no_floors(traced)),
    )
    yield _plain("comments", len(item.comments) or "", "records below the text")
    yield _plain("images", ", ".join(item.images), "<img> within the body")


def _sought(traced: TracedReading, name: str, value: str | None) -> ExplainedField:
    sought = traced.sought(name)
    places = sought.looked if sought else ()
    taken = len(places) - 1 if value else len(places)
    looked = [
        LookedAt(place, f"{clipped(found)}: not taken" if found else "nothing")
        for place, found in places[:taken]
    ]
    source = places[taken][0] if taken < len(places) else ""
    if not value and not looked:
        looked = [LookedAt("the head and the text", "nothing that names one")]
    leaf = field_leaf(traced, name) if value else None
    return ExplainedField(name, clipped(value), source, leaf, tuple(looked))


def _why_no_body(traced: TracedReading) -> str:
    blocks = traced.blocks
    if not traced.page.leaves:
        return "the page has no text"
    if blocks and blocks.probabilities:
        likeliest = max(blocks.probabilities)
        return f"the likeliest block has {likeliest:.2f}, and {blocks.least:.2f} is asked for"
    return f"the method {traced.site.options.body} found none"


def why_no_floors(traced: TracedReading) -> list[LookedAt]:
    """What was looked at for floors, on a page that has none."""
    if traced.floors:
        told = f"{counted(len(traced.floors), 'record')} are comments below the text"
        return [LookedAt("records", told)]
    dates = find_dates_of(traced.page).mentions
    found = [LookedAt("dates that may be a post's", f"{len(dates)} on the page")]
    for group in traced.groups[:MOST_LOOKED]:
        name = f"{len(group.candidate.records)} of {group.candidate.shape.root}"
        sure = f", probability {probability(group.scored.odds):.2f}" if group.scored else ""
        found.append(LookedAt(name, f"{group.verdict}{sure}"))
    if not traced.groups:
        found.append(LookedAt("parts of the page with one date each", "none repeats"))
    return found


def floors(traced: TracedReading) -> tuple[ExplainedFloor, ...]:
    """The floors, or comments, field by field."""
    return tuple(_floor(traced, number) for number in range(len(traced.floors)))


def _floor(traced: TracedReading, number: int) -> ExplainedFloor:
    floor, parts = traced.floors[number], traced.parts[number]
    body = list(traced.numbers(parts.body)) if parts else []
    author = traced.number(parts.author) if parts else None
    date = traced.number(parts.date) if parts else None
    if date is None and floor.date_raw and author is not None and body:
        date = _dated(traced, floor.date_raw, range(author, body[0] + 1))
    told = (
        ExplainedField("number", clipped(floor.number), "", body[0] if body else author),
        ExplainedField("author", clipped(floor.author), "", author, _no_author(traced, number)),
        ExplainedField("date", clipped(floor.date), "", date, _no_date(floor)),
        ExplainedField("date_raw", clipped(floor.date_raw), "", date),
        ExplainedField("body", clipped(floor.body), "", body[0] if body else None, _no_body(floor)),
        ExplainedField("post_id", clipped(floor.post_id), ""),
        ExplainedField("parent_id", clipped(floor.parent_id), ""),
    )
    return ExplainedFloor(told, body[0] if body else author)


def _dated(traced: TracedReading, raw: str, leaves: range) -> int | None:
    """The first of some leaves that shows a date."""
    return next((leaf for leaf in leaves if raw in traced.page.leaves[leaf].text), None)


def _no_author(traced: TracedReading, number: int) -> tuple[LookedAt, ...]:
    if traced.floors[number].author:
        return ()
    record = traced.records[number]
    why = traced.author_missing(record) if record else "no name stands beside the date"
    return (LookedAt("the record", why),)


def _no_date(floor: Floor) -> tuple[LookedAt, ...]:
    if floor.date:
        return ()
    why = "none stands in the record"
    if floor.date_raw:
        why = f"{clipped(floor.date_raw)} cannot be resolved: nothing tells day from month"
    return (LookedAt("the record's date", why),)


def _no_body(floor: Floor) -> tuple[LookedAt, ...]:
    if floor.body:
        return ()
    why = f"{len(floor.images)} images and no text" if floor.images else "no text is left"
    return (LookedAt("the place of the bodies", why),)

"""The fields of what came out: what each says, where it stands, and why one is empty."""

from __future__ import annotations

from collections.abc import Iterator

from extract_pipelines.explain.explanation import FieldTold, FloorTold, Looked
from extract_pipelines.explain.hearing import Hearing, probability
from extract_pipelines.explain.pieces import field_leaf
from extract_pipelines.items import Article, Floor, ForumThread
from extract_pipelines.page.date_mentions import find_dates_of
from extract_pipelines.page.head import read_head

# Characters of a value that are told.
LONGEST = 160
# Candidates of a field that are told.
MOST_LOOKED = 6


def clipped(value: object, longest: int = LONGEST) -> str:
    """The beginning of a value on one line."""
    text = " ".join(str(value)[: 4 * longest].split()) if value not in (None, [], "") else ""
    return text if len(text) <= longest else f"{text[:longest].rstrip()} …"


def counted(number: int, one: str) -> str:
    """So many of something: ``1 floor``, ``2 floors``."""
    return f"{number:,} {one}{'' if number == 1 else 's'}"


def fields(hearing: Hearing) -> tuple[FieldTold, ...]:
    """The fields of the item."""
    item = hearing.item
    found = [_title(hearing)]
    found += _of_thread(hearing, item) if isinstance(item, ForumThread) else _of_article(hearing)
    head = read_head(hearing.page)
    found += [
        _plain("canonical_url", item.canonical_url, "<link rel=canonical>"),
        _plain("in_language", item.in_language, "<html lang> or <meta>"),
        _plain("breadcrumbs", " › ".join(item.breadcrumbs), "an element marked as breadcrumbs"),
    ]
    if order := item.metadata.date_order:
        source = f"known by {item.metadata.date_order_source}; the page's locale is {head.locale}"
        found.append(FieldTold("metadata.date_order", order, source))
    return tuple(found)


def _plain(name: str, value: object, source: str) -> FieldTold:
    """A field that stands at one place only."""
    text = clipped(value)
    looked = () if text else (Looked(source, "none on this page"),)
    return FieldTold(name, text, source if text else "", None, looked)


def _title(hearing: Hearing) -> FieldTold:
    told = hearing.title
    ranked = sorted(
        zip(told.probabilities, told.candidates, strict=True) if told else (),
        key=lambda one: -one[0],
    )
    title = clipped(hearing.item.title)
    if not ranked:
        looked = (Looked("<title>, the head and the headings", "no text that may be a title"),)
        return FieldTold("title", title, "", None, looked)
    chance, best = ranked[0]
    names = dict.fromkeys(name.partition(" ")[0] for name in best.slots)
    places = ", ".join("<title>" if name == "title" else name for name in names)
    return FieldTold(
        "title",
        title,
        f"the likeliest of {len(ranked)} texts, probability {chance:.2f}; it stands at {places}",
        best.leaves[0] if best.leaves else None,
        tuple(
            Looked(f"probability {chance:.2f}", clipped(one.text))
            for chance, one in ranked[1:MOST_LOOKED]
        ),
    )


def _of_thread(hearing: Hearing, item: ForumThread) -> Iterator[FieldTold]:
    first = _floor(hearing, 0)
    for field in first.fields:
        if field.name in ("author", "date", "body"):
            yield FieldTold(field.name, field.value, "the first floor", field.leaf, field.looked)
    yield FieldTold("floors", f"{len(item.floors)}", f"the method {item.metadata.method}")
    yield _plain("thread_id", item.thread_id, "a number in the address")
    yield _plain("page_number", item.page_number, "the pager, or the address")
    yield _plain("next_page_url", item.next_page_url, "rel=next, a link that says so, or the pager")


def _of_article(hearing: Hearing) -> Iterator[FieldTold]:
    item = hearing.item
    assert isinstance(item, Article)
    yield _sought(hearing, "author", item.author)
    yield _sought(hearing, "date", item.date or item.date_raw)
    leaves = list(hearing.numbers(hearing.reading.body.leaves))
    yield FieldTold(
        "body",
        clipped(item.body),
        f"the method {item.metadata.method}, probability {item.metadata.probability:.2f}",
        leaves[0] if leaves and item.body else None,
        () if item.body else (Looked("the text of the page", _why_no_body(hearing)),),
    )
    yield FieldTold(
        "floors",
        "",
        "",
        None,
        tuple(why_no_floors(hearing)),
    )
    yield _plain("comments", len(item.comments) or "", "records below the text")
    yield _plain("images", ", ".join(item.images), "<img> within the body")


def _sought(hearing: Hearing, name: str, value: str | None) -> FieldTold:
    sought = hearing.sought(name)
    places = sought.looked if sought else ()
    taken = len(places) - 1 if value else len(places)
    looked = [
        Looked(place, f"{clipped(found)}: not taken" if found else "nothing")
        for place, found in places[:taken]
    ]
    source = places[taken][0] if taken < len(places) else ""
    if not value and not looked:
        looked = [Looked("the head and the text", "nothing that names one")]
    leaf = field_leaf(hearing, name) if value else None
    return FieldTold(name, clipped(value), source, leaf, tuple(looked))


def _why_no_body(hearing: Hearing) -> str:
    blocks = hearing.blocks
    if not hearing.page.leaves:
        return "the page has no text"
    if blocks and blocks.probabilities:
        likeliest = max(blocks.probabilities)
        return f"the likeliest block has {likeliest:.2f}, and {blocks.least:.2f} is asked for"
    return f"the method {hearing.site.options.body} found none"


def why_no_floors(hearing: Hearing) -> list[Looked]:
    """What was looked at for floors, on a page that has none."""
    if hearing.floors:
        told = f"{counted(len(hearing.floors), 'record')} are comments below the text"
        return [Looked("records", told)]
    dates = find_dates_of(hearing.page).mentions
    found = [Looked("dates that may be a post's", f"{len(dates)} on the page")]
    for group in hearing.groups[:MOST_LOOKED]:
        name = f"{len(group.candidate.records)} of {group.candidate.shape.root}"
        sure = f", probability {probability(group.scored.odds):.2f}" if group.scored else ""
        found.append(Looked(name, f"{group.verdict}{sure}"))
    if not hearing.groups:
        found.append(Looked("parts of the page with one date each", "none repeats"))
    return found


def floors(hearing: Hearing) -> tuple[FloorTold, ...]:
    """The floors, or comments, field by field."""
    return tuple(_floor(hearing, number) for number in range(len(hearing.floors)))


def _floor(hearing: Hearing, number: int) -> FloorTold:
    floor, parts = hearing.floors[number], hearing.parts[number]
    body = list(hearing.numbers(parts.body)) if parts else []
    author = hearing.number(parts.author) if parts else None
    date = hearing.number(parts.date) if parts else None
    if date is None and floor.date_raw and author is not None and body:
        date = _dated(hearing, floor.date_raw, range(author, body[0] + 1))
    told = (
        FieldTold("number", clipped(floor.number), "", body[0] if body else author),
        FieldTold("author", clipped(floor.author), "", author, _no_author(hearing, number)),
        FieldTold("date", clipped(floor.date), "", date, _no_date(floor)),
        FieldTold("date_raw", clipped(floor.date_raw), "", date),
        FieldTold("body", clipped(floor.body), "", body[0] if body else None, _no_body(floor)),
        FieldTold("post_id", clipped(floor.post_id), ""),
        FieldTold("parent_id", clipped(floor.parent_id), ""),
    )
    return FloorTold(told, body[0] if body else author)


def _dated(hearing: Hearing, raw: str, leaves: range) -> int | None:
    """The first of some leaves that shows a date."""
    return next((leaf for leaf in leaves if raw in hearing.page.leaves[leaf].text), None)


def _no_author(hearing: Hearing, number: int) -> tuple[Looked, ...]:
    if hearing.floors[number].author:
        return ()
    record = hearing.records[number]
    why = hearing.author_missing(record) if record else "no name stands beside the date"
    return (Looked("the record", why),)


def _no_date(floor: Floor) -> tuple[Looked, ...]:
    if floor.date:
        return ()
    why = "none stands in the record"
    if floor.date_raw:
        why = f"{clipped(floor.date_raw)} cannot be resolved: nothing tells day from month"
    return (Looked("the record's date", why),)


def _no_body(floor: Floor) -> tuple[Looked, ...]:
    if floor.body:
        return ()
    why = f"{len(floor.images)} images and no text" if floor.images else "no text is left"
    return (Looked("the place of the bodies", why),)

"""What each method for floors and for the body would have given on a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from extract_pipelines.article.choose import STRATEGIES
from extract_pipelines.explain.explanation import ExplainedMethod
from extract_pipelines.explain.traced_reading import TracedReading
from extract_pipelines.explain.words import clipped
from extract_pipelines.items import Floor, ForumThread
from extract_pipelines.items.trace import FloorParts, listening
from extract_pipelines.page import Leaf, text_of

# Methods for floors: a name, and the options that ask for it.
FLOORS: dict[str, dict[str, Any]] = {
    "records": {"floors": "records"},
    "clusters, cut once": {"floors": "clusters", "cluster_passes": 1},
    "clusters, cut twice": {"floors": "clusters", "cluster_passes": 2},
}


def methods(traced: TracedReading) -> Iterator[ExplainedMethod]:
    """Each method by name, with what it gives."""
    is_thread = isinstance(traced.item, ForumThread)
    body = traced.reading.body.leaves
    came_out = _body_of(parts for parts in traced.parts if parts) if is_thread else body
    for name, chosen in FLOORS.items():
        options = replace(traced.site.options, **chosen)
        with listening() as told:
            read = traced.site.subtract(traced.page, options)
            read.find_floors()
        floors = read.floors or read.comments
        own = {id(floor) for floor in floors}
        leaves = _body_of(
            fact for fact in told if isinstance(fact, FloorParts) and id(fact.floor) in own
        )
        yield ExplainedMethod(
            name,
            "floors",
            len(floors),
            _summary(floors, comments=bool(read.comments)),
            clipped("\n".join(floor.body for floor in floors[:2])),
            _agreement(leaves, came_out) if is_thread else None,
            bool(traced.floors)
            and traced.reading.method == options.floors
            and traced.site.options.cluster_passes == options.cluster_passes,
        )
    for name in STRATEGIES:
        found = traced.body_by(name).leaves
        text = text_of(found)
        yield ExplainedMethod(
            name,
            "body",
            len(text),
            f"{len(found)} of {len(traced.page.leaves)} pieces",
            clipped(text),
            _agreement(found, came_out),
            not is_thread and traced.item.metadata.method == name,
        )


def _body_of(parts: Iterable[FloorParts]) -> list[Leaf]:
    return [leaf for one in parts for leaf in one.body]


def _summary(floors: Sequence[Floor], *, comments: bool) -> str:
    if not floors:
        return "no floors"
    told = [
        f"{sum(bool(getattr(floor, name)) for floor in floors)} with {name}"
        for name in ("author", "date", "body")
    ]
    return f"{'as comments: ' if comments else ''}{', '.join(told)}"


def _agreement(one: Sequence[Leaf], other: Sequence[Leaf]) -> float:
    """F1 of the characters of two texts, by the leaves that both are made of."""
    ids = set(map(id, other))
    both = _length(leaf for leaf in one if id(leaf) in ids)
    total = _length(one) + _length(other)
    return 2 * both / total if total else 1.0


def _length(leaves: Iterable[Leaf]) -> int:
    return sum(len(leaf.text) for leaf in leaves)

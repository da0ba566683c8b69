"""How it was decided what the page is: candidates of records, and what spoke for and against."""

from __future__ import annotations

from collections.abc import Iterator

from extract_pipelines.explain.explanation import CandidateTold, Spoke
from extract_pipelines.explain.fields import counted, why_no_floors
from extract_pipelines.explain.hearing import Group, Hearing, probability, spoke
from extract_pipelines.explain.words import in_words
from extract_pipelines.items import ForumThread
from extract_pipelines.page.date_mentions import find_dates_of
from extract_pipelines.page.declared_type import declared_type
from extract_pipelines.template import entries_of
from extract_pipelines.url import url_shape

# Features that are told for each side, and candidates.
MOST_SPOKE = 3
MOST_CANDIDATES = 12
# A feature that moved the log odds by less did not speak.
LEAST_WEIGHT = 0.005


def candidates(hearing: Hearing) -> tuple[CandidateTold, ...]:
    """The likeliest candidates, those that were taken first."""
    return tuple(_candidate(hearing, group) for group in hearing.groups[:MOST_CANDIDATES])


def _candidate(hearing: Hearing, group: Group) -> CandidateTold:
    candidate, scored = group.candidate, group.scored
    moved = spoke(scored) if scored else {}
    spoken = [Spoke(in_words(name), value, weight) for name, (value, weight) in moved.items()]
    spoken.sort(key=lambda one: one.weight)
    first = candidate.records[0]
    start, stop = hearing.page.leaf_range(first.start)
    return CandidateTold(
        candidate.shape.root,
        candidate.shape.date,
        len(candidate.records),
        candidate.score,
        probability(scored.odds) if scored else None,
        scored is not None and scored.scorer == "inside",
        tuple(one for one in spoken[: -MOST_SPOKE - 1 : -1] if one.weight >= LEAST_WEIGHT),
        tuple(one for one in spoken[:MOST_SPOKE] if one.weight <= -LEAST_WEIGHT),
        start if start < stop else None,
        group.verdict,
    )


def decision(hearing: Hearing) -> Iterator[str]:
    """What decided, a sentence each."""
    page, item = hearing.page, hearing.item
    if page.page_type:
        yield f"The spider told what the page is: {page.page_type}."
    declared = declared_type(page)
    if declared:
        yield f"The page calls itself: {declared.value}."
    dates = len(find_dates_of(page).mentions)
    yield f"{dates} dates on the page may be those of posts; each candidate below holds some."
    name, sure = item.metadata.method, item.metadata.probability
    if isinstance(item, ForumThread):
        yield (
            f"It is read as a thread of {counted(len(item.floors), 'floor')}, by the method {name},"
            f" with a probability of {sure:.2f}."
        )
        return
    yield f"It is read as an article, by the method {name}, with a probability of {sure:.2f}."
    for place, why in why_no_floors(hearing):
        yield f"Why no thread: {place}: {why}."
    if blocks := hearing.blocks:
        taken = sum(one >= blocks.least for one in blocks.probabilities)
        yield (
            f"{taken} of {len(blocks.probabilities)} blocks of text have at least the probability"
            f" {blocks.least:.2f}, which makes the expected F1 of the body largest."
        )


def site_told(hearing: Hearing) -> Iterator[tuple[str, str]]:
    """What the other pages of the site told: a name, a value."""
    kind, site, page = hearing.kind, hearing.site, hearing.page
    if not site.kinds:
        return
    structure, shape = entries_of(page).structure, url_shape(page.url)
    likeness = max(one.likeness(structure, shape) for one in site.kinds)
    yield "Kinds of pages known", f"{len(site.kinds)}"
    yield "Likeness to the nearest kind", f"{likeness:.2f}{'' if kind else ': too little'}"
    if kind is None:
        return
    votes = kind.records.votes
    yield "Pages of this kind", f"{kind.pages}"
    yield "Pages in its template", f"{kind.template.pages}"
    yield "Texts in its template", f"{len(kind.template.entries)}"
    yield "Changes of its template", f"{kind.template.version}"
    for name in ("floors", "comments", "rows"):
        yield f"Pages whose records look like {name}", f"{votes[name]}"
    yield "Records learned from", f"{kind.records.statistics.records}"
    if order := site.order:
        yield "Order of day and month", f"{order.order}, by {order.source}"

"""How it was decided what the page is: candidates of records, and what spoke for and against."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from extract_pipelines.explain.explanation import Contribution, ExplainedCandidate
from extract_pipelines.explain.fields import why_no_floors
from extract_pipelines.explain.traced_reading import (
    TracedGroup,
    TracedReading,
    contributions_to,
    contributions_to_page,
    contributions_to_thread,
    probability,
    records_like,
)
from extract_pipelines.explain.words import PAGE_WORDS, THREAD_WORDS, counted, in_words
from extract_pipelines.items import ForumThread
from extract_pipelines.page.date_mentions import find_dates_of
from extract_pipelines.page.declared_type import declared_type
from extract_pipelines.posts.comments import ThreadTold
from extract_pipelines.posts.scoring.page_odds import PageScored
from extract_pipelines.template import entries_of
from extract_pipelines.url import page_form

# Features that are told for each side, and candidates.
MOST_CONTRIBUTIONS = 3
MOST_CANDIDATES = 12
# A feature that moved the log odds by less did not speak.
LEAST_WEIGHT = 0.005


def candidates(traced: TracedReading) -> tuple[ExplainedCandidate, ...]:
    """The likeliest candidates, those that were taken first."""
    return tuple(_candidate(traced, group) for group in traced.groups[:MOST_CANDIDATES])


def _candidate(traced: TracedReading, group: TracedGroup) -> ExplainedCandidate:
    candidate, scored = group.candidate, group.scored
    moved = contributions_to(scored) if scored else {}
    ranked = [
        Contribution(in_words(name), value, weight) for name, (value, weight) in moved.items()
    ]
    ranked.sort(key=lambda one: one.weight)
    first = candidate.records[0]
    start, stop = traced.page.leaf_range(first.start)
    return ExplainedCandidate(
        candidate.shape.root,
        candidate.shape.date,
        len(candidate.records),
        candidate.score,
        probability(scored.odds) if scored else None,
        scored is not None and scored.scorer == "inside",
        tuple(one for one in ranked[: -MOST_CONTRIBUTIONS - 1 : -1] if one.weight >= LEAST_WEIGHT),
        tuple(one for one in ranked[:MOST_CONTRIBUTIONS] if one.weight <= -LEAST_WEIGHT),
        start if start < stop else None,
        group.verdict,
    )


def decision(traced: TracedReading) -> Iterator[str]:
    """What decided, a sentence each."""
    page, item = traced.page, traced.item
    if page.page_type:
        yield f"The spider told what the page is: {page.page_type}."
    declared = declared_type(page)
    if declared:
        yield f"The page calls itself: {declared.value}."
    for scored in traced.facts(PageScored)[-1:]:
        yield _page_told(scored)
    for told in traced.facts(ThreadTold)[-1:]:
        yield _thread_told(told)
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
    for place, why in why_no_floors(traced):
        yield f"Why no thread: {place}: {why}."
    if blocks := traced.blocks:
        taken = sum(one >= blocks.least for one in blocks.probabilities)
        yield (
            f"{taken} of {len(blocks.probabilities)} blocks of text have at least the probability"
            f" {blocks.least:.2f}, which makes the expected F1 of the body largest."
        )


def _page_told(scored: PageScored) -> str:
    """What the scorer of pages said, and what spoke most for it."""
    most = _most(contributions_to_page(scored), PAGE_WORDS)
    return (
        "By the page as a whole it is sure to have no posts, so that its records were not looked"
        f" at: log odds of posts {scored.odds:+.2f}, most by: {most}."
    )


def _thread_told(told: ThreadTold) -> str:
    """What the scorer of threads said of the records, and what spoke most for it."""
    most = _most(contributions_to_thread(told), THREAD_WORDS, are_for=told.odds > 0)
    what = "a thread's posts" if told.odds > 0 else "comments below an article"
    return (
        f"By the page alone the records are rather {what}: log odds of a thread {told.odds:+.2f},"
        f" most by: {most}."
    )


def _most(
    contributions: Sequence[tuple[float, str, float]],
    words: Mapping[str, str],
    *,
    are_for: bool = False,
) -> str:
    """What spoke most against something, or for it: in words, with its value and weight."""
    ranked = sorted(contributions, reverse=are_for)[:MOST_CONTRIBUTIONS]
    return "; ".join(f"{words[name]} {at:.3g} ({by:+.2f})" for by, name, at in ranked)


def site_told(traced: TracedReading) -> Iterator[tuple[str, str]]:
    """What the other pages of the site told: a name, a value."""
    kind, site, page = traced.kind, traced.site, traced.page
    if not site.kinds:
        return
    structure, form = entries_of(page).structure, page_form(page.url)
    likeness = max(one.likeness(structure, form) for one in site.kinds)
    yield "Kinds of pages known", f"{len(site.kinds)}"
    yield "Likeness to the nearest kind", f"{likeness:.2f}{'' if kind else ': too little'}"
    if kind is None:
        return
    yield "Pages of this kind", f"{kind.pages}"
    yield "Pages in its template", f"{kind.template.pages}"
    yield "Texts in its template", f"{len(kind.template.entries)}"
    yield "Changes of its template", f"{kind.template.version}"
    for name, pages in records_like(kind):
        yield f"Pages whose records look like {name}", f"{pages}"
    if openers := kind.floor_model.members.count_openers():
        yield "Members who answered on some pages and opened others", f"{openers}"
    yield "Records learned from", f"{kind.floor_model.statistics.records}"
    if order := site.order:
        yield "Order of day and month", f"{order.order}, by {order.source}"

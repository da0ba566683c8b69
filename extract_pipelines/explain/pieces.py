"""What became of each piece of a page's text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from extract_pipelines.explain.explanation import ExplainedPiece
from extract_pipelines.explain.traced_reading import TracedReading
from extract_pipelines.items import Floor, ForumThread
from extract_pipelines.items.trace import BoilerplateFound, FloorDropped, FloorParts
from extract_pipelines.page import link_of
from extract_pipelines.page.tag_paths import in_control
from extract_pipelines.published.rules import SCRIPT_SHARE
from extract_pipelines.template import entries_of
from extract_pipelines.text.encoded import is_encoded


class _Outcomes:
    """What became of each leaf: the first role that is found for it counts."""

    def __init__(self, traced: TracedReading) -> None:
        self.traced = traced
        self.page = traced.page
        self.found: dict[int, tuple[str, str]] = {}

    def give(self, leaves: Iterable[int | None], role: str, why: str) -> None:
        """Give leaves a role, if they have none yet."""
        for leaf in leaves:
            if leaf is not None:
                self.found.setdefault(leaf, (role, why))


def pieces(traced: TracedReading) -> tuple[ExplainedPiece, ...]:
    """The leaves of a page in order, each with what became of it."""
    outcomes = _Outcomes(traced)
    for found in traced.facts(BoilerplateFound):
        why = "posts of other threads say it in such a box, too"
        outcomes.give(found.leaves, "boilerplate", why)
    _floors(outcomes)
    _dropped(outcomes)
    _title(outcomes)
    if not isinstance(traced.item, ForumThread):
        _article(outcomes)
    _template(outcomes)
    _rules(outcomes)
    _rest(outcomes)
    likely = probabilities(traced)
    return tuple(
        ExplainedPiece(
            number,
            leaf.text,
            *outcomes.found[number],
            leaf.path,
            leaf.position,
            leaf.line,
            leaf.spaced,
            likely.get(number),
        )
        for number, leaf in enumerate(traced.page.leaves)
    )


def probabilities(traced: TracedReading) -> dict[int, float]:
    """How likely leaves are content, as the blocks of a page or the lines of its posts are."""
    found: dict[int, float] = {}
    if blocks := traced.blocks:
        starts = blocks.blocks.starts
        for block, chance in enumerate(blocks.probabilities):
            found.update(dict.fromkeys(range(starts[block], starts[block + 1]), chance))
    return found | traced.likely


def _floors(outcomes: _Outcomes) -> None:
    traced = outcomes.traced
    one = "post" if isinstance(traced.item, ForumThread) else "comment"
    for floor, parts in zip(traced.floors, traced.parts, strict=True):
        if parts is None:
            continue
        whose = f"of {one} {floor.number}"
        endings = [ending.line for ending in traced.endings if floor in ending.floors]
        body = list(traced.numbers(parts.body))
        outcomes.give([traced.number(parts.author)], "author", f"the author {whose}")
        outcomes.give([traced.number(parts.date)], "date", f"the date {whose}")
        shared = f"the author's posts all end with it, {whose}"
        outcomes.give(_last_lines(outcomes, body, len(endings)), "signature", shared)
        outcomes.give(traced.numbers(parts.quotes), "quote", f"a quote in the body {whose}")
        outcomes.give(body, "body", f"the body {whose}")
        signed = f"the author's posts all have it, {whose}"
        outcomes.give(traced.numbers(parts.signature), "signature", signed)
        beside = f"beside the text {whose}, as notes of edits and buttons are"
        outcomes.give(traced.numbers(parts.notes), "boilerplate", beside)
        outcomes.give(_numbers(outcomes, floor, body), "number", f"leads to the address {whose}")


def _dropped(outcomes: _Outcomes) -> None:
    """Give what was read of posts that did not come out its role."""
    traced = outcomes.traced
    why = {id(one.floor): one.why for one in traced.facts(FloorDropped)}
    for parts in traced.facts(FloorParts):
        if id(parts.floor) in why:
            said = [*traced.numbers(parts.body), traced.number(parts.author)]
            outcomes.give([*said, traced.number(parts.date)], "rule", why[id(parts.floor)])


def _last_lines(outcomes: _Outcomes, body: Sequence[int], count: int) -> list[int]:
    """The leaves on the last visual lines of a body."""
    of_lines = list(dict.fromkeys(outcomes.page.leaves[leaf].line for leaf in body))
    last = set(of_lines[len(of_lines) - count :]) if count else set()
    return [leaf for leaf in body if outcomes.page.leaves[leaf].line in last]


def _numbers(outcomes: _Outcomes, floor: Floor, body: Sequence[int]) -> Iterator[int]:
    """The leaves around a body that link to the post itself, or are a number that does."""
    leaves = outcomes.page.leaves
    near = range(max(0, body[0] - NEAR), min(len(leaves), body[-1] + NEAR)) if body else ()
    for number in near:
        leaf = leaves[number]
        href = link_of(leaf) if leaf.in_link else ""
        is_own = href and outcomes.page.joined(href) == floor.url
        has_id = floor.post_id is not None and floor.post_id in _NUMBER.findall(href)
        if is_own or (has_id and _NUMBER.search(leaf.text)):
            yield number


# Texts before and behind a post's body among which its own link is looked for.
NEAR = 20
_NUMBER = re.compile(r"\d+")


def _title(outcomes: _Outcomes) -> None:
    title = outcomes.traced.title
    if title and title.candidates:
        best = max(zip(title.probabilities, range(len(title.candidates)), strict=True))
        shown = title.candidates[best[1]].leaves
        outcomes.give(shown, "title", f"the title, with a probability of {best[0]:.2f}")


def _article(outcomes: _Outcomes) -> None:
    traced = outcomes.traced
    for role in ("author", "date"):
        leaf = field_leaf(traced, role)
        outcomes.give([leaf], role, f"the {role} of the article")
    body = list(traced.numbers(traced.reading.body.leaves))
    method = traced.item.metadata.method
    outcomes.give(body, "body", f"the main text, by the method {method}")


def field_leaf(traced: TracedReading, field: str) -> int | None:
    """The leaf that gave a field of an article; None where it does not stand on the page."""
    sought = traced.sought(field)
    if sought is None:
        return None
    if sought.leaf is not None:
        return traced.number(sought.leaf)
    value = sought.looked[-1][1] if sought.looked else None
    if not value:
        return None
    leaves = traced.page.leaves
    return next((i for i, leaf in enumerate(leaves) if value in leaf.text), None)


def _template(outcomes: _Outcomes) -> None:
    kind = outcomes.traced.kind
    if kind is None or not kind.template.entries:
        return
    template = kind.template
    entries = entries_of(outcomes.page).leaves
    shares = template.shares(entries)
    known = template.entries
    for leaf, (entry, share) in enumerate(zip(entries, shares, strict=True)):
        if entry in known:
            why = f"on {share:.0%} of the other pages of its kind ({template.pages} seen)"
            outcomes.give([leaf], "template", why)


def _rules(outcomes: _Outcomes) -> None:
    """Give what a filter dropped its role, where the method of the page has one."""
    traced = outcomes.traced
    reading, options = traced.reading, traced.site.options
    leaves = outcomes.page.leaves
    is_thread = isinstance(traced.item, ForumThread)
    encoded = (i for i, leaf in enumerate(leaves) if is_encoded(leaf.text))
    controls = (i for i, leaf in enumerate(leaves) if in_control(leaf.path))
    method = reading.method if is_thread else options.body
    if method not in ("auto", "records") or options.filter != "auto":
        kept = {id(marked.leaf) for marked in reading.marked}
        dropped = [i for i, leaf in enumerate(leaves) if id(leaf) not in kept]
        why = (
            "the language models do not know it"
            if options.filter == "language"
            else f"rule 4: no date, no name, and under {SCRIPT_SHARE:.0%} in the site's scripts"
        )
        outcomes.give(dropped, "rule", why)
    elif not is_thread:
        kept = {id(leaf) for leaf in reading.leaves_for("auto")}
        noticed = [i for i, leaf in enumerate(leaves) if id(leaf) not in kept]
        outcomes.give(noticed, "rule", "a notice: a sentence that a part of the pages share")
    outcomes.give(encoded, "rule", "encoded data, which are no text")
    if is_thread:
        outcomes.give(controls, "rule", "on a button or in a list of choices")


def _rest(outcomes: _Outcomes) -> None:
    traced = outcomes.traced
    for number in range(len(traced.floors)):
        _unread(outcomes, number)
    blocks = traced.blocks
    if isinstance(traced.item, ForumThread):
        why = "outside the posts"
    elif blocks:
        why = f"less likely content than {blocks.least:.2f}, from which on the body is taken"
    else:
        why = "outside the text that the method found"
    outcomes.give(range(len(outcomes.page.leaves)), "boilerplate", why)


def _unread(outcomes: _Outcomes, number: int) -> None:
    """Give the other leaves of a record their roles: what ends an author's posts is a signature.

    :param number: of its floor, from 0
    """
    record = outcomes.traced.records[number]
    if record is None:
        return
    where = f"in post {outcomes.traced.floors[number].number}"
    marked = f"in an element marked as a signature, {where}"
    outcomes.give(record.view.signature_leaves, "signature", marked)
    own = [leaf for leaf in record.view.leaves if outcomes.found.get(leaf, "")[:1] == ("body",)]
    for leaf in record.view.leaves:
        if leaf not in outcomes.found:
            is_authors, why = outcomes.traced.unread(record, leaf)
            ends = is_authors and own and leaf > own[-1]
            outcomes.give([leaf], "signature" if ends else "boilerplate", f"{where}: {why}")

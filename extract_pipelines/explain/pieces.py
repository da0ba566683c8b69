"""What became of each piece of a page's text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from extract_pipelines.explain.explanation import Piece
from extract_pipelines.explain.hearing import Hearing
from extract_pipelines.items import Floor, ForumThread
from extract_pipelines.page import link_of
from extract_pipelines.published.rules import SCRIPT_SHARE, is_control
from extract_pipelines.template import entries_of
from extract_pipelines.text.encoded import is_encoded


class _Fates:
    """The role of each leaf: the first that is found counts."""

    def __init__(self, hearing: Hearing) -> None:
        self.hearing = hearing
        self.page = hearing.page
        self.found: dict[int, tuple[str, str]] = {}

    def give(self, leaves: Iterable[int | None], role: str, why: str) -> None:
        """Give leaves a role, if they have none yet."""
        for leaf in leaves:
            if leaf is not None:
                self.found.setdefault(leaf, (role, why))


def pieces(hearing: Hearing) -> tuple[Piece, ...]:
    """The leaves of a page in order, each with what became of it."""
    fates = _Fates(hearing)
    _floors(fates)
    _title(fates)
    if not isinstance(hearing.item, ForumThread):
        _article(fates)
    _template(fates)
    _rules(fates)
    _rest(fates)
    likely = probabilities(hearing)
    return tuple(
        Piece(
            number,
            leaf.text,
            *fates.found[number],
            leaf.path,
            leaf.position,
            leaf.line,
            leaf.spaced,
            likely.get(number),
        )
        for number, leaf in enumerate(hearing.page.leaves)
    )


def probabilities(hearing: Hearing) -> dict[int, float]:
    """How likely leaves are content, as the blocks of a page or the lines of its posts are."""
    found: dict[int, float] = {}
    if blocks := hearing.blocks:
        starts = blocks.blocks.starts
        for block, chance in enumerate(blocks.probabilities):
            found.update(dict.fromkeys(range(starts[block], starts[block + 1]), chance))
    return found | hearing.likely


def _floors(fates: _Fates) -> None:
    hearing = fates.hearing
    one = "post" if isinstance(hearing.item, ForumThread) else "comment"
    for floor, parts in zip(hearing.floors, hearing.parts, strict=True):
        if parts is None:
            continue
        whose = f"of {one} {floor.number}"
        endings = [ending.line for ending in hearing.endings if floor in ending.floors]
        body = list(hearing.numbers(parts.body))
        fates.give([hearing.number(parts.author)], "author", f"the author {whose}")
        fates.give([hearing.number(parts.date)], "date", f"the date {whose}")
        shared = f"the author's posts all end with it, {whose}"
        fates.give(_last_lines(fates, body, len(endings)), "signature", shared)
        fates.give(hearing.numbers(parts.quotes), "quote", f"a quote in the body {whose}")
        fates.give(body, "body", f"the body {whose}")
        signed = f"the author's posts all have it, {whose}"
        fates.give(hearing.numbers(parts.signature), "signature", signed)
        beside = f"beside the text {whose}, as notes of edits and buttons are"
        fates.give(hearing.numbers(parts.notes), "boilerplate", beside)
        fates.give(_numbers(fates, floor, body), "number", f"leads to the address {whose}")


def _last_lines(fates: _Fates, body: Sequence[int], count: int) -> list[int]:
    """The leaves on the last visual lines of a body."""
    of_lines = list(dict.fromkeys(fates.page.leaves[leaf].line for leaf in body))
    last = set(of_lines[len(of_lines) - count :]) if count else set()
    return [leaf for leaf in body if fates.page.leaves[leaf].line in last]


def _numbers(fates: _Fates, floor: Floor, body: Sequence[int]) -> Iterator[int]:
    """The leaves around a body that link to the post itself, or are a number that does."""
    leaves = fates.page.leaves
    near = range(max(0, body[0] - NEAR), min(len(leaves), body[-1] + NEAR)) if body else ()
    for number in near:
        leaf = leaves[number]
        href = link_of(leaf) if leaf.in_link else ""
        is_own = href and fates.page.joined(href) == floor.url
        has_id = floor.post_id is not None and floor.post_id in _NUMBER.findall(href)
        if is_own or (has_id and _NUMBER.search(leaf.text)):
            yield number


# Texts before and behind a post's body among which its own link is looked for.
NEAR = 20
_NUMBER = re.compile(r"\d+")


def _title(fates: _Fates) -> None:
    title = fates.hearing.title
    if title and title.candidates:
        best = max(zip(title.probabilities, range(len(title.candidates)), strict=True))
        shown = title.candidates[best[1]].leaves
        fates.give(shown, "title", f"the title, with a probability of {best[0]:.2f}")


def _article(fates: _Fates) -> None:
    hearing = fates.hearing
    for role in ("author", "date"):
        leaf = field_leaf(hearing, role)
        fates.give([leaf], role, f"the {role} of the article")
    body = list(hearing.numbers(hearing.reading.body.leaves))
    method = hearing.item.metadata.method
    fates.give(body, "body", f"the main text, by the method {method}")


def field_leaf(hearing: Hearing, field: str) -> int | None:
    """The leaf that gave a field of an article; None where it does not stand on the page."""
    sought = hearing.sought(field)
    if sought is None:
        return None
    if sought.leaf is not None:
        return hearing.number(sought.leaf)
    value = sought.looked[-1][1] if sought.looked else None
    if not value:
        return None
    leaves = hearing.page.leaves
    return next((i for i, leaf in enumerate(leaves) if value in leaf.text), None)


def _template(fates: _Fates) -> None:
    kind = fates.hearing.kind
    if kind is None or not kind.template.entries:
        return
    template = kind.template
    entries = entries_of(fates.page).leaves
    shares = template.shares(entries)
    known = template.entries
    for leaf, (entry, share) in enumerate(zip(entries, shares, strict=True)):
        if entry in known:
            why = f"on {share:.0%} of the other pages of its kind ({template.pages} seen)"
            fates.give([leaf], "template", why)


def _rules(fates: _Fates) -> None:
    """Give what a filter dropped its role, where the method of the page has one."""
    hearing = fates.hearing
    reading, options = hearing.reading, hearing.site.options
    leaves = fates.page.leaves
    is_thread = isinstance(hearing.item, ForumThread)
    encoded = (i for i, leaf in enumerate(leaves) if is_encoded(leaf.text))
    controls = (i for i, leaf in enumerate(leaves) if is_control(leaf))
    method = reading.method if is_thread else options.body
    if method not in ("auto", "records") or options.filter != "auto":
        kept = {id(marked.leaf) for marked in reading.marked}
        dropped = [i for i, leaf in enumerate(leaves) if id(leaf) not in kept]
        why = (
            "the language models do not know it"
            if options.filter == "language"
            else f"rule 4: no date, no name, and under {SCRIPT_SHARE:.0%} in the site's scripts"
        )
        fates.give(dropped, "rule", why)
    elif not is_thread:
        kept = {id(leaf) for leaf in reading.leaves_for("auto")}
        noticed = [i for i, leaf in enumerate(leaves) if id(leaf) not in kept]
        fates.give(noticed, "rule", "a notice: a sentence that a part of the pages share")
    fates.give(encoded, "rule", "encoded data, which are no text")
    if is_thread:
        fates.give(controls, "rule", "on a button or in a list of choices")


def _rest(fates: _Fates) -> None:
    hearing = fates.hearing
    for number in range(len(hearing.floors)):
        _unread(fates, number)
    blocks = hearing.blocks
    if isinstance(hearing.item, ForumThread):
        why = "outside the posts"
    elif blocks:
        why = f"less likely content than {blocks.least:.2f}, from which on the body is taken"
    else:
        why = "outside the text that the method found"
    fates.give(range(len(fates.page.leaves)), "boilerplate", why)


def _unread(fates: _Fates, number: int) -> None:
    """Give the other leaves of a record their roles: what ends an author's posts is a signature.

    :param number: of its floor, from 0
    """
    record = fates.hearing.records[number]
    if record is None:
        return
    where = f"in post {fates.hearing.floors[number].number}"
    marked = f"in an element marked as a signature, {where}"
    fates.give(record.view.signature_leaves, "signature", marked)
    own = [leaf for leaf in record.view.leaves if fates.found.get(leaf, "")[:1] == ("body",)]
    for leaf in record.view.leaves:
        if leaf not in fates.found:
            is_authors, why = fates.hearing.unread(record, leaf)
            ends = is_authors and own and leaf > own[-1]
            fates.give([leaf], "signature" if ends else "boilerplate", f"{where}: {why}")

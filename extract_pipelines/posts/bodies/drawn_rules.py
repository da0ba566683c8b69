"""What software draws between a text and the signature below it, by what a page's posts show."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.posts.bodies.record_lines import RecordLine
from extract_pipelines.posts.quotes.signatures import LONGEST_SIGNATURE

# A line of ten characters of one kind or more.
_SIGNS: Final = "-=.~*_+#·—─━"
_DRAWN: Final = re.compile(rf"([{_SIGNS}])\1{{9,}}")


def drawn_rules(records: Iterable[tuple[str, Sequence[RecordLine]]]) -> Set[str]:
    """The lines drawn of one character that posts of two authors have, each post once.

    What follows is the same in all posts of each, and no quote: one author alone may part his own
    texts so, two of them in a post a heading, and below a quote stands what he answers to it.

    :param records: who wrote each of a page's records, and its lines
    """
    authors: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for author, lines in records:
        drawn = [at for at, line in enumerate(lines) if _is_drawn(line.text)]
        counts = Counter(lines[at].text for at in drawn)
        for at in drawn:
            if counts[text := lines[at].text] == 1:
                authors[text][author].update(line.text for line in lines[at + 1 : at + 2])
    return {drawn for drawn, by in authors.items() if len(by) > 1 and _are_signatures(by.values())}


def _is_drawn(text: str) -> bool:
    return text[:1] in _SIGNS and _DRAWN.fullmatch(text) is not None


def _are_signatures(endings: Iterable[Set[str]]) -> bool:
    """Whether each author's posts end with one line or none, and that is no quoted one."""
    return all(len(own) < 2 and not any(line[0] == ">" for line in own) for own in endings)


def without_drawn_off(lines: Sequence[RecordLine], drawn: Set[str]) -> list[RecordLine]:
    """The lines up to the last one that is such a rule, if what follows is not much."""
    at = next((at for at in reversed(range(len(lines))) if lines[at].text in drawn), 0)
    rest = sum(line.size for line in lines[at:])
    return list(lines[:at] if at and rest <= LONGEST_SIGNATURE else lines)


def shared_line_images(page: Page, records: int) -> Set[int]:
    """Images of a line that several of a page's records show, and not all: signatures follow them.

    What all show may part their heads from their texts.
    """
    sources = page.flat.values("src")
    images = [rule for rule in page.flat.rules if rule in sources]
    shown = Counter(sources[rule] for rule in images)
    return {rule for rule in images if 1 < shown[sources[rule]] < records}

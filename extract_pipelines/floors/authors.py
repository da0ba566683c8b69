"""Authors: which place inside the records names who wrote them.

A place is one of a record's elements, or stands in the text of the date: ``{date} - {name}``.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from extract_pipelines.floors.views import View
from extract_pipelines.page import Leaf, Page, link_of
from extract_pipelines.text.dates import has_date
from extract_pipelines.text.names import is_name
from extract_pipelines.urls import names_person

# What is left of the score of a name that is the same in all records.
CONSTANT = 0.05
# What is left of the score of names that lead nowhere.
UNLINKED = 0.4
# So many texts away from the date a text is half as likely its author.
NEAR = 6
# So much likelier is a plain text on the date's own line, where no other records tell more.
ON_LINE = 2
# Of the records of a page at least this share tell their author beside the date, if any do.
LEAST_BESIDE = 0.5
_CLOCK = re.compile(r"[0-9]{1,2}[:h.][0-9]{2}")


def author_scores(page: Page, views: Sequence[View]) -> Counter[str]:
    """How much the text at each place looks like the authors of the records."""
    texts: dict[str, list[Leaf]] = defaultdict(list)
    nearness: Counter[str] = Counter()
    for view in views:
        rank = {leaf: i for i, leaf in enumerate(view.leaves)}
        for place, leaf in view.short_places.items():
            if leaf in view.dated:
                continue
            texts[place].append(page.leaves[leaf])
            distance = abs(rank[leaf] - view.date_index)
            near = 1 / (1 + distance / NEAR)
            alone = len(views) == 1 and not page.leaves[leaf].in_link
            if alone and page.leaves[leaf].line == view.date_line:
                near *= ON_LINE
            nearness[place] += near  # type: ignore[assignment]
    scores: Counter[str] = Counter()
    for place, leaves in texts.items():
        if (score := _author_score(leaves, len(views))) > 0:
            scores[place] = score * nearness[place]  # type: ignore[assignment]
    elsewhere = [place for place in scores if _leads_elsewhere(texts[place])]
    if elsewhere and _link_people(page, views):
        for place in elsewhere:
            del scores[place]
    return scores + _scores_beside_date(page, views)


def _scores_beside_date(page: Page, views: Sequence[View]) -> Counter[str]:
    """How much what stands at each place in the dates' texts looks like the records' authors.

    Both ends of a name differ from record to record, or it has words that are none of it.
    """
    names: dict[str, list[str]] = defaultdict(list)
    for view in views:
        for place, name in view.names_beside_date.items():
            names[place].append(name)
    scores: Counter[str] = Counter()
    for place, found in names.items():
        ends = ({name.split()[0] for name in found}, {name.split()[-1] for name in found})
        distinct = min(map(len, ends))
        if distinct > 1 and len(found) >= LEAST_BESIDE * len(views):
            varied = min(1.0, 1.5 * (distinct - 1) / (len(views) - 1))
            present = len(found) / len(views)
            scores[place] = UNLINKED * present * varied * len(found)  # type: ignore[assignment]
    return scores


def _leads_elsewhere(leaves: Sequence[Leaf]) -> bool:
    """Whether most of the texts are links, and none of these names a person in its URL."""
    links = [link_of(leaf) for leaf in leaves if leaf.in_link]
    return 2 * len(links) > len(leaves) and not any(map(names_person, links))


def _link_people(page: Page, views: Sequence[View]) -> bool:
    """Whether at least half of the records have a link that names a person in its URL."""

    def links(view: View) -> bool:
        elements = page.elements[view.record.start : view.record.stop]
        return any(
            element.tag == "a" and names_person(element.get("href") or "") for element in elements
        )

    return 2 * sum(map(links, views)) >= len(views)


def _author_score(leaves: Sequence[Leaf], records: int) -> float:
    names = sum(_can_be_author(leaf.text) for leaf in leaves)
    if names < 0.5 * len(leaves):
        return 0.0
    present = len(leaves) / records
    linked = sum(leaf.in_link for leaf in leaves) / len(leaves)
    distinct = len({leaf.text for leaf in leaves})
    varied = 1.0 if records == 1 else min(1.0, 1.5 * (distinct - 1) / (records - 1))
    link = UNLINKED + (1 - UNLINKED) * linked * _faithful(leaves)
    return present * names / len(leaves) * link * (CONSTANT + (1 - CONSTANT) * varied)


def _can_be_author(text: str) -> bool:
    return is_name(text) and len(text) > 1 and not _CLOCK.match(text) and not has_date(text)


def _faithful(leaves: Sequence[Leaf]) -> float:
    """Share of the linked texts that always lead to the same place, which is theirs alone."""
    by_text: dict[str, set[str]] = defaultdict(set)
    by_href: dict[str, set[str]] = defaultdict(set)
    for leaf in leaves:
        if leaf.in_link:
            href = link_of(leaf)
            by_text[leaf.text].add(href)
            by_href[href].add(leaf.text)
    good = sum(
        len(hrefs) == 1 and len(by_href[next(iter(hrefs))]) == 1 for hrefs in by_text.values()
    )
    return good / len(by_text) if by_text else 0.0


class Author(NamedTuple):
    """Who wrote a record."""

    leaf: int
    """Index of the leaf that tells."""
    name: str


def author_of(page: Page, view: View, places: Sequence[str]) -> Author | None:
    """The author at the first of the places that the record has."""
    short, beside = view.short_places, view.names_beside_date
    for place in places:
        if place in beside:
            return Author(view.record.anchor.leaf, beside[place])
        if place in short:
            return Author(short[place], page.leaves[short[place]].text)
    return None

"""Authors: which place inside the records names who wrote them.

A place is one of a record's elements, or stands in the text of the date: ``{date} - {name}``.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple
from urllib.parse import unquote

from extract_pipelines.floors.views import View
from extract_pipelines.page import Leaf, Page, link_of
from extract_pipelines.text.date_words import LABELS, WEEKDAYS
from extract_pipelines.text.dates import has_date
from extract_pipelines.text.names import LONGEST_NAME, announces_name, is_name, signed_name
from extract_pipelines.url import names_person

# What is left of the score of a name that is the same in all records, or counts them.
CONSTANT = 0.05
# The same, where it leads to that person's page.
PERSONAL = 0.5
# Of so few records the page need not have the name in its URL: one author may have written all.
FEW = 3
# What is left of the score of names that lead nowhere.
UNLINKED = 0.4
# A name has at least this share of the score of a rank, which follows after so many texts.
ABOUT_AS_GOOD = 0.6
MOST_BETWEEN = 2
# So much likelier still is one behind a word that announces it, be it linked or not.
ANNOUNCED = 2
# Ends a place whose texts say first that a name follows.
SIGNED = " by"
# So many texts away from the date a text is half as likely its author.
NEAR = 6
# So much likelier is a plain text on the date's own line, where no other records tell more.
ON_LINE = 2
# Of the records of a page at least this share tell their author beside the date, if any do.
LEAST_BESIDE = 0.5
# What stands between a name and a date.
_BETWEEN = re.compile(r"\W+(?:(?:on|at|am|um|le|el|il|em|op)\s)?", re.IGNORECASE)
_POSTED = frozenset(LABELS["posted"])
_DIGITS = re.compile(r"[0-9]+")
_CLOCK = re.compile(r"[0-9]{1,2}[:h.][0-9]{2}")
_WORDS = re.compile(r"\w+")
# What may stand behind a name, or be a part of it.
_IN_BRACKETS = re.compile(r"\s?\([^()]*\)\Z")
# What parts a name from what stands beside it.
_EDGES = " ·•|,:;–—‐»«>"


def author_scores(page: Page, views: Sequence[View]) -> Counter[str]:
    """How much the text at each place looks like the authors of the records."""
    texts: dict[str, list[Leaf]] = defaultdict(list)
    at: dict[str, dict[int, int]] = defaultdict(dict)
    nearness: Counter[str] = Counter()
    for number, view in enumerate(views):
        rank = {leaf: i for i, leaf in enumerate(view.leaves)}
        for place, leaf in view.short_places.items():
            if leaf not in view.dated:
                texts[place].append(page.leaves[leaf])
                at[place][number] = leaf
                near = _nearness(page, view, rank[leaf], alone=len(views) == 1)
                nearness[place] += near  # type: ignore[assignment]
    scores: Counter[str] = Counter()
    for place, leaves in list(texts.items()):
        names = [leaf.text for leaf in leaves]
        signed = [name for text in names if (name := signed_name(text))]
        key, weight = place, float(nearness[place])
        if 2 * len(signed) > len(names):
            key, names, weight = place + SIGNED, signed, ANNOUNCED / UNLINKED * weight
            texts[key], at[key] = leaves, at[place]
        if (score := _author_score(names, leaves, len(views))) > 0:
            scores[key] = score * weight  # type: ignore[assignment]
    _prefer_names(page, scores, at)
    elsewhere = [place for place in scores if _leads_elsewhere(texts[place])]
    if elsewhere and _link_people(page, views):
        for place in elsewhere:
            del scores[place]
    return scores + _scores_beside_date(page, views)


def _prefer_names(page: Page, scores: Counter[str], at: Mapping[str, Mapping[int, int]]) -> None:
    """Let a name score more than the rank that follows it: several names may share a rank.

    :param at: for each place its leaves by the number of the record
    """
    if not scores:
        return
    best, score = scores.most_common(1)[0]
    if best.endswith(SIGNED):  # a name, as it says itself
        return
    near = [place for place, own in scores.items() if own > ABOUT_AS_GOOD * score]
    for place in near:
        if _precedes(page, at[place], at[best]):
            scores[place] += score


def _precedes(page: Page, names: Mapping[int, int], ranks: Mapping[int, int]) -> bool:
    """Whether a text of the one place stands before one of the other, and tells what that is."""
    if names.keys() != ranks.keys():
        return False
    if any(
        _links_person(page.leaves[ranks[i]]) and not page.leaves[names[i]].in_link for i in ranks
    ):
        return False
    pairs = {(page.leaves[names[i]].text, page.leaves[ranks[i]].text) for i in ranks}
    distinct = len({name for name, _ in pairs})
    return 1 < distinct == len(pairs) and all(
        0 < ranks[i] - names[i] <= MOST_BETWEEN for i in ranks
    )


def _nearness(page: Page, view: View, rank: int, *, alone: bool) -> float:
    """How likely a leaf is the author by where it stands.

    :param rank: its place among the record's leaves
    :param alone: whether no other record tells more
    """
    leaf = page.leaves[view.leaves[rank]]
    near = 1 / (1 + abs(rank - view.date_index) / NEAR)
    if alone and not leaf.in_link and leaf.line == view.date_line:
        near *= ON_LINE
    if alone and rank and announces_name(page.leaves[view.leaves[rank - 1]].text):
        near += ANNOUNCED
    return near


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
        if all(name.lower() in WEEKDAYS for name in found):
            continue
        if len(views) == 1 and _announces(place, found[0]):
            scores[place] = 1 + len(found[0]) / LONGEST_NAME  # type: ignore[assignment]
        if distinct > 1 and len(found) >= LEAST_BESIDE * len(views):
            varied = min(1.0, 1.5 * (distinct - 1) / (len(views) - 1))
            present = len(found) / len(views)
            scores[place] = UNLINKED * present * varied * len(found)  # type: ignore[assignment]
    return scores


def _announces(place: str, name: str) -> bool:
    """Whether a text says that a name follows, and after it nothing before the date."""
    before, _, after = place.partition("{name}")
    between = after.partition("{date}")
    return (
        signed_name(f"{before}{name}") == name
        and _BETWEEN.fullmatch(between[0]) is not None
        and bool(between[1])
        and _BETWEEN.fullmatch(f" {name.rsplit(maxsplit=1)[-1]} ") is None
    )


def _leads_elsewhere(leaves: Sequence[Leaf]) -> bool:
    """Whether most of the texts are links, and few of these name a person in their URL."""
    links = [link_of(leaf) for leaf in leaves if leaf.in_link]
    return 2 * len(links) > len(leaves) and 2 * sum(map(names_person, links)) < len(links)


def _link_people(page: Page, views: Sequence[View]) -> bool:
    """Whether at least half of the records have a link that names a person in its URL."""

    def links(view: View) -> bool:
        elements = page.elements[view.record.start : view.record.stop]
        return any(
            element.tag == "a" and names_person(element.get("href") or "") for element in elements
        )

    return 2 * sum(map(links, views)) >= len(views)


def _author_score(texts: Sequence[str], leaves: Sequence[Leaf], records: int) -> float:
    names = sum(map(_can_be_author, texts))
    if names < 0.5 * len(leaves):
        return 0.0
    present = len(leaves) / records
    linked = sum(map(_is_linked, leaves)) / len(leaves)
    distinct = 1 if _count_up(texts) else len(set(texts))
    varied = 1.0 if records == 1 else min(1.0, 1.5 * (distinct - 1) / (records - 1))
    link = UNLINKED + (1 - UNLINKED) * linked * _faithful(leaves)
    told = _links_person if records <= FEW else _leads_to_person
    personal = linked == 1 and all(map(told, leaves))
    constant = PERSONAL if personal else CONSTANT
    return present * names / len(leaves) * link * (constant + (1 - constant) * varied)


def _links_person(leaf: Leaf) -> bool:
    return names_person(link_of(leaf))


def _leads_to_person(leaf: Leaf) -> bool:
    """Whether a link leads to a person's page that has the linked name in its URL."""
    url = link_of(leaf)
    words = _WORDS.findall(leaf.text.lower())
    return names_person(url) and all(word in unquote(url).lower() for word in words)


def _is_linked(leaf: Leaf) -> bool:
    """Whether a text stands in a link to a page."""
    return leaf.in_link and not link_of(leaf).startswith(("#", "javascript:"))


def _count_up(texts: Sequence[str]) -> bool:
    """Whether the texts number the records, up or down: ``Answer 3``, ``Answer 4``."""
    if len(texts) < 2 or len({_DIGITS.sub("", text) for text in texts}) > 1:
        return False
    numbers = [int("".join(_DIGITS.findall(text)) or 0) for text in texts]
    steps = {(after > before) - (after < before) for before, after in pairwise(numbers)}
    return steps in ({1}, {-1})


@lru_cache(maxsize=4096)
def _can_be_author(text: str) -> bool:
    text = _IN_BRACKETS.sub("", text).strip(_EDGES)
    if not is_name(text) or len(text) == 1 or text.lower() in _POSTED:
        return False
    return not _CLOCK.match(text) and not has_date(text)


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
        leaf = short[place] if place in short else _first_name(page, view, place)
        if leaf is not None:
            return Author(leaf, page.leaves[leaf].text.strip(_EDGES))
        if place.endswith(SIGNED):
            leaf = short.get(place.removesuffix(SIGNED))
            if leaf is not None and (name := signed_name(page.leaves[leaf].text)):
                return Author(leaf, name)
    return None


def _first_name(page: Page, view: View, place: str) -> int | None:
    """The first text at a place, if it can be a name: a rank or a badge may follow it there."""
    first = next((leaf for leaf in view.leaves_at.get(place, ()) if leaf not in view.dated), None)
    return first if first is not None and _can_be_author(page.leaves[first].text) else None

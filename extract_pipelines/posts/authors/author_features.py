"""What tells a place that names the authors from others: numbers without units, for each place.

Nothing here knows a software or a site. Of words there are those that announce a name, those of an
address that leads to a person, and a few of classes and ids, which were measured to carry over to
other software.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.tag_paths import on_button
from extract_pipelines.posts.authors.author_texts import TOLD, Text, is_in_url, record_texts
from extract_pipelines.posts.authors.naming import Naming, can_be_author, namings
from extract_pipelines.posts.views.names_beside_date import DATE
from extract_pipelines.posts.views.views import SIGNED, RecordView
from extract_pipelines.text.date_words import LABELS
from extract_pipelines.text.names import signed_name
from extract_pipelines.url import is_permalink, names_person, page_form

PLACE_NAMES: Final[tuple[str, ...]] = (
    *("records", "present", "can_be", "are_names", "distinct", "varied", "beside_date"),
    *("signed", "first_text", "one_letter_case", "words", "length", "longest", "digits", "capital"),
    *("linked", "inert", "person", "told_by_url", "faithful", "nearness", "before", "on_line"),
    *("lines_away", "rank", "depth", "behind_body", "of_line", "line_length", "announced"),
    *("kinds_before", "kinds_behind", "tells_next", "told_by_last", "next_repeats"),
    *("last_repeats", "alt", "picture_link", "again", "elsewhere", "picture_agrees", "pictures"),
    *("heading", "bold", "quoted", "in_title", "declared", "words_between", "ends", "announces"),
    *("same_kind", "same_page", "edited", "called", "called_other", "one_shape", "says_by"),
)
# The same for the page's best place, less the own: how much another one says that this does not.
COMPARED: Final[tuple[str, ...]] = (
    *("person", "told_by_url", "announced", "signed", "faithful", "elsewhere", "alt"),
    *("picture_link", "linked", "again", "varied", "declared", "nearness", "tells_next"),
)
NAMES: Final[tuple[str, ...]] = (*PLACE_NAMES, *(f"lacks_{name}" for name in COMPARED))
# The order in which `_row`, and then `_of_place` give what `PLACE_NAMES` names.
_OF_ROW: Final[tuple[str, ...]] = (
    *TOLD,
    *("records", "present", "distinct", "varied", "longest", "faithful", "kinds_before"),
    *("kinds_behind", "elsewhere", "ends", "one_shape", "tells_next", "next_repeats"),
    *("told_by_last", "last_repeats", "picture_agrees", "pictures"),
    *("beside_date", "signed", "first_text", "words_between", "announces"),
)
_features_of = itemgetter(*map(_OF_ROW.index, PLACE_NAMES))
_compared_of = itemgetter(*map(_OF_ROW.index, COMPARED))
_PRESENT: Final = _OF_ROW.index("present")
_ANNOUNCING: Final = _OF_ROW.index("announced"), _OF_ROW.index("announces")
MOST_RECORDS: Final = 30
# Records of a page that are measured, spread over it: more say the same again.
MOST_MEASURED: Final = 12
_WORDS: Final = re.compile(r"\w+")
_DIGITS: Final = re.compile(r"[0-9]+")
_LETTER: Final = re.compile(r"[^\W\d_]")
_POSTED: Final = frozenset(LABELS["posted"])
_BETWEEN: Final = re.compile(r"\W+(?:(?:on|at|am|um|le|el|il|em|op)\s)?", re.IGNORECASE)


def author_features(page: Page, views: Sequence[RecordView]) -> dict[str, tuple[float, ...]]:
    """For each place at which a name may stand in the records, its features, as `NAMES` tells.

    None are told of a place at which buttons stand, but others are compared with it. Nor of one on
    a button where no other record shows whether it says the same in each, as "Follow".
    """
    if not views:
        return {}
    views = views[:: -(-len(views) // MOST_MEASURED)]
    records = [record_texts(page, view) for view in views]
    found: dict[str, list[tuple[int, Naming]]] = defaultdict(list)
    for number, view in enumerate(views):
        for place, naming in namings(page, view).items():
            if len(views) > 1 or not on_button(page.flat.paths[naming.leaf]):
                found[place].append((number, naming))
    found = _likely(page, found, len(views))
    leads = Counter(chain.from_iterable(record.leads for record in records))
    rows: dict[str, list[float]] = {}
    buttons: set[tuple[tuple[int, Naming], ...]] = set()
    known: dict[tuple[tuple[int, Naming], ...], list[float]] = {}  # several places have the same
    for place, said in found.items():
        asked = tuple(said)
        row = known.get(asked)
        if row is None:
            texts = [records[number].text(page, views[number], naming) for number, naming in said]
            pictures = [records[number].picture for number, _ in said]
            numbered = _number_records(texts)
            row = known[asked] = [] if numbered else _row(texts, pictures, len(records), leads)
            if _is_button(texts):
                buttons.add(asked)
        if row:
            rows[place] = row + _of_place(page, place, said[0][1])
    if len(views) == 1:  # no other record tells more than a word that a name follows
        said_so = {place for place, row in rows.items() if any(row[at] for at in _ANNOUNCING)}
        rows = {place: row for place, row in rows.items() if place in said_so or not said_so}
    compared = [[one * row[_PRESENT] for one in _compared_of(row)] for row in rows.values()]
    best = [max(column) for column in zip(*compared, strict=True)]
    return {
        place: (
            *_features_of(row),
            *[most - feature for most, feature in zip(best, own, strict=True)],
        )
        for (place, row), own in zip(rows.items(), compared, strict=True)
        if tuple(found[place]) not in buttons
    }


def _likely(
    page: Page, found: Mapping[str, list[tuple[int, Naming]]], records: int
) -> dict[str, list[tuple[int, Naming]]]:
    """The places at which at least one text can be a name.

    Of the many parts of a date's text those are left that most records have; or, if one is said to
    be a name, those that are said to be.
    """
    able = {
        place: said
        for place, said in found.items()
        if any(can_be_author(naming.name) for _, naming in said)
    }
    beside = {place for place in able if DATE in place}
    said_so = {place for place in beside if _announces(page, place, able[place][0][1])}
    kept = said_so or {place for place in beside if 2 * len(able[place]) >= records}
    return {place: said for place, said in able.items() if place in kept or place not in beside}


def _number_records(texts: Sequence[Text]) -> bool:
    """Whether texts of several words differ by their digits alone, as in ``Answer 3``.

    Those of one word may be names: ``member7``. So may those that lead to a person.
    """
    names = {text.name for text in texts}
    return (
        len(names) > 1
        and any(" " in name for name in names)
        and len({_DIGITS.sub("", name) for name in names}) == 1
        and not all(names_person(text.link) for text in texts)
    )


def _is_button(texts: Sequence[Text]) -> bool:
    """Whether one text leads to several pages, as that on a button to write to each author.

    A name may lead to each of somebody's posts, and to several pages whose addresses have it.
    """
    links = {text.link for text in texts}
    name = texts[0].name
    return (
        len(links) > 1
        and all(text.name == name for text in texts)
        and not any("#" in link or is_permalink(link) or is_in_url(name, link) for link in links)
    )


def _row(
    texts: Sequence[Text],
    pictures: Sequence[str],
    records: int,
    leads: Mapping[str, int],
) -> list[float]:
    """The features of the texts at a place, as the beginning of `_OF_ROW` tells.

    :param pictures: for each of them the picture of its record
    :param records: how many records are looked at
    :param leads: in how many records each short text stands; see `RecordTexts`
    """
    count = len(texts)
    names = [text.name for text in texts]
    before, behind = [text.before for text in texts], [text.behind for text in texts]
    told: Iterable[float] = texts[0].told
    if count > 1:
        told = map(sum, zip(*[text.told for text in texts], strict=True))
    own = _counts(names)
    kinds, kinds_before, kinds_behind = len(own), len(set(before)), len(set(behind))
    words = [name.split() or [""] for name in names]
    ends = {parts[0] for parts in words}, {parts[-1] for parts in words}
    shown = [(name, one) for name, one in zip(names, pictures, strict=True) if one]
    return [
        *[total / count for total in told],
        min(MOST_RECORDS, records),
        count / records,
        kinds / count,
        (kinds - 1) / (count - 1) if count > 1 else 0.5,
        max(map(len, own)),
        _faithful(texts),
        kinds_before / count,
        kinds_behind / count,
        sum([leads.get(name, 0) > times for name, times in own.items()]) / kinds,
        min(len(ends[0]), len(ends[1])) / count,
        _one_shape(texts),
        *_tells(kinds, len(set(zip(names, behind, strict=True))), kinds_behind),
        *_tells(kinds_before, len(set(zip(before, names, strict=True))), kinds),
        *_agree(shown),
    ]


def _of_place(page: Page, place: str, first: Naming) -> list[float]:
    """What the place itself tells, as the end of `_OF_ROW` names it.

    :param first: the first text there
    """
    is_beside = DATE in place
    return [
        is_beside,
        place.endswith(SIGNED),
        place.endswith("/text"),
        len(_WORDS.findall(place)) - 2 if is_beside else -1,
        is_beside and _announces(page, place, first),
    ]


def _tells(firsts: int, pairs: int, seconds: int) -> tuple[float, float]:
    """Firsts for each pair (1 if every first has one second only), and firsts for each second.

    :param firsts: how many different ones there are, as of pairs and seconds
    """
    return firsts / pairs, firsts / seconds


def _agree(pairs: Sequence[tuple[str, str]]) -> tuple[float, float]:
    """How far the sides of pairs tell each other (1: one to one), and different seconds a pair."""
    if not pairs:
        return -1, 0
    firsts, seconds = ({pair[side] for pair in pairs} for side in (0, 1))
    return (len(firsts) + len(seconds)) / (2 * len(set(pairs))), len(seconds) / len(pairs)


def _faithful(texts: Sequence[Text]) -> float:
    """Share of the linked texts that always lead to the same place, which is theirs alone."""
    by_text: dict[str, set[str]] = {}
    by_link: dict[str, set[str]] = {}
    for text in texts:
        if text.link:
            by_text.setdefault(text.name, set()).add(text.link)
            by_link.setdefault(text.link, set()).add(text.name)
    good = sum(
        [len(links) == 1 and len(by_link[next(iter(links))]) == 1 for links in by_text.values()]
    )
    return good / len(by_text) if by_text else 0.0


def _one_shape(texts: Sequence[Text]) -> float:
    """Share of the links whose address has the commonest form; none lead anywhere: 0."""
    forms = [page_form(text.link) for text in texts if text.link]
    return max(_counts(forms).values()) / len(forms) if forms else 0.0


def _counts(texts: Sequence[str]) -> dict[str, int]:
    """How often each text is there; a Counter takes several times as long to make."""
    counts: dict[str, int] = {}
    for text in texts:
        counts[text] = counts.get(text, 0) + 1
    return counts


def _announces(page: Page, place: str, naming: Naming) -> bool:
    """Whether a text says that a name follows, and after it nothing before the date."""
    before, _, after = place.partition("{name}")
    between = after.partition(DATE)
    bare = naming.name.partition(" (")[0]
    last = bare.rsplit(maxsplit=1)[-1]
    last_two = " ".join(before.split()[-2:])  # "Reported in the category roads by Anna on"
    is_said = bare in (signed_name(f"{before}{bare}"), signed_name(f"{last_two} {bare}"))
    return (
        (is_said or (not before and between[0].strip() != "" and _is_posted(page, naming.leaf)))
        and _parts_date(between[0])
        and bool(between[1])
        and not _parts_date(f" {last} ")
    )


def _is_posted(page: Page, leaf: int) -> bool:
    """Whether "posted" and the like stands right before a leaf, and no other word on the line."""
    lines, texts = page.flat.lines, page.flat.texts
    if leaf == 0 or lines[leaf - 1] != lines[leaf] or texts[leaf - 1].lower() not in _POSTED:
        return False
    return leaf == 1 or lines[leaf - 2] != lines[leaf] or not _LETTER.search(texts[leaf - 2])


def _parts_date(text: str) -> bool:
    """Whether a text says no more than that a date follows: ``on``, ``发表于``."""
    return _BETWEEN.fullmatch(text) is not None or text.strip().lower() in LABELS["posted"]

"""Namings: the texts of a record that may be the name of who wrote it, by their places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from extract_pipelines.page import Page
from extract_pipelines.page.breadcrumbs import leaves_of_path
from extract_pipelines.page.captions import MEANINGS, meanings_of
from extract_pipelines.page.column_heads import column_heads
from extract_pipelines.page.markup.quote_marks import quoted_leaves
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.page.tag_paths import on_button
from extract_pipelines.posts.authors.linked_names import link_alike, whole_name
from extract_pipelines.posts.views.names_beside_date import DATE
from extract_pipelines.posts.views.views import SIGNED, RecordView
from extract_pipelines.text.date_patterns import PAST_BEFORE
from extract_pipelines.text.date_words import LABELS, WEEKDAYS
from extract_pipelines.text.dates import has_date
from extract_pipelines.text.lexicon import words
from extract_pipelines.text.lexicon.patterns import LazyPattern, any_of
from extract_pipelines.text.names import (
    COLONS,
    HONORIFICS,
    IN_BRACKETS,
    LONGEST_NAME,
    announces_name,
    is_name,
    signed_name,
)

# What stands before a name, and is none: "โดย"; in Latin letters it may be a name elsewhere.
_BY: Final = frozenset(word for word in words("by") if not word.isascii())
_ANY_BY: Final = frozenset(words("by"))
# What stands before a date or a name, and is none: "Verfasst am", "楼主"; what marks a thread,
# "置顶", or leads to a form, "登录".
_LABELS: Final = _BY.union(
    *LABELS.values(),
    words("badge"),
    words("log_in"),
    (word for word in (*words("author"), *words("author_label")) if not word.isascii()),
)
# What the buttons beside a post do: "Antworten", "举报"; and its seat, a link to it: "沙发".
_DEEDS: Final = sum(1 << MEANINGS.index(deed) for deed in ("permalink", "reply", "report"))
_SEAT: Final = 1 << MEANINGS.index("permalink")
_AUTHORS: Final = frozenset(word for word in words("author_label") if not word.isascii())
_NUMBERED: Final = re.compile(r"#?[0-9]+[#楼樓]")
_BEFORE_DATES: Final = frozenset((*words("on"), *words("at"), *words("when_wrote")))
# What alone in an element, with a text behind it on its line, joins that to what is before it.
_JOINING: Final = _BEFORE_DATES.union(words("by"))
# "zuletzt editiert von Anna", "最后由 Anna 编辑"; without the name where that is a link.
_EDITED_BY: Final = LazyPattern(
    lambda: (
        rf"(?:\w+\s)?{any_of('edited', spaced=True)}\s{any_of('by', spaced=True)}(?:\s.*)?"
        rf"|{any_of('edited', spaced=False)}.*{any_of('edited', spaced=False)}"
    )
)
_FILE: Final = re.compile(
    r"\S+\.(?:jpe?g|png|gif|webp|webm|bmp|pdf|zip|rar|7z|t?gz|txt|csv|rtf|docx?|xlsx?|pptx?|mp[34]|avi)",
    re.IGNORECASE,
)
_CLOCK: Final = re.compile(r"[0-9]{1,2}[:h.][0-9]{2}")
_IP_ADDRESS: Final = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")
_ACCOUNT: Final = re.compile(r"[\w.-]+")
# But for those of single languages that are names in others, such as "Anna".
_WEEKDAYS: Final = frozenset(word for word, day in WEEKDAYS.items() if not day.languages)
# What stands before the name of who is answered: "in reply to", "回复".
_ANSWERING: Final = LazyPattern(
    lambda: rf"(?<!\w){any_of('replying_to')}\s*[:：]?\Z", re.IGNORECASE
)
# What parts a name from what stands beside it, mostly with a space: signs are part of some names.
# Reddit writes "u/" before each, others "@"; the address of an account may follow in brackets:
# "Anna (@anna1)".
_EDGES: Final = re.compile(
    r"\A(?:[·•|,:;–—‐»«>-]+\s+)+|\A(?:u/(?=\w)|@(?=[\w.\-]+\Z))|(?:\s+[·•|,:;–—‐»«<>-]+|[,:;：]|\s+\(@\w[^\s()]*\))+\Z"
    rf"|(?<=[\w)）])(?:{any_of('posted', spaced=False)})\s?[:：]\Z"
)
_EDGE_SIGNS: Final = frozenset("·•|,:;–—‐»«<>-：)")
# The rank of a member as a number: "LV.41".
_LEVEL: Final = re.compile(r"l(?:v|vl|evel)\.?\s?[0-9]{1,3}", re.IGNORECASE)
# Who says something on IRC, with the sign of an operator.
_SPEAKER: Final = re.compile(r"<[@+%~&]?([^<>\s]+)>")
# What may stand behind a labelled name: a host, a rank.
BRACKETS_BEHIND: Final = r"(?:[(（\[][^()（）\[\]]{1,40}[)）\]])?"

# A labelled name before a labelled date in one text: "Author: Guest Date:".
_LABELLED: Final = LazyPattern(
    lambda: (
        rf"\W*{labelled_author()}(?P<name>.{{1,40}}?)"
        rf"[\s,;|·–—-]+{any_of('on', 'posted', 'mail_date', 'when_wrote')}\s?[:：]\s?\Z"
    ),
    re.IGNORECASE,
)
# Or alone in a text, with his host or rank in brackets: "Author: Guest (example.net)".
_LABELLED_ALONE: Final = LazyPattern(
    lambda: rf"\W*{labelled_author()}(?P<name>.{{1,40}}?)\s?{BRACKETS_BEHIND}", re.IGNORECASE
)
# Texts before that of the date among which it may be.
_NEAR_DATE: Final = 3


class Naming(NamedTuple):
    """A text of a record that may be a name."""

    leaf: int
    """Index of the leaf that holds it."""
    name: str


def _naming(leaf: int, name: str) -> Naming:
    """A naming, made in a fraction of the time that its class takes: a page has hundreds."""
    return tuple.__new__(Naming, (leaf, name))


def namings(page: Page, view: RecordView) -> dict[str, Naming]:
    """What may be a name in a record, by its place; made once for each view."""
    found: dict[str, Naming] | None = view.kept.get(_namings)
    if found is None:
        found = view.kept[_namings] = _namings(page, view)
    return found


def _namings(page: Page, view: RecordView) -> dict[str, Naming]:
    found: dict[str, Naming] = {}
    of_leaves: dict[int, tuple[Naming, Naming | None] | None] = {}
    for place, leaf in view.short_places.items():
        if leaf not in of_leaves:
            is_none = _is_no_name(page, view, leaf)
            of_leaves[leaf] = None if is_none else _namings_of(page, leaf)
        told = of_leaves[leaf]
        if told:
            found[place], signed = told
            if signed:
                found[f"{place}{SIGNED}"] = signed
    for place, name in view.names_beside_date.items():
        if name.lower() not in _WEEKDAYS:
            found[place] = _naming(view.record.mention.leaf, name)
    for place, leaf in _behind_labels(page, view):
        found.setdefault(f"{place}{SIGNED}", _naming(leaf, _without_edges(page.flat.texts[leaf])))
    return found


def _is_no_name(page: Page, view: RecordView, leaf: int) -> bool:
    """Whether a leaf is a date, a file, a head, what a button does, or in a path or a quote."""
    if leaf in view.dated_leaves or leaf in _naming_nobody(page) or _is_host(page, leaf):
        return True
    if _joins(page, leaf) or is_answered(page, leaf) or is_file(page.flat.texts[leaf]):
        return True
    if _is_account(page, leaf):
        return True
    if on_button(page.flat.paths[leaf]) and meanings_of(page.flat.texts[leaf]):
        return True
    quoted = quoted_leaves(page)
    return leaf in quoted and page.flat.leaf_range(view.record.mention.node)[0] not in quoted


@once_a_page
def _naming_nobody(page: Page) -> frozenset[int]:
    """The leaves that are heads of columns, or of the path to the page."""
    return column_heads(page).union(leaves_of_path(page))


def _is_host(page: Page, leaf: int) -> bool:
    """Whether a leaf tells where an account is: "@forum.example" right behind "anna"."""
    if leaf == 0 or not page.flat.texts[leaf].startswith("@") or page.leaves[leaf].spaced:
        return False
    return _ACCOUNT.fullmatch(page.flat.texts[leaf - 1]) is not None


def _is_account(page: Page, leaf: int) -> bool:
    """Whether a link right behind that of a name leads to the same address: it has the account."""
    if leaf == 0 or not page.flat.in_link[leaf] or not page.flat.in_link[leaf - 1]:
        return False
    before, own = page.leaves[leaf - 1], page.leaves[leaf]
    if before.line != own.line or not link_alike(page, before, own):
        return False
    return can_be_author(before.text) and not meanings_of(before.text)


def is_file(text: str) -> bool:
    """Whether a text names a file, as below a post that has some."""
    return "." in text[-5:-2] and _FILE.fullmatch(text) is not None


def _joins(page: Page, leaf: int) -> bool:
    """Whether a leaf is a word between others on its line: "door", "op"."""
    texts, lines = page.flat.texts, page.flat.lines
    if texts[leaf] not in _JOINING or leaf + 1 == len(texts):
        return False
    return lines[leaf] == lines[leaf + 1] and not page.leaves[leaf].in_link


def is_answered(page: Page, leaf: int) -> bool:
    """Whether a leaf tells whom a post answers: "Anna" in "Reply to Anna from Bert"."""
    texts, lines = page.flat.texts, page.flat.lines
    if leaf == 0 or lines[leaf - 1] != lines[leaf]:
        return False
    return _ANSWERING.search(texts[leaf - 1]) is not None


def _behind_labels(page: Page, view: RecordView) -> Iterator[tuple[str, int]]:
    """The leaves behind a label, "Created by:" or "โดย", on one line, with their places.

    Rows of such labels have one place, of which the first text may be anything. What stands in no
    element of the record is left out: bare text has heads of its own.
    """
    texts, lines = page.flat.texts, page.flat.lines
    for rank, leaf in enumerate(view.leaves):
        if leaf and lines[leaf - 1] == lines[leaf] and _is_label_before(texts[leaf - 1]):
            is_short = len(texts[leaf]) <= LONGEST_NAME and leaf not in view.dated_leaves
            place = view.above[rank][0]
            if is_short and place != "." and announces_name(texts[leaf - 1]):
                yield place, leaf


def _is_label_before(text: str) -> bool:
    """Whether a text ends as a label does, or is a word for "by" that is nothing else."""
    return text.endswith(COLONS) or text in _ANY_BY


def _namings_of(page: Page, leaf: int) -> tuple[Naming, Naming | None]:
    """What may be a name in a leaf: all that it says, and what it says to be one.

    A word for "by" is part of no name where its script tells: "Από Άννα", but not "von Braun".
    """
    text, whole = page.flat.texts[leaf], whole_name(page, leaf)
    own = _without_edges(behind_seat(text))
    signed = signed_name(own)
    name = own if whole == text else _without_edges(whole)
    if signed and name == own and own.partition(" ")[0].lower() in _BY:
        name = signed
    return _naming(leaf, name), _naming(leaf, signed) if signed else None


def labelled_author() -> str:
    """A pattern of the label before who wrote a post, with its colon: "Author:"."""
    return rf"{any_of('author', 'author_label', 'posted_by')}\s?[:：]\s?"


def behind_seat(text: str) -> str:
    """A text without what Chinese boards call the place of a post, before a space and the name."""
    seat, _, name = text.partition(" ")
    if not name or (seat.isalpha() and seat.isascii()):
        return text
    is_seat = seat in _AUTHORS or meanings_of(seat) & _SEAT or _NUMBERED.fullmatch(seat)
    return name if is_seat else text


def _without_edges(text: str) -> str:
    has_edge = text != "" and (text[0] in _EDGE_SIGNS or text[-1] in _EDGE_SIGNS)
    if has_edge and (speaker := _SPEAKER.fullmatch(text)):
        return speaker[1]
    return _EDGES.sub("", text) if has_edge or text.startswith(("u/", "@")) else text


def _naming_in(page: Page, view: RecordView, place: str) -> Naming | None:
    """What `namings` has at a place: where others were not asked for, they are left alone."""
    if _namings in view.kept or place.endswith(SIGNED):
        return namings(page, view).get(place)
    if DATE in place:
        name = view.names_beside_date.get(place)
        if name is not None and name.lower() not in _WEEKDAYS:
            return _naming(view.record.mention.leaf, name)
    leaf = view.short_places.get(place, -1)
    if leaf < 0 or _is_no_name(page, view, leaf):
        return None
    return _naming(leaf, _without_edges(whole_name(page, leaf)))


def naming_at(page: Page, view: RecordView, place: str) -> Naming | None:
    """What may be a name at a place of a record.

    That is the first text there, too, if it can be a name: a rank or a badge may follow it. Before
    it may stand when the post was edited.
    """
    found = _naming_in(page, view, place)
    if found is None and place in view.leaves_at:
        texts = page.flat.texts
        first = next(
            (
                leaf
                for leaf in view.leaves_at[place]
                if not (_is_no_name(page, view, leaf) or _is_label(texts[leaf].lower()))
            ),
            None,
        )
        if first is not None and can_be_author(texts[first]):
            found = Naming(first, _without_edges(behind_seat(texts[first])))
    return found


def said_beside_date(page: Page, view: RecordView) -> Naming | None:
    """A text on the line of a record's date that says to be a name, as in "by Guest".

    Members are linked, guests are not: their names stand at another place, in the date's own
    text, or behind a label right before it.
    """
    mention = view.record.mention
    before = page.flat.texts[mention.leaf][: mention.date.start] if mention.leaf >= 0 else ""
    labelled = _LABELLED.match(before) if before.endswith((":", ": ", "：")) else None
    if labelled and can_be_author(labelled["name"]):
        return Naming(mention.leaf, labelled["name"])
    for place, naming in namings(page, view).items():
        if place.endswith(SIGNED) and page.leaves[naming.leaf].line == view.date_line:
            name = PAST_BEFORE.made.sub("", naming.name).rstrip()  # "by Guest hace" 3 días
            if can_be_author(name):
                return Naming(naming.leaf, name)
    first = next(iter(view.leaves), mention.leaf)
    for leaf in range(max(first, mention.leaf - _NEAR_DATE), mention.leaf):
        labelled = _LABELLED_ALONE.fullmatch(page.flat.texts[leaf])
        if labelled and can_be_author(labelled["name"]):
            return Naming(leaf, labelled["name"])
    return None


@lru_cache(maxsize=4096)
def can_be_author(text: str) -> bool:
    """Whether a text can be the name of a member: no date, level, address or word beside one."""
    text = _without_edges(IN_BRACKETS.sub("", text) if text.endswith(")") else text)
    if not is_name(text) or len(text) == 1 or text in HONORIFICS or _is_label(text.lower()):
        return False
    is_address = _IP_ADDRESS.fullmatch(text) or _FILE.fullmatch(text)
    return not (is_address or _LEVEL.fullmatch(text) or _CLOCK.match(text) or has_date(text))


def _is_label(text: str) -> bool:
    """Whether a text in lower case is what stands before a date or a name, or on a button."""
    first, _, last = text.rpartition(" ")
    is_before_date = first in _LABELS and last in _BEFORE_DATES
    is_word = is_before_date or text in _LABELS or meanings_of(text) & _DEEDS != 0
    return is_word or _EDITED_BY.fullmatch(text) is not None

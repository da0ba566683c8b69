"""What a page says of dates in attributes, which browsers and scripts read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from lxml.etree import _Element as Element

from extract_pipelines.page import Page
from extract_pipelines.page.date_reading import read_date
from extract_pipelines.page.tag_paths import INLINE
from extract_pipelines.page.tree_walk import MOST_ATTRIBUTES

# A text with a longer rest beside its date is prose that mentions one.
LONGEST_REST: Final = 60
# Tags with attributes that are not of the text in them.
UNDATED: Final = frozenset(("img", "ins", "del"))
_CLASS_ONLY: Final = ["class"]
# A longer attribute is no date.
LONGEST_WRITTEN: Final = 60
# Beside a date in a title stands no more than this ("Posted on").
LONGEST_LABEL: Final = 12
# Attributes that say more of a date than its text, in order of preference.
EXACT_ATTRIBUTES: Final = (
    "datetime",
    "title",
    "data-time",
    "data-timestamp",
    "data-date",
    "content",
)
# What a word in the name of another attribute with a date ends with, or is; those of other dates.
_TIMES: Final = ("time", "timeago", "date", "datetime", "stamp", "epoch", "utc")
_SHORT_TIMES: Final = frozenset(("ts", "unix"))
_OTHER_TIMES: Final = frozenset(
    "edit edited modified update updated last joined registered expires end start due".split()
)
# What the name of an attribute ends with that is shown, as a title is, where somebody points at it.
_TOOLTIPS: Final = ("title", "tooltip", "tip", "content", "label")
TIME_OF_DAY: Final = re.compile(
    r"[\[(]?((?:[01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?(?:\s?[ap]\.?m\.?)?)[\])]?",
    re.IGNORECASE,
)
# Characters of the longest clock: "[10:15:59 a.m.]".
LONGEST_CLOCK: Final = 15
_NO_LETTERS: Final = re.compile(r"[^a-z]+")
_NUMBER: Final = re.compile(r"\d+")


def dated_attributes(page: Page) -> Sequence[tuple[int, str]]:
    """Elements of which an attribute may say when, and what it says, in document order.

    A title may be any text; that of a link or of another part of a line is a date only as a whole,
    as is that of a block that shows nothing but a time of day, and what a script reads, which says
    nothing of the whole of a post. Of a short post it might: one that holds another such element is
    left out.
    """
    exact, titled = set(page.flat.having("datetime")), page.flat.having("title")
    names = dict.fromkeys(titled, "title")
    told = set()
    for name in page.flat.by_attribute:
        if _tells_time(name) and name not in EXACT_ATTRIBUTES[:2]:
            nodes = [node for node in page.flat.having(name) if _is_small(page, node)]
            told.update(nodes)
            names.update(dict.fromkeys(nodes, name))
    names.update(dict.fromkeys(exact, "datetime"))
    found: list[tuple[int, str]] = []
    for node in sorted(names, reverse=True):
        tag, text = page.tags[node], page.flat.values(names[node])[node]
        if tag in UNDATED or len(text) > LONGEST_WRITTEN:
            continue
        if node in told and found and found[-1][0] < page.subtree_end[node]:
            continue
        is_marked = node in exact or (node not in told and tag in ("time", "span"))
        may_be = node in told or tag in INLINE or _shows_clock(page, node)
        if is_marked or (may_be and _is_date(page, text)):
            found.append((node, text))
    return found[::-1]


def _is_small(page: Page, node: int) -> bool:
    """Whether an element shows no more than a date and a few words."""
    return sum(len(leaf.text) for leaf in page.leaves_of(node)) <= LONGEST_REST


def _shows_clock(page: Page, node: int) -> bool:
    """Whether an element shows nothing but a time of day."""
    first, last = page.flat.leaf_range(node)
    return last - first == 1 and TIME_OF_DAY.fullmatch(page.flat.texts[first]) is not None


@lru_cache(maxsize=1024)
def _tells_time(attribute: str) -> bool:
    """Whether the name of an attribute says that it holds a time, and not that of an edit."""
    # lxml gives names with control characters, too, but cannot be asked for one.
    words = _NO_LETTERS.split(attribute.lower()) if attribute.isprintable() else []
    tells = any(word.endswith(_TIMES) or word in _SHORT_TIMES for word in words)
    return tells and _OTHER_TIMES.isdisjoint(words)


def _is_tooltip(attribute: str) -> bool:
    """Whether the name of an attribute says that it holds a text to be shown."""
    return attribute.isprintable() and attribute.lower().endswith(_TOOLTIPS)


def dated_values(element: Element) -> Sequence[str]:
    """What the attributes of an element say that may say when, the most trusted first."""
    names = element.keys()
    if not names or names == _CLASS_ONLY or len(names) > MOST_ATTRIBUTES:
        return ()
    told = _dated_names_of(tuple(names))
    if not told:
        return ()
    # lxml gives names with a brace, too, but cannot be asked for one.
    values = dict(element.items())
    return [values[name] for name in told]


@lru_cache(maxsize=1024)
def _dated_names_of(attributes: tuple[str, ...]) -> tuple[str, ...]:
    known = [name for name in EXACT_ATTRIBUTES if name in attributes]
    others = [one for one in attributes if one not in known]
    times = [one for one in others if _tells_time(one)]
    return (*known, *times, *(one for one in others if one not in times and _is_tooltip(one)))


def _is_date(page: Page, text: str) -> bool:
    """Whether a text is a date, with a number, and a word or two beside it."""
    date = read_date(page, text) if _NUMBER.search(text) else None
    return date is not None and len(text) - len(date.raw) <= LONGEST_LABEL

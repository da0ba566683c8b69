"""The posts in the data that a page brings for its scripts: JSON from which they draw the page.

Flarum (``flarum-json-payload``), NodeBB (``ajaxify-data``) and Next.js (``__NEXT_DATA__``) write it
into ``<script type="application/json">``. A page without scripts may show the texts only.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from heapq import nlargest
from typing import Any, Final, TypeAlias

from extract_pipelines.page.dom import Page
from extract_pipelines.page.head import unseen_elements
from extract_pipelines.page.json_ld import MOST_VALUES, parsed, plain_text
from extract_pipelines.page.text_places import BEGINNING, places_of

# A JSON value in which there is no markup, escaped or not, holds no texts of posts.
_MARKUP: Final = re.compile(r"<(?:p|br|div)\b|\\u003c(?:p|br|div)\b", re.IGNORECASE)
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S{0,20}|1\d{9}(?:\d{3})?")
# A post has no title of its own.
_TITLES: Final = frozenset(("title", "headline", "name"))
# So many posts of a kind are looked for on a page, and so many kinds, those with most values first.
MOST_POSTS, MOST_KINDS = 200, 3

# The names on the way to a value, each place in a list and each number as one.
_Way: TypeAlias = tuple[str, ...]


def script_data_posts(page: Page, more_than: int) -> Mapping[int, str]:
    """By the index of the element that a post's text begins in, its date as the data have it.

    They are the values of one kind, most of which the page shows; none if there is no such kind.

    :param more_than: so few posts are not looked for
    """
    kinds: dict[_Way, list[tuple[str, str]]] = defaultdict(list)
    for way, text, date in _texts(page):
        if len(kinds[way]) < MOST_POSTS:
            kinds[way].append((text, date))
    best: dict[int, str] = {}
    several = (told for told in kinds.values() if len(told) > more_than)
    for told in nlargest(MOST_KINDS, several, key=len):
        places = places_of(page, [plain_text(text[: 50 * BEGINNING]) for text, _ in told])
        found = {
            node: date for node, (_, date) in zip(places, told, strict=True) if node is not None
        }
        if 2 * len(found) > len(told) and len(found) > max(more_than, len(best)):
            best = found
    return best


def _texts(page: Page) -> Iterator[tuple[_Way, str, str]]:
    """Texts with markup that stand beside a date, and the way to them."""
    for script in unseen_elements(page)["script"]:
        if (script.get("type") or "").lower() != "application/json":
            continue
        source = script.text or ""
        if not _MARKUP.search(source):
            continue
        for way, value in _objects(parsed(source)):
            texts = [
                (name, text)
                for name, text in value.items()
                if isinstance(text, str) and ("<" in text or "\\" in text) and _MARKUP.search(text)
            ]
            date = _date(value) if texts and _TITLES.isdisjoint(value) else None
            for name, text in texts if date else ():
                yield (*way, name), text, date or ""


def _objects(data: Any) -> Iterator[tuple[_Way, Mapping[str, Any]]]:
    """The objects in a JSON value with the way to each, outer ones first."""
    coming: deque[tuple[_Way, Any]] = deque([((), data)])
    for left in range(MOST_VALUES, 0, -1):
        if not coming:
            return
        way, value = coming.popleft()
        if isinstance(value, dict):
            yield way, value
        if len(coming) < left:
            coming.extend(_inner(way, value, left))


def _inner(way: _Way, value: Any, most: int) -> list[tuple[_Way, Any]]:
    """The objects and lists right in a value with the ways to them, which those of a list share.

    :param most: those behind so many are not looked at, and would take memory, with a way for each
    """
    inner: list[tuple[_Way, Any]] = []
    if isinstance(value, dict):
        for name, one in value.items():
            if isinstance(one, (dict, list)) and len(inner) < most:
                inner.append(((*way, "" if name.isdigit() else name), one))
    elif isinstance(value, list):
        place = (*way, "")
        inner = [(place, one) for one in value if isinstance(one, (dict, list))][:most]
    return inner


def _date(value: Mapping[str, Any]) -> str | None:
    """The first date of an object, as it is written: dates of changes stand behind it."""
    written = (str(one) for one in value.values() if isinstance(one, (str, int)))
    return next(filter(_DATE.fullmatch, written), None)

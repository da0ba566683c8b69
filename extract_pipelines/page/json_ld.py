"""The JSON-LD of a page, and other JSON in its scripts: the objects in it.

What is no JSON, or nested too deep, is passed over.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from extract_pipelines.page import Page, text_of
from extract_pipelines.page.head import unseen_elements
from extract_pipelines.page.memo import once_a_page

# A script with none of these says nothing of an article, a post or a product, and is not parsed.
_TELLING: Final = (
    *('"articleBody"', '"author"', '"datePublished"'),
    *('DiscussionForumPosting"', 'QAPage"', 'Product"', 'ProductGroup"'),
)
_MARKUP: Final = re.compile(r"</?[A-Za-z]|&#?\w+;")
# Values of one page's JSON-LD that are looked at.
MOST_VALUES: Final = 20_000
# Values within values that are read. How many more Python itself would take depends on its version,
# on what has called it, and on whether this is compiled.
DEEPEST_VALUE: Final = 200


@once_a_page
def objects_of(page: Page) -> Sequence[Mapping[str, Any]]:
    """The objects of the page's JSON-LD that may tell what it is, outer ones first."""
    return list(objects_with(page, _TELLING))


def objects_with(page: Page, keys: Sequence[str]) -> Iterator[Mapping[str, Any]]:
    """The objects of the scripts of JSON-LD that have one of some texts in them, outer ones first.

    :param keys: without one of these a script is not parsed
    """
    known = _parsed_scripts(page)
    for script in unseen_elements(page)["script"]:
        if "ld+json" not in (script.get("type") or "").lower():
            continue
        source = script.text or ""
        if any(key in source for key in keys):
            if source not in known:
                known[source] = parsed(source)
            yield from _objects(known[source])


@once_a_page
def _parsed_scripts(page: Page) -> dict[str, Any]:
    """What the scripts of a page that were asked for hold, by their sources."""
    return {}


def parsed(source: str) -> Any:
    """The value that a script holds; None if it is no JSON, or nested too deep."""
    try:
        data = json.loads(source, strict=False)
    except (ValueError, RecursionError):
        return None
    return data if source.count("{") + source.count("[") <= DEEPEST_VALUE else _if_flat(data)


def _if_flat(data: Any) -> Any:
    """A value that is not nested too deep, or None."""
    level = [data]
    for _ in range(DEEPEST_VALUE):
        level = [
            inner
            for value in level
            for inner in (value.values() if isinstance(value, dict) else value)
            if isinstance(inner, (dict, list))
        ]
        if not level:
            return data
    return None


def _objects(data: Any) -> Iterator[Mapping[str, Any]]:
    """The objects in a JSON value, outer ones first."""
    coming = deque([data])
    for _ in range(MOST_VALUES):
        if not coming:
            return
        value = coming.popleft()
        if isinstance(value, dict):
            yield value
            coming.extend(inner for inner in value.values() if isinstance(inner, (dict, list)))
        elif isinstance(value, list):
            coming.extend(inner for inner in value if isinstance(inner, (dict, list)))


def has_type(value: Mapping[str, Any], endings: tuple[str, ...]) -> bool:
    """Whether an object is of a type whose name ends so."""
    types = value.get("@type")
    return any(
        isinstance(one, str) and one.endswith(endings)
        for one in (types if isinstance(types, list) else [types])
    )


def plain_text(text: str) -> str:
    """A text of the data without its markup, a paragraph a line."""
    return text_of(Page(text).leaves) if _MARKUP.search(text) else text

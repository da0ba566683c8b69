"""What a page's own JSON-LD says of its article: who wrote it and when, and its text.

Vocabulary: https://schema.org/Article. What is no JSON, or says nothing of an article, is
passed over.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from extract_pipelines.page import Page, text_of
from extract_pipelines.page.head import unseen_elements
from extract_pipelines.page.memo import once_a_page

# A script with none of these says nothing of interest, and is not parsed.
_TELLING: Final = ('"articleBody"', '"author"', '"datePublished"')
_ARTICLES: Final = ("Article", "Report", "BlogPosting", "MediaPosting", "ForumPosting")
THREADS: Final = ("DiscussionForumPosting", "QAPage")
PRODUCTS: Final = ("Product", "ProductGroup")
_MARKUP: Final = re.compile(r"</?[A-Za-z]|&#?\w+;")
# Types that may date a page, but do not name who wrote its text.
_PAGES: Final = ("WebPage", "Recipe", "HowTo")
# Values of one page's JSON-LD that are looked at.
MOST_VALUES: Final = 20_000
# Values within values that are read. How many more Python itself would take depends on its version,
# on what has called it, and on whether this is compiled.
DEEPEST_VALUE: Final = 200


@dataclass(frozen=True, slots=True)
class EmbeddedArticle:
    """What is said of the page's article; what is not said is empty."""

    people: tuple[str, ...] = ()
    """Names of the authors that are not said to be organisations."""
    organizations: tuple[str, ...] = ()
    """Names of the other authors."""
    published: str = ""
    text: str = ""
    """``articleBody`` without its markup, a paragraph a line."""
    headline: str = ""
    says_article: bool = False
    """Whether the page calls itself one article, and no thread or question."""
    says_thread: bool = False
    """Whether the page calls itself, or a part of it, a thread or a question with answers."""
    says_product: bool = False
    """Whether the page describes a single product."""


@once_a_page
def read_article(page: Page) -> EmbeddedArticle:
    """What the page's JSON-LD says of its article.

    Where several articles are described, it is the one with a headline that stands in the title;
    of a list of others nothing is taken.
    """
    values = objects_of(page)
    if not values:
        return EmbeddedArticle()
    named = {value["@id"]: value for value in values if "name" in value and _is_id(value)}
    articles = [value for value in values if has_type(value, _ARTICLES)]
    about = [
        value for value in articles if (head := _text(value.get("headline"))) and head in page.title
    ]
    article = (about or articles or [{}])[0] if about or len(articles) == 1 else {}
    if len(articles) > 1 and not about and _same_headline(articles):
        article = articles[0]
    pages = [value for value in values if has_type(value, _PAGES)]
    people, organizations = _authors(article.get("author"), named)
    dates = (_text(value.get("datePublished")) for value in (article, *pages))
    says_thread = any(has_type(value, THREADS) for value in values)
    return EmbeddedArticle(
        people=people,
        organizations=organizations,
        published=next(filter(None, dates), ""),
        text=plain_text(_text(article.get("articleBody"))),
        headline=_text(article.get("headline")),
        says_article=bool(article) and not says_thread,
        says_thread=says_thread,
        says_product=sum(has_type(value, PRODUCTS) for value in values) == 1,
    )


@once_a_page
def objects_of(page: Page) -> Sequence[Mapping[str, Any]]:
    """The objects of the page's JSON-LD that may tell of an article, outer ones first."""
    return list(objects_with(page, _TELLING))


def objects_with(page: Page, keys: Sequence[str]) -> Iterator[Mapping[str, Any]]:
    """The objects of the scripts of JSON-LD that have one of some texts in them, outer ones first.

    :param keys: without one of these a script is not parsed
    """
    known = _parsed_scripts(page)
    for script in unseen_elements(page)["script"]:
        source = script.text or ""
        is_data = "ld+json" in (script.get("type") or "").lower()
        if is_data and any(key in source for key in keys):
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
            if isinstance(inner, dict | list)
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
            coming.extend(inner for inner in value.values() if isinstance(inner, dict | list))
        elif isinstance(value, list):
            coming.extend(inner for inner in value if isinstance(inner, dict | list))


def _is_id(value: Mapping[str, Any]) -> bool:
    return isinstance(value.get("@id"), str)


def has_type(value: Mapping[str, Any], endings: tuple[str, ...]) -> bool:
    """Whether an object is of a type whose name ends so."""
    types = value.get("@type")
    return any(
        isinstance(one, str) and one.endswith(endings)
        for one in (types if isinstance(types, list) else [types])
    )


def _same_headline(articles: Sequence[Mapping[str, Any]]) -> bool:
    return len({_text(article.get("headline")) for article in articles}) == 1


def _text(value: Any) -> str:
    """A value that is a text, without white space around it; empty for any other."""
    if isinstance(value, list) and value:
        value = value[0]
    return value.strip() if isinstance(value, str) else ""


def plain_text(text: str) -> str:
    """A text of the data without its markup, a paragraph a line."""
    return text_of(Page(text).leaves) if _MARKUP.search(text) else text


def _authors(
    value: Any, named: Mapping[str, Mapping[str, Any]]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of people and of organisations in the value of ``author``."""
    people: list[str] = []
    organizations: list[str] = []
    for author in value if isinstance(value, list) else [value]:
        if isinstance(author, dict):
            known = named.get(author["@id"], {}) if _is_id(author) else {}
            name = _text(author.get("name")) or _text(known.get("name"))
            is_group = has_type({**known, **author}, ("Organization", "Corporation"))
            (organizations if is_group else people).append(name)
        else:
            people.append(_text(author))
    return tuple(filter(None, people)), tuple(filter(None, organizations))

"""What a page's own JSON-LD says of its article: who wrote it and when, and its text.

Vocabulary: https://schema.org/Article. What says nothing of an article is passed over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from extract_pipelines.page import Page
from extract_pipelines.page.json_ld import has_type, objects_of, plain_text
from extract_pipelines.page.memo import once_a_page

_ARTICLES: Final = ("Article", "Report", "BlogPosting", "MediaPosting", "ForumPosting")
THREADS: Final = ("DiscussionForumPosting", "QAPage")
PRODUCTS: Final = ("Product", "ProductGroup")
# Types that may date a page, but do not name who wrote its text.
_PAGES: Final = ("WebPage", "Recipe", "HowTo")


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


def _is_id(value: Mapping[str, Any]) -> bool:
    return isinstance(value.get("@id"), str)


def _same_headline(articles: Sequence[Mapping[str, Any]]) -> bool:
    return len({_text(article.get("headline")) for article in articles}) == 1


def _text(value: Any) -> str:
    """A value that is a text, without white space around it; empty for any other."""
    if isinstance(value, list) and value:
        value = value[0]
    return value.strip() if isinstance(value, str) else ""

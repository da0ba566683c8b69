"""The items that come out: ForumThread with its Floors, Article; and PageItem, what goes in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from extract_pipelines.items import documents
from extract_pipelines.page import Page
from extract_pipelines.page.page_types import known_page_type

if TYPE_CHECKING:
    import zyte_common_items as zyte


@dataclass(kw_only=True, slots=True)
class Metadata:
    """How an item was read.

    The same page read with another state of the site's template can differ, so an item tells.
    """

    date_downloaded: str | None = None
    """When the page was fetched, ISO 8601 with offset."""
    method: str = "empty"
    """What found the content: the name of a floor or body strategy, or ``empty``."""
    probability: float = 0.0
    """How sure the method is, 0 to 1. Of records it is the chance that they are what users wrote.
    Of a body it is its share of the page's unlinked text, of clusters the share of their fields
    that were found: these are no chances."""
    template_version: int = 0
    """Number of changes of the template that was subtracted."""
    pages_seen: int = 0
    """Number of pages the template had seen."""
    truncated: bool = False
    """Whether the page has more elements or dates than are read; the rest is left out."""
    date_order: str | None = None
    """The order (``DMY``, ``MDY``, ``YMD``) that dates such as 03/04/2020 were read in."""
    date_order_source: str | None = None
    """What it is known by: ``dates`` of the page or the site that prove it; or it was inferred from
    the ``locale`` that the page declares, or from its language and ``clock``."""
    change_id: str | None = None
    """Name of the changes that the item tells, where the forum is monitored."""


@dataclass(kw_only=True, slots=True)
class Quote:
    """A passage of an earlier post, quoted in a floor."""

    author: str | None = None
    """Who wrote the passage, if the quote says so."""
    text: str = ""
    """The passage."""
    url: str | None = None
    """Address of the post that it is from, if the quote links to it."""


@dataclass(kw_only=True, slots=True)
class Floor:
    """One post of a thread."""

    number: int | None = None
    """Place on the page, from 1; in a thread put together from its pages, place in the thread."""
    post_id: str | None = None
    """The post's own id, from ids and ``data-`` attributes of its elements."""
    parent_id: str | None = None
    """The ``post_id`` of the post that this one answers, where the page shows it."""
    author: str | None = None
    """Who wrote the post."""
    author_url: str | None = None
    """Address of the author's page."""
    date: str | None = None
    """When the post was written, ISO 8601; with an offset only where the page gives one."""
    date_raw: str | None = None
    """The date as the page shows it."""
    date_precision: str = "none"
    """How exact the date is: ``second``, ``minute``, ``day`` or ``none``; ``hour``, ``week``,
    ``month`` or ``year`` where it is counted back from so many of them."""
    change: str | None = None
    """``new``, ``edited``, ``dated``, ``restored`` or ``seen``, where the forum is monitored."""
    body: str = ""
    """The post as a reader reads it, quotes included."""
    own_text: str = ""
    """The post without the passages it quotes."""
    quotes: list[Quote] = field(default_factory=list)
    """The passages that it quotes."""
    body_html: str | None = None
    """Source of the body."""
    url: str | None = None
    """The post's own address."""
    images: list[str] = field(default_factory=list)
    """Absolute addresses of the images in the body."""
    links: list[str] = field(default_factory=list)
    """Absolute addresses of the links in the body."""

    def to_schema_org(self) -> dict[str, Any]:
        """The post as a schema.org Comment (JSON-LD)."""
        parent = {"@type": "Comment", "identifier": self.parent_id} if self.parent_id else None
        return _compact(
            {
                "@type": "Comment",
                "identifier": self.post_id,
                "parentItem": parent,
                "position": self.number,
                "url": self.url,
                "author": _person(self.author, self.author_url),
                "datePublished": self.date,
                "text": self.body,
                "image": self.images,
            }
        )


@dataclass(kw_only=True, slots=True)
class _Read:
    """What is read of any page."""

    url: str
    """Address that the page was fetched from."""
    canonical_url: str | None = None
    """Address that the page gives as its own."""
    title: str | None = None
    """The title without what the site adds to it."""
    date: str | None = None
    """ISO 8601, of the first floor or the article; with an offset only where the page gives one."""
    date_raw: str | None = None
    """The date as the page shows it."""
    author: str | None = None
    """Who wrote the first floor or the article."""
    body: str = ""
    """The first floor's text, or the article's: a line for each paragraph."""
    body_html: str | None = None
    """The source of the first floor's body, or an article's text as clean HTML."""
    in_language: str | None = None
    """The language that the page declares, such as ``zh-CN``."""
    breadcrumbs: list[str] = field(default_factory=list)
    """Texts of the links in the element that is marked as breadcrumbs."""
    metadata: Metadata = field(default_factory=Metadata)
    """How the item was read."""

    def to_text(self) -> str:
        """A document of plain text: title, and who wrote what when."""
        return documents.to_text(self)

    def to_markdown(self) -> str:
        """The same as Markdown: headings, lists, tables, code, quotes, links and images are kept.

        It is CommonMark, with tables and ``~~`` as GitHub has them. Nothing that the page's text
        says is markup, and there is no HTML in it.
        """
        return documents.to_markdown(self)

    def to_html(self) -> str:
        """The same as a document of HTML, without scripts, styles or attributes of the site."""
        return documents.to_html(self)


@dataclass(kw_only=True, slots=True)
class ForumThread(_Read):
    """A page of a thread, or all of them; ``date``, ``author``, ``body`` are the first floor's."""

    floors: list[Floor] = field(default_factory=list)
    """The posts, in the page's order."""
    thread_id: str | None = None
    """The thread's id, from its address: a number or a hash."""
    floor_count: int | None = None
    """Number of floors on the page."""
    page_number: int | None = None
    """Which page of the thread it is, from 1."""
    next_page_url: str | None = None
    """Address of the thread's next page."""
    deleted_floors: list[str] = field(default_factory=list)
    """Ids of floors that were there at an earlier visit, where the forum is monitored."""
    page_urls: list[str] = field(default_factory=list)
    """Addresses of the pages that are in, where a thread's pages are put together."""
    complete: bool | None = None
    """Whether all pages are in, where a thread's pages are put together."""
    missing_pages: list[int] = field(default_factory=list)
    """Numbers of the pages that are known to be missing."""

    def to_schema_org(self) -> dict[str, Any]:
        """The thread as a schema.org DiscussionForumPosting (JSON-LD)."""
        return _compact(
            {
                "@context": "https://schema.org",
                "@type": "DiscussionForumPosting",
                "url": self.canonical_url or self.url,
                "identifier": self.thread_id,
                "headline": self.title,
                "author": _person(self.author, self.floors[0].author_url if self.floors else None),
                "datePublished": self.date,
                "text": self.body,
                "inLanguage": self.in_language,
                "commentCount": self.floor_count and self.floor_count - 1,
                "comment": [floor.to_schema_org() for floor in self.floors[1:]],
            }
        )

    def to_zyte(self) -> zyte.ForumThread:
        """The thread as a ``zyte_common_items.ForumThread``, without the names of authors.

        Dates with an offset are given in UTC; others stay as they are.

        :raises ImportError: if zyte-common-items is not installed
        """
        from extract_pipelines.items.zyte import thread_to_zyte  # noqa: PLC0415

        return thread_to_zyte(self)


@dataclass(kw_only=True, slots=True)
class Article(_Read):
    """A page that is no thread. ``comments`` are its readers', as floors."""

    images: list[str] = field(default_factory=list)
    """Absolute addresses of the images in the body."""
    comments: list[Floor] = field(default_factory=list)
    """Its readers' comments."""

    def to_schema_org(self) -> dict[str, Any]:
        """The page as a schema.org Article (JSON-LD)."""
        return _compact(
            {
                "@context": "https://schema.org",
                "@type": "Article",
                "url": self.canonical_url or self.url,
                "headline": self.title,
                "author": _person(self.author, None),
                "datePublished": self.date,
                "articleBody": self.body,
                "image": self.images,
                "inLanguage": self.in_language,
                "commentCount": len(self.comments) or None,
                "comment": [comment.to_schema_org() for comment in self.comments],
            }
        )

    def to_zyte(self) -> zyte.Article:
        """The article as a ``zyte_common_items.Article``, without its comments.

        :raises ImportError: if zyte-common-items is not installed
        """
        from extract_pipelines.items.zyte import article_to_zyte  # noqa: PLC0415

        return article_to_zyte(self)


@dataclass(slots=True, repr=False)
class PageItem:
    """What a spider yields to have a page read: ``yield PageItem(response)``.

    :raises TypeError: if it is made of something else than a response or a `Page`
    :raises ValueError: for another type of page
    :ivar page: a response of Scrapy or web-poet, or a `Page`; once it was read, what came out of it
    :ivar page_type: ``thread`` or ``article``, if the spider knows what the page is
    """

    page: Any
    page_type: str | None = None

    def __post_init__(self) -> None:
        if not _may_be_read(self.page):
            name = type(self.page).__name__
            raise TypeError(f"PageItem takes a response or a Page, not {name}")
        known_page_type(self.page_type)

    def __repr__(self) -> str:
        return f"PageItem({self.url})"

    @property
    def url(self) -> str:
        """The page's address."""
        return str(self.page.url)


def _may_be_read(value: Any) -> bool:
    """Whether a value is a Page, or looks like a response: a request and an item look otherwise."""
    if isinstance(value, Page):
        return True
    # Asked of the class: the value's own selector would be made of its source.
    is_text = hasattr(type(value), "selector")
    is_answer = hasattr(value, "status") and isinstance(getattr(value, "body", None), bytes)
    return hasattr(value, "url") and (is_text or is_answer)


def _person(name: str | None, url: str | None) -> dict[str, Any] | None:
    return _compact({"@type": "Person", "name": name, "url": url}) if name else None


def _compact(fields: dict[str, Any]) -> dict[str, Any]:
    empty: Iterable[Any] = (None, "", [])
    return {name: value for name, value in fields.items() if value not in empty}

"""Items as those of zyte-common-items, which Zyte's spiders, pipelines and page objects speak."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from extract_pipelines.text.locales import subtags_of

try:
    import zyte_common_items as zyte
except ImportError as error:
    raise ImportError("to_zyte() needs zyte-common-items: pip install zyte-common-items") from error

if TYPE_CHECKING:
    from extract_pipelines.items.items import Article, Floor, ForumThread


def thread_to_zyte(thread: ForumThread) -> zyte.ForumThread:
    """A thread with a post for each floor. Names of authors have no place in such posts."""
    return zyte.ForumThread(
        url=thread.url,
        topic=zyte.Topic(name=thread.title) if thread.title else None,
        threadId=thread.thread_id,
        posts=[_post(floor, thread.url) for floor in thread.floors],
        metadata=zyte.ForumThreadMetadata(dateDownloaded=_utc(thread.metadata.date_downloaded)),
    )


def article_to_zyte(article: Article) -> zyte.Article:
    """An article. Its probability is left open: what we tell is a share of the text."""
    author = article.author
    return zyte.Article(
        url=article.url,
        canonicalUrl=article.canonical_url,
        headline=article.title,
        datePublished=article.date,
        datePublishedRaw=article.date_raw,
        authors=[zyte.Author(name=author, nameRaw=author)] if author else None,
        breadcrumbs=[zyte.Breadcrumb(name=name) for name in article.breadcrumbs] or None,
        inLanguage=subtags_of(article.in_language)[0] or None,
        images=[zyte.Image(url=url) for url in _addresses(article.images)] or None,
        articleBody=article.body or None,
        articleBodyHtml=article.body_html,
        metadata=zyte.ArticleMetadata(
            dateDownloaded=_utc(article.metadata.date_downloaded), probability=None
        ),
    )


def _post(floor: Floor, url: str) -> zyte.SocialMediaPost:
    return zyte.SocialMediaPost(
        url=floor.url or url,
        postId=floor.post_id,
        text=floor.body or None,
        datePublished=_utc(floor.date),
        mediaUrls=[zyte.Url(url=image) for image in _addresses(floor.images)] or None,
    )


def _utc(date: str | None) -> str | None:
    """A moment in UTC with a Z; one without an offset, or a day, stays as it is."""
    moment = datetime.fromisoformat(date) if date else None
    if moment is None or moment.tzinfo is None:
        return date
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _addresses(images: Iterable[str]) -> list[str]:
    """Images that have an address of their own, instead of standing in it."""
    return [url for url in images if not url.startswith("data:")]

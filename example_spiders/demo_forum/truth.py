"""What an extraction of the demo should find, told as data."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from example_spiders.demo_forum.model import Article, Block, BlockKind, Post
from example_spiders.demo_forum.site import ForumSite
from example_spiders.demo_forum.skin_news import NewsSite


@dataclass(frozen=True)
class PostTruth:
    """One post; `page` is the address of the page it stands on, `date` an aware ISO date.

    `text` holds the author's own words: paragraphs, list items, code and spoilers, a line each.
    """

    number: int
    page: str
    author: str
    date: str
    text: str
    quotes: list[str]
    images: list[str]
    parent: int | None
    signature: str | None
    edited: str | None


@dataclass(frozen=True)
class ThreadTruth:
    """One thread with the addresses of all its pages, the first first."""

    site: str
    url: str
    pages: list[str]
    title: str
    board: str
    language: str
    nested: bool
    posts: list[PostTruth]


@dataclass(frozen=True)
class ArticleTruth:
    """One article; lists, tables and captions are kept apart from its paragraphs."""

    url: str
    title: str
    author: str
    date: str
    language: str
    paragraphs: list[str]
    items: list[str]
    cells: list[str]
    captions: list[str]
    images: list[str]


@dataclass(frozen=True)
class Truth:
    """The whole demo."""

    threads: list[ThreadTruth]
    articles: list[ArticleTruth]

    def to_json(self) -> str:
        """The same as JSON."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=1)


def thread_truths(site: ForumSite) -> list[ThreadTruth]:
    """The truth of every thread of a forum."""
    truths = []
    for plan in site.forum.plans:
        thread = site.forum.threads((plan,))[0]
        pages = [
            site.absolute(site.thread_path(plan, page))
            for page in range(1, site.last_page(plan) + 1)
        ]
        truths.append(
            ThreadTruth(
                site=site.forum.spec.key,
                url=pages[0],
                pages=pages,
                title=plan.title,
                board=plan.board.name,
                language=plan.language,
                nested=plan.nested,
                posts=[_post_truth(site, post, pages) for post in thread.posts],
            )
        )
    return truths


def article_truths(site: NewsSite) -> list[ArticleTruth]:
    """The truth of every article."""
    return [_article_truth(site, article) for article in site.articles]


def _post_truth(site: ForumSite, post: Post, pages: list[str]) -> PostTruth:
    return PostTruth(
        number=post.number,
        page=pages[site.page_of(post.number) - 1],
        author=post.author.name,
        date=post.date.isoformat(),
        text=post.own_text,
        quotes=[block.text for block in _of_kind(post.blocks, "quote")],
        images=[site.absolute(block.url) for block in _of_kind(post.blocks, "image")],
        parent=post.parent,
        signature=post.author.signature,
        edited=post.edited.isoformat() if post.edited else None,
    )


def _article_truth(site: NewsSite, article: Article) -> ArticleTruth:
    blocks = article.blocks
    images = _of_kind(blocks, "image")
    tables = _of_kind(blocks, "table")
    return ArticleTruth(
        url=site.absolute(article.path),
        title=article.title,
        author=article.author,
        date=article.date.isoformat(),
        language=article.language,
        paragraphs=article.paragraphs,
        items=[item for block in _of_kind(blocks, "list") for item in block.items],
        cells=[cell for block in tables for row in block.rows for cell in row if cell],
        captions=[block.text for block in images],
        images=[site.absolute(block.url) for block in images],
    )


def _of_kind(blocks: tuple[Block, ...], kind: BlockKind) -> list[Block]:
    return [block for block in blocks if block.kind == kind]

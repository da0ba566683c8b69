"""The news skin: a small article site with a front page, topics and a search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from example_spiders.demo_forum.articles import CATEGORIES
from example_spiders.demo_forum.dates import byline_date
from example_spiders.demo_forum.markup import BlockMarkup, linked_text
from example_spiders.demo_forum.model import Article, Block
from example_spiders.demo_forum.site import (
    Clock,
    Handler,
    Page,
    Query,
    Site,
    cut,
    link,
    page_count,
    valid_page,
)

NAME = "Demo News"
RESULTS_PER_PAGE = 8
TEASER = 70
_SHARE = """<div class="share-bar"><span>Share</span> <a href="/about#share">Mail</a>
<button type="button">Copy link</button> <button type="button">Print</button></div>"""
_CLOSED = {"zh": "本文评论已关闭。", "en": "Comments are closed for this article."}
_BYLINES = {"zh": "记者 {author}", "en": "By {author}"}
_PITCH = {
    "zh": "本站文章全部免费阅读，编辑部的开支由读者自愿承担。"
    "如果这篇报道对您有用，请考虑支持我们一杯咖啡的钱。",
    "en": "Every story here is free to read, because some of our readers pay for all of them. "
    "If this one was of use to you, please think about the price of a coffee for our desk.",
}
_LETTER = {
    "zh": "每周五，编辑部从一周的报道里挑出五篇寄给您，不含广告，随时可以退订。",
    "en": "Each Friday our desk picks five stories of the week and sends them to you. "
    "It is one letter, there are no advertisements in it, and you can leave at any time.",
}
_DESK = {
    "zh": "{author}在本站编辑部工作，采写城市与科学方面的报道，来信请寄编辑部。",
    "en": "{author} writes about towns and the people in them, and answers letters to the desk.",
}
_COOKIES = "We use cookies to remember what you have read. You can refuse them and read on."


class NewsMarkup(BlockMarkup):
    """The blocks of an article."""

    def text(self, block: Block) -> str:
        """A paragraph."""
        return f"<p>{linked_text(block)}</p>"

    def quote(self, block: Block) -> str:
        """A pulled quote."""
        return f"<blockquote><p>{escape(block.text)}</p></blockquote>"

    def code(self, block: Block) -> str:
        """Preformatted lines."""
        return f"<pre>{escape(block.text)}</pre>"

    def image(self, block: Block) -> str:
        """A figure with its caption."""
        picture = f'<img src="{escape(block.url)}" alt="" width="800">'
        return f"<figure>{picture}<figcaption>{escape(block.text)}</figcaption></figure>"

    def spoiler(self, block: Block) -> str:
        """A newspaper folds nothing away."""
        return self.text(block)


MARKUP = NewsMarkup()


class NewsSite(Site):
    """The site of the news skin."""

    def __init__(self, articles: Sequence[Article], clock: Clock) -> None:
        super().__init__(clock)
        self.articles = articles

    def routes(self) -> dict[str, Handler]:
        """Articles by month and slug; the rest by name."""
        return {
            "/": self._front,
            "/search": self._search,
            "/topic/([a-z]+)": self._topic,
            r"/\d{4}/\d{2}/[a-z0-9-]+\.html": self._article,
            "/about": self._about,
        }

    def not_found(self) -> Page:
        """The site's 404 page."""
        body = "<h1>404</h1><p>We could not find that page. It may have moved.</p>"
        return Page(self._layout("Not found", body), status=404)

    def _front(self, _match: re.Match[str], _query: Query) -> Page:
        lead, *rest = self.articles
        rows = "".join(map(_teaser, rest))
        body = f"""<div class="lead"><h1>{link(lead.path, lead.title)}</h1>
<p>{escape(lead.paragraphs[0][:TEASER])}…</p></div>
<div class="river">{rows}</div>"""
        return Page(self._layout("Front page", body))

    def _topic(self, match: re.Match[str], _query: Query) -> Page | None:
        chosen = [article for article in self.articles if article.category == match[1]]
        rows = "".join(map(_teaser, chosen))
        title = match[1].title()
        body = f'<h1>{title}</h1><div class="river">{rows}</div>'
        return Page(self._layout(title, body)) if chosen else None

    def _search(self, _match: re.Match[str], query: Query) -> Page | None:
        words = query.get("q", "")
        found = [article for article in self.articles if _mentions(article, words)]
        last = page_count(len(found), RESULTS_PER_PAGE)
        page = valid_page(query.get("page", "1"), last)
        if page is None:
            return None
        rows = "".join(map(_teaser, cut(found, page, RESULTS_PER_PAGE)))
        path = f"/search?q={quote(words)}&page="
        numbers = " ".join(
            link(f"{path}{n}", str(n)) if n != page else f"<b>{n}</b>" for n in range(1, last + 1)
        )
        body = f"""<h1>Results for “{escape(words)}”</h1><p>{len(found)} articles found</p>
<div class="results">{rows}</div><div class="pager">{numbers}</div>"""
        return Page(self._layout(f"Search: {words}", body))

    def _article(self, match: re.Match[str], _query: Query) -> Page | None:
        article = next((a for a in self.articles if a.path == match[0]), None)
        if article is None:
            return None
        language = article.language
        byline = _BYLINES[language].format(author=escape(article.author))
        date = byline_date(article.date, language)
        body = f"""<p class="crumbs">{link("/", NAME)} /
{link(f"/topic/{article.category}", article.category.title())}</p>
<h1>{escape(article.title)}</h1>
<div class="byline"><span class="author">{byline}</span> <span class="when">{date}</span></div>
{_SHARE}
<div class="story">
{MARKUP.draw(article.blocks[:2])}
<div class="pitch">{_PITCH[language]}</div>
{MARKUP.draw(article.blocks[2:])}
</div>
<div class="writer">{_DESK[language].format(author=escape(article.author))}</div>
{_SHARE}
<div class="letter"><p>{_LETTER[language]}</p> <input name="mail"><button>OK</button></div>
<div class="closed">{_CLOSED[language]}</div>
{self._related(article)}"""
        return Page(self._layout(article.title, body, article))

    def _related(self, article: Article) -> str:
        place = self.articles.index(article)
        others = [*self.articles[place + 1 :], *self.articles[:place]][:4]
        rows = "".join(
            f"<li>{link(a.path, a.title)} <small>{a.date:%Y-%m-%d}</small></li>" for a in others
        )
        return f'<div class="related"><h3>Related articles</h3><ul>{rows}</ul></div>'

    def _about(self, _match: re.Match[str], _query: Query) -> Page:
        body = "<h1>About us</h1><p>A newspaper that exists to be read by programs.</p>"
        return Page(self._layout("About", body))

    def _layout(self, title: str, body: str, article: Article | None = None) -> str:
        topics = " ".join(link(f"/topic/{name}", name.title()) for name in CATEGORIES)
        popular = "".join(f"<li>{link(a.path, a.title)}</li>" for a in self.articles[3:7])
        return f"""<!DOCTYPE html>
<html lang="{article.language if article else "en"}"><head><meta charset="utf-8">
<title>{escape(title)} - {NAME}</title>
<meta property="og:site_name" content="{NAME}">
<meta property="og:title" content="{escape(title)}">
{self._article_meta(article) if article else ""}</head><body>
<div class="top"><a href="/">{NAME}</a> {topics}
<form action="/search"><input name="q" placeholder="Search the archive"><button>Go</button></form>
</div>
<div class="page"><div class="main">
{body}
</div>
<div class="side"><h3>Most read</h3><ol>{popular}</ol>
<p>Get our letter every Friday. {link("/about", "Subscribe")}</p></div></div>
<div class="foot">{link("/about", "About")} · {link("/about", "Imprint")} ·
© {self.clock().year} {NAME}. All rights reserved.</div>
<div class="cookies">{_COOKIES}</div></body></html>
"""

    def _article_meta(self, article: Article) -> str:
        url = self.absolute(article.path)
        return f"""<meta property="og:type" content="article">
<meta property="og:url" content="{url}"><link rel="canonical" href="{url}">
<meta name="author" content="{escape(article.author)}">
<meta name="description" content="{escape(article.paragraphs[0][:TEASER])}">
<meta property="article:published_time" content="{article.date.isoformat()}">
"""


def _teaser(article: Article) -> str:
    return f"""<div class="teaser"><h2>{link(article.path, article.title)}</h2>
<p>{escape(article.paragraphs[0][:TEASER])}…</p>
<small>{byline_date(article.date, article.language)} · {article.category.title()}</small></div>
"""


def _mentions(article: Article, words: str) -> bool:
    text = "\n".join((article.title, article.author, *article.paragraphs))
    return words.casefold() in text.casefold()

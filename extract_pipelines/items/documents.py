"""An item as a document to read: plain text, Markdown or HTML; title, and who wrote what when."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree
from lxml.etree import _Element as Element

from extract_pipelines.page import Leaf, Page
from extract_pipelines.page.markup.clean import clean_tree, plain_tree
from extract_pipelines.page.markup.markdown import escaped, markdown
from extract_pipelines.page.tag_paths import in_caption

if TYPE_CHECKING:
    from extract_pipelines.items.items import Floor, _Read

# Levels of the headings within a post, and within the text of an article.
IN_POST, IN_ARTICLE = 3, 2


class Section(NamedTuple):
    """A post, or the text of an article, which has no number."""

    number: int | None
    author: str | None
    date: str | None
    text: str
    html: str | None

    @property
    def head(self) -> str:
        """Its number, author and date in a line."""
        number = [f"#{self.number}"] if self.number else []
        told = ", ".join(filter(None, (self.author, self.date)))
        return " ".join((*number, *filter(None, [told])))


def to_text(item: _Read) -> str:
    """The item as plain text: see `ForumThread`."""
    parts = [item.title or ""]
    for section in sections(item):
        # The byline of an article belongs to its title.
        head, text = section.head, section.text
        parts += [f"{head}\n{text}"] if section.number else [head, text]
    return "\n\n".join(filter(None, parts)) + "\n"


def to_markdown(item: _Read) -> str:
    """The item as Markdown: see `ForumThread`."""
    parts = [f"# {escaped(item.title)}" if item.title else ""]
    for section in sections(item):
        mark = "## " if section.number else ""
        parts.append(f"{mark}{escaped(section.head)}" if section.head else "")
        level = IN_POST if section.number else IN_ARTICLE
        parts.append(markdown(tree_of(section, base_of(item)), level))
    return "\n\n".join(filter(None, parts)) + "\n"


def to_html(item: _Read) -> str:
    """The item as a document of HTML: see `ForumThread`."""
    html = etree.Element("html")
    if item.in_language:
        html.set("lang", item.in_language)
    head = etree.SubElement(html, "head")
    etree.SubElement(head, "meta", charset="utf-8")
    body = etree.SubElement(html, "body")
    for place, tag in ((head, "title"), (body, "h1")):
        place.extend(plain_tree((item.title or "").replace("\n", " ")))
        for made in place.iterchildren("p"):
            made.tag = tag
    for section in sections(item):
        part = etree.SubElement(body, "section" if section.number else "article")
        for line in plain_tree(section.head):
            line.tag = "h2" if section.number else "p"
            part.append(line)
        part.extend(tree_of(section, base_of(item)))
    return etree.tostring(html, encoding="unicode", method="html", doctype="<!DOCTYPE html>") + "\n"


def sections(item: _Read) -> Iterator[Section]:
    """The posts of a thread; the text of an article and its comments."""
    posts: Sequence[Floor] | None = getattr(item, "floors", None)
    if posts is None:
        yield Section(None, item.author, item.date or item.date_raw, item.body, item.body_html)
        posts = getattr(item, "comments", ())
    for number, post in enumerate(posts or (), start=1):
        date = post.date or post.date_raw
        yield Section(post.number or number, post.author, date, post.body, post.body_html)


def base_of(item: _Read) -> str:
    """The address that what the page links to is relative to: one on the web, if any is known."""
    known = (item.url, item.canonical_url or "")
    return next((url for url in known if url.startswith("http")), item.url)


def tree_of(section: Section, base: str) -> Element:
    """A clean tree of what the section says; of its markup only what is in its text."""
    if section.html is None:
        return plain_tree(section.text)
    page = Page(section.html, base, max_elements=sys.maxsize)
    return clean_tree(page, _told(page.leaves, section.text))


def _told(leaves: Sequence[Leaf], text: str) -> Sequence[Leaf]:
    """The leaves that a text was made of: not the buttons and notes that stood between them.

    Captions stand beside the pictures between them, of which the text says nothing either.

    All of them, if it was not made of these leaves.
    """
    told, place, kept = "".join(text.split()), 0, []
    for leaf in leaves:
        own = "".join(leaf.text.split())
        if told.startswith(own, place):
            place += len(own)
            kept.append(leaf)
        elif 0 < place < len(told) and in_caption(leaf.path):
            kept.append(leaf)
    return kept if place == len(told) else leaves

"""Lists that quote the last post of each thread, made of lists that do not.

Many boards show beside each thread who wrote last, when, and the post itself: such a row has all
that a post has.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from lxml import html
from lxml.html import HtmlElement

from benchmarks.layouts.site import Row

FORMS = (
    (
        '<div class="last-card"><p><a href="/user/{id}"><img src="{avatar}" alt="{name}"></a>'
        ' <a href="{href}#last"><time datetime="{exact}">{date}</time></a></p>'
        '<div class="card-text">{text}</div></div>'
    ),
    '<div class="lp"><b>{name}</b>: {text} <small>{date}</small></div>',
    '<blockquote>{text}</blockquote><cite><a href="/user/{id}">{name}</a>, {date}</cite>',
    (
        '<div class="latest"><div>Last post by <a href="/user/{id}">{name}</a> &raquo; {date}</div>'
        "<div>{text}</div></div>"
    ),
    (
        '<div class="teaser"><a class="user" href="/user/{id}">{name}</a>'
        ' <a class="permalink" href="{href}#last"><span class="ago" title="{exact}"></span></a>'
        '<div class="post-content">{text}</div></div>'
    ),
)


def with_last_posts(page: str, rows: Sequence[Row], number: int) -> str | None:
    """A list with the last post of each of its threads in its row; None if it has no such rows.

    :param number: which of the forms
    """
    tree = html.document_fromstring(page.encode(), html.HTMLParser(encoding="utf-8"))
    shown: dict[str, HtmlElement] = {}
    for link in tree.iter("a"):
        shown.setdefault(" ".join(link.text_content().split()), link)
    by_title = {row.title: row for row in rows}
    links = [(shown[title], row) for title, row in by_title.items() if title in shown]
    boxes = _rows_of([link for link, _ in links])
    if len(set(boxes)) < 2 or len(set(boxes)) < len(links):
        return None
    for box, (link, row) in zip(boxes, links, strict=True):
        place = box[-1] if box.tag == "tr" and len(box) else box
        for part in html.fragments_fromstring(_quoted(row, link.get("href") or "", number)):
            if isinstance(part, HtmlElement):
                place.append(part)
    return html.tostring(tree, encoding="unicode", doctype="<!DOCTYPE html>")


def _rows_of(links: Sequence[HtmlElement]) -> list[HtmlElement]:
    """For each link the element around it that holds no other one."""
    above = [[*list(link.iterancestors())[::-1], link] for link in links]
    shared = 0
    while above and all(len(one) > shared + 1 for one in above):
        if len({one[shared] for one in above}) > 1:
            break
        shared += 1
    return [one[shared] for one in above]


def _quoted(row: Row, href: str, number: int) -> str:
    paragraphs = "".join(f"<p>{escape(one)}</p>" for one in row.last_post.split("\n"))
    inline = escape(row.last_post.replace("\n", " "))
    form = FORMS[number % len(FORMS)]
    return form.format(
        id=row.last_author.id,
        name=escape(row.last_author.name),
        avatar=row.last_author.avatar,
        href=escape(href),
        exact=row.last_date.isoformat(),
        date=row.last_date.strftime("%Y-%m-%d %H:%M"),
        text=inline if "{text} <small>" in form else paragraphs,
    )

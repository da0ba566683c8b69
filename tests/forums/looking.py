"""Looks at the pages of a served forum, to tell whether they show what was seeded."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple
from urllib.error import HTTPError

import pytest
from lxml import html

from .content import Post
from .fetching import DIRECT
from .truth import KnownForum

MONTHS = "Jan. Feb. March April May June July Aug. Sept. Oct. Nov. Dec.".split()


class Shown(NamedTuple):
    """A post, and the element of a fetched page that should show it."""

    post: Post
    element: html.HtmlElement

    def words(self, class_name: str) -> str:
        return words(self.element.find_class(class_name)[0])


def fetch(url: str) -> html.HtmlElement:
    """The HTML page at exactly this address."""
    with DIRECT.open(url, timeout=30) as response:
        assert response.url == url
        assert response.headers.get_content_type() == "text/html"
        return html.document_fromstring(response.read().decode())


def assert_missing(url: str) -> None:
    with pytest.raises(HTTPError) as error:
        fetch(url)
    with error.value:
        assert error.value.code == 404


def shown_posts(
    truth: KnownForum, posts_of: Callable[[html.HtmlElement], list[html.HtmlElement]]
) -> list[Shown]:
    """All known posts; ``posts_of`` gives the elements of a page that show its posts."""
    return [
        Shown(post, element)
        for thread in truth.threads
        for page in thread.pages
        for post, element in zip(page.posts, posts_of(fetch(page.url)), strict=True)
    ]


def words(text: str | html.HtmlElement) -> str:
    return " ".join((text if isinstance(text, str) else text.text_content()).split())


def english_date(date: datetime) -> str:
    """The date as Django's English pages write it in full."""
    if (date.hour, date.minute) in {(0, 0), (12, 0)}:
        time = "noon" if date.hour else "midnight"
    else:
        minutes = f":{date.minute:02}" if date.minute else ""
        time = f"{date.hour % 12 or 12}{minutes} {'p.m.' if date.hour >= 12 else 'a.m.'}"
    return f"{MONTHS[date.month - 1]} {date.day}, {date.year}, {time}"


def chinese_date(date: datetime) -> str:
    """The date as Django's pages in simplified Chinese write it."""
    return f"{date.year}年{date.month}月{date.day}日 {date:%H:%M}"

"""The reader of addresses: which thread or board a URL is of, which page of it, which post.

It goes by the form of the URL alone: what the keys of a query and the words of a path say, and
where the numbers stand. It never raises: a URL that cannot be parsed is its own name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import urlencode

from extract_pipelines.url.parts import parts_of
from extract_pipelines.url.path import by_path
from extract_pipelines.url.segments import Named, is_script, read_segment, read_value
from extract_pipelines.url.words import (
    BOARD_KEYS,
    CURSOR_KEYS,
    NUMBER_KEYS,
    OFFSET_KEYS,
    PAGE_KEYS,
    POST_KEYS,
    POST_OR_PAGE,
    POST_WORDS,
    THREAD_KEYS,
    VERB_KEYS,
)

_HEXADECIMAL: Final = re.compile(r"(?=.*\d)[\da-f-]{8,40}\Z")
NAMING_KEYS: Final = frozenset((*THREAD_KEYS, *NUMBER_KEYS, *BOARD_KEYS))
_LAST_NUMBER: Final = re.compile(r"\d+\Z")
# Digits of a number of a page.
LONGEST_PAGE_NUMBER: Final = 5
# Shorter keys have words for values that are no title: ?t=msg
_SHORTEST_KEY: Final = 4


class Address(NamedTuple):
    """A URL, taken apart."""

    base: str
    """Host and the words of the path that are no title; a query's key that names a thing."""
    name: str | None
    """What tells the thread or board from others of this base: its id, or else its title."""
    page: str
    """What tells its page: a number, or how many posts stand before it; else ``1``."""
    rest: str
    """What the query says besides, sorted."""
    post: str | None = None
    """The post that it is a permalink of."""
    ending: str = ""
    """A number that may be a page's, or the title's own: the 2 of ``15-old-pump-2``."""
    counts_posts: bool = False
    """Whether `page` is how many posts stand before it."""


@lru_cache(maxsize=4096)
def address(url: str) -> Address:
    """Take a URL apart; ids of sessions count for nothing."""
    try:
        parts = parts_of(url)
    except ValueError:
        return Address("", url, "1", "")
    query = dict(parts.query)
    page, counts_posts = _take_page(query)
    words, titled = by_path(parts.segments)
    keyed = _by_query(query, path=titled)
    named = keyed or titled
    post = _take_post(query, parts.fragment)
    number = query.get(POST_OR_PAGE, "")
    if number.isdecimal():
        del query[POST_OR_PAGE]
        if _is_post(number, named, parts.fragment):
            post = post or f"{POST_OR_PAGE}={number}"
        else:
            page = page or number
    base = f"{parts.host}{parts.path}?{keyed.word}" if keyed else "/".join((parts.host, *words))
    name = named.name if named else None
    if post and (name is None or is_script(name)):  # the post alone tells what is shown
        base, name = "/".join(filter(None, (base, name))), post
    counts_posts = named.counts_posts if named and named.page else counts_posts
    post_id = post.partition("=")[2] or (named and named.post) or None
    return Address(
        base,
        name,
        (named.page if named else None) or page or "1",
        "" if keyed or post_id else urlencode(query),
        post_id,
        named.ending if named else "",
        counts_posts,
    )


def _take_page(query: dict[str, str]) -> tuple[str, bool]:
    """What tells the page, out of the query; and whether it counts posts."""
    if not query:
        return "", False
    for keys, counts_posts in ((PAGE_KEYS, False), (OFFSET_KEYS, True)):
        for key in keys:
            if query.get(key, "").isdecimal():
                return query.pop(key), counts_posts
    return next((query.pop(key) for key in CURSOR_KEYS if query.get(key)), ""), False


def _take_post(query: dict[str, str], fragment: str) -> str:
    """The key and value that name a post, out of the query.

    A number that the fragment has, too, names one, whatever its key: ``?r=92#message-92``.
    """
    last = _LAST_NUMBER.search(fragment)
    told = [
        f"{key}={query.pop(key)}"
        for key, value in sorted(query.items())
        if key in POST_KEYS or (last and value == last[0] and key not in NAMING_KEYS)
    ]
    return next((post for post in told if not post.endswith("=")), "")


def _by_query(query: Mapping[str, str], path: Named | None) -> Named | None:
    """The thread or board that a key of the query names; its word is the key.

    A key that only counts has those before it that tell what of.

    :param path: what the path names; where it is an id, a board in the query is beside the point
    """
    boards = () if path and path.name.isdecimal() else BOARD_KEYS
    for keys in (THREAD_KEYS, NUMBER_KEYS, boards):
        for key in keys:
            if key not in query:
                continue
            title = keys != NUMBER_KEYS and len(key) >= _SHORTEST_KEY
            named = read_value(query[key], title=title)
            if named is None:
                continue
            kinds = (*VERB_KEYS, *BOARD_KEYS) if keys == NUMBER_KEYS else ()
            told = [f"{kind}={query[kind]}" for kind in kinds if query.get(kind, "1").isalpha()]
            return named._replace(word="&".join((*told, key)))
    return None


def _is_post(number: str, named: Named | None, fragment: str) -> bool:
    """Whether a ``p=`` names a post, and not a page.

    It does where the fragment names the post, too, and where nothing else is named. A thread's
    posts have no lower numbers than itself, so a lower one is a page's.
    """
    last = _LAST_NUMBER.search(fragment)
    if (last and last[0] == number) or named is None:
        return True
    if (named.word or "").rpartition("&")[2] in NUMBER_KEYS:
        return False
    if named.name.isdecimal():
        return _size(number) >= _size(named.name)
    return is_script(named.name)


def _size(number: str) -> tuple[int, str]:
    """What numbers are compared by, however long they are."""
    digits = number.lstrip("0")
    return len(digits), digits


def thread_key(url: str) -> str:
    """What all addresses of one thread (or board) share: its pages, its posts, its sessions.

    A changed title in the URL does not change it where the URL holds an id.
    """
    found = address(url)
    return "".join((found.base, "/", found.name or "", f"?{found.rest}" if found.rest else ""))


def thread_id(url: str) -> str | None:
    """The id of the thread (or board) that a URL is of: a number, or a hash."""
    name = address(url).name or ""
    if name.isdecimal() or _HEXADECIMAL.match(name):
        return name
    dated = read_segment(name.rpartition("/")[2]) if "/" in name else None
    return dated.name if dated else None


def view_of(url: str) -> str | None:
    """The key of the thread that a URL shows another view of: ``/topic/3/?first-unread=1``.

    Only where its path tells an id; elsewhere the query may be what tells the thread.
    """
    found = address(url)
    numbered = found.rest and found.name and found.name.isdecimal() and "?" not in found.base
    return f"{found.base}/{found.name}" if numbered else None


def page_key(url: str) -> str:
    """What all addresses of one page share: the thread's, and what tells the page, or the post."""
    found = address(url)
    page = found.page if found.page not in ("0", "") else "1"
    if found.post:
        page = f"post {found.post}"
    elif found.ending and page == "1":
        page = f"ending {found.ending}"
    return f"{thread_key(url)} {page}"


def asked_page(url: str) -> int | None:
    """The number of the page that a URL asks for; None if it tells none."""
    found = address(url)
    if found.counts_posts or found.post or not found.page.isdecimal():
        return None
    return max(1, int(found.page)) if len(found.page) <= LONGEST_PAGE_NUMBER else None


def has_thread_id(url: str) -> bool:
    """Whether a query's key says that the URL is a thread's."""
    return address(url).base.rpartition("?")[2] in THREAD_KEYS


def is_permalink(url: str) -> bool:
    """Whether a URL names one post, of a thread that others name.

    A query's number that is the fragment's, too, names one: ``/topics/89?r=92#message-92``; so
    does one behind a title: ``/15/a-title/4``.
    """
    found = address(url)
    if found.post:
        return True
    last = _LAST_NUMBER.search(url.partition("#")[2])
    is_named = last is not None and last[0] == found.name
    return is_named and not POST_WORDS.isdisjoint(found.base.split("/")[-1:])

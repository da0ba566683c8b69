"""What a forum's URL tells by itself: its thread or board, its page, its shape."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit, urlunsplit

from extract_pipelines.paging import number_in

# Words of a path or a query that lead to a form, a person, or another view of the same page.
AVOIDED = frozenset(
    "login logout logging signin signup register registration password lostpw account auth "
    "reply newreply newthread newtopic posting compose publish create edit delete quote report "
    "flag like vote share print printable printview printpage search find send email "
    "u uid user users member members memberlist profile profiles space pm privmsg message messages "
    "rss feed feeds atom xml calendar help faq rules terms privacy contact admin moderate "
    "moderation subscribe unsubscribe subscriptions favorite bookmark bookmarks whosonline online "
    "sort order orderby sortby desc asc authorid goto redirect markread unread".split()
)
# Endings of a path that tells the same for a program.
FEEDS = frozenset(("rss", "atom", "xml", "json", "rdf"))
# Behind the id of a thread only these are no part of its title.
ACTIONS = frozenset(
    "find reply newreply create edit delete quote report flag like vote share print printable "
    "printview subscribe unsubscribe bookmark post".split()
)
# Query keys that name one post of a thread, or a place in it: the thread is told by another.
POST_KEYS = frozenset(("p", "pid", "post", "postid", "post_id", "comment"))
SESSION_KEYS = frozenset(
    "sid s phpsessid jsessionid session sessionid zenid token highlight hilit "
    "utm_source utm_medium utm_campaign ref".split()
)
PAGE_KEYS = ("page", "pg", "seite", "pagenumber", "start", "offset", "st", "cursor", "after")
ID_KEYS = tuple(
    "t tid topic topicid topic_id thread threadid thread_id showtopic fid f forum forumid forum_id "
    "board boardid showforum cid c id".split()
)
# The first of the keys above that name a board.
_THREAD_ID_KEYS = frozenset(ID_KEYS[: ID_KEYS.index("fid")])
_ID_VALUE = re.compile(r"(\d+)(?:\.(?:msg)?(\d+))?(?:[-.;].*)?\Z")
_PAGE_PATH = re.compile(r"/(?:page|seite|p)[-/]?(\d{1,5})(?:\.html?)?/?\Z", re.IGNORECASE)
_EXTENSION = re.compile(r"\.(?:html?|php|aspx?|jsp|cgi)\Z", re.IGNORECASE)
_PATH_SESSION = re.compile(r";jsessionid=[^/?#]*", re.IGNORECASE)
_DATED = re.compile(r"/(?:19|20)\d\d/(?:0?[1-9]|1[0-2])/")
_WORD = re.compile(r"[a-z_]+\Z")
_HASH = re.compile(r"(?=.*\d)(?:[\da-f]{10}|[\da-f]{16}|[\da-f]{24}|[\da-f]{32}|[\da-f]{40})\Z")
_LAST_NUMBER = re.compile(r"\d+\Z")
# thread-15-2-1: thread 15, page 2, linked from page 1 of its list.
_NUMBERED = re.compile(r"([a-z]+)[-_](\d+)(?:[-_](\d+))?(?:[-_]\d+)*\Z")
_ID_BEHIND = re.compile(r".+[.\-_](\d+)\Z")
_PERSON = re.compile(r"(?:space|user|member|profile|author)(?:[-_.](?:uid|id|profile))?[-_.]\d+\Z")
_WORD_BORDER = re.compile(r"[/?&=.;]+")


class Address(NamedTuple):
    """A URL, taken apart."""

    place: str
    """Host and the words of the path that are no title."""
    name: str | None
    """What tells the thread or board from others of its place: an id, or else its title's words."""
    page: str
    """What tells its page; ``1`` where nothing does."""
    rest: str
    """What the query says besides, sorted."""


def address(url: str) -> Address:
    """Take a URL apart; ids of sessions and of single posts, and the fragment, count for nothing.

    Never raises: a URL that cannot be parsed is its own name.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return Address("", url, "1", "")
    host = parts.netloc.rpartition("@")[2].lower()
    path = _PATH_SESSION.sub("", unquote(parts.path).lower())
    page = "1"
    if (match := _PAGE_PATH.search(path)) and match.start():
        path, page = path[: match.start()], match[1]
    query = {
        key: value
        for key, value in sorted(parse_qsl(parts.query.lower(), keep_blank_values=True))
        if key not in SESSION_KEYS
    }
    page = next((query.pop(key) for key in PAGE_KEYS if query.get(key)), page)
    for key in ID_KEYS:
        if match := _ID_VALUE.match(query.get(key, "")):
            return Address(f"{host}{path}?{key}", match[1], match[2] or page, "")
    post = next((f"{key}={query[key]}" for key in POST_KEYS if query.get(key)), None)
    rest = urlencode({key: value for key, value in query.items() if key not in POST_KEYS})
    words, name, own_page = _read_path(path)
    place = "/".join((host, *words))
    if name is None:
        return Address(place, post, page, rest)
    return Address(place, name, own_page or page, rest)


def _read_path(path: str) -> tuple[list[str], str | None, str | None]:
    """The words before the segment that names a thing, its name, and a page written into it."""
    segments = [segment for segment in path.split("/") if segment]
    if dated := _DATED.search(path):  # articles: /2024/05/a-title-7.html
        before = path[: dated.start()].split("/")
        return _words(before), path[dated.start() :].strip("/"), None
    if any(map(str.isdecimal, segments)):
        return _read_numbers(segments)
    for at in reversed(range(len(segments))):
        stem = _EXTENSION.sub("", segments[at])
        if (match := _NUMBERED.match(stem)) and (match[3] or at == 0):
            return [*_words(segments[:at]), match[1]], match[2], match[3]
        if (number := number_in(stem)) is not None:
            return _words(segments[:at]), number, None
    if not segments:
        return [], None, None
    return _words(segments[:-1]), segments[-1], None


def _read_numbers(segments: list[str]) -> tuple[list[str], str, str | None]:
    """The same of a path with numbers of their own: /t/title/15/4 is post 4 of thread 15."""
    at = max(at for at, segment in enumerate(segments) if segment.isdecimal())
    while at and segments[at - 1].isdecimal():
        at -= 1
    if _is_in_thread(segments[: at + 1]):
        return _words(segments[: at - 2]), segments[at - 2], segments[at]
    return _words(segments[:at]), segments[at], None


def _is_in_thread(segments: list[str]) -> bool:
    """Whether a number stands behind the title of a thread that another one names: 15/a-title/4."""
    *_, thread, title, number = ("", "", *segments)
    return number.isdecimal() and thread.isdecimal() and not _WORD.match(title)


def _words(segments: list[str]) -> list[str]:
    return [segment for segment in segments if _WORD.match(segment)]


def thread_key(url: str) -> str:
    """What all addresses of one thread (or board) share: its pages, its posts, its sessions.

    A changed title in the URL does not change it where the URL holds an id.
    """
    place, name, _, rest = address(url)
    return "".join((place, "/", name or "", f"?{rest}" if rest else ""))


def view_of(url: str) -> str | None:
    """The key of the thread that a URL shows another view of: ``/topic/3/?first-unread=1``.

    Only where its path tells an id; elsewhere the query may be what tells the thread.
    """
    place, name, _, rest = address(url)
    return f"{place}/{name}" if rest and name and name.isdecimal() and "?" not in place else None


def page_key(url: str) -> str:
    """What all addresses of one page share: the thread's, and the page's number."""
    page = address(url).page
    return f"{thread_key(url)} {page if page not in ('0', '') else '1'}"


def shape_of(url: str) -> str:
    """What the addresses of all threads of a forum share, and those of all its boards.

    ``/topic/15/a-title/`` has the shape ``host/topic/0``, ``/about`` the shape ``host/*``, and
    ``/post/a01b23c4d5`` the shape ``host/post/#``, also if all digits of the hash are decimal.
    """
    place, name, _, rest = address(url)
    keys = ",".join(sorted(key for key, _ in parse_qsl(rest, keep_blank_values=True)))
    kind = ""
    if name is not None:
        kind = "#" if _HASH.match(name) else "0" if name.isdecimal() else "*"
    return "".join((place, "/", kind, f"?{keys}" if keys else ""))


def has_thread_id(url: str) -> bool:
    """Whether a query's key says that the URL is a thread's."""
    return address(url).place.rpartition("?")[2] in _THREAD_ID_KEYS


def is_avoided(url: str) -> bool:
    """Whether a link leads to a form, a person or another view, by the words of its URL."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return True
    if parts.scheme not in ("http", "https"):
        return True
    query = _WORD_BORDER.split(parts.query.lower())
    if not AVOIDED.isdisjoint(query):
        return True
    segments = [_EXTENSION.sub("", part) for part in parts.path.lower().split("/") if part]
    named = next(
        (at for at, part in enumerate(segments) if part.isdecimal() or _ID_BEHIND.match(part)),
        len(segments),
    )
    if any(map(_PERSON.match, segments)):
        return True
    if segments and segments[-1].rpartition(".")[2] in FEEDS:
        return True
    return not (AVOIDED.isdisjoint(segments[:named]) and ACTIONS.isdisjoint(segments[named + 1 :]))


def is_permalink(url: str) -> bool:
    """Whether a URL names one post, of a thread that others name.

    A query's number that is the fragment's, too, names one: ``/topics/89?r=92#message-92``; so
    does one behind a title: ``/15/a-title/4``.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    query = {key.lower(): value for key, value in parse_qsl(parts.query)}
    if not POST_KEYS.isdisjoint(query) or _is_in_thread(parts.path.strip("/").split("/")):
        return True
    post = _LAST_NUMBER.search(parts.fragment)
    return post is not None and any(
        value == post[0] for key, value in query.items() if key not in (*ID_KEYS, *PAGE_KEYS)
    )


def plain_url(url: str) -> str:
    """The URL without ids of sessions and without fragment."""
    parts = urlsplit(url)
    query = [
        (key, value)
        for key, value in parse_qsl(parts.query, keep_blank_values=True)
        if key.lower() not in SESSION_KEYS
    ]
    path = _PATH_SESSION.sub("", parts.path)
    return urlunsplit((parts.scheme, parts.netloc, path, urlencode(query), ""))

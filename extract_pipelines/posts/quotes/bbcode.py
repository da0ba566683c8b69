"""Posts that a page shows as they were typed: in BBCode, which forums turn into HTML elsewhere."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from operator import attrgetter
from typing import Final, NamedTuple

from extract_pipelines.items import Floor, Quote
from extract_pipelines.page import Page
from extract_pipelines.posts.quotes.edit_notes import is_edit_note
from extract_pipelines.posts.quotes.quote_headers import (
    bare_header,
    source_of,
    tells_source,
    tells_when_posted,
)

# What holds an address or the number of a file, and no text.
_WITHOUT_TEXT: Final = frozenset("attach attachimg audio flash img media mp3 swf video".split())
# What is shown as it is, tags included.
_VERBATIM: Final = frozenset(("code", "html", "noparse", "php"))
# What begins a line of its own, and ends it.
_BLOCKS: Final = frozenset("align center indent left li list ol quote right table td tr ul".split())
_STYLES: Final = frozenset(
    "b backcolor bgcolor color em email float font free hide highlight i justify p qq s size small"
    " spoiler strike strong sub sup th u url user".split()
)
_NAMES: Final = _WITHOUT_TEXT | _VERBATIM | _BLOCKS | _STYLES
_TAG: Final = re.compile(
    r"\[(?:(?P<name>[a-z]+\d?)(?P<value>[= ][^\]\n]{0,300})?|/(?P<end>[a-z]+\d?))\]",
    re.IGNORECASE | re.ASCII,
)
_ITEM: Final = "[*]"
_LISTS: Final = frozenset(("list", "ol", "ul"))
# What tells that a forum turns tags into HTML.
_FORMATTED: Final = re.compile(r"<(?:b|i|u|strong|em|code|pre|font)[\s>]", re.IGNORECASE)
# Whom a quote is of: [quote=Anna], [quote="Anna, post: 5"], [quote author=Anna link=topic=3].
_OF: Final = re.compile(
    r"""(?:=|\s+(?:author|name)=)\s*(?:"(?P<double>[^"]*)"?|'(?P<single>[^']*)'?|(?P<bare>.*))"""
)
# What stands behind the name.
_BEHIND: Final = re.compile(r";\d+.*|,\s*\w+:\s*\d.*|\s+(?:\w+=).*")
# Stands where a tag was, so that a line with nothing else is left out.
_CUT: Final = "\0"
_BREAK: Final = f"{_CUT}\n{_CUT}"


class TagPair(NamedTuple):
    """A tag, the one that ends it, and what stands between them."""

    start: int
    """Index of its first character."""
    inner: int
    """Index of the first character behind its first tag."""
    end: int
    """Index of the first character of its last tag."""
    stop: int
    """Index of the first character behind that."""
    name: str
    """In lower case."""
    value: str
    """What the first tag says behind its name."""


def read_bbcode(page: Page, floors: Sequence[Floor]) -> None:
    """Take tags from the texts of posts; what stands in `[quote]` is a quote, and no own text.

    Addresses in tags are among the post's links and images. Where a post shows a quote, an image or
    other letters, tags were read, and what is left of them is text.
    """
    if not any("[" in floor.body for floor in floors) or any(map(_is_formatted, floors)):
        return
    writers = {floor.author for floor in floors if floor.author}
    for floor in floors:
        pairs = find_pairs(floor.body)
        for pair in pairs:
            _add_address(page, floor, pair)
        floor.body = _plain(page, floor.body, pairs)
        typed = floor.own_text
        pairs = find_pairs(typed)
        quoted = _outermost(pair for pair in pairs if pair.name == "quote")
        for one in quoted:
            read = _quote(page, typed[one.inner : one.end], writers)
            read.author = _named(one.value) or read.author
            floor.quotes.append(read)
        floor.own_text = _plain(page, typed, pairs, quoted)


def _is_formatted(floor: Floor) -> bool:
    is_formatted = _FORMATTED.search(floor.body_html or "") is not None
    return is_formatted or bool(floor.quotes or floor.images)


def find_pairs(text: str) -> list[TagPair]:
    """The tags of a text that another one ends, in order; what is shown as it is has none."""
    tags = list(_TAG.finditer(text)) if "[/" in text else []
    ends: dict[str, list[int]] = {}
    for tag in tags:
        if tag["end"]:
            ends.setdefault(tag["end"].lower(), []).append(tag.start())
    found: list[TagPair] = []
    begun: list[re.Match[str]] = []
    counts: Counter[str] = Counter()
    shown_to = 0
    for tag in tags:
        name = (tag["name"] or tag["end"]).lower()
        if name not in _NAMES or tag.start() < shown_to:
            continue
        if tag["name"]:
            begun.append(tag)
            counts[name] += 1
            if name in _VERBATIM:
                stops = ends.get(name, [])
                at = bisect_left(stops, tag.end())
                shown_to = stops[at] if at < len(stops) else 0
        elif counts[name]:
            while (first := begun.pop())["name"].lower() != name:
                counts[first["name"].lower()] -= 1
            counts[name] -= 1
            value = first["value"] or ""
            found.append(TagPair(first.start(), first.end(), tag.start(), tag.end(), name, value))
    return sorted(found)


def _outermost(pairs: Iterable[TagPair]) -> list[TagPair]:
    found: list[TagPair] = []
    for pair in pairs:
        if not found or pair.start >= found[-1].stop:
            found.append(pair)
    return found


def _plain(page: Page, text: str, pairs: Sequence[TagPair], dropped: Iterable[TagPair] = ()) -> str:
    """A text without tags, and without what some of them hold.

    :param dropped: those that are left out with what they hold
    """
    cuts = [(one.start, one.stop, _BREAK) for one in dropped]
    for one in pairs:
        between = _BREAK if one.name in _BLOCKS or one.name in _VERBATIM else _CUT
        if one.name in _WITHOUT_TEXT:
            cuts.append((one.start, one.stop, between))
        else:
            cuts += [(one.start, one.inner, between), (one.end, one.stop, between)]
    cuts += [(at, at + len(_ITEM), _BREAK) for at in _items(text, pairs)]
    pieces: list[str] = []
    done = 0
    for start, stop, between in sorted(cuts, key=lambda cut: (cut[0], -cut[1])):
        if start >= done:
            pieces += (text[done:start], between)
            done = stop
    pieces.append(text[done:])
    return _without_cuts(page, "".join(pieces))


def _items(text: str, pairs: Sequence[TagPair]) -> Iterator[int]:
    """Where the items of lists begin: within tags of a list, or at the beginning of a line."""
    lists = _outermost(pair for pair in pairs if pair.name in _LISTS)
    at = text.find(_ITEM)
    while at >= 0:
        around = bisect_right(lists, at, key=attrgetter("start")) - 1
        if text[at - 1 : at] in ("", "\n") or (around >= 0 and at < lists[around].end):
            yield at
        at = text.find(_ITEM, at + 1)


def _without_cuts(page: Page, text: str) -> str:
    """A text without the marks of cuts, and lines that say nothing else or when it was edited."""
    lines = []
    for line in text.split("\n"):
        if _CUT not in line:
            lines.append(line)
        elif (left := line.replace(_CUT, "").strip()) and not is_edit_note(left, page):
            lines.append(left)
    return "\n".join(lines).strip("\n")


def _quote(page: Page, text: str, writers: Set[str]) -> Quote:
    """Who is quoted with what, if the tag does not tell it: the first line does, or the last."""
    lines = _plain(page, text, find_pairs(text)).strip("\n").split("\n")
    author = None
    if len(lines) > 1:
        first, last = bare_header(lines[0]), bare_header(lines[-1])
        if tells_source(first) or tells_when_posted(first):
            author = source_of(first, writers)
            del lines[0]
        elif tells_when_posted(last):
            author = source_of(last, writers)
            lines.pop()
    return Quote(author=author, text="\n".join(lines), url=None)


def _named(value: str) -> str | None:
    """Whom the value of a quote's tag names."""
    match = _OF.match(value)
    if match is None:
        return None
    name = match["double"] or match["single"] or match["bare"] or ""
    return _BEHIND.sub("", name).strip() or None


def _add_address(page: Page, floor: Floor, pair: TagPair) -> None:
    """Add the address that a tag of an image or a link tells."""
    if pair.name not in ("img", "url"):
        return
    held = floor.body[pair.inner : pair.end]
    told = pair.value.removeprefix("=").strip("\"' ")
    is_image = pair.name == "img"
    address = page.joined(held.strip() if is_image or not told else told)
    addresses = floor.images if is_image else floor.links
    if address and address not in addresses:
        addresses.append(address)

"""Tag paths: what the tags around a text mean for how it is read."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import ClassVar, Final

# Tags that do not advance the depth-first position: the 2017 article's table, their modern kin.
INLINE: Final = frozenset(
    "p br strong b em font u a img h1 h2 h3 h4 h5 "
    "span i small big sub sup code mark abbr cite q s del ins tt kbd samp var label time "
    "wbr bdi bdo acronym data dfn nobr output ruby rb rt rp strike svg math object".split()
)
# Tags whose text no reader sees. <noscript> is read: some forums keep whole threads there; and
# <textarea> is, but in a form: elsewhere it holds code that is there to be copied.
UNREAD: Final = frozenset("script style template head title svg math object iframe rt rp".split())
# What belongs into a head. Where a page writes neither </head> nor <body>, the parser leaves other
# elements there that it does not know, as <nav> and <main>; browsers begin the body with them.
OF_HEAD: Final = frozenset("title meta link script style base noscript template object".split())
# Tags that do not end the visual line: a script in the midst of one shows nothing there.
SAME_LINE: Final = (INLINE - frozenset("p br h1 h2 h3 h4 h5".split())) | frozenset(
    "button input noscript script select option style template textarea".split()
)
# Longest tag path that is still extended, in characters: bounds the memory of hostile nesting.
LONGEST_PATH: Final = 500
# Paths that are remembered from page to page.
MOST_PATHS: Final = 50_000

_HEADING: Final = re.compile(r"/h[1-6](?:/|\Z)")
_CAPTION: Final = re.compile(r"/figcaption(?:/|\Z)")
_CODE: Final = re.compile(r"/(?:pre|code)(?:/|\Z)")
_CONTROL: Final = re.compile(r"/(?:button|select)(?:/|\Z)")
_BUTTON: Final = re.compile(r"/button(?:/|\Z)")


@lru_cache(maxsize=8192)
def in_heading(path: str) -> bool:
    """Whether what stands on a tag path stands in a heading."""
    return _HEADING.search(path) is not None


@lru_cache(maxsize=8192)
def in_caption(path: str) -> bool:
    """Whether what stands on a tag path stands in the caption of a figure."""
    return _CAPTION.search(path) is not None


@lru_cache(maxsize=8192)
def in_control(path: str) -> bool:
    """Whether what stands on a tag path stands on a button or in a list of choices."""
    return _CONTROL.search(path) is not None


@lru_cache(maxsize=8192)
def on_button(path: str) -> bool:
    """Whether what stands on a tag path stands on a button."""
    return _BUTTON.search(path) is not None


@lru_cache(maxsize=8192)
def in_code(path: str) -> bool:
    """Whether what stands on a tag path stands in code."""
    return _CODE.search(path) is not None


def _is_field(tag: object, path: str) -> bool:
    """Whether what stands in an element is what a form was filled with, as a copy of a post is."""
    return tag == "textarea" and "/form/" in path


def _begins_body(tag: object, above: TagPath | None) -> bool:
    """Whether an element in the head is none of it."""
    return above is not None and above.tag == "head" and tag not in OF_HEAD


class TagPath:
    """Tags from the root to an element, and what they mean for the text that stands on it.

    :ivar path: as in ``html/body/div/p``
    :ivar tag: the last of them
    :ivar in_link: whether ``<a>`` is one of them
    :ivar comment: whether the last of them is a comment or an instruction
    :ivar unread: whether no reader sees what stands there
    :ivar filled: whether what stands there is what a form was filled with
    :ivar advances: whether an element on it advances the depth-first position
    :ivar breaks: whether an element on it begins a visual line
    :ivar longer: the paths with one more tag that were met so far, by this tag
    """

    __slots__ = (
        "advances",
        "breaks",
        "comment",
        "filled",
        "in_link",
        "longer",
        "path",
        "tag",
        "unread",
    )
    known: ClassVar = 0
    """How many were made since `TagPaths` last forgot them."""

    def __init__(self, path: str = "", above: TagPath | None = None, tag: object = "") -> None:
        hidden = above is not None and above.unread and not _begins_body(tag, above)
        element = isinstance(tag, str)
        self.path = path
        self.tag = str(tag)
        self.comment = not element
        self.in_link: bool = tag == "a" or (above is not None and above.in_link)
        self.unread: bool = hidden or not element or tag in UNREAD
        self.filled: bool = (above is not None and above.filled) or _is_field(tag, path)
        self.advances = tag not in INLINE
        self.breaks = element and not hidden and tag not in SAME_LINE
        self.longer: dict[object, TagPath] = {}

    def add(self, tag: object) -> TagPath:
        """The path with one more tag; that of a comment or an instruction is a function."""
        path = self.path
        if len(path) < LONGEST_PATH:
            path = f"{path}/{tag}" if path else str(tag)
        longer = self.longer[tag] = TagPath(path, self, tag)
        TagPath.known += 1
        return longer


class TagPaths:
    """The tag paths of the pages read so far, which share most of them; bounded."""

    def __init__(self) -> None:
        self._none = TagPath()

    def begin(self) -> TagPath:
        """The path of no tags, from which a page's paths are found or added."""
        if TagPath.known > MOST_PATHS:
            self._none = TagPath()
            TagPath.known = 0
        return self._none


PATHS: Final = TagPaths()

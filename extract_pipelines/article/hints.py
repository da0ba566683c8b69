"""What the words of classes and ids hint at: the part of a page that an element is."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from typing import Final

from extract_pipelines.page import Page

# What parts of the words hint at; a part in brackets is a whole word.
HINTS: Final = {
    "nav": "nav menu crumb",
    "foot": "foot copyright legal",
    "side": "side aside rail widget",
    "comment": "comment respon repl disqus",
    "related": "relat recommend similar also popular trend latest suggest next upsell cross",
    "social": "shar social follow newsletter subscri signup",
    "notice": "<ad> <ads> advert sponsor promo cookie consent gdpr modal popup overlay dialog "
    "banner notice alert",
    "head": "head logo topbar",
    "meta": "meta byline author date time tag categor info bio",
    "product": "product item card tile price listing result grid",
    "hidden": "hidden hide <sr> screen skip collapse tooltip",
    "detail": "desc detail spec summary feature about intro overview review faq accordion tab",
    "figure": "caption credit figure image gallery slide carousel thumb",
    "form": "form search login input button btn filter sort pag cart checkout",
    "content": "content article post entry story main body text prose rich",
}
_BIT: Final = {
    part.strip("<>"): 1 << bit for bit, parts in enumerate(HINTS.values()) for part in parts.split()
}
_KINDS: Final = len(HINTS)
_ALL: Final = (1 << _KINDS) - 1
_RUN: Final = re.compile(r"[a-z]+")
# For names in ASCII: letters in lower case, spaces for all else.
_LOWER: Final = bytes(
    ord(one.lower()) if one.isalpha() else ord(" ") for one in map(chr, range(128))
).ljust(256)


def _parts_pattern() -> re.Pattern[str]:
    """All parts of `HINTS`, by their first letter: it rules out most of them at once."""
    rests: dict[str, list[str]] = defaultdict(list)
    for part in sorted(" ".join(HINTS.values()).split(), reverse=True):
        first, rest = part.strip("<>")[0], part.strip("<>")[1:]
        whole = rf"(?<![a-z]{first}){rest}(?![a-z])"
        rests[first].append(whole if part[0] == "<" else rest)
    return re.compile("|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in rests.items()))


_PARTS: Final = _parts_pattern()
# The hints of runs of letters, so many: a plain dict costs a third of what a cache does.
MOST_KNOWN: Final = 8192
_KNOWN: Final[dict[str, int]] = {}


def hints_around(page: Page) -> list[int]:
    """For each element the hints of class and id words around it, for `flags`.

    They are those of all elements around it and its own, and of the nearest that has any. Elements
    without a text have none of their own: nobody asks for them.
    """
    tree = page.flat
    first, stop, parents = tree.leaf_start, tree.leaf_end, tree.parents
    own = [0] * len(parents)
    for attribute in ("class", "id"):
        for names, nodes in tree.by_value(attribute).items():
            bits = -1
            for node in nodes:
                if first[node] < stop[node]:
                    if bits < 0:
                        bits = hints_in(names)
                    own[node] |= bits
    found: list[int] = []
    for node, parent in enumerate(parents):
        if parent <= 0:  # the root and the body are around everything
            found.append(0)
        elif own[node]:
            found.append(found[parent] & _ALL | own[node] | own[node] << _KINDS)
        else:
            found.append(found[parent])
    return found


@lru_cache(maxsize=4096)
def hints_in(names: str) -> int:
    """The hints of words in names, as bits in the order of `HINTS`."""
    bits = 0
    for run in _runs(names):
        bits |= _hints_in_run(run)
    return bits


def _runs(names: str) -> list[str]:
    """The letters that stand together in names, in lower case: no part goes beyond them."""
    if names.isascii():
        return names.encode().translate(_LOWER).decode().split()
    return _RUN.findall(names.lower())


def _hints_in_run(run: str) -> int:
    bits = _KNOWN.get(run)
    if bits is None:
        bits = 0
        for part in _PARTS.findall(run):
            bits |= _BIT[part]
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[run] = bits
    return bits


def flags(hints: int) -> tuple[float, ...]:
    """For each of `HINTS` 1 if it is among those around an element, else 0; then of the nearest."""
    return tuple([float(hints >> bit & 1) for bit in range(2 * _KINDS)])

"""What the words of classes and ids hint at: the part of a page that an element is."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache

from extract_pipelines.page import Page

# What parts of the words hint at; a part in brackets is a whole word.
HINTS = {
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
_BIT = {
    part.strip("<>"): 1 << bit for bit, parts in enumerate(HINTS.values()) for part in parts.split()
}


def _parts_pattern() -> re.Pattern[str]:
    """All parts of `HINTS`, by their first letter: it rules out most of them at once."""
    rests: dict[str, list[str]] = defaultdict(list)
    for part in sorted(" ".join(HINTS.values()).split(), reverse=True):
        first, rest = part.strip("<>")[0], part.strip("<>")[1:]
        whole = rf"(?<![a-z]{first}){rest}(?![a-z])"
        rests[first].append(whole if part[0] == "<" else rest)
    return re.compile("|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in rests.items()))


_PARTS = _parts_pattern()


class Hints:
    """What class and id words hint at, for the elements of a page that are asked for."""

    def __init__(self, page: Page) -> None:
        self._classes, self._ids = page.values("class"), page.values("id")
        self._parents = page.parents
        self._known: dict[int, tuple[int, int]] = {-1: (0, 0)}

    def of(self, node: int) -> tuple[int, int]:
        """The hints of those around an element and itself, and of the nearest with any."""
        known, parents = self._known, self._parents
        waiting = []
        while node not in known:
            parent = parents[node]
            if parent <= 0:  # the root and the body are around everything
                known[node] = (0, 0)
            else:
                waiting.append(node)
                node = parent
        found = known[node]
        classes, ids = self._classes, self._ids
        for inner in reversed(waiting):
            own = hints_in(classes[inner]) if inner in classes else 0
            if inner in ids:
                own |= hints_in(ids[inner])
            if own:
                found = (found[0] | own, own)
            known[inner] = found
        return found


@lru_cache(maxsize=4096)
def hints_in(names: str) -> int:
    """The hints of words in names, as bits in the order of `HINTS`."""
    bits = 0
    for word in names.lower().split():
        bits |= _hints_in_word(word)
    return bits


@lru_cache(maxsize=8192)
def _hints_in_word(word: str) -> int:
    bits = 0
    for part in _PARTS.findall(word):
        bits |= _BIT[part]
    return bits


@lru_cache(maxsize=4096)
def flags(bits: int) -> tuple[float, ...]:
    """For each of `HINTS` 1 if it is among the bits, else 0."""
    return tuple(float(bits >> bit & 1) for bit in range(len(HINTS)))

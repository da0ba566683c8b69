"""Boilerplate in the bodies of posts: elements with a class that say the same in all threads.

So software tells guests what is hidden from them, moderators remind of the rules, and numbers stand
beside lines of code. What authors write differs from thread to thread.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any, ClassVar, Final
from zlib import crc32

from extract_pipelines.learned.state import COUNT, TEXT, cells, items, whole
from extract_pipelines.page import Page
from extract_pipelines.page.head import title_parts
from extract_pipelines.page.tag_paths import SAME_LINE
from extract_pipelines.posts.views.views import RecordView
from extract_pipelines.text.digits import without_digits

# A place with more texts than this holds what authors write.
MOST_TEXTS: Final = 3
# So many threads said at a place what another one had said, and this share of all but the first.
FEWEST_REPEATED: Final = 2
LEAST_REPEATED: Final = 0.75
MOST_PLACES: Final = 150
# Parts of a page's title that are looked at.
MOST_PARTS: Final = 6
_HASH: Final = whole(most=2**32 - 1)

_Thread = tuple[int, ...]
"""Hashes of the parts of a page's title, digits left out."""
_Texts = dict[int, tuple[_Thread, int]]
"""By the hash of each text the title of the page that said it last, and how many threads did."""


class Boilerplate:
    """Where in their bodies the posts of a kind of pages say the same in all threads."""

    def __init__(self) -> None:
        self._said: dict[str, _Texts] = {}
        """What is said at each place. Of one with too many texts none is kept."""
        self._places: Set[str] | None = None

    def add(self, page: Page, views: Sequence[RecordView], body: str | None) -> None:
        """Add the posts of a page.

        :param body: the place of their bodies
        """
        if body is None:
            return
        self._places = None
        parts = title_parts(without_digits(page.title))[:MOST_PARTS]
        thread, leaves = tuple(sorted({_hashed(part) for part in parts})), page.flat.texts
        for view in views:
            for place in _places_within(view, body):
                texts = self._said.get(place)
                if texts or (texts is None and len(self._said) < MOST_PLACES):
                    text = "".join([leaves[leaf] for leaf in view.leaves_at[place]])
                    self._add(place, _hashed(text), thread)

    def _add(self, place: str, text: int, thread: _Thread) -> None:
        texts = self._said.setdefault(place, {})
        last, threads = texts.get(text, (None, 0))
        texts[text] = thread, threads + (last is None or _differ(thread, last))
        if len(texts) > MOST_TEXTS:
            texts.clear()

    def places(self) -> Set[str]:
        """The places of elements that say the same in all threads."""
        if self._places is None:
            self._places = {place for place, texts in self._said.items() if _repeat(texts)}
        return self._places

    def merge(self, other: Boilerplate) -> None:
        """Keep the larger count of each text: a merge that is done again changes nothing."""
        self._places = None
        for place, texts in other._said.items():
            own = self._said.get(place)
            if own is None:
                self._said[place] = dict(texts)
            elif own and texts:
                for text, (thread, threads) in texts.items():
                    last, known = own.get(text, (thread, threads))
                    own[text] = max(last, thread), max(known, threads)
            if not texts or len(self._said[place]) > MOST_TEXTS:
                self._said[place] = {}
        self._said = dict(sorted(self._said.items())[:MOST_PLACES])

    STATE: ClassVar = items(
        cells(TEXT, items(cells(_HASH, items(_HASH, MOST_PARTS), COUNT), MOST_TEXTS)), MOST_PLACES
    )

    def to_state(self) -> list[Any]:
        """Plain values that `from_state` takes back."""
        return [
            [place, [[text, [*thread], threads] for text, (thread, threads) in texts.items()]]
            for place, texts in self._said.items()
        ]

    @classmethod
    def from_state(cls, state: list[Any]) -> Boilerplate:
        """What `to_state` gave the values of."""
        found = cls()
        for place, texts in state:
            found._said[place] = {text: (tuple(thread), count) for text, thread, count in texts}
        return found


def boilerplate_leaves(views: Sequence[RecordView], places: Set[str], body: str | None) -> Set[int]:
    """Indices of the leaves of records that stand at places of boilerplate.

    :param body: the place of their bodies
    """
    found: set[int] = set()
    if places and body is not None:
        for view in views:
            for place in _places_within(view, body):
                if place in places:
                    found.update(view.leaves_at[place])
    return found


def _places_within(view: RecordView, body: str) -> list[str]:
    """The places of the elements with a class or id in a record's body, but those on a line."""
    found: dict[str, None] = {}
    for above in view.paths:
        for place in above[: above.index(body)] if body in above else ():
            if "/" not in place and place.partition(".")[0] not in SAME_LINE:
                found[place] = None
    return list(found)


def _differ(one: _Thread, other: _Thread) -> bool:
    """Whether two titles are of different threads: each has a part that the other has not.

    Of pages of one thread a later one has its number besides.
    """
    return not (set(one) <= set(other) or set(other) <= set(one))


def _repeat(texts: _Texts) -> bool:
    """Whether most threads say what others have said."""
    threads = sum(count for _, count in texts.values())
    repeated = threads - len(texts)
    return repeated >= FEWEST_REPEATED and repeated >= LEAST_REPEATED * (threads - 1)


def _hashed(text: str) -> int:
    return crc32(text.encode("utf-8", "surrogatepass"))

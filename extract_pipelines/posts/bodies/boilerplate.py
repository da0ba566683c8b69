"""Boilerplate in the bodies of posts: elements with a class that say the same in all threads.

So software tells guests what is hidden from them, who thanks and what was edited, moderators remind
of the rules, and numbers stand beside lines of code. What authors write differs from thread to
thread. Numbers and the names of members are left out where texts are compared.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any, ClassVar, Final

from extract_pipelines.learned.hashes import hashed
from extract_pipelines.learned.state import COUNT, cells, items, whole
from extract_pipelines.page import Page
from extract_pipelines.page.head import title_parts
from extract_pipelines.page.tag_paths import in_code
from extract_pipelines.posts.bodies.body_boxes import boxes_within
from extract_pipelines.posts.views.views import RecordView
from extract_pipelines.text.digits import without_digits

# Elements of one class with more texts than this hold what authors write.
MOST_TEXTS: Final = 3
# So many threads said in them what another one had said, and this share of all but the first.
FEWEST_REPEATED: Final = 2
LEAST_REPEATED: Final = 0.75
MOST_KINDS: Final = 150
# Characters of a text in which names are looked for: notes are short.
LONGEST_NOTE: Final = 300
# Parts of a page's title that are looked at.
MOST_PARTS: Final = 6
_HASH: Final = whole(most=2**32 - 1)

_Thread = tuple[int, ...]
"""Hashes of the parts of a page's title, digits left out."""
_Texts = dict[int, tuple[_Thread, int]]
"""By the hash of each text the title of the page that said it last, and how many threads did."""


class Boilerplate:
    """Which elements in their bodies say the same in all threads, for one kind of pages."""

    def __init__(self) -> None:
        self._said: dict[int, _Texts] = {}
        """What elements of each kind say. Of one with too many texts none is kept."""
        self._kinds: Set[int] | None = None

    def add(
        self, page: Page, views: Sequence[RecordView], body: str | None, names: Sequence[str]
    ) -> None:
        """Add the posts of a page.

        :param body: the place of their bodies
        :param names: their authors
        """
        if body is None:
            return
        self._kinds = None
        parts = title_parts(without_digits(page.title))[:MOST_PARTS]
        thread = tuple(sorted({hashed(part) for part in parts}))
        known = sorted(set(names), key=lambda name: (-len(name), name))
        for view in views:
            for box in boxes_within(page, view, body):
                texts = self._said.get(box.kind)
                if texts or (texts is None and len(self._said) < MOST_KINDS):
                    text = _told(page, box.leaves, known)
                    self._add(box.kind, hashed(text), thread)

    def _add(self, kind: int, text: int, thread: _Thread) -> None:
        texts = self._said.setdefault(kind, {})
        last, threads = texts.get(text, (None, 0))
        texts[text] = thread, threads + (last is None or _differ(thread, last))
        if len(texts) > MOST_TEXTS:
            texts.clear()

    def kinds(self) -> Set[int]:
        """The kinds of elements that say the same in all threads."""
        if self._kinds is None:
            self._kinds = {kind for kind, texts in self._said.items() if _repeat(texts)}
        return self._kinds

    def merge(self, other: Boilerplate) -> None:
        """Keep the larger count of each text: a merge that is done again changes nothing."""
        self._kinds = None
        for kind, texts in other._said.items():
            own = self._said.get(kind)
            if own is None:
                self._said[kind] = dict(texts)
            elif own and texts:
                for text, (thread, threads) in texts.items():
                    last, known = own.get(text, (thread, threads))
                    own[text] = max(last, thread), max(known, threads)
            if not texts or len(self._said[kind]) > MOST_TEXTS:
                self._said[kind] = {}
        self._said = dict(sorted(self._said.items())[:MOST_KINDS])

    STATE: ClassVar = items(
        cells(_HASH, items(cells(_HASH, items(_HASH, MOST_PARTS), COUNT), MOST_TEXTS)), MOST_KINDS
    )

    def to_state(self) -> list[Any]:
        """Plain values that `from_state` takes back."""
        return [
            [kind, [[text, [*thread], threads] for text, (thread, threads) in texts.items()]]
            for kind, texts in self._said.items()
        ]

    @classmethod
    def from_state(cls, state: list[Any]) -> Boilerplate:
        """What `to_state` gave the values of."""
        found = cls()
        for kind, texts in state:
            found._said[kind] = {text: (tuple(thread), count) for text, thread, count in texts}
        return found


def boilerplate_leaves(
    page: Page, views: Sequence[RecordView], kinds: Set[int], body: str | None
) -> Set[int]:
    """Indices of the leaves of records that are boilerplate.

    :param kinds: those of the elements that say the same in all threads
    :param body: the place of their bodies
    """
    found: set[int] = set()
    if kinds and body is not None:
        for view in views:
            for box in boxes_within(page, view, body):
                if box.kind in kinds:
                    found.update(box.leaves)
    return found


def _told(page: Page, leaves: Sequence[int], names: Sequence[str]) -> str:
    """What leaves say: those of a line without numbers and names, if anything is left.

    Code may differ by a number alone.
    """
    flat = page.flat
    whole = " ".join([flat.texts[leaf] for leaf in leaves])
    is_line = flat.lines[leaves[0]] == flat.lines[leaves[-1]]
    if not is_line or len(whole) > LONGEST_NOTE or in_code(flat.paths[leaves[0]]):
        return whole
    left = without_digits(whole)
    for name in names:
        left = left.replace(name, "")
    return left if any(map(str.isalpha, left)) else whole


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

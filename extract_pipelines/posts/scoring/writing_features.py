"""Features of record groups by how the records are written.

People who write posts ask, exclaim, smile, end with a full stop and fill as many lines as they
like; rows and boxes cut texts off, and each has as many lines as the one before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from math import log2, sqrt
from typing import Final, final

from extract_pipelines.page import Page
from extract_pipelines.posts.scoring.sums import RecordRanges, Sums, counts_before, sums_of

WRITING_NAMES: tuple[str, ...] = (
    *"cut_off asks exclaims smiles ends_well begins_small".split(),
    *"lines lines_variation leaves_variation".split(),
)
# A text of fewer characters is a word or two, which do not tell by how they begin and end.
PHRASE: Final = 20
# A text of fewer characters may end with dots and be whole.
SHORTEST_CUT: Final = 12
_CUT_OFF: Final = ("…", "...", "…]", "...]", "…»", "...»")
_ENDS: Final = tuple(".!?。！？…")
# A text without these neither asks nor exclaims; with no others it does not smile.
_SAYING: Final = b"?!\xef"
# A text in UTF-8 with none of all these is not marked; the last begin wide signs and emoji there.
_NO_MARKS: Final = bytes(set(range(256)).difference(_SAYING, b":;=^\n\xe2\xf0"))
_EMOJI: Final = "\u2639\u263a\U0001f300-\U0001faff"
# Nothing is tried outside of the set of characters that it begins with.
_SMILEY: Final = re.compile(
    rf"[:;=^{_EMOJI}](?:(?<=[:;=])(?:-?[)(DPp]|\w{{2,12}}:)|(?<=\^)\^|(?<=[{_EMOJI}]))"
)


@final
class WritingFeatures:
    """Computes the features of writing for the groups of one page; looks at each text once."""

    def __init__(self, page: Page, sums: Sums) -> None:
        tree = page.flat
        texts, lines = tree.texts, tree.lines
        cut_off: list[int] = []
        marks: tuple[list[int], ...] = ([], [], [])
        phrases, ending, small = [0] * len(texts), [0] * len(texts), [0] * len(texts)
        marked = _may_have_marks(texts)
        for index, text in enumerate(texts):
            size = sums.sizes[index]
            if size >= SHORTEST_CUT and text.endswith(_CUT_OFF):
                cut_off.append(index)
            if sums.in_link[index]:
                continue
            if marked[index]:
                _add_marks(text, index, marked[index], marks)
            if size >= PHRASE:
                phrases[index] = 1
                ending[index] = int(text.endswith(_ENDS))
                small[index] = int(text[0].islower())
        self._kinds = [counts_before(leaves, len(texts)) for leaves in (cut_off, *marks)]
        self._phrases, self._ending, self._small = sums_of(phrases), sums_of(ending), sums_of(small)
        self._lines = sums_of([1, *[int(one != other) for one, other in pairwise(lines)]])
        self._count = list(range(len(texts) + 1))

    def of(self, parts: RecordRanges) -> tuple[float, ...]:
        """The features of some records, named by `WRITING_NAMES`.

        :param parts: the leaves of the records
        """
        n = len(parts.ends)
        phrases = max(1, sum(parts.over(self._phrases)))
        lines = parts.over(self._lines)
        return (
            *[parts.holding(kind) / n for kind in self._kinds],
            sum(parts.over(self._ending)) / phrases,
            sum(parts.over(self._small)) / phrases,
            log2(1 + sum(lines) / n),
            _variation(lines),
            _variation(parts.over(self._count)),
        )


def _may_have_marks(texts: Sequence[str]) -> list[bytes]:
    """Of each text what may be marks, nothing of most: one look at all finds what is plain.

    :param texts: each on one line
    """
    whole = "\n".join(texts).encode("utf-8", "replace")
    return whole.translate(None, _NO_MARKS).split(b"\n")


def _add_marks(text: str, index: int, marks: bytes, kinds: tuple[list[int], ...]) -> None:
    """Add a text to those that ask, exclaim and smile.

    :param marks: what it has of what may be marks
    """
    if "?" in text or "？" in text:
        kinds[0].append(index)
    if "!" in text or "！" in text:
        kinds[1].append(index)
    if marks.strip(_SAYING) and _SMILEY.search(text):
        kinds[2].append(index)


def _variation(counts: Sequence[int]) -> float:
    """Standard deviation of some counts over their mean."""
    n = len(counts)
    mean = sum(counts) / n
    return sqrt(sum([(count - mean) ** 2 for count in counts]) / n) / mean if mean else 0.0

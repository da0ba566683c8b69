"""Rows whose classes take turns, as those of stripes in two colours: their words are one.

So are the words of two rows alone that look alike but for their classes, as the first and the last
post of a thread.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar, Final, NamedTuple

from extract_pipelines.learned.counts import keep
from extract_pipelines.learned.state import COUNT, TEXT, cells, fields, items
from extract_pipelines.page import FlatTree
from extract_pipelines.posts.records.class_words import LONGEST_CLASS, class_tokens

# Rows are alike if they share so many of the looks that their elements have, tag and classes; two
# rows alone have so many looks or more.
ALIKE: Final = 0.6
FEWEST_LOOKS: Final = 4
# Rows may differ in words for turns alone if they have so many looks besides.
FEWEST_OTHERS: Final = 2
# So many of the dates in a row are looked at.
MOST_DATES: Final = 16
# What so many pages tell is known; of so many words it is kept.
FEWEST_PAGES: Final = 2
MOST_WORDS: Final = 40
_Look = tuple[str, tuple[str, ...]]
# From an element with a date up to the row around it: of each the tag, and the tokens of its class.
_Path = tuple[_Look, ...]


class Alternating(NamedTuple):
    """Tokens of classes that take turns from row to row, each with the one that stands for it.

    A token that only every other row has stands for nothing, and is given an empty text.
    """

    of_several: dict[str, str]
    """Told by three rows or more. The first by the alphabet stands for others: either begins."""
    of_two: dict[str, str]
    """By which two rows alone differ. That of the first stands for others: it may be the opening's,
    and the other that of answers."""


def find_alternating(tree: FlatTree, dates: Sequence[int]) -> Alternating:
    """Find the words by which the classes of alike rows differ.

    Rows are siblings with a date each. Of those that lead to their dates by the same tags, where
    one and the next but one do so by the same classes, and the one between by others, the words by
    which these differ are alike, if the rows are: ``tr.r_one`` and ``tr.r_two``. Two rows alone
    have to be alike in any case, of different dates, and no runs of rows; and no others of the page
    may differ so: dates of two kinds that stand side by side in each row of a list do.

    :param dates: indices of the elements with dates, in document order
    """
    alike: dict[str, str] = {}
    pairs: list[tuple[list[int], dict[str, str]]] = []
    for rows in _rows(tree, dates):
        paths = [_path(tree, row, dates[bisect_left(dates, row)]) for row in rows]
        for several in _by_tags(paths):
            if len(several) == 2:
                two, ways = [rows[i] for i in several], [paths[i] for i in several]
                found = _differing(*ways)
                if found and _are_single(tree, two, ways, dates):
                    pairs.append((two, found))
            for one, between, other in zip(several, several[1:], several[2:], strict=False):
                if paths[one] == paths[other] != paths[between]:
                    found = _differing(paths[other], paths[between])
                    if not found.keys() <= alike.keys():
                        every = _are_alike(tree, rows[one], rows[between]) or _differ_so_alone(
                            tree, rows[one], rows[between], found
                        )
                        _add(found, alike, every=every)
    of_two: dict[str, str] = {}
    counts = Counter(tuple(found) for _, found in pairs)
    for (first, second), found in pairs:
        if counts[tuple(found)] == 1 and _are_alike(tree, first, second, FEWEST_LOOKS):
            _add(found, of_two, every=True)
    return Alternating(_by_alphabet(alike), of_two)


def joined(*told: Mapping[str, str]) -> dict[str, str]:
    """Join what is told of words, each time but of those that nothing before speaks of."""
    both: dict[str, str] = {}
    for table in told:
        known = {*both, *both.values()} - {""}
        both |= {word: same for word, same in table.items() if known.isdisjoint((word, same))}
    return both


class AlternateRows:
    """Which words of classes take turns from row to row on the pages of a kind.

    A page of two posts does not always tell it: these may not look alike.
    """

    def __init__(self) -> None:
        self.pages: Counter[tuple[str, str]] = Counter()
        """On how many pages a word had this one, or none, to stand for it."""

    def add(self, stand_ins: Mapping[str, str]) -> None:
        """Add what three rows of a page tell, or more; see `Alternating`."""
        self.pages.update(stand_ins.items())
        keep(self.pages, MOST_WORDS)

    def known(self) -> dict[str, str]:
        """Words that take turns on several pages, each with the one that stands for it."""
        return {word: same for (word, same), pages in self.pages.items() if pages >= FEWEST_PAGES}

    def merge(self, other: AlternateRows) -> None:
        """Keep the larger counts: a merge that is done again changes nothing."""
        self.pages |= other.pages
        keep(self.pages, MOST_WORDS)

    STATE: ClassVar = fields(pages=items(cells(TEXT, TEXT, COUNT), MOST_WORDS))

    def to_state(self) -> dict[str, Any]:
        """Plain values that `from_state` takes back."""
        return {"pages": [[*words, pages] for words, pages in self.pages.items()]}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> AlternateRows:
        """The counts of which `to_state` gave the values."""
        rows = cls()
        for word, same, pages in state["pages"]:
            rows.pages[word, same] = pages
        return rows


def _by_alphabet(alike: Mapping[str, str]) -> dict[str, str]:
    """Let the first word by the alphabet stand for those alike: pages begin with either row."""
    groups: dict[str, list[str]] = {}
    for word, same in alike.items():
        if same:
            groups.setdefault(same, [same]).append(word)
    first = {word: min(words) for words in groups.values() for word in words}
    alone = {word: same for word, same in alike.items() if not same}
    return alone | {word: same for word, same in first.items() if word != same}


def _rows(tree: FlatTree, dates: Sequence[int]) -> list[list[int]]:
    """Siblings that hold dates, in document order, where there are several."""
    found: dict[int, list[int]] = {}
    parents, ends = tree.parents, tree.subtree_end
    for before, date in pairwise(dates):
        left = before
        while left > 0 and ends[parents[left]] <= date:
            left = parents[left]
        right, around = date, parents[left]
        while parents[right] > around:
            right = parents[right]
        if parents[right] == around:
            rows = found.setdefault(around, [left])
            rows += [row for row in (left, right) if row > rows[-1]]
    return list(found.values())


def _by_tags(paths: Sequence[_Path]) -> Iterable[list[int]]:
    """The numbers of rows that lead to their dates by the same tags: others may stand between."""
    found: dict[tuple[str, ...], list[int]] = {}
    for number, path in enumerate(paths):
        found.setdefault(tuple([tag for tag, _ in path]), []).append(number)
    return found.values()


def _are_single(
    tree: FlatTree, rows: Sequence[int], paths: Sequence[_Path], dates: Sequence[int]
) -> bool:
    """Whether two rows have other dates, and neither holds several alike, as a run of rows does."""
    texts = []
    for row, path in zip(rows, paths, strict=True):
        first = bisect_left(dates, row)
        stop = min(bisect_left(dates, tree.subtree_end[row]), first + MOST_DATES)
        inside = set(dates[first:stop]) - {dates[first]}
        if any(_path(tree, row, date) == path for date in inside):
            return False
        texts.append(tree.texts[tree.leaf_start[dates[first]] : tree.leaf_end[dates[first]]])
    return texts[0] != texts[1]


def _path(tree: FlatTree, row: int, date: int) -> _Path:
    path = []
    node = date
    while node >= row:
        path.append(_look(tree, node))
        node = tree.parents[node]
    return tuple(path)


def _look(tree: FlatTree, node: int) -> _Look:
    tag, names = tree.tags[node], tree.values("class").get(node, "")
    return tag, class_tokens(tag, names[:LONGEST_CLASS])


def _differing(first: _Path, second: _Path) -> dict[str, str]:
    """The tokens by which the second of two paths of the same tags differs, with the first's."""
    found: dict[str, str] = {}
    if [tag for tag, _ in first] != [tag for tag, _ in second]:
        return found
    for (_, ours), (_, theirs) in zip(first, second, strict=True):
        own = [token for token in ours if token not in theirs]
        other = [token for token in theirs if token not in ours]
        if len(own) == len(other):
            found.update(zip(other, own, strict=True))
        elif not own or not other:
            found.update(dict.fromkeys(own + other, ""))
    return found


def _are_alike(tree: FlatTree, first: int, second: int, fewest: int = 0) -> bool:
    """Whether most looks of elements in one of two rows are in the other, too."""
    ours, theirs = (
        {_look(tree, node) for node in range(row + 1, tree.subtree_end[row])}
        for row in (first, second)
    )
    shared = len(ours & theirs)
    return shared >= fewest and shared >= ALIKE * len(ours | theirs)


def _differ_so_alone(tree: FlatTree, first: int, second: int, found: Mapping[str, str]) -> bool:
    """Whether all looks of elements in one of two rows are in the other, but for some tokens.

    So they are in rows of few elements, where these tokens are many of their looks.
    """
    words = {*found, *found.values()}
    ours, theirs = (
        {
            look
            for node in range(row + 1, tree.subtree_end[row])
            if words.isdisjoint((look := _look(tree, node))[1])
        }
        for row in (first, second)
    )
    return len(ours) >= FEWEST_OTHERS and ours == theirs


def _add(found: dict[str, str], alike: dict[str, str], *, every: bool) -> None:
    """Note tokens, those that stand for others only if all are to be noted."""
    for token, same in found.items():
        if token not in alike and same not in alike and (every or not same):
            alike[token] = same

"""Body by tag windows: the texts between tags, and the distance of their words to the title's.

After Zhao, Suo and Liu, "Web page content extraction based on tag window", Application Research of
Computers 24(3), 2007. From the paper: the text between two tags is a window; its nearness to the
title is the Levenshtein distance of their sequences of words; words that say nothing are left out.
Ours: tags inside a line part no windows; scripts without spaces are read as pairs of characters,
instead of words from a dictionary; the words that say nothing are those that most windows have,
instead of a list; and since few paragraphs repeat the title, a window counts for the run that it
stands in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from extract_pipelines.page import Leaf, Page
from extract_pipelines.published.body import Body, body_of, by_line
from extract_pipelines.text.lexicon.patterns import compiled
from extract_pipelines.text.scripts import RANGES

_UNSPACED = "".join(RANGES[script] for script in ("Han", "Kana", "Thai"))
_WORDS = rf"([{_UNSPACED}]+)|(?:(?![{_UNSPACED}])[^\W_])+"
# Words of a title beyond this are not looked at: bounds the work on hostile titles.
LONGEST_TITLE = 60
# A window of fewer words tells nothing of its place.
SHORTEST_WINDOW = 5
# A word in more of the windows than this share says nothing; told where there are enough windows.
COMMON_WORD = 0.5
ENOUGH_WINDOWS = 8
# How much a character counts in a window that has no word in common with the title.
UNRELATED = 0.2


def words(text: str) -> list[str]:
    """Lower-cased words; of runs without spaces (Chinese, Japanese, Thai) each two characters."""
    found: list[str] = []
    for match in compiled(_WORDS).finditer(text.lower()):
        word = match[0]
        if match[1] and len(word) > 1:
            found += map("".join, pairwise(word))
        else:
            found.append(word)
    return found


def distance_to(title: Sequence[str]) -> Callable[[Iterable[str]], int]:
    """The Levenshtein distance from a sequence of words, in time linear in the other sequence.

    Bits of a number stand for the words of the title (Hyyrö, "A bit-vector algorithm for computing
    Levenshtein and Damerau edit distances", 2003).
    """
    places: dict[str, int] = {}
    for i, word in enumerate(title):
        places[word] = places.get(word, 0) | 1 << i
    every, last = (1 << len(title)) - 1, 1 << len(title) >> 1

    def distance(window: Iterable[str]) -> int:
        plus, minus, found = every, 0, len(title)
        for word in window:
            same = places.get(word, 0)
            level = (((same & plus) + plus) ^ plus) | same
            up, down = minus | ~(level | plus), plus & level
            found += bool(up & last) - bool(down & last) if title else 1
            up, down = up << 1 | 1, down << 1
            plus = (down | ~(same | minus | up)) & every
            minus = up & (same | minus) & every
        return found

    return distance


def common_words(distance: int, title: int, window: int) -> int:
    """How much nearer a window is to the title than a text without a word in common.

    :param distance: Levenshtein distance of their words
    :param title: words of the title
    :param window: words of the window
    """
    return max(title, window) - distance


def tag_windows(page: Page, leaves: Sequence[Leaf]) -> Body:
    """The windows of the run in which most text is near the title, without links.

    A character counts 1 in a window with words in common with the title, 0.2 in another one, -1 in
    one that is mostly links; the run of windows with the largest sum is the body.

    :param page: where the leaves stand, and the title
    :param leaves: the page's leaves that count as text
    """
    windows = by_line(leaves)
    texts = [words(" ".join(leaf.text for leaf in window)) for window in windows]
    title = _telling(words(page.title)[:LONGEST_TITLE], texts)
    known, distance = set(title), distance_to(title)
    values: list[float] = []
    for window, text in zip(windows, texts, strict=True):
        length = sum(len(leaf.text) for leaf in window)
        linked = sum(len(leaf.text) for leaf in window if leaf.in_link)
        if linked > length / 2:
            values.append(-length)
        elif len(text) < SHORTEST_WINDOW:
            values.append(0)
        elif known.isdisjoint(text) or not common_words(distance(text), len(title), len(text)):
            values.append(UNRELATED * length)
        else:
            values.append(length)
    run = largest_run(values)
    return body_of(page, leaves, [leaf for i in run if values[i] >= 0 for leaf in windows[i]])


def _telling(title: Sequence[str], texts: Iterable[Sequence[str]]) -> list[str]:
    """The title without the words that most windows have."""
    count = 0
    having: Counter[str] = Counter()
    for text in texts:
        if len(text) >= SHORTEST_WINDOW:
            count += 1
            having.update(set(title).intersection(text))
    if count < ENOUGH_WINDOWS:
        return list(title)
    return [word for word in title if having[word] <= COMMON_WORD * count]


def largest_run(values: Sequence[float]) -> range:
    """Indices of the run with the largest sum; empty if no value is positive."""
    best, best_sum = range(0), 0.0
    start, total = 0, 0.0
    for i, value in enumerate(values):
        if total <= 0:
            start, total = i, 0.0
        total += value
        if total > best_sum:
            best, best_sum = range(start, i + 1), total
    return best

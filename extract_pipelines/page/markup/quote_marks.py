"""Which elements of a page are marked as quotes: by a tag, a class, or the title that they have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.page.tag_paths import SAME_LINE, in_control
from extract_pipelines.text.dates import find_date
from extract_pipelines.text.lexicon import words
from extract_pipelines.text.lexicon.patterns import any_of, compiled

# In a class in lower case: to ignore the case costs a pattern four times as much.
_CLASS: Final = re.compile(r"quot|zitat|citat|cita\b|引用")
_IN_CLASS: Final = ("quot", "zitat", "cita", "引用")
# "Quote:"
_LABEL = rf"(?i:{any_of('quote')}\s*[:：])"
# "Quote: Anna", which a text may begin with, too: only where markup says that it is a title.
_NAMED = rf"(?i:{any_of('quote')})\s*(?:[:：]\s*(?P<name>\S.{{0,39}})?)?"
# "Originally posted by Anna", "引用第2楼Anna于2007-01-29发表的:"
_SOURCE = (
    rf"(?i:(?:{_LABEL}\s*)?{any_of('quoted_from', spaced=True)}\s*[:：]?\s*\S.*"
    rf"|{any_of('quoted_from', spaced=False)}\s*\S.*[:：])"
)
# All that Chinese boards put around a name: "以下是引用Anna在2005-3-8 12:23的发言：",
# "原帖由 Anna 于 2008-3-4 12:00 发表", "引用 2 楼 Anna 的回复:".
_CHINESE_SOURCE = (
    rf"{any_of('quoted_from', spaced=False)}\s*[:：]?\s*(?:第?\s*\d+\s*[楼樓#]\s*的?\s*|#\d+\s*)?"
    r"@?(?P<name>\S.{0,39}?)\s*(?:[在于於]\s*\d[\d\s.:/年月日-]*)?"
    rf"{any_of('quoted_words')}(?:[“”\s]*[:：]?|\s.{{1,60}}[:：])"
)
# "QUOTE (Anna @ May 3 2004, 10:15)"
_BRACKETS = rf"(?i:{any_of('quote')}\s*\((?P<name>\S.{{0,39}}?)\s*@[^()]*\d[^()]*\))"
# "Цитата: Anna от 04 Март 2023, 10:15", "Citace: Anna  04. Březen 2023, 10:15"
_DATED = (
    rf"{_LABEL}\s*(?P<name>\S.{{0,39}}?)\s+(?:"
    rf"(?i:{any_of('on', 'at', 'when_wrote', spaced=True)}|[于於]|[-–—])\s(?P<when>.*\d.*)"
    r"|(?<![于於]\s)(?P<date>\d.*))"
)
# "Цитата Anna @ 04.03.23, 10:15"
_AT = rf"(?i:{any_of('quote', spaced=True)}\s+(?P<name>\S.{{0,39}}?)\s+@\s+(?P<when>.*\d.*))"
# Share of a text from which on it is a date with little beside it.
LEAST_DATE = 0.6
LONGEST_TITLE = 80
# What a title begins with, in so many letters.
_LETTERS: Final = 2
_BEGINNINGS: Final = {
    written
    for role in ("quote", "quoted_from")
    for word in words(role)
    for written in (word[:_LETTERS], word[:_LETTERS].capitalize(), word[:_LETTERS].upper())
}


@once_a_page
def quote_nodes(page: Page) -> frozenset[int]:
    """Indices of the elements that are marked as quotes."""
    tagged = page.flat.tagged("blockquote", "q")
    marked = frozenset((*tagged, *_classed(page), *_with_legend(page)))
    return marked.union(node for node in _titled(page) if not _is_in(page, node, marked))


@once_a_page
def quoted_leaves(page: Page) -> frozenset[int]:
    """Indices of the leaves in blocks that are marked as quotes."""
    found: set[int] = set()
    done = 0
    for node in sorted(quote_nodes(page)):
        if node >= done and page.tags[node] not in SAME_LINE:
            found.update(range(*page.flat.leaf_range(node)))
            done = page.subtree_end[node]
    return frozenset(found)


def _classed(page: Page) -> list[int]:
    """The elements with a class that says so; most pages have none, which one look tells."""
    classes = page.flat.by_value("class")
    if not _may_mark("\n".join(classes)):
        return []
    return [
        node
        for names, nodes in classes.items()
        if _may_mark(names) and _CLASS.search(names.lower())
        for node in nodes
    ]


def _with_legend(page: Page) -> Iterator[int]:
    """The sets of fields whose legend calls them quotes: "Quote", "Quote: Anna"."""
    for node in page.flat.tagged("legend"):
        outer = page.parents[node]
        start, stop = page.flat.leaf_range(node)
        if page.tags[outer] == "fieldset" and page.flat.leaf_range(outer)[0] == start < stop:
            title = " ".join(page.flat.texts[start:stop])
            if match_legend(title):
                yield outer


def match_legend(title: str) -> re.Match[str] | None:
    """Match a title that says no more than that what it is of is a quote, and of whom."""
    return compiled(_NAMED).fullmatch(title) if _may_be_title(title) else None


def _may_mark(names: str) -> bool:
    """Whether class names may have something in them that `_CLASS` finds."""
    lower = names.lower()
    return any(part in lower for part in _IN_CLASS)


def is_quote_label(text: str) -> bool:
    """Whether a line only says that those behind it are a quote."""
    return _may_be_title(text) and compiled(_LABEL).fullmatch(text) is not None


def names_source(text: str) -> bool:
    """Whether a line says that those behind it are a quote, and of whom."""
    if not _may_be_title(text):
        return False
    if compiled(_SOURCE).fullmatch(text):
        return True
    return source_in_title(text) is not None


def source_in_title(text: str) -> str | None:
    """Whom a line says to be quoted that begins with the word for a quote, and tells when."""
    return _named_in_brackets(text) or _named_in_chinese(text) or _named_with_date(text)


def _named_in_brackets(text: str) -> str | None:
    """Whom a line such as "QUOTE (Anna @ May 3 2004, 10:15)" says to be quoted."""
    match = compiled(_BRACKETS).fullmatch(text) if _may_be_title(text) else None
    return match["name"] if match else None


def _named_in_chinese(text: str) -> str | None:
    """Whom a Chinese line says to be quoted by what follows it."""
    match = compiled(_CHINESE_SOURCE).fullmatch(text) if _may_be_title(text) else None
    return match["name"] if match else None


def _named_with_date(text: str) -> str | None:
    """Whom a line such as "Цитата: Anna от 04 Март 2023, 10:15" says to be quoted."""
    if not _may_be_title(text):
        return None
    if match := compiled(_AT).fullmatch(text):
        return match["name"] if is_date(match["when"]) else None
    match = compiled(_DATED).fullmatch(text)
    return match["name"] if match and is_date(match["when"] or match["date"]) else None


def is_date(text: str) -> bool:
    """Whether a text is a date, with little beside it."""
    date = find_date(text)
    return date is not None and len(date.raw) >= LEAST_DATE * len(text)


def _may_be_title(text: str) -> bool:
    return len(text) <= LONGEST_TITLE and text[:_LETTERS] in _BEGINNINGS


def _is_in(page: Page, node: int, marked: Set[int]) -> bool:
    while node > 0 and node not in marked:
        node = page.parents[node]
    return node > 0


def _titled(page: Page) -> Iterator[int]:
    """The elements that a line calls a quote: they stand behind it, or begin with it."""
    leaves = page.leaves
    texts = page.flat.texts
    for first in [i for i, text in enumerate(texts) if text[:_LETTERS] in _BEGINNINGS]:
        leaf = leaves[first]
        if leaf.in_link or in_control(leaf.path) or (first and leaves[first - 1].line == leaf.line):
            continue
        stop = first + 1
        while stop < len(leaves) and leaves[stop].line == leaf.line:
            stop += 1
        title = " ".join([one.text for one in leaves[first:stop]])
        is_named = names_source(title)
        if is_named or is_quote_label(title):
            node = _element_behind(page, first, stop)
            if node is None and is_named:
                node = _single_cell(page, first, stop)
            if node is not None:
                yield node


def _element_behind(page: Page, first: int, stop: int) -> int | None:
    """The block that follows a line; or what holds the two alone; None if a text follows it.

    :param first: index of the line's first leaf
    :param stop: index of the leaf behind it
    """
    title = page.leaves[first].node
    while title > 0:
        outer = page.parents[title]
        start, end = page.flat.leaf_range(outer)
        if start < first or end > stop:
            break
        title = outer
    else:
        return None
    behind = page.subtree_end[title]
    while behind < page.subtree_end[outer] and page.flat.leaf_range(behind) == (stop, stop):
        behind = page.subtree_end[behind]
    if behind >= page.subtree_end[outer] or page.tags[behind] in SAME_LINE:
        return None
    quoted = page.flat.leaf_range(behind)
    if quoted[0] != stop:
        return None
    return outer if (start, end) == (first, quoted[1]) else behind


def _single_cell(page: Page, first: int, stop: int) -> int | None:
    """The table that says nothing but what a cell of it does, which begins with a line.

    :param first: index of the line's first leaf
    :param stop: index of the leaf behind it
    """
    cell = page.leaves[first].node
    while cell > 0 and page.tags[cell] != "td":
        cell = page.parents[cell]
    start, end = page.flat.leaf_range(cell)
    if cell <= 0 or start != first or end <= stop:
        return None
    table = cell
    while page.parents[table] > 0 and page.flat.leaf_range(page.parents[table]) == (start, end):
        table = page.parents[table]
    return table if "table" in page.tags[table : cell + 1] else None

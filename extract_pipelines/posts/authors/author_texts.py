"""What one text of a record tells of being the name of who wrote it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, final
from urllib.parse import unquote

from extract_pipelines.page import Page, link_of
from extract_pipelines.page.memo import once_a_page, once_a_view
from extract_pipelines.page.tag_paths import in_heading
from extract_pipelines.posts.authors.naming import Naming, can_be_author
from extract_pipelines.posts.views.views import RecordView
from extract_pipelines.text.date_words import LABELS
from extract_pipelines.text.lexicon.patterns import LazyPattern, alternatives
from extract_pipelines.text.names import COLONS, announces_name, is_name, signed_name
from extract_pipelines.url import names_person, page_form

FARTHEST: Final = 20
LONGEST_LINE: Final = 400
# A text that stands for who is quoted is no longer than a name and a few words.
LONGEST_LEAD: Final = 60
_WORDS: Final = re.compile(r"\w+")
# What a class or id around a name says of it, and around what is none; or what begins a word there.
_CALLED: Final = "author autor user member poster nick writer creator profile".split()
_CALLED_AT: Final = re.compile(r"name(?<![a-z]name)|by(?<![a-z]by)")
_CALLED_OTHER: Final = (
    "title rank group role badge status quote edit reply subject like menu nav location level"
).split()
_CALLED_OTHER_AT: Final = re.compile(r"sig(?<![a-z]sig)")
_EDITED: Final = LazyPattern(lambda: alternatives(LABELS["edited"]))
_BOLD: Final = re.compile(r"/(?:b|strong)(?:/|\Z)")
# What may stand around a name that is told in a line of its own.
EDGES: Final = " @:：,-"


@final
class Text:
    """One text at a place, and what stands around it in its record.

    :ivar told: what is added up over the records, as `TOLD` tells
    """

    def __init__(
        self, name: str, link: str, before: str, behind: str, told: tuple[float, ...]
    ) -> None:
        self.name, self.link, self.before, self.behind = name, link, before, behind
        self.told = told


# What `Text.told` tells, in this order.
TOLD: Final[tuple[str, ...]] = (
    *("can_be", "are_names", "one_letter_case", "words", "length", "digits", "capital", "linked"),
    *("inert", "person", "told_by_url", "nearness", "before", "on_line", "lines_away", "rank"),
    *("depth", "behind_body", "of_line", "line_length", "announced", "alt", "picture_link"),
    *("again", "heading", "bold", "quoted", "in_title", "declared"),
    *("same_kind", "same_page", "edited", "called", "called_other", "says_by"),
)


class RecordTexts:
    """What the texts of one record are measured by.

    It is kept with the record's view: it holds neither that nor the page.
    """

    def __init__(self, page: Page, view: RecordView) -> None:
        tree = page.flat
        texts, line_of, in_link = tree.texts, tree.lines, tree.in_link
        self._texts: dict[Naming, Text] = {}
        self._rank = {leaf: i for i, leaf in enumerate(view.leaves)}
        self._line_lengths: dict[int, int] = {}
        self._said: dict[str, int] = {}
        self.leads: set[str] = set()
        """Its short texts, and of each what stands before its last word."""
        lengths, said = self._line_lengths, self._said
        unlinked: dict[int, int] = {}
        self._dated_lines = {line_of[leaf] for leaf in view.leaves if leaf in view.dated_leaves}
        for index in view.leaves:
            line, written = line_of[index], texts[index]
            size = len(written)
            lengths[line] = lengths.get(line, 0) + size
            if not in_link[index] and index not in view.dated_leaves:
                unlinked[line] = unlinked.get(line, 0) + size
            text = written.strip(EDGES)
            said[text] = said.get(text, 0) + 1
            if size <= LONGEST_LEAD:
                self.leads.add(text)
                self.leads.add(text.rpartition(" ")[0])
        self._body_line = max(unlinked, key=unlinked.__getitem__, default=-1)
        pictures = page.flat.tagged("img")
        first = bisect_left(pictures, view.record.start)
        last = bisect_left(pictures, view.record.stop)
        nodes = pictures[first:last]
        if view.record.inner:
            nodes = [node for node in nodes if view.record.holds(node)]
        elements = [tree.elements[node] for node in nodes]
        self.picture = (elements[0].get("src") or "") if elements else ""
        self._alts = {
            (element.get(key) or "").strip() for element in elements for key in ("alt", "title")
        }
        self._picture_links = {
            (above.get("href") or "").strip()
            for element in elements
            if (above := element.getparent()) is not None and above.tag == "a"
        }

    def text(self, page: Page, view: RecordView, naming: Naming) -> Text:
        """What a text tells; measured once for all places that it stands at."""
        found = self._texts.get(naming)
        if found is None:
            found = self._texts[naming] = self._measured(page, view, naming)
        return found

    def _measured(self, page: Page, view: RecordView, naming: Naming) -> Text:
        name = naming.name
        tree, index = page.flat, naming.leaf
        texts, node, line, path = (
            tree.texts,
            tree.nodes[index],
            tree.lines[index],
            tree.paths[index],
        )
        is_linked = tree.in_link[index]
        rank = self._rank.get(index, view.date_index)
        link = link_of(tree.leaves[index]) if is_linked else ""
        address = page.joined(link) if link else ""
        inert = link.startswith(("#", "javascript:"))
        away = rank - view.date_index
        before = _said_at(texts, view, rank - 1)
        line_length = max(self._line_lengths.get(line, 0), len(name))
        around = [_called(place) for place in view.places_above(node)[:3]]
        told = (
            can_be_author(name),
            is_name(name),
            name == name.lower(),
            len(name.split()),
            len(name),
            not name.isalpha() and any(sign.isdigit() for sign in name),
            name[:1].isupper(),
            is_linked and not inert,
            inert,
            names_person(link),
            bool(link) and is_in_url(name, link),
            1 / (1 + abs(away) / 6),
            away < 0,
            line == view.date_line,
            max(-FARTHEST, min(FARTHEST, line - view.date_line)),
            min(FARTHEST, rank),
            rank / len(view.leaves) if view.leaves else 0,
            line >= self._body_line >= 0,
            len(name) / line_length,
            min(LONGEST_LINE, line_length),
            not self._is_dated_below(view, line)
            and announces_name(f"{before}:" if texts[index].startswith(COLONS) else before),
            name in self._alts,
            bool(link) and link in self._picture_links,
            self._said.get(name, 0) > 1,
            in_heading(path),
            _is_bold(path),
            "blockquote" in path,
            len(name) > 1 and name in page.title,
            _is_declared(page, view, node),
            bool(link) and page_form(address) == page_form(page.url),
            bool(link) and address.partition("#")[0] == page.url,
            _tells_edit(before),
            any(called[0] for called in around),
            any(called[1] for called in around),
            signed_name(name) is not None,
        )
        return Text(name, link, before, _said_at(texts, view, rank + 1), told)

    def _is_dated_below(self, view: RecordView, line: int) -> bool:
        """Whether a line below the body has a date that is not the record's own."""
        return line > self._body_line and line in self._dated_lines and line != view.date_line


def _is_declared(page: Page, view: RecordView, node: int) -> bool:
    """Whether the element, or one around it in the record, says to be the author."""
    declared, parents, start = _authors_of(page), page.flat.parents, view.record.start
    while declared and node > start:
        if node in declared:
            return True
        node = parents[node]
    return False


@once_a_page
def _authors_of(page: Page) -> frozenset[int]:
    """The elements that say to be the author."""
    named = (page.flat.values("itemprop"), page.flat.values("rel"))
    return frozenset([node for says in named for node, what in says.items() if what == "author"])


@once_a_view
def record_texts(page: Page, view: RecordView) -> RecordTexts:
    """The texts of a record."""
    return RecordTexts(page, view)


def _said_at(texts: Sequence[str], view: RecordView, rank: int) -> str:
    leaves = view.leaves
    return texts[leaves[rank]][:LONGEST_LEAD] if 0 <= rank < len(leaves) else ""


@lru_cache(maxsize=4096)
def _is_bold(path: str) -> bool:
    """Whether what stands on a tag path is bold."""
    return _BOLD.search(path) is not None


@lru_cache(maxsize=8192)
def _called(place: str) -> tuple[bool, bool]:
    """Whether what stands at a place is called a person there, or something beside one."""
    lower = place.lower()
    return (
        any(word in lower for word in _CALLED) or _CALLED_AT.search(lower) is not None,
        any(word in lower for word in _CALLED_OTHER) or _CALLED_OTHER_AT.search(lower) is not None,
    )


@lru_cache(maxsize=4096)
def _tells_edit(text: str) -> bool:
    """Whether a text says that who is named next edited another one's."""
    return _EDITED.search(text.lower()) is not None


def is_in_url(name: str, url: str) -> bool:
    """Whether all words of a name stand in an address."""
    url = unquote(url).lower()
    return all(word in url for word in _WORDS.findall(name.lower()))

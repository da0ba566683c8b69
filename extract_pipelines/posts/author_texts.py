"""What one text of a record tells of being the name of who wrote it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import unquote

from extract_pipelines.page import Page, link_of
from extract_pipelines.posts.naming import Naming, can_be_author
from extract_pipelines.posts.views import RecordView
from extract_pipelines.text.date_words import LABELS
from extract_pipelines.text.names import announces_name, is_name, signed_name
from extract_pipelines.url import names_person, url_shape

FARTHEST = 20
LONGEST_LINE = 400
# A text that stands for who is quoted is no longer than a name and a few words.
LONGEST_LEAD = 60
_WORDS = re.compile(r"\w+")
# What a class or id around a name says of it, and around what is none.
_CALLED = re.compile(
    r"author|autor|user|member|poster|nick|(?<![a-z])(?:name|by)|writer|creator|profile", re.I
)
_CALLED_OTHER = re.compile(
    r"title|rank|group|role|badge|status|quote|(?<![a-z])sig|edit|reply|subject|like|menu|nav"
    r"|location|level",
    re.I,
)
_EDITED = re.compile("|".join(map(re.escape, LABELS["edited"])))
_HEADING = re.compile(r"/h[1-6](?:/|\Z)")
_BOLD = re.compile(r"/(?:b|strong)(?:/|\Z)")
# What may stand around a name that is told in a line of its own.
EDGES = " @:：,-"


class Text(NamedTuple):
    """One text at a place, and what stands around it in its record."""

    name: str
    leaf: int
    link: str
    before: str
    behind: str
    told: tuple[float, ...]
    """What is added up over the records."""


# What `Text.told` tells, in this order.
TOLD = (
    *("can_be", "are_names", "one_letter_case", "words", "length", "digits", "capital", "linked"),
    *("inert", "person", "told_by_url", "nearness", "before", "on_line", "lines_away", "rank"),
    *("depth", "behind_body", "of_line", "line_length", "announced", "alt", "picture_link"),
    *("again", "heading", "bold", "quoted", "in_title", "declared"),
    *("same_kind", "same_page", "edited", "called", "called_other", "says_by"),
)


class RecordTexts:
    """What the texts of one record are measured by."""

    def __init__(self, page: Page, view: RecordView, pictures: Sequence[int]) -> None:
        leaves = page.leaves
        self.page, self.view = page, view
        self._texts: dict[Naming, Text] = {}
        self.rank = {leaf: i for i, leaf in enumerate(view.leaves)}
        self.line_lengths: Counter[int] = Counter()
        for leaf in view.leaves:
            self.line_lengths[leaves[leaf].line] += len(leaves[leaf].text)
        prose: Counter[int] = Counter()
        for leaf in view.leaves:
            if not leaves[leaf].in_link and leaf not in view.dated:
                prose[leaves[leaf].line] += len(leaves[leaf].text)
        self.body_line = max(prose, key=prose.__getitem__, default=-1)
        self.said = Counter(leaves[leaf].text.strip(EDGES) for leaf in view.leaves)
        first = bisect_left(pictures, view.record.start)
        last = bisect_left(pictures, view.record.stop)
        nodes = [node for node in pictures[first:last] if view.record.holds(node)]
        elements = [page.elements[node] for node in nodes]
        self.picture = (elements[0].get("src") or "") if elements else ""
        self.alts = {
            (element.get(key) or "").strip() for element in elements for key in ("alt", "title")
        }
        self.picture_links = {
            (above.get("href") or "").strip()
            for element in elements
            if (above := element.getparent()) is not None and above.tag == "a"
        }

    def text(self, naming: Naming) -> Text:
        """What a text tells; measured once for all places that it stands at."""
        found = self._texts.get(naming)
        if found is None:
            found = self._texts[naming] = self._measured(naming)
        return found

    def _measured(self, naming: Naming) -> Text:
        page, view, name = self.page, self.view, naming.name
        leaf = page.leaves[naming.leaf]
        rank = self.rank.get(naming.leaf, view.date_index)
        link = link_of(leaf) if leaf.in_link else ""
        address = page.joined(link) if link else ""
        inert = link.startswith(("#", "javascript:"))
        away = rank - view.date_index
        before = self._said_at(rank - 1)
        line_length = max(self.line_lengths[leaf.line], len(name))
        path = leaf.path
        told = (
            can_be_author(name),
            is_name(name),
            name == name.lower(),
            len(name.split()),
            len(name),
            any(map(str.isdigit, name)),
            name[:1].isupper(),
            leaf.in_link and not inert,
            inert,
            names_person(link),
            bool(link) and is_in_url(name, link),
            1 / (1 + abs(away) / 6),
            away < 0,
            leaf.line == view.date_line,
            max(-FARTHEST, min(FARTHEST, leaf.line - view.date_line)),
            min(FARTHEST, rank),
            rank / len(view.leaves) if view.leaves else 0,
            leaf.line >= self.body_line >= 0,
            len(name) / line_length,
            min(LONGEST_LINE, line_length),
            announces_name(before),
            name in self.alts,
            bool(link) and link in self.picture_links,
            self.said[name] > 1,
            _HEADING.search(path) is not None,
            _BOLD.search(path) is not None,
            "blockquote" in path,
            len(name) > 1 and name in page.title,
            self._is_declared(leaf.node),
            bool(link) and url_shape(address) == url_shape(page.url),
            bool(link) and address.partition("#")[0] == page.url,
            _tells_edit(before),
            *self._called(leaf.node),
            signed_name(name) is not None,
        )
        return Text(name, naming.leaf, link, before, self._said_at(rank + 1), told)

    def _said_at(self, rank: int) -> str:
        leaves = self.view.leaves
        return self.page.leaves[leaves[rank]].text[:LONGEST_LEAD] if 0 <= rank < len(leaves) else ""

    def _called(self, node: int) -> tuple[bool, bool]:
        """Whether classes or ids around an element call it a person, or something beside one."""
        names = " ".join(self.view.places_above(node)[:3])
        return _CALLED.search(names) is not None, _CALLED_OTHER.search(names) is not None

    def _is_declared(self, node: int) -> bool:
        """Whether the element, or one around it in the record, says to be the author."""
        properties, relations = self.page.values("itemprop"), self.page.values("rel")
        while (properties or relations) and node > self.view.record.start:
            if "author" in (properties.get(node), relations.get(node)):
                return True
            node = self.page.parents[node]
        return False


def _tells_edit(text: str) -> bool:
    """Whether a text says that who is named next edited another one's."""
    return _EDITED.search(text.lower()) is not None


def is_in_url(name: str, url: str) -> bool:
    """Whether all words of a name stand in an address."""
    url = unquote(url).lower()
    return all(word in url for word in _WORDS.findall(name.lower()))

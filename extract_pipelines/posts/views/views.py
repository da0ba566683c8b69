"""Views: the places inside a record, named alike in each record of a shape."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence, Set
from typing import Any, Final

from extract_pipelines.page import FlatTree, Page
from extract_pipelines.page.markup.second_copies import second_copies
from extract_pipelines.page.tag_paths import in_control, on_button
from extract_pipelines.posts.records.analysis import Analysis
from extract_pipelines.posts.records.element_names import ElementNames
from extract_pipelines.posts.records.records import Record
from extract_pipelines.posts.views.names_beside_date import DATE, names_beside_date
from extract_pipelines.posts.views.numeric_attributes import IdCandidate, id_candidates_of
from extract_pipelines.text.names import LONGEST_NAME, find_initials

# Tags of which the place among their like tells them apart, where they have no class.
_ORDINAL_TAGS: Final = frozenset(("td", "th", "div", "dd", "dt", "a"))
# Beyond so many they are alike.
MOST_ORDINALS: Final = 50
# Ends a place whose texts say first that a name follows.
SIGNED: Final = " by"
# Ends the place of a text that stands beside the date, by how many leaves it is behind it.
_BESIDE: Final = {-1: "/before date", 1: "/behind date"}


class RecordView:
    """One record with the places of its leaves and of the elements around them.

    A place is a path to an element from the nearest one with a class or id around it, or from the
    record's root: the same in each record of the shape.
    """

    def __init__(
        self,
        tree: FlatTree,
        record: Record,
        names: ElementNames,
        dated_leaves: frozenset[int] = frozenset(),
        copies: frozenset[int] = frozenset(),
    ) -> None:
        self.record = record
        self.dated_leaves = dated_leaves
        """Indices of the page's leaves that hold a date."""
        self._tree = tree
        self._names = names
        self._start = record.start
        self._places: dict[int, str] = {}
        self._above: dict[int, tuple[str, ...]] = {}
        nodes = tree.nodes
        signature = self._find_signature()
        own: Sequence[int] = _leaves_in(tree, record)
        if record.inner or tree.subtree_end[record.start] != record.stop:
            own = [i for i in own if record.holds(nodes[i])]
        self.signature_leaves = [i for i in own if nodes[i] in signature] if signature else []
        """Indices of the leaves in what is marked as a signature."""
        paths = tree.paths
        self.leaves = [i for i in own if not in_control(paths[i])]
        has_controls = len(self.leaves) < len(own)
        self.buttons = [i for i in own if on_button(paths[i])] if has_controls else []
        """The record's own leaves on buttons: names may be some, which open a menu."""
        if signature:
            self.leaves = [i for i in self.leaves if nodes[i] not in signature]
        if copies:
            self.leaves = [i for i in self.leaves if i not in copies]
        """The record's own leaves, without buttons, copies and what is marked as a signature."""
        self.above = [self.places_above(nodes[i]) for i in self.leaves]
        """For each leaf the places of the elements around it, each once, from the inside."""
        self.paths = list(dict.fromkeys(self.above))
        """The different values of `above`."""
        start = tree.leaf_range(record.mention.node)[0]
        self.date_index = bisect_left(self.leaves, start)
        """How many of the leaves stand before the date."""
        leaf = record.mention.leaf if record.mention.leaf >= 0 else start
        self.date_line = tree.lines[leaf] if leaf < len(nodes) else -1
        """Number of the visual line that the date stands on."""
        self.kept: dict[object, Any] = {}
        """What later steps read of the record, by the function that read it; see `once_a_view`."""
        self.leaves_at = _leaves_at(self.leaves, self.above)
        """For each place the leaves that stand at it, in the order of `leaves`."""
        self._short_places: dict[str, int] | None = None
        self._id_candidates: list[IdCandidate] | None = None
        self._names_beside_date: dict[str, str] | None = None

    def _find_signature(self) -> range:
        """The last of the elements marked as signatures, as posts may be marked to have one."""
        found = range(0)
        record, ends, marked = self.record, self._tree.subtree_end, self._names.signatures
        first = bisect_right(marked, record.start)
        for node in marked[first : bisect_left(marked, record.stop)]:
            holds_date = node <= record.mention.node < ends[node]
            if record.holds(node) and not holds_date and node >= found.stop:
                found = range(node, ends[node])
        return found

    def place(self, node: int) -> str:
        """Name of the element's place in the record."""
        if node <= self._start:
            return "."
        found = self._places.get(node)
        if found is None:
            # What stands beside the record's first element is another one's in other records.
            is_inside = self._tree.parents[node] >= self._start
            name = self._names.column_name(node) if is_inside else self._names.name(node)
            found = self._places[node] = name or self._name(node)
        return found

    def _name(self, node: int) -> str:
        """Name of the place of an element that has no token."""
        own = str(self._tree.elements[node].tag)
        parent = self._tree.parents[node]
        if own in _ORDINAL_TAGS and parent >= self._start:
            own += str(min(self._tree.ordinal(node), MOST_ORDINALS))
        return f"{self.place(parent)}/{own}"

    def places_above(self, node: int) -> tuple[str, ...]:
        """The places of an element and of those around it, each once, from the inside."""
        found = self._above.get(node)
        if found is None:
            if node < self._start:
                found = ()
            else:
                own = (self.place(node),)
                outer = self.places_above(self._tree.parents[node])
                if own[0] in outer:
                    outer = tuple([one for one in outer if one != own[0]])
                found = own + outer
            self._above[node] = found
        return found

    def nodes_at(self, place: str, leaves: Sequence[int]) -> list[int]:
        """Indices of the elements at a place that these leaves stand in."""
        nodes: list[int] = []
        ends, parents, start = self._tree.subtree_end, self._tree.parents, self._start
        for leaf in leaves:
            node = self._tree.nodes[leaf]
            if nodes and nodes[-1] <= node < ends[nodes[-1]]:
                continue
            found = -1
            while node >= start:
                if self.place(node) == place:
                    found = node
                node = parents[node]
            nodes.append(found)
        return nodes

    def node_at(self, place: str) -> int | None:
        """Index of the first of the record's elements at a place."""
        return next((node for node in self.record.nodes() if self.place(node) == place), None)

    @property
    def short_places(self) -> dict[str, int]:
        """The leaf of each place that holds a single one, and the first text of the others.

        All are short enough for a name. The text of an element that has others below it stands at
        the element's place and `/text`; those that share a place stand at all their tokens, too.
        """
        if self._short_places is None:
            self._short_places = self._find_short_places()
        return self._short_places

    def _find_short_places(self) -> dict[str, int]:
        dated, texts = self.record.mention.leaf, self._tree.texts
        among = find_initials([texts[leaf] for leaf in self.leaves])
        initials = {self.leaves[rank] for rank in among}
        found: dict[str, int] = {}
        for place, leaves in self.leaves_at.items():
            leaf = leaves[0]
            is_known = leaf == dated or leaf in initials
            if len(leaves) == 1 and not is_known and len(texts[leaf]) <= LONGEST_NAME:
                found[place] = leaf
        seen: set[str] = set()
        for leaf, above in zip(self.leaves, self.above, strict=True):
            place = above[0]
            if leaf == dated or len(self.leaves_at[place]) == 1:
                continue
            is_first = place not in seen
            seen.add(place)
            if len(texts[leaf]) > LONGEST_NAME or leaf in initials:
                continue
            if is_first:
                found[f"{place}/text"] = leaf
            tokens = self._names.tokens(self._tree.nodes[leaf])
            if len(tokens) > 1:
                found.setdefault(" ".join(tokens), leaf)
        found.update(self._beside_date(initials, frozenset(found.values())))
        for place, leaf in self._on_buttons():
            found.setdefault(place, leaf)
        return found

    def _on_buttons(self) -> Iterator[tuple[str, int]]:
        """The short texts of buttons of which no other, and nothing else, stands at the place."""
        places = [(self.place(self._tree.nodes[leaf]),) for leaf in self.buttons]
        for place, leaves in _leaves_at(self.buttons, places).items():
            is_short = len(self._tree.texts[leaves[0]]) <= LONGEST_NAME
            if len(leaves) == 1 and is_short and place not in self.leaves_at:
                yield place, leaves[0]

    def _beside_date(self, initials: Set[int], known: Set[int]) -> Iterator[tuple[str, int]]:
        """The texts right before and behind the date on its line, of places with several texts."""
        texts, lines, dated = self._tree.texts, self._tree.lines, self.record.mention.leaf
        for rank, leaf in enumerate(self.leaves):
            near = _BESIDE.get(leaf - dated) if lines[leaf] == self.date_line else None
            is_short = len(texts[leaf]) <= LONGEST_NAME and leaf not in initials
            if near and is_short and leaf not in known:
                yield f"{self.above[rank][0]}{near}", leaf

    @property
    def name_places(self) -> Iterator[str]:
        """The places at which a name may stand."""
        yield from self.short_places
        yield from self.names_beside_date

    def has_name_at(self, place: str) -> bool:
        """Whether a name may stand at a place."""
        return place in self.short_places or (DATE in place and place in self.names_beside_date)

    def may_name(self, place: str) -> bool:
        """Whether a text stands at a place of which the first may be a name."""
        return place in self.leaves_at or self.has_name_at(place)

    @property
    def id_candidates(self) -> list[IdCandidate]:
        """The numbers in the attributes of the record."""
        if self._id_candidates is None:
            self._id_candidates = id_candidates_of(self._tree, self.record, self.place)
        return self._id_candidates

    @property
    def names_beside_date(self) -> dict[str, str]:
        """What can be a name in the text of the record's date, by its place there.

        The place tells all else that stands in the text, digits masked: it is the same in all
        records if these differ in name and date only.
        """
        if self._names_beside_date is None:
            leaf, date = self.record.mention.leaf, self.record.mention.date
            told = names_beside_date(self._tree.texts[leaf], date) if leaf >= 0 else {}
            self._names_beside_date = told
        return self._names_beside_date


def view_of(page: Page, record: Record, analysis: Analysis) -> RecordView:
    """The view of a record of the page, made once."""
    found: RecordView | None = analysis.views.get(record)
    if found is None:
        dated, copies = analysis.dates.leaves, second_copies(page)
        found = RecordView(page.flat, record, analysis.names, dated, copies)
        analysis.views[record] = found
    return found


def _leaves_in(tree: FlatTree, record: Record) -> range:
    """The leaves below the elements of a record, those of records within it included."""
    first = last = tree.leaf_start[record.start]
    node = record.start
    while node < record.stop:
        last = max(last, tree.leaf_end[node])
        node = tree.subtree_end[node]
    return range(first, last)


def _leaves_at(leaves: Sequence[int], places: Sequence[tuple[str, ...]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for index, above in zip(leaves, places, strict=True):
        for place in above:
            held = found.get(place)
            if held is None:
                found[place] = [index]
            else:
                held.append(index)
    return found

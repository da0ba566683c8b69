"""What the leaves at the places of one record tell: numbers that are added up over the records."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import Final, final

from extract_pipelines.page import Page
from extract_pipelines.page.memo import once_a_view
from extract_pipelines.posts.bodies.place_layout import Layout, LeafRange
from extract_pipelines.posts.views.views import RecordView
from extract_pipelines.text.names import is_name

# A line of so many bytes is prose and no label or name (a Chinese character has three).
LEAST_PROSE: Final = 40
# A text that begins and ends with so many bytes as others did says them again.
LEAST_COPIED: Final = 20
# A link says less about what is content than text that is none, and so does what may be a name.
LINK_WEIGHT: Final = 0.5
NAME_WEIGHT: Final = 0.25

# What `Measures.means` gives, in this order.
MEASURED: Final[tuple[str, ...]] = (
    *("text", "content", "prose", "pure", "pure_prose", "links", "repeats", "labels", "fit"),
    *("fit_prose", "dated", "signed", "behind_date", "begins", "ends", "lines", "leaves"),
    *("cut", "inner", "longest"),
)


@final
class Measures:
    """What leaves of one record tell, each as a share or a logarithm; or the sums of these."""

    def __init__(self) -> None:
        self.size = 0
        """Characters of the leaves."""
        self.prose_size = 0
        """Of these prose."""
        self.innermost: set[str] = set()
        """The innermost places of the leaves."""
        self.text = self.content = self.prose = self.pure = self.pure_prose = 0.0
        self.links = self.repeats = self.labels = self.fit = self.fit_prose = 0.0
        self.dated = self.signed = self.behind_date = self.begins = self.ends = 0.0
        self.lines = self.leaves = self.cut = self.inner = self.longest = 0.0

    def add(self, other: Measures) -> None:
        """Add what leaves of another record tell."""
        self.size += other.size
        self.innermost |= other.innermost
        self.text += other.text
        self.content += other.content
        self.prose += other.prose
        self.pure += other.pure
        self.pure_prose += other.pure_prose
        self.links += other.links
        self.repeats += other.repeats
        self.labels += other.labels
        self.fit += other.fit
        self.fit_prose += other.fit_prose
        self.dated += other.dated
        self.signed += other.signed
        self.behind_date += other.behind_date
        self.begins += other.begins
        self.ends += other.ends
        self.lines += other.lines
        self.leaves += other.leaves
        self.cut += other.cut
        self.inner += other.inner
        self.longest += other.longest

    def means(self, count: int) -> tuple[float, ...]:
        """The means over so many records, as `MEASURED` names them."""
        return (
            self.text / count,
            self.content / count,
            self.prose / count,
            self.pure / count,
            self.pure_prose / count,
            self.links / count,
            self.repeats / count,
            self.labels / count,
            self.fit / count,
            self.fit_prose / count,
            self.dated / count,
            self.signed / count,
            self.behind_date / count,
            self.begins / count,
            self.ends / count,
            self.lines / count,
            self.leaves / count,
            self.cut / count,
            self.inner / count,
            self.longest / count,
        )


PlaceInRecord = tuple[str, Measures, float, float, bool]
"""A place of one record, what its leaves tell, their share of the text around them, the share of
the prose there that they lack, and whether it says to hold what was written."""


@final
class _Sums:
    """Prefix sums over the leaves of one record: entry i is what its first i leaves have."""

    def __init__(self) -> None:
        self.text = [0]
        self.content = [0.0]
        self.prose = [0]
        self.links = [0]
        self.repeats = [0]
        self.labels = [0]
        self.dates = [0]
        self.signs = [0]
        self.lines: list[int] = []
        """For each leaf (no prefix sum) the number of its line, counted within the record."""


@final
class _Total:
    """Sums over some of a record's leaves."""

    def __init__(self) -> None:
        self.text = self.prose = self.links = self.repeats = 0
        self.labels = self.dates = self.signs = self.lines = 0
        self.content = 0.0
        self._last_line = -1

    def add(self, sums: _Sums, first: int, end: int) -> None:
        """Add leaves that stand behind those added before.

        :param first: position among the record's leaves of the first one
        :param end: position of the last one, plus one
        """
        self.text += sums.text[end] - sums.text[first]
        self.content += sums.content[end] - sums.content[first]
        self.prose += sums.prose[end] - sums.prose[first]
        self.links += sums.links[end] - sums.links[first]
        self.repeats += sums.repeats[end] - sums.repeats[first]
        self.labels += sums.labels[end] - sums.labels[first]
        self.dates += sums.dates[end] - sums.dates[first]
        self.signs += sums.signs[end] - sums.signs[first]
        last = sums.lines[end - 1]
        self.lines += last - sums.lines[first] + (sums.lines[first] != self._last_line)
        self._last_line = last


def places_of_record(
    page: Page, view: RecordView, author: int, repeated: frozenset[int], declared: Sequence[int]
) -> list[PlaceInRecord]:
    """What each place of a record tells, the ones with most leaves first; kept with its view.

    :param author: the leaf of its author; -1 if it has none
    :param repeated: leaves that stand in other records, too
    :param declared: elements that say to hold what was written
    """
    known = author, repeated.intersection(view.leaves)
    measured = _measured_places(page, view)
    found = measured.get(known)
    if found is None:
        holds = view.record.holds
        places = {view.place(node) for node in declared if holds(node)}
        sums = _sums(page, view, author, known[1])
        found = measured[known] = _measure_places(page, view, sums, places)
    return found


@once_a_view
def _measured_places(
    page: Page, view: RecordView
) -> dict[tuple[int, frozenset[int]], list[PlaceInRecord]]:
    """What `places_of_record` has given, by the author's leaf and the leaves that others have."""
    return {}


@once_a_view
def _layout(page: Page, view: RecordView) -> Layout:
    """How the leaves of a record lie at its places."""
    return Layout(view)


def _sums(page: Page, view: RecordView, author: int, repeated: frozenset[int]) -> _Sums:
    tree, leaves, dates = page.flat, view.leaves, view.dated_leaves
    texts, in_link, line_of = tree.texts, tree.in_link, tree.lines
    sums = _Sums()
    lines = sums.lines
    prose: list[int] = []
    last = -1
    for index in leaves:
        if line_of[index] != last:
            last = line_of[index]
            prose.append(0)
        lines.append(len(prose))
        if not in_link[index] and index not in dates:
            text = texts[index]
            prose[-1] += len(text) if text.isascii() else 3 * len(text)
    copies = _copies(texts, in_link, leaves)
    text_sum = prose_sum = linked_sum = repeated_sum = labels = dated_sum = signs = 0
    content_sum = 0.0
    for rank, index in enumerate(leaves):
        text, linked = texts[index], in_link[index]
        size, dated, signed = len(text), index in dates, index == author
        again, is_number = index in repeated, text.isdigit()
        label = not (dated or signed) and (is_number or is_name(text))
        if not (dated or signed or again or is_number or index in copies):
            weight = size * (LINK_WEIGHT if linked else 1.0)
            content_sum += weight * (NAME_WEIGHT if label and not text.endswith(".") else 1.0)
        if not (linked or dated or again) and prose[lines[rank] - 1] >= LEAST_PROSE:
            prose_sum += size
        text_sum += size
        linked_sum += size if linked else 0
        repeated_sum += size if again else 0
        labels += label
        dated_sum += dated
        signs += signed
        sums.text.append(text_sum)
        sums.content.append(content_sum)
        sums.prose.append(prose_sum)
        sums.links.append(linked_sum)
        sums.repeats.append(repeated_sum)
        sums.labels.append(labels)
        sums.dates.append(dated_sum)
        sums.signs.append(signs)
    return sums


def _copies(texts: Sequence[str], in_link: Sequence[bool], leaves: Sequence[int]) -> set[int]:
    """The unlinked leaves whose first and last `LEAST_COPIED` bytes earlier leaves have, too."""
    beginnings: set[str | bytes] = set()
    endings: set[str | bytes] = set()
    found = set()
    for index in leaves:
        if in_link[index]:
            continue
        written = texts[index]
        text = written if written.isascii() else written.encode("utf-8", "replace")
        if len(text) >= LEAST_COPIED:
            beginning, ending = text[:LEAST_COPIED], text[-LEAST_COPIED:]
            if beginning in beginnings and ending in endings:
                found.add(index)
            beginnings.add(beginning)
            endings.add(ending)
    return found


def _measure_places(
    page: Page, view: RecordView, sums: _Sums, declared: set[str]
) -> list[PlaceInRecord]:
    layout = _layout(page, view)
    measured = [_measures(view, sums, part) for part in layout.parts]
    found: list[PlaceInRecord] = []
    for place, number, around in layout.places:
        own = measured[number]
        size = sums.text[-1] if around < 0 else measured[around].size
        prose = sums.prose[-1] if around < 0 else measured[around].prose_size
        found.append(
            (
                place,
                own,
                own.size / size if size else 1.0,
                (prose - own.prose_size) / prose if prose else 0.0,
                place in declared,
            )
        )
    return found


def _measures(view: RecordView, sums: _Sums, part: LeafRange) -> Measures:
    """What leaves tell."""
    first, end, count, innermost = part.first, part.end, part.count, part.innermost
    total = _Total()
    if not part.ranks:
        total.add(sums, first, end)
    for rank in part.ranks:
        total.add(sums, rank, rank + 1)
    size, content, prose = total.text, total.content, total.prose
    all_text, all_content, all_prose = sums.text[-1], sums.content[-1], sums.prose[-1]
    lines, every = sums.lines, len(sums.lines)
    is_cut = first > 0 and lines[first - 1] == lines[first]
    told = Measures()
    told.size, told.prose_size = size, prose
    told.innermost = innermost
    told.text = size / all_text
    told.content = content / all_content if all_content else 0.0
    told.prose = prose / all_prose if all_prose else 0.0
    told.pure = content / size
    told.pure_prose = prose / size
    told.links = total.links / size
    told.repeats = total.repeats / size
    told.labels = total.labels / count
    told.fit = 2 * content / (all_content + size)
    told.fit_prose = 2 * prose / (all_prose + size)
    told.dated = float(total.dates > 0)
    told.signed = float(total.signs > 0)
    told.behind_date = float(first >= view.date_index)
    told.begins = first / every
    told.ends = end / every
    told.lines = log2(total.lines)
    told.leaves = count / total.lines
    told.cut = float(is_cut) + float(end < every and lines[end - 1] == lines[end])
    told.inner = len(innermost) / count
    told.longest = log2(size)
    return told

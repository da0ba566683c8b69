"""Floors by clusters, as in the 2017 article (part 2).

The effective leaves of a floor stand close to each other, those of two floors apart: the
differences of their depth-first positions are cut at the local maxima. In each cluster the date
parts the text in two halves; which half is the body is decided over all floors of the site.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from urllib.parse import urljoin

from extract_pipelines.items import Floor
from extract_pipelines.items.trace import FloorParts, tell
from extract_pipelines.page import Leaf, text_of
from extract_pipelines.published.rules import MarkedLeaf

# A cluster with a larger share of its characters in links is a row of a list, not a post.
MOST_LINKED = 0.5


def cut(positions: Sequence[int], passes: int = 1) -> list[range]:
    """Cut a sequence of positions where its differences have a local maximum.

    :param positions: depth-first positions of the leaves, not decreasing
    :param passes: how often to cut; the second pass cuts the sequence of the first one's clusters,
        each standing at its first position, and so joins them into larger ones
    :return: index ranges that cover the sequence in order
    """
    clusters = [range(i, i + 1) for i in range(len(positions))]
    for _ in range(passes):
        borders = peaks([positions[cluster.start] for cluster in clusters])
        starts = [0, *borders]
        ends = [*borders, len(clusters)]
        clusters = [
            range(clusters[start].start, clusters[end - 1].stop)
            for start, end in zip(starts, ends, strict=True)
            if start < end
        ]
    return clusters


def peaks(positions: Sequence[int]) -> list[int]:
    """Indices before which the step to the position is a local maximum of all steps."""
    steps = [after - before for before, after in pairwise(positions)]
    return [i + 1 for i in range(1, len(steps) - 1) if steps[i - 1] < steps[i] >= steps[i + 1]]


@dataclass(slots=True)
class Cluster:
    """Leaves of one floor: before its date, the date, after it."""

    before: list[MarkedLeaf]
    date: MarkedLeaf
    after: list[MarkedLeaf]

    @property
    def link_share(self) -> float:
        """Share of the characters that stand in links, 0 to 1."""
        return link_share(marked.leaf for marked in (*self.before, self.date, *self.after))


def clusters(leaves: Sequence[MarkedLeaf], passes: int = 1) -> list[Cluster]:
    """The clusters of the page that hold a date; what has none is no floor.

    :param leaves: the leaves that the filter kept, in document order
    :param passes: see `cut`
    """
    found = []
    for part in cut([marked.leaf.position for marked in leaves], passes):
        cluster = leaves[part.start : part.stop]
        split = next((i for i, marked in enumerate(cluster) if marked.date), None)
        if split is not None:
            found.append(Cluster(list(cluster[:split]), cluster[split], list(cluster[split + 1 :])))
    return found


@dataclass(slots=True)
class BodySideVote:
    """Characters that stood before and after the date, over the floors of a site."""

    before: int = 0
    after: int = 0

    def count(self, floors: Sequence[Cluster]) -> None:
        """Add the floors of a page."""
        self.before += sum(_length(floor.before) for floor in floors)
        self.after += sum(_length(floor.after) for floor in floors)

    @property
    def body_is_after(self) -> bool:
        """Whether the body is what follows the date: the half with more text in all."""
        return self.after >= self.before


def is_thread(found: Sequence[Cluster], *, single_allowed: bool) -> bool:
    """Whether a page's clusters are the floors of a thread: several of them are not mostly links.

    :param single_allowed: whether one is enough, since other pages of the kind have several
    """
    posts = sum(cluster.link_share <= MOST_LINKED for cluster in found)
    return posts > 1 or (single_allowed and posts == 1)


def read_floors(found: Sequence[Cluster], vote: BodySideVote, url: str = "") -> list[Floor]:
    """The clusters as floors; those without a text in the body's half are none.

    :param vote: which half is the body, counted over the site
    :param url: the page's address, which links are joined to
    """
    floors: list[Floor] = []
    for cluster in found:
        body, rest = cluster.after, cluster.before
        if not vote.body_is_after:
            body, rest = rest, body
        if not body:
            continue
        author = _author(rest) or _author(body)
        if author in body:
            body = [marked for marked in body if marked is not author]
        floors.append(_floor(len(floors) + 1, body, cluster.date, author, url))
    return floors


def _floor(
    number: int,
    body: Sequence[MarkedLeaf],
    dated: MarkedLeaf,
    author: MarkedLeaf | None,
    url: str,
) -> Floor:
    assert dated.date
    leaves = [marked.leaf for marked in body]
    text = text_of(leaves)
    href = author.leaf.element.get("href") if author else None
    try:
        author_url = urljoin(url, href) if href else None
    except ValueError:
        author_url = None
    floor = Floor(
        number=number,
        author=author.leaf.text if author else None,
        author_url=author_url,
        date=dated.date.value,
        date_raw=dated.date.raw,
        date_precision=dated.date.exactness,
        body=text,
        own_text=text,
    )
    tell(lambda: FloorParts(floor, author.leaf if author else None, dated.leaf, leaves))
    return floor


def _author(leaves: Sequence[MarkedLeaf]) -> MarkedLeaf | None:
    """The first leaf that can be a name, a linked one before others."""
    names = [marked for marked in leaves if marked.is_name]
    return next((name for name in names if name.leaf.in_link), names[0] if names else None)


def _length(leaves: Sequence[MarkedLeaf]) -> int:
    return sum(len(marked.leaf.text) for marked in leaves)


def link_share(leaves: Iterable[Leaf]) -> float:
    """Share of the characters that stand in links, 0 to 1."""
    linked = total = 0
    for leaf in leaves:
        total += len(leaf.text)
        linked += len(leaf.text) * leaf.in_link
    return linked / total if total else 0.0

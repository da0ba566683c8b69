"""Runs of which a page has one alone: a record of several siblings, as other pages have several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from extract_pipelines.page import Page
from extract_pipelines.posts.records import Candidate, Record, Shape


def with_lone_runs(
    page: Page, found: Sequence[Candidate], several: Mapping[Shape, int]
) -> Sequence[Candidate]:
    """A page's candidates, and the lone heads among them with their siblings.

    :param several: on how many pages a shape had several records
    """
    if not any(shape.root.endswith("+") for shape in several):
        return found
    lone = [lone_run(page, one) for one in found if several.get(run_shape(one.shape), 0)]
    return [*found, *filter(None, lone)]


def lone_run(page: Page, candidate: Candidate) -> Candidate | None:
    """A single head with its siblings, as records are built of which pages have several.

    Those behind it belong to it; if there are none, those before it. None if it has no siblings.
    """
    head, *others = candidate.records
    parent = page.parents[head.start]
    end = page.subtree_end[parent]
    start = head.start if head.stop < end else parent + 1
    if others or parent < 0 or (start, end) == (head.start, head.stop):
        return None
    run = Record(start, end, head.mention)
    return candidate._replace(shape=run_shape(candidate.shape), records=[run])


def run_shape(shape: Shape) -> Shape:
    """The shape of the runs whose heads have a shape."""
    return Shape(f"{shape.root}+", shape.date)

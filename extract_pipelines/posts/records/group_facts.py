"""What the steps of a reading tell of groups of records, where someone listens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from extract_pipelines.items import Floor
from extract_pipelines.posts.records.records import Candidate


class GroupScored(NamedTuple):
    """What a scorer said of a group of records."""

    candidate: Candidate
    scorer: str
    """Its name: one that saw the records from the outside, or ``inside``, which saw them read."""
    features: Sequence[float]
    odds: float
    """Log odds of posts or comments."""
    chosen: float = 0.0
    """Those among them that it got, or lost, where one of several likely groups was chosen."""
    stated: float = 0.0
    """Those among them that the page's own data add."""


class GroupTaken(NamedTuple):
    """Records that were read as floors."""

    candidate: Candidate
    floors: Sequence[Floor]


class GroupRefused(NamedTuple):
    """Records that were taken for no floors."""

    candidate: Candidate
    why: str

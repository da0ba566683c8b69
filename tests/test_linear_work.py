"""The work that a page costs grows with its size, and no faster, whatever it is made of."""

from __future__ import annotations

from cProfile import Profile

import pytest

from benchmarks.scaling import page
from extract_pipelines import extract
from extract_pipelines.site.options import Options

SMALL, LARGE = 0.1, 0.3
# Of the growth in size, what is forgiven: rounding, and what small pages are spared.
SLACK = 1.3


def calls_of(source: str, options: Options | None = None) -> int:
    """Number of calls, of Python and C functions, in reading the page."""
    with Profile() as profile:
        extract(source, "https://a.example/mill", options)
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize(
    "shape",
    "article thread letters signed links table dates nested one_text styled".split(),
)
def test_three_times_the_page_is_three_times_the_work_at_most(shape: str) -> None:
    small, large = page(shape, SMALL), page(shape, LARGE)
    calls_of(small)  # patterns are compiled when the first page asks for them
    assert calls_of(large) <= SLACK * len(large) / len(small) * calls_of(small)

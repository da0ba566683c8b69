"""Parts of the package that a benchmark switches off."""

from __future__ import annotations

import subprocess
import sys

import pytest

from extract_pipelines.posts.records import records
from tests.crawling import ROOT

SCRIPT = """
from benchmarks.switches import Parts
from extract_pipelines import extract

parts = Parts()
source = "<p>Posted: 4 May 2021</p>" + "<p>The mill is sold, and the miller has gone.</p>" * 9
parts.page = 7
before = extract(source).date
spoke = [name for name in parts.names if parts.spoke.get(name) == {7}]
changed = []
for parts.off in spoke:
    try:
        changed += [parts.off] if extract(source).date != before else []
    except (AttributeError, LookupError, TypeError, ValueError):
        pass
print(before, len(spoke) > 20, any(".text.date" in name for name in changed))
"""


@pytest.mark.skipif(
    not str(records.__file__).endswith(".py"), reason="compiled functions cannot be switched off"
)
def test_parts_speak_and_are_missed_where_they_are_switched_off() -> None:
    """In a process of its own, as it changes the package."""
    told = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert told.stdout.split() == ["2021-05-04", "True", "True"], told.stderr

"""How complete the floors of each site were in its runs before."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from extract_pipelines.monitor.connection import Connection

PAST_TABLE = """
CREATE TABLE IF NOT EXISTS monitor_past (
    site TEXT NOT NULL, ended REAL NOT NULL, floors INTEGER NOT NULL, author INTEGER NOT NULL,
    date INTEGER NOT NULL, body INTEGER NOT NULL, PRIMARY KEY (site, ended)
)
"""
FIELDS = ("author", "date", "body")
# So many runs of a site are compared with, and kept.
RUNS = 10
# Fewer floors tell nothing.
LEAST_FLOORS = 20
# A share has fallen if it is so much lower than before.
FALL = 0.1


class Past:
    """The table of runs; see `fallen`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def of(self, site: str) -> list[dict[str, int]]:
        """Number of floors, and of floors with each field, of the site's latest runs."""
        rows = self._connection.execute(
            "SELECT floors, author, date, body FROM monitor_past WHERE site = ?"
            " ORDER BY ended DESC LIMIT ?",
            (site, RUNS),
        )
        return [dict(zip(("floors", *FIELDS), row, strict=True)) for row in rows]

    def add(self, site: str, counts: Mapping[str, int]) -> None:
        """Keep a run, and forget those that are not compared with any more."""
        values = [counts.get(name, 0) for name in ("floors", *FIELDS)]
        self._connection.write(
            "INSERT OR REPLACE INTO monitor_past VALUES (?, ?, ?, ?, ?, ?)",
            (site, time.time(), *values),
        )
        self._connection.write(
            "DELETE FROM monitor_past WHERE site = ? AND ended NOT IN"
            " (SELECT ended FROM monitor_past WHERE site = ? ORDER BY ended DESC LIMIT ?)",
            (site, site, RUNS),
        )


def fallen(
    now: Mapping[str, int], past: Sequence[Mapping[str, int]]
) -> dict[str, tuple[float, float]]:
    """The fields that fewer floors have than before, each with its share now and before.

    :param now: number of floors, and of floors with each field
    :param past: the same of earlier runs
    """
    before = {name: sum(run[name] for run in past) for name in ("floors", *FIELDS)}
    if min(now.get("floors", 0), before["floors"]) < LEAST_FLOORS:
        return {}
    shares = {
        name: (now.get(name, 0) / now["floors"], before[name] / before["floors"]) for name in FIELDS
    }
    return {name: pair for name, pair in shares.items() if pair[0] < pair[1] - FALL}

"""What one run notes of a site as a whole for the next one."""

from __future__ import annotations

import json

from extract_pipelines.forum.connection import Connection
from extract_pipelines.forum.page_roles import PageRole

SITE_TABLES = """
CREATE TABLE IF NOT EXISTS monitor_frontiers (site TEXT PRIMARY KEY, frontier TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS monitor_shares (
    site TEXT NOT NULL, name TEXT NOT NULL, carried REAL NOT NULL, PRIMARY KEY (site, name)
)
"""


class SiteNotes:
    """The tables of sites: what their links lead to, and what is left of the shares of a run."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def frontier(self, site: str) -> dict[str, dict[PageRole, int]]:
        """What an earlier run learned of the site's links; see `LinkFrontier`."""
        row = self._connection.execute(
            "SELECT frontier FROM monitor_frontiers WHERE site = ?", (site,)
        ).fetchone()
        frontier: dict[str, dict[PageRole, int]] = json.loads(row[0]) if row else {}
        return frontier

    def keep_frontier(self, site: str, frontier: dict[str, dict[PageRole, int]]) -> None:
        """Keep what was learned of the site's links."""
        self._connection.write(
            "INSERT OR REPLACE INTO monitor_frontiers VALUES (?, ?)", (site, json.dumps(frontier))
        )

    def carried(self, site: str, name: str) -> float:
        """What an earlier run has left of a share that each run has; see `carry`."""
        row = self._connection.execute(
            "SELECT carried FROM monitor_shares WHERE site = ? AND name = ?", (site, name)
        ).fetchone()
        return float(row[0]) if row else 0.0

    def carry(self, site: str, name: str, left: float) -> None:
        """Leave to the next run what is left of a share."""
        self._connection.write(
            "INSERT OR REPLACE INTO monitor_shares VALUES (?, ?, ?)", (site, name, left)
        )

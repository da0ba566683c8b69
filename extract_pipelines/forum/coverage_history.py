"""What the runs before met on each site: the measure of the next one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from extract_pipelines.forum.connection import Connection
from extract_pipelines.forum.figures import Share

HISTORY_TABLE = """
CREATE TABLE IF NOT EXISTS monitor_figures (
    spider TEXT NOT NULL, site TEXT NOT NULL, figure TEXT NOT NULL, ended REAL NOT NULL,
    good INTEGER NOT NULL, total INTEGER NOT NULL, PRIMARY KEY (spider, site, figure, ended)
)
"""
# Of each figure of a site so many runs are kept in which there was something to count.
RUNS = 30
# The figure that every run has that met something: good are runs that met threads. Of nothing is
# a run from which the site was missing.
MET = "met"


class CoverageHistory:
    """The table of runs. Each spider has a history of its own: it asks for other pages."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def of(self, spider: str, site: str) -> dict[str, list[Share]]:
        """The figures of a site's runs, the latest first."""
        rows = self._connection.execute(
            "SELECT figure, good, total FROM monitor_figures WHERE spider = ? AND site = ?"
            " ORDER BY ended DESC",
            (spider, site),
        )
        figures: defaultdict[str, list[Share]] = defaultdict(list)
        for figure, good, total in rows:
            figures[figure].append(Share(good, total))
        return figures

    def missing(self, spider: str, sites: Iterable[str]) -> list[str]:
        """Sites that were met by every run before that has a site in common with this one.

        Those that no run has met that is still kept are given up.

        :param sites: what this run asked; if it asked nothing, the latest run is compared with
        """
        rows = self._connection.execute(
            "SELECT ended, site FROM monitor_figures AS figures WHERE spider = ? AND figure = ?"
            " AND EXISTS (SELECT 1 FROM monitor_figures WHERE spider = figures.spider"
            " AND site = figures.site AND figure = figures.figure AND total) ORDER BY ended DESC",
            (spider, MET),
        )
        runs: defaultdict[float, set[str]] = defaultdict(set)
        for ended, site in rows:
            runs[ended].add(site)
        now = set(sites)
        alike = [met for met in runs.values() if met & now] if now else list(runs.values())[:1]
        return sorted(set.intersection(*alike) - now) if alike else []

    def add(self, spider: str, ended: float, sites: Mapping[str, Mapping[str, Share]]) -> None:
        """Keep a run's figures, and forget those that are not compared with any more.

        :param ended: seconds since 1970, the same for all sites of the run
        """
        for site, figures in sites.items():
            for figure, (good, total) in figures.items():
                self._connection.write(
                    "INSERT OR REPLACE INTO monitor_figures VALUES (?, ?, ?, ?, ?, ?)",
                    (spider, site, figure, ended, good, total),
                )
                key = (spider, site, figure)
                self._connection.write(
                    "DELETE FROM monitor_figures WHERE spider = ? AND site = ? AND figure = ?"
                    " AND ended NOT IN (SELECT ended FROM monitor_figures"
                    " WHERE spider = ? AND site = ? AND figure = ? ORDER BY ended DESC LIMIT ?)",
                    (*key, *key, RUNS),
                )
